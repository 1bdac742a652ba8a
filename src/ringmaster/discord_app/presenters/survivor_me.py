"""What a seat knows about itself (`/me`)."""

from __future__ import annotations

from collections.abc import Iterator

from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters.survivor_cards import hand, ordinal
from ringmaster.discord_app.presenters.wording import bold, deadline, names, plain
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.records import LIVE, GameRecord


def me(record: GameRecord, seat: Seat) -> str:
    """Character, tribe and cards, the idol for its holder, and the deadline; what is asked comes after it."""
    lines = [f"**{plain(record.name)}** – you are {bold(record, seat)}, seat {seat}."]
    if record.state is None:
        lines.append("The game has not started yet.")
    elif record.status not in LIVE:
        lines.append("The game is over.")
    else:
        lines += _standing(record, record.state, seat)
    return "\n".join(lines)


def _standing(record: GameRecord, state: SurvivorState, seat: Seat) -> Iterator[str]:
    options = record.game.options(state, seat)
    if seat not in state.living:
        yield _out(record, state, seat)
    else:
        yield _company(record, state, seat)
        yield f"Your cards: {hand(state.hand(seat))}"
        if state.immune == seat:
            yield "You are immune at this council."
        if state.idol.holder == seat:
            yield "You hold the hidden idol" + (", and it is played at this council." if state.idol.ready else ".")
    if not options:
        yield f"Nothing is asked of you now. {deadline(record)}"


def _company(record: GameRecord, state: SurvivorState, seat: Seat) -> str:
    tribe = state.tribe(seat)
    if tribe is None:
        return f"The tribes have merged. Still in the game: {names(record, state.living)}"
    return f"Tribe {tribe}: {names(record, state.tribes[tribe - 1])}"


def _out(record: GameRecord, state: SurvivorState, seat: Seat) -> str:
    place = next((out.place for out in state.eliminated if out.seat == seat), None)
    where = (
        "A moderator has taken you out of the game." if place is None else f"You are out, in {ordinal(place)} place."
    )
    return f"{where} {jury.prospects(record, seat)}"
