"""How the kernels' arrays are laid out, and what compiled code is kept under."""

import ast
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.simulation import jit
from casinowar.simulation.full import layout as full_layout
from casinowar.simulation.jit import RowLayout, source_hash
from casinowar.simulation.plain import layout


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 20))))
def test_places_follow_each_other_without_gaps(asked):
    row = RowLayout()
    spans = [(start, start + width) for number, width in asked for start in row.places(number, width=width)]
    assert all(one[1] == other[0] for one, other in pairwise([(0, 0), *spans, (row.width, row.width)]))


def places(module: ModuleType, row: str) -> dict[str, int]:
    """Find the names that a module gives the places of a row, in the order of its text."""
    assert module.__file__
    found: dict[str, int] = {}
    for node in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(f"{row}.places("):
            names = [each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)]
            found |= {name: getattr(module, name) for name in names}
    return found


@pytest.mark.parametrize(
    ("module", "row"),
    [
        (full_layout, "_hand"),
        (full_layout, "_mark"),
        (full_layout, "_term"),
        (layout, "_lane"),
        (layout, "_words"),
    ],
)
def test_no_two_names_have_one_place(module, row):
    found = list(places(module, row).values())
    assert len(found) > 2
    assert found == sorted(set(found))
    assert found[-1] < getattr(module, row).width


def test_terms_and_hands_stand_where_checkpoints_have_them():
    """A run that was begun before goes on only if its table is still the same numbers."""
    assert (
        full_layout.PLACED,
        full_layout.PUT_INITIAL,
        full_layout.PURSE,
        full_layout.WAGERS,
        full_layout.COLUMNS,
    ) == (
        33,
        56,
        60,
        64,
        75,
    )
    assert (
        full_layout.CHIP,
        full_layout.BANK,
        full_layout.HAS_SPIN,
        full_layout.CLASSES,
        full_layout.GOES_TO_WAR,
        full_layout.TERMS,
    ) == (
        18,
        39,
        63,
        73,
        96,
        98,
    )


def test_every_line_is_as_wide_as_its_columns():
    assert full_layout.OUTCOME == 1 + full_layout.BASE_WAR
    assert full_layout.PAY_LINE == 2 + full_layout.SHARE_OF_METER
    assert full_layout.METER_LINE == 2 + full_layout.RATE
    assert full_layout.SYMBOL_LINE == 1 + full_layout.PAIRED
    assert full_layout.KINDS == 1 + full_layout.SPIN_METERS
    assert full_layout.METER_NUMBER == 1 + full_layout.SECONDARY_METER


def test_a_changed_file_changes_the_stamp(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "_PACKAGE", tmp_path)
    (tmp_path / "one.py").write_text("1")
    before = source_hash("*.py")
    assert source_hash("*.py") == before
    (tmp_path / "other.py").write_text("")
    (tmp_path / "one.py").write_text("2")
    assert source_hash("*.py") != before


def test_a_stamp_of_no_file_is_refused():
    with pytest.raises(FileNotFoundError, match="full_"):
        source_hash("simulation/full_*.py")
