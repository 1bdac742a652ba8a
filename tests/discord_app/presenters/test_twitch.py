"""Twitch Plays Mafia as people read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ringmaster.sessions.messages import Arrange, Person, Place, Refresh, Send

from .conftest import Table, account, shown

DOME = (3, 5)


def begun(new_table: Callable[..., Table], **settings: object) -> Table:
    """A game of nine in its first night: Cy and Ed are Dome."""
    rolls = settings.pop("rolls", None)
    table = new_table("twitch", rolls=rolls, **settings)
    table.start(DOME)
    return table


def everyone(table: Table) -> str:
    """All that anybody but the moderators reads."""
    return table.texts("stage", "gallery", "faction", *(Person(account(seat)) for seat in table.record.roster))


@pytest.mark.clause("T1.1")
def test_only_the_dome_learn_who_the_dome_are(new_table: Callable[..., Table]) -> None:
    """A Dome Supporter reads its partners and its thread; a Helix Follower reads its faction."""
    table = begun(new_table)
    assert "Your partners: Ed." in table.at(Person(account(3)))[0].text
    helix = table.at(Person(account(1)))[0].text
    assert "**Helix Follower**" in helix
    assert "Ed" not in helix
    assert table.texts("faction").startswith("This thread is private to the Dome: Cy, Ed.")


@pytest.mark.clause("T2.1", "T2.4")
def test_by_night_everyone_gets_the_same_question_and_the_dome_one_more(new_table: Callable[..., Table]) -> None:
    """Each action has a button and its words."""
    table = begun(new_table)
    helix, dome = table.presenters.request(table.record, 1), table.presenters.request(table.record, 3)
    assert helix is not None
    assert dome is not None
    assert "“bus Bo and Cy”" in helix.text
    assert shown(helix).endswith("[Protect]  [Stun]  [Bus]")
    assert shown(dome).endswith("[Protect]  [Stun]  [Bus]  [Kill]")


@pytest.mark.clause("T2.2")
def test_an_action_is_shown_as_understood_before_it_counts(new_table: Callable[..., Table]) -> None:
    """With a button to send it and one not to."""
    table = begun(new_table)
    unsent = table.send(1, "bus bo & cy", confirmed=False)
    assert shown(table.presenters.receipt(unsent)) == (
        "**Friday game – Night 0**\nUnderstood: bus **Bo** and **Cy**.\n"
        "This cannot be changed or taken back. Send it?\n[Send it]  [Not yet]"
    )
    sent = table.send(1, "bus bo & cy")
    assert table.presenters.receipt(sent).text == "Got it: bus **Bo** and **Cy**. It cannot be changed."
    assert "Sent tonight: bus **Bo** and **Cy**." in table.presenters.me(table.record, 1).text


@pytest.mark.clause("T2.5")
def test_submissions_are_for_the_moderators(new_table: Callable[..., Table]) -> None:
    """Nothing of them is said anywhere else before or after the night."""
    table = begun(new_table)
    table.send(1, "stun Jack")
    table.send(2, "stun Jack")
    table.close()
    assert "Ada: stun Jack." in table.texts("booth")
    assert "`night-0/stun`" in table.texts("booth")
    told = everyone(table)
    assert "stun Jack" not in told
    assert "stun **Jack**" not in told
    assert "Submissions" not in told


@pytest.mark.clause("T2.5")
def test_the_morning_can_tell_how_many_submissions_there_were(new_table: Callable[..., Table]) -> None:
    """Of each kind, and no more."""
    table = begun(new_table, night_feed="counts")
    table.send(1, "stun Jack")
    table.close()
    assert "Submissions: protect 0, stun 1, bus 0." in table.texts("stage")


@pytest.mark.clause("T3.1")
def test_the_dome_see_the_kill_as_it_is_named(new_table: Callable[..., Table]) -> None:
    """In the thread, where any of them can change it."""
    table = begun(new_table)
    table.posted.clear()
    table.send(3, "kill Gil by Ed")
    assert table.posted[:2] == [
        Send(to=Place("faction"), message=table.at("faction")[0]),
        Refresh(panel="faction"),
    ]
    panel = table.presenters.panel(table.record, "faction")
    assert panel is not None
    assert "Now: kill **Gil**, sent by **Ed**." in panel[1].text
    assert "[Kill ▾ Ada, Bo" in shown(panel[1])


@pytest.mark.clause("T4.7", "T1.4")
def test_the_morning_says_who_died_and_their_faction_but_not_why(new_table: Callable[..., Table]) -> None:
    """Before the stage opens."""
    table = begun(new_table)
    table.send(3, "kill Gil by Ed")
    table.posted.clear()
    table.close()
    stage = [out for out in table.posted if out == Arrange(place="stage") or getattr(out, "to", None) == Place("stage")]
    morning = stage[0]
    assert isinstance(morning, Send)
    assert morning.message.text == ("**Night 0 is over.**\n**Gil** was found dead. **Gil** was a **Helix Follower**.")
    assert stage[1] == Arrange(place="stage")


@pytest.mark.clause("T4.7")
def test_a_quiet_night_says_that_nobody_died(new_table: Callable[..., Table]) -> None:
    """Whether nobody was named, or the kill was stopped."""
    table = begun(new_table)
    table.send(3, "kill Gil by Ed")
    table.send(1, "protect Gil")
    table.close()
    assert "**Night 0 is over.**\nNobody died." in table.texts("stage")
    assert "it is stopped by the protect." in table.texts("booth")


@pytest.mark.clause("T4.8")
@pytest.mark.parametrize("notice", ["none", "told"])
def test_a_stunned_seat_is_told_only_where_the_setting_says_so(new_table: Callable[..., Table], notice: str) -> None:
    """And nobody else is."""
    table = begun(new_table, stun_notice=notice)
    table.send(1, "stun Jack")
    table.close()
    assert ("You were stunned" in table.texts(Person(account(9)))) is (notice == "told")
    assert "stunned" not in table.texts("stage", *(Person(account(seat)) for seat in range(1, 9)))


@pytest.mark.clause("T5.8", "T5.2")
def test_the_count_lists_start9_which_is_no_leader(new_table: Callable[..., Table]) -> None:
    """Only a majority of it ends the day, and it is said what one is."""
    table = begun(new_table, night_zero="skip")
    for seat, target in ((1, "start9"), (2, "start9"), (4, "Bo")):
        table.send(seat, f"vote {target}")
    panel = table.presenters.panel(table.record, "count")
    assert panel is not None
    text = shown(panel[1])
    assert "**START9** (2): Ada, Bo\n**Bo** (1): Diane\nNot voting: Cy, Ed, Fay, Gil, Hal, Jack" in text
    assert "In the lead: Bo\n" in text
    assert "[Take my vote back]" not in text


@pytest.mark.clause("T5.2", "A8")
def test_a_majority_for_start9_is_told_as_such(new_table: Callable[..., Table]) -> None:
    """The day is over at once."""
    table = begun(new_table, night_zero="skip")
    for seat in range(1, 6):
        table.send(seat, "vote start9")
    assert "Nobody is lynched: START9 has 5 votes of 9, a majority, which ends the day at once." in table.texts("stage")


@pytest.mark.clause("T6.4")
def test_a_stalemate_is_for_the_moderators_to_decide(new_table: Callable[..., Table]) -> None:
    """The booth asks, and nobody else hears of it."""
    table = begun(new_table, stalemate_after=1)
    table.close()
    assert "1 day or night in a row without a death." in table.texts("booth")
    assert "without a death" not in everyone(table)


@pytest.mark.clause("A6")
def test_whoever_aimed_at_a_removed_seat_is_asked_anew(new_table: Callable[..., Table]) -> None:
    """In private; their action is void, the others' stand."""
    table = begun(new_table)
    table.send(1, "protect Gil")
    table.send(2, "protect Hal")
    table.posted.clear()
    table.remove(7)
    assert "so it is void" in table.texts(Person(account(1)))
    assert table.texts(Person(account(2))) == ""


@pytest.mark.clause("T6.1", "T2.5")
def test_the_end_opens_every_night_with_its_submissions_and_rolls(new_table: Callable[..., Table]) -> None:
    """In a file that reads well."""
    table = begun(new_table, rolls={"night-0/stun": 2})
    table.send(1, "stun Jack")
    table.send(2, "stun Hal")
    table.send(3, "kill Gil by Ed")
    table.close()
    table.host("ended", replace(table.record, status="over"), result="", started=True)
    text = table.at("stage")[-1].files[0].text
    assert "Night 0\n" in text
    for line in (
        "Ada: stun Jack.",
        "Rolled 1d2: 2 (`night-0/stun`).",
        "Stun drawn: Bo on Hal; it affects Hal.",
        "Kill by Ed on Gil: Gil dies.",
    ):
        assert line in text
