"""The questions about Twitch Plays Mafia."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ringmaster.adjudicator.days import day_answer, take_votes
from ringmaster.adjudicator.question import Entry, Names, Question, WrongInput
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.games.twitch.checks import require_may_vote, require_targets, targets_needed
from ringmaster.games.twitch.rulings import hammer, settle_day, settle_night
from ringmaster.games.twitch.settings import TwitchSettings
from ringmaster.games.twitch.state import DOME, START9, Action, Faction, Kill, Kind
from ringmaster.games.voting import Wagons

REFUSALS = {
    "vote-final": ("by", "has voted already, and a vote cannot be changed"),
    "self-vote-forbidden": ("for", "is the voter, and a vote for oneself is forbidden by the settings"),
}


class NightAction(Entry):
    """One submission."""

    by: str
    action: Kind
    targets: list[str]


class NightKill(Entry):
    """The kill that the Dome have named."""

    by: str
    target: str


class NightQuestion(Question):
    """What a night leads to (T2.3, T3.3, T4)."""

    name = "twitch.night"
    settings_type = TwitchSettings

    living: Annotated[dict[str, Faction], Field(min_length=1)]
    actions: list[NightAction]
    kill: NightKill | None

    def answer(self, settings: TwitchSettings, rolls: Rolls) -> dict[str, Any]:
        """What was drawn, whom it affected, who died, and what stopped the kill."""
        names = Names("living", self.living)
        verdict = settle_night(
            tuple(names.seats.values()),
            tuple(self.living.values()),
            self._actions(names),
            self._kill(names),
            settings.missed_kill,
            self.name,
            rolls,
        )
        drawn = verdict.drawn
        return {
            "drawn": {
                kind: None if action is None else _as_given(names, action)
                for kind, action in (("bus", drawn.bus), ("stun", drawn.stun), ("protect", drawn.protect))
            },
            "bus": None if verdict.bus is None else [names.name(seat) for seat in verdict.bus],
            "stunned": _name(names, verdict.stunned),
            "protected": _name(names, verdict.protected),
            "killed": _name(names, verdict.killed),
            "kill_stopped_by": verdict.kill_stopped_by,
        }

    def _actions(self, names: Names) -> list[Action]:
        taken: list[Action] = []
        for place, given in enumerate(self.actions):
            path = f"actions[{place}]"
            by = names.seat(given.by, f"{path}.by", "living")
            if any(action.by == by for action in taken):
                raise WrongInput(f"{path}.by", f'"{given.by}" has sent its action already')
            taken.append(Action(by=by, kind=given.action, targets=_targets(names, given, f"{path}.targets")))
        return taken

    def _kill(self, names: Names) -> Kill | None:
        if self.kill is None:
            return None
        by = names.seat(self.kill.by, "kill.by", "living")
        if self.living[self.kill.by] != DOME:
            raise WrongInput("kill.by", f'"{self.kill.by}" is not Dome')
        return Kill(by=by, target=names.seat(self.kill.target, "kill.target", "living"))


def _targets(names: Names, given: NightAction, path: str) -> tuple[Seat, ...]:
    seats = tuple(names.seat(name, f"{path}[{place}]", "living") for place, name in enumerate(given.targets))
    try:
        require_targets(given.action, seats, tuple(names.seats.values()))
    except RuleViolation as refused:
        if refused.code == "same-target-twice":
            raise WrongInput(f"{path}[1]", f'"{given.targets[1]}" is named twice') from None
        needed = targets_needed(given.action)
        raise WrongInput(path, f"a {given.action} has {needed}, not {len(seats)}") from None
    return seats


def _as_given(names: Names, action: Action) -> dict[str, Any]:
    targets = [names.name(seat) for seat in action.targets]
    return {"by": names.name(action.by), "action": action.kind, "targets": targets}


def _name(names: Names, seat: Seat | None) -> str | None:
    return None if seat is None else names.name(seat)


class TwitchVote(Entry):
    """One entry of the day's votes."""

    by: str
    target: str = Field(alias="for")


class DayQuestion(Question):
    """How a day stands, or ended, after these votes (T5)."""

    name = "twitch.day"
    settings_type = TwitchSettings

    living: Annotated[list[str], Field(min_length=1)]
    votes: list[TwitchVote]
    at_deadline: bool

    def answer(self, settings: TwitchSettings, rolls: Rolls) -> dict[str, Any]:
        """Whether the day has ended, who is lynched and why, and the votes."""
        names = Names("living", self.living, reserved=[START9])
        living = tuple(names.seats.values())

        def cast(wagons: Wagons, vote: TwitchVote, path: str) -> Wagons:
            by = names.seat(vote.by, f"{path}.by", "living")
            target = START9 if vote.target == START9 else names.seat(vote.target, f"{path}.for", "living")
            try:
                require_may_vote(living, wagons, settings, by, target)
            except RuleViolation as refused:
                field, problem = REFUSALS[refused.code]
                raise WrongInput(f"{path}.{field}", f'"{vote.by}" {problem}') from None
            return wagons.cast(by, target)

        wagons, verdict = take_votes(self.votes, cast, lambda wagons: hammer(living, wagons))
        if verdict is None and (self.at_deadline or not wagons.absent(living)):
            verdict = settle_day(living, wagons, settings, f"{self.name}/tie", rolls)
        return day_answer(names, wagons, verdict, "lynched", START9)


QUESTIONS: tuple[type[Question], ...] = (NightQuestion, DayQuestion)
