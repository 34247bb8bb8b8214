"""Data tables of a run, for Arrow, pandas, and folders of Parquet files."""

import os
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from casinowar.extras import tables_extra
from casinowar.files.writing import whole
from casinowar.game.refusal import InputError
from casinowar.parsing import quoted
from casinowar.reports.run.results import RunResults
from casinowar.version import version

FORMS: Final = ("parquet", "arrow")
"""File formats, which are also the suffixes."""
ROUNDS: Final = "rounds"
"""Name of the table of every hand."""
_NAMES: Final = (
    *("figures", "outcomes", "depths", "meters", "meter_wins"),
    *("sessions", "session_lengths", "session_ends", ROUNDS),
)
METADATA: Final = "casinowar"
"""Key of the schema metadata that describes the run in JSON."""

Row = dict[str, object]

_KINDS: Final = {
    **dict.fromkeys(("wager", "compared_with", "net", "meter", "end"), "string"),
    **dict.fromkeys(("rounds", "wins", "table", "round", "sessions"), "int64"),
    **dict.fromkeys(("largest_win_in_cents", "showed_in_cents", "net_in_cents"), "int64"),
    "rough": "bool",
    "cover_card_unknown": "bool",
}
"""Column types; all other columns are floats."""


def rows_of(run: RunResults) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {
        "figures": [each.row() for each in run.wagers.values()],
        "outcomes": [
            {
                "net": each.net,
                "net_in_initial_wagers": float(Fraction(each.net)) if each in run.outcomes else None,
                **msgspec.structs.asdict(each),
            }
            for each in (*run.outcomes, *run.together)
        ],
        "depths": [
            {"first": depth.first, "last": depth.last, "rounds": depth.rounds, **each.row()}
            for depth in run.depths
            for each in depth.wagers.values()
        ],
        "meters": msgspec.to_builtins(run.meters),
        "meter_wins": msgspec.to_builtins(run.meter_wins),
    }
    if sessions := run.sessions:
        counted = sessions.rows()
        found |= {"sessions": counted["nets"], "session_lengths": counted["lengths"]}
        found["session_ends"] = [{"end": end, "sessions": times} for end, times in sessions.ends.items()]
    return {name: rows for name, rows in found.items() if rows}


def names_of(run: RunResults) -> list[str]:
    return [*rows_of(run), *([ROUNDS] if run.each_round else [])]


def in_arrow(run: RunResults, name: str) -> Any:  # noqa: ANN401 - Arrow carries no types
    """Make an Arrow table, with the run described in its schema metadata."""
    with tables_extra():
        import pyarrow as pa  # noqa: PLC0415 - needs the extra

    if name not in (known := names_of(run)):
        raise InputError(f"This run has no table {quoted(name)}; it has {', '.join(known)}.")
    if name == ROUNDS and run.each_round:
        table = pa.table(run.each_round.columns())
    else:
        rows = rows_of(run)[name]
        kinds = {column: _KINDS.get(column, "float64") for column in rows[0]}
        table = pa.Table.from_pylist(rows, pa.schema(kinds.items()))
    return table.replace_schema_metadata({METADATA: msgspec.json.encode(_head(run))})


def _head(run: RunResults) -> dict[str, object]:
    wanted = ("rulebook", "decks", "seats", "strategy", "rounds", "seed", "finished", "setting")
    document = run.to_dict()
    return {name: document[name] for name in wanted} | {"title": run.request.title, "version": version()}


def check(folder: str | Path, form: str) -> None:
    """Refuse a folder that cannot be written, before a long run."""
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


def write(run: RunResults, folder: str | Path, form: str) -> list[Path]:
    """Write each table that has rows to its own file, all or none, and list the files.

    Tables of an earlier run are removed, so that the folder holds one run.
    """
    check(folder, form)
    written = [Path(folder) / f"{name}.{form}" for name in names_of(run)]
    with ExitStack() as all_or_none:
        for path in written:
            save(in_arrow(run, path.stem), path.suffix, all_or_none.enter_context(whole(path)))
    for name in _NAMES:
        if (left := Path(folder) / f"{name}.{form}") not in written:
            left.unlink(missing_ok=True)
    return written


def save(table: Any, form: str, file: BinaryIO) -> None:  # noqa: ANN401 - Arrow carries no types
    import pyarrow as pa  # noqa: PLC0415 - needs the extra
    from pyarrow import parquet  # noqa: PLC0415 - the same

    if form == ".parquet":
        parquet.write_table(table, file)
    else:
        with pa.ipc.new_file(file, table.schema) as tables:
            tables.write_table(table)
