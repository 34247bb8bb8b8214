"""The sheet's appendices: how the text was read, the clauses cited, provenance."""

from collections.abc import Iterator, Mapping, Sequence

from casinowar.law import catalogue
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Section, Words, grid, words
from casinowar.reports.sheet.wording import part, sentence
from casinowar.rulebooks.readings import Reading
from casinowar.version import made_with


def in_force(sheet: ParSheet, readings: Mapping[str, Reading]) -> Iterator[Section]:
    """List how every open point of the text was read."""
    rows = [
        {
            words(""): readings[name].cites,
            words("question", 1): readings[name].question,
            words("as read here", 1.3): readings[name].choices[value].says,
            words(" "): "" if value == readings[name].default else "not the default",
        }
        for name, value in sheet.rules.book.readings.items()
        if name in readings
    ]
    if rows:
        yield part(sheet, "in_force", grid(rows))


def clauses(sheet: ParSheet, sections: Sequence[Section]) -> Section:
    """List the clauses that the sheet rests on, with what they say in our own words."""
    used: dict[str, dict[str, None]] = {}
    for each in sections:
        for cite in each.rests_on:
            for clause in cite.clause.split("; "):
                used.setdefault(clause, {})[cite.what] = None
    document = sheet.rules.book.document
    known = {each.clause: each.summary for each in catalogue.clauses(document)} if document else {}
    rows = grid(
        {
            words("clause"): clause,
            words("decides", 0.45): ", ".join(used[clause]),
            **({words("what it says, in our own words", 1): known.get(clause, "")} if known else {}),
        }
        for clause in (
            *(each for each in known if each in used),
            *(each for each in used if each not in known),
        )
    )
    return part(sheet, "clauses", rows)


def provenance(sheet: ParSheet, digests: Mapping[str, str]) -> Section:
    """Say what the sheet was made from and with."""
    made_from = grid(
        {words("file"): name, words("SHA-256 of its text in UTF-8"): digest}
        for name, digest in digests.items()
    )
    return part(sheet, "provenance", made_from, Words(sentence("provenance", made_with=made_with())))
