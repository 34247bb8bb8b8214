"""Names that could be taken for another: written in two alphabets, or in one that reads as Latin.

What looks like what is Unicode's own list, as confusable_homoglyphs has it.
"""

from typing import Final

from confusable_homoglyphs import categories, confusables

_NO_ALPHABET: Final = frozenset({"COMMON", "INHERITED"})
_LATIN: Final = "LATIN"
_WRITTEN_TOGETHER: Final = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}))
"""What Japanese and Korean are written in."""


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
