"""What the presenters of the two Mafia games share: places, days with votes, who hears of what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ringmaster.discord_app.presenters import replies, votes
from ringmaster.discord_app.presenters.ending import ending, rolled
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.mafia_rooms import gallery_room, public_rooms, thread_room
from ringmaster.discord_app.presenters.menus import Draft, open_menus
from ringmaster.discord_app.presenters.posts import (
    FACTION,
    GALLERY,
    STAGE,
    arrange,
    booth,
    direct,
    post,
    stage,
)
from ringmaster.discord_app.presenters.votes import Ballot, Decided
from ringmaster.discord_app.presenters.wording import bold, deadline, fitted, names, one_line, phase_title, plain
from ringmaster.games.kernel import (
    EVERYONE,
    Decision,
    Event,
    Field,
    GameEnded,
    Outcome,
    PhaseClosed,
    PhaseId,
    PhaseOpened,
    Rolled,
    Seat,
    Value,
)
from ringmaster.sessions.messages import Button, Message, Outgoing, Place, Refresh, Room, Row, Target, TextFile
from ringmaster.sessions.records import LIVE, GameRecord, LogEntry

CAUSES: Mapping[str, str] = {
    "deadline": " at the deadline",
    "moderator": " by a moderator",
    "complete": ", as everyone has voted",
    "hammer": " by a majority",
    "removal": " by a removal",
}
"""Why a phase was closed."""


class MafiaPresenter(GamePresenter):
    """Subclasses say what only their game has."""

    panels: ClassVar[tuple[str, ...]] = ("count",)
    ballot: ClassVar[Ballot]
    wolves: ClassVar[str]
    """The role that knows its own kind and has the private thread."""
    wolves_title: ClassVar[str]
    """What that faction is called."""
    role_titles: ClassVar[dict[str, str]]

    # -- what a game adds

    def told(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        """The messages of an event that only this game has."""
        raise NotImplementedError

    def role_message(self, record: GameRecord, seat: Seat) -> str:
        """A seat's role, what it can do and when it wins."""
        raise NotImplementedError

    def night_begins(self, record: GameRecord) -> str:
        """What everyone reads when a night begins, after the headline."""
        raise NotImplementedError

    def nothing_to_send(self, record: GameRecord) -> str:
        """What those read of whom nothing is asked when a phase opens."""
        raise NotImplementedError

    def majority_note(self, record: GameRecord) -> str:
        """What a majority does, for the vote count."""
        raise NotImplementedError

    def talk(self, record: GameRecord) -> str:
        """When the private thread is open, in a sentence."""
        raise NotImplementedError

    def thread_open(self, record: GameRecord) -> bool:
        """Whether the private thread is open now."""
        raise NotImplementedError

    def faction_panel(self, record: GameRecord) -> Message | None:
        """What the faction has named this night, with menus; None when there is nothing to name."""
        raise NotImplementedError

    def won(self, outcome: Outcome) -> str:
        """Who has won and why."""
        raise NotImplementedError

    # -- messages

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry]
    ) -> list[Outgoing]:
        """See `GamePresenter.present`. Secrets go to the booth, in one message after the others."""
        outgoing: list[Outgoing] = []
        for event in events:
            match event:
                case PhaseClosed(phase=phase):
                    outgoing += self.closed(record, phase)
                case PhaseOpened(phase=phase):
                    outgoing += self.opened(record, phase)
                case GameEnded(outcome=outcome):
                    outgoing += self.over(record, outcome, history)
                case Rolled():
                    pass
                case _:
                    outgoing += self.told(record, event, events)
        return [*outgoing, *booth(self.secrets(record, events))]

    def secrets(self, record: GameRecord, events: Sequence[Event]) -> Iterator[str]:
        """Lines for the moderators: rolls, and what not everyone may know."""
        for event in events:
            if isinstance(event, Rolled):
                yield rolled(event)
            elif event.audience != EVERYONE:
                yield self.line(record, event)

    def closed(self, record: GameRecord, phase: PhaseId) -> list[Outgoing]:
        """A day's stage is locked before its result is posted; a night's stage stays locked until the morning is."""
        if phase.startswith("day-"):
            return [*arrange(STAGE), Refresh(panel="count")]
        return [Refresh(panel="faction")]

    def opened(self, record: GameRecord, phase: PhaseId) -> list[Outgoing]:
        """A day or night begins. Every living seat gets one direct message, whatever its role."""
        return [*self.public_opening(record, phase), *self.faction_opening(record), *self.asked(record)]

    def public_opening(self, record: GameRecord, phase: PhaseId) -> list[Outgoing]:
        """By day the stage opens and the count is posted; by night everyone reads until when it stays closed."""
        if phase.startswith("day-"):
            return [*arrange(STAGE), stage(self.count_message(record), panel="count")]
        text = f"**{phase_title(phase)} has begun.** {self.night_begins(record)}\n{deadline(record)}"
        return [stage(Message(text=text, rows=((replies.ask_button(record),),)))]

    def faction_opening(self, record: GameRecord) -> list[Outgoing]:
        """The private thread opens or closes, and shows what is to be named."""
        panel = self.faction_panel(record)
        return [*arrange(FACTION), *([post(FACTION, panel, panel="faction")] if panel is not None else ())]

    def asked(self, record: GameRecord) -> list[Outgoing]:
        """A direct message to every living seat: what is asked, or that nothing is."""
        outgoing: list[Outgoing] = []
        for seat in record.state.living:
            asked = replies.request(self, record, seat)
            outgoing += direct(record, seat, asked if asked is not None else self.idle(record))
        return outgoing

    def idle(self, record: GameRecord) -> Message:
        """What those read of whom nothing is asked."""
        return Message(text=f"{replies.heading(record)}\n{self.nothing_to_send(record)}\n{deadline(record)}")

    def reopened(self, record: GameRecord) -> list[Outgoing]:
        """See `GamePresenter.reopened`."""
        return [] if record.phase is None else self.opened(record, record.phase)

    def over(self, record: GameRecord, outcome: Outcome, history: Sequence[LogEntry]) -> list[Outgoing]:
        """The winner, and then everything."""
        places = arrange(*(room.place for room in self.rooms(record)))
        return [stage(f"**The game is over. {self.won(outcome)}**"), *ending(self, record, history), *places]

    def roles_told(self, record: GameRecord, seat: Seat) -> list[Outgoing]:
        """A seat's role message. All seats get one, in player-list order; the last one's event opens the thread."""
        outgoing = direct(record, seat, f"**{plain(record.name)} has begun.**\n{self.role_message(record, seat)}")
        return [*outgoing, *self.faction_introduced(record)] if seat == len(record.seats) else outgoing

    def faction_introduced(self, record: GameRecord) -> list[Outgoing]:
        """The first message in the private thread, and in the gallery."""
        members = record.state.with_role(self.wolves)
        accounts = tuple(account for seat in members for account in record.seat(seat).accounts)
        text = (
            f"This thread is private to the {self.wolves_title}: {names(record, members)}. {self.talk(record)} "
            "Whoever is out of the game leaves it. Server administrators could read along."
        )
        welcome = (
            "Here spectators and those who are out talk about the game. Please carry nothing from here to the stage "
            "or to those who still play."
        )
        return [post(FACTION, Message(text=text, pings=accounts)), post(GALLERY, welcome)]

    def went(self, record: GameRecord, seat: Seat) -> list[Outgoing]:
        """A seat is out of the game: places change, and it learns what it may do now, unless all is over with that."""
        if record.status not in LIVE:
            return arrange(STAGE, GALLERY, FACTION)
        text = (
            f"**{plain(record.name)}**\nYou are out of the game. You can read the stage and talk in the gallery with "
            "the spectators. Please tell those who still play nothing of what you know."
        )
        return [*arrange(STAGE, GALLERY, FACTION), *direct(record, seat, text)]

    def revealed(self, record: GameRecord, seat: Seat) -> str:
        """A seat's role, once everyone may know it."""
        return f"{bold(record, seat)} was a **{self.role_titles[record.state.roles[seat - 1]]}**."

    def removal(self, record: GameRecord, seat: Seat) -> list[Outgoing]:
        """A moderator has removed a seat (A6)."""
        text = f"A moderator has removed {bold(record, seat)} from the game. {self.revealed(record, seat)}"
        return [stage(text), *self.went(record, seat), Refresh(panel="count"), Refresh(panel="faction")]

    def day_result(self, record: GameRecord, day: int, decided: Decided) -> list[Outgoing]:
        """How the day ended, the role that came to light, and the final votes (A8)."""
        past = record.state.past_days[-1]
        revealed = "" if decided.gone is None else f"\n{self.revealed(record, decided.gone)}"
        final = "\n".join(votes.wagon_lines(self.ballot, record, past.wagons, tuple(record.roster)))
        text = f"**Day {day} is over.** {votes.verdict(self.ballot, record, decided)}{revealed}\n\nFinal votes\n{final}"
        return [stage(text)]

    # -- the vote count

    def count_message(self, record: GameRecord) -> Message:
        """The vote count of the open day with its menu, or the final one of the day before."""
        state = record.state
        if state.by_day and record.status in LIVE:
            text = votes.standing(self.ballot, record, state, self.majority_note(record))
            return fitted(f"{phase_title(state.phase)} – votes", text, self.vote_rows(record))
        if not state.past_days:
            return Message(text="There have been no votes yet.")
        past = state.past_days[-1]
        return fitted(f"Day {past.day} – final votes", votes.past_day(self.ballot, record, past))

    def vote_rows(self, record: GameRecord) -> tuple[Row, ...]:
        """Menus with everyone who can be voted for, and the buttons."""
        if record.status != "running":
            return ()
        choices: tuple[Value, ...] = (*record.state.living, *self.nobody_choice(record))
        vote = Decision(name="vote", fields=(Field(name="for", choices=choices),))
        draft = Draft(game=record.id, phase=record.phase or "", decision=vote)
        return (*open_menus(draft, replies.label_of(self, record, vote), "Vote for"), self.vote_buttons(record))

    def nobody_choice(self, record: GameRecord) -> tuple[Value, ...]:
        """The word for nobody, if it can be voted for."""
        return (self.ballot.nobody,)

    def vote_buttons(self, record: GameRecord) -> tuple[Button, ...]:
        """The buttons under the menu."""
        return (replies.ask_button(record),)

    def votes(self, record: GameRecord, *, past: bool) -> Message:
        """See `GamePresenter.votes`."""
        if record.state is None:
            return Message(text="There have been no votes yet.")
        if not past:
            shown = self.count_message(record)
            return Message(text=shown.text, card=shown.card)
        days = [f"**Day {day.day}**\n{votes.past_day(self.ballot, record, day)}" for day in record.state.past_days]
        return Message(text="\n\n".join(days) or "No day is over yet.")

    # -- panels and places

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """See `GamePresenter.panel`."""
        if record.state is None:
            return None
        if panel == "count":
            return Place(STAGE), self.count_message(record)
        if panel == "faction" and (message := self.faction_panel(record)) is not None:
            return Place(FACTION), message
        return None

    def rooms(self, record: GameRecord) -> list[Room]:
        """See `GamePresenter.rooms`."""
        if record.state is None:
            return public_rooms(record)
        thread = thread_room(record, self.wolves, self.wolves_title, is_open=self.thread_open(record))
        return [*public_rooms(record), gallery_room(record), thread]

    # -- words

    def label(self, record: GameRecord, value: Value, decision: str = "") -> str:
        """See `GamePresenter.label`."""
        return one_line(record.roster.name(value)) if isinstance(value, int) else self.ballot.nobody_title

    def common_line(self, record: GameRecord, event: Event) -> str:
        """The line of an event that both games have; empty when it says nothing."""
        match event:
            case PhaseClosed(phase=phase, cause=cause):
                return f"{phase_title(phase)} is closed{CAUSES[cause]}."
            case GameEnded(outcome=outcome):
                return self.won(outcome)
            case _:
                return ""

    def item(self, record: GameRecord, item: object, label: str) -> str:
        """See `GamePresenter.item`."""
        return plain(self.label(record, item) if isinstance(item, int | str) else str(item))

    def pressed(self, decision: Decision) -> bool:
        """See `GamePresenter.pressed`: everything is chosen from menus."""
        return False

    def files(self, record: GameRecord) -> tuple[TextFile, ...]:
        """See `GamePresenter.files`: the words and the whole game say all."""
        return ()

    def reveal(self, record: GameRecord) -> str:
        """See `GamePresenter.reveal`."""
        roles = record.state.roles
        lines = (
            f"{seat}. {plain(record.roster.name(seat))}: {self.role_titles[roles[seat - 1]]}" for seat in record.roster
        )
        return "**Who was what**\n" + "\n".join(lines)

    def missed(self, record: GameRecord, decision: Decision) -> str:
        """What happens if nothing is sent; empty when that needs no words."""
        raise NotImplementedError

    def briefing(self, record: GameRecord, seat: Seat, decisions: Sequence[Decision]) -> list[str]:
        """See `GamePresenter.briefing`."""
        lines: list[str] = []
        for decision in decisions:
            lines.append(self.prompt(record, seat, decision))
            if decision.sent is not None:
                lines.append(f"So far: {self.answer(record, decision.name, decision.sent)}.")
            else:
                lines.append(self.missed(record, decision))
        return [line for line in lines if line]

    def questions(self, record: GameRecord) -> list[str]:
        """See `GamePresenter.questions`."""
        return []

    def me(self, record: GameRecord, seat: Seat) -> str:
        """See `GamePresenter.me`."""
        lines = [f"**{plain(record.name)}** – you are {bold(record, seat)}, seat {seat}."]
        if record.state is None:
            return "\n".join((*lines, "The game has not started yet."))
        lines.append(self.role_message(record, seat))
        if record.status not in LIVE:
            lines.append("The game is over.")
        elif seat not in record.state.living:
            lines.append("You are out of the game. You can read the stage and talk in the gallery.")
        return "\n".join(lines)
