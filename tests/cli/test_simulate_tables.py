import json
import subprocess
import sys
from importlib import metadata

import pyarrow as pa
import pytest
from msgspec.structs import replace
from pyarrow import parquet

from casinowar.game.refusal import InputError
from casinowar.reports.run import tables
from casinowar.reports.run.results import (
    DepthFound,
    EdgeFound,
    MeterFound,
    MeterWin,
    NetShare,
    SessionResults,
)
from tests.support.sample_run import PLAYED

INITIAL = EdgeFound(
    wager="initial",
    house_edge=0.0234,
    standard_error=0.0001,
    exact=0.0233,
    compared_with="long run",
    wagered=1.0,
)
ENVY = EdgeFound(wager="envy", house_edge=-0.01, standard_error=None)
BARE = replace(PLAYED, seed=2**62 + 1, wagers={"initial": INITIAL, "envy": ENVY})
EVERYTHING = replace(
    BARE,
    outcomes=(
        NetShare(net="-1/2", probability=0.25, standard_error=0.001),
        NetShare(net="1", probability=0.75, standard_error=None),
    ),
    together=(NetShare(net="meter", probability=1e-9, standard_error=None),),
    depths=(
        DepthFound(first=0.0, last=0.5, rounds=2000, wagers={"initial": INITIAL, "envy": ENVY}),
        DepthFound(first=0.5, last=0.75, rounds=1000, wagers={"initial": INITIAL}),
    ),
    meters=(
        MeterFound(name="primary", average=500_000.5, wins=2, average_win=600_000.25, largest_win=700_000),
        MeterFound(name="secondary", average=5_000.0, wins=0, average_win=None, largest_win=None),
    ),
    meter_wins=(
        MeterWin(table=1, round=77, meter="primary", showed=500_001),
        MeterWin(table=2, round=99, meter="primary", showed=700_000),
    ),
    sessions=SessionResults(
        number=6,
        bankroll=200_00,
        nets={50_00: 2, -200_00: 4},
        lengths={100: 5, 3: 1},
        ends={"ruined": 4, "rounds played": 2},
        percentiles={50: -200_00},
        average=-116_66.7,
        standard_error=50.0,
        ruin=4 / 6,
        ruin_error=0.2,
        handle=100_000.0,
        hold=0.5,
        hold_error=0.1,
    ),
)
COMPARED = [
    ("wager", "string"),
    ("house_edge", "double"),
    ("standard_error", "double"),
    ("exact", "double"),
    ("compared_with", "string"),
    ("z_score", "double"),
    ("wagered", "double"),
    ("rough", "bool"),
    ("cover_card_effect", "double"),
    ("cover_card_unknown", "bool"),
]
INITIAL_ROW = ("initial", 0.0234, 0.0001, 0.0233, "long run", INITIAL.z_score, 1.0, False, None, False)
ENVY_ROW = ("envy", -0.01, None, None, None, None, None, False, None, False)
WANTED = {
    "figures": (COMPARED, [INITIAL_ROW, ENVY_ROW]),
    "outcomes": (
        [
            ("net", "string"),
            ("net_in_initial_wagers", "double"),
            ("probability", "double"),
            ("standard_error", "double"),
            ("rough", "bool"),
        ],
        [
            ("-1/2", -0.5, 0.25, 0.001, False),
            ("1", 1.0, 0.75, None, False),
            ("meter", None, 1e-9, None, False),
        ],
    ),
    "depths": (
        [("first", "double"), ("last", "double"), ("rounds", "int64"), *COMPARED],
        [(0.0, 0.5, 2000, *INITIAL_ROW), (0.0, 0.5, 2000, *ENVY_ROW), (0.5, 0.75, 1000, *INITIAL_ROW)],
    ),
    "meters": (
        [
            ("meter", "string"),
            ("average_in_cents", "double"),
            ("wins", "int64"),
            ("average_win_in_cents", "double"),
            ("largest_win_in_cents", "int64"),
        ],
        [("primary", 500_000.5, 2, 600_000.25, 700_000), ("secondary", 5_000.0, 0, None, None)],
    ),
    "meter_wins": (
        [("table", "int64"), ("round", "int64"), ("meter", "string"), ("showed_in_cents", "int64")],
        [(1, 77, "primary", 500_001), (2, 99, "primary", 700_000)],
    ),
    "sessions": (
        [("net_in_cents", "int64"), ("sessions", "int64")],
        [(-200_00, 4), (50_00, 2)],
    ),
    "session_lengths": ([("rounds", "int64"), ("sessions", "int64")], [(3, 1), (100, 5)]),
    "session_ends": ([("end", "string"), ("sessions", "int64")], [("ruined", 4), ("rounds played", 2)]),
}


