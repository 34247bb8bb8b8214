"""Rulebooks side by side: the rules that differ, the chips that move differently, the edges."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from casinowar.game.book.house import House
from casinowar.game.citation import clause_in_words
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError
from casinowar.odds.comparison import ChipRow, Compared, EdgeRow, RulebookComparison
from casinowar.odds.comparison import compare as compared
from casinowar.odds.distribution import root
from casinowar.odds.figures import DeckCount
from casinowar.odds.hand_endings import Ending
from casinowar.parsing import ODDS_BOUNDS, whole_number
from casinowar.reports import blocks as b
from casinowar.reports.exportable import Exportable, named, plain
from casinowar.reports.figures import DIGITS, NOTHING, ROOTS, counted_with, size, won_by_the_house, written
from casinowar.reports.names import FIGURES, rulebook
from casinowar.reports.numbers import Written, counted, exact, units
from casinowar.reports.rulebook_changes import based_on
from casinowar.rulebooks import TomlText, load_rules, open_rulebook
from casinowar.telling.phrases import listed

LONGEST_EXACT = 24
MOST_DIGITS = 12
MOST_ENDS = 4
SAME, DIFFERENT = b.StyledText("=", "good"), b.StyledText("≠", "warning")

Said = tuple[b.Cell, bool, Sequence[b.Cell]]
"""A row: topic, whether the rulebooks differ, and a cell for each."""


class ComparisonReport(Exportable, frozen=True, kw_only=True):
    """Two or more rulebooks, compared."""

    found: RulebookComparison
    based_on: tuple[str, ...] = ()
    """What each custom rulebook changes, and in which built-in one."""
    every: bool = False
    """Whether to show equal rules too."""

    def __repr__(self) -> str:
        labels = listed([book.label for book in self.found.rulebooks])
        return f"<ComparisonReport: {labels}, {counted(len(self.found.rows()), 'rule')} differ>"

    def report(self) -> b.Report:
        found = self.found
        *others, last = map(_called, found.rulebooks)
        rulebooks = Phrase("Odds.both", "{first} and {then}", first=", ".join(others), then=last)
        return b.Report(
            title=Phrase("Odds.compared", "{rulebooks} compared", rulebooks=rulebooks),
            facts=(*self._facts(), *self._readings()),
            sections=tuple(self._sections()),
            foot=tuple(b.Paragraph(f"Left out. {reason}", "warning") for reason in found.left_out),
        )

    def to_dict(self) -> dict[str, Any]:
        found = self.found
        return plain(
            {
                "rulebooks": [
                    {**to_builtins(book), "based_on": base}
                    for book, base in zip(found.rulebooks, self.based_on, strict=True)
                ],
                "rules": [
                    named(row, "topic", "values", "clauses", "differ") for row in found.rows(every=self.every)
                ],
                "houses": [
                    {"choice": row.topic, **named(row, "values", "differ")}
                    for row in found.houses
                    if self.every or row.differ
                ],
                "chips": [*map(_chip_document, found.chips)],
                "edges": [*map(_edge_document, found.edges)],
                "left_out": found.left_out,
            }
        )

    def _facts(self) -> Iterator[b.Fact]:
        for book, base in zip(self.found.rulebooks, self.based_on, strict=True):
            allowed = "" if book.decks_allowed else ", which it does not allow"
            house = f" · house: {book.house}" if book.house is not None else ""
            own = f" · not built in: {base}" if base else ""
            yield b.Fact(_called(book), f"{book.title} · {counted(book.decks, 'deck')}{allowed}{house}{own}")

    def _readings(self) -> Iterator[b.Fact]:
        """Name the readings in which rulebooks of the same name differ."""
        for book in self.found.rulebooks:
            twins = [other for other in self.found.rulebooks if other.name == book.name]
            own = [
                f"{_plain(name)}: {_plain(value)}"
                for name, value in book.readings.items()
                if any(twin.readings.get(name) != value for twin in twins)
            ]
            if own:
                yield b.Fact(_called(book), ", ".join(own))

    def _sections(self) -> Iterator[b.Section]:
        found, every = self.found, self.every
        which = "" if every else " that differ"
        rows = found.rows(every=every)
        said: list[Said] = [(row.topic, row.differ, [*map(_said, row.values, row.clauses)]) for row in rows]
        yield b.section(
            f"Rules{which}",
            self._beside(
                b.text_column("Topic", width=22), 23, said, ("What the text says", "Rulebook and clause")
            ),
            adds=Phrase("Odds.topics", "{some} of {all} topics", some=len(rows), all=len(found.rules)),
        )
        if any(book.house is not None for book in found.rulebooks):
            chose: list[Said] = [
                (_chosen(row.topic), row.differ, [_plain(value or NOTHING) for value in row.values])
                for row in found.houses
                if every or row.differ
            ]
            yield b.section(
                f"Choices of the houses{which}",
                self._beside(
                    b.text_column("Choice", width=30), 16, chose, ("What the house chose", "Rulebook")
                ),
                adds=f"{len(chose)} of {len(found.houses)}; {NOTHING} is not set, or not offered",
            )
        chips = [*map(_chips, found.chips)]
        yield b.section(
            "Chips",
            self._beside(
                b.text_column("End of a hand", width=16), 24, chips, ("Chips", "Rulebook and clause")
            ),
            adds=_how_chips_move(found),
        )
        banks = "the house or the bank" if any(book.player_banks for book in found.rulebooks) else "the house"
        sizes = dict.fromkeys(each for row in found.edges for each in row.counted_with)
        taken = [each for each in sizes if isinstance(each, DeckCount) and each.assumed]
        edges = [*map(_edge, found.edges)]
        yield b.section(
            "Edges",
            self._beside(b.text_column("Figure", width=33), 13, edges, ("", "Rulebook"), kind="number"),
            *(
                b.Paragraph(f"Where a text sets no maximum, {size(each)} are taken.", "quiet")
                for each in taken
            ),
            adds=f"what {banks} wins on average, per unit of each wager; from a fresh shoe unless said",
        )

    def _beside(
        self, about: b.Column, width: int, rows: list[Said], gathered: tuple[str, str], kind: b.Kind = "text"
    ) -> b.Grid | str:
        if not rows:
            return "There is no difference."
        values = (b.Column(_called(book), kind, width=width) for book in self.found.rulebooks)
        lines = tuple((first, DIFFERENT if differ else SAME, *cells) for first, differ, cells in rows)
        return b.Grid(columns=(about, b.text_column("", width=1), *values), rows=lines, gathered=gathered)


def compare(
    *rulebooks: str | TomlText,
    readings: Sequence[Mapping[str, str]] | None = None,
    houses: Sequence[House | str | None] | None = None,
    decks: int | None = None,
    every: bool = False,
) -> ComparisonReport:
    """Compare rulebooks: the rules that differ, the chips that move differently, the edges.

    Readings and houses are given in the order of the rulebooks, one for each.

    >>> compare("maryland", "wisconsin")
    <ComparisonReport: maryland and wisconsin, 51 rules differ>
    """
    if len(rulebooks) < 2:  # noqa: PLR2004 - a comparison has two sides
        raise InputError("Name at least two rulebooks, such as maryland and wisconsin.")
    decks = None if decks is None else whole_number("decks", decks, *ODDS_BOUNDS["decks"])
    chosen = zip(rulebooks, houses or [None] * len(rulebooks), readings or [{}] * len(rulebooks), strict=True)
    rules = [load_rules(book, house, each) for book, house, each in chosen]
    bases = tuple(based_on(open_rulebook(book)) for book in rulebooks)
    return ComparisonReport(found=compared(rules, decks), based_on=bases, every=every)


# words


def _called(book: Compared) -> str:
    return rulebook(book.name, book.label)


def _chosen(choice: str) -> str:
    """Name a choice of a house file in words.

    >>> _chosen("limits.war_tie.minimum")
    'Limits: war tie: minimum'
    """
    return f"{choice[:1].upper()}{_plain(choice[1:]).replace('.', ': ')}"


def _plain(name: str) -> str:
    return name.replace("_", " ")


# rows


def _said(value: str | None, clause: str | None) -> b.Cell:
    return b.StyledText(value or NOTHING, adds=clause_in_words(clause or ""))


def _how_chips_move(found: RulebookComparison) -> str:
    moving = [row.end for row in found.chips if row.chips_differ]
    if not moving:
        return "they move alike at every end of a hand"
    if any(row.net_differs for row in found.chips):
        result = "and so do net results"
    elif any(None in row.endings for row in found.chips):
        result = "and not all hands end alike"
    else:
        result = "yet every net result is the same"
    ends = listed(moving) if len(moving) <= MOST_ENDS else f"at {len(moving)} ends of {len(found.chips)}"
    return f"they move differently ({ends}), {result}"


def _chips(row: ChipRow) -> Said:
    """Name an end of a hand with its net result if all agree, else put the result below the chips."""
    some = next((each for each in row.endings if each), None)
    net = f"net {units(some.net)}" if some and not row.net_differs else ""
    name = b.StyledText(f"{row.end[:1].upper()}{row.end[1:]}", adds=net)
    return name, row.chips_differ, [_moves(each, net=row.net_differs) for each in row.endings]


def _moves(ending: Ending | None, *, net: bool) -> b.Cell:
    if ending is None:
        return NOTHING
    lines = [*map(str, ending.moves), *([f"net {units(ending.net)}"] if net else [])]
    return b.StyledText("\n".join(lines), adds=clause_in_words(ending.clause))


def _edge(row: EdgeRow) -> Said:
    """Write a figure with enough digits to tell the rulebooks apart."""
    values = [won_by_the_house(row.figure, each) for each in row.values]
    digits, kinds = DIGITS, len(set(values))
    while digits < MOST_DIGITS and len({written(row.figure, each, digits) for each in values}) < kinds:
        digits += 2
    sizes = {size(each) for each in row.counted_with if each}
    name = b.StyledText(FIGURES[row.figure], adds="".join(sizes) if len(sizes) == 1 else "")
    cells = [
        b.StyledText(
            _of_size(written(row.figure, value, digits), size(each) if each and len(sizes) > 1 else ""),
            adds="" if value is None or row.figure in ROOTS else _exactly(value),
        )
        for value, each in zip(values, row.counted_with, strict=True)
    ]
    return name, not row.equal, cells


def _of_size(number: str, of: str) -> str:
    """Add the size of the wager below a number; a spreadsheet still gets the number."""
    if not of:
        return number
    text = f"{number}\n{of}"
    return Written(text, number.value, number.unit, of) if isinstance(number, Written) else text


def _exactly(value: Fraction) -> str:
    """Write a fraction if it is short enough to read."""
    text = exact(value)
    return text if len(text) <= LONGEST_EXACT else ""


# for programs


def _chip_document(row: ChipRow) -> dict[str, object]:
    return {
        "end": row.end,
        "moves": [
            each
            and [
                {
                    **named(move, "chips", "motion", "units", "base"),
                    "odds": move.odds or None,
                    "says": str(move),
                }
                for move in each.moves
            ]
            for each in row.endings
        ],
        "net": [each and each.net for each in row.endings],
        "clauses": [each and each.clause for each in row.endings],
        **named(row, "chips_differ", "net_differs"),
    }


def _edge_document(row: EdgeRow) -> dict[str, object]:
    document: dict[str, object] = {"figure": row.figure, "values": row.values, "equal": row.equal}
    if any(row.counted_with):
        document["counted_with"] = [counted_with(each) for each in row.counted_with]
    if row.figure in ROOTS:
        document["standard_deviations"] = [None if value is None else root(value) for value in row.values]
    return document
