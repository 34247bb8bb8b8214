"""Appendices of the sheet: effects of readings, readings in force, clauses cited, provenance."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from casinowar.game.citation import clause_in_words
from casinowar.law import catalog
from casinowar.odds.reading_effects import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Cell, Column, Paragraph, Section, grid, text_column
from casinowar.reports.numbers import counted
from casinowar.reports.par_sheet.wording import part, sentence
from casinowar.reports.reading_effects import change_row
from casinowar.reports.rulebook_changes import changes_under, not_in_force
from casinowar.rulebooks.diff import ChangedValue
from casinowar.rulebooks.readings import Reading
from casinowar.telling.phrases import sentence as as_sentence
from casinowar.version import made_with


def what_readings_change(sheet: ParSheet, found: Sequence[ReadingEffect]) -> Iterator[Section]:
    # Effects of readings are computed for complete shoes only.
    if not found or sheet.seen:
        return
    first = found[0]
    house = "readings_at_the_sample" if first.sample else "readings_at_this_house"
    rows = [row for effect in found for row in _rows(effect)]
    beyond = sum(
        bool(effect.left_out) and not (effect.default or effect.changes or effect.problem) for effect in found
    )
    made = part(
        sheet,
        "readings",
        grid(rows) if rows else None,
        house=sentence(house, whose=first.house, decks=counted(first.decks, "deck")),
        still=sum(
            not (effect.default or effect.changes or effect.problem or effect.left_out) for effect in found
        ),
        beyond=sentence("readings_not_covered", number=beyond) if beyond else "",
    )
    yield replace(made, paper=True)


def _rows(effect: ReadingEffect) -> Iterator[dict[Column, Cell]]:
    about: dict[Column, Cell] = {
        text_column(""): effect.cites,
        text_column("reading", 1): f"{effect.reading} = {effect.choice}",
    }
    if effect.problem and not effect.default:
        yield {**about, text_column("figure", 1.2): "not possible at this house"}
    # Repeat the label in each row: a page may break between them.
    for change in effect.changes:
        yield {**about, **change_row(change)}


def in_force(
    sheet: ParSheet, readings: Mapping[str, Reading], overridden: Mapping[str, Sequence[str]]
) -> Iterator[Section]:
    rows = [
        {
            text_column(""): readings[name].cites,
            text_column("question", 1): readings[name].question,
            text_column("as read here", 1.3): not_in_force(overridden[name])
            if name in overridden
            else readings[name].choices[value].says,
            text_column(" "): "" if value == readings[name].default else "not the default",
        }
        for name, value in sheet.rules.book.readings.items()
        if name in readings
    ]
    if rows:
        yield part(sheet, "in_force", grid(rows))


def clauses(
    sheet: ParSheet,
    sections: Sequence[Section],
    readings: Mapping[str, Reading],
    overridden: Mapping[str, Sequence[str]],
    changed: Sequence[ChangedValue],
) -> Section:
    used: dict[str, dict[str, None]] = {}
    for each in sections:
        for cite in each.rests_on:
            for clause in cite.clause.split("; "):
                used.setdefault(clause, {})[cite.what] = None
    document = sheet.rules.book.document
    known = {each.clause: each.summary for each in catalog.clauses(document)} if document else {}
    if document:
        assumed = {number: doubt for number, doubt in catalog.readings(document).items() if number in used}
        known |= {
            number: _as_read(
                sheet,
                doubt,
                {name: each for name, each in readings.items() if each.cites == number},
                overridden,
            )
            for number, doubt in assumed.items()
        }
    rows = grid(
        {
            text_column("clause"): clause_in_words(clause),
            text_column("decides", 0.45): ", ".join(used[clause]),
            **(
                {
                    text_column("what it says, in our own words", 1): _with_changes(
                        known.get(clause, ""), changed, clause
                    )
                }
                if known
                else {}
            ),
        }
        for clause in (
            *(each for each in known if each in used),
            *(each for each in used if each not in known),
        )
    )
    return part(sheet, "clauses", rows)


def _as_read(
    sheet: ParSheet,
    doubt: catalog.Doubt,
    about: Mapping[str, Reading],
    overridden: Mapping[str, Sequence[str]],
) -> str:
    if set_here := [place for name in about for place in overridden.get(name, ())]:
        return not_in_force(dict.fromkeys(set_here))
    chosen = {name: sheet.rules.book.readings.get(name, each.default) for name, each in about.items()}
    otherwise = [
        about[name].choices[value].says for name, value in chosen.items() if value != about[name].default
    ]
    usual = as_sentence(catalog.default_in_words(doubt))
    return f"{usual} Read otherwise here: {' '.join(otherwise)}" if otherwise else usual


def _with_changes(said: str, changed: Sequence[ChangedValue], clause: str) -> str:
    # No figure rests on a value that was removed.
    there = (each for each in changed if each.what != "taken out")
    here = changes_under(there, clause).replace("\n", "; ")
    return " ".join(filter(None, (said, f"Here {here}." if here else "")))


def provenance(sheet: ParSheet, digests: Mapping[str, str]) -> Section:
    made_from = grid(
        {text_column("file"): name, text_column("SHA-256 of its text in UTF-8"): digest}
        for name, digest in digests.items()
    )
    return part(sheet, "provenance", made_from, Paragraph(sentence("provenance", made_with=made_with())))
