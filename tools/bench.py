"""First numbers: what a vote costs through discord.py, beside bots that do less, and how fast the rules play.

Usage: ``python tools/bench.py [--votes N] [--games N] [--json FILE]``. The bots run in a simulated Discord, which
costs more than the real library alone: look at the ratios within one run, not at the capacity.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from rich.console import Console
from rich.table import Table
from simcord.env import Env
from sqlalchemy import text

from ringmaster.bootstrap import build
from ringmaster.config import Config, DatabaseSection
from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant
from ringmaster.games.play import play_out
from ringmaster.storage.engine import make_engine, read_url

PLAYERS = 20
ROUNDS = 5
QUIET_SECONDS = 0.0005
"""How long the simulated Discord waits to be sure that the bot is idle; it waits 0.05 unless told otherwise."""


class BareBot(commands.Bot):
    """Answers every vote with the same words, after doing what it is given to do."""

    def __init__(self, work: Callable[[], Awaitable[None]] | None = None) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents.default(), help_command=None)

        @self.tree.command(description="Vote")
        async def vote(interaction: discord.Interaction, player: str) -> None:
            if work is not None:
                await work()
            await interaction.response.send_message(f"Your vote for {player} counts.", ephemeral=True)

        assert isinstance(vote, app_commands.Command)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()


class OneTransaction:
    """A durable transaction as large as that of a vote, in the same kind of database: read, write, three rows in."""

    def __init__(self, url: str, snapshot: str) -> None:
        self._engine = make_engine(read_url(url))
        self._thread = ThreadPoolExecutor(1)
        self._count = 0
        self._snapshot = snapshot
        with self._engine.begin() as connection:
            connection.execute(text("create table bench (id integer primary key, version integer, state text)"))
            connection.execute(text("insert into bench values (1, 0, :state)"), {"state": snapshot})
            for table in ("bench_event", "bench_claim", "bench_outbox"):
                connection.execute(text(f"create table {table} (id integer primary key, data text)"))

    async def __call__(self) -> None:
        """One transaction."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._work)

    def _work(self) -> None:
        self._count += 1
        with self._engine.begin() as connection:
            connection.execute(text("insert into bench_claim values (:id, 'vote')"), {"id": self._count})
            version = connection.execute(text("select version from bench where id = 1")).scalar_one()
            connection.execute(
                text("insert into bench_event values (:id, :data)"), {"id": self._count, "data": "vote" * 40}
            )
            connection.execute(
                text("update bench set state = :state, version = version + 1 where id = 1 and version = :version"),
                {"state": self._snapshot, "version": version},
            )
            connection.execute(
                text("insert into bench_outbox values (:id, :data)"), {"id": self._count, "data": "count"}
            )


class Voters:
    """A server of people who vote by slash command, one after the other; it has an event loop of its own."""

    def __init__(self, make: Callable[[Callable[[], datetime], Any], Any]) -> None:
        self.runner = asyncio.Runner()
        self.runner.run(self._open(make))

    async def _open(self, make: Callable[[Callable[[], datetime], Any], Any]) -> None:
        self.bot = make(self._now, self._idle)
        self.env = Env(self.bot, settle_timeout=20.0)
        await self.env.start()
        guild = self.env.create_guild("Bench")
        self.lobby = guild.create_text_channel("lobby")
        managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        self.host = guild.add_member(self.env.create_user("host"), roles=[managers])
        players = (self.env.create_user(f"p{n}", global_name=f"P{n}") for n in range(PLAYERS))
        self.people = [guild.add_member(player) for player in players]
        await self.env.settle()

    def _now(self) -> datetime:
        return self.env.now()

    async def _idle(self, waiting: Awaitable[Any], /) -> Any:
        return await self.env.external_wait(waiting, reason="idle")

    async def _close(self) -> None:
        await self.env.shutdown()
        await self.bot.close()

    def close(self) -> None:
        """Take the world down."""
        self.runner.run(self._close())
        self.runner.close()

    async def start_a_game(self) -> None:
        """A day of a game of To Tell the Truth in which no majority ends anything."""
        await self.host.slash(self.lobby, "game create", kind="truth", name="Bench")
        for name, value in {"players": PLAYERS, "mafia": 3, "hammer": "off"}.items():
            await self.host.slash(self.lobby, "game set", setting=name, value=str(value))
        await self.host.slash(self.lobby, "game open")
        for person in self.people:
            await self.host.slash(self.lobby, "game seat-add", user=person)
        await self.host.slash(self.lobby, "game start")
        assert (await self.bot.sessions.get(1)).phase == "day-1"

    async def vote(self, votes: int) -> float:
        """How many votes a second."""
        started = time.perf_counter()
        for number in range(votes):
            voter = self.people[number % PLAYERS]
            answer = await voter.slash(self.lobby, "vote", player=f"P{(number * 7 + number // PLAYERS) % PLAYERS}")
            assert answer.response is not None
        return votes / (time.perf_counter() - started)


