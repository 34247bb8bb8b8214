"""What the command `compare` prints: three tables for people, or one JSON document."""

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from casinowar.cli.compare_readings import chosen, houses
from casinowar.cli.compare_tables import Cell, Layout, Row, print_rows
from casinowar.cli.output import console, print_json
from casinowar.cli.readings_report import counted_with
from casinowar.game.refusal import InputError
from casinowar.odds.chips import Ending
from casinowar.odds.comparison import ChipRow, EdgeRow, HouseRow, RulebookComparison, RuleRow, compare
from casinowar.odds.distribution import root
from casinowar.odds.figures import DeckCount
from casinowar.reports.numbers import units
from casinowar.reports.pictures.labels import DIGITS, LABELS, NOTHING, ROOTS, size, written
from casinowar.reports.sheet.document import number
from casinowar.rulebooks import load_rules
from casinowar.telling.phrases import listed

WIDEST = 140
LONGEST_EXACT = 24
MOST_DIGITS = 12
MOST_ENDS = 4
RULES = Layout(first=22, narrowest=23, heads=("Topic", "What the text says", "Rulebook and clause"))
HOUSES = Layout(first=30, narrowest=16, heads=("Choice", "What the house chose", "Rulebook"))
CHIPS = Layout(first=16, narrowest=24, heads=("End of a hand", "Chips", "Rulebook and clause"))
EDGES = Layout(first=33, narrowest=13, heads=("Figure", "", "Rulebook"), numbers=True)


def compared(
    references: Sequence[str], readings: Sequence[str], files: Sequence[str], decks: int | None
) -> RulebookComparison:
    """Load the rulebooks under the readings and with the house files wanted, and compare them."""
    if len(references) < 2:  # noqa: PLR2004 - a comparison has two sides
        raise InputError("Name at least two rulebooks, as in: casinowar compare maryland wisconsin")
    wanted = zip(references, houses(references, files), chosen(references, readings), strict=True)
    rules = [load_rules(reference, house, each) for reference, house, each in wanted]
    return compare(rules, decks)


# for people


def print_comparison(found: RulebookComparison, *, every: bool) -> None:
    """Print the rules, the chips and the edges."""
    out = console()
    out.width = min(out.width, WIDEST)
    labels = [book.label for book in found.rulebooks]
    for book in found.rulebooks:
        allowed = "" if book.decks_allowed else ", which it does not allow"
        house = f" · house: {book.house}" if book.house is not None else ""
        decks = f"{book.decks} {'deck' if book.decks == 1 else 'decks'}{allowed}{house}"
        out.print(Text.assemble((book.label, "bold"), f"  {book.title}", (f" · {decks}", "dim")))
    _readings(out, found)

    rows = found.rows(every=every)
    _heading(out, "Rules" if every else "Rules that differ", f"{len(rows)} of {len(found.rules)} topics")
    if rows:
        print_rows(out, labels, [*map(_rule, rows)], RULES)

    if any(book.house is not None for book in found.rulebooks):
        chosen_so = [row for row in found.houses if every or row.differ]
        adds = f"{len(chosen_so)} of {len(found.houses)}; {NOTHING} is as the text starts it"
        _heading(out, "Choices of the houses" if every else "Choices of the houses that differ", adds)
        if chosen_so:
            print_rows(out, labels, [*map(_choice, chosen_so)], HOUSES)

    _heading(out, "Chips", _how_chips_move(found))
    print_rows(out, labels, [*map(_chips, found.chips)], CHIPS)

    banks = "the house or the bank" if any(book.player_banks for book in found.rulebooks) else "the house"
    _heading(
        out, "Edges", f"what {banks} wins on average, per unit of each wager; from a fresh shoe unless said"
    )
    print_rows(out, labels, [*map(_edge, found.edges)], EDGES)
    every_size = [each for row in found.edges for each in row.counted_with]
    for each in dict.fromkeys(each for each in every_size if isinstance(each, DeckCount) and each.assumed):
        out.print(Text(f"Where a text sets no maximum, {size(each)} are taken.", "dim"))
    for reason in found.left_out:
        out.print(Text(f"Left out. {reason}", "yellow"))
    if not every:
        out.print()
        out.print(Text("Rules that do not differ too: --all · whole fractions: --json", "dim"))


