"""Wording: what things are called and how events are told, in each language that there is a file of."""

from copy import copy
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct, toml

from casinowar.game.phrase import Phrase
from casinowar.game.words import Act, TerminalHand, Wager, Word, position, spot
from casinowar.telling.templates import Facts, Pattern, filled, read

_SEATS: Final = frozenset({"seat", "turn"})
"""The facts of a refusal that are seats."""


class Language(Word):
    """A language in which what happens is told, by the code that programs have for it."""

    ENGLISH = "en"
    SPANISH = "es"


class WordingFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file such as `wording.toml` says."""

    wagers: dict[Wager, str]
    meters: dict[str, str]
    done: dict[Act, str]
    """What a recorded act is called once it is done."""
    phrases: dict[str, str]
    """How people, places and numbers are named."""
    events: dict[str, str]
    words: dict[str, dict[str, str]] = {}
    """What the words of closed lists are called, and why something is refused; English says it in code."""
    symbols: dict[str, str] = {}
    """What the wheel shows, where that is another word than the rulebook's."""
    labels: dict[str, str] = {}
    """What headings and the names of things in reports are called, by what English calls them."""
    contractions: dict[str, str] = {}
    """What two words become that meet where a fact is said."""


class Wording:
    """What one language says, ready to be filled with facts."""

    def __init__(self, language: Language, file: WordingFile) -> None:
        self.language = language
        self.reader = ""
        self.wagers, self.meters = file.wagers, file.meters
        self.phrases = {name: read(text) for name, text in file.phrases.items()}
        self.events = {name: read(text) for name, text in file.events.items()}
        self.done = {act: read(text) for act, text in file.done.items()}
        self.words = {
            kind: {code: read(text) for code, text in words.items()} for kind, words in file.words.items()
        }
        self.labels = file.labels
        self._symbols = file.symbols
        self._contractions = file.contractions

    def addressing(self, reader: str) -> "Wording":
        """Address a reader, whose own place is told as theirs and not by name."""
        said = copy(self)
        said.reader = reader
        return said

    def said(self, pattern: Pattern, facts: Facts) -> str:
        pieces = filled(pattern, facts)
        return self._contracted(pieces) if self._contractions else "".join(pieces)

    def _contracted(self, pieces: list[str]) -> str:
        text = ""
        for piece in pieces:
            text = self._joined(text, piece)
        return text

    def _joined(self, text: str, piece: str) -> str:
        for meeting, become in self._contractions.items():
            first, second = meeting.split()
            if piece.startswith(f"{second} ") and f" {text}".lower().endswith(f" {first} "):
                return text[: -len(first) - 1] + become + piece[len(second) :]
        return text + piece

    def named(self, word: Word, *, in_device: bool = False) -> str:
        """Say a word of a closed list, of a table that deals from a shoe or from a shuffler."""
        known = self.words.get(type(word).__name__)
        if known is None:
            return str(word)
        return self.said(known[word.value], {"in_device": in_device})

    def symbol(self, shown: str) -> str:
        return self._symbols.get(shown, shown)

    def phrase(self, code: str, /, **facts: object) -> str:
        kind, _, name = code.rpartition(".")
        pattern = (self.words[kind] if kind else self.phrases)[name]
        seats = _SEATS if kind == "Reason" else ()
        told = {fact: self.fact(value, is_seat=fact in seats) for fact, value in facts.items()}
        forks = {"in_device": facts.get("in_device"), "one": facts.get("number") == 1}
        return self.said(pattern, {**told, **forks})

    def fact(self, fact: object, *, is_seat: bool = False) -> str:
        """Say a fact of a phrase, of a seat not the number alone."""
        match fact:
            case Wager():
                return self.wagers[fact]
            case Word():
                return self.named(fact)
            case Phrase():
                return self.phrase(fact.code, **fact.facts)
            case TerminalHand():
                return self.phrase("terminal", terminal=position(fact), card=spot(fact))
            case int() if is_seat:
                return self.phrase("seat", seat=fact)
            case tuple():
                return ", ".join(map(self.fact, fact))
            case _:
                return str(fact)


_FILES: Final = {Language.ENGLISH: "wording.toml", Language.SPANISH: "wording_es.toml"}


@cache
def wording(language: Language) -> Wording:
    return Wording(
        language, toml.decode(files(__package__).joinpath(_FILES[language]).read_bytes(), type=WordingFile)
    )


ENGLISH: Final = wording(Language.ENGLISH)
