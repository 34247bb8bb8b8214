"""Hold the engine to the stored playthroughs; CASINOWAR_UPDATE_PLAYTHROUGHS=1 writes them anew."""

import os
from pathlib import Path

import pytest

import tests.playthroughs.scripts_with_side_wagers  # noqa: F401 - lists its playthroughs when it is imported
from tests.playthroughs.scripts import every, played

HERE = Path(__file__).parent
UPDATE = os.environ.get("CASINOWAR_UPDATE_PLAYTHROUGHS") == "1"


def stored(rulebook: str, name: str) -> Path:
    return HERE / rulebook / f"{name}.txt"


@pytest.mark.parametrize(("rulebook", "name"), [*every()])
def test_it_plays_as_stored(rulebook, name):
    page = played(rulebook, name).page()
    path = stored(rulebook, name)
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, encoding="utf-8")
    assert path.exists(), "not stored yet: see CONTRIBUTING.md"
    assert page == path.read_text(encoding="utf-8")


def test_nothing_is_stored_that_is_not_played():
    expected = {stored(rulebook, name) for rulebook, name in every()}
    assert {*HERE.glob("*/*.txt")} == expected
