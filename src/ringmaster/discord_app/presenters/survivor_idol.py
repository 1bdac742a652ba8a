"""The hidden idol as those learn of it who may (S8). Nobody else reads a word of it until it is played."""

from __future__ import annotations

from ringmaster.discord_app.presenters.posts import direct
from ringmaster.discord_app.presenters.wording import bold, name, plain
from ringmaster.games.kernel import Event, Seat
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.submissions import IDOL_KINDS
from ringmaster.sessions.messages import Outgoing
from ringmaster.sessions.records import GameRecord

HOLDER = (
    "Played at a council, it makes all votes against you void: “idol play” together with your vote. You can give it "
    "to another player at any time: “idol give to” and a name. It is worth nothing once four are left."
)


def told(record: GameRecord, event: Event) -> list[Outgoing]:
    """What those concerned read in private."""
    match event:
        case ev.IdolFound(seat=seat):
            return _tell(
                record, seat, f"**You have found the hidden idol.** {HOLDER} Nobody else learns of it from me."
            )
        case ev.IdolSeenTaken(seat=seat, by=by):
            return _tell(record, seat, f"You are too late: you saw {bold(record, by)} take the idol.")
        case ev.IdolNotThere(seat=seat):
            return _tell(record, seat, "There is no idol there.")
        case ev.IdolGiven(seat=seat, to=to):
            return [
                *_tell(record, seat, f"You have given the idol to {bold(record, to)}. Only the two of you are told."),
                *_tell(record, to, f"**{name(record, seat)} gives you the hidden idol.** {HOLDER}"),
            ]
        case ev.IdolReadied(seat=seat, play=True):
            return _tell(record, seat, "The idol is ready: it is played when this council closes, unless you keep it.")
        case ev.IdolReadied(seat=seat):
            return _tell(record, seat, "You keep the idol: it is not played at this council.")
        case ev.IdolLost(seat=seat):
            return _tell(record, seat, "Four are left, so the idol that you hold is worth nothing any more.")
        case _:
            return []


def _tell(record: GameRecord, seat: Seat, text: str) -> list[Outgoing]:
    return direct(record, seat, f"**{plain(record.name)}**\n{text}")


def question(state: SurvivorState) -> list[str]:
    """That the idol has still to be hidden (S8.1)."""
    if state.merged and state.kind in IDOL_KINDS and state.idol.stage == "unhidden":
        return ["The idol is not hidden yet: `/mod idol` with the message that holds it (S8.1)."]
    return []


def line(record: GameRecord, event: Event) -> str:
    """What the moderators read of the idol; empty for anything else."""
    match event:
        case ev.IdolHidden():
            return "The idol is hidden."
        case ev.IdolFound(seat=seat):
            return f"{name(record, seat)} has found the idol."
        case ev.IdolSeenTaken(seat=seat, by=by):
            return f"{name(record, seat)} came too late and is told that {name(record, by)} took the idol."
        case ev.IdolNotThere(seat=seat):
            return f"{name(record, seat)} looked for the idol where there is none."
        case ev.IdolMessageGone():
            return "The message that held the idol is gone."
        case ev.IdolGiven(seat=seat, to=to):
            return f"{name(record, seat)} gives the idol to {name(record, to)}."
        case ev.IdolReadied(seat=seat, play=play):
            return f"{name(record, seat)} {'will play' if play else 'keeps'} the idol at this council."
        case ev.IdolLost(seat=seat):
            return f"The idol of {name(record, seat)} has left the game."
        case ev.IdolPlayed(seat=seat):
            return f"{name(record, seat)} plays the idol."
        case _:
            return ""
