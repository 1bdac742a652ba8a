"""Why something was refused, and what to do instead: one sentence for every code."""

# ruff: noqa: ARG001 - the entries of a table share a signature

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, TypeAlias

from ringmaster.discord_app.presenters import survivor_refusals
from ringmaster.discord_app.presenters.wording import both, mention, phase_title, plain
from ringmaster.games.kernel import RuleViolation, SettingError
from ringmaster.games.truth.state import NO_ELIMINATION
from ringmaster.games.twitch.state import START9
from ringmaster.sessions.records import GameRecord

Facts: TypeAlias = Mapping[str, Any]
Saying: TypeAlias = Callable[["Words", Facts], str]

MOST_CANDIDATES = 8
SEATS = ("seat", "target", "sender")
"""Facts that are seats."""

WORDS_FOR_NOBODY: Mapping[str, str] = {START9: "START9", NO_ELIMINATION: "“No elimination”"}
"""What can be voted for instead of a seat, as people read it."""


class Words:
    """Names of seats and values, as far as the game is known."""

    def __init__(self, record: GameRecord | None, *, moderator: bool) -> None:
        self.record = record
        self.moderator = moderator

    def value(self, value: object) -> str:
        """A seat by name, anything else as it is."""
        if isinstance(value, int) and self.record is not None and 1 <= value <= len(self.record.seats):
            return plain(self.record.roster.name(value))
        return WORDS_FOR_NOBODY.get(value, plain(str(value))) if isinstance(value, str) else plain(str(value))

    def fact(self, name: str, value: object) -> str:
        """A fact for a sentence; those that are seats by their names."""
        return self.value(value) if name in SEATS else plain(str(value))

    def any_of(self, values: Sequence[object]) -> str:
        """The candidates, with how many more there are."""
        listed = [self.value(value) for value in values]
        shown, more = listed[:MOST_CANDIDATES], len(listed) - MOST_CANDIDATES
        if more > 0:
            return f"{', '.join(shown)} and {more} more"
        return f"{', '.join(shown[:-1])}{' or ' if len(shown) > 1 else ''}{''.join(shown[-1:])}"


def sentence(
    violation: RuleViolation | SettingError, record: GameRecord | None = None, *, viewer_is_moderator: bool = False
) -> str:
    """What the sender reads.

    Args:
        violation: the refusal.
        record: the game, for the names of its seats.
        viewer_is_moderator: whether the reader may learn which moderator did something.
    """
    if isinstance(violation, SettingError):
        said = plain(str(violation))
        return f"{said[:1].upper()}{said[1:]}."
    words = Words(record, moderator=viewer_is_moderator)
    return SENTENCES[violation.code](words, violation.facts)


def unexpected(error_id: str) -> str:
    """What is said when the fault is the bot's own."""
    return (
        f"Something went wrong on my side, and nothing has changed. Please try again; if it happens again, "
        f"tell a moderator this number: `{error_id}`."
    )


def _text(template: str) -> Saying:
    """A sentence in whose braces facts are filled in: seats by name."""
    named = [field for _, field, _, _ in Formatter().parse(template) if field]

    def said(words: Words, facts: Facts) -> str:
        return template.format_map({field: words.fact(field, facts[field]) for field in named})

    return said


DONE = {
    "opened": "opened sign-ups",
    "started": "started the game",
    "closed": "closed the phase",
    "paused": "paused the game",
    "resumed": "resumed the game",
    "ended": "ended the game",
    "archived": "archived the game",
}
"""What a second moderator wanted to do too."""


def _already_done(words: Words, facts: Facts) -> str:
    by = facts.get("by")
    if by is None and facts["what"] == "closed":
        return "The phase that you meant has closed by itself just now; nothing happened twice."
    who = mention(by) if words.moderator and by is not None else "the clock" if by is None else "another moderator"
    what = DONE.get(str(facts["what"]), "did that")
    return f"Already done by {who}, who {what} just now; nothing happened twice."


