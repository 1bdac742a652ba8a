"""The questions about To Tell the Truth."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ringmaster.adjudicator.question import Names, Question, WrongInput
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import RuleViolation, Seat, Value
from ringmaster.games.truth.checks import require_may_vote
from ringmaster.games.truth.rulings import DayVerdict, draw_suspects, hammer, make_statement, settle_day
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import NO_ELIMINATION
from ringmaster.games.voting import Wagons

Pair = Annotated[list[str], Field(min_length=2, max_length=2)]

REFUSALS = {
    "no-elimination-forbidden": f'"{NO_ELIMINATION}" is forbidden by the settings',
    "self-vote-forbidden": "a vote for oneself is forbidden by the settings",
}


class StatementQuestion(Question):
    """What the morning's statement says (L3.3, L4)."""

    name = "truth.statement"
    settings_type = TruthSettings

    living: Annotated[list[str], Field(min_length=2)]
    mafia: list[str]
    suspects: Pair | None

    def answer(self, settings: TruthSettings, rolls: Rolls) -> dict[str, Any]:
        """The suspects in list order, the statement, and who got the true result."""
        names = Names("living", self.living)
        living = list(names.seats.values())
        Names("mafia", self.mafia)
        mafia = {names.seat(name, f"mafia[{i}]", "living") for i, name in enumerate(self.mafia)}
        suspects = self._suspects(names) or draw_suspects(living, self.name, rolls)
        made, true_half = make_statement(1, living, mafia, suspects, self.name, rolls)
        halves = ((made.first, made.first_guilty), (made.second, made.second_guilty))
        return {
            "suspects": [names.name(seat) for seat, _ in halves],
            "statement": " or ".join(
                f"{names.name(seat)} is {'guilty' if guilty else 'innocent'}" for seat, guilty in halves
            ),
            "true_half": names.name(true_half),
        }

    def _suspects(self, names: Names) -> tuple[Seat, Seat] | None:
        if self.suspects is None:
            return None
        one, two = (names.seat(name, f"suspects[{i}]", "living") for i, name in enumerate(self.suspects))
        if one == two:
            raise WrongInput("suspects[1]", f'"{names.name(one)}" is named twice')
        return one, two


class TruthVote(BaseModel):
    """One entry of the day's votes; None takes the vote back."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    by: str
    target: str | None = Field(alias="for")


class DayQuestion(Question):
    """How a day stands, or ended, after these votes (L2)."""

    name = "truth.day"
    settings_type = TruthSettings

    living: Annotated[list[str], Field(min_length=1)]
    votes: list[TruthVote]
    at_deadline: bool

    def answer(self, settings: TruthSettings, rolls: Rolls) -> dict[str, Any]:
        """Whether the day has ended, who is eliminated and why, and the votes."""
        names = Names("living", self.living, reserved=[NO_ELIMINATION])
        living = tuple(names.seats.values())
        wagons, verdict = self._take_votes(names, living, settings)
        if verdict is None and self.at_deadline:
            verdict = settle_day(living, wagons, settings, f"{self.name}/tie", rolls)
        eliminated = None if verdict is None else verdict.eliminated
        return {
            "ended": verdict is not None,
            "eliminated": None if eliminated is None else names.name(eliminated),
            "decided_by": None if verdict is None else verdict.decided_by,
            "counts": {
                names.name(target) if isinstance(target, int) else target: votes
                for target, votes in wagons.counts((*living, NO_ELIMINATION)).items()
            },
        }

    def _take_votes(
        self, names: Names, living: tuple[Seat, ...], settings: TruthSettings
    ) -> tuple[Wagons, DayVerdict | None]:
        wagons, verdict = Wagons(), None
        for place, vote in enumerate(self.votes):
            path = f"votes[{place}]"
            if verdict is not None:
                raise WrongInput(path, "comes after the day has ended")
            by = names.seat(vote.by, f"{path}.by", "living")
            if vote.target is None:
                wagons = wagons.withdraw(by)
                continue
            target = self._target(names, living, settings, by, vote.target, f"{path}.for")
            wagons = wagons.cast(by, target)
            verdict = hammer(living, wagons, settings)
        return wagons, verdict

    def _target(
        self, names: Names, living: tuple[Seat, ...], settings: TruthSettings, by: Seat, word: str, path: str
    ) -> Value:
        target = word if word == NO_ELIMINATION else names.seat(word, path, "living")
        try:
            require_may_vote(living, settings, by, target)
        except RuleViolation as refused:
            raise WrongInput(path, REFUSALS[refused.code]) from None
        return target


QUESTIONS: tuple[type[Question], ...] = (StatementQuestion, DayQuestion)
