"""Nothing that anybody reads depends on what they may not know.

Two games are played with the same public acts, in which one seat and another have changed roles. Whoever
may not know the difference reads the same in both, byte for byte, and in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringmaster.games.kernel import Answer, RuleViolation, Seat
from ringmaster.sessions.messages import Arrange, Message, Outgoing, Person, Place, Send
from ringmaster.sessions.records import GameRecord

from .conftest import Table, account, make_table

SWAPPED = (2, 7)
"""One of these is Mafia (or Dome) in one game, the other in the other."""
KNOWN_WOLF = 4
OTHERS = (1, 3, 5, 6, 8, 9)
PUBLIC = (Place("stage"), Place("gallery"))


@dataclass(frozen=True)
class Act:
    """Something that happens in both games."""

    what: Literal["vote", "unvote", "action", "wolves", "close", "host", "remove"]
    seat: Seat = 1
    target: Seat = 1
    other: Seat = 3


acts = st.builds(
    Act,
    what=st.sampled_from(["vote", "vote", "unvote", "action", "action", "wolves", "close", "close", "host", "remove"]),
    seat=st.sampled_from((*OTHERS, *SWAPPED)),
    target=st.sampled_from(OTHERS),
    other=st.sampled_from(OTHERS),
)


def play(kind: str, wolves: Sequence[Seat], script: Sequence[Act], **chosen: Any) -> Table:
    """One of the two games. Only those who have the same role in both are voted for or aimed at."""
    table = make_table(kind, **chosen)
    table.host("opened")
    table.start(wolves)
    for act in script:
        if table.phase:
            step(table, act)
    return table


def step(table: Table, act: Act) -> None:
    """One act; what the rules refuse, they refuse in both games."""
    try:
        match act.what:
            case "vote":
                table.send(act.seat, Answer(name="vote", picks=((act.target,),)))
            case "unvote":
                table.send(act.seat, Answer(name="unvote"))
            case "action":
                table.send(act.seat, Answer(name="protect", picks=((act.target,),)))
            case "wolves" if table.record.kind == "truth":
                table.send(KNOWN_WOLF, Answer(name="suspects", picks=((act.target, act.other),)))
            case "wolves":
                table.send(KNOWN_WOLF, Answer(name="kill", picks=((act.target,), (KNOWN_WOLF,))))
            case "close":
                name_suspects(table)
                table.close()
            case "host":
                table.host("undone", to=1, phase=table.phase)
                table.host("deadline", was=None)
            case "remove":
                table.remove(act.target)
    except RuleViolation:
        return


def name_suspects(table: Table) -> None:
    """Suspects whose role is the same in both games, so that the statement about them may be too."""
    state = table.record.state
    if table.record.kind == "truth" and state.by_night and state.suspects is None:
        one, two = [seat for seat in state.living if seat in OTHERS][:2]
        table.send(KNOWN_WOLF, Answer(name="suspects", picks=((one, two),)))


def read_by(table: Table, *targets: Place | Person) -> list[tuple[Place | Person, Message]]:
    """What these read, in the order in which it was sent."""
    return [(out.to, out.message) for out in table.posted if isinstance(out, Send) and out.to in targets]


def shape(posted: Sequence[Outgoing]) -> list[object]:
    """To whom something was sent, without what it says; direct messages and places."""
    return [
        out.to if isinstance(out, Send) else out
        for out in posted
        if isinstance(out, Arrange) or (isinstance(out, Send) and out.to != Place("booth"))
    ]


def panels(table: Table) -> list[object]:
    """The panels on the stage as they are now."""
    return [table.presenters.panel(table.record, panel) for panel in ("signup", "count")]


def public_rooms(record: GameRecord, table: Table) -> list[object]:
    """The places that a member of the server could look at."""
    return [room for room in table.presenters.rooms(record) if room.place != "faction"]


def private_replies(table: Table, seat: Seat) -> list[object]:
    """What a seat reads when it asks."""
    record, words = table.record, table.presenters
    return [words.me(record, seat), words.request(record, seat), words.votes(record), words.votes(record, past=True)]


@pytest.mark.parametrize("kind", ["truth", "twitch"])
@given(script=st.lists(acts, max_size=25))
@settings(deadline=None, max_examples=60)
@pytest.mark.clause("L1.2", "L4.5", "T1.1", "T2.5", "A8")
def test_who_is_mafia_shows_nowhere(kind: str, script: list[Act]) -> None:
    """Stage, gallery, panels, places, and everything that the innocent read and ask for."""
    chosen: dict[str, Any] = {} if kind == "truth" else {"dome": 2, "night_feed": "counts", "stun_notice": "told"}
    if kind == "truth":
        chosen["mafia"] = 2
    one = play(kind, (KNOWN_WOLF, SWAPPED[0]), script, **chosen)
    other = play(kind, (KNOWN_WOLF, SWAPPED[1]), script, **chosen)
    innocent = [Person(account(seat)) for seat in OTHERS]
    if one.record.status == "over":
        one, other = ended_before(one), ended_before(other)
    assert read_by(one, *PUBLIC, *innocent) == read_by(other, *PUBLIC, *innocent)
    assert shape(one.posted) == shape(other.posted)
    if one.record.status == "over":
        return
    assert panels(one) == panels(other)
    assert public_rooms(one.record, one) == public_rooms(other.record, other)
    for seat in OTHERS:
        assert private_replies(one, seat) == private_replies(other, seat)


def ended_before(table: Table) -> Table:
    """The table with what was sent before the game was over, when everything may be known."""
    over = next(n for n, out in enumerate(table.posted) if isinstance(out, Send) and "game is over" in out.message.text)
    return replace(table, posted=table.posted[:over])


@pytest.mark.parametrize("kind", ["truth", "twitch"])
@pytest.mark.parametrize("wolves", [(1, 2), (8, 9), (3, 7)])
def test_every_seat_gets_as_many_direct_messages_in_player_list_order(kind: str, wolves: tuple[int, int]) -> None:
    """Whose phone lights up, and when, does not tell who is Mafia."""
    table = play(kind, wolves, [])
    for _ in range(3):
        table.close()
    people = [out.to for out in table.posted if isinstance(out, Send) and isinstance(out.to, Person)]
    everyone = [Person(account(seat)) for seat in range(1, 10)]
    assert people == everyone * (len(people) // 9)
    assert len(people) >= 36


def test_the_same_words_greet_every_seat_by_night() -> None:
    """A Townie is told that there is nothing to send, in a message like any other's."""
    table = play("truth", (1, 2, 3), [])
    table.close()
    by_night = [table.at(Person(account(seat)))[-1].text.split("\n")[0] for seat in range(1, 10)]
    assert set(by_night) == {"**Friday game – Night 1**"}
