"""``python -m tests.house.seeds FIRST LAST [--file FILE]``: simulate a house for every seed of a range.

With a file it goes on where it was stopped, as long as the house and its simulation are the same.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, json
from rich.progress import track

import casinowar
from tests.house.simulation import run

_EVERY = 10
"""After so many seeds it is written down how far it has come."""


class Search(Struct, kw_only=True):
    """How far a search through seeds has come."""

    code: str
    first: int
    next: int
    crashes: int = 0
    acknowledged: int = 0
    slips: int = 0
    wrong: dict[int, str] = {}

    def told(self) -> str:
        """Say what was found."""
        done = f"{self.next - self.first:,} seeds, {self.crashes:,} crashes, {self.slips:,} slips"
        return f"{done}, {self.acknowledged:,} acknowledged requests: {len(self.wrong)} wrong"


def code() -> str:
    """Tell the code that is searched from any other."""
    found = sha256()
    for folder in (Path(casinowar.__file__).parent, Path(__file__).parent):
        for path in sorted(folder.rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def begun(first: int, file: Path | None) -> Search:
    """Go on with a search that was stopped, or begin one."""
    if file is not None and file.exists():
        before = json.decode(file.read_bytes(), type=Search)
        if (before.first, before.code) == (first, code()):
            sys.stdout.write(f"Going on after {before.told()}\n")
            return before
    return Search(code=code(), first=first, next=first)


def searched(search: Search, seeds: Iterable[int], folder: Path, file: Path | None) -> None:
    """Run seeds, and say at once which ones show something."""
    for seed in seeds:
        try:
            done = run(seed, folder)
        except AssertionError as problem:
            search.wrong[seed] = str(problem)
            sys.stdout.write(f"seed {seed}: {problem}\n")
        else:
            search.crashes += done.crashes
            search.acknowledged += len(done.acknowledged)
            search.slips += done.slips.total()
        search.next = seed + 1
        if file is not None and seed % _EVERY == 0:
            keep(search, file)


def keep(search: Search, file: Path) -> None:
    """Write down how far it has come, whole or not at all."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(json.encode(search))
    new.replace(file)


def main(arguments: list[str]) -> int:
    """Run the seeds, and say which ones showed something."""
    reads = ArgumentParser(prog="python -m tests.house.seeds")
    reads.add_argument("first", type=int)
    reads.add_argument("last", type=int)
    reads.add_argument("--file", type=Path)
    asked = reads.parse_args(arguments)
    search = begun(asked.first, asked.file)
    memory = Path("/dev/shm")  # noqa: S108 - a file system in memory, where there is one: nothing is kept
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        left = range(search.next, asked.last + 1)
        try:
            searched(search, track(left, "Seeds"), Path(folder), asked.file)
        finally:
            if asked.file is not None:
                keep(search, asked.file)
            sys.stdout.write(f"{search.told()}\n")
    return 1 if search.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
