"""Names: what people may be called, so that nobody is taken for another, for the house or for a guest.

A name could be taken for another if it is written in two alphabets, or in one that reads as Latin.
What looks like what is Unicode's own list, as confusable_homoglyphs has it.
"""

from typing import Final
from unicodedata import normalize

from confusable_homoglyphs import categories, confusables

from casinowar.house.journal.commits import HOUSE, PIT
from casinowar.house.journal.requests import LONGEST_NAME

TAKEN: Final = (HOUSE, PIT, "cage", "cashier")
"""Whom nobody may be taken for, with or without an article."""
GUEST: Final = "Guest"
_UNSEEN: Final = {"\u115f", "\u1160"}
"""Letters by the tables of Unicode that nobody sees."""
_NO_ALPHABET: Final = frozenset({"COMMON", "INHERITED"})
_LATIN: Final = "LATIN"
_WRITTEN_TOGETHER: Final = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
"""What Japanese and Korean are written in."""


def is_person_name(name: str) -> bool:
    """Tell whether somebody may be called so: nothing unseen, and no two ways to write it.

    >>> [is_a_name(name) for name in ("Ann", "Ann-Marie 2", "Ann ", "a/b", "Pit", "Ann\u3164")]
    [True, True, False, False, False, False]
    """
    is_plain = name == normalize("NFKC", name).strip(" .-") and 0 < len(name) <= LONGEST_NAME
    seen = all(each.isalnum() or each in " .-'" for each in name) and not {*name} & _UNSEEN
    return is_plain and seen and not _is_taken(name) and not reads_as_another(name)


def _is_taken(name: str) -> bool:
    """Tell whether a name is one of the house's own, or such as guests are given.

    >>> [_is_taken(name) for name in ("the House", "The-Cage", "Cashier", "guest 123456", "Guest", "Ann")]
    [True, True, True, True, False, False]
    """
    return _letters(name).removeprefix("the") in TAKEN or is_guest(name)


def is_guest(name: str) -> bool:
    """Tell whether somebody came in without a password: nobody else may be called so.

    >>> [is_guest(name) for name in ("Guest 123456", "guest 123456", "Guest", "Ann")]
    [True, True, False, False]
    """
    letters = _letters(name)
    number = letters.removeprefix(GUEST.casefold())
    return number != letters and number.isdecimal()


def _letters(name: str) -> str:
    return "".join(each for each in key_of(name) if each.isalnum())


def key_of(name: str) -> str:
    """Give what two names may not have in common."""
    return normalize("NFKC", plain(name.casefold()))


def reads_as_another(name: str) -> bool:
    """Tell whether a name could be taken for one in another alphabet.

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
    """Write a name with the plain letters that its unusual ones look like.

    >>> plain("\u0251nn"), plain("Zoë"), plain("Ann")
    ('ann', 'Zoë', 'Ann')
    """
    return "".join(each if each.isascii() else _latin(each) or each for each in name)


def _latin(letter: str) -> str:
    """Find the plain Latin letter that another looks like, if there is one."""
    found = confusables.is_confusable(letter, greedy=True, preferred_aliases=[]) or []
    like = [glyph["c"] for each in found for glyph in each["homoglyphs"]]
    return next((each for each in like if len(each) == 1 and each.isascii() and each.isalpha()), "")
