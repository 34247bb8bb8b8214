"""A rulebook that extends another can be seen as a whole, and that whole is the same rulebook."""

import tomllib
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.rulebooks import names, open_rulebook
from casinowar.rulebooks.flattening import whole
from casinowar.rulebooks.loader import RulebookFile, read_rulebook
from casinowar.rulebooks.toml_text import TomlText, packaged

EXAMPLES = Path(__file__).parents[2] / "src" / "casinowar" / "rulebooks" / "examples"
CHANGES = [
    'unset = ["progressive", "bonus_spin", "electronic"]\n[war]\nburn = { cards = 1 }',
    'unset = ["surrender.odd", "progressive.envy"]',
    '[readings.war_burn]\ndefault = "before_each_card"',
    'unset = ["readings.war_burn"]',
    (
        '[irregularities]\nprovisions = [{ irregularity = "something else", '
        'remedy = "the round is void and the cards are reshuffled", clause = "a \\"b\\" ü" }]'
    ),
]


def opened(text: str) -> RulebookFile:
    return read_rulebook(TomlText("mine.toml", text))


def assert_the_same(source: RulebookFile) -> None:
    text = whole(source)
    assert "extends" not in tomllib.loads(text)
    again = opened(text)
    assert again.readings.keys() == source.readings.keys()
    for readings in source.every_reading():
        assert again.book(readings) == source.book(readings)
    assert {name: list(each.choices) for name, each in again.readings.items()} == {
        name: list(each.choices) for name, each in source.readings.items()
    }


@pytest.mark.parametrize("changes", CHANGES)
def test_the_whole_is_the_same_rulebook_under_every_reading(changes):
    assert_the_same(opened(f'extends = "maryland"\nname = "mine"\ntitle = "Mine"\n{changes}\n'))


@pytest.mark.parametrize("name", names())
def test_every_built_in_rulebook_can_be_extended_and_written_out(name):
    assert_the_same(opened(f'extends = "{name}"\nname = "mine"\ntitle = "Mine"\n'))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_can_be_written_out(path):
    source = open_rulebook(path)
    if source.base is None:
        assert whole(source) == path.read_text(encoding="utf-8")
    else:
        assert_the_same(source)


def test_show_prints_the_flattened_rulebook_with_a_title_line(capsys):
    path = str(EXAMPLES / "maryland_at_home.toml")
    assert main(["rulebooks", "--show", path]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"# {path} as a whole: maryland.toml with its changes.\n")
    assert '\n[surrender]\nforfeits = "3/4"\nclause = "house rule 1"\n' in out
    assert "\nburn = { cards = 1, " in out
    assert "[progressive]" not in out


@pytest.mark.parametrize("name", names())
def test_a_built_in_rulebook_is_shown_byte_for_byte(name, capsys):
    assert main(["rulebooks", "--show", name]) == 0
    assert capsys.readouterr().out == packaged(f"{name}.toml").text
