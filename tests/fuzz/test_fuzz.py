"""A fuzz of every surface: nothing but refusals, nothing slow, and nothing that takes a gigabyte.

`make fuzz` tries ten times as much; CASES says how many times as much, and FIRST from which seed on.
"""

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from casinowar.game.refusal import CasinoWarError
from tests.fuzz import surfaces
from tests.fuzz.surfaces import SURFACES, Surface

PARTS = 4
TIMES = int(os.environ.get("CASES", "1"))
FIRST = int(os.environ.get("FIRST", "0"))
SECONDS = 10
MOST_BYTES = 1 << 30


def test_the_cases_are_a_hundred_thousand():
    assert sum(times * cases for times, cases in SURFACES.values()) >= 100_000


@pytest.mark.parametrize(
    "surface", [surfaces.house_files, surfaces.rulebooks, surfaces.records, surfaces.checkpoints]
)
def test_what_is_not_broken_is_taken(surface: Surface, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(surfaces, "broken", lambda text, _chance: text)
    for seed in range(10):
        surface(Random(seed), tmp_path)


@pytest.mark.parametrize("part", range(PARTS * TIMES))
@pytest.mark.parametrize("surface", SURFACES, ids=lambda surface: surface.__name__)
def test_bad_input_is_refused_and_that_is_all(
    surface: Surface, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    times, _ = SURFACES[surface]
    sentences: set[str] = set()
    for seed in range(FIRST + part, FIRST + times * TIMES, PARTS * TIMES):
        try:
            with _limits():
                surface(Random(f"{surface.__name__} {seed}"), tmp_path)
        except CasinoWarError as wrong:
            sentences.add(str(wrong))
        except BaseException as wrong:
            wrong.add_note(f"{surface.__name__}, seed {seed}")
            raise
    assert not [sentence for sentence in sentences if "\n" in sentence]


@contextmanager
def _limits() -> Iterator[None]:
    """Bound the work and the memory of one case."""

    def too_long(*_: object) -> None:
        raise TimeoutError("It takes more than ten seconds of work.")

    before = resource.getrlimit(resource.RLIMIT_DATA)
    now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (now + MOST_BYTES, before[1]))
    usual = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, usual)
        resource.setrlimit(resource.RLIMIT_DATA, before)
