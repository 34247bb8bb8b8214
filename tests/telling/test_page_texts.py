"""The page says in every language what it says in English, of the same facts, and in the server's words."""

import re
from pathlib import Path
from typing import Final

import pytest

import casinowar
from casinowar.game.words import Act, Irregularity, Ruling, Word
from casinowar.telling.wording import Language, wording

TEXTS: Final = Path(__file__).parents[2] / "frontend" / "src" / "texts"
ROOMS: Final = sorted(path.name for path in (TEXTS / "en").glob("*.ts") if path.stem != "index")
OTHERS: Final = [language for language in Language if language is not Language.ENGLISH]
CALLED: Final[dict[str, type[Word]]] = {"acts": Act, "irregularities": Irregularity, "rulings": Ruling}
"""What `trade.ts` has names for that the server has, too."""

_STRING: Final = re.compile(r'("[^"]*":)|"[^"]*"')
_KEY: Final = re.compile(r'(?<![\w"])(\w+|"[^"]+"): *(?=["({\[`])')
_FUNCTION: Final = re.compile(r"(\w+): \(([^()]*)\)(?:: \w+)? => ")


def text_of(language: str, room: str) -> str:
    """Read the texts of a room, which are what is between the braces of its file."""
    said = (TEXTS / language / room).read_text(encoding="utf-8")
    return said.partition("export const ")[2].partition("= {\n")[2]


def keys(said: str) -> list[str]:
    """List the names that texts have, also those of words within them."""
    without = _STRING.sub(lambda found: found[1] or '""', said)
    return sorted(name.strip('"') for name in _KEY.findall(without))


def facts(said: str) -> dict[str, set[str]]:
    """Tell of which of the facts that it is given each text speaks."""
    spoken = {}
    for line in said.splitlines():
        _, *functions = _FUNCTION.split(line)
        for name, takes, says in zip(functions[::3], functions[1::3], functions[2::3], strict=True):
            given = re.findall(r"(?:^|, )(\w+)", takes)
            spoken[name] = {fact for fact in given if re.search(rf"\b{fact}\b", says)}
    return spoken


def names(language: Language, of: str) -> dict[str, str]:
    """Read what the page calls the words of a closed list."""
    listed = text_of(language.value, "trade.ts").partition(f"  {of}: {{\n")[2].partition("\n  }")[0]
    return dict(re.findall(r'^ +(\w+): "(.*)",$', listed, re.MULTILINE))


def letters(said: str) -> str:
    """Leave out capitals, quotation marks and commas, which a button may have and a sentence may not."""
    return re.sub(r"[^\w' ]", "", said).casefold()


def test_the_texts_are_read():
    said = 'one: "two: 3",\n  four: { "five six": "", seven: (n: number) => `${n}: of ${one}` },\n'
    assert keys(said) == ["five six", "four", "one", "seven"]
    assert facts("  of: (a: string, b: number) => `${a}`,\n  b: { c: (d) => d, e: (f) => 1 },") == {
        "of": {"a"},
        "c": {"d"},
        "e": set(),
    }
    assert len(ROOMS) > 8
    assert {"answer_cut", "tagline", "sessionFor"} <= {*keys(text_of("en", "table.ts"))}
    assert facts(text_of("en", "table.ts"))["sessionFor"] == {"minutes"}


@pytest.mark.parametrize("language", OTHERS, ids=str)
@pytest.mark.parametrize("room", ROOMS)
def test_every_text_of_the_page_is_there_in_every_language(language, room):
    assert keys(text_of(language.value, room)) == keys(text_of("en", room))


@pytest.mark.parametrize("language", OTHERS, ids=str)
@pytest.mark.parametrize("room", ROOMS)
def test_every_text_of_the_page_speaks_of_the_same_facts(language, room):
    assert facts(text_of(language.value, room)) == facts(text_of("en", room))


@pytest.mark.parametrize("language", Language, ids=str)
@pytest.mark.parametrize("of", CALLED)
def test_the_page_and_the_server_call_things_alike(language, of):
    said = wording(language)
    called = {word.value: letters(said.named(word)) for word in CALLED[of]}
    assert {code: letters(name) for code, name in names(language, of).items()} == called


def in_device(language, word):
    """Say what the server calls a word where a shuffler deals."""
    said = letters(wording(language).named(word, in_device=True))
    return said.replace("shoe", "shuffler") if language is Language.ENGLISH else said


@pytest.mark.parametrize("language", Language, ids=str)
def test_the_page_and_the_server_call_things_alike_where_a_shuffler_deals(language):
    called = names(language, "inDevice")
    words = {word.value: word for of in CALLED.values() for word in of if word.value in called}
    assert len(words) > 3
    assert {code: letters(called[code]) for code in words} == {
        code: in_device(language, word) for code, word in words.items()
    }


FORMAL: Final = re.compile(
    r"\b(usted(es)?|elija|escriba|copie|pegue|envíe|compruebe|anote|dele|\w*[áéíóú]\w+el[oa]s?)\b",
    re.IGNORECASE,
)
"""Forms that speak to somebody as usted and do nothing else; most forms, as "vea", are also others."""


def spanish() -> list[Path]:
    """List the files that speak Spanish."""
    return [*sorted((TEXTS / "es").glob("*.ts")), Path(casinowar.__file__).parent / "telling/wording_es.toml"]


@pytest.mark.parametrize("path", spanish(), ids=lambda path: path.stem)
def test_spanish_says_tu(path):
    assert not [found[0] for found in FORMAL.finditer(path.read_text(encoding="utf-8"))]


def test_usted_would_be_found():
    said = "Elija un contador. Cópielo. Muéstrelos. Lo propuso usted. Elige uno y cópialo."
    assert [found[0] for found in FORMAL.finditer(said)] == ["Elija", "Cópielo", "Muéstrelos", "usted"]
