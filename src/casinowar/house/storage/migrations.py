"""Schema migrations with Alembic, run when a database is opened for writing.

Alembic takes half a second to load, so it is loaded only if the database is not at `CURRENT`.
"""

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Engine, inspect, text

from casinowar.game.refusal import InputError

if TYPE_CHECKING:
    from alembic.config import Config

CURRENT: Final = "0001"
"""The newest version in `alembic/versions`."""
_LOCK: Final = 0x0CA51_0A2
"""Key of PostgreSQL's advisory lock for processes that start at once."""


def bring_up_to_date(reader: Engine, writer: Engine) -> None:
    """Create the schema of an empty database, or upgrade that of an older version."""
    with reader.connect() as connection:  # a current database needs no lock
        if _version_of(connection) == CURRENT:
            return
    with writer.begin() as connection:
        _lock(connection)
        if _version_of(connection) != CURRENT:
            _upgrade(connection)


def check_readable(reader: Engine) -> None:
    with reader.connect() as connection:
        found = _version_of(connection)
    if not found:
        raise InputError("The database holds no house.")
    if found != CURRENT:
        raise InputError(
            f"The database has schema version {found}, but this casinowar needs {CURRENT}; "
            "`casinowar serve` upgrades it."
        )


def _version_of(connection: Connection) -> str:
    """Read the schema version, empty for a database without a house; refuse one newer than this software."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    found = str(connection.scalar(text("SELECT version_num FROM alembic_version")) or "")
    if found > CURRENT:
        raise InputError(
            f"The database is from a newer casinowar: its schema version is {found}, "
            f"and this one knows {CURRENT}. Nothing was changed; install the newer casinowar."
        )
    return found


def _lock(connection: Connection) -> None:
    """Block other migrations until the transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def configured(connection: Connection) -> "Config":
    from alembic.config import Config  # noqa: PLC0415 - slow to load, see above

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(files(__package__) / "alembic").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return config


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load, see above

    command.upgrade(configured(connection), "head")
