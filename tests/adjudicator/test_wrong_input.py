"""Everything that is not what a question asks for, in one sentence that names the field."""

from __future__ import annotations

from typing import Any

import pytest

from ringmaster.adjudicator.question import Names, WrongInput
from ringmaster.adjudicator.ruling import rule, rule_text

DAY: dict[str, Any] = {"living": ["Ada", "Bo", "Cy"], "votes": [{"by": "Ada", "for": "Bo"}], "at_deadline": True}
STATEMENT: dict[str, Any] = {"living": ["Ada", "Bo", "Cy"], "mafia": ["Cy"], "suspects": ["Ada", "Cy"]}


def refusal(question: str, given: dict[str, Any] | str) -> str:
    """The sentence that an input is refused with."""
    with pytest.raises(WrongInput) as caught:
        rule_text(question, given) if isinstance(given, str) else rule(question, given)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "pydantic" not in sentence
    assert "http" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "input: is empty; one JSON object is needed"),
        (" \n ", "input: is empty; one JSON object is needed"),
        ("{", "input: is no JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("[]", "input: must be a JSON object, not a list"),
        ("null", "input: must be a JSON object, not null"),
        ('"truth"', 'input: must be a JSON object, not "truth"'),
        ("true", "input: must be a JSON object, not true"),
        ("7", "input: must be a JSON object, not 7"),
        ("{} {}", "input: is no JSON: Extra data at line 1, column 4"),
        ('{"at_deadline": NaN}', "at_deadline: NaN is no JSON number"),
        ('{"votes": [{"by": "Ada", "for": -Infinity}]}', "votes[0].for: -Infinity is no JSON number"),
        ("NaN", "input: NaN is no JSON number"),
        ('{"": NaN}', "input: NaN is no JSON number"),
        ('{"living": [], "living": []}', "living: is given twice in one object"),
        ('{"votes": [{"by": "Ada", "by": "Bo"}]}', "votes[0].by: is given twice in one object"),
        ('{"votes": [{"by": NaN}], "votes": []}', "votes: is given twice in one object"),
        ('{"rolls": [' + "9" * 5000 + "]}", "input: holds a number with too many digits"),
        ("[" * 100_000, "input: is nested too deeply"),
    ],
)
def test_what_is_no_single_clean_object_is_wrong(text: str, sentence: str) -> None:
    """Empty, broken, ambiguous and endless inputs are each told apart."""
    assert refusal("truth.day", text) == sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"livng": []},
            "livng: there is no such field; truth.day has: rolls, seed, settings, living, votes, at_deadline",
        ),
        ({"living": "Ada"}, 'living: must be a list, not "Ada"'),
        ({"living": ["Ada", 5]}, "living[1]: must be text, not 5"),
        ({"living": []}, "living: needs at least 1, not 0"),
        ({"living": ["Ada", "Bo", "Ada"]}, 'living[2]: "Ada" is listed twice'),
        ({"living": ["Ada", "Bo", "ADA"]}, 'living[2]: "ADA" reads the same as "Ada"'),
        ({"living": ["Ada", "Bo", " "]}, "living[2]: a name cannot be blank"),
        ({"living": ["Ada", "Bo", "No Elimination"]}, 'living[2]: "No Elimination" reads the same as "no elimination"'),
        ({"at_deadline": 1}, "at_deadline: must be true or false, not 1"),
        ({"at_deadline": "yes"}, 'at_deadline: must be true or false, not "yes"'),
        ({"votes": {"Ada": "Bo"}}, "votes: must be a list, not an object"),
        ({"votes": ["Ada"]}, 'votes[0]: must be an object, not "Ada"'),
        ({"votes": [{"by": "Ada"}]}, "votes[0].for: is missing"),
        ({"votes": [{"by": "Ada", "for": "Bo", "at": 3}]}, "votes[0].at: there is no such field"),
        ({"votes": [{"by": "Ada", "for": True}]}, "votes[0].for: must be text, not true"),
        ({"votes": [{"by": "Zed", "for": "Bo"}]}, 'votes[0].by: "Zed" is not living'),
        ({"votes": [{"by": "Ada", "for": "ada"}]}, 'votes[0].for: "ada" is not living'),
        ({"votes": [{"by": "Ada", "for": "start9"}]}, 'votes[0].for: "start9" is not living'),
        ({"rolls": [1]}, "rolls: too many; only 0 needed"),
        ({"rolls": 1}, "rolls: must be a list, not 1"),
        ({"rolls": [True]}, "rolls[0]: must be a whole number, not true"),
        ({"rolls": [1.0]}, "rolls[0]: must be a whole number, not 1.0"),
        ({"rolls": ["1"]}, 'rolls[0]: must be a whole number, not "1"'),
        ({"rolls": None}, "rolls: cannot be null; it can be left out"),
        ({"seed": None}, "seed: cannot be null; it can be left out"),
        ({"seed": 5}, "seed: must be text, not 5"),
        ({"seed": ""}, "seed: is empty"),
        ({"seed": "xyz"}, "seed: must be hexadecimal digits, two for each byte"),
        ({"seed": "abc"}, "seed: must be hexadecimal digits, two for each byte"),
        ({"seed": "00", "rolls": []}, "seed: give either rolls or a seed, not both"),
        ({"settings": []}, "settings: must be an object, not a list"),
        ({"settings": {"hammer": "maybe"}}, "settings.hammer: hammer is on or off"),
        ({"settings": {"hammer": 1}}, "settings.hammer: hammer is on or off"),
        ({"settings": {"day_tie": "kill"}}, "settings.day_tie: day_tie is one of: roll, first, none"),
        ({"settings": {"day_tie": True}}, "settings.day_tie: day_tie is one of: roll, first, none"),
        ({"settings": {"players": "nine"}}, "settings.players: players is a whole number"),
        ({"settings": {"players": 9.0}}, "settings.players: players is a whole number"),
        ({"settings": {"players": True}}, "settings.players: players is a whole number"),
        ({"settings": {"players": 10**300}}, "settings.players: players is a whole number from 5 to 20"),
    ],
)
def test_a_wrong_field_of_a_day_is_named(change: dict[str, Any], sentence: str) -> None:
    """Each field's problem has its own sentence, with its path."""
    assert refusal("truth.day", {**DAY, **change}) == sentence


