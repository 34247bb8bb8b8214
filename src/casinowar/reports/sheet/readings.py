"""The sheet's last part: what readings change, what is left out, clauses cited, provenance."""

from collections.abc import Iterator, Mapping, Sequence

from casinowar.law import catalogue
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Block, Column, Grid, Row, Section, Shown, Words, words
from casinowar.reports.pictures.labels import LABELS, counted_in_both, difference, written
from casinowar.rulebooks.readings import Reading
from casinowar.version import made_with


def effects(found: Sequence[ReadingEffect]) -> Iterator[Section]:
    """List the choices of readings that change a figure, and count the others."""
    if not found:
        return
    rows: list[Row] = []
    for effect in found:
        name = f"{effect.reading} = {effect.choice}"
        if effect.problem and not effect.default:
            rows.append((effect.cites, name, "this house cannot stand under it", "", "", ""))
        for at, change in enumerate(effect.changes):
            sizes = counted_in_both(change.default_with, change.value_with)
            rows.append(
                (
                    effect.cites if at == 0 else "",
                    name if at == 0 else "",
                    f"{LABELS[change.figure]}{f' ({sizes})' if sizes else ''}",
                    written(change.figure, change.default),
                    written(change.figure, change.value),
                    difference(change.figure, change.default, change.value),
                )
            )
    still = sum(not (effect.default or effect.changes or effect.problem) for effect in found)
    first = found[0]
    decks = "1 deck" if first.decks == 1 else f"{first.decks} decks"
    house = (
        "This sheet has no house, so these figures, and these alone, are those of the sample house that "
        f"comes with the rulebook, “{first.house}”, {decks}."
        if first.sample
        else f"All is for this house, {decks}."
    )
    blocks: list[Block] = [
        Words(
            "Where the text is faulty, silent or at odds with itself, a reading decides. Each choice "
            f"stands here by itself, against the default, all other readings as the house has them. {house} "
            f"{still} other choices change none of these figures."
        ),
    ]
    if rows:
        heads = (
            words(""),
            words("reading", 1),
            words("figure", 1.2),
            Column("default"),
            Column("so read"),
            Column("change"),
        )
        blocks.append(Grid(columns=heads, rows=tuple(rows)))
    blocks.append(Shown("readings"))
    yield Section(title="What readings change", blocks=tuple(blocks))


def left_out(sheet: ParSheet) -> Iterator[Section]:
    """Say what is not on the sheet, and why."""
    reasons = list(sheet.left_out)
    if sheet.seen:
        reasons.append("What readings change is worked out for complete shoes, so it is not on this sheet.")
    if reasons:
        yield Section(title="Left out", blocks=tuple(map(Words, reasons)))


def in_force(sheet: ParSheet, readings: Mapping[str, Reading]) -> Iterator[Section]:
    """List how every open point of the text was read."""
    rows = tuple(
        (
            readings[name].cites,
            readings[name].question,
            readings[name].choices[value].says,
            "" if value == readings[name].default else "not the default",
        )
        for name, value in sheet.rules.book.readings.items()
        if name in readings
    )
    if rows:
        heads = (words(""), words("question", 1), words("as read here", 1.3), words(""))
        yield Section(title="Readings in force", blocks=(Grid(columns=heads, rows=rows),))


def clauses(sheet: ParSheet, sections: Sequence[Section]) -> Iterator[Section]:
    """List the clauses that the sheet rests on, with what they say in our own words."""
    used: dict[str, list[str]] = {}
    for section in sections:
        for cite in section.rests_on:
            for clause in cite.clause.split("; "):
                if cite.what not in used.setdefault(clause, []):
                    used[clause].append(cite.what)
    document = sheet.rules.book.document
    known = [each.clause for each in catalogue.clauses(document)] if document else []
    ordered = [each for each in known if each in used] + [each for each in used if each not in known]
    heads: tuple[Column, ...] = (
        words("clause"),
        words("decides", 0.45),
        words("what it says, in our own words", 1),
    )
    rows: tuple[Row, ...] = tuple(
        (
            clause,
            ", ".join(used[clause]),
            catalogue.clause(document, clause).summary if clause in known else "",
        )
        for clause in ordered
    )
    if not known:
        heads, rows = heads[:2], tuple(row[:2] for row in rows)
    yield Section(title="Clauses cited", blocks=(Grid(columns=heads, rows=rows),))


def provenance(digests: Mapping[str, str]) -> Section:
    """Say what the sheet was made from and with."""
    rows = tuple((name, digest) for name, digest in digests.items())
    return Section(
        title="Provenance",
        blocks=(
            Grid(columns=(words("file"), words("SHA-256 of its text in UTF-8")), rows=rows),
            Words(
                f"Made with {made_with()}. Every figure follows from these files by counting cards in exact "
                "arithmetic; the same files and the same version make the same sheet, byte for byte. A "
                "fraction too long to read is named by the digits of its numerator and denominator; the "
                "command casinowar odds with --json prints it in full."
            ),
        ),
    )
