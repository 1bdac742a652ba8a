"""The lint that guards anonymous seasons finds every sort of leak."""
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import TypeAlias

import discord
import pytest
import pytest_asyncio
from discord import app_commands
from PIL import Image, PngImagePlugin

from .anonymity_lint import Account, AnonymityLint
from .conftest import World


@dataclass
class Scene:
    """A server with a hidden player, somebody else, and places where the bot may say too much."""

    world: World
    lint: AnonymityLint
    victim: Account
    stage: discord.TextChannel
    booth: discord.TextChannel

    @property
    def guild(self) -> discord.Guild:
        """The server."""
        return self.stage.guild

    @property
    def mention(self) -> str:
        """The player's account."""
        return f"<@{self.victim.id}>"

    async def as_bot(self, doing: Callable[[], Awaitable[object]]) -> None:
        """The bot does something."""
        with self.world.env._bot_scope():
            await doing()


def photo(note: str) -> BytesIO:
    """A picture with a note of its maker in it."""
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", note)
    out = BytesIO()
    Image.new("RGB", (2, 2)).save(out, "PNG", pnginfo=info)
    return BytesIO(out.getvalue())


@pytest_asyncio.fixture
async def scene(world: World) -> AsyncIterator[Scene]:
    """A player with a nickname and a picture, whom only the booth may know."""
    user = world.env.create_user("quillfeather", global_name="Juniper Vale")
    user._user.avatar = "a1b2c3d4e5f6"
    world.people["Vale"] = world.guild.add_member(user, nick="Grandma Moth")
    rooms = [world.guild.create_text_channel(name) for name in ("stage", "booth")]
    await world.env.settle()
    victim = Account.of(world["Vale"])
    assert len(victim.traces) == 5
    lint = AnonymityLint(world.env, [victim], frozenset({world.mod.id}), {rooms[1].id})
    stage, booth = (world.bot.get_channel(room.id) for room in rooms)
    assert isinstance(stage, discord.TextChannel)
    assert isinstance(booth, discord.TextChannel)
    with lint.watching():
        yield Scene(world, lint, victim, stage, booth)


Leaking: TypeAlias = Callable[[Scene], Awaitable[object]]


def _member(scene: Scene) -> discord.Member:
    member = scene.guild.get_member(scene.victim.id)
    assert member is not None
    return member


async def _webhook(scene: Scene) -> discord.Webhook:
    return await scene.stage.create_webhook(name="Tide")


def _button(label: str, custom_id: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=custom_id))  # pyright: ignore[reportUnknownMemberType]
    return view