def measure_votes(votes: int, folder: Path) -> dict[str, float]:
    """Votes a second of the three bots: the median of rounds that take turns, so that noise hits all alike."""

    Env._settle_internal.__kwdefaults__["idle"] = QUIET_SECONDS

    def ringmaster(clock: Any, idle: Any) -> Any:
        config = Config(data_dir=folder, database=DatabaseSection(url=f"sqlite:///{folder / 'votes.sqlite3'}"))
        return build(config, clock=clock, idle_wait=idle, heartbeat_seconds=1e6, requests_a_second=1e6)

    full = Voters(ringmaster)
    full.runner.run(full.start_a_game())
    one = OneTransaction(f"sqlite:///{folder / 'one.sqlite3'}", "x" * _size_of_a_snapshot(folder))
    bots = {
        "a constant": Voters(lambda *_: BareBot()),
        "one durable transaction": Voters(lambda *_: BareBot(one)),
        "Ringmaster": full,
    }
    rates: dict[str, list[float]] = {name: [] for name in bots}
    for _ in range(ROUNDS):
        for name, voters in bots.items():
            rates[name].append(voters.runner.run(voters.vote(votes // ROUNDS)))
    record = full.runner.run(full.bot.sessions.get(1))
    assert len(record.state.wagons.voters()) == PLAYERS, "not every vote has counted"
    for voters in bots.values():
        voters.close()
    return {name: statistics.median(of_rounds) for name, of_rounds in rates.items()}


def _size_of_a_snapshot(folder: Path) -> int:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / "votes.sqlite3")) as database:
        return int(database.execute("select length(state) from games").fetchone()[0])


def measure_games(games: int) -> dict[str, float]:
    """Random legal games a second on one core, by kind, with the default settings."""
    rates: dict[str, float] = {}
    for kind, game in GAMES.items():
        settings, chooser = game.settings_type(), random.Random(1)  # noqa: S311 - random play, not dice
        seats = getattr(settings, "players", 13)
        entrants = [Entrant(since=datetime(2020, 1, 1 + n % 28)) for n in range(seats)]  # noqa: DTZ001
        number = max(10, games // (20 if kind == "survivor" else 1))
        started = time.perf_counter()
        for seed in range(number):
            play_out(game, settings, entrants, VerifiableDice(seed.to_bytes(32, "big")), chooser)
        rates[kind] = number / (time.perf_counter() - started)
    return rates


def main() -> None:
    """Measure, print a table, and write JSON if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--votes", type=int, default=1000)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        votes = measure_votes(options.votes, Path(folder))
    games = measure_games(options.games)
    ratio = votes["Ringmaster"] / votes["one durable transaction"]

    table = Table("what", "a second", title="Ringmaster: first numbers")
    for name, rate in votes.items():
        table.add_row(f"votes by slash command, {name}", f"{rate:,.0f}")
    table.add_row("Ringmaster beside one durable transaction", f"{ratio:.2f}")
    for kind, rate in games.items():
        table.add_row(f"random games of {kind}, one core", f"{rate:,.0f}")
    Console().print(table)
    if options.json:
        options.json.write_text(json.dumps({"votes": votes, "ratio": ratio, "games": games}, indent=2) + "\n")


if __name__ == "__main__":
    main()
