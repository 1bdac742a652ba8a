"""The rulings of Twitch Plays Mafia: what a night leads to, how a day is settled, who has won.

Live games, dry runs, the adjudicator and simulations all call these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ringmaster.games import voting
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Outcome, Seat
from ringmaster.games.mafia import won_by
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, HELIX, START9, Action, Faction, Kill, Kind
from ringmaster.games.voting import DayVerdict, Wagons


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The one submission of each kind that goes through, or None where there was none (T2.3)."""

    bus: Action | None = None
    stun: Action | None = None
    protect: Action | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightVerdict:
    """What happened in a night. ``stunned``, ``protected`` and ``killed`` are the seats affected (T4)."""

    drawn: Drawn
    kill: Kill | None
    bus: tuple[Seat, Seat] | None
    """The two seats that were swapped, in player-list order; None when no bus happened."""
    stunned: Seat | None
    protected: Seat | None
    killed: Seat | None
    kill_stopped_by: Literal["stun", "protect"] | None


def settle_night(
    living: Sequence[Seat],
    roles: Sequence[Faction],
    actions: Sequence[Action],
    kill: Kill | None,
    missed_kill: str,
    label: str,
    rolls: Rolls,
) -> NightVerdict:
    """Draw the actions, find the kill and resolve them (T2.3, T3.3, T4).

    Args:
        living: the living seats, in player-list order.
        roles: the faction of each seat of the game.
        actions: the submissions, in the order they arrived.
        kill: as the Dome have named it.
        missed_kill: what happens when they have not: ``none`` or ``random``.
        label: the prefix of the rolls' labels.
        rolls: where the rolls come from.
    """
    drawn = Drawn(
        bus=_draw("bus", actions, label, rolls),
        stun=_draw("stun", actions, label, rolls),
        protect=_draw("protect", actions, label, rolls),
    )
    if kill is None and missed_kill == "random":
        kill = _random_kill(living, roles, label, rolls)
    return resolve(drawn, kill)


def _draw(kind: Kind, actions: Sequence[Action], label: str, rolls: Rolls) -> Action | None:
    submissions = [action for action in actions if action.kind == kind]
    return rolls.pick(f"{label}/{kind}", submissions) if submissions else None


def _random_kill(living: Sequence[Seat], roles: Sequence[Faction], label: str, rolls: Rolls) -> Kill | None:
    helix = [seat for seat in living if roles[seat - 1] == HELIX]
    sender = next((seat for seat in living if roles[seat - 1] == DOME), None)
    if sender is None or not helix:
        return None
    return Kill(by=sender, target=rolls.pick(f"{label}/missed-kill", helix))


def resolve(drawn: Drawn, kill: Kill | None) -> NightVerdict:
    """Natural action resolution of what goes through in a night (T4.1 to T4.6)."""
    bus = _swapped(drawn)
    stunned = _moved(bus, drawn.stun.targets[0]) if drawn.stun else None
    protecting = drawn.protect is not None and drawn.protect.by != stunned
    protected = _moved(bus, drawn.protect.targets[0]) if drawn.protect and protecting else None
    killed, stopped_by = None, None
    if kill is not None:
        victim = _moved(bus, kill.target)
        if kill.by == stunned:
            stopped_by = "stun"
        elif victim == protected:
            stopped_by = "protect"
        else:
            killed = victim
    return NightVerdict(
        drawn=drawn,
        kill=kill,
        bus=bus,
        stunned=stunned,
        protected=protected,
        killed=killed,
        kill_stopped_by=stopped_by,
    )


def _swapped(drawn: Drawn) -> tuple[Seat, Seat] | None:
    """The seats that the bus swaps. Only a stun aimed at a sender outside the bus stops it (T4.3)."""
    bus, stun = drawn.bus, drawn.stun
    if bus is None or (stun is not None and stun.targets[0] == bus.by and bus.by not in bus.targets):
        return None
    return (min(bus.targets), max(bus.targets))


def _moved(bus: tuple[Seat, Seat] | None, target: Seat) -> Seat:
    if bus is None or target not in bus:
        return target
    return bus[1] if target == bus[0] else bus[0]


def hammer(living: Sequence[Seat], wagons: Wagons) -> DayVerdict | None:
    """The verdict of a majority, for START9 or a seat, which ends the day at once (T5.2, T5.3)."""
    return voting.hammer(living, wagons, START9)


def settle_day(
    living: Sequence[Seat], wagons: Wagons, settings: TwitchSettings, label: str, rolls: Rolls
) -> DayVerdict:
    """The verdict when a day closes without a majority: the most voted seat goes (T5.4 to T5.6).

    Args:
        living: the living seats, in player-list order.
        wagons: the votes.
        settings: the game's rulings.
        label: the label of a roll for a tie.
        rolls: where the roll comes from.
    """
    return voting.by_plurality(wagons, wagons.leaders(living), settings.day_tie, label, rolls)


def winner(living: Sequence[Seat], roles: Sequence[Faction]) -> Outcome | None:
    """Who has won, if anyone: Helix without Dome left, Dome when they outnumber the Helix (T6.1 to T6.3).

    Args:
        living: the living seats.
        roles: the faction of each seat of the game.
    """
    if not living:
        return Outcome(winner=None, reason="nobody-left", clause="T6.3")
    dome = sum(1 for seat in living if roles[seat - 1] == DOME)
    if dome == 0:
        return won_by(HELIX, roles, "no-dome-left", "T6.1")
    if dome * 2 > len(living):
        return won_by(DOME, roles, "outnumbered", "T6.2")
    return None
