"""Names in what people type."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial

import pytest

from ringmaster.games.kernel import Roster, RuleViolation
from ringmaster.games.names import find_names, leading_name, split_verb

ROSTER = Roster(("Kiyoko", "Bird Jesus", "Tom and Jerry", "Ada", "Tom", "Jerry", "R&B"))
ALL = tuple(ROSTER)


@pytest.mark.parametrize(
    ("text", "verb", "rest"),
    [
        ("vote Diane", "vote", "Diane"),
        (" /Vote  Bird Jesus ", "vote", "Bird Jesus"),
        ("VOTE: Diane", "vote", "Diane"),
        ("vote : Diane", "vote", "Diane"),
        ("vote\nDiane", "vote", "Diane"),
        ("say one\ntwo  three", "say", "one\ntwo  three"),
        ("unvote", "unvote", ""),
        ("/", "", ""),
        ("", "", ""),
    ],
)
def test_the_first_word_is_the_verb(text: str, verb: str, rest: str) -> None:
    """Slashes, colons, capitals and line breaks do not matter; what follows is kept as it is."""
    assert split_verb(text) == (verb, rest)


@pytest.mark.clause("T2.4", "A10")
@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("Kiyoko and Bird Jesus", (1, 2)),
        ("bird jesus & KIYOKO", (2, 1)),
        ("Kiyoko, Ada", (1, 4)),
        ("Kiyoko,Ada", (1, 4)),
        ("Kiyoko + Ada", (1, 4)),
        ("Tom and Jerry and Ada", (3, 4)),
        ("Ada and Tom and Jerry", (4, 3)),
        ("R&B and Ada", (7, 4)),
        ("Tom and Jerry", (5, 6)),
    ],
)
def test_two_names_are_found_though_names_hold_separators(text: str, seats: tuple[int, int]) -> None:
    """Every cut of the text is tried, and the one that gives two names is taken."""
    assert find_names(text, ROSTER, ALL, count=2) == seats


@pytest.mark.clause("A10")
def test_a_text_that_can_be_cut_in_several_ways_is_ambiguous() -> None:
    """Both readings are shown, none is taken."""
    roster = Roster(("Tom", "Jerry and Ada", "Tom and Jerry", "Ada"))
    with pytest.raises(RuleViolation) as refused:
        find_names("Tom and Jerry and Ada", roster, tuple(roster), count=2)
    assert (refused.value.code, refused.value.kind) == ("ambiguous-names", "ambiguous")
    assert refused.value.facts["ways"] == ((1, 2), (3, 4))


@pytest.mark.clause("A10")
@pytest.mark.parametrize(
    ("text", "code"), [("Kiyoko", "names-needed"), ("", "names-needed"), ("Kiyoko and Bob", "no-such-name")]
)
def test_too_few_names_and_unknown_names_are_told_apart(text: str, code: str) -> None:
    """The sender learns which of the two it is."""
    with pytest.raises(RuleViolation) as refused:
        find_names(text, ROSTER, ALL, count=2)
    assert (refused.value.code, refused.value.kind) == (code, "not-understood")


@pytest.mark.clause("A10", "T2.4")
@pytest.mark.parametrize(
    ("text", "count", "unknown"),
    [
        ("Tom and Jery and Ada", 2, "Tom and Jery"),
        ("Adda and Tom and Jerry", 2, "Adda"),
        ("Kiyoko and Bird and Jesus", 2, "Bird and Jesus"),
        ("Tom and Jery", 1, "Tom and Jery"),
    ],
)
def test_the_name_that_is_misspelt_is_the_one_that_is_asked_about(text: str, count: int, unknown: str) -> None:
    """Also where it, or the other one, holds a separator."""
    roster = Roster(("Kiyoko", "Bird Jesus", "Tom and Jerry", "Ada"))
    with pytest.raises(RuleViolation) as refused:
        find_names(text, roster, tuple(roster), count=count)
    assert (refused.value.code, refused.value.facts["text"]) == ("no-such-name", unknown)


@pytest.mark.clause("A10", "T2.4")
@pytest.mark.parametrize(
    ("text", "count"), [("Tom and Jerry", 2), ("Kiyoko, Ada and Bird Jesus", 2), ("Kiyoko and Ada", 1)]
)
def test_too_few_and_too_many_names_are_no_misspelt_ones(text: str, count: int) -> None:
    """A name with a separator is one name; three are not two, and two are not one."""
    roster = Roster(("Kiyoko", "Bird Jesus", "Tom and Jerry", "Ada"))
    with pytest.raises(RuleViolation) as refused:
        find_names(text, roster, tuple(roster), count=count)
    assert (refused.value.code, refused.value.facts["count"]) == ("names-needed", count)


@pytest.mark.clause("A2", "A10")
def test_whoever_is_out_is_found_by_a_name_with_a_separator_too() -> None:
    """So that the rules can say that they are out, instead of asking for another number of names."""
    roster = Roster(("Kiyoko", "Bird Jesus", "Tom and Jerry", "Ada"))
    assert find_names("Tom and Jerry and Ada", roster, (1, 2, 4), count=2) == (3, 4)
    assert find_names("Tom and Jerry", roster, (1, 2, 4), count=1) == (3,)


def test_a_message_of_separators_alone_is_read_at_once() -> None:
    """The longest message that Discord lets through does not hold up the bot."""
    started = time.monotonic()
    for text in ("Tom and " * 500, "," * 4_000, " " * 3_990 + "and", "Tom and " + "ﷺ," * 1_990, "ﷺ " * 2_000):
        for read in (partial(find_names, count=2), partial(find_names, count=3), leading_name):
            with suppress(RuleViolation):
                read(text, ROSTER, ALL)
    assert time.monotonic() - started < 2
