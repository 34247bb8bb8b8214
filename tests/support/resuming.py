"""Long searches that go on where they were stopped, as long as the code is the same."""

from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, json

import casinowar

T = TypeVar("T", bound=Struct)


def code(*folders: Path) -> str:
    """Tell the code that is searched, and the folders that search it, from any other."""
    found = sha256()
    for folder in (Path(casinowar.__file__).parent, *folders):
        for path in sorted(folder.rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def kept(file: Path | None, kind: type[T]) -> T | None:
    """Read how far a search had come, if that was written down."""
    return json.decode(file.read_bytes(), type=kind) if file is not None and file.exists() else None


def keep(search: Struct, file: Path) -> None:
    """Write down how far a search has come, whole or not at all."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(json.encode(search))
    new.replace(file)
