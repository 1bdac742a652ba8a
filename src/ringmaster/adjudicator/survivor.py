"""The eight questions about Card Survivor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from ringmaster.adjudicator.question import Entry, Names, Question, WrongInput, number, require_name
from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat, fold
from ringmaster.games.survivor.cards import CARD_VALUES
from ringmaster.games.survivor.challenges import MOST_CARDS, TribalPlay, settle_individual, settle_tribal
from ringmaster.games.survivor.council import (
    Council,
    CouncilVerdict,
    NobodyToEliminate,
    PointsMissing,
    missed_votes,
    settle_council,
)
from ringmaster.games.survivor.fan_favourite import settle_fan_vote
from ringmaster.games.survivor.final_four import HandVerdict, place, settle_hand, standings
from ringmaster.games.survivor.jury import DecidingVote, JuryVerdict, settle_jury
from ringmaster.games.survivor.settings import FINAL_FOUR, FINALISTS, SurvivorSettings
from ringmaster.games.survivor.tribes import deal_tribes, merge_reason

TRIBES = 2


def _card(value: int) -> int:
    if value not in CARD_VALUES:
        raise ValueError(f"{value} is no card of the deck")
    return value


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("must be a date such as 2026-12-03, or a date and time") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _not_true(value: str | bool | None) -> str | bool | None:
    if value is True:
        raise ValueError("must be a name, null (awaited) or false (missed), not true")
    return value


CardValue = Annotated[int, AfterValidator(_card)]
"""A value that some card has. A ruling does not know what a seat still holds, so copies are not counted (S1.3)."""

Since = Annotated[str, AfterValidator(_moment)]
"""An ISO date or date-time as text, an aware moment once it is read; without a zone it is UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings(SurvivorSettings):
    """The settings of a single ruling. It belongs to no game whose seats and jury they must fit (S2.1)."""

    def conflicts(self) -> Any:
        """None: only what the ruling needs is looked at."""
        return iter(())


class SurvivorQuestion(Question):
    """What the questions about Card Survivor have in common."""

    settings_type = Rulings


class _SeatSince(Entry):
    name: str
    since: Since


class TribesQuestion(SurvivorQuestion):
    """Tribes by seniority (S2.3)."""

    name = "survivor.tribes"

    seats: list[_SeatSince] = Field(min_length=2)

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """The tribes, each in the order dealt."""
        names = Names("seats", [seat.name for seat in self.seats])
        since: list[Any] = [seat.since for seat in self.seats]
        return {"tribes": [[names.name(seat) for seat in tribe] for tribe in deal_tribes(since)]}


class TribalChallengeQuestion(SurvivorQuestion):
    """A tribal immunity challenge (S3)."""

    name = "survivor.tribal-challenge"

    tribes: dict[str, dict[str, dict[str, CardValue]]] = Field(min_length=TRIBES, max_length=TRIBES)

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Which tribe wins, and what is posted of the cards."""
        self._check()
        tribes, plays = list(self.tribes), list(self.tribes.values())
        verdict = settle_tribal([_tribal_play(play) for play in plays], "challenge/tie", rolls)
        return {
            "winner": tribes[verdict.winner],
            "loser": tribes[verdict.loser],
            "averages": {tribe: number(average) for tribe, average in zip(tribes, verdict.averages, strict=True)},
            "decided_by": verdict.decided_by,
            "public": {
                tribe: {name: cards["public"] for name, cards in members.items() if "public" in cards}
                for tribe, members in self.tribes.items()
            },
            "secret": {
                tribe: sorted(_played(members, "secret"), reverse=True) for tribe, members in self.tribes.items()
            },
        }

    def _check(self) -> None:
        Names("tribes", self.tribes)
        seen: dict[str, str] = {}
        for tribe, members in self.tribes.items():
            if not members:
                raise WrongInput(f"tribes.{tribe}", "a tribe has at least one seat")
            for name, cards in members.items():
                path = f"tribes.{tribe}.{name}"
                if fold(name) in seen:
                    raise WrongInput(path, f'"{name}" reads the same as "{seen[fold(name)]}"')
                seen[fold(name)] = name
                for kind in cards:
                    if kind not in {"public", "secret"}:
                        raise WrongInput(f"{path}.{kind}", "unknown field")
                if "secret" in cards and "public" not in cards:
                    raise WrongInput(f"{path}.public", "missing: a single card is played as the public one")


def _played(members: Mapping[str, Mapping[str, int]], kind: str) -> tuple[int, ...]:
    return tuple(cards[kind] for cards in members.values() if kind in cards)


def _tribal_play(members: Mapping[str, Mapping[str, int]]) -> TribalPlay:
    return TribalPlay(seats=len(members), public=_played(members, "public"), secret=_played(members, "secret"))


class IndividualChallengeQuestion(SurvivorQuestion):
    """An individual immunity challenge (S4)."""

    name = "survivor.individual-challenge"

    plays: dict[str, Annotated[list[CardValue], Field(max_length=MOST_CARDS)]] = Field(min_length=1)

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Who wins, and the totals."""
        names = Names("plays", self.plays)
        plays = {names.seats[name]: cards for name, cards in self.plays.items()}
        verdict = settle_individual(plays, "challenge/tie", rolls)
        return {
            "winner": names.name(verdict.winner),
            "totals": {names.name(seat): total for seat, total in verdict.totals},
            "decided_by": verdict.decided_by,
        }


