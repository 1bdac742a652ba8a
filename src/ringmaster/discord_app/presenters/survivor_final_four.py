"""The last four: the spectators' favourite, the hands, the placing and the choice of the third finalist (S9, S10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ringmaster.discord_app.actions import Favour
from ringmaster.discord_app.presenters import replies
from ringmaster.discord_app.presenters.posts import GALLERY, post
from ringmaster.discord_app.presenters.survivor_cards import block, card, exact, in_block, signed_sum, table
from ringmaster.discord_app.presenters.survivor_challenges import shown_roll
from ringmaster.discord_app.presenters.wording import bold, both, count, deadline, fitted, name, names, one_line, plain
from ringmaster.games.kernel import Event, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.final_four import OUT_OF_CARDS_BONUS, HandVerdict, Placing
from ringmaster.games.survivor.settings import FINAL_FOUR, FINALISTS
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import Choice, Menu, Message, Row, Send
from ringmaster.sessions.records import LIVE, GameRecord

FAVOURITE = "favourite"
"""The panel in the gallery."""


# -- the favourite


def fan_vote_opened(record: GameRecord) -> str:
    """What everyone reads when four are left (S9.2)."""
    four = names(record, record.state.living)
    return (
        f"**The final four**: {four}. First the spectators choose their favourite, in their own channel; then the four "
        f"play out their cards. {deadline(record)}"
    )


def favourite(record: GameRecord) -> Send:
    """The spectators' menu, posted anew."""
    return post(GALLERY, favourite_message(record), panel=FAVOURITE)


def favourite_message(record: GameRecord) -> Message:
    """The menu with the four while the vote is open; how many have voted is told to nobody (S9.2)."""
    state: SurvivorState = record.state
    title = f"{plain(record.name)} – your favourite"
    if record.status not in LIVE:
        return fitted(title, "The game is over; the stage tells how this vote came out.")
    if state.kind != "fan-vote" or record.status != "running":
        closed = "This vote is closed." if state.kind != "fan-vote" else "The game is paused, and so is this vote."
        return fitted(title, f"{closed} Nobody but the moderators learns how it came out until the game is over.")
    text = (
        f"Choose one of the last four: the favourite gets one more card. It takes "
        f"{count(state.settings.fan_quorum, 'vote')} at least. You have one vote and can change it until the close; "
        f"nobody else sees it. {deadline(record)}"
    )
    return fitted(title, text, (_favourite_menu(record),))


def _favourite_menu(record: GameRecord) -> Row:
    action = Favour(game=record.id, phase=record.phase or "").encode()
    choices = (Choice(label=one_line(record.roster.name(seat)), value=str(seat)) for seat in record.state.living)
    return Menu(action=action, placeholder="Your favourite", choices=tuple(choices))


def before_the_game(record: GameRecord, _seat: Seat) -> str:
    """What each of the four reads while the spectators vote."""
    return (
        f"{replies.heading(record)}\n**You are one of the final four.** The spectators are choosing their favourite; "
        "nothing is asked of you yet. Then you play out your cards, hand by hand, and while that lasts players cannot "
        f"talk to each other.\n{deadline(record)}"
    )


# -- hands


def game_opened(record: GameRecord) -> str:
    """What everyone reads when the first hand opens. It is the same whether there is a favourite or not (S9.4)."""
    return (
        "**The final-four game begins.** In each hand everyone who has cards plays one. The highest takes the hand and "
        f"scores what the others add up to, and {OUT_OF_CARDS_BONUS} points for each of the four without cards. The "
        f"two best totals are finalists. Players cannot talk to each other while it lasts. {deadline(record)}"
    )


def missed(hand: int, played: int) -> str:
    """What a seat reads that had sent nothing for a hand (S10.8)."""
    return f"You sent no card for hand {hand}, so this one was played for you: {card(played)}."


def default_bonus(bonus: int) -> str:
    """What the favourite reads that has not chosen in time (S9.4)."""
    return f"You chose no extra card in time, so you got the {card(bonus)}."


