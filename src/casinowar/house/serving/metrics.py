"""Metrics of a house for Prometheus, summed over all processes of a server.

prometheus-client reads the folder of the shared figures (`SHARED`) when it is imported. So it is imported
when a `Metrics` is made, in the process that counts.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from casinowar.game.events import RoundCompleted
from casinowar.house.journal.requests import UNKNOWN, Accepted, Answer
from casinowar.house.serving.desk import DeskNotes

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_TOGETHER: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics(DeskNotes):
    """The metrics that one process counts."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Gauge, Histogram  # noqa: PLC0415 - see above
        from prometheus_client import Counter as Count  # noqa: PLC0415 - as above

        self._registry = CollectorRegistry()
        own = self._registry
        self._requests = Count("casinowar_requests", "Requests by what was answered.", ["code"], registry=own)
        self._seconds = Histogram(
            "casinowar_acknowledgement_seconds",
            "From a request to its durable answer.",
            buckets=_SECONDS,
            registry=own,
        )
        self._together = Histogram(
            "casinowar_commit_requests",
            "Requests decided and written together.",
            buckets=_TOGETHER,
            registry=own,
        )
        self._rounds = Count("casinowar_rounds", "Rounds that were completed.", registry=own)
        self._answers = Count(
            "casinowar_http_answers", "Answers over HTTP by status.", ["status"], registry=own
        )
        self._refused = Count("casinowar_limits_reached", "What limits refused.", ["limit"], registry=own)
        self._sockets = Gauge(
            "casinowar_sockets", "People connected to tables.", multiprocess_mode="livesum", registry=own
        )
        self._tables = Gauge(
            "casinowar_open_tables", "Tables that are open.", multiprocess_mode="livemostrecent", registry=own
        )

    # the desk

    def wrote(self, answers: list[Answer], seconds: list[float]) -> None:
        """Count the answers of one commit, their times and the completed rounds."""
        for code, count in Counter(map(_code, answers)).items():
            self._requests.labels(code).inc(count)
        for waited in seconds:
            self._seconds.observe(waited)
        self._together.observe(len(answers))
        self.passed(answers)

    def passed(self, answers: list[Answer]) -> None:
        """Count completed rounds."""
        commits = [each.commit for each in answers if isinstance(each, Accepted) and each.commit]
        entries = (entry for commit in commits for entry in commit.entries)
        over = sum(isinstance(event, RoundCompleted) for entry in entries for event in entry.events)
        if over:
            self._rounds.inc(over)

    def lost(self) -> None:
        """Count a request whose outcome is unknown."""
        self._requests.labels(UNKNOWN.code).inc()

    # the server

    def replied(self, status: int) -> None:
        self._answers.labels(str(status)).inc()

    def limited(self, limit: str) -> None:
        self._refused.labels(limit).inc()

    @contextmanager
    def connected(self) -> Iterator[None]:
        self._sockets.inc()
        try:
            yield
        finally:
            self._sockets.dec()

    def told(self, open_tables: int) -> bytes:
        """Export the metrics of all processes."""
        from prometheus_client import generate_latest  # noqa: PLC0415 - as above

        self._tables.set(open_tables)
        return generate_latest(_of_all() or self._registry)


def _code(answer: Answer) -> str:
    if isinstance(answer, Accepted):
        return "again" if answer.again else "accepted"
    return answer.code


def _of_all() -> "CollectorRegistry | None":
    """Gather the metrics of all processes; gauges of ended processes are dropped."""
    folder = os.environ.get(SHARED)
    if not folder:
        return None
    from prometheus_client import CollectorRegistry, multiprocess  # noqa: PLC0415 - as above

    for file in Path(folder).glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if not Path("/proc/self").exists() or Path(f"/proc/{process}").exists():
            continue
        multiprocess.mark_process_dead(int(process), folder)  # type: ignore[no-untyped-call]  # it has no types
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]  # as above it has none
    return registry
