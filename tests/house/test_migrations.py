"""Migrations: they create METADATA's schema, run once, and never go backward."""

import subprocess
import sys
from importlib.resources import files
from shutil import copytree
from threading import Thread

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Engine, String, Table, create_engine, inspect, text

from casinowar.game.refusal import InputError
from casinowar.house.storage import migrations
from casinowar.house.storage.schema import METADATA
from casinowar.house.storage.store import Store, opened_store
from tests.support import next_migration

NOTED = "alembic_version"


@pytest.fixture
def engine(address):
    made = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    yield made
    made.dispose()


def schema(engine: Engine) -> dict[str, object]:
    """Read all that a database says of its tables, and in SQLite the very words."""
    found = inspect(engine)
    told: dict[str, object] = {
        name: (
            [{**each, "type": repr(each["type"])} for each in found.get_columns(name)],
            found.get_pk_constraint(name),
            sorted(map(repr, found.get_foreign_keys(name))),
            sorted(map(repr, found.get_unique_constraints(name))),
            sorted(map(repr, found.get_check_constraints(name))),
            sorted(map(repr, found.get_indexes(name))),
        )
        for name in found.get_table_names()
        if name != NOTED
    }
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            told["said"] = sorted(
                " ".join(said.split())
                for said in connection.scalars(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
                if NOTED not in said
            )
    return told


def noted(engine: Engine) -> str | None:
    with engine.connect() as connection:
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return None if found is None else str(found)


def test_migrations_create_the_schema_in_metadata(address, engine):
    Store(address).close()
    migrated = schema(engine)
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
    assert migrated == schema(engine)
    assert len(migrated) >= len(METADATA.tables)


def test_current_is_the_newest_migration(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/house.db")
    with store.writing() as connection:
        assert ScriptDirectory.from_config(migrations.configured(connection)).get_heads() == [
            migrations.CURRENT
        ]
    store.close()


def test_a_database_of_a_newer_version_is_not_changed(address, engine):
    Store(address).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for existing in (True, False):
        with (
            pytest.raises(InputError, match="from a newer casinowar: its schema version is 9999"),
            opened_store(address, existing=existing),
        ):
            pass
    assert noted(engine) == "9999"


def test_a_database_of_an_older_version_is_not_read(address, monkeypatch):
    Store(address).close()
    was, newer = migrations.CURRENT, f"{int(migrations.CURRENT) + 1:04}"
    monkeypatch.setattr(migrations, "CURRENT", newer)
    with (
        pytest.raises(InputError, match=f"has schema version {was}, but this casinowar needs {newer}"),
        opened_store(address, existing=True),
    ):
        pass


def test_a_database_without_a_house_is_refused(address, engine):
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE another (x INTEGER)"))
    with pytest.raises(InputError, match="holds no house"), opened_store(address, existing=True):
        pass


def test_a_failed_migration_leaves_no_tables(address, engine, monkeypatch):
    real = command.upgrade

    def failing(config, revision):
        real(config, revision)
        raise OSError("the disk is full")

    monkeypatch.setattr(command, "upgrade", failing)
    with pytest.raises(OSError, match="the disk is full"):
        Store(address)
    assert inspect(engine).get_table_names() == []


def test_concurrent_starts_migrate_once(address, engine):
    wrong: list[Exception] = []

    def start() -> None:
        try:
            Store(address).close()
        except Exception as no:  # noqa: BLE001 - whatever it is, the test tells it
            wrong.append(no)

    starting = [Thread(target=start) for _ in range(6)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert wrong == []
    assert noted(engine) == migrations.CURRENT


def test_alembic_is_not_loaded_for_a_current_database(tmp_path):
    address = f"sqlite:///{tmp_path}/house.db"
    Store(address).close()
    opening = (
        "import sys; from casinowar.house.storage.store import Store;"
        f"Store({address!r}).close(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", opening], check=False).returncode == 0


def test_next_migration_drafts_the_difference_to_metadata(tmp_path, monkeypatch):
    copytree(str(files("casinowar.house.storage") / "alembic"), tmp_path / "alembic")
    monkeypatch.setattr(migrations, "files", lambda _package: tmp_path)
    more = Table("ribbons", METADATA, Column("name", String(40), primary_key=True))
    try:
        made = next_migration.begin("Ribbons")
    finally:
        METADATA.remove(more)
    said = made.read_text(encoding="utf-8")
    assert made.parent == tmp_path / "alembic/versions"
    assert made.name == f"v{int(migrations.CURRENT) + 1:04}_ribbons.py"
    assert f"down_revision = {migrations.CURRENT!r}" in said
    assert "op.create_table('ribbons'" in said
