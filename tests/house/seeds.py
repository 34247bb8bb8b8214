"""``python -m tests.house.seeds FIRST LAST``: simulate a house for every seed from the first to the last."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import track

from tests.house.simulation import run


def main(first: int, last: int) -> int:
    """Run the seeds, and say which ones showed something."""
    wrong = crashes = acknowledged = 0
    memory = Path("/dev/shm")  # noqa: S108 - a file system in memory, where there is one: nothing is kept
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        for seed in track(range(first, last + 1), "Seeds"):
            try:
                done = run(seed, Path(folder))
            except AssertionError as problem:
                wrong += 1
                sys.stdout.write(f"seed {seed}: {problem}\n")
                continue
            crashes += done.crashes
            acknowledged += len(done.acknowledged)
    seeds = f"{last - first + 1:,} seeds, {crashes:,} crashes, {acknowledged:,} acknowledged requests"
    sys.stdout.write(f"{seeds}: {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
