"""What people read of what happens at the table: sign-ups, the clock, moderators' acts, the end."""

# ruff: noqa: ARG001 - the entries of a table share a signature

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ringmaster.discord_app.actions import Join, Leave, Spectate
from ringmaster.discord_app.presenters import asking, hosting, replies
from ringmaster.discord_app.presenters.ending import ending
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.hosting import Facts, setting_value
from ringmaster.discord_app.presenters.posts import BOOTH, GALLERY, STAGE, arrange, booth, direct, post, stage
from ringmaster.discord_app.presenters.wording import (
    bold,
    count,
    deadline,
    fitted,
    mention,
    names,
    phase_title,
    plain,
)
from ringmaster.games.dice import commitment
from ringmaster.sessions.messages import (
    Button,
    Message,
    Outgoing,
    Person,
    Place,
    Priority,
    Refresh,
    Row,
    Send,
    Target,
)
from ringmaster.sessions.records import LIVE, GameRecord, HostActed, LogEntry, SeatRecord

Told: TypeAlias = Callable[[GamePresenter, GameRecord, Facts], list[Outgoing]]

ADMINISTRATORS = (
    "Everyone with Administrator in this server can read every channel of the game, this one too. "
    "Players with such rights should not play."
)


def present(
    game: GamePresenter, record: GameRecord, event: HostActed, history: Sequence[LogEntry] = ()
) -> list[Outgoing]:
    """The messages that something at the table causes: a line for the booth, and what others are told."""
    told = [] if event.what in IN_PRIVATE else booth([hosting.line(record, event)])
    if event.what == "ended":
        return [*told, *_ended(game, record, event.facts, history)]
    return [*told, *(TOLD[event.what](game, record, event.facts) if event.what in TOLD else ())]


IN_PRIVATE = frozenset({"created", "spectator-joined", "spectator-left", "resent", "asked"})
"""What the booth need not hear of line by line, or hears of otherwise."""


