"""The words of To Tell the Truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ringmaster.discord_app.actions import Word
from ringmaster.discord_app.presenters import replies, votes
from ringmaster.discord_app.presenters.mafia import MafiaPresenter
from ringmaster.discord_app.presenters.mafia_rooms import thread_place
from ringmaster.discord_app.presenters.menus import Draft, open_menus
from ringmaster.discord_app.presenters.posts import FACTION, post, stage
from ringmaster.discord_app.presenters.votes import Ballot, decided
from ringmaster.discord_app.presenters.wording import bold, both, deadline, fitted, name, names, phase_title
from ringmaster.games.kernel import Decision, Event, Outcome, Seat, Value
from ringmaster.games.truth import events as ev
from ringmaster.games.truth.state import MAFIA, NO_ELIMINATION, TOWN, Statement, TruthState
from ringmaster.sessions.messages import Button, Message, Outgoing, Refresh
from ringmaster.sessions.records import GameRecord


class TruthPresenter(MafiaPresenter):
    """See `ringmaster.discord_app.presenters.game.GamePresenter` for what each method promises."""

    ballot = Ballot(nobody=NO_ELIMINATION, nobody_title="No elimination", gone="eliminated", nobody_leads=True)
    wolves = MAFIA
    wolves_title = "Mafia"
    role_titles: ClassVar[dict[str, str]] = {MAFIA: "Mafia Goon", TOWN: "Townie"}

    # -- messages

    def told(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        """Roles, votes, suspects, the morning's statement, and who is out."""
        match event:
            case ev.RoleDealt(seat=seat):
                return self.roles_told(record, seat)
            case ev.VoteCast() | ev.VoteRetracted():
                return [Refresh(panel="count")]
            case ev.SuspectsNamed(seat=seat, suspects=suspects):
                named = f"{bold(record, seat)} has named {_pair(record, suspects)}."
                return [post(FACTION, named), Refresh(panel="faction")]
            case ev.StatementMade(statement=made):
                return [
                    stage(f"**Good morning.** The statement of Day {made.day}:\n> {statement(record, made)}\n{_HALF}")
                ]
            case ev.DayDecided(day=day, eliminated=eliminated):
                return self.day_result(record, day, decided(record.state, eliminated, event, events))
            case ev.SeatEliminated(seat=seat):
                return self.went(record, seat)
            case ev.SeatRemoved(seat=seat):
                return self.removal(record, seat)
            case _:
                return []

    def role_message(self, record: GameRecord, seat: Seat) -> str:
        """The role in private (L1.2)."""
        if record.state.role(seat) == TOWN:
            return (
                "You are a **Townie**. You have two weapons: your voice on the stage, and your vote. "
                "You win when every Mafia Goon has been eliminated."
            )
        partners = [other for other in record.state.with_role(MAFIA) if other != seat]
        known = f"Your partners: {names(record, partners)}." if partners else "You have no partners."
        return (
            f"You are a **Mafia Goon**. {known} {thread_place(record)} {self.talk(record)}\n"
            "Every night the Mafia name two living players, their own side included. In the morning everyone reads "
            "an “or” sentence about the two, at least half of which is true. You win when there are as many Mafia "
            "as Town."
        )

    def talk(self, record: GameRecord) -> str:
        """When the private thread is open (L1.3)."""
        return "It is open by day and by night." if record.state.settings.daytalk else "It is open at night only."

    def thread_open(self, record: GameRecord) -> bool:
        """By night, and by day with daytalk (L1.3)."""
        return record.state.by_night or record.state.settings.daytalk

    def night_begins(self, record: GameRecord) -> str:
        """The stage is closed until the morning."""
        return "The stage is closed until the morning, which brings a new statement."

    def nothing_to_send(self, record: GameRecord) -> str:
        """Townies sleep."""
        return "It is night, and there is nothing for you to send. The morning brings a statement about two players."

    def majority_note(self, record: GameRecord) -> str:
        """The hammer, on or off (L2.3)."""
        if record.state.settings.hammer:
            return "It ends the day at once."
        return "The day lasts until its deadline all the same."

    def nobody_choice(self, record: GameRecord) -> tuple[Value, ...]:
        """No elimination, if it is allowed (L2.4)."""
        return () if record.state.settings.no_elimination == "forbidden" else (NO_ELIMINATION,)

    def vote_buttons(self, record: GameRecord) -> tuple[Button, ...]:
        """Votes can be taken back (L2.2)."""
        action = Word(game=record.id, phase=record.phase or "", decision="unvote")
        return (Button(label="Take my vote back", action=action.encode()), *super().vote_buttons(record))

    def faction_panel(self, record: GameRecord) -> Message | None:
        """The two suspects as they are named now, for every Goon to set or change (L3.2)."""
        state: TruthState = record.state
        if not state.by_night or not state.living_mafia:
            return None
        decision = record.game.options(state, state.living_mafia[0])[0]
        now = "Nobody is named yet." if state.suspects is None else f"Named now: {_pair(record, state.suspects)}."
        text = f"{now}\n{_SUSPECTS} {self.missed(record, decision)}\n{deadline(record)}"
        draft = Draft(game=record.id, phase=record.phase or "", decision=decision)
        labels = replies.label_of(self, record, decision)
        rows = open_menus(draft, labels, "Two suspects") if record.status == "running" else ()
        return fitted(f"{phase_title(record.phase or '')} – suspects", text, rows)

    def won(self, outcome: Outcome) -> str:
        """Who has won and why (L5.1, L5.2)."""
        if outcome.winner == TOWN:
            return "The Town have won: no Mafia is left."
        return "The Mafia have won: there are as many Mafia as Town, or more."

    def reveal(self, record: GameRecord) -> str:
        """Roles, and the statements once more. The rolls behind them are in the file (L4.5)."""
        lines = [super().reveal(record)]
        if record.state.statements:
            lines.append("**The statements**")
        lines += (f"Day {made.day}: {statement(record, made)}" for made in record.state.statements)
        return "\n".join(lines)

    # -- what is asked

    def verb(self, record: GameRecord, decision: Decision) -> str:
        """Names of buttons and menus."""
        return {"vote": "Vote for", "unvote": "Take my vote back", "suspects": "Two suspects"}[decision.name]

    def prompt(self, record: GameRecord, seat: Seat, decision: Decision) -> str:
        """What is asked, and how to answer in words."""
        match decision.name:
            case "vote":
                others = (other for other in record.state.living if other != seat)
                example = name(record, next(others, seat))
                return f"Vote for whoever is to be eliminated: use the menu, or write “vote {example}”."
            case "suspects":
                return f"{_SUSPECTS} Use the menu, or write “suspects {_example(record)}”."
            case _:
                return ""

    def missed(self, record: GameRecord, decision: Decision) -> str:
        """What happens when nothing is sent (L2.6, L3.3)."""
        match decision.name:
            case "vote":
                return "Without your vote the others decide."
            case "suspects":
                return "If nobody is named, two are drawn by lot."
            case _:
                return ""

    def answer(self, record: GameRecord, name: str, picks: tuple[tuple[Value, ...], ...]) -> str:
        """What was understood."""
        match name, picks:
            case "vote", ((target,),):
                return f"vote for **{self.ballot.target(record, target)}**"
            case "suspects", ((int(one), int(two)),):
                return f"suspects {_pair(record, sorted((one, two)))}"
            case _:
                return "vote taken back"

    def line(self, record: GameRecord, event: Event) -> str:
        """Everything, in one line each."""
        match event:
            case ev.RoleDealt(seat=seat, role=role):
                return f"{name(record, seat)} is a {self.role_titles[role]}."
            case ev.VoteCast(seat=seat, target=target):
                return f"{name(record, seat)} votes for {self.ballot.target(record, target)}."
            case ev.VoteRetracted(seat=seat):
                return f"{name(record, seat)} takes the vote back."
            case ev.SuspectsNamed(seat=seat, suspects=suspects):
                return f"{name(record, seat)} names the suspects {both([name(record, s) for s in suspects])}."
            case ev.SuspectsDrawn(suspects=suspects):
                return f"Nobody was named, so these are drawn: {both([name(record, s) for s in suspects])}."
            case ev.StatementExplained(true_half=seat):
                return f"The half about {name(record, seat)} is the one that is sure to be true."
            case ev.StatementMade(statement=made):
                return f"Statement of Day {made.day}: {statement(record, made)}"
            case ev.DayDecided(eliminated=seat, decided_by=code):
                return votes.decided_line(self.ballot, record, seat, code)
            case ev.SeatEliminated(seat=seat, role=role) | ev.SeatRemoved(seat=seat, role=role):
                return f"{name(record, seat)} is out and was a {self.role_titles[role]}."
            case _:
                return self.common_line(record, event)


_HALF = "At least one half of it is true."
_SUSPECTS = "Name two different living players, in any order; tomorrow's statement is about them."


def statement(record: GameRecord, made: Statement) -> str:
    """The morning's statement (L4.4)."""
    halves = ((made.first, made.first_guilty), (made.second, made.second_guilty))
    said = (f"**{name(record, seat)}** is {'guilty' if guilty else 'innocent'}" for seat, guilty in halves)
    return f"{' or '.join(said)}."


def _pair(record: GameRecord, suspects: Sequence[Seat]) -> str:
    return both([bold(record, seat) for seat in suspects])


def _example(record: GameRecord) -> str:
    return both([name(record, seat) for seat in record.state.living[:2]])
