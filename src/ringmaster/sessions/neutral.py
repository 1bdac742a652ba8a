"""Words of a player as others may read them: nothing in them pings, names an account, or passes for another's words."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BREAK = "\u200b"

_TOKEN = re.compile(
    r"(?P<kept>https?://(?:\w+\.)?discord(?:app)?\.com/channels/[0-9@me/]+|<a?:\w+:[0-9]+>)"
    r"|(?P<account><@!?[0-9]+>)"
    r"|(?P<role><@&[0-9]+>)"
    r"|(?P<channel><#[0-9]+>)"
    r"|</(?P<command>[^:>]+):[0-9]+>"
    r"|@(?P<all>everyone|here)"
    r"|(?P<number>(?<![0-9])[0-9]{17,20}(?![0-9]))"
)
"""What Discord makes more of than words: https://discord.com/developers/docs/reference#message-formatting"""

_DIRECTIONS = {ord(c): None for c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}


def neutral(text: str, names: Sequence[str]) -> str:
    """The text without mentions of any kind and without numbers that may be an account's; markdown stays.

    Args:
        text: what a player has written.
        names: the names of the seats; a line that begins like one of them speaking loses its markdown there.

    >>> neutral("**hi** <@123456789012345678> and @everyone", ["Kyle"]).replace(chr(0x200b), "|")
    '**hi** @someone and @|everyone'
    >>> neutral("yes\\n**Kyle:** no", ["Kyle"])
    'yes\\n\\\\*\\\\*Kyle:** no'
    """
    plain = _TOKEN.sub(_word_for, text.translate(_DIRECTIONS))
    return _beginnings(names).sub(lambda found: re.sub(r"([*_~>|#-])", r"\\\1", found[0]), plain) if names else plain


def _word_for(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "kept":
            return found[0]
        case "account":
            return "@someone"
        case "role":
            return "@a role"
        case "channel":
            return "#a channel"
        case "command":
            return f"/{found['command']}"
        case "all":
            return f"@{_BREAK}{found['all']}"
        case _:
            return "[a number]"


def _beginnings(names: Sequence[str]) -> re.Pattern[str]:
    """Matches what stands before a seat's name where a line looks as if that seat spoke in it."""
    speaking = "|".join(re.escape(name) for name in names)
    return re.compile(rf"^[\s*_~>|#↪-]+(?=(?:{speaking})[*_~\s]*:)", re.IGNORECASE | re.MULTILINE)
