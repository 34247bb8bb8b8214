"""Refusals in another language: a sentence that is a `Phrase` is said by its code and its facts."""

from casinowar.game.citation import is_assumption
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import one_line
from casinowar.telling.phrases import sentence
from casinowar.telling.wording import Language, Wording, wording


def refusal_told(said: str, language: Language, *, whole: bool = True) -> tuple[str, Language]:
    """Say in a language why something was refused, or leave it in English; and tell which of them it is.

    What is not `whole` is no sentence of its own.
    """
    if language is Language.ENGLISH or not isinstance(said, Phrase):
        return str(said), Language.ENGLISH
    words = wording(language)
    told = one_line(words.phrase(said.code, **said.facts))
    return (sentence(told) if whole else told) + _cited(said.facts.get("clause", ""), words), language


def _cited(clause: str, words: Wording) -> str:
    if not clause:
        return ""
    each = (
        words.phrase("assumption", clause=one) if is_assumption(one) else one for one in clause.split("; ")
    )
    return f" [{'; '.join(each)}]"