@pytest.mark.parametrize("field", ["living", "votes", "at_deadline"])
def test_a_missing_field_is_named(field: str) -> None:
    """Nothing is assumed for a field that is not there."""
    assert refusal("truth.day", {key: value for key, value in DAY.items() if key != field}) == f"{field}: is missing"


def test_an_unknown_setting_is_told_the_known_ones() -> None:
    """The sentence lists the settings of the game that is asked about."""
    sentence = refusal("truth.day", {**DAY, "settings": {"hamer": True}})
    assert sentence.startswith("settings.hamer: there is no such setting; there are: outage_grace, ")
    assert "no_elimination" in sentence


@pytest.mark.clause("L1.1")
def test_settings_that_contradict_each_other_are_wrong() -> None:
    """Half of the seats or more cannot be Mafia."""
    sentence = refusal("truth.day", {**DAY, "settings": {"players": 6, "mafia": 3}})
    assert sentence.startswith("settings.mafia: 3 Mafia of 6 players is too many")


@pytest.mark.clause("A4")
@pytest.mark.parametrize(
    ("rolls", "sentence"),
    [
        ([], "rolls: too few; another 1d2 is needed for truth.statement/true-half"),
        ([1], "rolls: too few; another 1d3 is needed for truth.statement/other-half"),
        ([1, 4], "rolls[1]: 4 is not on 1d3 (truth.statement/other-half)"),
        ([0, 1], "rolls[0]: 0 is not on 1d2 (truth.statement/true-half)"),
        ([-1, 1], "rolls[0]: -1 is not on 1d2 (truth.statement/true-half)"),
        ([1, 1, 1], "rolls: too many; only 2 needed"),
    ],
)
def test_rolls_are_exactly_those_that_are_rolled(rolls: list[int], sentence: str) -> None:
    """Too few, too many and out of range."""
    assert refusal("truth.statement", {**STATEMENT, "rolls": rolls}) == sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"living": ["Ada"]}, "living: needs at least 2, not 1"),
        ({"mafia": ["Zed"]}, 'mafia[0]: "Zed" is not living'),
        ({"mafia": ["Cy", "Cy"]}, 'mafia[1]: "Cy" is listed twice'),
        ({"suspects": ["Ada"]}, "suspects: needs at least 2, not 1"),
        ({"suspects": ["Ada", "Bo", "Cy"]}, "suspects: takes at most 2, not 3"),
        ({"suspects": ["Ada", "Ada"]}, 'suspects[1]: "Ada" is named twice'),
        ({"suspects": ["Ada", "Zed"]}, 'suspects[1]: "Zed" is not living'),
        ({"suspects": "Ada"}, 'suspects: must be a list, not "Ada"'),
    ],
)
def test_a_wrong_field_of_a_statement_is_named(change: dict[str, Any], sentence: str) -> None:
    """Suspects and Mafia are living seats, each once."""
    assert refusal("truth.statement", {**STATEMENT, **change}) == sentence


@pytest.mark.clause("L2.3")
@pytest.mark.parametrize("late", ["Bo", "no elimination", None])
def test_a_vote_after_the_day_has_ended_is_wrong(late: str | None) -> None:
    """So is taking one back."""
    votes = [{"by": "Ada", "for": "Bo"}, {"by": "Cy", "for": "Bo"}, {"by": "Bo", "for": late}]
    assert refusal("truth.day", {**DAY, "votes": votes}) == "votes[2]: comes after the day has ended"


@pytest.mark.clause("L2.2")
def test_a_vote_for_oneself_is_wrong_where_it_is_forbidden() -> None:
    """The setting counts."""
    given = {**DAY, "votes": [{"by": "Ada", "for": "Ada"}], "settings": {"self_vote": "forbidden"}}
    assert refusal("truth.day", given) == "votes[0].for: a vote for oneself is forbidden by the settings"


@pytest.mark.clause("L2.4")
def test_no_elimination_is_wrong_where_it_is_forbidden() -> None:
    """The setting counts."""
    given = {**DAY, "votes": [{"by": "Ada", "for": "no elimination"}], "settings": {"no_elimination": "forbidden"}}
    assert refusal("truth.day", given) == 'votes[0].for: "no elimination" is forbidden by the settings'


def test_half_a_character_in_a_name_is_wrong() -> None:
    """A lone surrogate is no text."""
    assert "input: is no JSON: " in refusal("truth.day", '{"living": ["\\ud800"], "votes": [], "at_deadline": true}')


def test_long_values_are_cut_in_the_sentence() -> None:
    """A sentence stays a sentence, whatever was sent."""
    assert len(refusal("truth.day", {**DAY, "at_deadline": "x" * 10_000})) < 150


@pytest.mark.clause("A10")
def test_names_are_compared_exactly_once_they_are_unique() -> None:
    """A name in another spelling is not guessed."""
    names = Names("living", ["Zoë", "Bo"])
    assert names.seat("Zoë", "votes[0].by") == 1
    with pytest.raises(WrongInput, match='"Zoe" is not in the list'):
        names.seat("Zoe", "votes[0].by")
