"""TOML: what would take the parser too long, or too deep, is refused before it is parsed."""

import tomllib

import pytest

from casinowar.files import toml
from casinowar.game.refusal import InputError
from casinowar.rulebooks import load_house, names, open_rulebook, sample_house

MANY = 40_000
DEEP = "the values are nested too deeply"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a." * MANY + "a = 1", DEEP),
        ("x = 1\n" + "a . " * MANY + "a = 1", rf"{DEEP} \(at line 2\)"),
        ('"a".' * MANY + "a = 1", DEEP),
        ("[" + "a." * MANY + "a]", DEEP),
        ("x = { " + "a." * MANY + "a = 1 }", DEEP),
        ("x = " + "[" * MANY, DEEP),
        ("x = " + "{ a = " * MANY, DEEP),
        ("a" * MANY + " = 1", "a key is too long"),
        ('"' + "a" * MANY + '" = 1', "a key is too long"),
        ("[" + "a" * MANY + "]", "a key is too long"),
        ("x = { " + "a" * MANY + " = 1 }", "a key is too long"),
        ("#" * toml.LONGEST + "#", "too long to be a rulebook"),
        # What looks like a text to its end must hide nothing behind it.
        ('x = """\\""" """\n' + "a." * MANY + "a = 1", DEEP),
        ("x = '''''''''\n" + "a." * MANY + "a = 1", DEEP),
        ('x = """a"""""\r\n' + "a." * MANY + "a = 1", DEEP),
        ("x = 'a' # '''\n" + "a." * MANY + "a = 1", DEEP),
    ],
)
def test_texts_beyond_any_measure_are_refused(text, said):
    with pytest.raises(ValueError, match=said):
        toml.parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = '" + "a.[{" * 1_000 + "'",
        'x = "' + 'a.\\"[{' * 1_000 + '"',
        'x = """' + 'a.\n\\"[{' * 1_000 + '"""',
        'x = ["' + "a" * 1_000 + '", [1.5, 2.5]]',
        "# " + "a." * 1_000,
        "\n".join(f"[a.b.c{n}]\nd.e = {{ f = [1.0, '...'] }}" for n in range(500)),
        "x = 1979-05-27T00:32:00.999999\r\ny = 1.5e3\r\n",
    ],
)
def test_what_is_within_measure_is_parsed_as_it_is(text):
    assert toml.parsed(text) == tomllib.loads(text)


def test_every_file_of_ours_is_within_measure():
    for name in names():
        assert toml.parsed(open_rulebook(name).text)
        assert toml.parsed(sample_house(name))


def test_the_file_is_named(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text("a." * MANY + "a = 1", encoding="utf-8")
    with pytest.raises(InputError, match=rf"house\.toml: {DEEP} \(at line 1\)\.$"):
        load_house(str(path))
