"""The questions about To Tell the Truth."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ringmaster.adjudicator.days import day_answer, take_votes
from ringmaster.adjudicator.question import Entry, Names, Question, WrongInput
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import RuleViolation, Seat, Value
from ringmaster.games.truth.checks import require_may_vote
from ringmaster.games.truth.rulings import draw_suspects, hammer, make_statement, settle_day
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


class TruthVote(Entry):
    """One entry of the day's votes; None takes the vote back."""

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

        def cast(wagons: Wagons, vote: TruthVote, path: str) -> Wagons:
            by = names.seat(vote.by, f"{path}.by", "living")
            if vote.target is None:
                return wagons.withdraw(by)
            return wagons.cast(by, self._target(names, living, settings, by, vote.target, f"{path}.for"))

        wagons, verdict = take_votes(self.votes, cast, lambda wagons: hammer(living, wagons, settings))
        if verdict is None and self.at_deadline:
            verdict = settle_day(living, wagons, settings, f"{self.name}/tie", rolls)
        return day_answer(names, wagons, verdict, "eliminated", NO_ELIMINATION)

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
