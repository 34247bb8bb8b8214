"""Rules for people's names, so that none is mistaken for another, for the house or for a guest.

A name in two alphabets, or in letters that all look Latin, could be mistaken for another. Look-alikes are
Unicode's own list, from confusable_homoglyphs.
"""

from typing import Final
from unicodedata import normalize

from confusable_homoglyphs import categories, confusables

from casinowar.house.journal.commits import HOUSE, PIT
from casinowar.house.journal.requests import LONGEST_NAME

TAKEN: Final = (HOUSE, PIT, "cage", "cashier")
"""Reserved names, with or without an article."""
GUEST: Final = "Guest"
_INVISIBLE: Final = {"\u115f", "\u1160"}
"""Invisible characters that Unicode classifies as letters."""
_NO_ALPHABET: Final = frozenset({"COMMON", "INHERITED"})
_LATIN: Final = "LATIN"
_WRITTEN_TOGETHER: Final = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
"""Mixed scripts of Japanese and Korean."""


def is_person_name(name: str) -> bool:
    """Tell whether a name is allowed: visible characters in their only normal form.

    >>> [is_person_name(name) for name in ("Ann", "Ann-Marie 2", "Ann ", "a/b", "Pit", "Ann\u3164")]
    [True, True, False, False, False, False]
    """
    is_plain = name == normalize("NFKC", name).strip(" .-") and 0 < len(name) <= LONGEST_NAME
    seen = all(each.isalnum() or each in " .-'" for each in name) and not {*name} & _INVISIBLE
    return is_plain and seen and not _is_taken(name) and not reads_as_another(name)


def _is_taken(name: str) -> bool:
    """Tell whether a name belongs to the house or looks like a guest's.

    >>> [_is_taken(name) for name in ("the House", "The-Cage", "Cashier", "guest 123456", "Guest", "Ann")]
    [True, True, True, True, False, False]
    """
    return _letters(name).removeprefix("the") in TAKEN or is_guest(name)


def is_guest(name: str) -> bool:
    """Tell whether a name is a guest's; only people without a password have such names.

    >>> [is_guest(name) for name in ("Guest 123456", "guest 123456", "Guest", "Ann")]
    [True, True, False, False]
    """
    letters = _letters(name)
    number = letters.removeprefix(GUEST.casefold())
    return number != letters and number.isdecimal()


def _letters(name: str) -> str:
    return "".join(each for each in key_of(name) if each.isalnum())


def key_of(name: str) -> str:
    """Give the key that must differ between people."""
    return normalize("NFKC", plain(name.casefold()))


def reads_as_another(name: str) -> bool:
    """Tell whether a name could be mistaken for one in another alphabet.

    >>> [
    ...     reads_as_another(name)
    ...     for name in ("Ann", "Ann-Marie 2", "Иван", "王小明", "\u0410nn", "\u0430\u0440\u0440")
    ... ]
    [False, False, False, False, True, True]
    """
    scripts = frozenset(categories.unique_aliases(name)) - _NO_ALPHABET
    if len(scripts) > 1:
        return not any(scripts <= together for together in _WRITTEN_TOGETHER)
    letters = [each for each in name if each.isalpha()]
    if not letters or scripts == {_LATIN}:
        return False
    return all(_latin(each) for each in letters)


def plain(name: str) -> str:
    """Replace unusual letters of a name by the plain ones that they look like.

    >>> plain("\u0251nn"), plain("Zoë"), plain("Ann")
    ('ann', 'Zoë', 'Ann')
    """
    return "".join(each if each.isascii() else _latin(each) or each for each in name)


def _latin(letter: str) -> str:
    """Find the plain Latin letter that another looks like, or give an empty string."""
    found = confusables.is_confusable(letter, greedy=True, preferred_aliases=[]) or []
    like = [glyph["c"] for each in found for glyph in each["homoglyphs"]]
    return next((each for each in like if len(each) == 1 and each.isascii() and each.isalpha()), "")
