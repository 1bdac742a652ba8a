"""Sixteen people who play a season of Card Survivor from their direct messages, as people do: in words and by menus."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO

import discord
from PIL import Image
from simcord.actors import MemberActor

from ringmaster.games.kernel import Answer, Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.rehearsal.controls import next_press
from ringmaster.sessions.records import GameRecord

from .anonymity_lint import Account, AnonymityLint
from .conftest import World, assert_told, told
from .seasons import link_to

PEOPLE = (
    "Quillon", "Brisa", "Thaddeus", "Ximena", "Orsolya", "Fenwick", "Zephyrine", "Ludovic", "Ngozi", "Caspian",
    "Philippa", "Joaquim", "Eulalia", "Radovan", "Sunniva", "Tiberius",
)  # fmt: skip
"""The players' display names. No character and no word of the bot has any of them in it."""

FANS = tuple(f"Onlooker{number}" for number in "ABCDEFG")
BY_MENU = 0.15
"""How many of the answers are chosen from menus."""
STEPS = 12
WORDS_OF_ANSWERS = {"vote": "vote {}", "choose": "choose {}", "give": "idol give to {}"}


@dataclass
class Season:
    """A game as a test plays and follows it. Seat n is played by the nth of `PEOPLE`."""

    world: World
    chance: random.Random
    restarts: set[int] = field(default_factory=set[int])
    """Before which of the acts the bot's process is replaced."""
    acts: int = 0
    lint: AnonymityLint | None = None

    # -- how it begins

    async def sign_up(self) -> discord.Message:
        """A game with default settings is created, and everyone joins by the button; seven watch."""
        world = self.world
        for number, name in enumerate(PEOPLE):
            user = world.env.create_user(f"{name.lower()}handle", global_name=name)
            user._user.avatar = f"faceof{name.lower()}"
            world.people[name] = world.guild.add_member(user, nick=f"{name}nick" if number % 2 else None)
        assert_told(await world.slash(world.mod, "game create", kind="survivor", name="Reef"), "ready to be set up")
        record = await world.game()
        accounts = [Account.of(world[name]) for name in PEOPLE]
        self.lint = AnonymityLint(world.env, accounts, frozenset({world.mod.id}), {record.places["booth"]})
        return await world.sign_up("Reef")

    async def begin(self, message: discord.Message) -> GameRecord:
        """Everyone joins, and the moderator starts."""
        world = self.world
        for name in PEOPLE:
            await self.act()
            assert_told(await world[name].click(message, label="Join"), "You are in")
        for fan in FANS:
            world.join(fan)
            assert_told(await world[fan].click(message, label="Spectate"), "You are watching")
        assert_told(await world.slash(world.mod, "game start", game="Reef"), "has started")
        return await self.record()

    async def act(self) -> None:
        """Somebody is about to do something; now and then the bot has just been restarted."""
        self.acts += 1
        if self.acts in self.restarts:
            await self.world.restart()

    # -- looking

    async def record(self) -> GameRecord:
        """The game as it is stored."""
        return await self.world.game()

    async def state(self) -> SurvivorState:
        """The rules' side of it."""
        return (await self.record()).state

    def who(self, seat: Seat) -> MemberActor:
        """Who plays a seat."""
        return self.world[PEOPLE[seat - 1]]

    def inbox(self, seat: Seat, about: str = "") -> list[str]:
        """What a seat has read in its direct messages, as far as it is about something."""
        return [message.content for message in self.world.inbox(self.who(seat)) if about in message.content]

    async def at(self, place: str, about: str = "") -> list[discord.Message]:
        """What stands in a place, as far as it is about something."""
        channel = self.world.channel_of(await self.record(), place)
        return [message for message in channel.history() if about in message.content]

    async def read(self, place: str, about: str) -> str:
        """The one message of a place that is about something."""
        (message,) = await self.at(place, about)
        return message.content

    # -- what players send

    async def send(self, seat: Seat, text: str) -> list[str]:
        """A player writes to the bot; what it answers."""
        await self.act()
        return await self.world.dm(self.who(seat), text)

    async def answer(self, seat: Seat, name: str, *values: int | str) -> None:
        """A player answers, in words or by menus, and has a receipt for it."""
        record = await self.record()
        picks = tuple((value,) for value in values) if name == "public" else (values,)
        if self.chance.random() < BY_MENU:
            await self._by_menus(seat, Answer(name=name, picks=picks))
            return
        answers = await self.send(seat, in_words(record, name, values))
        if "Send it?" in answers[-1]:
            answers = [told(await self.who(seat).user.click(self.world.inbox(self.who(seat))[-1], label="Send it"))]
        assert sum("Got it" in answer for answer in answers) == 1, answers

    async def _by_menus(self, seat: Seat, answer: Answer) -> None:
        """By ``/act``, in direct messages or under everybody's eyes in the lobby."""
        await self.act()
        member = self.who(seat)
        in_public = self.chance.random() < 0.5
        user = member if in_public else member.user
        asked = await (self.world.slash(member, "act") if in_public else member.user.slash("act"))
        shown = asked.response
        for _ in range(STEPS):
            press = next_press(shown.components, answer) if shown is not None else None
            assert shown is not None
            assert press is not None, shown.content
            custom_id, values = press
            if values:
                result = await user.select(shown, values, custom_id=custom_id)
            else:
                result = await user.click(shown, custom_id=custom_id)
            if "Got it" in told(result):
                return
            shown = result.response
        raise AssertionError(answer)

    async def vote(self, votes: Mapping[Seat, Seat]) -> None:
        """Members of a council, or jurors, vote."""
        for seat, target in votes.items():
            await self.answer(seat, "vote", target)

    async def send_picture(self, seat: Seat, text: str, file: str) -> discord.Message:
        """A player sends a photo that has its maker's name in and on it."""
        await self.act()
        user = self.who(seat).user
        stored = self.world.env.backend.store_attachments(user.dm_channel.id, [(file, photo_by(user.name))])
        return await user.send_dm(text, attachments=stored)

    # -- time

    async def pass_by(self, seconds: float) -> None:
        """Time passes."""
        await self.act()
        await self.world.env.advance_time(seconds)

    async def until_closed(self) -> GameRecord:
        """Time passes until the open phase has closed, and its result is read."""
        record = await self.record()
        assert record.deadline is not None
        closing = record.phase
        await self.pass_by((record.deadline - self.world.env.now()).total_seconds() + 3)
        await self.world.env.advance_time(150)
        record = await self.record()
        assert record.phase != closing
        return record

    # -- whole phases

    async def tribal_challenge(self, loser: int, *, silent: Sequence[Seat] = (), best: Seat | None = None) -> None:
        """Two cards of everybody: low ones in the tribe that is to lose, in which one may have more than the others."""
        state = await self.state()
        assert state.kind == "challenge", state.phase
        for tribe, members in enumerate(state.tribes, start=1):
            for seat in members:
                hand = state.hand(seat)
                public, secret = (hand[-8], hand[-9]) if tribe == loser else (hand[5], hand[7])
                if seat == best:
                    public = hand[-14]
                if seat not in silent:
                    await self.answer(seat, "public", public, secret)
        if (await self.state()).phase == state.phase:
            await self.until_closed()

    async def individual_challenge(self, winner: Seat) -> None:
        """One seat plays its best, all others a middling card."""
        state = await self.state()
        assert (state.kind, state.merged) == ("challenge", True)
        for seat in state.living:
            hand = state.hand(seat)
            await self.answer(seat, "play", *(hand[:1] if seat == winner else hand[-6:-5]))
        if (await self.state()).phase == state.phase:
            await self.until_closed()

    async def council(self, votes: Mapping[Seat, Seat]) -> GameRecord:
        """The votes, and the result once they have been read."""
        assert (await self.state()).kind == "council"
        await self.vote(votes)
        return await self.until_closed()

    async def against(self, target: Seat) -> GameRecord:
        """Everyone at the council votes for one, who votes for somebody else."""
        state = await self.state()
        other = next(seat for seat in state.members if seat not in (target, state.immune))
        return await self.council({seat: other if seat == target else target for seat in state.members})

    async def hide_idol(self, text: str) -> str:
        """The moderator hides the idol in a message in the lobby; the link to it."""
        message = await self.world.mod.send(self.world.lobby, text)
        link = link_to(self.world, message)
        assert_told(await self.world.slash(self.world.mod, "mod idol", message=link), "is hidden in")
        return link


def in_words(record: GameRecord, name: str, values: Sequence[int | str]) -> str:
    """An answer as people write it."""
    if name == "public":
        return f"public {values[0]} secret {values[1]}"
    if name in WORDS_OF_ANSWERS:
        return WORDS_OF_ANSWERS[name].format(record.roster.name(int(values[0])))
    return " ".join((name, *map(str, values)))


def photo_by(author: str) -> bytes:
    """A photo with its maker's name in its notes."""
    image, out = Image.new("RGB", (8, 8), "teal"), BytesIO()
    notes = Image.Exif()
    notes[0x013B] = author
    image.save(out, "JPEG", exif=notes)
    assert author.encode() in out.getvalue()
    return out.getvalue()
