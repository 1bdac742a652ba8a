"""What is asked of a seat, in words, menus and buttons, and how an answer is said back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ringmaster.discord_app.presenters.survivor_cards import card, cards, hand
from ringmaster.discord_app.presenters.wording import bold, name, one_line
from ringmaster.games.kernel import Decision, Seat, Value
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.records import GameRecord

Asking: TypeAlias = Callable[[GameRecord, Seat, Decision], str]

CARDS = frozenset({"public", "play", "hand", "line-up", "take"})
"""The decisions whose choices are cards."""

PRESSED = frozenset({"idol", "take"})
"""The decisions with a button for each choice."""

VERBS: Mapping[str, str] = {
    "public": "Play two cards",
    "play": "Play cards",
    "vote": "Vote for",
    "idol": "The idol",
    "give": "Give the idol to",
    "take": "Your extra card",
    "hand": "Play a card",
    "line-up": "Line up cards",
    "choose": "Take to the final",
    "favourite": "Your favourite",
}
"""What each decision is called on its button or menu."""

WORDS: Mapping[Value, str] = {"play": "play it", "keep": "keep it"}


def label(record: GameRecord, value: Value, decision: str) -> str:
    """A card by its value, a seat by its name, a word as people say it."""
    if isinstance(value, str):
        return WORDS.get(value, value)
    return card(value) if decision in CARDS else one_line(record.roster.name(value))


def item(record: GameRecord, choice: object, roll: str) -> str:
    """What a side of a die stands for: a card for a seat that sent none, a tribe, or a seat."""
    if not isinstance(choice, int):
        return str(choice)
    if roll.startswith("challenge-") and "/missed/" in roll:
        return card(choice)
    if roll.startswith("challenge-") and not record.state.merged:
        return f"tribe {choice + 1}"
    return name(record, choice)


# -- what is asked


def lines(record: GameRecord, seat: Seat, decisions: Sequence[Decision]) -> list[str]:
    """All that is asked of a seat: its hand if cards are, what it has sent, and what happens if it sends nothing."""
    asked: list[str] = []
    if any(decision.name in CARDS for decision in decisions):
        asked.append(f"**Your cards**: {hand(record.state.hand(seat))}")
    for decision in decisions:
        asked.append(prompt(record, seat, decision))
        if decision.sent is not None:
            asked.append(f"So far: {answer(record, decision.name, decision.sent)}.")
        else:
            asked.append(missed(record, decision))
    return [line for line in asked if line]


def prompt(record: GameRecord, seat: Seat, decision: Decision) -> str:
    """What a decision asks, and how to answer in words."""
    return PROMPTS[decision.name](record, seat, decision)


def _public(record: GameRecord, seat: Seat, decision: Decision) -> str:
    held = record.state.hand(seat)
    if len(decision.fields) == 1:
        return f"You have one card left. It is played in public: “public {held[0]}”."
    return (
        "Play one card in public and another in secret; everyone sees who played the public one. Use the button, or "
        f"write “public {held[len(held) // 2]} secret {held[-1]}”. You can change both until the challenge closes; "
        "then they are gone."
    )


def _play(record: GameRecord, seat: Seat, decision: Decision) -> str:
    held, most = record.state.hand(seat), decision.fields[0].maximum
    number = {1: "your last card", 2: "one card or two"}.get(most, "one, two or three cards")
    example = " ".join(map(str, held[-min(2, most) :]))
    return (
        f"Play {number}; everyone sees your total, and neither which cards nor how many. Use the button, or write "
        f"“play {example}”. You can change them until the challenge closes; then they are gone."
    )


def _vote(record: GameRecord, _seat: Seat, _decision: Decision) -> str:
    """No name stands as an example: everyone would read the same one."""
    how = "use the menu, or write “vote” and a name"
    match record.state.kind:
        case "jury-vote":
            return f"Vote for the finalist who should win: {how}. You can change it until the vote closes."
        case "deciding-vote":
            return f"The jury is tied, and your vote decides who wins: {how}. You can change it until the vote closes."
        case _:
            return (
                f"Vote for who has to leave: {how}. You can change it until the council closes. Until the game is "
                "over nobody but the moderators learns how you voted."
            )


def _give(record: GameRecord, _seat: Seat, decision: Decision) -> str:
    example = name(record, int(decision.fields[0].choices[0])) if decision.fields[0].choices else "a name"
    return f"You hold the idol and can give it away: “idol give to {example}”. Only the two of you are told."


def _choose(record: GameRecord, _seat: Seat, decision: Decision) -> str:
    example = name(record, int(decision.fields[0].choices[0]))
    return f"You have first place: choose who joins you in the final. Use the menu, or write “choose {example}”."


def _line_up(record: GameRecord, seat: Seat, _decision: Decision) -> str:
    example = " ".join(map(str, record.state.hand(seat)[:3]))
    return (
        f"Or line up cards for this hand and the next ones: “line-up {example}”. You can change them until each hand "
        "closes."
    )


PROMPTS: Mapping[str, Asking] = {
    "public": _public,
    "play": _play,
    "vote": _vote,
    "idol": lambda _record, _seat, _decision: (
        "**You hold the idol.** Played at this council it makes all votes against you void, and is gone: press a "
        "button, or write “idol play”. “idol keep” takes it back until the council closes."
    ),
    "give": _give,
    "take": lambda _record, _seat, _decision: (
        "**You are the spectators' favourite**, and nobody else learns of it before the end. Add a 1 or an 8 to your "
        "cards: press a button, or write “take 1” or “take 8”."
    ),
    "hand": lambda record, seat, _decision: (
        f"Play one card in this hand: use the button, or write “hand {record.state.hand(seat)[0]}”."
    ),
    "line-up": _line_up,
    "choose": _choose,
}


def missed(record: GameRecord, decision: Decision) -> str:
    """What happens if nothing is sent; empty when that needs no words."""
    chosen = record.state.settings
    match decision.name:
        case "public":
            return f"If you send nothing, {MISSED_TRIBAL[chosen.missed_challenge]}"
        case "play":
            return f"If you send nothing, {MISSED_ALONE[chosen.missed_challenge]}"
        case "vote":
            return _missed_vote(record)
        case "take":
            return f"If you choose none, you get the {chosen.fan_default} when the first hand closes."
        case "hand":
            return f"If you send nothing, your {chosen.missed_hand} card is played."
        case "choose":
            return "If you choose nobody in time, it is the higher total of the two (S10.10)."
        case _:
            return ""


MISSED_TRIBAL = {
    "lowest": "your lowest card is played in public and the next lowest in secret.",
    "random": "two cards of yours are drawn by dice.",
    "none": "you play no card, and your tribe's average is lower for it.",
}
MISSED_ALONE = {
    "lowest": "your lowest card is played alone.",
    "random": "one card of yours is drawn by dice.",
    "none": "your total is 0.",
}
MISSED_COUNCIL = {
    "none": "you have no vote.",
    "self": "your vote counts against yourself, unless you are immune.",
    "random": "your vote is drawn by dice.",
}


def _missed_vote(record: GameRecord) -> str:
    state: SurvivorState = record.state
    match state.kind:
        case "council":
            return f"If you send nothing, {MISSED_COUNCIL[state.settings.missed_vote]}"
        case "jury-vote":
            return "If you send nothing, the others decide."
        case _:
            return "If you send nothing, S11.7 decides: the favourite if tied, or else the better place of the two."


# -- what was answered


def answer(record: GameRecord, decision: str, picks: tuple[tuple[Value, ...], ...]) -> str:
    """A decision filled in, as a person would say it."""
    values = [value for picked in picks for value in picked]
    numbers = [value for value in values if isinstance(value, int)]
    match decision:
        case "public":
            named = zip(("public", "secret"), numbers, strict=False)
            return " and ".join(f"**{card(value)}** in {kind}" for kind, value in named)
        case "play":
            return f"play **{cards(numbers)}**, a total of {card(sum(numbers))}"
        case "idol":
            return f"{'play' if values == ['play'] else 'keep'} the idol"
        case "take":
            return f"take the **{cards(numbers)}**"
        case "hand":
            return f"play **{cards(numbers)}** in this hand"
        case "line-up":
            return f"line up **{cards(numbers)}**, in this order"
        case _:
            return f"{ABOUT_SEATS[decision]} {bold(record, numbers[0])}"


ABOUT_SEATS: Mapping[str, str] = {
    "vote": "vote for",
    "give": "give the idol to",
    "choose": "take along to the final:",
    "favourite": "your favourite is",
}
