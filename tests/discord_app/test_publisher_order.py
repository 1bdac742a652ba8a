"""Whatever fails and whenever it dies: every message arrives once, and each channel reads in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from hypothesis import given, settings
from hypothesis import strategies as st

from ringmaster.sessions.messages import Outgoing

from .fake_discord import Posted, Trouble
from .newsroom import STAGE, Newsroom, to_person, to_stage

TROUBLES = st.sampled_from(
    [
        None,
        None,
        None,
        Trouble(status=503),
        Trouble(),
        Trouble(too_late=True),
        Trouble(status=502, too_late=True),
        Trouble(status=429, retry_after=20),
        Trouble(status=403, code=50013),
        Trouble(status=403, code=50007),
    ]
)


@dataclass(frozen=True)
class Step:
    """Something that happens: messages by channel, time that passes, the process dies."""

    messages: tuple[int, ...]
    minutes: float
    restart: bool


STEPS = st.lists(
    st.builds(
        Step,
        messages=st.lists(st.integers(0, 2), max_size=4).map(tuple),
        minutes=st.sampled_from([0.0, 0.02, 0.2, 2.0, 12.0, 45.0]),
        restart=st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


def outgoing(channel: int, number: int) -> Outgoing:
    """The n-th message. Every third text is the same, so that texts alone do not tell messages apart."""
    text = "the same" if number % 3 == 0 else f"message {number}"
    return to_stage(text) if channel == 0 else to_person(text, 100 + channel)


def dying(at: set[int]) -> Callable[[str], None]:
    """A fault that ends what is being done at these of the steps that are taken."""
    taken = iter(range(10_000))

    def fault(point: str) -> None:
        if next(taken) in at:
            raise asyncio.CancelledError(point)

    return fault


def arrived(room: Newsroom, channel: int) -> list[str]:
    """What has arrived on the stage or at a person, by direct message or in the seat's thread, in order."""
    channels = [STAGE] if channel == 0 else [room.discord.direct_channels.get(100 + channel, 0)]
    channels += [thread.id for thread in room.discord.named(f"P{channel}") if channel]
    posted: list[Posted] = [
        message for number in channels if number in room.discord.channels
        for message in room.discord.channels[number].messages
    ]  # fmt: skip
    return [message.text for message in sorted(posted, key=lambda message: message.id)]


async def live_through(steps: list[Step], troubles: list[Trouble | None], deaths: set[int]) -> None:
    """Let everything happen, then let all be well, and look at what has arrived."""
    room = Newsroom("sqlite://")
    await room.open_game()
    await room.restart(dying(deaths))
    coming: Iterator[Trouble | None] = chain(troubles, repeat(None))
    room.discord.troubles = lambda request, channel: next(coming) if request in ("post", "find", "direct") else None
    sent: list[list[str]] = [[], [], []]
    number = 0
    for step in steps:
        for channel in step.messages:
            number += 1
            message = outgoing(channel, number)
            await room.put(message)
            sent[channel].append(message.message.text)  # type: ignore[union-attr]
        if step.restart:
            await room.restart(dying(deaths))
        await room.later(minutes=step.minutes)
    room.discord.troubles = lambda request, channel: None
    await room.restart()
    for _ in range(4):
        await room.later(minutes=31)
    assert [arrived(room, channel) for channel in range(3)] == sent
    assert await room.undelivered() == []
    await room.close()


@settings(max_examples=60, deadline=None)
@given(
    steps=STEPS,
    troubles=st.lists(TROUBLES, max_size=25),
    deaths=st.sets(st.integers(0, 60), max_size=8),
)
def test_each_channel_reads_in_order_and_nothing_is_lost_or_doubled(
    steps: list[Step], troubles: list[Trouble | None], deaths: set[int]
) -> None:
    """Lost answers, refusals, outages, closed direct messages and deaths in every mixture."""
    asyncio.run(live_through(steps, troubles, deaths))
