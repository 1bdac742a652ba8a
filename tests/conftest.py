"""Real databases for tests: SQLite in a temporary folder, and a private PostgreSQL server."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
import pytest_asyncio

from ringmaster.storage import SqlStore, open_store
from ringmaster.storage.migrations import upgrade
from ringmaster.storage.tables import metadata

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SUPERUSER = "postgres"

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60")


class PostgresServer:
    """A server of its own for one test run, with a database to copy that is up to date."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        self.port = _free_port()
        self._numbers = count(1)
        # PostgreSQL does not run as root.
        self._user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self._user:
            shutil.chown(folder, "postgres", "postgres")
        self._process = self._start()

    def url(self, database: str) -> str:
        """The URL of a database on this server."""
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{database}"

    def create(self) -> str:
        """Create an empty database; answers its URL."""
        name = f"test_{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        self.run("postgres", f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def run(self, database: str, statement: str) -> None:
        """Run a statement by itself."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """End the server, which this object has started, at once: its files go anyway."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=30)

    def _start(self) -> subprocess.Popen[bytes]:
        data = str(self.folder / "data")
        initdb = [str(self.programs / "initdb"), "-D", data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"]
        subprocess.run([*initdb, "--no-sync", "--no-locale"], check=True, capture_output=True, **self._user)
        options = [part for option in FAST for part in ("-c", option)]
        server = [str(self.programs / "postgres"), "-D", data, "-p", str(self.port), "-k", str(self.folder)]
        with (self.folder / "log").open("wb") as log:
            command = [*server, "-h", "127.0.0.1", *options]
            process = subprocess.Popen(command, stdout=log, stderr=log, **self._user)
        try:
            self._await_connections(process)
        except BaseException:
            process.kill()
            raise
        return process

    def _await_connections(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + 60
        while True:
            try:
                self.run("postgres", "SELECT 1")
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)
            else:
                return


def _free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A private PostgreSQL server. Without PostgreSQL its tests are skipped, but not in CI."""
    if not PROGRAMS:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
    with TemporaryDirectory(prefix="ringmaster-postgres-") as folder:
        server = PostgresServer(Path(folder), PROGRAMS[-1])
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database that is up to date and empty."""
    file = tmp_path_factory.mktemp("sqlite") / "template.sqlite3"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgres_database(postgres: PostgresServer) -> str:
    """The name of a PostgreSQL database that is up to date."""
    url = postgres.create()
    upgrade(url)
    return url.rpartition("/")[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database that is up to date and empty, of each sort in turn."""
    if request.param == "sqlite":
        file = tmp_path / "ringmaster.sqlite3"
        shutil.copyfile(request.getfixturevalue("sqlite_template"), file)
        yield f"sqlite:///{file}"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    database: str = request.getfixturevalue("postgres_database")
    yield server.url(database)
    server.run(database, f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any tables, of each sort in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.create()
    yield url
    server.drop(url)


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[SqlStore]:
    """A store on a new database, of each sort in turn."""
    opened = open_store(database_url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def other_store(store: SqlStore, database_url: str) -> AsyncIterator[SqlStore]:
    """A second process's store on the database of ``store``."""
    opened = open_store(database_url)
    yield opened
    await opened.close()