def _created(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [*arrange(BOOTH), *booth([created(record).text])]


def created(record: GameRecord) -> Message:
    """What a moderator has to know about a new game."""
    return Message(
        text=f"**{plain(record.name)}** ({record.game.title}) is ready to be set up.\n{ADMINISTRATORS}\n"
        "`/game settings` shows the settings, `/game set` changes one, `/game open` lets people sign up."
    )


def _set(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    if record.status != "open":
        return []
    changed = f"A setting has changed: `{facts['name']}` is now `{setting_value(facts['value'])}`."
    return [stage(changed, Priority.NOTICE), Refresh(panel="signup")]


def _opened(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [*arrange(STAGE), stage(signup_message(record), Priority.NOTICE, panel="signup")]


def _roster_changed(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [*arrange(STAGE), Refresh(panel="signup")]


def _renamed(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    now = bold(record, facts["seat"])
    if record.status not in LIVE or now == f"**{plain(facts['was'])}**":
        return [Refresh(panel="signup")]
    told = stage(f"**{plain(facts['was'])}** is called {now} from now on.", Priority.NOTICE)
    return [told, *(Refresh(panel=panel) for panel in game.panels)]


def _spectators_changed(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [*(arrange(GALLERY) if record.status in LIVE else ()), Refresh(panel="signup")]


def _everywhere(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return arrange(*(room.place for room in game.rooms(record)))


def _started(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    players = "\n".join(f"{seat.number}. {introduced(seat)}" for seat in record.seats)
    return [
        Refresh(panel="signup"),
        *_everywhere(game, record, facts),
        stage(f"**{plain(record.name)} begins.** The player list:\n{players}\n{dice_fixed(record)}"),
        *booth([f"Who sits where:\n{identities(record)}"]),
    ]


def introduced(seat: SeatRecord) -> str:
    """A seat's name, with a line about its character."""
    return f"{plain(seat.name)} – {plain(seat.about)}" if seat.about else plain(seat.name)


def identities(record: GameRecord) -> str:
    """Seats with the accounts behind them, for the moderators."""
    return "\n".join(
        f"{seat.number}. {plain(seat.name)}: {', '.join(map(mention, seat.accounts))}" for seat in record.seats
    )


def dice_fixed(record: GameRecord) -> str:
    """What is published so that the dice can be checked afterwards (A5)."""
    public = record.entropy
    if record.anonymous:
        digest = hashlib.sha256(record.entropy.encode()).hexdigest()
        what = f"The sign-ups mixed in have the SHA-256 `{digest}`."
    else:
        what = f"The sign-ups mixed in: `{public}`."
    return f"Dice: the SHA-256 of the secret seed is `{seed_hash(record)}`. {what}"


def seed_hash(record: GameRecord) -> str:
    """The commitment to the dice's seed (A5)."""
    return commitment(bytes.fromhex(record.seed))


def _ended(game: GamePresenter, record: GameRecord, facts: Facts, history: Sequence[LogEntry]) -> list[Outgoing]:
    result = f" Result: {plain(facts['result'])}." if facts["result"] else ""
    over = f"**The game is over.** A moderator has ended it.{result}"
    if not facts["started"]:
        return [stage(over), Refresh(panel="signup")]
    return [*_everywhere(game, record, facts), stage(over), *ending(game, record, history)]


def _clock_changed(sentence: str) -> Told:
    def told(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
        return [stage(f"{sentence} {deadline(record)}"), *(Refresh(panel=panel) for panel in game.panels)]

    return told


def _replaced(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    seat = facts["seat"]
    gone = f"You no longer play for {bold(record, seat)} in **{plain(record.name)}**. Thank you for having played."
    return [
        *_everywhere(game, record, facts),
        stage(f"Somebody else plays for {bold(record, seat)} from now on. The seat keeps everything it has."),
        *(Send(to=Person(account), message=Message(text=gone), priority=Priority.PRIVATE) for account in facts["was"]),
        *direct(record, seat, replies.welcome(record, seat)),
        *direct(record, seat, replies.me(game, record, seat)),
    ]


def _announced(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [stage(f"**From the moderators**\n{facts['text']}", Priority.NOTICE)]


def _told(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return direct(record, facts["seat"], f"**{plain(record.name)} – from the moderators**\n{facts['text']}")


def _reminded(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    outgoing: list[Outgoing] = []
    for seat in facts["seats"]:
        asked = replies.request(game, record, seat)
        if asked is not None:
            text = f"{count(facts['hours'], 'hour').capitalize()} left, and something is still open.\n{asked.text}"
            outgoing += direct(record, seat, Message(text=text, rows=asked.rows))
    return outgoing


def _undone(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    text = (
        "**A moderator has corrected the game.** Messages that are struck through no longer count. "
        f"It is {phase_title(facts['phase'])} again, as it was then. {deadline(record)}"
    )
    return [*_everywhere(game, record, facts), stage(text), *game.reopened(record)]


def _asked(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    return [post(BOOTH, asking.queued(record, facts))]


def _question_passed(game: GamePresenter, record: GameRecord, facts: Facts) -> list[Outgoing]:
    words = asking.passed(record, facts)
    private = (out for seat in facts["seats"] for out in direct(record, seat, words))
    return [*private, post(asking.place(facts), words)]


TOLD: Mapping[str, Told] = {
    "asked": _asked,
    "question-passed": _question_passed,
    "created": _created,
    "set": _set,
    "opened": _opened,
    "joined": _roster_changed,
    "left": _roster_changed,
    "seat-edited": _renamed,
    "spectator-joined": _spectators_changed,
    "spectator-left": _spectators_changed,
    "cohost": _everywhere,
    "cohost-removed": _everywhere,
    "started": _started,
    "archived": _everywhere,
    "deadline": _clock_changed("A moderator has moved the deadline."),
    "paused": _clock_changed("A moderator has paused the game: nothing can be sent for now."),
    "deserted": _clock_changed("Everyone who still plays has left the server, so the game is paused."),
    "expelled": _clock_changed("I was not in the server for a while, so the game is paused."),
    "resumed": _clock_changed("The game goes on."),
    "outage": _clock_changed("I was away for part of the last hour, so the deadline has moved by as long."),
    "replaced": _replaced,
    "announced": _announced,
    "told": _told,
    "reminded": _reminded,
    "undone": _undone,
}
"""What others than the moderators are told."""


# -- the sign-up message


def signup(record: GameRecord) -> tuple[Target, Message] | None:
    """The sign-up message as it is now."""
    return None if record.status == "setup" else (Place(STAGE), signup_message(record))


def signup_message(record: GameRecord) -> Message:
    """Who has joined (their number only, in an anonymous game), the dice's commitment, and buttons."""
    open_now = record.status == "open"
    state = "sign-ups are open" if open_now else "sign-ups are closed"
    allowed = record.game.seats_allowed(record.chosen)
    needed = str(allowed.start) if len(allowed) == 1 else f"{allowed.start} to {allowed.stop - 1}"
    everyone = names(record, (seat.number for seat in record.seats))
    listed = "" if record.anonymous or not everyone else f": {everyone}"
    lines = [
        f"Players: {len(record.seats)} of {needed}{listed}",
        f"Spectators: {len(record.spectators)}",
        f"The dice can be checked after the game. SHA-256 of their secret seed: `{seed_hash(record)}`",
    ]
    if open_now:
        lines.append("The game reaches you by direct message, so please allow them for this server.")
    title = f"{plain(record.name)} – {record.game.title}: {state}"
    return fitted(title, "\n".join(lines), (signup_buttons(record),) if open_now else ())


def signup_buttons(record: GameRecord) -> Row:
    """Join, Leave, Spectate."""
    return (
        Button(label="Join", action=Join(game=record.id).encode(), style="success"),
        Button(label="Leave", action=Leave(game=record.id).encode()),
        Button(label="Spectate", action=Spectate(game=record.id).encode()),
    )
