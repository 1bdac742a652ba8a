"""What follows when Discord refuses something, in one table.

Codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto


class Consequence(Enum):
    """What is done about a failure."""

    CLOSED_DM = auto()
    """Hold the message, note the account as unreachable, tell the booth once, later use a private thread."""
    BLOCKED = auto()
    """Tell the booth once what is missing, and try again every ten minutes."""
    CHANNEL_GONE = auto()
    """Forget the place, make it again, send again."""
    MESSAGE_GONE = auto()
    """Post a panel anew; there is nothing left to strike."""
    LATER = auto()
    """Try again with growing pauses, for ever."""
    DROP = auto()
    """Give it up, keep it in the ledger, tell the booth."""


GONE = (Consequence.CHANNEL_GONE, Consequence.MESSAGE_GONE)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, NOT_OWN_MESSAGE = 10003, 10008, 10015, 50005

CONSEQUENCES: Mapping[int, Consequence] = {
    10003: Consequence.CHANNEL_GONE,
    10008: Consequence.MESSAGE_GONE,
    50007: Consequence.CLOSED_DM,
    50278: Consequence.CLOSED_DM,  # no server in common any more
    10013: Consequence.CLOSED_DM,  # the account is gone
    50001: Consequence.BLOCKED,
    50013: Consequence.BLOCKED,
    10004: Consequence.BLOCKED,  # the bot is not in the server
    20026: Consequence.BLOCKED,  # the application is quarantined
    30013: Consequence.BLOCKED,  # 500 channels
    30033: Consequence.BLOCKED,  # 1,000 thread members
    160006: Consequence.BLOCKED,  # 1,000 active threads
    10015: Consequence.LATER,  # somebody deletes webhooks as fast as they are made
    20016: Consequence.LATER,  # slow mode
    20028: Consequence.LATER,  # too many writes in the channel
    20029: Consequence.LATER,  # too many writes in the server
    40003: Consequence.LATER,  # direct messages opened too fast
    40006: Consequence.LATER,  # switched off for the moment
    40062: Consequence.LATER,
    50035: Consequence.DROP,  # a limit is broken
    50006: Consequence.DROP,  # empty
    40005: Consequence.DROP,  # too large
    200000: Consequence.DROP,  # blocked by AutoMod
    240000: Consequence.DROP,  # blocked for a harmful link
}
"""By Discord's code. What is not here goes by its HTTP status: see `consequence_of`."""

UNANSWERED = 0
"""The status when no answer came."""


class DeliveryFailed(Exception):  # noqa: N818 - it is expected
    """Discord did not do what it was asked.

    Attributes:
        status: the HTTP status, or `UNANSWERED`.
        code: Discord's code, 0 when it gave none.
        retry_after: seconds that Discord wants to be left alone, if it said so.
        refused_post: whether it was the posting itself that was refused, after a look for an earlier arrival.
    """

    def __init__(self, status: int, code: int = 0, *, retry_after: float | None = None, reason: str = "") -> None:
        super().__init__(f"status {status}, code {code}" + (f": {reason}" if reason else ""))
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.refused_post = False

    @property
    def consequence(self) -> Consequence:
        """What is done about it."""
        return consequence_of(self.status, self.code)

    @property
    def may_have_arrived(self) -> bool:
        """Whether Discord may have done it all the same, only the answer was lost."""
        return self.status == UNANSWERED or self.status >= 500


def consequence_of(status: int, code: int) -> Consequence:
    """What follows from an error.

    >>> consequence_of(403, 50007).name, consequence_of(503, 0).name, consequence_of(400, 99999).name
    ('CLOSED_DM', 'LATER', 'DROP')
    """
    if code in CONSEQUENCES:
        return CONSEQUENCES[code]
    # 401 means that the bot's own login is refused: that is no fault of the message.
    if status in (UNANSWERED, 401, 408, 429) or status >= 500:
        return Consequence.LATER
    return Consequence.DROP
