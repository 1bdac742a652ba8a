"""The refusals that only Card Survivor has; see `ringmaster.discord_app.presenters.refusals`."""

from __future__ import annotations

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "no-challenge-open": "Cards are played in challenges only; please wait for the next one.",
    "no-cards-left": "You have no cards left to play.",
    "cards-needed": "Please write the cards as numbers, such as “10 5”; `/me` shows your hand.",
    "public-and-secret-needed": "Please name one public and one secret card, as in “public 10 secret 5”.",
    "wrong-number-of-cards": "Please play {fewest} to {most} cards; `/me` shows your hand.",
    "card-not-held": "You do not have the card {card} so many times; `/me` shows your hand.",
    "no-hand-open": "The final four are not playing a hand now; please wait until they do.",
    "no-vote-open": "There is no vote now; you will get a direct message when there is.",
    "not-in-council": "You are not at this council, so you have no vote in it.",
    "not-on-jury": "Only members of the jury vote now.",
    "not-the-decider": "The deciding vote is not yours; only one finalist has it.",
    "not-a-finalist": "{target} is not a finalist; please vote for one who is.",
    "not-among-the-tied": "{target} is not among the tied; please choose one of those who are.",
    "target-immune": "{target} is immune at this council; please vote for someone else.",
    "target-not-in-council": "{target} is not at this council; please vote for someone who is.",
    "no-fan-vote-open": "The favourite cannot be chosen now; the vote comes when four players are left.",
    "not-in-final-four": "{target} is not one of the last four; please choose one who is.",
    "no-idol-before-merge": "There is no idol before the merge; please hide it then.",
    "idol-already-found": "The idol has been found already, so it cannot be hidden anew.",
    "too-late-for-idol": "It is too late for the idol: no council is left at which it could be played.",
    "no-idol-hidden": "No idol is hidden at the moment.",
    "idol-found-by-yourself": "You have taken the idol already; `/me` shows whether you still have it.",
    "no-idol": "You do not have the idol.",
    "idol-to-yourself": "You have the idol already; please name someone else to give it to.",
    "no-council-open": "The idol is played at a council; please wait for the next one.",
    "idol-words": "Please write “idol play”, “idol keep”, or “idol give” and a name.",
    "nothing-to-take": "There is no card for you to take now.",
    "no-such-bonus": "There is no {card} to take; please choose one of the cards offered.",
    "nothing-to-choose": "There is nothing for you to choose now.",
    "already-chosen": "You have chosen already, and that stands.",
    "not-to-be-chosen": "{target} cannot be chosen; please take one of the other two.",
    "whisper-to-yourself": "That would be a message to yourself; please name someone else.",
    "other-tribe": "{target} is in the other tribe, and before the merge you reach your own only.",
    "no-talk-in-final-four": "During the final-four game players cannot talk to each other; please wait for its end.",
    "no-such-date": "I do not understand “{text}” as a date; please write it like 2019-05-31.",
}
"""What to say for each code; names of facts stand in braces."""
