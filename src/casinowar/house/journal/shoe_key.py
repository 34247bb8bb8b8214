"""The key of the shoes: it seals and opens their orders, and stands in no database."""

import os
from pathlib import Path
from typing import Final

from casinowar.files import reading
from casinowar.game.refusal import InputError

_BYTES: Final = 32
_LONGEST: Final = 1 << 24


def shoe_key(path: Path) -> bytes:
    """Read the key, or make one that only its owner can read."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(os.urandom(_BYTES).hex() + "\n")
        except OSError as wrong:
            raise InputError(f"The key {path} cannot be made: {wrong.strerror}.") from None
    return read_shoe_key(str(path))


def read_shoe_key(path: str) -> bytes:
    """Read the key from a file of 64 hexadecimal digits."""
    text = reading.read_text(path, _LONGEST, "a key").strip()
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != _BYTES:
        raise InputError(f"{path} holds no key: a key is {2 * _BYTES} hexadecimal digits.")
    return found
