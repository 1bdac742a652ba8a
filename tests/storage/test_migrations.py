"""The migrations make exactly the tables that the code works with, and nothing works on other ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from ringmaster.sessions.records import GameRecord
from ringmaster.storage import migrations, open_store
from ringmaster.storage.engine import DatabaseUrlError, make_engine, read_url
from ringmaster.storage.migrations import WrongRevision, look, upgrade
from ringmaster.storage.tables import metadata


@pytest.fixture
def connection(empty_url: str) -> Iterator[Connection]:
    """A connection to a database that was empty until it was upgraded."""
    upgrade(empty_url)
    engine = make_engine(read_url(empty_url))
    with engine.begin() as opened:
        yield opened
    engine.dispose()


def test_migrations_make_the_tables_of_the_code(connection: Connection) -> None:
    """Nothing would be left to migrate, types and indexes included."""
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    assert compare_metadata(context, metadata) == []


def test_constraints_are_named_as_the_code_names_them(connection: Connection) -> None:
    """A later migration can name what it changes, on both databases."""
    seen = inspect(connection)
    for table in metadata.sorted_tables:
        by_sqlite = connection.dialect.name == "sqlite" and table.dialect_options["sqlite"]["autoincrement"]
        assert seen.get_pk_constraint(table.name)["name"] == (None if by_sqlite else f"pk_{table.name}")
        made = {key["name"] for key in seen.get_foreign_keys(table.name)}
        assert made == {key.name for key in table.foreign_key_constraints}
        assert {index["name"] for index in seen.get_indexes(table.name)} == {index.name for index in table.indexes}


def test_a_step_back_leaves_nothing(connection: Connection) -> None:
    """What the migrations have made they can remove."""
    config = Config()
    config.set_main_option("script_location", str(migrations.folder()))
    config.attributes["connection"] = connection
    command.downgrade(config, "base")
    assert inspect(connection).get_table_names() == ["alembic_version"]


def test_upgrading_says_what_it_does_and_does_it_once(empty_url: str) -> None:
    """The second time there is nothing to do."""
    revision, pending = look(empty_url)
    assert revision is None
    assert pending == upgrade(empty_url)
    assert pending[0] == "0001: Keep games, their logs, timers and messages"
    assert upgrade(empty_url) == []
    assert look(empty_url) == (pending[-1].partition(":")[0], [])


def test_looking_at_a_database_that_is_not_there_does_not_make_it(tmp_path: Path) -> None:
    """A mistyped path stays a mistyped path."""
    file = tmp_path / "nowhere.sqlite3"
    assert look(f"sqlite:///{file}")[0] is None
    assert not file.exists()


def set_revision(url: str, revision: str) -> None:
    """Make a database look as if another version had upgraded it."""
    engine = make_engine(read_url(url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
    engine.dispose()


def test_a_database_of_a_newer_version_is_refused(empty_url: str) -> None:
    """By the bot and by the upgrade, with a sentence."""
    upgrade(empty_url)
    set_revision(empty_url, "9999")
    for refused in (upgrade, open_store, look):
        with pytest.raises(WrongRevision, match="newer version"):
            refused(empty_url)
    set_revision(empty_url, "0001")


def test_a_database_of_an_older_version_has_to_be_upgraded(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot does not start on tables that it does not know."""
    upgrade(empty_url)
    monkeypatch.setattr("ringmaster.storage.migrations.pending_revisions", lambda _: ["0002: More"])
    with pytest.raises(WrongRevision, match="ringmaster db upgrade"):
        open_store(empty_url)


async def test_a_new_database_is_filled_by_itself(empty_url: str, new_game: Callable[..., GameRecord]) -> None:
    """So a newcomer needs no set-up."""
    store = open_store(empty_url)
    added = await store.run(lambda uow: uow.add(new_game()))
    await store.close()
    assert added.id == 1


async def test_a_database_in_memory_needs_nothing(new_game: Callable[..., GameRecord]) -> None:
    """It lives as long as its store."""
    store = open_store("sqlite://")
    await store.run(lambda uow: uow.add(new_game()))
    assert len(await store.run(lambda uow: uow.games())) == 1
    await store.close()


def test_only_the_owner_can_read_a_database(tmp_path: Path) -> None:
    """It holds everybody's secrets, and so do the files that SQLite puts beside it."""
    store = open_store(f"sqlite:///{tmp_path / 'new' / 'ringmaster.sqlite3'}")
    files = list((tmp_path / "new").iterdir())
    assert len(files) > 1
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    store.close_here()


@pytest.mark.parametrize("url", ["mysql://localhost/games", "games.sqlite3", ""])
def test_other_databases_are_refused(url: str) -> None:
    """With a sentence that says what a database URL begins with."""
    with pytest.raises(DatabaseUrlError, match="sqlite:"):
        open_store(url)


@pytest.mark.parametrize("url", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg://u@h/d"])
def test_a_postgresql_url_gets_its_driver(url: str) -> None:
    """However the provider spells it."""
    assert read_url(url).render_as_string() == "postgresql+psycopg://u@h/d"
