"""What every game is made of: names, settings, audiences, picks, deadlines."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.kernel import (
    EVERYONE,
    MODERATOR,
    MODERATORS,
    PUBLIC,
    SPECTATOR,
    SPECTATORS,
    Answer,
    Audience,
    Decision,
    Entrant,
    Event,
    Field,
    Roster,
    RuleViolation,
    SeatCommand,
    SettingError,
    Settings,
    after,
    check_picks,
    defaults,
    faction,
    fold,
    only,
    require_current,
    require_living,
    seat_viewer,
    setting,
)
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.settings import TruthSettings

BERLIN = ZoneInfo("Europe/Berlin")


# ------------------------------------------------------------------------------------------- names


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bird Jesus", "bird-jésus!"),
        ("STRASSE", "straße"),
        ("Zoë", "Zoe\u0308"),
        ("ＡＤＡ", "ada"),
        ("𝐀da", "Ada"),
        ("ﬁn", "FIN"),
        ("❤️", "❤"),
        ("A.D.A.", " a d a "),
        ("A\u034fda", "Ada"),
        ("Ada\u3164", "Ada"),
        ("Ada\U000e0101", "Ada"),
        ("★\u2800", "★"),
    ],
)
def test_names_that_look_alike_fold_to_the_same(one: str, other: str) -> None:
    """Case, accents, spaces, punctuation and typographic variants do not tell names apart."""
    assert fold(one) == fold(other) != ""


@pytest.mark.clause("A10")
@pytest.mark.parametrize(("one", "other"), [("★", "☆"), ("कि", "कु"), ("Ada1", "Ada2"), ("日本", "日")])
def test_names_that_differ_in_every_way_fold_to_different_keys(one: str, other: str) -> None:
    """Symbols and the vowel signs of other scripts are names too."""
    assert fold(one) != fold(other)


@pytest.mark.clause("A10")
@pytest.mark.parametrize("name", ["", " ", "\u200b", "\t\n", "\ufe0f", "\u3164", "\u2800", "\uffa0\u17b4"])
def test_a_name_of_nothing_visible_folds_to_nothing(name: str) -> None:
    """Blank names can be recognised."""
    assert fold(name) == ""


@given(st.text(max_size=20))
def test_folding_twice_is_folding_once(name: str) -> None:
    """The folded form is a fixed point, so it can be stored and compared."""
    assert fold(fold(name)) == fold(name)


ROSTER = Roster(("Ada", "Annabel", "Anna", "Bird Jesus", "Cy"))


@pytest.mark.clause("A10")
def test_a_name_is_found_however_it_is_written() -> None:
    """A folded match is exact, also when it is the beginning of another name."""
    assert [ROSTER.find(text) for text in ("ADA", "bird jésus", "anna")] == [1, 4, 3]


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    ("text", "kind", "candidates"),
    [
        ("ann", "ambiguous", (2, 3)),
        ("bird", "not-understood", (4,)),
        ("Anma", "not-understood", (3,)),
        ("x", None, None),
    ],
)
def test_a_name_that_fits_none_or_several_is_refused_with_candidates(
    text: str, kind: str | None, candidates: tuple[int, ...] | None
) -> None:
    """Nothing is guessed, not even when one name only is near; without a near one all are shown."""
    with pytest.raises(RuleViolation) as refused:
        ROSTER.find(text)
    assert refused.value.code == "no-such-name"
    assert refused.value.kind == (kind or "not-understood")
    assert refused.value.facts["candidates"] == (candidates or (1, 2, 3, 4, 5))


@pytest.mark.clause("A10")
def test_candidates_are_only_those_that_can_be_meant() -> None:
    """A near miss offers nobody outside the seats asked for, but an exact name is found anywhere."""
    with pytest.raises(RuleViolation) as refused:
        ROSTER.find("ann", among=[1, 3])
    assert refused.value.facts["candidates"] == (3,)
    assert ROSTER.find("Annabel", among=[1, 3]) == 2


@pytest.mark.clause("A10")
def test_two_seats_of_one_name_are_never_confused() -> None:
    """Should names ever clash, the clash is shown instead of one of them taken."""
    with pytest.raises(RuleViolation) as refused:
        Roster(("Ada", "ada")).find("ADA")
    assert (refused.value.kind, refused.value.facts["candidates"]) == ("ambiguous", (1, 2))


def test_a_roster_lists_names_in_the_order_given() -> None:
    """Lists for people are joined by commas."""
    assert ROSTER.list([3, 1]) == "Anna, Ada"
    assert list(ROSTER) == [1, 2, 3, 4, 5]


# ---------------------------------------------------------------------------------------- settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices(Settings):
    """Every kind of setting."""

    rule: str = setting("roll", clause="A4", help="A choice.", choices=("roll", "none"))
    card: int = setting(8, clause="A4", help="A choice of numbers.", choices=(8, 1))
    size: int = setting(9, clause="A4", help="A number.", least=5, most=20)
    some: int | None = setting(None, clause="A4", help="A number or the default.", least=1, most=4)
    switch: bool = setting(True, clause="A4", help="On or off.")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("rule", " None ", "none"),
        ("card", "1", 1),
        ("size", "12", 12),
        ("some", "3", 3),
        ("switch", "OFF", False),
        ("switch", "yes", True),
        ("outage_grace", "0", 0),
    ],
)
def test_a_setting_is_read_as_a_moderator_types_it(name: str, text: str, value: object) -> None:
    """Words, numbers and switches."""
    read: Any = Choices.read(name, text)
    assert read == value
    assert type(read) is type(value)
    assert getattr(Choices(**{name: read}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("colour", "red", "there is no setting 'colour'"),
        ("switch", "perhaps", "switch is on or off"),
        ("size", "many", "size is a whole number"),
        ("card", "eight", "card is a whole number"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(name: str, text: str, sentence: str) -> None:
    """Unknown names and words of the wrong kind."""
    with pytest.raises(SettingError, match=sentence):
        Choices.read(name, text)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"rule": "kill"}, "rule is one of: roll, none"),
        ({"rule": True}, "rule is one of: roll, none"),
        ({"card": 2}, "card is one of: 8, 1"),
        ({"card": True}, "card is one of: 8, 1"),
        ({"card": 8.0}, "card is one of: 8, 1"),
        ({"size": 4}, "size is a whole number from 5 to 20"),
        ({"size": 21}, "size is a whole number from 5 to 20"),
        ({"size": 9.0}, "size is a whole number"),
        ({"size": None}, "size is a whole number"),
        ({"some": 5}, "some is a whole number from 1 to 4"),
        ({"some": True}, "some is a whole number"),
        ({"switch": 1}, "switch is on or off"),
        ({"switch": "on"}, "switch is on or off"),
        ({"outage_grace": 61}, "outage_grace is a whole number from 0 to 60"),
    ],
)
def test_settings_hold_only_what_their_rulebook_allows(values: dict[str, Any], sentence: str) -> None:
    """Wrong values and wrong types, each with a sentence and the setting's name."""
    with pytest.raises(SettingError, match=f"^{sentence}$") as refused:
        Choices(**values)
    assert refused.value.name == next(iter(values))


