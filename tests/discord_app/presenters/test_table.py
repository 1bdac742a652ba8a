"""What people read of what happens at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from ringmaster.games.dice import commitment
from ringmaster.sessions.messages import Arrange, Person, Refresh, Send
from ringmaster.sessions.records import GameRecord, HostActed

from .conftest import MODERATOR, SPECTATOR, START, Table, account, shown


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    """A game of nine that has begun: Cy, Ed and Jack are Mafia."""
    table = new_table()
    table.host("opened")
    table.start((3, 5, 9))
    table.posted.clear()
    return table


def anonymous(record: GameRecord) -> GameRecord:
    """The same game as if nobody might learn who is behind a seat."""

    class Anonymous(GameRecord):
        """A game whose settings hide its people."""

        anonymous = True  # type: ignore[assignment]

    return Anonymous(**{name: getattr(record, name) for name in GameRecord.__slots__})


def test_a_new_game_warns_that_administrators_can_read_along(new_table: Callable[..., Table]) -> None:
    """The booth says it, and so does the reply to whoever created the game."""
    table = new_table()
    table.host("created")
    assert "can read every channel" in table.texts("booth")
    assert "can read every channel" in table.presenters.created(table.record).text
    assert table.texts("stage") == ""


@pytest.mark.clause("A5")
def test_the_sign_up_message_commits_to_the_dice(new_table: Callable[..., Table]) -> None:
    """It lists who has joined, has three buttons, and holds the SHA-256 of the seed but not the seed."""
    table = new_table()
    table.host("opened")
    text = table.texts("stage")
    assert "Players: 9 of 9: Ada, Bo, Cy" in text
    assert "[Join]  [Leave]  [Spectate]" in text
    assert commitment(bytes.fromhex(table.record.seed)) in text
    assert table.record.seed not in text


@pytest.mark.clause("S2.2")
def test_the_sign_up_message_of_an_anonymous_game_shows_a_number_only(new_table: Callable[..., Table]) -> None:
    """Nobody learns who has joined, and the sign-ups that are mixed into the dice are hashed until the end."""
    table = new_table()
    table.record = anonymous(table.record)
    shown_now = table.presenters.panel(table.record, "signup")
    assert shown_now is not None
    assert "Players: 9 of 9\n" in shown_now[1].text
    assert "Ada" not in shown(shown_now[1])


@pytest.mark.clause("A5")
def test_the_start_publishes_what_is_mixed_into_the_dice(new_table: Callable[..., Table]) -> None:
    """The sign-ups' numbers stand on the stage before the first roll of the game is used."""
    table = new_table()
    table.start((3, 5, 9))
    assert "5001,5002,5003" in table.texts("stage")
    assert table.record.seed not in table.texts("stage", "gallery", "booth", "faction")


def test_the_sign_up_message_is_closed_by_the_start(table: Table) -> None:
    """Its buttons are gone."""
    closed = table.presenters.panel(table.record, "signup")
    assert closed is not None
    assert "sign-ups are closed" in closed[1].text
    assert closed[1].rows == ()


@pytest.mark.clause("A6")
@pytest.mark.parametrize(
    ("what", "facts", "words"),
    [
        ("deadline", {"was": START.isoformat()}, "moved the deadline"),
        ("paused", {}, "paused the game"),
        ("resumed", {}, "The game goes on"),
        ("announced", {"text": "Be kind."}, "Be kind."),
        ("replaced", {"seat": 2, "account": 102, "was": [55]}, "Somebody else plays for **Bo**"),
        ("seat-edited", {"seat": 2, "was": "Robert"}, "**Robert** is called **Bo**"),
        ("undone", {"to": 3, "phase": "day-1"}, "corrected the game"),
    ],
)
def test_what_players_could_have_relied_on_is_announced(
    table: Table, what: str, facts: dict[str, object], words: str
) -> None:
    """Everyone reads it on the stage, and the moderators read it in the booth."""
    table.host(what, **facts)
    assert words in table.texts("stage")
    assert table.texts("booth")


@pytest.mark.clause("A7")
def test_everyone_is_told_when_an_outage_has_moved_the_deadline(table: Table) -> None:
    """With the new deadline in the reader's own time zone."""
    table.host("outage", was=START.isoformat())
    assert table.record.deadline is not None
    seconds = int(table.record.deadline.timestamp())
    assert f"the deadline has moved by as long. Deadline: <t:{seconds}:F> (<t:{seconds}:R>)." in table.texts("stage")


def test_a_reminder_goes_to_those_who_are_named_and_to_nobody_else(table: Table) -> None:
    """It says how long is left and what is asked, with the menu."""
    table.host("reminded", hours=6, seats=[1, 4])
    sends = [out for out in table.posted if isinstance(out, Send) and isinstance(out.to, Person)]
    assert [out.to for out in sends] == [Person(account(1)), Person(account(4))]
    assert "6 hours left" in sends[0].message.text
    assert sends[0].message.rows


