"""Checkpoint file of a run: checksummed, locked by one run at a time, always written whole."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from casinowar.files.reading import read
from casinowar.files.writing import cannot_be_written, check_place, whole
from casinowar.game.refusal import InputError
from casinowar.simulation import kernels as d
from casinowar.simulation.random_streams import STREAM_VERSION
from casinowar.simulation.scheduler import Checkpoint

_LONGEST: Final = 100_000_000


class CheckpointFile:
    """A checkpoint file locked by one run; the lock is on the file that currently has the name."""

    def __init__(self, path: str, locked: int) -> None:
        """Hold the lock, which ends with this process."""
        self.path = path
        self._locked = locked

    def load(self, wanted: Checkpoint, *, any_seed: bool = False) -> Checkpoint:
        content = read(self.path, _LONGEST, "a checkpoint")
        if not content:
            self.save(wanted)
            return wanted
        return _fitting(self.path, _opened(self.path, content), wanted, any_seed=any_seed)

    def save(self, checkpoint: Checkpoint) -> None:
        """Replace the file atomically."""
        # Sums of very long runs exceed 64 bits, which only the standard library's JSON can hold.
        values = msgspec.to_builtins(checkpoint, str_keys=True)
        with ExitStack() as if_it_fails:
            with whole(self.path) as file:
                file.write(json.dumps({"sha256": _checksum(values), "checkpoint": values}).encode())
                # Locked before it gets the name, so no other run can take it in between.
                locked = os.dup(file.fileno())
                if_it_fails.callback(os.close, locked)
                _lock(self.path, locked)
            if_it_fails.pop_all()
        os.close(self._locked)
        self._locked = locked

    def close(self) -> None:
        """Release the lock, and remove a file that was made only for the lock."""
        if not os.fstat(self._locked).st_size:
            Path(self.path).unlink(missing_ok=True)
        os.close(self._locked)


@contextmanager
def open_checkpoint(path: str) -> Iterator[CheckpointFile]:
    """Lock a checkpoint file for one run, creating it empty if needed; fail if another run has it."""
    file = CheckpointFile(path, _locked(path))
    try:
        yield file
    finally:
        file.close()


def _locked(path: str) -> int:
    """Lock the file that has the name now; another run may just have replaced it."""
    check_place(path)
    try:
        while True:
            opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                _lock(path, opened)
                if os.path.samestat(os.fstat(opened), os.stat(path)):  # noqa: PTH116 - as its neighbour
                    return opened
            except BaseException:
                os.close(opened)
                raise
            os.close(opened)
    except OSError as problem:
        raise cannot_be_written(path, problem) from None


def _lock(path: str, opened: int) -> None:
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"{path}: another run goes on from this checkpoint now; name another file."
        ) from None


def _checksum(values: Any) -> str:  # noqa: ANN401 - a checkpoint as JSON has it
    return sha256(json.dumps(values).encode()).hexdigest()


def _opened(path: str, content: bytes) -> Checkpoint:
    try:
        values = json.loads(content)
        found = msgspec.convert(values["checkpoint"], Checkpoint, str_keys=True)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{path}: this is not a checkpoint of a simulation.") from None
    if values.get("sha256") != _checksum(values["checkpoint"]):
        raise InputError(
            f"{path}: this checkpoint was changed or damaged after it was written; name another file."
        )
    return found


def _fitting(path: str, found: Checkpoint, wanted: Checkpoint, *, any_seed: bool) -> Checkpoint:
    if found.stream_version != STREAM_VERSION:
        raise InputError(f"{path}: this checkpoint is of another version, whose seeds meant other rounds.")
    fits = all(_is_like(wanted.tally, each) for each in (found.tally, found.rest) if each is not None)
    if (found.table, found.dealer) != (wanted.table, wanted.dealer) or not fits:
        raise InputError(
            f"{path}: this checkpoint is of another table: its rulebook, seats, wagers, strategy or dealer "
            "differ."
        )
    if found.seed != wanted.seed and not any_seed:
        raise InputError(f"{path}: this checkpoint has seed {found.seed}, not {wanted.seed}.")
    if not 0 <= found.tally.done <= wanted.wanted:
        raise InputError(
            f"{path}: this run has played {found.played.done:,} already, {found.tally.done:,} in whole "
            "blocks: ask for these or more."
        )
    return found if found.wanted == wanted.wanted else replace(found, wanted=wanted.wanted, rest=None)


def _is_like(empty: d.AnyTally, tally: d.AnyTally) -> bool:
    try:
        return (empty + tally).done >= 0
    except (TypeError, ValueError):
        return False
