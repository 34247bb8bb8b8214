"""Run tests against mutants: a plugin of pytest that collects once and forks for every mutant."""

import ast
import os
import pickle
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

from mutants.installing import REACHED, clear_caches, install, watch, watched
from mutants.making import Mutant, mutated, statements
from mutants.results import FAILED, KILLED, SURVIVED, TIMED_OUT, UNREACHED

SLOWEST: Final = 15
"""Tests that take more seconds of work than this are never run."""


_RED: Final = 1
"""Exit status of a child process that found a failing test."""
_OUTCOMES: Final = {0: SURVIVED, _RED: KILLED, -signal.SIGXCPU: TIMED_OUT, -signal.SIGKILL: TIMED_OUT}
"""Results by the exit status of the child process."""


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
    """A run: sources with the number of their first statement, mutants, and callbacks for results."""

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
    """Replaces pytest's loop over the tests."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._items: dict[str, pytest.Item] = {}
        self._rare: dict[Path, dict[str, int]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find the tests that reach each statement, then try every mutant."""
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
                # A mutant may run or wait without end; the limit depends on the tests' usual time.
                work = sum(reach.seconds[test] for test in tests)
                pid, pipe = _forked(partial(self._try, mutant, tests, ceil(5 + 3 * work)))
                running[pid] = (mutant, time.monotonic() + 60 + 30 * work, pipe)
            if running:
                self._wait(running)
        return True

    def _chosen(self, mutant: Mutant, reach: Reach) -> list[str]:
        """Order the tests that reach a mutant: fixed ones, those of its clauses, then the most specific.

        A quick test is worth more than a slow one, a test that reaches what few others reach in the module
        more than one that goes where all go, and one case of each test more than many of the same.
        """
        _, first = self._plan.sources[mutant.path]
        rarest = self._rarest(mutant.path, reach)
        reaching = [test for test in reach.tests.get(first + mutant.statement, ()) if test in self._items]
        of_clauses = set(self._plan.of_clauses(mutant))
        cases: Counter[str] = Counter()
        order: dict[str, tuple[bool, bool, float]] = {}
        for test in sorted(reaching, key=reach.seconds.__getitem__):
            name = test.split("[", maxsplit=1)[0]
            cases[name] += 1
            dear = reach.seconds[test] * cases[name] * rarest[test]
            order[test] = (not self._is_first(test), name not in of_clauses, dear)
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(reaching, key=order.__getitem__):
            spent += reach.seconds[test]
            if chosen and spent > self._plan.budget:
                break
            chosen.append(test)
        return chosen

    def _rarest(self, path: Path, reach: Reach) -> Mapping[str, int]:
        """Give for each test the number of tests that reach its least reached statement of a module."""
        if path not in self._rare:
            source, first = self._plan.sources[path]
            found: dict[str, int] = {}
            for number in range(first, first + len(statements(ast.parse(source)))):
                tests = reach.tests.get(number, ())
                for test in tests:
                    found[test] = min(len(tests), found.get(test, len(tests)))
            self._rare[path] = found
        return self._rare[path]

    def _is_first(self, test: str) -> bool:
        return test.startswith(tuple(self._plan.first))

    def _wait(self, running: dict[int, tuple[Mutant, float, int]]) -> None:
        for pid, (mutant, limit, pipe) in list(running.items()):
            finished, status = os.waitpid(pid, os.WNOHANG)
            if finished:
                told = os.read(pipe, 65536).decode()
                os.close(pipe)
                del running[pid]
                self._plan.done(mutant, _OUTCOMES.get(os.waitstatus_to_exitcode(status), FAILED), told)
            elif time.monotonic() > limit:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                os.close(pipe)
                del running[pid]
                self._plan.done(mutant, TIMED_OUT, "")
        time.sleep(0.005)

    def _try(self, mutant: Mutant, tests: list[str], seconds: int) -> str:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        source, _ = self._plan.sources[mutant.path]
        install(self._plan.root, mutant.path, mutated(source, mutant.number), only=mutant.function)
        clear_caches()
        for test in tests:
            if not _passes(self._items[test]):
                return test
        return ""

    def _reach(self) -> Reach:
        """Run every test once in instrumented code, or read the stored result of that."""
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
    """Run one test with a limit on processor seconds."""

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
    """Run a function in a child process; its text comes through a pipe, and exit 0 means no text."""
    read, write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    status = 2
    try:
        os.close(read)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        told = work()
        os.write(write, told.encode()[:4000])
        status = _RED if told else 0
    except BaseException as error:  # noqa: BLE001 - a child never comes back into the parent's code
        with suppress(OSError):
            os.write(write, f"{type(error).__name__}: {error}".encode()[:4000])
    finally:
        os._exit(status)
