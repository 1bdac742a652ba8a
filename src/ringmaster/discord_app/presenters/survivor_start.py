"""How a season begins, and what everyone reads when the tribes merge."""

from __future__ import annotations

from collections.abc import Iterator

from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters.posts import GALLERY, direct, post, stage
from ringmaster.discord_app.presenters.survivor_calendar import calendar_message
from ringmaster.discord_app.presenters.survivor_cards import hand
from ringmaster.discord_app.presenters.survivor_rooms import MERGED, TRIBES
from ringmaster.discord_app.presenters.wording import bold, count, deadline, names, plain
from ringmaster.games.kernel import Seat
from ringmaster.games.survivor.cards import STARTING_HAND
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.tribes import Tribes
from ringmaster.sessions.messages import Outgoing, Send
from ringmaster.sessions.records import GameRecord

CALENDAR = "calendar"
"""The panel on the stage."""


def begun(record: GameRecord, tribes: Tribes) -> list[Outgoing]:
    """The tribes, the rules that were chosen and the calendar for all; to each seat what it is and has."""
    state: SurvivorState = record.state
    outgoing: list[Outgoing] = [
        stage("\n".join((tribe_lines(record, tribes), *_chosen(state.settings)))),
        calendar(record),
        post(GALLERY, _welcome(record)),
    ]
    for seat in record.roster:
        outgoing += direct(record, seat, _introduction(record, seat, tribes))
    return outgoing


def calendar(record: GameRecord) -> Send:
    """The calendar, posted anew; from now on this message is kept up to date."""
    return stage(calendar_message(record), panel=CALENDAR)


def tribe_lines(record: GameRecord, tribes: Tribes) -> str:
    """The tribes, each in player-list order (S2.3)."""
    return "\n".join(f"**Tribe {number}**: {names(record, tribe)}" for number, tribe in enumerate(tribes, start=1))


def _chosen(settings: SurvivorSettings) -> Iterator[str]:
    yield f"\nEveryone begins with the same {len(STARTING_HAND)} cards: {hand(STARTING_HAND)}."
    yield (
        f"The tribes merge when {settings.merge_at} are left, or sooner if one has four more than the other. "
        f"The jury will be {settings.jury}, the finalists three."
    )
    yield f"- Nothing sent for a challenge: {MISSED_CHALLENGE[settings.missed_challenge]}"
    yield f"- No vote at a council: {MISSED_VOTE[settings.missed_vote]}"
    yield f"- After a council everyone learns {REVEAL[settings.council_reveal]}"
    yield f"- Tied highest cards in the final-four game: {HAND_TIE[settings.hand_tie]}"
    yield f"- A favourite needs {count(settings.fan_quorum, 'spectator')} who vote."
    if settings.anonymous:
        yield "Everyone plays a character. Who is behind it is told when the game is over, and not before."


MISSED_CHALLENGE = {
    "lowest": "the lowest cards are played.",
    "random": "cards are drawn by dice.",
    "none": "no card is played, which counts as nothing.",
}
MISSED_VOTE = {
    "none": "it does not count for anybody.",
    "self": "it counts against whoever did not send it, unless immune.",
    "random": "it is drawn by dice.",
}
REVEAL = {
    "tally": "how many votes each member got, never from whom.",
    "result": "who is out and by which rule, and no votes.",
}
HAND_TIE = {
    "roll": "the dice say which of them takes the hand.",
    "split": "they share the points of the others.",
    "carry": "nobody scores, and the next hand is worth all of it too.",
}


def _welcome(record: GameRecord) -> str:
    state: SurvivorState = record.state
    return (
        "Here spectators read the confessionals and talk about the game. When four are left you choose your favourite "
        "here. Please carry nothing from here to those who play"
        + (", and do not guess in public who they are." if state.settings.anonymous else ".")
    )


def _introduction(record: GameRecord, seat: Seat, tribes: Tribes) -> str:
    number = next(at for at, members in enumerate(tribes, start=1) if seat in members)
    with_you = [other for other in tribes[number - 1] if other != seat]
    return "\n".join(
        (
            f"**{plain(record.name)} has begun.** You are {bold(record, seat)}, in tribe {number} with "
            f"{names(record, with_you)}.",
            *_secrecy(record),
            f"**Your cards**: {hand(record.state.hand(seat))}. What is played is gone: they must last the whole game.",
            f"**Talk**: {talk(record)}",
            "**Answers**: whatever is asked of you comes here, with buttons and menus. You can also write it as it "
            "stands in the question, such as “public 10 secret 5” or “vote” and a name. `/act` shows what is asked, "
            "`/me` your cards and how you stand, `/rules` the rules.",
        )
    )


def _secrecy(record: GameRecord) -> Iterator[str]:
    if record.anonymous:
        yield "Nobody but the moderators knows that this is you. Please tell nobody until the game is over."


def talk(record: GameRecord) -> str:
    """Whom a seat reaches, and how (S13)."""
    state: SurvivorState = record.state
    if state.kind == "hand":
        return "while the final four play their cards, players cannot talk to each other; `/confess` works as ever."
    everyone, one = ("all who are left", "one of them") if state.merged else ("your tribe", "one member of it")
    confess = "`/confess` is read by spectators and moderators, never by players."
    if record.anonymous:
        return f"`/say` reaches {everyone}, `/whisper` {one}, under your character's name. {confess}"
    where = "the channel `merged`" if state.merged else "your tribe's channel"
    return f"in {where}, or `/whisper` to {one}. {confess}"


# -- the merge

WHY_MERGED = {
    "merge-at": "{left} are left, as the calendar has it (S7.1).",
    "domination": "one tribe has at least four more than the other (S7.2).",
    "single-seat": "a tribe of one cannot hold a council (S7.5).",
}


def merged(record: GameRecord, because: str) -> list[Outgoing]:
    """Why the tribes are one from now on; and in the tribes' places, before they close, where it goes on."""
    state: SurvivorState = record.state
    why = WHY_MERGED[because].format(left=len(state.living))
    return [
        stage(f"**The tribes merge**: {why} Still in the game: {names(record, state.living)}."),
        *(post(tribe, "The tribes have merged. It goes on in the channel `merged`.") for tribe in TRIBES),
        post(MERGED, f"The tribes have merged. Here talk: {names(record, state.living)}."),
    ]


def day_off(record: GameRecord) -> str:
    """The merge: nothing is sent in, and the idol is hidden (S7.3)."""
    return (
        "**The merge is a day off.** Nothing is to be sent in. The hidden idol comes into the game now (S8); from "
        f"the next challenge on everyone plays alone. {deadline(record)}"
    )


def day_off_for(record: GameRecord, _seat: Seat) -> str:
    """What each seat reads at the merge."""
    return (
        f"{replies.heading(record)}\nThe tribes have merged, and today nothing is asked of you.\n"
        f"**Talk**: {talk(record)}\n{IDOL_HUNT}\n{deadline(record)}"
    )


IDOL_HUNT = (
    "**The idol**: the moderators hide it in a message that you can read, old or new. Whoever sends me the link of "
    "that message first has it: `/idol claim`. It makes all votes against you at one council void. There is one only, "
    "and no other player learns that you have it."
)
