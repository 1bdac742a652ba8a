"""What can be looked up in Card Survivor, its places, and what moderators read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringmaster.discord_app.presenters.survivor import SurvivorPresenter
from ringmaster.games.kernel import Answer, PhaseOpened, Rolled
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.sessions.forecast import forecast
from ringmaster.sessions.messages import Place, Send
from ringmaster.sessions.records import HostActed

from .conftest import MODERATOR, SPECTATOR, Table, account
from .seasons import at_council, private, room, season, until, vote


@pytest.mark.clause("S1.2")
def test_me_shows_what_a_seat_knows_of_itself() -> None:
    """Character, tribe, hand, what was sent, the idol for its holder; for others less."""
    table = season()
    table.send(1, "public 10 secret 5")
    me = table.presenters.me(table.record, 1).text
    assert "you are **Samantha**, seat 1.\nTribe 1: Samantha, Kiyoko, Olga, Ruth\nYour cards: 20, 15" in me
    assert "So far: **10** in public and **5** in secret." in me
    until(table, "merge")
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=2, found=True))
    assert "You hold the hidden idol." in table.presenters.me(table.record, 2).text
    assert "idol" not in table.presenters.me(table.record, 3).text
    assert "You are out, in 8th place. You are not on the jury." in table.presenters.me(table.record, 8).text


def test_votes_of_an_open_council_are_secret_and_those_of_past_ones_can_be_looked_up() -> None:
    """Tallies by council."""
    table = at_council()
    vote(table, {2: 8, 4: 8})
    now = table.presenters.votes(table.record).text
    assert now.startswith("Council 1 is open. Its votes are secret until it closes.")
    assert now.endswith("No council is over yet.")
    table.close()
    assert table.presenters.votes(table.record, past=True).text == "**Council 1**: Zed is out. Votes: Zed 2."


@pytest.mark.clause("S2.2", "S13.1")
def test_where_players_are_no_secret_they_write_in_their_tribes_place() -> None:
    """Who is out loses it; for good it reads along with the spectators, a juror does not."""
    table = season(anonymous=False)
    assert room(table, "tribe-1").writers == {account(seat) for seat in (1, 3, 5, 7)}
    assert room(table, "tribe-1").readers >= {SPECTATOR, MODERATOR}
    until(table, "merge")
    assert not room(table, "tribe-1").open
    assert account(1) in room(table, "tribe-1").readers
    assert account(1) not in room(table, "tribe-2").readers
    assert room(table, "merged").open
    assert account(8) in room(table, "gallery").writers
    out = next(out for out in table.posted if isinstance(out, Send) and "is out of the game" in out.message.text)
    assert out.to == Place("tribe-2")
    until(table, "hand")
    assert not room(table, "merged").open
    until(table, "jury-questions")
    juror = table.record.state.jurors[0]
    assert room(table, "jury").open
    assert account(juror) in room(table, "jury").writers
    assert account(juror) not in room(table, "gallery").writers
    until(table, "jury-vote")
    assert not room(table, "jury").open


def test_places_of_an_anonymous_season() -> None:
    """Spectators read what tribes say; everything but the booth is readable when the season is over."""
    table = season()
    places = [r.place for r in table.presenters.rooms(table.record)]
    assert places == ["stage", "booth", "gallery", "tribe-1", "tribe-2"]
    assert room(table, "tribe-1").readers == {SPECTATOR, MODERATOR}
    assert room(table, "tribe-1").writers == frozenset()
    assert room(table, "gallery").writers == {SPECTATOR, MODERATOR}
    until(table, "jury-vote")
    table.close()
    rooms = {r.place: r for r in table.presenters.rooms(table.record)}
    assert [place for place, r in rooms.items() if not r.public] == ["booth"]
    table.record = replace(table.record, status="archived")
    assert not any(r.open for r in table.presenters.rooms(table.record))


def test_places_of_phases_that_were_undone_are_closed() -> None:
    """An undone merge leaves a channel that nobody writes in."""
    table = season(anonymous=False)
    table.record = replace(table.record, places={"merged": 5, "jury": 6})
    assert room(table, "merged").writers == frozenset()
    assert not room(table, "merged").open
    assert not room(table, "jury").open


def test_a_phase_that_is_open_again_is_posted_and_asked_anew() -> None:
    """After an undo."""
    table = at_council()
    table.host("undone", to=1, phase=table.phase)
    assert "**Council 1 is open.**" in table.texts("stage")
    assert "Vote for who has to leave" in private(table, 2)


@pytest.mark.clause("S6.3", "S3.4", "S3.5")
def test_a_dry_run_names_what_dice_stand_for() -> None:
    """Seats, tribes and cards are told apart."""
    table = at_council()
    assert "over Bird Jesus; Abe; Fido; Zed (`council-1/rocks`)" in dry_run(table)
    other = season(missed_challenge="random")
    assert "over 20; 15; 12; 10" in dry_run(other)
    tied = season()
    tied.record = replace(tied.record, state=replace(tied.record.state, plays=((4, 4),) * 8))
    assert "over tribe 1; tribe 2 (`challenge-1/tie`)" in dry_run(tied)


def dry_run(table: Table) -> str:
    """What closing the phase now would do."""
    return table.presenters.forecast(forecast(table.record)).text


def test_every_event_has_a_line_for_the_moderators() -> None:
    """Nothing but the opening of a game goes unsaid in the log."""
    table = until(season(), "merge")
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=2, found=True))
    table.do(cm.ClaimIdol(seat=3, found=True))
    table.do(cm.ClaimIdol(seat=4, found=False))
    table.do(cm.MarkIdolGone())
    table.send(2, Answer(name="give", picks=((1,),)))
    until(table, "council")
    table.send(1, "idol play")
    until(table, "fan-vote")
    for fan in ("a", "b"):
        table.do(cm.CastFanVote(spectator=fan, target=1))
    until(table, "jury-vote")
    vote(table, dict.fromkeys(table.record.state.jurors, table.record.state.finalists[0]))
    table.close()
    silent = (HostActed, PhaseOpened, Rolled, ev.GameBegan, ev.CalendarRedrawn)
    spoken = [entry.event for entry in table.log if not isinstance(entry.event, silent)]
    unsaid = {type(event).__name__ for event in spoken if not SurvivorPresenter().line(table.record, event)}
    assert unsaid == set()
