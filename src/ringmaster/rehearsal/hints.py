"""What somebody can do now, in one sentence."""

from __future__ import annotations

from ringmaster.rehearsal.people import Person
from ringmaster.rehearsal.words import example
from ringmaster.sessions.records import GameRecord, SeatRecord


def hint(record: GameRecord | None, person: Person, *, computer: bool) -> str:
    """The hint for a person. Backquotes mark what can be typed.

    Args:
        record: the game, or None while it is being set up.
        person: whose eyes one looks through.
        computer: whether the computer plays this person's seat.
    """
    if record is None:
        return "The game is being set up: watch the stage fill."
    if record.status in ("over", "archived"):
        return "The game is over. Read the result on the stage; start the rehearsal again for another game."
    if person.part == "moderator":
        return _moderator_hint(record)
    seat = record.seat_of(person.account)
    if seat is None:
        more = "`/ask` hands the moderator a question" if record.kind == "survivor" else "`/votes` shows the count"
        return f"You watch: read the stage and write in the gallery. {more}."
    if computer:
        return f"The computer plays {seat.name}. Take the seat over to play it yourself."
    return _seat_hint(record, seat)


def _moderator_hint(record: GameRecord) -> str:
    if record.status == "paused":
        return "The game is paused: `/phase resume` goes on."
    missing = record.game.missing(record.state)
    if missing:
        return (
            f"Waiting for {len(missing)}: `/game status` says for whom, `/phase preview` what closing would do, "
            "`/phase close` closes."
        )
    return "`/phase preview` shows what closing would do, `/phase close` closes, `/phase deadline +6h` extends."


def _seat_hint(record: GameRecord, seat: SeatRecord) -> str:
    if seat.number not in record.game.living(record.state):
        return "You are out of the game: read the stage, talk in the gallery."
    if record.status == "paused":
        return "The game is paused by the moderator."
    options = record.game.options(record.state, seat.number)
    if not options:
        return "Nothing is asked of you now. `/me` shows what you are."
    open_now = [option for option in options if option.sent is None and (option.fields or option.required)]
    if not open_now:
        return "You have answered; until the phase closes you can change it. `/me` shows what counts."
    examples = [f"`{text}`" for option in open_now[:3] if (text := example(record, seat.number, option))]
    if not examples:
        return "Something is asked of you: `/act` shows the menus, here or in your direct messages."
    return f"In your direct messages type for example {' or '.join(examples)}, or use `/act` for menus."