def read(path):
    if path.suffix == ".parquet":
        return parquet.read_table(path)
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


@pytest.mark.parametrize("form", tables.FORMS)
def test_what_is_read_back_is_the_result(tmp_path, form):
    folder = tmp_path / "new" / "folder"
    written = tables.write(EVERYTHING, str(folder), form)
    assert written == [folder / f"{name}.{form}" for name in WANTED]
    assert sorted(folder.iterdir()) == sorted(written)
    for path, (columns, rows) in zip(written, WANTED.values(), strict=True):
        table = read(path)
        assert [(field.name, str(field.type)) for field in table.schema] == columns
        assert [tuple(row.values()) for row in table.to_pylist()] == rows


@pytest.mark.parametrize("form", tables.FORMS)
def test_each_table_says_which_run_it_comes_from(tmp_path, form):
    for path in tables.write(EVERYTHING, tmp_path, form):
        assert json.loads(read(path).schema.metadata[b"casinowar"]) == {
            "rulebook": "maryland",
            "title": "Maryland: MLGCA Casino War rules, version 1.2",
            "decks": 6,
            "seats": 3,
            "strategy": "war",
            "rounds": 4_000_000,
            "seed": 2**62 + 1,
            "finished": True,
            "setting": BARE.request.settings(),
            "version": metadata.version("casinowar"),
        }


def test_tables_without_rows_are_not_written(tmp_path):
    assert tables.write(BARE, tmp_path, "arrow") == [tmp_path / "figures.arrow"]


def test_a_folder_holds_the_tables_of_one_run(tmp_path):
    (tmp_path / "rounds.parquet").write_text("of another run")
    (tmp_path / "rounds.arrow").write_text("of another form")
    tables.write(replace(BARE, wagers={"envy": ENVY}), tmp_path, "parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figures.parquet", "rounds.arrow"]


def test_files_of_the_same_name_are_replaced_and_others_left_alone(tmp_path):
    (tmp_path / "figures.parquet").write_text("old")
    (tmp_path / "notes.txt").write_text("mine")
    tables.write(BARE, tmp_path, "parquet")
    assert read(tmp_path / "figures.parquet").num_rows == 2
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("form", tables.FORMS)
def test_tables_that_could_not_all_be_written_leave_the_old_ones(tmp_path, monkeypatch, form):
    tables.write(EVERYTHING, tmp_path, form)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    saved: list[None] = []
    save = tables.save

    def full(*arguments):
        if len(saved) == 3:
            raise OSError(28, "No space left on device")
        saved.append(save(*arguments))

    monkeypatch.setattr(tables, "save", full)
    with pytest.raises(InputError, match=rf"\w+\.{form}: it cannot be written \(No space left on device\)"):
        tables.write(replace(EVERYTHING, seed=5), tmp_path, form)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    file = tmp_path / "taken"
    file.write_text("")
    for folder in (file, file / "below"):
        with pytest.raises(InputError, match=r"taken: this is a file, and tables are written to a folder\."):
            tables.check(folder, "parquet")


def test_another_form_is_refused_with_those_that_work(tmp_path):
    with pytest.raises(InputError, match=r"Tables can be written as parquet or arrow, not as 'csv'\."):
        tables.write(BARE, tmp_path / "new", "csv")
    assert not (tmp_path / "new").exists()


def test_without_the_extra_one_sentence_says_how_to_install_it(tmp_path):
    blocked = (
        "import sys; sys.modules['pyarrow'] = None; from casinowar.reports.run import tables\n"
        "try: tables.check(sys.argv[1], 'arrow')\n"
        "except ValueError as sentence: print(sentence)"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked, tmp_path], capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        "Tables need the package pyarrow, which is not installed; "
        "install it with: pip install 'casinowar[tables]'\n"
    )
