"""What the random players of a simulation do. Everything else about their games is by the rules.

- A vote is for a living seat, each equally likely, the voter's own included: nobody votes for "no
  elimination" or START9, or takes a vote back. So by symmetry every day takes each living seat equally
  often, and the odds of To Tell the Truth can be worked out exactly.
- By night every seat of Twitch Plays Mafia sends one action of a random kind at random targets. The first
  Dome seat names the kill, of any living Helix seat, sent by any living Dome seat. The Mafia of To Tell the
  Truth name any two living seats.
- In Card Survivor every seat and spectator sends any one thing that it may send.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ringmaster.games.kernel import Decision
from ringmaster.games.play import Chooser, Policy, any_one
from ringmaster.games.twitch.state import HELIX, TwitchState


def truth_player(state: Any, decisions: Sequence[Decision], chooser: Chooser) -> Sequence[Decision]:
    """A vote for a living seat by day, two suspects by night; neither is changed once it is sent."""
    del state, chooser
    return [_for_seats(decision) for decision in decisions if decision.fields and decision.sent is None]


def twitch_player(state: TwitchState, decisions: Sequence[Decision], chooser: Chooser) -> Sequence[Decision]:
    """A vote for a living seat by day; an action by night and, if none is named, the kill of a Helix seat."""
    kills = [_of_helix(state, decision) for decision in decisions if decision.name == "kill" and decision.sent is None]
    others = [decision for decision in decisions if decision.name != "kill"]
    return [_for_seats(chooser.choice(others)), *kills] if others else kills


def _for_seats(decision: Decision) -> Decision:
    if decision.name != "vote":
        return decision
    seats = tuple(choice for choice in decision.fields[0].choices if isinstance(choice, int))
    return replace(decision, fields=(replace(decision.fields[0], choices=seats),))


def _of_helix(state: TwitchState, kill: Decision) -> Decision:
    target, sender = kill.fields
    return replace(kill, fields=(replace(target, choices=state.living_with_role(HELIX)), replace(sender, minimum=1)))


POLICIES: dict[str, Policy] = {"survivor": any_one, "truth": truth_player, "twitch": twitch_player}
