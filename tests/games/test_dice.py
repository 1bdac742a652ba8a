"""Dice: verifiable, scripted, recorded."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice, ScriptError, SystemDice, VerifiableDice, commitment

SEED = bytes(range(32))


@pytest.mark.clause("A5")
@pytest.mark.parametrize(
    ("label", "sides"), [("day-1/tie", 2), ("day-1/tie", 6), ("setup/roles/9", 9), ("council-5/rocks", 13)]
)
def test_anyone_can_work_out_a_roll_from_the_published_seed(label: str, sides: int) -> None:
    """HMAC-SHA256 of the label under SHA-256 of seed and entropy, modulo the sides, plus one."""
    key = hashlib.sha256(SEED + b"1001,1002").digest()
    value = int(hmac.new(key, label.encode(), "sha256").hexdigest(), 16)
    assert VerifiableDice.from_seed(SEED, "1001,1002").roll(label, sides) == value % sides + 1


@pytest.mark.clause("A5")
def test_known_rolls_stay_as_they_are() -> None:
    """Published results can be checked by every later version."""
    dice = VerifiableDice.from_seed(SEED, "1001,1002")
    rolls = [dice.roll(f"night-{night}/suspect-1", 9) for night in range(10)]
    assert rolls == [5, 5, 6, 8, 3, 2, 6, 6, 2, 8]


@pytest.mark.clause("A5")
def test_the_same_label_is_the_same_roll_and_nothing_else_is() -> None:
    """Undoing buys no new roll; another seed, entropy or label does."""
    sides = 1 << 64
    dice = VerifiableDice.from_seed(SEED, "7")
    assert dice.roll("day-1/tie", sides) == VerifiableDice.from_seed(SEED, "7").roll("day-1/tie", sides)
    others = {
        dice.roll("day-2/tie", sides),
        VerifiableDice.from_seed(SEED, "8").roll("day-1/tie", sides),
        VerifiableDice.from_seed(SEED[::-1], "7").roll("day-1/tie", sides),
    }
    assert len(others | {dice.roll("day-1/tie", sides)}) == 4


@pytest.mark.clause("A5")
def test_the_seed_is_committed_to_before_it_is_known() -> None:
    """The commitment is the SHA-256 of the seed."""
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.clause("A5")
def test_values_that_would_favour_low_numbers_are_drawn_again() -> None:
    """With sides of two thirds of the range a third of the draws is rejected, and half the results are high."""
    sides = (1 << 257) // 3
    dice = VerifiableDice.from_seed(SEED)
    rolls = [dice.roll(f"{n}", sides) for n in range(2_000)]
    assert all(1 <= roll <= sides for roll in rolls)
    # Without the second draw the lower half would come up twice as often as the upper.
    assert 0.46 < sum(roll > sides // 2 for roll in rolls) / len(rolls) < 0.54


@pytest.mark.clause("A4", "A5")
@pytest.mark.parametrize("dice", [VerifiableDice.from_seed(SEED), SystemDice()])
def test_each_side_comes_up_equally_often(dice: VerifiableDice | SystemDice) -> None:
    """Twelve thousand rolls of a six-sided die, each side within six standard deviations."""
    seen = Counter(dice.roll(f"roll-{n}", 6) for n in range(12_000))
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 2_000) < 6 * 41 for count in seen.values())


@pytest.mark.clause("A4")
def test_rolls_are_recorded_with_label_sides_and_result() -> None:
    """What was rolled can be told afterwards, and as it happens."""
    told: list[str] = []
    rolls = Rolls(ScriptedDice([3, 1]), on_roll=lambda roll: told.append(roll.label))
    assert rolls.pick("day-1/tie", ["Ada", "Bo", "Cy"]) == "Cy"
    assert rolls.roll("night-1/other-half", 8) == 1
    assert [(r.label, r.sides, r.result) for r in rolls.made] == [("day-1/tie", 3, 3), ("night-1/other-half", 8, 1)]
    assert told == ["day-1/tie", "night-1/other-half"]


@pytest.mark.clause("A4")
def test_nothing_is_rolled_over_one_item() -> None:
    """A pool of one needs no die; an empty one is an error."""
    rolls = Rolls(ScriptedDice([]))
    assert rolls.pick("rocks", ["Ada"]) == "Ada"
    assert rolls.roll("rocks", 1) == 1
    assert rolls.made == []
    with pytest.raises(ValueError, match="at least one side"):
        rolls.pick("rocks", [])


@pytest.mark.clause("T1.2", "L1.1")
def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    """Each combination of the rolls of four items, from the last place down, gives another order."""
    orders = {
        tuple(Rolls(ScriptedDice(script)).shuffle("setup", "ABCD"))
        for script in product(range(1, 5), range(1, 4), range(1, 3))
    }
    assert len(orders) == 24


@pytest.mark.clause("T1.2", "L1.1")
def test_a_shuffle_goes_from_the_last_place_down() -> None:
    """The first roll chooses who takes the last place, one roll for each place but the first."""
    rolls = Rolls(ScriptedDice([1, 1, 1]))
    assert rolls.shuffle("setup", "ABCD") == ["B", "C", "D", "A"]
    assert [(r.label, r.sides) for r in rolls.made] == [("setup/4", 4), ("setup/3", 3), ("setup/2", 2)]


@given(st.lists(st.integers(), max_size=12), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_its_items(items: list[int], seed: bytes) -> None:
    """Nothing is lost, doubled or changed in place."""
    before = list(items)
    assert sorted(Rolls(VerifiableDice.from_seed(seed)).shuffle("setup", items)) == sorted(before)
    assert items == before


@pytest.mark.parametrize(("script", "field"), [([], "rolls"), ([0], "rolls[0]"), ([7], "rolls[0]")])
def test_scripted_results_must_be_there_and_on_the_die(script: list[int], field: str) -> None:
    """Too few and out of range, with the field's name."""
    with pytest.raises(ScriptError) as refused:
        ScriptedDice(script).roll("day-1/tie", 6)
    assert refused.value.field == field


def test_scripted_results_must_be_used_up() -> None:
    """Too many is an error as well."""
    dice = ScriptedDice([1, 2])
    dice.roll("day-1/tie", 6)
    with pytest.raises(ScriptError, match="only 1 needed"):
        dice.check_used_up()
    dice.roll("day-2/tie", 6)
    dice.check_used_up()
