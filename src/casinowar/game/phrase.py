"""Phrases: words of a sentence as English has them, with what another language needs to say them itself."""

from typing import Any, Self


class Phrase(str):  # noqa: SLOT000 - it keeps its code and facts
    """Words in English that carry a code and facts, by which they can be said in another language.

    >>> Phrase("boxes", "{number} boxes", number=3), Phrase("boxes", "{number} boxes", number=3).code
    ('3 boxes', 'boxes')
    """

    code: str
    english: str
    facts: dict[str, Any]

    def __new__(cls, code: str, english: str, /, **facts: object) -> Self:
        made = super().__new__(cls, english.format(**facts))
        made.code, made.english, made.facts = code, english, facts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (self.code, self.english), self.facts


def how_many(number: int, thing: str) -> Phrase:
    """Count things.

    >>> how_many(1, "card"), how_many(2, "box")
    ('1 card', '2 boxes')
    """
    several = f"{thing}{'es' if thing.endswith('x') else 's'}"
    return Phrase(thing, f"{{number}} {thing if number == 1 else several}", number=number)