class CouncilQuestion(SurvivorQuestion):
    """A tribal council (S5, S6). Members who did not vote are treated as ``missed_vote`` says (S5.3)."""

    name = "survivor.council"

    members: list[str] = Field(min_length=1)
    immune: list[str]
    votes: dict[str, str]
    points: dict[str, int]
    idol: str | None

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Who is eliminated and how it came to it."""
        names = Names("members", self.members)
        council = self._council(names, settings, rolls)
        try:
            verdict = settle_council(council, "council", rolls)
        except PointsMissing as missing:
            name = names.name(missing.seat)
            raise WrongInput(f"points.{name}", f'missing: the vote of "{name}" is weighed') from None
        except NobodyToEliminate:
            raise WrongInput("members", "everyone is immune or safe, so nobody can be eliminated") from None
        return _council_answer(names, verdict)

    def _council(self, names: Names, settings: Rulings, rolls: Rolls) -> Council:
        seats = tuple(names.seats.values())
        Names("immune", self.immune)
        immune = {names.seat(name, f"immune[{at}]", "a member") for at, name in enumerate(self.immune)}
        votes = {
            names.seat(voter, f"votes.{voter}", "a member"): self._target(names, voter, target)
            for voter, target in self.votes.items()
        }
        points = {names.seat(name, f"points.{name}", "a member"): n for name, n in self.points.items()}
        idol = None if self.idol is None else names.seat(self.idol, "idol", "a member")
        votes |= missed_votes(seats, immune, votes, settings.missed_vote, "council", rolls)
        return Council(
            members=seats, immune=immune, votes=votes, points=points, idol=idol, rocks_pool=settings.rocks_pool
        )

    def _target(self, names: Names, voter: str, target: str) -> Seat:
        seat = names.seat(target, f"votes.{voter}", "a member")
        if target == voter:
            raise WrongInput(f"votes.{voter}", f'"{voter}" cannot vote for themselves')
        if target in self.immune:
            raise WrongInput(f"votes.{voter}", f'"{target}" is immune')
        return seat


def _council_answer(names: Names, verdict: CouncilVerdict) -> dict[str, Any]:
    def by_name(counts: Sequence[tuple[Seat, int]]) -> dict[str, int]:
        return {names.name(seat): count for seat, count in counts}

    return {
        "tally": by_name(verdict.tally),
        "void": verdict.void,
        "weighted": None if verdict.weighted is None else by_name(verdict.weighted),
        "pool": None if verdict.pool is None else [names.name(seat) for seat in verdict.pool],
        "eliminated": names.name(verdict.eliminated),
        "decided_by": verdict.decided_by,
    }


class MergeQuestion(SurvivorQuestion):
    """Whether the tribes merge (S7)."""

    name = "survivor.merge"

    tribes: dict[str, Annotated[int, Field(ge=0)]] = Field(min_length=TRIBES, max_length=TRIBES)
    loser: str | None

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Whether they merge, and the first reason that holds."""
        names = Names("tribes", self.tribes)
        loser = None if self.loser is None else names.seat(self.loser, "loser", "a tribe") - 1
        because = merge_reason(list(self.tribes.values()), loser, settings.merge_at)
        return {"merge": because is not None, "because": because}


