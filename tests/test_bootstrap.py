"""The whole program as an operator runs it, as far as that goes without Discord."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

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