def test_defaults_are_by_name() -> None:
    """The defaults of the rulebook and of all games."""
    assert defaults(Choices)["rule"] == "roll"
    assert defaults(Choices)["close_when_all_in"] is True


@pytest.mark.clause("L1.1")
def test_settings_that_conflict_are_refused() -> None:
    """Mafia must be fewer than half."""
    with pytest.raises(SettingError, match="fewer than half"):
        TruthSettings(players=8, mafia=4)
    assert TruthSettings(players=9, mafia=4).mafia == 4


# --------------------------------------------------------------------------------------- audiences


class Told(Event):
    """An event with an audience to try."""

    def __init__(self, audience: Audience) -> None:
        object.__setattr__(self, "_audience", audience)

    @property
    def audience(self) -> Audience:
        """The audience to try."""
        audience: Audience = object.__getattribute__(self, "_audience")
        return audience


@pytest.mark.parametrize(
    ("audience", "may"),
    [
        (EVERYONE, {"public", "mafia", "town", "spectator", "moderator"}),
        (SPECTATORS, {"spectator", "moderator"}),
        (MODERATORS, {"moderator"}),
        (faction("mafia"), {"mafia", "moderator"}),
        (only(2), {"town", "moderator"}),
        (Audience("spectators", seats=frozenset({2})), {"town", "spectator", "moderator"}),
    ],
)
def test_an_event_is_for_its_audience_alone(audience: Audience, may: set[str]) -> None:
    """The public, a seat, its faction, spectators and moderators are told apart."""
    from ringmaster.games.truth.state import TruthState

    game = TruthGame()
    state = TruthState(settings=TruthSettings(), roles=("mafia", *["town"] * 8), living=tuple(range(1, 10)))
    viewers = {
        "public": PUBLIC,
        "mafia": seat_viewer(1),
        "town": seat_viewer(2),
        "spectator": SPECTATOR,
        "moderator": MODERATOR,
    }
    assert {name for name, viewer in viewers.items() if game.may_know(state, Told(audience), viewer)} == may


# ------------------------------------------------------------------------------- decisions and picks

CARDS = Decision(
    name="play",
    fields=(Field(name="public", choices=(10, 5, 5)), Field(name="secret", choices=(10, 5, 5))),
    one_pool=True,
)
BUS = Decision(name="bus", fields=(Field(name="seats", choices=(1, 2, 3), minimum=2, maximum=2),))
WORD = Decision(name="unvote")


