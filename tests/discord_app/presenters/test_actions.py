"""Custom IDs: what a button means can be read back, and is never too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.discord_app import actions
from ringmaster.discord_app.actions import (
    ACTIONS,
    LIMIT,
    Action,
    Cancel,
    Confirm,
    Enough,
    Favour,
    Join,
    Page,
    Pick,
    Undo,
    Word,
    decode,
    read_value,
    write_value,
)

values = st.one_of(st.integers(-99, 99), st.text(max_size=8))
picks = st.lists(st.lists(values, max_size=2).map(tuple), max_size=2).map(tuple)
phases = st.sampled_from(["day-1", "night-12", "council-5"])


@given(game=st.integers(1, 10**6), phase=phases, picks=picks, part=st.lists(values, max_size=2).map(tuple))
def test_every_pick_can_be_read_back(game: int, phase: str, picks: actions.Picks, part: tuple[int | str, ...]) -> None:
    """Numbers stay numbers and words stay words, whatever characters they hold."""
    action = Pick(game=game, phase=phase, decision="bus", picks=picks, part=part, page=1)
    try:
        written = action.encode()
    except ValueError:
        return
    assert decode(written) == action


@pytest.mark.parametrize(
    "action",
    [
        Join(game=1),
        Page(game=1, phase="day-1", decision="vote", page=3),
        Enough(game=1, phase="night-0", decision="kill", picks=((3,),)),
        Word(game=1, phase="day-1", decision="unvote"),
        Confirm(game=1, phase="day-1", decision="vote", picks=(("no elimination",),)),
        Confirm(game=1, phase="night-0", decision="kill", picks=((3,), ())),
        Favour(game=1, phase="fan-vote"),
        Cancel(),
        Undo(game=1, to=17),
    ],
)
def test_an_action_survives_its_custom_id(action: Action) -> None:
    """What is written is what is read."""
    assert decode(action.encode()) == action


def test_no_custom_id_fits_two_actions() -> None:
    """Each template matches its own action only."""
    samples = [Join(game=1), Cancel(), Undo(game=1, to=2), Word(game=1, phase="day-1", decision="unvote")]
    for sample in samples:
        fitting = [action for action in ACTIONS if action.template.fullmatch(sample.encode())]
        assert fitting == [type(sample)]


def test_a_custom_id_that_is_too_long_is_never_made() -> None:
    """Discord would refuse the whole message."""
    with pytest.raises(ValueError, match="characters"):
        Word(game=1, phase="day-1", decision="x" * LIMIT).encode()


@pytest.mark.parametrize("custom_id", ["", "join", "join:x", "join:1:2", "somebody-elses:1", "pick:1:day-1:vote:::x"])
def test_what_is_no_custom_id_of_ours_is_refused(custom_id: str) -> None:
    """A foreign or damaged custom ID means nothing."""
    with pytest.raises(ValueError, match="no action"):
        decode(custom_id)


@given(value=values, copy=st.integers(1, 4))
def test_a_menu_entry_says_which_value_it_stands_for(value: int | str, copy: int) -> None:
    """Copies of a card are told apart in a menu and mean the same card."""
    assert read_value(write_value(value, copy)) == value
