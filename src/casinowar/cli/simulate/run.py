"""One run on the command line: checks, progress bar, report and files."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from casinowar.cli.rendering import print_report
from casinowar.extras import sheets_extra
from casinowar.game.refusal import InputError
from casinowar.parsing import readings
from casinowar.reports import numbers
from casinowar.reports.pictures.files import RUN_FIGURES, check_figure, check_picture
from casinowar.reports.run import tables
from casinowar.reports.run.simulate import simulate
from casinowar.simulation import scheduler
from casinowar.simulation.run import NOTICES

_COMPILING = "Compiling, once: seconds to minutes …"
_DRAWN_FROM = {"depths": "depths", "nets": "sessions", "lengths": "sessions"}
"""The option that each picture needs."""


def run(asked: dict[str, Any]) -> None:
    form, plot, figure = (asked.pop(each) for each in ("form", "plot", "figure"))
    del asked["as_json"], asked["as_form"]
    folders = {kind: folder for kind in tables.FORMS if (folder := asked.pop(kind))}
    if asked["each_round"] and not folders:
        raise InputError("--each-round keeps a table; say where with --parquet FOLDER or --arrow FOLDER.")
    if plot:
        check_picture(plot)
        check_figure(figure, RUN_FIGURES)
        if figure in _DRAWN_FROM and not asked[_DRAWN_FROM[figure]]:
            raise InputError(
                f"The picture {figure!r} needs --{_DRAWN_FROM[figure]} N, which says what to draw."
            )
        with sheets_extra():
            import_module("matplotlib")
    for kind, folder in folders.items():
        tables.check(folder, kind)
    asked["readings"] = readings(asked["readings"] or ())
    asked["wagers"] = asked["wagers"] or ()
    with _bar(
        1 if asked["sessions"] else asked["seats"], "session" if asked["sessions"] else "seat-round"
    ) as bar:
        made = simulate(**asked, progress=bar)
    try:
        # Figures first, then tables: a failing picture must not lose a long run.
        print_report(made, form)
        sys.stdout.flush()
    finally:
        try:
            for kind, folder in folders.items():
                tables.write(made, folder, kind)
        finally:
            if plot:
                made.plot(plot, figure=figure)


class _Clock(ProgressColumn):
    """Elapsed time while compiling, whose end is unknown; then the remaining time."""

    def render(self, task: Task) -> Text:
        return (TimeElapsedColumn() if task.total is None else TimeRemainingColumn()).render(task)


@contextmanager
def _bar(times: int, what: str) -> Iterator[scheduler.Progress]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>5.1f}%"),
        TextColumn("{task.fields[speed]}"),
        _Clock(table_column=Column(min_width=7, no_wrap=True)),
    )
    screen = Console(stderr=True)
    NOTICES.disabled = screen.is_terminal  # the progress bar says it instead
    with Progress(
        *columns, console=screen, transient=True, expand=True, disable=not screen.is_terminal
    ) as bar:
        task = bar.add_task(_COMPILING, total=None, speed="")
        began: list[tuple[float, int]] = []

        def advance(done: int, wanted: int) -> None:
            if not began:
                began.append((time.perf_counter(), done))
            start, before = began[0]
            speed = (done - before) * times / max(1e-9, time.perf_counter() - start)
            told = f"{numbers.speed(speed)} {what}s a second"
            bar.update(task, description="", completed=done, total=wanted, speed=told)

        yield advance
