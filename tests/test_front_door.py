"""The front door: what `import casinowar` offers, documented, loaded on use, and lasting."""

import inspect
import json
import pickle
import pydoc
import re
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import casinowar as cw
from casinowar.game.words import Irregularity

API = Path(__file__).parent.parent / "docs/reference/api.md"
WAR = Fraction(23138, 993023)
A_WORD: Any = "maryland"


def documented():
    """Find the names that the table in docs/reference/api.md lists."""
    rows = re.findall(r"^\| (.*?) \|", API.read_text(encoding="utf-8"), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_every_name_is_documented_and_nothing_else_is():
    assert documented() == set(cw.__all__)


def test_every_name_is_there():
    assert [name for name in cw.__all__ if not hasattr(cw, name)] == []
    assert set(cw.__all__) <= set(dir(cw))


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'baccarat'"):
        _ = cw.baccarat


def fresh(code):
    """Run code in a Python of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    "heavy",
    ["numpy", "numba", "matplotlib", "typst", "rich", "pyarrow", "distributed", "gymnasium", "pettingzoo"],
)
def test_what_an_extra_brings_is_loaded_on_use(heavy):
    assert fresh(f"import sys, casinowar; print('{heavy}' in sys.modules)") == "False"


@pytest.mark.parametrize(
    "first",
    [
        "import casinowar as cw",
        "import casinowar.odds.sheet, casinowar as cw",
        "from casinowar.odds import hand; import casinowar as cw",
        "import casinowar as cw; cw.odds('washington'); import casinowar.odds.sheet",
    ],
)
def test_a_function_can_be_called_whenever_the_package_of_its_name_was_imported(first):
    asked = "print(cw.odds('washington').initial.house_edge, len(cw.rulebooks()))"
    assert fresh(f"{first}; {asked}") == f"{WAR} 5"
    assert fresh(f"{first}; {asked}; from casinowar.odds.hand import Strategy; print(Strategy)").startswith(
        str(WAR)
    )


def values():
    table = cw.Table("wisconsin", seed=6)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    yield "sheet", cw.odds("wisconsin")
    yield "comparison", cw.compare("maryland", "wisconsin")
    yield "run", cw.simulate("wisconsin", rounds=1000, seed=1)
    yield "rules", cw.load_rules("maryland")
    yield "rulebooks", cw.rulebooks()
    yield "result", table.results[0]


VALUES = dict(values())


@pytest.mark.parametrize("name", VALUES)
def test_values_compare_pickle_and_print_shortly(name):
    value = VALUES[name]
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own bytes
    assert len(repr(value)) < 600


@pytest.mark.parametrize("name", ["sheet", "comparison", "run"])
def test_reports_show_in_a_notebook_and_turn_into_plain_values(name):
    value = VALUES[name]
    assert "<table" in value._repr_html_()
    assert json.loads(value.to_json()) == json.loads(json.dumps(value.to_dict()))


def test_what_can_be_called_can_be_sent_to_another_process():
    for name in ("odds", "rulebooks", "simulate", "compare", "read_record", "load_rules"):
        function = pickle.loads(pickle.dumps(getattr(cw, name)))  # noqa: S301 - our own bytes
        assert callable(function)
        assert "args" not in inspect.signature(function).parameters
    assert pickle.loads(pickle.dumps(cw.odds))("washington").initial.house_edge == WAR  # noqa: S301 - the same


@pytest.mark.parametrize("name", ["odds", "rulebooks"])
def test_a_function_hides_the_package_of_its_name(name):
    import_module(f"casinowar.{name}.{'sheet' if name == 'odds' else 'loader'}")
    assert inspect.isfunction(getattr(cw, name))
    assert f"function {name} in module" in pydoc.plain(pydoc.render_doc(getattr(cw, name)))


def test_files_are_named_by_words_or_by_paths(tmp_path):
    own = Path(__file__).parent / "rulebooks" / "own" / "again_at_a_price.toml"
    house = tmp_path / "house.toml"
    house.write_text("decks = 8\n", encoding="utf-8")
    assert cw.load_rules(own) == cw.load_rules(str(own))
    assert cw.odds("maryland", house=house).to_dict() == cw.odds("maryland", house=str(house)).to_dict()
    assert cw.Table(own, seed=1) == cw.Table(str(own), seed=1)
    for wrong in (None, 7, {"decks": 8}):
        with pytest.raises(cw.InputError, match="named by its path"):
            cw.load_rules(wrong)  # type: ignore[arg-type]  # what a user may pass all the same
    with pytest.raises(cw.InputError, match="No such file"):
        cw.odds("maryland", house=tmp_path / "nowhere.toml")


def test_a_ruling_said_as_a_word_is_recorded_as_one():
    table = cw.Table("maryland", seed=7)
    table.sit("Ann", seat=1, chips=100)
    table.give(cw.commands.ReportIrregularity(irregularity=Irregularity.OTHER, note="x"), who="Flo")
    table.rule("play on", who="Flo")  # type: ignore[arg-type]  # a word for a word
    assert cw.read_record(table.record(all=True)).replay().lawful


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda at: cw.decide(at.rules, at, cw.commands.OpenTable()), "pass table.state of a Table"),
        (lambda at: cw.decide(at, at.state, cw.commands.OpenTable()), "table.rules of a Table, not of type"),
        (lambda at: cw.decide(A_WORD, at.state, cw.commands.OpenTable()), "what load_rules gives"),
        (lambda at: cw.decide(at.rules, at.state, A_WORD), "one of casinowar.commands, not of type str"),
        (lambda at: cw.legal_actions(at.rules, at, "Ann"), "pass table.state of a Table"),
        (lambda at: cw.legal_actions(at, at.state, "Ann"), "table.rules of a Table"),
        (lambda at: cw.duties(at.rules, at), "pass table.state of a Table"),
        (lambda at: cw.next_duty(at.rules, at), "pass table.state of a Table"),
        (lambda at: cw.evolve(at, at.events[0]), "pass table.state of a Table"),
    ],
)
def test_the_core_says_what_it_wants_of_a_table(asked, sentence):
    with pytest.raises(cw.InputError, match=re.escape(sentence)):
        asked(cw.Table("maryland", seed=7))


def test_without_its_extra_a_name_is_there_and_says_how_to_install_it_when_it_is_called():
    said = fresh(
        "import sys; sys.modules['numpy'] = None\nfrom casinowar import *\n"
        "try: simulate('maryland', rounds=10)\nexcept InputError as sentence: print(sentence)"
    )
    assert said == (
        "Simulation needs the package numpy, which is not installed; "
        "install it with: pip install 'casinowar[simulation]'"
    )


def test_without_what_everything_needs_no_extra_is_named():
    said = fresh(
        "import sys; sys.modules['msgspec'] = None\nimport casinowar\n"
        "try: casinowar.InputError, casinowar.load_rules\n"
        "except ModuleNotFoundError as missing: print(missing.name.partition('.')[0])"
    )
    assert said == "msgspec"
