"""Seasons of Card Survivor for tests: small ones, and ways to play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ringmaster.games.kernel import Answer, Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import Person, Room

from .conftest import Table, account, make_table, shown

EIGHT = ("Samantha", "Bird Jesus", "Kiyoko", "Abe", "Olga", "Fido", "Ruth", "Zed")
PLACES = ("stage", "jury", "gallery", "tribe-1", "tribe-2", "merged")
"""All places but the moderators'."""

SMALL: Mapping[str, Any] = {"players": 8, "merge_at": 6, "jury": 3, "fan_quorum": 2}


def season(names: Sequence[str] = EIGHT, *, rolls: Mapping[str, int] | None = None, **chosen: Any) -> Table:
    """A season that has begun: the seats of odd numbers are tribe 1, the others tribe 2."""
    table = make_table("survivor", names, rolls, **{**SMALL, **chosen})
    table.host("opened")
    table.start()
    return table


def play(table: Table, plays: Mapping[Seat, Sequence[int]]) -> None:
    """Seats send cards for the open challenge."""
    name = "play" if table.record.state.merged else "public"
    for seat, cards in plays.items():
        picks = (tuple(cards),) if name == "play" else tuple((card,) for card in cards)
        table.send(seat, Answer(name=name, picks=picks))


def vote(table: Table, votes: Mapping[Seat, Seat]) -> None:
    """Seats vote."""
    for seat, target in votes.items():
        table.send(seat, Answer(name="vote", picks=((target,),)))


def pass_phase(table: Table) -> None:
    """Let the open phase go by; a council votes its last member out who can be."""
    state: SurvivorState = table.record.state
    if state.kind == "council":
        out = [seat for seat in state.members if seat != state.immune][-1]
        vote(table, {seat: out for seat in state.members if seat != out})
    table.close()


def until(table: Table, kind: str) -> Table:
    """Let phases go by until one of this kind is open."""
    while table.record.state.kind != kind:
        pass_phase(table)
    return table


def at_council(**chosen: Any) -> Table:
    """A season whose tribe 2 is at its first council: seats 2, 4, 6 and 8, with points 9, 4, 2 and 2."""
    table = season(**chosen)
    play(table, {1: (20, 15), 2: (6, 3), 4: (2, 2), 6: (1, 1), 8: (1, 1)})
    table.close()
    table.posted.clear()
    return table


def last(table: Table, place: str = "stage", *, holding: str = "") -> str:
    """The last message in a place, or the last that holds some words."""
    return [message.text for message in table.at(place) if holding in message.text][-1]


def private(table: Table, seat: int) -> str:
    """The last direct message to a seat, with its buttons."""
    return shown(table.at(Person(account(seat)))[-1])


def asked(table: Table, seat: int) -> str:
    """What is asked of a seat now, with its buttons."""
    request = table.presenters.request(table.record, seat)
    assert request is not None
    return shown(request)


def room(table: Table, place: str) -> Room:
    """A place as it has to be now."""
    return next(room for room in table.presenters.rooms(table.record) if room.place == place)
