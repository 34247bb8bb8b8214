"""Word search in the law, by word forms and synonyms, at the table and on the command line."""

import re
from difflib import get_close_matches
from functools import cache
from typing import Final

from msgspec import Struct

from casinowar.law.catalog import clauses as clauses_of
from casinowar.law.catalog import decoded, jurisdictions

_ENDINGS: Final = ("ies", "ied", "ing", "es", "ed", "y", "e", "s", "d")
_OF_WHOLE_WORDS: Final = "(?:ing|es|ed|s|d)?"
_SHORT: Final = 3
"""Words this short match too many beginnings, and no stem is shorter."""
_WORD: Final = re.compile(r"[a-z/]{3,}")


class Sought(Struct, frozen=True):
    phrase: str
    others: tuple[str, ...]

    def stands_in(self, text: str) -> bool:
        return any(forms(each).search(text) for each in (self.phrase, *self.others))


def sought(wanted: str) -> tuple[Sought, ...]:
    """Split a query into words to search for, keeping trade phrases together.

    >>> [(each.phrase, each.others) for each in sought("Pit boss orders")]
    [('pit boss', ('floorperson',)), ('orders', ())]
    """
    found, words = list[Sought](), wanted.casefold().split()
    while words:
        phrase = " ".join(words[:2])
        if len(words) > 1 and not _others(phrase):
            phrase = " ".join(words[:3]) if _others(" ".join(words[:3])) else words[0]
        found.append(Sought(phrase, _others(phrase)))
        words = words[len(phrase.split()) :]
    return tuple(found)


def nearest(wanted: str) -> tuple[str, ...]:
    unknown = (word for word in wanted.casefold().split() if not any(map(forms(word).match, _vocabulary())))
    close = (get_close_matches(word, _vocabulary(), n=3, cutoff=0.7) for word in unknown)
    return tuple(dict.fromkeys(found for each in close for found in each))


def _others(phrase: str) -> tuple[str, ...]:
    return _synonyms().get(_stems(phrase), ())


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    return {_stems(phrase): others for phrase, others in _of_the_trade().items()}


@cache
def _of_the_trade() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = decoded(dict[str, tuple[str, ...]], "synonyms.toml")
    return found


def _stems(phrase: str) -> str:
    return " ".join(map(_stem, phrase.split()))


def _stem(word: str) -> str:
    """Remove the ending of a word.

    >>> _stem("irregularities") == _stem("irregularity"), _stem("exposed"), _stem("ties"), _stem("cutting")
    (True, 'expos', 'tie', 'cut')
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and word.isalpha() and len(word) - len(ending) >= _SHORT:
            stem = word.removesuffix(ending)
            doubled = ending in {"ing", "ed"} and len(stem) > _SHORT and stem[-1] == stem[-2]
            return stem[:-1] if doubled and stem[-1] not in "ls" else stem
    return word


@cache
def forms(phrase: str) -> re.Pattern[str]:
    """Match a word or phrase in all its forms, such as burned for burns; longer words by their start too.

    >>> [bool(forms("cut").match(each)) for each in ("cut", "cutting", "cute")]
    [True, True, False]
    >>> [bool(forms(word).search("a warning")) for word in ("war", "warn", "arning")]
    [False, True, False]
    >>> [bool(forms("dealing").match(each)) for each in ("deals", "dealer")]
    [True, False]
    """
    *first, last = phrase.split()
    begins = last.removesuffix("s") or last
    end = rf"(?:{re.escape(begins)}|{_form(last)})" if len(begins) > _SHORT else _form(last)
    return re.compile(r"(?<!\w)" + r"\W+".join([*map(_form, first), end]), re.IGNORECASE)


def _form(word: str) -> str:
    if not word.isalpha():
        return rf"{re.escape(word)}(?!\w)"
    stem = _stem(word)
    endings = _OF_WHOLE_WORDS if stem == word else f"(?:{'|'.join(_ENDINGS)})?"
    return rf"{stem}{stem[-1]}?{endings}(?!\w)"


@cache
def _vocabulary() -> tuple[str, ...]:
    said = (each.summary.casefold() for name in jurisdictions() for each in clauses_of(name))
    return tuple(dict.fromkeys([*_of_the_trade(), *(word for text in said for word in _WORD.findall(text))]))