QUOTED = 100
"""Characters that are quoted of what somebody typed."""


def _no_such_name(words: Words, facts: Facts) -> str:
    typed = str(facts["text"])
    text = plain(typed[:QUOTED]) + ("…" if len(typed) > QUOTED else "")
    candidates = words.any_of(facts["candidates"])
    if not text:
        return f"A name is missing; write one of these: {candidates}."
    return f"I know nobody called “{text}”; did you mean {candidates}?"


def _ambiguous_names(words: Words, facts: Facts) -> str:
    ways = [both([words.value(value) for value in way]) for way in facts["ways"]]
    return f"That can be read in several ways ({'; or '.join(ways)}); please pick from the menu instead: `/act`."


def _names_needed(words: Words, facts: Facts) -> str:
    number = facts["count"]
    return "Name one player." if number == 1 else f"Name {number} players, joined by “and” or a comma."


def _stale(words: Words, facts: Facts) -> str:
    phase = facts.get("phase")
    made = f"That was for {phase_title(phase)}, which is over" if phase else "That was for a phase that is over"
    return f"{made}, so it does not count; `/act` shows what is asked now."


def _action_final(words: Words, facts: Facts) -> str:
    targets = both([words.value(target) for target in facts["targets"]])
    return f"You have sent your action for tonight ({facts['action']} {targets}), and it cannot be changed."


def _wrong_seats(words: Words, facts: Facts) -> str:
    least, most, seats = facts["least"], facts["most"], facts["seats"]
    needed = str(least) if least == most else f"{least} to {most}"
    return f"The game needs {needed} players and has {seats}; change the player list or the settings first."


def _powerful_players(words: Words, facts: Facts) -> str:
    players = both([words.value(seat) for seat in facts["seats"]])
    return (
        f"{players} could look behind the scenes: they have Administrator, Manage Channels, Manage Roles, Manage "
        "Webhooks or Manage Threads here; take those from them, or start with `override`."
    )


def _no_such_kind(words: Words, facts: Facts) -> str:
    kinds = ", ".join(f"`{kind}`" for kind in facts["candidates"])
    return f"There is no game called “{plain(facts['name'])}”; choose one of: {kinds}."


def _vote_final(words: Words, facts: Facts) -> str:
    return f"You have voted for {words.value(facts['target'])} today, and votes cannot be changed in this game."