def _menu(option: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    menu = discord.ui.Select[discord.ui.View](custom_id="menu", options=[discord.SelectOption(label=option)])
    view.add_item(menu)
    return view


async def _thread(scene: Scene) -> None:
    thread = await scene.stage.create_thread(name="aside", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(scene.victim.id))


async def _role(scene: Scene) -> None:
    role = await scene.guild.create_role(name="Jury")
    await scene.world.bot.http.add_role(scene.guild.id, scene.victim.id, role.id)


async def _own_words(scene: Scene) -> discord.Message:
    """Something that the player has written in the lobby."""
    lobby = scene.world.bot.get_channel(scene.world.lobby.id)
    assert isinstance(lobby, discord.TextChannel)
    said = scene.world.env.backend.create_message(lobby.id, scene.victim.id, "hello everybody")
    return await lobby.fetch_message(said.id)


async def _reply(scene: Scene) -> None:
    await (await _own_words(scene)).reply("Got it.")


async def _react(scene: Scene) -> None:
    await (await _own_words(scene)).add_reaction("✅")


async def _pin(scene: Scene) -> None:
    await (await _own_words(scene)).pin()


async def _thread_on(scene: Scene) -> None:
    await (await _own_words(scene)).create_thread(name="aside")


async def _other_inbox(scene: Scene) -> None:
    ada = scene.world.bot.get_user(scene.world["Ada"].id)
    assert ada is not None
    await ada.send(scene.mention)


async def _edited(scene: Scene) -> None:
    message = await scene.stage.send("Something harmless")
    await message.edit(content="Vale is " + scene.mention)


async def _webhook_edit(scene: Scene) -> None:
    said = await (await _webhook(scene)).send("hi", username="Kelp", wait=True)
    await said.edit(content="I am Juniper Vale")


async def _webhook_name(scene: Scene) -> None:
    await (await _webhook(scene)).send("hi", username="Juniper Vale")


async def _webhook_picture(scene: Scene) -> None:
    avatar = f"https://cdn.discordapp.com/avatars/{scene.victim.id}/a1b2c3d4e5f6.png"
    await (await _webhook(scene)).send("hi", username="Kelp", avatar_url=avatar)


async def _webhook_face(scene: Scene) -> None:
    await scene.stage.create_webhook(name="Tide", avatar=photo("quillfeather").getvalue())


async def _webhook_file(scene: Scene) -> None:
    await (await _webhook(scene)).send("hi", username="Kelp", file=discord.File(photo("quillfeather"), "image-1.png"))


LEAKS: dict[str, Leaking] = {
    "an account in words": lambda scene: scene.stage.send(f"Seat 1 is {scene.mention}"),
    "a user name in words": lambda scene: scene.stage.send("Seat 1 is QuillFeather"),
    "a display name in words": lambda scene: scene.stage.send("Seat 1 is juniper vale"),
    "a nickname in words": lambda scene: scene.stage.send("Seat 1 is Grandma Moth"),
    "a picture's address in words": lambda scene: scene.stage.send("https://x.org/a1b2c3d4e5f6.webp"),
    "an edit": _edited,
    "an embed": lambda scene: scene.stage.send(embed=discord.Embed().add_field(name="Seat 1", value=scene.mention)),
    "an embed's picture": lambda scene: scene.stage.send(
        embed=discord.Embed().set_thumbnail(url="https://cdn.discordapp.com/x/a1b2c3d4e5f6.png")
    ),
    "a ping that nobody sees": lambda scene: scene.stage.send(
        "Hello", allowed_mentions=discord.AllowedMentions(users=[discord.Object(scene.victim.id)])
    ),
    "a button": lambda scene: scene.stage.send("?", view=_button("Vote for Juniper Vale", "vote")),
    "a custom ID": lambda scene: scene.stage.send("?", view=_button("Vote", f"vote:{scene.victim.id}")),
    "a menu": lambda scene: scene.stage.send("?", view=_menu("Grandma Moth")),
    "a file's name": lambda scene: scene.stage.send(file=discord.File(BytesIO(b"."), f"{scene.victim.id}.txt")),
    "a file's words": lambda scene: scene.stage.send(file=discord.File(BytesIO(b"1. Juniper Vale"), "log.txt")),
    "a picture's notes": lambda scene: scene.stage.send(file=discord.File(photo("quillfeather"), "image-1.png")),
    "a webhook's name": _webhook_name,
    "a webhook's picture": _webhook_picture,
    "a webhook's own face": _webhook_face,
    "a webhook's file": _webhook_file,
    "a webhook's edit": _webhook_edit,
    "a channel's name": lambda scene: scene.guild.create_text_channel("juniper vale"),
    "a channel's topic": lambda scene: scene.stage.edit(topic=f"Seat 1: {scene.mention}"),
    "an overwrite of a new channel": lambda scene: scene.guild.create_text_channel(
        "tribe",
        overwrites={_member(scene): discord.PermissionOverwrite(view_channel=True)},
    ),
    "an overwrite": lambda scene: scene.stage.set_permissions(_member(scene), send_messages=True),
    "a role": _role,
    "a nickname that is given": lambda scene: _member(scene).edit(nick="Kelp"),
    "a member of a thread": _thread,
    "a thread's name": lambda scene: scene.stage.create_thread(name="Grandma Moth"),
    "a reaction to a player's words": _react,
    "a reply to a player's words": _reply,
    "a pin of a player's words": _pin,
    "a thread on a player's words": _thread_on,
    "somebody else's direct messages": _other_inbox,
    "the audit log": lambda scene: scene.stage.edit(topic="stage", reason="for Juniper Vale"),
}


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize("sort", sorted(LEAKS))
async def test_every_sort_of_leak_is_found(scene: Scene, sort: str) -> None:
    """Whatever tells an account outside the booth and its own direct messages."""
    assert scene.lint.leaks == []
    await scene.as_bot(lambda: LEAKS[sort](scene))
    assert {leak.account for leak in scene.lint.leaks} == {scene.victim.id}


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize("ephemeral", [True, False])
@pytest.mark.parametrize("deferred", [True, False])
async def test_a_public_answer_to_a_player_s_command_is_found(scene: Scene, ephemeral: bool, deferred: bool) -> None:
    """It shows who has used the command, whatever it says."""

    @app_commands.command(name="wave", description="Say hello")
    async def wave(interaction: discord.Interaction) -> None:
        if deferred:
            await interaction.response.defer(ephemeral=ephemeral, thinking=True)
            await interaction.edit_original_response(content="Hello!")
        else:
            await interaction.response.send_message("Hello!", ephemeral=ephemeral)

    world = scene.world
    world.bot.tree.add_command(wave)  # pyright: ignore[reportUnknownArgumentType]
    await scene.as_bot(world.bot.tree.sync)
    await world.slash(world["Vale"], "wave")
    assert [leak.what for leak in scene.lint.leaks] == ([] if ephemeral else ["a public answer"])


async def _own_inbox(scene: Scene) -> None:
    user = scene.world.bot.get_user(scene.victim.id)
    assert user is not None
    await user.send(f"Hello {scene.mention}", file=discord.File(photo("quillfeather"), "vale.png"))


HARMLESS: dict[str, Leaking] = {
    "the booth": lambda scene: scene.booth.send(f"Seat 1 is {scene.mention}, Juniper Vale"),
    "their own direct messages": _own_inbox,
    "words of nobody": lambda scene: scene.stage.send("**Kelp** is immune."),
}


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize("sort", sorted(HARMLESS))
async def test_what_tells_nobody_anything_new_is_let_pass(scene: Scene, sort: str) -> None:
    """The booth, and a player's own direct messages."""
    seen = scene.lint.requests
    await scene.as_bot(lambda: HARMLESS[sort](scene))
    assert scene.lint.requests > seen
    assert scene.lint.leaks == []


@pytest.mark.clause("S2.2", "S11.8")
async def test_everything_may_be_told_when_the_game_is_over(scene: Scene) -> None:
    """The lint looks no further then."""
    scene.lint.over = True
    await scene.as_bot(lambda: scene.stage.send(f"Seat 1 was {scene.mention}"))
    assert scene.lint.leaks == []
