"""``python -m tests.house.seeds FIRST LAST [--file FILE] [--workers N]``: simulate a house for every seed.

With a file it goes on where it was stopped, as long as the house and its simulation are the same.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from rich.progress import track

from tests.house.simulation import run
from tests.support.resuming import code, keep, kept

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
    coupons: int = 0
    wrong: dict[int, str] = {}

    def told(self) -> str:
        """Say what was found."""
        done = f"{self.next - self.first:,} seeds, {self.crashes:,} crashes"
        moved = f"{self.slips:,} slips, {self.coupons:,} coupons laid down"
        return f"{done}, {moved}, {self.acknowledged:,} acknowledged requests: {len(self.wrong)} wrong"


def begun(first: int, file: Path | None) -> Search:
    """Go on with a search that was stopped, or begin one."""
    now = code(Path(__file__).parent)
    before = kept(file, Search)
    if before is not None and (before.first, before.code) == (first, now):
        sys.stdout.write(f"Going on after {before.told()}\n")
        return before
    return Search(code=now, first=first, next=first)


class Outcome(Struct):
    """What became of a seed."""

    seed: int
    crashes: int = 0
    acknowledged: int = 0
    slips: int = 0
    coupons: int = 0
    wrong: str | None = None


def outcome(seed: int, folder: Path) -> Outcome:
    """Run a seed."""
    own = folder / str(os.getpid())
    own.mkdir(exist_ok=True)
    try:
        done = run(seed, own)
    except AssertionError as problem:
        return Outcome(seed, wrong=str(problem))
    return Outcome(seed, done.crashes, len(done.acknowledged), done.slips.total(), done.coupons)


@contextmanager
def outcomes(seeds: Iterable[int], folder: Path, workers: int) -> Iterator[Iterable[Outcome]]:
    """Run seeds in their order, by so many processes."""
    each = partial(outcome, folder=folder)
    if workers == 1:
        yield map(each, seeds)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield pool.imap(each, seeds)


def searched(search: Search, found: Iterable[Outcome], file: Path | None) -> None:
    """Count what becomes of seeds, and say at once which ones show something."""
    for each in found:
        if each.wrong is not None:
            search.wrong[each.seed] = each.wrong
            sys.stdout.write(f"seed {each.seed}: {each.wrong}\n")
        search.crashes += each.crashes
        search.acknowledged += each.acknowledged
        search.slips += each.slips
        search.coupons += each.coupons
        search.next = each.seed + 1
        if file is not None and each.seed % _EVERY == 0:
            keep(search, file)


def main(arguments: list[str]) -> int:
    """Run the seeds, and say which ones showed something."""
    reads = ArgumentParser(prog="python -m tests.house.seeds")
    reads.add_argument("first", type=int)
    reads.add_argument("last", type=int)
    reads.add_argument("--file", type=Path)
    reads.add_argument("--workers", type=int, default=1, help="so many processes")
    asked = reads.parse_args(arguments)
    search = begun(asked.first, asked.file)
    memory = Path("/dev/shm")  # noqa: S108 - a file system in memory, where there is one: nothing is kept
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        left = range(search.next, asked.last + 1)
        try:
            with outcomes(left, Path(folder), asked.workers) as found:
                searched(search, track(found, "Seeds", total=len(left)), asked.file)
        finally:
            if asked.file is not None:
                keep(search, asked.file)
            sys.stdout.write(f"{search.told()}\n")
    return 1 if search.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
