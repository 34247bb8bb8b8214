"""Translation of a report: headings, labels and phrases; the rest is marked as English."""

import re
from typing import Final

from msgspec.structs import replace

from casinowar.game.phrase import Phrase
from casinowar.reports import blocks as b
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language, Wording, wording

_LETTERS: Final = re.compile(r"[A-Za-z]{2}")
_ODDS: Final = re.compile(r"([\d.,]+) (to|in|of) ([\d.,]+)")
"""Odds, a chance, or a share of stops: `10 to 1`, `1 in 13.5`, `1 of 2,000`."""
_SIZED: Final = re.compile(r"(.+?) (\$?\d[\d,.-]*%?)$")
"""Something of a size or with a number: `progressive $5.00`, `hand 2`, `ruined in 5%`."""


def translated(report: b.Report, language: Language) -> b.Report:
    return report if language is Language.ENGLISH else _Speaker(language).report(report)


def translated_label(text: str, said: Wording) -> str | None:
    """Translate a label, or several separated by commas; None if one is unknown."""
    if text in said.labels:
        return said.labels[text]
    parts = text.split(", ")
    if len(parts) > 1:
        found = [translated_label(part, said) for part in parts]
        return ", ".join(filter(None, found)) if all(found) else None
    if odds := _ODDS.fullmatch(text):
        between = said.labels.get(odds[2])
        return f"{odds[1]} {between} {odds[3]}" if between else None
    if sized := _SIZED.match(text):
        name = said.labels.get(sized[1])
        return f"{name} {sized[2]}" if name else None
    return None


class _Speaker:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._words = wording(language)

    def report(self, report: b.Report) -> b.Report:
        return replace(
            report,
            language=self._language,
            title=self._name(report.title),
            about=tuple(map(self._paragraph, report.about)),
            facts=tuple(
                replace(each, label=self._name(each.label), value=self._cell(each.value))
                for each in report.facts
            ),
            sections=tuple(map(self._section, report.sections)),
            appendices=tuple(map(self._section, report.appendices)),
            foot=tuple(map(self._paragraph, report.foot)),
            signed=tuple(map(self._name, report.signed)),
        )

    def _section(self, section: b.Section) -> b.Section:
        blocks = tuple(map(self._block, section.blocks))
        return replace(section, title=self._name(section.title), adds=self._name(section.adds), blocks=blocks)

    def _block(self, block: b.Block) -> b.Block:
        match block:
            case b.Paragraph():
                return self._paragraph(block)
            case b.Grid():
                return replace(
                    block,
                    columns=tuple(replace(each, head=self._name(each.head)) for each in block.columns),
                    rows=tuple(tuple(map(self._cell, row)) for row in block.rows),
                    caption=self._name(block.caption),
                )
            case _:
                return block

    def _paragraph(self, words: b.Paragraph) -> b.Paragraph:
        text = self._said(words.text)
        return replace(words, language=Language.ENGLISH) if text is None else replace(words, text=text)

    def _name(self, text: str) -> str:
        return self._said(text, whole=False) or text

    def _cell(self, cell: b.Cell) -> b.Cell:
        """Translate a cell; mark words that stay English."""
        told = b.styled(cell)
        text = self._said(told.text, whole=False)
        adds = self._name(told.adds)
        if text is not None:
            return replace(told, text=text, adds=adds)
        is_words = _LETTERS.search(told.text) is not None
        return replace(told, adds=adds, language=Language.ENGLISH) if is_words else cell

    def _said(self, text: str, *, whole: bool = True) -> str | None:
        if isinstance(text, b.Verbatim):
            return None
        if isinstance(text, Phrase):
            return refusal_told(text, self._language, whole=whole)[0]
        return translated_label(text, self._words)
