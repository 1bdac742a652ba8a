"""The computer's players: they send random legal answers in the ways that people have."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from ringmaster.discord_app.actions import Confirm
from ringmaster.games.kernel import Answer, PhaseId
from ringmaster.games.play import random_answer
from ringmaster.rehearsal.controls import find, next_press
from ringmaster.rehearsal.small_talk import favourite_vote, small_talk
from ringmaster.rehearsal.words import wording
from ringmaster.rehearsal.world import World
from ringmaster.sessions.play import find_decision
from ringmaster.sessions.records import GameRecord, SeatRecord

THINKING = (timedelta(seconds=20), timedelta(minutes=20))
"""How long a player thinks after a phase has opened, at least and at most, in simulated time."""
CLOSING = timedelta(minutes=2)
"""How long after the last answer the moderator of an automatic game closes the phase."""
OPTIONAL = 0.3
"""How likely a player is to use what is not required."""
READING = timedelta(minutes=3)
"""After so long the votes of a council have been read, and spectators have their menu."""
FAN_VOTE = "fan-vote"
"""The phase in which spectators act."""
STEPS = 20
"""Most menus and buttons that one answer can take."""


class Games(Protocol):
    """The part of the sessions that the troupe looks at."""

    async def get(self, game_id: int) -> GameRecord:
        """The game with this ID."""
        ...


class Stuck(Exception):  # noqa: N818
    """A player of the computer could not find the menu or button for its answer: the bot asks what it does not show."""


@dataclass(slots=True)
class Plan:
    """When each account acts in a phase."""

    phase: PhaseId
    moments: dict[int, datetime] = field(default_factory=dict[int, datetime])


class Troupe:
    """Plays the seats that nobody has taken, and the moderator's part in a game that runs by itself."""

    def __init__(
        self, world: World, games: Games, game_id: int, chance: random.Random, *, hands_off: bool = False
    ) -> None:
        self._world = world
        self._games = games
        self._game_id = game_id
        self._chance = chance
        self._hands_off = hands_off
        self._plan: Plan | None = None
        self.idle: set[int] = set()
        """Accounts that people play."""
        self.record: GameRecord | None = None
        """The game as it was when the troupe last looked."""

    def plays(self, account: int) -> bool:
        """Whether the computer plays for an account."""
        record = self.record
        seated = record is not None and record.seat_of(account) is not None
        return account not in self.idle and (seated or self._is_host(account))

    def _is_host(self, account: int) -> bool:
        return self._hands_off and account == self._world.moderator.account

    def hand_over(self, account: int, *, to_computer: bool) -> None:
        """Let a person or the computer play for an account from now on."""
        (self.idle.discard if to_computer else self.idle.add)(account)

    async def look(self) -> GameRecord:
        """The game as it is now."""
        self.record = await self._games.get(self._game_id)
        if self.record.phase is not None and (self._plan is None or self._plan.phase != self.record.phase):
            self._plan = self._make_plan(self.record, self.record.phase)
        return self.record

    def _make_plan(self, record: GameRecord, phase: PhaseId) -> Plan:
        plan = Plan(phase=phase)
        least, most = (moment.total_seconds() for moment in THINKING)
        opened = record.opened_at or self._world.now
        left = (record.deadline - opened).total_seconds() if record.deadline else most
        for seat in record.seats:
            thought = self._chance.uniform(least, max(least, min(most, left / 2)))
            plan.moments[seat.accounts[0]] = opened + timedelta(seconds=thought)
        if phase == FAN_VOTE:
            for fan in record.spectators:
                plan.moments[fan] = opened + READING + timedelta(seconds=self._chance.uniform(least, most))
        if self._hands_off:
            last = max(plan.moments.values(), default=opened)
            plan.moments[self._world.moderator.account] = last + CLOSING
        return plan

    def next_moment(self) -> datetime | None:
        """When the next of them acts, or None when all have."""
        if self._plan is None:
            return None
        return min((at for who, at in self._plan.moments.items() if who not in self.idle), default=None)

    async def step(self) -> bool:
        """Let one act whose moment has come; False when there is none. The caller holds the world."""
        record = await self.look()
        if self._plan is None or record.status != "running":
            return False
        due = [(at, who) for who, at in self._plan.moments.items() if at <= self._world.now and who not in self.idle]
        if not due:
            return False
        _, account = min(due)
        del self._plan.moments[account]
        await self._act(record, account)
        return True

    async def _act(self, record: GameRecord, account: int) -> None:
        seat = record.seat_of(account)
        if seat is not None:
            for name in self._chosen(record, seat):
                await self._send(record, seat, name)
                record = await self._games.get(self._game_id)
                if self._plan is None or record.phase != self._plan.phase:
                    return
            words = small_talk(record, seat, self._chance)
            if words is not None:
                await self._world.member(account).user.send_dm(words)
        elif account in record.spectators:
            await self._favour(record, account)
        elif account == self._world.moderator.account:
            await self._world.member(account).slash(self._world.channel(record.places["booth"]), "phase close")

    def _chosen(self, record: GameRecord, seat: SeatRecord) -> list[str]:
        """What is required, or else what is asked first, and now and then something more."""
        options = [option for option in record.game.options(record.state, seat.number) if option.sent is None]
        wanted = [option.name for option in options if option.required] or [option.name for option in options[:1]]
        more = [option.name for option in options if option.name not in wanted and self._chance.random() < OPTIONAL]
        return wanted + more

    async def _favour(self, record: GameRecord, account: int) -> None:
        """A spectator votes from the newest menu in the gallery."""
        for message in reversed(self._world.messages(account, record.places["gallery"])):
            chosen = favourite_vote(message.components, self._chance)
            if chosen is not None:
                custom_id, value = chosen
                await self._world.member(account).select(self._world.shown(message), [value], custom_id=custom_id)
                return

    # -- the ways that people have

    async def _send(self, record: GameRecord, seat: SeatRecord, name: str) -> None:
        decision = find_decision(record, seat.number, Answer(name=name))
        if decision is None:
            return
        answer = random_answer(decision, self._chance)
        text = wording(record, seat.number, decision, answer)
        member = self._world.member(seat.accounts[0])
        if text is None or self._chance.random() < 0.3:
            await self._by_menu(seat.accounts[0], answer)
        elif answer.name == "vote" and not record.anonymous and self._chance.random() < 0.5:
            stage = self._world.channel(record.places["stage"])
            await member.slash(stage, "vote", player=text.removeprefix("vote "))
        else:
            await self._by_words(seat.accounts[0], text)

    async def _by_words(self, account: int, text: str) -> None:
        direct = self._world.direct(account)
        await self._world.member(account).user.send_dm(text)
        newest = self._world.messages(account, direct.id)[-1]
        confirm = find(newest.components, Confirm)
        if confirm is not None:
            await self._world.member(account).user.click(self._world.shown(newest), custom_id=confirm)

    async def _by_menu(self, account: int, answer: Answer) -> None:
        user = self._world.member(account).user
        shown = (await user.slash("act")).response
        for _ in range(STEPS):
            press = next_press(shown.components, answer) if shown else None
            if press is None:
                raise Stuck(answer, shown and shown.content)
            custom_id, values = press
            if values:
                result = await user.select(shown, values, custom_id=custom_id)
            else:
                result = await user.click(shown, custom_id=custom_id)
            shown = result.response
            if shown is None or next_press(shown.components, answer) is None:
                return
        raise Stuck(answer)
