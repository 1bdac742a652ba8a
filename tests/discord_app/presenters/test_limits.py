"""Everything fits into Discord's messages, however many play and whatever they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from ringmaster.discord_app.rendering import to_send
from ringmaster.sessions.forecast import forecast
from ringmaster.sessions.messages import Message, Send, split
from ringmaster.sessions.service import StatusReport
from ringmaster.sessions.undo import undo_points

from .conftest import Table, account

FORTY = [f"{number:02} A name of thirty-two letters"[:32].ljust(32, "x") for number in range(1, 41)]
WILD = [f"{number:02}" + "*_`|~" * 6 for number in range(1, 41)]


def sendable(message: Message) -> None:
    """Discord takes it; long texts are cut at lines, and nothing is lost."""
    for part in split(message):
        to_send(part)


def in_one_piece(message: Message) -> None:
    """Discord takes it as one message, as a panel has to be."""
    assert len(list(split(message))) == 1
    to_send(message)


def busy(new_table: Callable[..., Table], kind: str, names: Sequence[str]) -> Table:
    """A large game in which everyone has something to do and has done it."""
    seats = len(names)
    chosen = {"players": seats, "mafia": 5} if kind == "truth" else {"night_zero": "skip", "dome": 5}
    table = new_table(kind, names, **chosen)
    table.host("created")
    table.host("opened")
    table.start(tuple(range(1, 6)))
    for seat in range(1, seats):
        table.send(seat, f"vote {names[seat]}")
    return table


def replies(table: Table) -> Iterator[Message]:
    """The private replies that grow with the game."""
    words, record = table.presenters, table.record
    everyone = tuple(record.roster)
    unreachable = frozenset(map(account, everyone))
    yield words.status(StatusReport(record=record, missing=everyone, unreachable=unreachable, undelivered=40))
    yield words.forecast(forecast(record))
    yield words.settings(record)
    yield words.log(record, table.log)
    yield words.undo_points(record, undo_points(table.log))
    yield words.votes(record)
    yield words.votes(record, past=True)
    yield words.me(record, 1)


@pytest.mark.parametrize("names", [FORTY, WILD], ids=["long", "wild"])
@pytest.mark.parametrize("kind", ["truth", "twitch"])
def test_a_large_game_with_the_longest_names_fits(new_table: Callable[..., Table], kind: str, names: list[str]) -> None:
    """Every message of a whole round, every panel and every reply."""
    table = busy(new_table, kind, names[:20] if kind == "truth" else names)
    for _ in range(3):
        for panel in ("signup", "count", "faction"):
            shown = table.presenters.panel(table.record, panel)
            if shown is not None:
                in_one_piece(shown[1])
        for message in replies(table):
            sendable(message)
        table.close()
    for out in table.posted:
        if isinstance(out, Send):
            (in_one_piece if out.panel else sendable)(out.message)


@pytest.mark.parametrize("kind", ["truth", "twitch"])
def test_the_rules_fit(new_table: Callable[..., Table], kind: str) -> None:
    """As a whole in a file, by section and by clause in words."""
    words = new_table(kind).presenters
    whole = words.rules(None, kind)
    sendable(whole)
    assert whole.files[0].name == f"rules-{kind}.txt"
    section = words.rules("a", kind).text
    assert "no clause “a”" in section
    for clause in ("A5", "a10", "L2" if kind == "truth" else "T4"):
        sendable(words.rules(clause, kind))
        assert words.rules(clause, kind).text.startswith("**")
