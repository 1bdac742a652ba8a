"""Links to messages in what people send, in every form in which Discord's apps copy them."""

from __future__ import annotations

import re

from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.idol import MessageLink

LINK = re.compile(
    r"(?:https?://(?:(?:www|canary|ptb)\.)?discord(?:app)?\.com|discord://(?:-|discord(?:app)?\.com)?)"
    r"/channels/(?P<guild>\d{1,20}|@me)/(?P<channel>\d{1,20})/(?P<message>\d{1,20})(?!\d)",
    re.IGNORECASE,
)


def links_in(text: str) -> list[MessageLink]:
    """The different messages that a text links to, in order.

    >>> links_in("I bet <https://canary.discord.com/channels/100000000000000001/200000000000000002/300000000000000003>!")
    [MessageLink(guild_id=100000000000000001, channel_id=200000000000000002, message_id=300000000000000003)]
    """
    found = (
        MessageLink(
            guild_id=None if link["guild"] == "@me" else int(link["guild"]),
            channel_id=int(link["channel"]),
            message_id=int(link["message"]),
        )
        for link in LINK.finditer(text)
    )
    return list(dict.fromkeys(found))


def read_link(text: str) -> MessageLink:
    """The one message that a text links to.

    Raises:
        RuleViolation: ``no-message-link``, or ``several-message-links``.
    """
    found = links_in(text)
    if not found:
        raise RuleViolation("no-message-link", "S8.2", kind="not-understood")
    if len(found) > 1:
        raise RuleViolation("several-message-links", "S8.2", kind="ambiguous")
    return found[0]