TEXTS: Mapping[str, str] = {
    # sending something
    "not-understood": "I do not understand that; `/act` shows what you can send and how.",
    "no-such-choice": "That cannot be chosen here; `/act` shows what can.",
    "wrong-number": "That is too many or too few; `/act` shows how many to pick.",
    "no-such-decision": "That is not asked of you now; `/act` shows what is.",
    "too-late": "The deadline had passed when you sent this, so it does not count.",
    "paused": "The game is paused; please wait until a moderator resumes it.",
    "not-started": "The game has not started yet; you will get a direct message when it does.",
    "game-over": "This game is over; nothing can be sent any more.",
    "already-counted": "I have this one already, and it counts once.",
    "words-needed": "There is no text; please write what you want to say.",
    # who may
    "not-living": "{seat} is out of the game and sends nothing any more.",
    "target-not-living": "{target} is not in the game any more; please choose someone who is.",
    "no-seat": "You do not play in this game; `/spectate` lets you watch.",
    "no-game": "You have no part in a game here; join one with the button under its sign-up message.",
    "no-such-game": "I do not know that game; `/game list` shows those there are.",
    "not-moderator": "Only moderators of this game can do that; please ask one of them.",
    "not-host": "Only members with Manage Server or the host role can do that; please ask one of them.",
    "moderator-plays": "A player cannot moderate the same game; please ask another moderator.",
    "moderators-do-not-play": "Moderators of a game cannot play in it; please choose someone else.",
    "already-moderator": "They are a moderator of this game already.",
    "no-moderator": "They are no moderator of this game, so there is nothing to take back.",
    "last-moderator": "The game has no other moderator; make somebody else one first.",
    "no-bots": "Bots neither play nor moderate; please choose a person.",
    "no-spectator": "Players and moderators of a game cannot be spectators of it too.",
    "already-joined": "That account has a seat in this game already.",
    "not-joined": "You have not joined this game, so there is nothing to leave.",
    "signups-closed": "Sign-ups are closed; ask a moderator, or watch with `/spectate`.",
    "game-full": "All {seats} seats are taken; you can watch with the Spectate button.",
    # names
    "name-needed": "Please give a name with at least one letter or digit.",
    "name-taken": "“{name}” is taken, or looks too much like a name that is; please choose another.",
    "spectator-would-show": "They are watching this anonymous game, and leaving its gallery now would give them away; "
    "please choose someone who is not watching.",
    # moderating
    "already-started": "The game has started, so the player list is fixed; `/mod replace` changes who plays.",
    "settings-fixed": "The game has started, so its settings are fixed.",
    "channel-in-use": "Another game uses that channel; please choose another one.",
    "channel-hidden": "Not everyone can see that channel, and I would open it to all with everything that is written "
    "there; please choose another, or leave it out.",
    "no-such-time": "I do not understand “{text}” as a time; write `24h`, `+6h`, `21:00` or `2026-12-03 21:00`.",
    "no-deadline": "There is no deadline to add to; write `24h` or a date instead.",
    "in-the-past": "That time is past; please choose a later one.",
    "too-far": "That is more than a year ahead; please choose an earlier time.",
    "nothing-to-undo": "There is nothing to undo there any more; `/mod undo` shows what can be undone now.",
    "archived": "The game is archived and cannot be changed any more.",
    "not-over": "The game is not over; `/game end` ends it first.",
    "no-such-picture": "Please give the address of a picture; it begins with https://.",
    # who pressed what
    "expired": "That question is too old by now; please use the command again.",
    "not-yours": "That question was for somebody else; please use the command yourself.",
    "not-a-player": "They do not play in this game; please choose someone who does.",
    "anonymous-game": "This game is anonymous, so nobody can be chosen by their account; please use `/act`.",
    # votes by day, both Mafia games
    "not-by-night": "Votes are cast by day; please wait for the morning.",
    "not-by-day": "That is sent at night; please wait until the day is over.",
    "self-vote-forbidden": "You cannot vote for yourself in this game; please choose someone else.",
    # To Tell the Truth
    "no-vote-yet": "You have not voted today, so there is no vote to take back.",
    "no-elimination-forbidden": "“No elimination” cannot be voted for in this game; please choose a player.",
    "nothing-to-do-by-night": "Townies have nothing to send at night; `/act` shows what is asked of you.",
    "same-suspect-twice": "You named {target} twice; please name two different players.",
    # Twitch Plays Mafia
    "same-target-twice": "You named {target} twice; please name two different players.",
    "no-kill-to-send": "Helix Followers have no kill; you can protect, stun or bus: `/act`.",
    "no-kill-tonight": "There is no kill tonight; it begins with the next night.",
    "sender-not-dome": "{sender} cannot send the kill; please name a living Dome Supporter.",
}
"""What to say for each code; names of facts stand in braces."""

SPOKEN: Mapping[str, Saying] = {
    "no-such-name": _no_such_name,
    "ambiguous-names": _ambiguous_names,
    "names-needed": _names_needed,
    "stale": _stale,
    "already-done": _already_done,
    "wrong-number-of-seats": _wrong_seats,
    "no-such-kind": _no_such_kind,
    "powerful-players": _powerful_players,
    "action-final": _action_final,
    "vote-final": _vote_final,
}
"""What needs more than a template."""

SENTENCES: Mapping[str, Saying] = {
    **{code: _text(template) for code, template in (*TEXTS.items(), *survivor_refusals.TEXTS.items())},
    **SPOKEN,
}
"""What to say for each code that is raised anywhere."""