def test_whoever_takes_over_a_seat_gets_its_role_and_the_one_before_gets_word(table: Table) -> None:
    """The seat keeps everything; only its person learns what that is."""
    seat = replace(table.record.seat(3), accounts=(777,))
    seats = tuple(seat if other.number == 3 else other for other in table.record.seats)
    table.host("replaced", replace(table.record, seats=seats), seat=3, account=777, was=[account(3)])
    assert "You are a **Mafia Goon**" in table.texts(Person(777))
    assert "You no longer play for **Cy**" in table.texts(Person(account(3)))
    assert "Mafia" not in table.texts("stage")
    assert "777" not in table.texts("stage")


def test_a_moderators_word_to_one_seat_reaches_it_alone(table: Table) -> None:
    """In private, with a copy in the booth."""
    table.host("told", seat=4, text="Please be kinder.")
    assert "Please be kinder." in table.texts(Person(account(4)))
    assert "Please be kinder." in table.texts("booth")
    assert table.texts("stage") == ""


def test_an_undo_asks_every_living_seat_anew(table: Table) -> None:
    """Whatever was asked before may have been answered differently."""
    table.host("undone", to=3, phase="day-1")
    asked = [out.to for out in table.posted if isinstance(out, Send) and isinstance(out.to, Person)]
    assert asked == [Person(account(seat)) for seat in range(1, 10)]


def test_a_game_that_a_moderator_ends_is_opened_like_any_other(table: Table) -> None:
    """Result, roles, seed and the whole game are on the stage."""
    over = replace(table.record, status="over", deadline=None)
    table.host("ended", over, result="draw", started=True)
    text = table.texts("stage")
    assert "A moderator has ended it. Result: draw." in text
    assert "3. Cy: Mafia Goon" in text
    assert f"Seed: `{table.record.seed}`" in text
    assert "<file whole-game.txt>" in text


def test_a_game_that_never_began_ends_without_secrets(new_table: Callable[..., Table]) -> None:
    """There are none to tell, and the dice were never rolled."""
    table = new_table()
    table.host("ended", replace(table.record, status="over"), result="", started=False)
    assert table.texts("stage") == "**The game is over.** A moderator has ended it."


def test_a_removal_tells_the_reason_to_the_moderators_only(table: Table) -> None:
    """Everyone reads that a seat was removed, and its role (A6)."""
    table.remove(3, "answers nobody")
    assert "answers nobody" in table.texts("booth")
    assert "answers nobody" not in table.texts("stage", "gallery", "faction")
    assert "removed **Cy** from the game. **Cy** was a **Mafia Goon**." in table.texts("stage")


def test_the_whole_game_in_the_file_has_no_moderators_notes(table: Table) -> None:
    """What was told in private at the table stays there when the rules are opened."""
    table.host("told", seat=4, text="Please be kinder.")
    table.host("ended", replace(table.record, status="over"), result="", started=True)
    files = [file.text for message in table.at("stage") for file in message.files]
    assert "kinder" not in files[0]
    assert "Cy is a Mafia Goon." in files[0]


def test_spectators_come_and_go_without_a_word(table: Table) -> None:
    """The gallery lets them in, and the sign-up message counts them."""
    said = table.host("spectator-joined")
    assert said == [Arrange(place="gallery"), Refresh(panel="signup")]


def test_the_words_to_somebody_new_depend_on_their_direct_messages(new_table: Callable[..., Table]) -> None:
    """Whoever cannot be reached learns how to change that, and gets a button to try again."""
    table = new_table()
    reached = table.presenters.joined(table.record, reachable=True)
    closed = table.presenters.joined(table.record, reachable=False)
    assert reached.rows == ()
    assert "[Try again]" in shown(closed)
    assert "Ada" in table.presenters.welcome(table.record, 1).text


def test_a_paused_game_shows_no_deadline_and_takes_nothing(table: Table) -> None:
    """The vote count says so and has no menu."""
    paused = replace(table.record, status="paused", deadline=None, paused_for=60.0)
    table.host("paused", paused)
    panel = table.presenters.panel(table.record, "count")
    assert panel is not None
    assert "The game is paused; the clock stands still." in panel[1].text
    assert panel[1].rows == ()


def test_deadlines_are_shown_in_the_readers_own_time_zone(table: Table) -> None:
    """Absolute and relative, as Discord renders them."""
    table.host("deadline", replace(table.record, deadline=START + timedelta(hours=5)), was=None)
    seconds = int((START + timedelta(hours=5)).timestamp())
    assert f"<t:{seconds}:F> (<t:{seconds}:R>)" in table.texts("stage")


def test_every_act_is_read_back_in_the_log(table: Table) -> None:
    """With its number and who did it."""
    table.host("cohost", account=MODERATOR + 1)
    text = table.presenters.log(table.record, table.log[-1:]).text
    assert text.endswith(f"<@{MODERATOR}>: <@{MODERATOR + 1}> is a moderator now.")
    assert isinstance(table.log[-1].event, HostActed)
    assert str(SPECTATOR) not in text