def _readings(out: Console, found: RulebookComparison) -> None:
    """Say how rulebooks of the same name are read differently."""
    for book in found.rulebooks:
        twins = [other for other in found.rulebooks if other.name == book.name]
        own = [
            f"{name} = {value}"
            for name, value in book.readings.items()
            if any(twin.readings.get(name) != value for twin in twins)
        ]
        if own:
            out.print(Text.assemble((book.label, "bold"), f"  {', '.join(own)}"))


def _heading(out: Console, title: str, adds: str) -> None:
    out.print()
    out.print(Text.assemble((title, "bold"), (f"  {adds}", "dim")))
    out.print()


def _rule(row: RuleRow) -> Row:
    said = zip(row.values, row.clauses, strict=True)
    return Row(
        Text(row.topic), row.differ, tuple(Cell(value or NOTHING, clause or "") for value, clause in said)
    )


def _choice(row: HouseRow) -> Row:
    return Row(Text(row.choice), row.differ, tuple(Cell(value or NOTHING) for value in row.values))


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


def _chips(row: ChipRow) -> Row:
    """Name an end with its net result where all agree in that, else put the result below the chips."""
    name = f"{row.end[:1].upper()}{row.end[1:]}"
    some = next((each for each in row.endings if each), None)
    if some and not row.net_differs:
        about = Text.assemble(name, (f"\nnet {units(some.net)}", "green"))
    else:
        about = Text(name)
    return Row(about, row.chips_differ, tuple(_moves(each, net=row.net_differs) for each in row.endings))


def _moves(ending: Ending | None, *, net: bool) -> Cell:
    if ending is None:
        return Cell(NOTHING)
    lines = [*map(str, ending.moves), *([f"net {units(ending.net)}"] if net else [])]
    return Cell("\n".join(lines), ending.clause)


def _edge(row: EdgeRow) -> Row:
    """Write a figure with as many digits as it takes to tell the rulebooks apart."""
    digits, kinds = DIGITS, len(set(row.values))
    while digits < MOST_DIGITS and len({written(row.figure, each, digits) for each in row.values}) < kinds:
        digits += 2
    sizes = {size(each) for each in row.counted_with if each}
    name = Text(LABELS[row.figure])
    if len(sizes) == 1:
        name = Text.assemble(name, *((f"\n{each}", "dim") for each in sizes))
    cells = (
        Cell(
            written(row.figure, value, digits) + (f"\n{size(each)}" if each and len(sizes) > 1 else ""),
            "" if value is None or row.figure in ROOTS else _exactly(value),
        )
        for value, each in zip(row.values, row.counted_with, strict=True)
    )
    return Row(name, not row.equal, tuple(cells))


def _exactly(value: Fraction) -> str:
    """Write a fraction where it is short enough to read."""
    text = str(value).replace("-", "−")
    return text if len(text) <= LONGEST_EXACT else ""


# for programs


def print_document(found: RulebookComparison, *, every: bool) -> None:
    """Print the comparison as JSON."""
    print_json(
        {
            "rulebooks": found.rulebooks,
            "rules": [
                {"topic": row.topic, "values": row.values, "clauses": row.clauses, "differ": row.differ}
                for row in found.rows(every=every)
            ],
            "houses": [
                {"choice": row.choice, "values": row.values, "differ": row.differ}
                for row in found.houses
                if every or row.differ
            ],
            "chips": [_chip_document(row) for row in found.chips],
            "edges": [_edge_document(row) for row in found.edges],
            "left_out": found.left_out,
        }
    )


def _chip_document(row: ChipRow) -> dict[str, object]:
    return {
        "end": row.end,
        "moves": [
            None
            if each is None
            else [
                {
                    "chips": move.chips,
                    "motion": move.motion,
                    "units": number(move.units),
                    "odds": move.odds or None,
                    "base": move.base,
                    "says": str(move),
                }
                for move in each.moves
            ]
            for each in row.endings
        ],
        "net": [number(each.net) if each else None for each in row.endings],
        "clauses": [each.clause if each else None for each in row.endings],
        "chips_differ": row.chips_differ,
        "net_differs": row.net_differs,
    }


def _edge_document(row: EdgeRow) -> dict[str, object]:
    document: dict[str, object] = {
        "figure": row.figure,
        "values": [number(value) for value in row.values],
        "equal": row.equal,
    }
    if any(row.counted_with):
        document["counted_with"] = [counted_with(each) for each in row.counted_with]
    if row.figure in ROOTS:
        document["standard_deviations"] = [None if value is None else root(value) for value in row.values]
    return document
