"""Short answers: what was done, what is meant, what to type."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.discord_app.actions import Cancel, Plain
from ringmaster.discord_app.presenters.wording import both, count, deadline, name, one_line, phase_title, plain
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import Button, Choice, Menu, Message
from ringmaster.sessions.records import LIVE, GameRecord, GameSummary

MENU = 25
"""Entries of a menu: https://discord.com/developers/docs/components/reference#string-select"""

DIRECT_MESSAGE_HELP = (
    "I did not understand that. Write what you want to send, such as `vote Ada`, or `me`, `votes` or `help`; "
    "`/act` shows what is asked of you, with menus."
)

NOT_PLAYING = (
    "You are in no game at the moment. Games are joined with the button on their sign-up message in the server."
)

EDITED = "An edited message does not count; only what you sent first does. To change it, send it anew."

CANCELLED = "Nothing was sent."

NAME_FORM = "Your name in the game"
NAME_FIELD = "A name that nobody else in the game has"


def which_game(games: Sequence[GameSummary], action: str) -> Message:
    """The question which of several games is meant."""
    choices = tuple(
        Choice(label=one_line(game.name)[:100], value=str(game.id), description=game.kind) for game in games[:MENU]
    )
    more = "" if len(games) <= MENU else " If it is not listed, name it in the option `game`."
    menu = Menu(action=action, placeholder="Choose a game", choices=choices)
    return Message(text=f"Which game do you mean?{more}", rows=(menu,))


def sure_to_end(record: GameRecord, action: str) -> Message:
    """The question before a game that people are in is ended: what is revealed then cannot be taken back."""
    if record.status in LIVE:
        lost = "Everything is revealed then, and nobody can go on playing."
    else:
        lost = f"{count(len(record.seats), 'player')} signed up; there will be no game."
    return _sure(f"End **{plain(record.name)}** now? {lost}", "End the game", action)


def sure_to_archive(record: GameRecord, action: str) -> Message:
    """The question before a game is archived, for it cannot be opened or corrected again."""
    text = (
        f"Archive **{plain(record.name)}**? Its channels are closed for good, and its end cannot be undone any more. "
        "They stay to be read until you delete them."
    )
    return _sure(text, "Archive the game", action)


def _sure(text: str, label: str, action: str) -> Message:
    yes, no = Button(label=label, action=action, style="danger"), Button(label="Cancel", action=Cancel().encode())
    return Message(text=text, rows=((yes, no),))


def help_text(games: Sequence[GameRecord]) -> Message:
    """What can be written in direct messages, and the games that it is about."""
    if not games:
        return Message(text=NOT_PLAYING)
    listed = both([f"**{plain(game.name)}** ({game.game.title})" for game in games])
    lines = [
        f"You are in {listed}.",
        "`me` shows how you stand and what is asked of you, `votes` the count, `rules` the rules.",
    ]
    lines.append("Answers are written as they stand in the question, such as `vote Ada`, or chosen with `/act`.")
    if len(games) > 1:
        lines.append(f"Begin with the game's name to say which you mean: “{plain(games[0].name)}: me”.")
    return Message(text="\n".join(lines))


def nothing_asked(record: GameRecord) -> Message:
    """There is nothing to send at the moment."""
    if record.status not in LIVE:
        return Message(text=f"**{plain(record.name)}** is not being played at the moment.")
    return Message(
        text=f"**{plain(record.name)}**: nothing more is asked of you at the moment. {deadline(record)}\n"
        "`/me` shows how you stand and what you have sent."
    )


def left(record: GameRecord) -> Message:
    """The answer to leaving before the start."""
    return Message(text=f"You are no longer signed up for **{plain(record.name)}**.")


def spectating(record: GameRecord, *, watching: bool) -> Message:
    """The answer to spectating."""
    if watching:
        return Message(text=f"You are watching **{plain(record.name)}** now. Once it runs, its gallery is open to you.")
    return Message(text=f"You are no longer watching **{plain(record.name)}**.")


def said(record: GameRecord) -> Message:
    """The answer to talking to one's tribe."""
    return Message(text=f"Said to {_hearers(record)}.")


def whispered(record: GameRecord, seat: Seat) -> Message:
    """The answer to a private word."""
    return Message(text=f"Said to {name(record, seat)} alone.")


def confessed() -> Message:
    """The answer to a confession."""
    return Message(text="It is in your confessional, where spectators and moderators read it.")


def looking() -> Message:
    """The answer to a link to where the idol may be; what is there is told the same way to everyone."""
    return Message(text="I am looking there. What I find, you read here in a moment, as a direct message.")


def looking_for(record: GameRecord, seat: Seat) -> Message:
    """The answer to a link that a moderator sends for a seat."""
    return Message(text=f"I am looking there for {name(record, seat)}, who is told what I find.")


def favoured(record: GameRecord, seat: Seat) -> Message:
    """The answer to a vote for the favourite."""
    return Message(
        text=f"Your favourite is **{name(record, seat)}**. Nobody sees your vote; you can change it until the vote "
        f"closes. {deadline(record)}"
    )


def reached(delivered: bool) -> Message:
    """The answer to trying direct messages again."""
    if delivered:
        return Message(text="That worked: I have sent you a direct message, and all that waited follows.")
    return Message(
        text="I still cannot send you direct messages. Please allow them for this server, then press the button again."
    )


def closed(record: GameRecord) -> Message:
    """The answer to closing a phase."""
    if record.phase is None:
        return Message(text="Closed. The game is over.")
    return Message(text=f"Closed. It is {phase_title(record.phase)} now. {deadline(record)}")


def resent(record: GameRecord, seat: Seat, messages: int) -> Message:
    """The answer to sending again."""
    if messages:
        return Message(text=f"{count(messages, 'message')} to {name(record, seat)} on the way.")
    return Message(text=f"Nothing waits for {name(record, seat)}, and nothing is asked of that seat now.")


def ask_plain(record: GameRecord, message_id: int, *, mistyped: bool) -> Message:
    """The question whether words without a command are for the tribe."""
    to = _hearers(record)
    doubt = "That looks as if it might be a command, but I do not understand it. " if mistyped else ""
    text = (
        f"{doubt}Should what you write here without a command go to {to}, this message included? "
        "Edits and deletions follow. If not, only commands count, and `say` in front of your words passes them on."
    )
    yes = Plain(game=record.id, to=message_id, verb="yes").encode()
    no = Plain(game=record.id, to=message_id, verb="no").encode()
    buttons = (Button(label="Yes", action=yes, style="primary"), Button(label="No, only commands", action=no))
    return Message(text=text, rows=(buttons,))


def chosen_plain(*, relays: bool) -> Message:
    """The answer to that choice."""
    if relays:
        return Message(text="From now on what you write here goes on; a mark on your message says that it has.")
    return Message(text="Only commands count. `say` in front of your words passes them on.")


def _hearers(record: GameRecord) -> str:
    merged = isinstance(record.state, SurvivorState) and record.state.merged
    return "everyone in the game" if merged else "your tribe"