class FanFavouriteQuestion(SurvivorQuestion):
    """The fan favourite (S9)."""

    name = "survivor.fan-favourite"

    finalists: list[str] = Field(min_length=FINAL_FOUR, max_length=FINAL_FOUR)
    votes: dict[str, str]

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Who is the favourite, if anyone, and why."""
        names = Names("finalists", self.finalists)
        votes = _votes_from_outside(names, self.votes, "spectator")
        verdict = settle_fan_vote(
            tuple(names.seats.values()), votes, settings.fan_quorum, settings.fan_tie, "fan-vote/tie", rolls
        )
        favourite = None if verdict.favourite is None else names.name(verdict.favourite)
        return {"favourite": favourite, "because": verdict.because}


def _votes_from_outside(names: Names, given: Mapping[str, str], voters: str) -> dict[str, Seat]:
    votes: dict[str, Seat] = {}
    for voter, target in given.items():
        path = f"votes.{voter}"
        require_name(voter, path)
        if voter in names.seats:
            raise WrongInput(path, f'"{voter}" is a finalist, not a {voters}')
        votes[voter] = names.seat(target, path, "a finalist")
    return votes


class FinalFourQuestion(SurvivorQuestion):
    """The final-four game (S10)."""

    name = "survivor.final-four"

    seats: list[str] = Field(min_length=FINAL_FOUR, max_length=FINAL_FOUR)
    hands: list[Annotated[dict[str, CardValue], Field(min_length=1)]]

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """What each hand brings, the totals, the two finalists and whom the first can choose."""
        names = Names("seats", self.seats)
        seats = tuple(names.seats.values())
        hands: list[HandVerdict] = []
        for at, cards in enumerate(self._hands(names), start=1):
            carried = hands[-1].carried if hands else 0
            hands.append(settle_hand(cards, carried, settings.hand_tie, f"hand-{at}/tie", rolls))
        standing = standings(seats, hands)
        finalists = [placing.seat for placing in place(standing, ("first", "second"), "final-four", rolls)]
        return {
            "hands": [_hand_answer(names, hand) for hand in hands],
            "totals": {names.name(seat): number(own.total) for seat, own in standing.items()},
            "finalists": [names.name(seat) for seat in finalists],
            "choice_of": [names.name(seat) for seat in seats if seat not in finalists],
        }

    def _hands(self, names: Names) -> list[dict[Seat, int]]:
        read: list[dict[Seat, int]] = []
        for at, hand in enumerate(self.hands):
            cards = {names.seat(name, f"hands[{at}].{name}", "a seat"): card for name, card in hand.items()}
            for seat in cards:
                if read and seat not in read[-1]:
                    name = names.name(seat)
                    raise WrongInput(f"hands[{at}].{name}", f'"{name}" was out of cards in the hand before')
            read.append({seat: cards[seat] for seat in sorted(cards)})
        return read


def _hand_answer(names: Names, hand: HandVerdict) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "winner": None if hand.winner is None else names.name(hand.winner),
        "points": number(hand.points),
    }
    if hand.shared_by:
        answer["shared_by"] = [names.name(seat) for seat in hand.shared_by]
    return answer


class JuryQuestion(SurvivorQuestion):
    """The verdict of the jury (S11). The favourite may be someone who is not in the final (S11.5)."""

    name = "survivor.jury"

    finalists: list[str] = Field(min_length=FINALISTS, max_length=FINALISTS)
    votes: dict[str, str]
    fan_favourite: str | None
    deciding_vote: Annotated[str | bool | None, AfterValidator(_not_true)]

    def answer(self, settings: Rulings, rolls: Rolls) -> dict[str, Any]:
        """Who has won and by what, or whose deciding vote is awaited."""
        names = Names("finalists", self.finalists)
        finalists = tuple(names.seats.values())
        votes = _votes_from_outside(names, self.votes, "juror")
        favourite = self._favourite(names)
        deciding: DecidingVote = None if self.deciding_vote is None else False
        if isinstance(self.deciding_vote, str):
            deciding = names.seat(self.deciding_vote, "deciding_vote", "a finalist")
        jurors = dict(enumerate(votes.values(), start=FINALISTS + 1))
        verdict = settle_jury(finalists, jurors, favourite, deciding)
        if verdict.between and deciding and deciding not in verdict.between:
            raise WrongInput("deciding_vote", f'"{self.deciding_vote}" is not one of the two who are tied')
        return _jury_answer(names, verdict)

    def _favourite(self, names: Names) -> Seat | None:
        if self.fan_favourite is None:
            return None
        require_name(self.fan_favourite, "fan_favourite")
        return names.seats.get(self.fan_favourite)


def _jury_answer(names: Names, verdict: JuryVerdict) -> dict[str, Any]:
    voter, between = verdict.deciding_vote_from, verdict.between
    return {
        "winner": None if verdict.winner is None else names.name(verdict.winner),
        "decided_by": verdict.decided_by,
        "deciding_vote_from": None if voter is None else names.name(voter),
        "between": None if between is None else [names.name(seat) for seat in between],
    }


QUESTIONS: tuple[type[Question], ...] = (
    TribesQuestion,
    TribalChallengeQuestion,
    IndividualChallengeQuestion,
    CouncilQuestion,
    MergeQuestion,
    FanFavouriteQuestion,
    FinalFourQuestion,
    JuryQuestion,
)
