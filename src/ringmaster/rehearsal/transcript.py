"""What stands in a channel, as plain text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from ringmaster.rehearsal.world import World

Name = Callable[[int], str]


def transcript(world: World, account: int, channel_id: int) -> Iterator[str]:
    """What everybody who sees a channel reads in it, line by line, with when and from whom it is.

    Args:
        world: the server.
        account: who looks.
        channel_id: where; private replies to the one who looks are left out.
    """

    def name(snowflake: int) -> str:
        person = world.people.get(snowflake)
        channel = world.env.backend.channels.get(snowflake)
        return f"@{person.name}" if person else f"#{channel.name}" if channel else "somebody"

    for message in world.messages(account, channel_id):
        if message.is_ephemeral:
            continue
        at = datetime.fromisoformat(message.timestamp).astimezone(UTC)
        yield f"[{at:%a %d %b %H:%M}] {world.name_of(message)}"
        for part in _parts(message.content, message.embeds):
            yield from (f"    {line}" for line in plain(part, name).splitlines() if line.strip())


def _parts(content: str, embeds: list[dict[str, Any]]) -> Iterator[str]:
    yield content
    for embed in embeds:
        yield from (embed[field] for field in ("title", "description") if embed.get(field))


def plain(text: str, name: Name) -> str:
    """A message's text without Discord's marks: https://discord.com/developers/docs/reference#message-formatting

    >>> plain("**Day 1** ends <t:1793482920:F> (<t:1793482920:R>), <@5>.", lambda snowflake: "@Ada")
    'Day 1 ends Sat 31 Oct 2026 21:42 UTC, @Ada.'
    """
    text = re.sub(r" ?\(<t:\d+:R>\)", "", text)
    text = re.sub(r"<t:(\d+)(?::\w)?>", _moment, text)
    text = re.sub(r"<(?:@!?|#)(\d+)>", lambda match: name(int(match[1])), text)
    return re.sub(r"\*\*(.+?)\*\*", r"\1", text)


def _moment(match: re.Match[str]) -> str:
    return f"{datetime.fromtimestamp(int(match[1]), UTC):%a %d %b %Y %H:%M} UTC"
