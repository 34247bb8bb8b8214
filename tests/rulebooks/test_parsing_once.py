"""A command opens its files as often as it likes, and each text is parsed once."""

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from casinowar.odds.reading_effects import reading_effects
from casinowar.odds.sheet import par_sheet
from casinowar.reports.par_sheet.report import report
from casinowar.rulebooks import load_house, load_rules, names, open_rulebook, sample_house

OWN = Path(__file__).parent / "own"

BUILT_IN = """
import tomllib
parsed, loads = [], tomllib.loads
tomllib.loads = lambda text: parsed.append(text) or loads(text)
from casinowar.cli import main
import sys
main(["odds", "maryland", "--sample", "--json"])
main(["law", "maryland", "--json"])
rulebook = [text for text in parsed if 'name = "maryland"' in text and "[settlement" in text]
house = [text for text in parsed if 'rulebook = "maryland"' in text]
sys.exit(0 if (len(rulebook), len(house)) == (1, 1) else f"{len(rulebook)} and {len(house)} times")
"""


@pytest.fixture
def parses(monkeypatch):
    """Count how often each text is parsed."""
    counted: Counter[str] = Counter()
    loads = tomllib.loads

    def counting(text: str) -> dict[str, object]:
        counted[text] += 1
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counting)
    return counted


def unheard_of(path: Path, text: str) -> str:
    """Write a text that was not parsed before."""
    path.write_text(f"# {path}\n{text}", encoding="utf-8")
    return str(path)


def test_a_sheet_with_its_readings_parses_rulebook_and_house_once(parses, tmp_path):
    own = min(OWN.glob("*.toml"))
    rulebook = unheard_of(tmp_path / "own.toml", own.read_text(encoding="utf-8"))
    house = unheard_of(tmp_path / "house.toml", 'name = "mine"\n[limits.initial]\nminimum = "10"\n')
    sheet = par_sheet(load_rules(rulebook, house))
    effects = reading_effects(rulebook, load_house(house))
    source = open_rulebook(rulebook)
    assert source.book() == sheet.rules.book
    texts = {"rulebook": source.text, "house file": Path(house).read_text(encoding="utf-8")}
    assert report(sheet, source.readings, texts, effects).sections
    assert parses == {source.text: 1, Path(house).read_text(encoding="utf-8"): 1}


def test_a_file_that_changed_is_parsed_again(parses, tmp_path):
    path = tmp_path / "house.toml"
    for name in ("one", "two", "one"):
        assert load_house(unheard_of(path, f'name = "{name}"\n')).name == name
    assert sorted(parses.values()) == [1, 1]


def test_a_command_parses_the_built_in_files_once():
    subprocess.run([sys.executable, "-c", BUILT_IN], check=True, stdout=subprocess.DEVNULL)


def test_what_is_opened_twice_is_one_value():
    assert open_rulebook("maryland") is open_rulebook("maryland")


def test_the_built_in_rulebooks_are_listed_in_the_order_of_their_files():
    assert names() == ("maryland", "washington", "south_dakota", "california", "wisconsin")
    assert [open_rulebook(name).values["order"] for name in names()] == [1, 2, 3, 4, 5]
    assert all(sample_house(name) for name in names())
