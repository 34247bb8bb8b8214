"""The PAR sheet for people: heading, sections, appendices."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from casinowar.game.book.house import House
from casinowar.game.cards import shown
from casinowar.odds.reading_effects import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Fact, Paragraph, Report, Section, StyledText, Verbatim
from casinowar.reports.house_choices import digest
from casinowar.reports.names import played, rulebook
from casinowar.reports.numbers import counted, dollars, percent
from casinowar.reports.par_sheet import appendices, bonus_wagers, counting, sessions, wagers, whole_table
from casinowar.reports.par_sheet.wording import sentence
from casinowar.rulebooks.diff import ChangedValue
from casinowar.rulebooks.readings import Reading
from casinowar.version import made_with

_SHORT = 16
"""Digits of a digest on the first page."""


def report(
    sheet: ParSheet,
    readings: Mapping[str, Reading],
    texts: Mapping[str, str],
    effects: Sequence[ReadingEffect] = (),
    overridden: Mapping[str, Sequence[str]] = MappingProxyType({}),
    *,
    base: str = "",
    changed: Sequence[ChangedValue] = (),
) -> Report:
    """Assemble the sheet; sections without data are left out.

    Readings are those that the rulebook knows, and the values that it sets itself where a reading would;
    texts are those of the files that the sheet is made from, the base is what the rulebook changes of
    which built-in one, in a line, and changed are those values.
    """
    digests = {name: digest(text) for name, text in texts.items()}
    sections = (
        wagers.summary(sheet),
        wagers.initial(sheet),
        *wagers.on_a_tie(sheet),
        *wagers.ties(sheet),
        *wagers.ties_in_a_row(sheet),
        *wagers.dealer_wins(sheet),
        *wagers.other_pays(sheet),
        *counting.counter(sheet),
        *counting.counting(sheet),
        *counting.exposed(sheet),
        *bonus_wagers.progressive(sheet),
        *bonus_wagers.envy(sheet),
        *bonus_wagers.bonus_spin(sheet),
        *whole_table.electronic(sheet),
        *whole_table.seats(sheet),
        *whole_table.with_sides(sheet),
        whole_table.exposure(sheet),
        *whole_table.long_run(sheet),
        *sessions.sessions(sheet),
        *whole_table.bank(sheet),
        *appendices.what_readings_change(sheet, effects),
        *_left_out(sheet),
    )
    return Report(
        title=Verbatim(sheet.rules.book.title),
        facts=(_rulebook(sheet, base), *_facts(sheet, readings, overridden, digests)),
        sections=sections,
        appendices=(
            *appendices.in_force(sheet, readings, overridden),
            appendices.clauses(sheet, sections, readings, overridden, changed),
            appendices.provenance(sheet, digests),
        ),
        signed=("Prepared by", "Reviewed by"),
        made_with=made_with(),
        notice=sentence("notice"),
    )


def _left_out(sheet: ParSheet) -> Iterator[Section]:
    reasons = [Paragraph(reason, "warning") for reason in sheet.left_out]
    if sheet.seen:
        reasons.append(Paragraph(sentence("no_readings_of_seen_shoes"), paper=True))
    if reasons:
        yield Section(title="Left out", blocks=tuple(reasons))


def _rulebook(sheet: ParSheet, base: str) -> Fact:
    name = sheet.rules.book.name
    if base:
        return Fact("Rulebook", StyledText(f"{name}, not built in: {base}", "warning"))
    return Fact("Rulebook", rulebook(name))


def _facts(
    sheet: ParSheet,
    readings: Mapping[str, Reading],
    overridden: Mapping[str, Sequence[str]],
    digests: Mapping[str, str],
) -> Iterator[Fact]:
    rules = sheet.rules
    allowed = "" if sheet.decks_allowed else ", which the rulebook does not allow"
    cards = f"{counted(sheet.decks, 'deck')}{allowed}; {sheet.cards} cards can come; {rules.shuffler}"
    yield Fact("Cards", StyledText(cards, "" if sheet.decks_allowed else "warning"))
    if sheet.seen:
        yield Fact("Cards seen", " ".join(map(shown, sheet.seen)))
    yield Fact(
        "House", "none: as the rulebook starts" if rules.house == House() else Verbatim(rules.house.name)
    )
    yield Fact("Seats", str(rules.seats))
    yield Fact("Initial wager", f"{dollars(sheet.wager)}, where its size matters")
    usual = sheet.usual
    how = f", {played(usual.strategy)}" if usual.strategy else ""
    back, hits = usual.distribution.return_to_player, usual.distribution.hit_frequency
    yield Fact("Return to player", f"{percent(back, 2)} of the initial wager{how}", paper=True)
    yield Fact("Hit frequency", f"{percent(hits, 2)} of rounds{how}", paper=True)
    exposed = sheet.exposure
    made = "wagers within the limits" if exposed.limited else "wagers of this size"
    hands = counted(exposed.hands, "hand")
    without = f"without {whole_table.not_exposed(sheet)}"
    most = f"{dollars(exposed.table)} in a round: {hands}, whichever {made} they make, {without}"
    yield Fact("Largest exposure", most, paper=True)
    chosen = [
        f"{name} = {value} ({readings[name].cites})"
        for name, value in rules.book.readings.items()
        if name in readings and value != readings[name].default
    ]
    chosen += [f"{name} ({readings[name].cites}) not in force" for name in overridden]
    yield Fact("Readings", "; ".join(chosen) or "all at their defaults", paper=not chosen)
    for name in ("rulebook", "house file"):
        digest = f"{digests[name][:_SHORT]}…" if name in digests else f"no {name}"
        yield Fact(f"{name.capitalize()}'s SHA-256", digest, paper=True)
    yield Fact("Made with", made_with(), paper=True)
