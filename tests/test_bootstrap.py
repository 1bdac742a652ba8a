"""The whole program as an operator runs it, as far as that goes without Discord."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ringmaster.bootstrap import build
from ringmaster.config import Config, ConfigError, ThemesSection
from ringmaster.storage.hold import hold_database

PROGRAM = """
import asyncio, sys
from pathlib import Path
import discord
from ringmaster.bootstrap import serve
from ringmaster.config import Config, DiscordSection

async def start(self, token, **_):
    print("up", flush=True)
    while not self.is_closed():
        await asyncio.sleep(0.01)

discord.Client.start = start
discord.ext.commands.Bot.start = start
serve(Config(data_dir=Path(sys.argv[1]), discord=DiscordSection(token="a.b.c")))
print("down", flush=True)
"""


def test_the_bot_stops_cleanly_when_it_is_told_to(tmp_path: Path):
    """SIGTERM ends it with status 0 and lets go of the database."""
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGTERM)
        said, complaints = process.communicate(timeout=30)
    assert (process.returncode, said, complaints) == (0, "down\n", "")
    with hold_database(f"sqlite:///{tmp_path / 'ringmaster.sqlite3'}"):
        pass


def test_a_theme_that_cannot_be_used_is_a_fault_of_the_configuration(tmp_path: Path):
    """The bot does not start with it, and says in one sentence what is wrong."""
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "own.toml").write_text('title = "Own"')
    config = Config(data_dir=tmp_path, themes=ThemesSection(folder=tmp_path / "themes"))
    with pytest.raises(ConfigError, match=r"own\.toml: the theme needs characters"):
        build(config)


async def test_themes_of_the_operator_s_own_are_known(tmp_path: Path):
    """Beside the shipped one."""
    (tmp_path / "own.toml").write_text('title = "Own"\n[[characters]]\nname = "Ann"\n')
    bot = build(Config(data_dir=tmp_path, themes=ThemesSection(folder=tmp_path)))
    assert list(bot.sessions.themes) == ["lighthouse", "own"]
    await bot.close()
