"""The words of Twitch Plays Mafia."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ringmaster.discord_app.presenters import replies, votes
from ringmaster.discord_app.presenters.mafia import MafiaPresenter
from ringmaster.discord_app.presenters.mafia_rooms import thread_place
from ringmaster.discord_app.presenters.menus import Draft, open_menus
from ringmaster.discord_app.presenters.nights import told_night
from ringmaster.discord_app.presenters.posts import FACTION, direct, post, stage
from ringmaster.discord_app.presenters.votes import Ballot, decided
from ringmaster.discord_app.presenters.wording import bold, both, count, deadline, fitted, name, names, phase_title
from ringmaster.games.kernel import Decision, Event, Outcome, Seat, Value
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.state import DOME, HELIX, KINDS, START9, Action, TwitchState
from ringmaster.sessions.messages import Message, Outgoing, Refresh
from ringmaster.sessions.records import LIVE, GameRecord


class TwitchPresenter(MafiaPresenter):
    """See `ringmaster.discord_app.presenters.game.GamePresenter` for what each method promises."""

    ballot = Ballot(nobody=START9, nobody_title="START9", gone="lynched", nobody_leads=False)
    wolves = DOME
    wolves_title = "Dome"
    role_titles: ClassVar[dict[str, str]] = {DOME: "Dome Supporter", HELIX: "Helix Follower"}

    # -- messages

    def told(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        """Factions, votes, the kill, the morning, and who is out."""
        match event:
            case ev.FactionDealt(seat=seat):
                return self.roles_told(record, seat)
            case ev.VoteCast():
                return [Refresh(panel="count")]
            case ev.KillNamed() | ev.KillVoided() | ev.KillPassedOn():
                return [post(FACTION, self.line(record, event)), Refresh(panel="faction")]
            case ev.ActionVoided(seat=seat):
                return self._asked_anew(record, seat)
            case ev.NightEnded():
                return [stage(self._morning(record, event))]
            case ev.StunTold(seat=seat):
                return direct(record, seat, f"{replies.heading(record)}\nYou were stunned last night.")
            case ev.DayDecided(day=day, lynched=lynched):
                return self.day_result(record, day, decided(record.state, lynched, event, events))
            case ev.SeatKilled(seat=seat) | ev.SeatLynched(seat=seat):
                return self.went(record, seat)
            case ev.SeatRemoved(seat=seat):
                return self.removal(record, seat)
            case _:
                return []

    def _asked_anew(self, record: GameRecord, seat: Seat) -> list[Outgoing]:
        asked = replies.request(self, record, seat)
        if asked is None:
            return []
        text = "Your action was aimed at a player who has left the game, so it is void. Please send another."
        return direct(record, seat, Message(text=f"{text}\n{asked.text}", rows=asked.rows))

    def _morning(self, record: GameRecord, night: ev.NightEnded) -> str:
        """Who died and its faction, or that nobody did; never why (T4.7)."""
        lines = [f"**Night {night.night} is over.**"]
        if night.killed is None:
            lines.append("Nobody died.")
        else:
            lines.append(f"{bold(record, night.killed)} was found dead. {self.revealed(record, night.killed)}")
        if night.counts is not None:
            lines.append(f"Submissions: {', '.join(f'{kind} {number}' for kind, number in night.counts)}.")
        return "\n".join(lines)

    def role_message(self, record: GameRecord, seat: Seat) -> str:
        """The faction in private (T1.1)."""
        if record.state.faction(seat) == HELIX:
            return f"You are a **Helix Follower**. You win when no Dome Supporter is left.\n{_RULES}"
        partners = [other for other in record.state.with_role(DOME) if other != seat]
        known = f"Your partners: {names(record, partners)}." if partners else "You have no partners."
        return (
            f"You are a **Dome Supporter**. {known} {thread_place(record)} {self.talk(record)}\n"
            "Every night the Dome name whom to kill and which of you sends the kill; the last word counts. "
            f"You win when you outnumber the Helix Followers.\n{_RULES}"
        )

    def talk(self, record: GameRecord) -> str:
        """The Dome's thread is always open (T1.1)."""
        return "It is open by day and by night."

    def thread_open(self, record: GameRecord) -> bool:
        """Always (T1.1)."""
        return True

    def night_begins(self, record: GameRecord) -> str:
        """Everyone acts."""
        return "ANARCHY: everyone alive may send one action by direct message. The stage is closed until the morning."

    def nothing_to_send(self, record: GameRecord) -> str:
        """For those who have sent what they can, when a phase is open again after an undo."""
        return "You have sent what you can send in this phase."

    def majority_note(self, record: GameRecord) -> str:
        """A majority ends the day, for a player or for START9 (T5.2, T5.3)."""
        return "It ends the day at once: that player is lynched, or nobody if it is START9. Votes are final."

    def faction_panel(self, record: GameRecord) -> Message | None:
        """The kill as it is named now, for every Dome seat to set or change (T3.1)."""
        state: TwitchState = record.state
        if not state.has_kill or not state.living_dome:
            return None
        decision = next(d for d in record.game.options(state, state.living_dome[0]) if d.name == "kill")
        now = "Nobody is named yet." if decision.sent is None else f"Now: {self.answer(record, 'kill', decision.sent)}."
        text = f"{now}\n{_KILL} {self.missed(record, decision)}\n{deadline(record)}"
        draft = Draft(game=record.id, phase=record.phase or "", decision=decision)
        labels = replies.label_of(self, record, decision)
        rows = open_menus(draft, labels, "Kill") if record.status == "running" else ()
        return fitted(f"{phase_title(record.phase or '')} – the kill", text, rows)

    def won(self, outcome: Outcome) -> str:
        """Who has won and why (T6.1 to T6.3)."""
        match outcome.winner:
            case "helix":
                return "The Helix Followers have won: no Dome Supporter is left."
            case "dome":
                return "The Dome Supporters have won: they outnumber the Helix Followers."
            case _:
                return "Nobody has won: nobody is left."

    def questions(self, record: GameRecord) -> list[str]:
        """Whether to call a draw (T6.4)."""
        quiet = record.state.quiet
        if quiet < record.state.settings.stalemate_after:
            return []
        return [f"{_quiet(quiet)} To call it a draw: `/game end` with the result “draw”; otherwise it goes on."]

    # -- what is asked

    def verb(self, record: GameRecord, decision: Decision) -> str:
        """Names of buttons and menus."""
        return {"vote": "Vote for"}.get(decision.name, decision.name.capitalize())

    def briefing(self, record: GameRecord, seat: Seat, decisions: Sequence[Decision]) -> list[str]:
        """By night the actions together, then the kill."""
        actions = [decision for decision in decisions if decision.name in KINDS]
        others = [decision for decision in decisions if decision.name not in KINDS]
        lines = [_ACTION, *(f"- {self.prompt(record, seat, action)}" for action in actions)] if actions else []
        return [*lines, *super().briefing(record, seat, others)]

    def prompt(self, record: GameRecord, seat: Seat, decision: Decision) -> str:
        """What is asked, and how to answer in words."""
        others = [other for other in record.state.living if other != seat]
        one, two = (name(record, other) for other in (*others, seat, seat)[:2])
        match decision.name:
            case "vote":
                return (
                    "You have one vote, and it is final: for a player, or for START9, which ends the day without a "
                    f"lynch once more than half want it. Use the menu, or write “vote {one}” or “vote start9”."
                )
            case "protect":
                return f"**Protect** saves one player from the kill: “protect {one}”."
            case "stun":
                return f"**Stun** keeps one player from acting: “stun {one}”."
            case "bus":
                return f"**Bus** swaps two players: what is aimed at one hits the other: “bus {one} and {two}”."
            case _:
                return f"{_KILL} Use the button, or write {self._kill_example(record)}."

    def _kill_example(self, record: GameRecord) -> str:
        """The two ways to write it, with names that could be written; only the Dome read it."""
        dome = record.state.living_dome
        target = next((seat for seat in record.state.living if seat not in dome), dome[0])
        return f"“kill {name(record, target)}” or “kill {name(record, target)} by {name(record, dome[-1])}”"

    def item(self, record: GameRecord, item: object, label: str) -> str:
        """A drawn action among others (T2.3)."""
        return self._action(record, item) if isinstance(item, Action) else super().item(record, item, label)

    def missed(self, record: GameRecord, decision: Decision) -> str:
        """What happens when nothing is sent (T3.3, T5.6)."""
        if decision.name == "vote":
            return "Without your vote the others decide."
        if decision.name == "kill" and record.state.settings.missed_kill == "random":
            return "If nobody is named, a Helix Follower is drawn by lot."
        return "If nobody is named, nobody is killed." if decision.name == "kill" else ""

    def answer(self, record: GameRecord, name: str, picks: tuple[tuple[Value, ...], ...]) -> str:
        """What was understood."""
        match name, picks:
            case "vote", ((target,),):
                return f"vote for **{self.ballot.target(record, target)}**"
            case "kill", ((int(target),), (int(sender),)):
                return f"kill {bold(record, target)}, sent by {bold(record, sender)}"
            case "kill", ((int(target),), _):
                kill = record.state.kill
                return f"kill {bold(record, target)}" + (f", sent by {bold(record, kill.by)}" if kill else "")
            case _:
                return f"{name} {both([bold(record, int(seat)) for seat in picks[0]])}"

    def me(self, record: GameRecord, seat: Seat) -> str:
        """Faction, and what has been sent and is not asked any more."""
        lines = [super().me(record, seat)]
        if record.state is not None and record.status in LIVE:
            action, target = record.state.action_of(seat), record.state.wagons.target_of(seat)
            if action is not None:
                lines.append(f"Sent tonight: {self.answer(record, action.kind, (action.targets,))}.")
            if target is not None:
                lines.append(f"Sent today: {self.answer(record, 'vote', ((target,),))}.")
        return "\n".join(lines)

    # -- lines for those who may know everything

    def line(self, record: GameRecord, event: Event) -> str:
        """Everything, in one line each."""
        match event:
            case ev.FactionDealt(seat=seat, faction=faction):
                return f"{name(record, seat)} is a {self.role_titles[faction]}."
            case ev.ActionSent(action=action):
                return f"{self._action(record, action)}."
            case ev.ActionVoided(seat=seat):
                return f"The action of {name(record, seat)} is void: its target has left the game."
            case ev.KillNamed(seat=seat, target=target, sender=sender):
                return f"{name(record, seat)} names the kill: {name(record, target)}, sent by {name(record, sender)}."
            case ev.KillVoided():
                return "The kill is void: its target has left the game. Please name another."
            case ev.KillPassedOn(sender=sender):
                return f"The sender of the kill has left the game; {name(record, sender)} sends it now."
            case ev.NightResolved(verdict=verdict):
                return told_night(record, verdict)
            case ev.StunTold(seat=seat):
                return f"{name(record, seat)} is told of the stun."
            case ev.StalemateNoticed(quiet=quiet):
                return f"{_quiet(quiet)} The moderators can call a draw: `/game end` with the result “draw”."
            case _:
                return self._public_line(record, event)

    def _public_line(self, record: GameRecord, event: Event) -> str:
        match event:
            case ev.VoteCast(seat=seat, target=target):
                return f"{name(record, seat)} votes for {self.ballot.target(record, target)}."
            case ev.NightEnded(killed=killed):
                return "Nobody dies." if killed is None else f"{name(record, killed)} dies."
            case ev.DayDecided(lynched=seat, decided_by=code):
                return votes.decided_line(self.ballot, record, seat, code)
            case ev.SeatDied(seat=seat, faction=faction):
                return f"{name(record, seat)} is out and was a {self.role_titles[faction]}."
            case _:
                return self.common_line(record, event)

    def _action(self, record: GameRecord, action: Action) -> str:
        return f"{name(record, action.by)}: {action.kind} {both([name(record, seat) for seat in action.targets])}"


_RULES = (
    "By night everyone may send one action: protect, stun or bus. Of all that are sent, one of each kind is drawn by "
    "lot and happens. By day everyone has one vote. Neither can be changed once it is sent."
)
_ACTION = "You may send **one** action, or none; it is final. Use a button, or write it:"
_KILL = "**The kill** is the Dome's: name whom, and who of you sends it. The last word before the morning counts."


def _quiet(quiet: int) -> str:
    return f"{count(quiet, 'day or night', 'days and nights')} in a row without a death."