@pytest.mark.parametrize(
    "answer",
    [
        Answer(name="play", picks=((5,), (5,))),
        Answer(name="play", picks=((10,), (5,))),
        Answer(name="bus", picks=((3, 1),)),
        Answer(name="unvote"),
    ],
)
def test_picks_within_the_choices_fit(answer: Answer) -> None:
    """Two copies of a card are two cards."""
    assert check_picks((CARDS, BUS, WORD), answer).name == answer.name


@pytest.mark.clause("A3")
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(name="play", picks=((10,), (10,))), "no-such-choice"),
        (Answer(name="play", picks=((7,), (5,))), "no-such-choice"),
        (Answer(name="play", picks=((5,),)), "wrong-number"),
        (Answer(name="play", picks=((5, 5), ())), "wrong-number"),
        (Answer(name="bus", picks=((1, 1),)), "no-such-choice"),
        (Answer(name="bus", picks=((1,),)), "wrong-number"),
        (Answer(name="unvote", picks=((1,),)), "wrong-number"),
        (Answer(name="dance"), "no-such-decision"),
    ],
)
def test_picks_that_do_not_fit_are_refused(answer: Answer, code: str) -> None:
    """A card twice that is there once, too few, too many, and what is not asked."""
    with pytest.raises(RuleViolation) as refused:
        check_picks((CARDS, BUS, WORD), answer)
    assert refused.value.code == code


@pytest.mark.clause("A1")
def test_what_was_made_for_an_earlier_phase_is_stale() -> None:
    """A button of day 1 does not count on day 2, and nothing counts after the end."""
    require_current(SeatCommand(seat=1, phase="day-2"), "day-2")
    require_current(SeatCommand(seat=1), "day-2")
    with pytest.raises(RuleViolation) as stale:
        require_current(SeatCommand(seat=1, phase="day-1"), "day-2")
    with pytest.raises(RuleViolation) as over:
        require_current(SeatCommand(seat=1, phase="day-2"), None)
    assert (stale.value.code, over.value.code) == ("stale", "game-over")


@pytest.mark.clause("A2")
def test_only_the_living_send() -> None:
    """A seat that has left is refused."""
    require_living(1, (1, 2))
    with pytest.raises(RuleViolation) as refused:
        require_living(3, (1, 2))
    assert refused.value.code == "not-living"


# --------------------------------------------------------------------------------------- deadlines


@pytest.mark.parametrize(("month", "day"), [(3, 28), (10, 24)])
def test_a_day_is_a_day_when_the_clocks_change(month: int, day: int) -> None:
    """24 hours from nine in the evening is nine in the evening, in spring and in autumn."""
    opened = datetime(2026, month, day, 21, tzinfo=BERLIN)
    closes = after(opened, 24)
    assert (closes.day, closes.hour) == (day + 1, 21)
    assert closes.utcoffset() != opened.utcoffset()


def test_hours_are_hours_when_the_clocks_change() -> None:
    """Six hours over the night of the change are six by the stopwatch."""
    opened = datetime(2026, 3, 28, 23, tzinfo=BERLIN)
    assert after(opened, 6) == datetime(2026, 3, 29, 6, tzinfo=BERLIN)
    assert after(opened, 6).timestamp() - opened.timestamp() == 6 * 3600


@pytest.mark.parametrize("fold_", [0, 1])
def test_the_hour_that_comes_twice_is_told_apart(fold_: int) -> None:
    """A phase that opens in the second 2:30 of the night closes an hour after that one."""
    opened = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=fold_)
    assert after(opened, 1).timestamp() - opened.timestamp() == 3600
    assert after(opened, 0) == opened


def test_a_deadline_in_the_hour_that_is_left_out_comes_after_it() -> None:
    """24 hours from 2:30 end at 3:30 on the night without a 2:30."""
    closes = after(datetime(2026, 3, 28, 2, 30, tzinfo=BERLIN), 24)
    assert (closes.day, closes.hour, closes.minute) == (29, 3, 30)


@given(st.integers(0, 366 * 24 * 60), st.integers(0, 400))
def test_a_deadline_is_within_an_hour_of_the_stopwatch(minutes: int, hours: int) -> None:
    """Wall-clock days differ from 24 hours by the clock change at most, and the zone stays."""
    opened = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(BERLIN)
    closes = after(opened, hours)
    assert abs(closes.timestamp() - opened.timestamp() - hours * 3600) <= 3600
    assert closes.tzinfo is BERLIN


# -------------------------------------------------------------------------------------- the contract


def test_a_game_begins_with_an_event() -> None:
    """Replaying nothing is an error, not an empty game."""
    with pytest.raises(ValueError, match="begins with an event"):
        TruthGame().replay([])


def test_an_entrant_may_have_a_date_or_none() -> None:
    """Games that ask for seniority read it; others leave it out."""
    assert Entrant().since is None
    assert Entrant(since=datetime(2020, 1, 1, tzinfo=BERLIN) + timedelta(days=1)).since is not None
