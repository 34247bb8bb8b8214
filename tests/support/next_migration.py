"""Begin the next version of a house's schema: what METADATA has more than the last one.

`python -m tests.support.next_migration "Linked meters"` writes a module to look through; then `CURRENT` in
`house/storage/migrations.py` is the new number.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command

from casinowar.house.storage import migrations
from casinowar.house.storage.store import Store


def begin(message: str) -> Path:
    """Write the module of the next version."""
    number = f"{int(migrations.CURRENT) + 1:04}"
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/house.db")
        with store.writing() as connection:
            config = migrations.configured(connection)
            script = command.revision(config, message, autogenerate=True, rev_id=number)
        store.close()
    assert script is not None
    assert not isinstance(script, list)
    return Path(script.path)


if __name__ == "__main__":
    sys.stdout.write(f"{begin(sys.argv[1])}\n")