def hand_result(record: GameRecord, event: ev.HandDecided, events: Sequence[Event]) -> str:
    """The cards with their owners, who takes the hand and for how much, and the running totals (S10.9)."""
    return "\n".join(
        (
            f"**Hand {event.number}** – {_taken(record, event.hand, shown_roll(events))}",
            block(_standing(record, event)),
            *((deadline(record),) if record.state.kind == "hand" else ()),
        )
    )


def _taken(record: GameRecord, hand: HandVerdict, roll: str) -> str:
    top, winner = max(dict(hand.cards).values()), hand.winner or 0
    tied = both([name(record, seat) for seat, value in hand.cards if value == top])
    match hand.decided_by:
        case "card":
            return f"{bold(record, winner)} takes it with {card(top)}{_points(hand)}"
        case "roll":
            by_roll = f"{roll} in player-list order, for {bold(record, winner)}"
            return f"{tied} are tied at {card(top)}; {by_roll}{_points(hand)}"
        case "split":
            return f"{tied} are tied at {card(top)} and share: {exact(hand.points)} each (S10.4)."
        case _:
            return (
                f"{tied} are tied at {card(top)}, so nobody scores; {card(hand.carried)} more for whoever takes the "
                "next hand (S10.4)."
            )


def _points(hand: HandVerdict) -> str:
    """The points of a hand as they add up: the others' cards, the bonus, and what was carried along (S10.2)."""
    others = [value for seat, value in hand.cards if seat != hand.winner]
    bonus = OUT_OF_CARDS_BONUS * (FINAL_FOUR - len(hand.cards))
    carried = int(hand.points) - sum(others) - bonus
    parts = [
        signed_sum(others),
        f"{bonus} for those without cards" if bonus else "",
        f"{card(carried)} from before" if carried else "",
    ]
    return f": {exact(hand.points)} points ({', and '.join(filter(None, parts))})."


def _standing(record: GameRecord, event: ev.HandDecided) -> str:
    cards = dict(event.hand.cards)
    rows = (
        (in_block(record.roster.name(seat)), card(cards[seat]) if seat in cards else "-", exact(total))
        for seat, total in event.totals
    )
    return table(("", "card", "total"), rows)


# -- the placing

STEPS = {
    "total": "the higher total",
    "hands-won": "tied totals, more hands won",
    "best-win": "tied totals and hands won, the higher card that took a hand",
    "roll": "a roll, as totals, hands won and the best card that took a hand are level",
}
"""What put a seat on its place (S10.6, S10.7)."""


def placed(record: GameRecord, event: ev.FinalFourDecided) -> str:
    """The totals, who is in the final and by which step (S10.6, S10.7)."""
    lines = ["**The final-four game is over.**", block(_totals(record, event.totals))]
    lines += (_place(record, number, placing) for number, placing in enumerate(event.placed, start=1))
    if event.choice_of:
        others = " or ".join(bold(record, seat) for seat in event.choice_of)
        lines.append(f"{bold(record, event.placed[0].seat)} chooses who joins the final: {others}.")
    return "\n".join(lines)


def _totals(record: GameRecord, totals: Sequence[tuple[Seat, Fraction]]) -> str:
    best_first = sorted(totals, key=lambda pair: -pair[1])
    return table(("", "total"), ((in_block(record.roster.name(seat)), exact(total)) for seat, total in best_first))


def _place(record: GameRecord, number: int, placing: Placing) -> str:
    return f"{number}. {bold(record, placing.seat)}: {STEPS[placing.decided_by]}."


def choice_opened(record: GameRecord) -> str:
    """What everyone reads while the first place chooses."""
    first = record.state.first
    return f"{name(record, first)} is choosing the third finalist. {deadline(record)}"


THIRD = {
    "choice": "chosen by the first place (S10.6)",
    "no-choice": "all who are left",
    "removal": "all who are left, by their placing",
}


def finalists(record: GameRecord, event: ev.FinalistsSeated) -> str:
    """Who is in the final, and how the third was found (S10.6, S10.10)."""
    how = THIRD.get(event.decided_by) or f"no choice in time, so it is decided by {STEPS[event.decided_by]} (S10.10)"
    third = "" if len(event.finalists) < FINALISTS else f" The third: {how}."
    return f"**The finalists**: {both([bold(record, seat) for seat in event.finalists])}.{third}"
