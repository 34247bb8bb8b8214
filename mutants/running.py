"""Run tests against mutants: a plugin of pytest that collects once and forks for every mutant."""

import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

from mutants.installing import REACHED, clear_caches, install, watch, watched
from mutants.making import Mutant, mutated
from mutants.results import KILLED, SURVIVED, TIMED_OUT, UNREACHED

SLOWEST: Final = 15
"""Tests that take more seconds than this are left out: a mutant runs them last, and rarely."""


@dataclass
class Reach:
    """Which tests reach a statement, and how long each test takes."""

    tests: dict[int, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def __len__(self) -> int:
        """Count the tests."""
        return len(self.seconds)


@dataclass
class Plan:
    """What is to be run: sources with their first statements' numbers, mutants, and where results go."""

    root: Path
    sources: dict[Path, tuple[bytes, int]]
    mutants: list[Mutant]
    first: Collection[str]
    of_clauses: Callable[[Mutant], Collection[str]]
    budget: float
    workers: int
    mapped: Path
    done: Callable[[Mutant, str, str], None]
    learned: Callable[[int, int], None]


class Runner:
    """Takes the place of pytest's loop over the tests."""

    def __init__(self, plan: Plan) -> None:
        """Keep the plan until tests are collected."""
        self._plan = plan
        self._items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which tests reach what, then try every mutant."""
        self._items = {item.nodeid: item for item in session.items}
        for item in self._items.values():
            if self._is_first(item.nodeid):
                _passes(item)
        reach = self._reach()
        pending = list(self._plan.mutants)
        running: dict[int, tuple[Mutant, float, int]] = {}
        while pending or running:
            while pending and len(running) < self._plan.workers:
                mutant = pending.pop(0)
                tests = self._chosen(mutant, reach)
                if not tests:
                    self._plan.done(mutant, UNREACHED, "")
                    continue
                pid, pipe = _forked(partial(self._try, mutant, tests))
                # A mutant may run for ever; what the tests take otherwise tells when that is plain.
                limit = time.monotonic() + 30 + 10 * sum(reach.seconds[test] for test in tests)
                running[pid] = (mutant, limit, pipe)
            if running:
                self._wait(running)
        return True

    def _chosen(self, mutant: Mutant, reach: Reach) -> list[str]:
        """Put the tests that reach a mutant in order: the first, those of its clauses, then the quickest.

        Cases of one test are alike, so that one case of each comes before many of the same.
        """
        _, first = self._plan.sources[mutant.path]
        reaching = [test for test in reach.tests.get(first + mutant.statement, ()) if test in self._items]
        of_clauses = set(self._plan.of_clauses(mutant))
        cases: Counter[str] = Counter()
        order: dict[str, tuple[bool, bool, float]] = {}
        for test in sorted(reaching, key=reach.seconds.__getitem__):
            name = test.split("[", maxsplit=1)[0]
            cases[name] += 1
            slow = reach.seconds[test] * cases[name]
            order[test] = (not self._is_first(test), name not in of_clauses, slow)
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(reaching, key=order.__getitem__):
            spent += reach.seconds[test]
            if chosen and spent > self._plan.budget:
                break
            chosen.append(test)
        return chosen

    def _is_first(self, test: str) -> bool:
        return test.startswith(tuple(self._plan.first))

    def _wait(self, running: dict[int, tuple[Mutant, float, int]]) -> None:
        for pid, (mutant, limit, pipe) in list(running.items()):
            finished, status = os.waitpid(pid, os.WNOHANG)
            if finished:
                told = os.read(pipe, 65536).decode()
                os.close(pipe)
                del running[pid]
                survived = os.waitstatus_to_exitcode(status) == 0
                self._plan.done(mutant, SURVIVED if survived else KILLED, told)
            elif time.monotonic() > limit:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                os.close(pipe)
                del running[pid]
                self._plan.done(mutant, TIMED_OUT, "")
        time.sleep(0.005)

    def _try(self, mutant: Mutant, tests: list[str]) -> str:
        source, _ = self._plan.sources[mutant.path]
        install(self._plan.root, mutant.path, mutated(source, mutant.number), only=mutant.function)
        clear_caches()
        for test in tests:
            if not _passes(self._items[test]):
                return test
        return ""

    def _reach(self) -> Reach:
        """Run every test once in code that tells what it reaches; or read what that gave before."""
        mapped = self._plan.mapped
        if mapped.exists():
            known: Reach = pickle.loads(mapped.read_bytes())  # noqa: S301 - written by this program, for itself
            if known.seconds.keys() >= self._items.keys():
                return known
        self._map(mapped)
        found: Reach = pickle.loads(mapped.read_bytes())  # noqa: S301 - as above
        return found

    def _map(self, mapped: Path) -> None:
        parts = [mapped.with_suffix(f".{number}") for number in range(self._plan.workers)]
        items = list(self._items.values())
        count = len(items)
        children: dict[int, int] = {}
        for number, part in enumerate(parts):
            share = items[number :: self._plan.workers]
            pid, pipe = _forked(partial(self._map_share, share, part))
            children[pid] = pipe
        while children:
            for pid in [pid for pid in children if os.waitpid(pid, os.WNOHANG)[0]]:
                os.close(children.pop(pid))
            done = sum(int(text) for part in parts if (text := _text(part.with_suffix(part.suffix + "n"))))
            self._plan.learned(done, count)
            time.sleep(0.2)
        every = Reach()
        for part in parts:
            each: Reach = pickle.loads(part.read_bytes())  # noqa: S301 - as above
            every.seconds |= each.seconds
            for statement, tests in each.tests.items():
                every.tests.setdefault(statement, []).extend(tests)
            part.unlink()
            part.with_suffix(part.suffix + "n").unlink(missing_ok=True)
        mapped.write_bytes(pickle.dumps(every))

    def _map_share(self, items: list[pytest.Item], part: Path) -> str:
        watch()
        for path, (source, first) in self._plan.sources.items():
            install(self._plan.root, path, watched(source, first))
        clear_caches()
        reach = Reach()
        for number, item in enumerate(items):
            REACHED.clear()
            began = time.process_time()
            passed = _passes(item, SLOWEST)
            reach.seconds[item.nodeid] = time.process_time() - began
            if passed:
                for statement in REACHED:
                    reach.tests.setdefault(statement, []).append(item.nodeid)
            if not number % 20:
                part.with_suffix(part.suffix + "n").write_text(str(number))
        part.write_bytes(pickle.dumps(reach))
        return ""


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except FileNotFoundError:
        return ""


class _TooSlow(BaseException):
    pass


def _passes(item: pytest.Item, seconds: int = 0) -> bool:
    """Run one test; give it up after so many seconds of work, however busy the machine is."""

    def give_up(*_: object) -> None:
        raise _TooSlow

    if seconds:
        signal.signal(signal.SIGPROF, give_up)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    except _TooSlow:
        return False
    except BaseException:  # noqa: BLE001 - whatever a broken rule raises, the test did not pass
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return not any(report.failed for report in reports)


def _forked(work: Callable[[], str]) -> tuple[int, int]:
    """Do something in a child process; what it says comes through a pipe, and exit 0 means nothing said."""
    read, write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    status = 1
    try:
        os.close(read)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        told = work()
        os.write(write, told.encode()[:4000])
        status = 1 if told else 0
    except BaseException as error:  # noqa: BLE001 - a child never comes back into the parent's code
        with suppress(OSError):
            os.write(write, f"{type(error).__name__}: {error}".encode()[:4000])
    finally:
        os._exit(status)
