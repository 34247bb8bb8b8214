"""The tables of a result: a folder of Parquet or Arrow files, for programs that go on from there."""

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec

from casinowar.extras import tables_extra
from casinowar.game.refusal import InputError
from casinowar.reports.run.result import Compared, Result
from casinowar.version import version
from casinowar.written import quoted

FORMS: Final = ("parquet", "arrow")
"""How tables can be written; files end in these words."""
METADATA: Final = "casinowar"
"""Under this key the schema of each table says in JSON which run it comes from."""

TEXT, NUMBER, SHARE = "string", "int64", "float64"
Row = tuple[object, ...]
Columns = dict[str, str]

_RUN: Final = ("rulebook", "title", "decks", "seats", "strategy", "rounds", "seed", "finished")
_COMPARED: Final[Columns] = {
    "wager": TEXT,
    "house_edge": SHARE,
    "standard_error": SHARE,
    "exact": SHARE,
    "compared_with": TEXT,
    "z_score": SHARE,
    "wagered": SHARE,
}


def check(folder: str | Path, form: str) -> None:
    """Refuse what could not be written, before a long run and not after it."""
    if form not in FORMS:
        raise InputError(f"Tables can be written as {' or '.join(FORMS)}, not as {quoted(form)}.")
    for place in (Path(folder), *Path(folder).parents):
        if place.exists() and not place.is_dir():
            raise InputError(f"{place}: this is a file, and tables are written to a folder.")
    with tables_extra():
        import pyarrow as pa  # noqa: F401, PLC0415 - is asked only whether it is there
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputError(f"{folder}: the folder cannot be made ({problem.strerror}).") from None
    if not os.access(folder, os.W_OK):
        raise InputError(f"{folder}: tables cannot be written there.")


def write(result: Result, folder: str | Path, form: str) -> list[Path]:
    """Write each table that has rows to a file of its own, all of it or nothing, and list the files."""
    check(folder, form)
    made = Path(folder)
    run = {name: getattr(result, name) for name in _RUN} | {"version": version()}
    run |= {"setting": result.setting.document()} if result.setting else {}
    written = []
    for name, (columns, rows) in _TABLES.items():
        if found := [*rows(result)]:
            written.append(made / f"{name}.{form}")
            _save(columns, found, run, written[-1])
    return written


def _save(columns: Columns, rows: list[Row], run: dict[str, object], path: Path) -> None:
    """Write beside the file and put it in its place when it is whole."""
    import pyarrow as pa  # noqa: PLC0415 - needs the extra
    from pyarrow import parquet  # noqa: PLC0415 - the same

    schema = pa.schema(columns.items(), metadata={METADATA: msgspec.json.encode(run)})
    table = pa.table([[*column] for column in zip(*rows, strict=True)], schema=schema)
    made = path.with_name(f"{path.name}.new")
    try:
        if path.suffix == ".parquet":
            parquet.write_table(table, made)
        else:
            with pa.ipc.new_file(made, schema) as file:
                file.write_table(table)
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


# the rows of each table


def _compared(wager: Compared) -> Row:
    beside = wager.exact, wager.compared_with, wager.z_score
    return wager.wager, wager.house_edge, wager.standard_error, *beside, wager.wagered


def _figures(result: Result) -> Iterator[Row]:
    return map(_compared, result.wagers)


def _outcomes(result: Result) -> Iterator[Row]:
    for each in result.outcomes:
        yield each.net, float(Fraction(each.net)), each.probability, each.standard_error
    for each in result.together:
        yield each.net, None, each.probability, each.standard_error


def _depths(result: Result) -> Iterator[Row]:
    for depth in result.depths:
        for wager in depth.wagers:
            yield depth.first, depth.last, depth.rounds, *_compared(wager)


def _meters(result: Result) -> Iterator[Row]:
    for each in result.meters:
        yield each.name, each.average, each.wins, each.average_win, each.largest_win


def _meter_wins(result: Result) -> Iterator[Row]:
    for each in result.meter_wins:
        yield each.table, each.round, each.meter, each.showed


def _sessions(result: Result) -> Iterator[Row]:
    yield from sorted(result.sessions.nets.items()) if result.sessions else ()


def _session_lengths(result: Result) -> Iterator[Row]:
    yield from sorted(result.sessions.lengths.items()) if result.sessions else ()


def _session_ends(result: Result) -> Iterator[Row]:
    yield from result.sessions.ends.items() if result.sessions else ()


_TABLES: Final[dict[str, tuple[Columns, Callable[[Result], Iterator[Row]]]]] = {
    "figures": (_COMPARED, _figures),
    "outcomes": (
        {"net": TEXT, "net_in_initial_wagers": SHARE, "probability": SHARE, "standard_error": SHARE},
        _outcomes,
    ),
    "depths": ({"first": SHARE, "last": SHARE, "rounds": NUMBER, **_COMPARED}, _depths),
    "meters": (
        {
            "meter": TEXT,
            # Averages are no whole cents.
            "average_in_cents": SHARE,
            "wins": NUMBER,
            "average_win_in_cents": SHARE,
            "largest_win_in_cents": NUMBER,
        },
        _meters,
    ),
    "meter_wins": (
        {"table": NUMBER, "round": NUMBER, "meter": TEXT, "showed_in_cents": NUMBER},
        _meter_wins,
    ),
    "sessions": ({"net_in_cents": NUMBER, "sessions": NUMBER}, _sessions),
    "session_lengths": ({"rounds": NUMBER, "sessions": NUMBER}, _session_lengths),
    "session_ends": ({"end": TEXT, "sessions": NUMBER}, _session_ends),
}
