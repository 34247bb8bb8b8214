"""Rulebooks side by side: the rules that differ, the chips that move differently, the edges."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from casinowar.game.refusal import InputError
from casinowar.game.rules import Rules
from casinowar.odds.chips import Ending, ending, ends
from casinowar.odds.figures import Figure
from casinowar.odds.finding import Figures
from casinowar.rulebooks.topics import ABSENT, Statement, statements

DETAILS = frozenset(
    {
        *(Figure.ODD_SURRENDER, Figure.PROGRESSIVE_DOUBLE, Figure.SPIN_SMALL),
        *(Figure.ENVY_NOT_WAGERING, Figure.ENVY_OWN_BOX, Figure.ENVY_DOUBLE),
    }
)
"""Figures in which readings of one text differ, and texts do not."""


class Compared(Struct, frozen=True, kw_only=True):
    """One of the rulebooks that are compared."""

    label: str
    """Its name, with its place in the row where the name alone would be ambiguous."""
    name: str
    title: str
    decks: int
    decks_allowed: bool
    readings: dict[str, str]


class RuleRow(Struct, frozen=True, kw_only=True):
    """What each rulebook says on one topic; None where it says nothing."""

    topic: str
    values: tuple[str | None, ...]
    clauses: tuple[str | None, ...]
    detail: bool
    """Whether the topic belongs to a part that not all rulebooks have, and those that have it agree."""

    @property
    def differ(self) -> bool:
        """Tell whether the rulebooks say different things."""
        return len(set(self.values)) > 1


class ChipRow(Struct, frozen=True, kw_only=True):
    """How each rulebook moves the chips at one end of a hand; None where hands do not end so."""

    end: str
    endings: tuple[Ending | None, ...]

    @property
    def chips_differ(self) -> bool:
        """Tell whether chips move differently."""
        return len({each and each.moves for each in self.endings}) > 1

    @property
    def net_differs(self) -> bool:
        """Tell whether the result differs between the rulebooks that have this end."""
        return len({each.net for each in self.endings if each}) > 1


class EdgeRow(Struct, frozen=True, kw_only=True):
    """One figure of each rulebook; None where it has none."""

    figure: Figure
    values: tuple[Fraction | None, ...]

    @property
    def equal(self) -> bool:
        """Tell whether the figure is the same in all rulebooks."""
        return len(set(self.values)) == 1


class Comparison(Struct, frozen=True, kw_only=True):
    """Rulebooks side by side, in the order in which they were given."""

    rulebooks: tuple[Compared, ...]
    rules: tuple[RuleRow, ...]
    chips: tuple[ChipRow, ...]
    edges: tuple[EdgeRow, ...]
    left_out: tuple[str, ...]
    """Which figures are missing, and why."""

    def rows(self, *, every: bool = False) -> list[RuleRow]:
        """List the rules that differ, or every one."""
        return [row for row in self.rules if every or (row.differ and not row.detail)]


def compare(rules: Sequence[Rules], decks: int | None = None) -> Comparison:
    """Put rulebooks side by side; with as many decks as each has, unless a number is given.

    >>> from casinowar.rulebooks import load_rules
    >>> found = compare([load_rules("maryland"), load_rules("wisconsin")])
    >>> [(row.end, row.net_differs) for row in found.chips if row.chips_differ]
    [('war won', False), ('war tied', False), ('war lost', False)]
    """
    if len(rules) < 2:  # noqa: PLR2004 - a comparison has two sides
        raise InputError("A comparison needs at least two rulebooks.")
    figures = Figures(decks)
    found = [figures.of(each) for each in rules]
    compared = tuple(_compared(rules, decks))
    return Comparison(
        rulebooks=compared,
        rules=tuple(_rules(rules)),
        chips=tuple(_chips(rules)),
        edges=tuple(
            EdgeRow(figure=figure, values=tuple(each.values.get(figure) for each in found))
            for figure in Figure
            if figure not in DETAILS and any(figure in each.values for each in found)
        ),
        left_out=tuple(
            f"{book.label}: {reason}"
            for book, each in zip(compared, found, strict=True)
            for reason in each.left_out
        ),
    )


def _compared(rules: Sequence[Rules], decks: int | None) -> Iterator[Compared]:
    names = [each.book.name for each in rules]
    for place, each in enumerate(rules, 1):
        name, cards = each.book.name, each.book.cards
        allowed = (cards.by_hand, cards.batch_shuffler, cards.continuous_shuffler)
        yield Compared(
            label=name if names.count(name) == 1 else f"{name} ({place})",
            name=name,
            title=each.book.title,
            decks=decks or each.decks,
            decks_allowed=decks is None or any(law.allows(decks) for law in allowed if law),
            readings=each.book.readings,
        )


def _rules(rules: Sequence[Rules]) -> Iterator[RuleRow]:
    said = [{each.place: each for each in statements(one.book)} for one in rules]
    mentioned: dict[tuple[str, tuple[bool, ...]], list[Sequence[Statement | None]]] = {}
    for place in in_order([[*each] for each in said]):
        here = tuple(each.get(place) for each in said)
        some = next(each for each in here if each)
        if some.mention:
            mentioned.setdefault((some.topic, tuple(map(bool, here))), []).append(here)
            continue
        values = _values(place, here)
        yield RuleRow(
            topic=some.topic,
            values=values,
            clauses=tuple(each.clause if each else None for each in here),
            detail=_only_a_detail(some, values, said),
        )
    for (topic, _), rows in mentioned.items():
        yield _mentions(topic, rows, said)


def _mentions(
    topic: str, rows: Sequence[Sequence[Statement | None]], said: Sequence[Mapping[str, Statement]]
) -> RuleRow:
    """Put what the same rulebooks speak of into one row."""
    books = [[each for each in book if each] for book in zip(*rows, strict=True)]
    values = tuple(", ".join(each.mention for each in book) or None for book in books)
    some = next(each for book in books for each in book)
    return RuleRow(
        topic=topic,
        values=values,
        clauses=tuple("; ".join(dict.fromkeys(each.clause for each in book)) or None for book in books),
        detail=_only_a_detail(some, values, said),
    )


def _only_a_detail(
    some: Statement, values: Sequence[str | None], said: Sequence[Mapping[str, Statement]]
) -> bool:
    """Tell whether a topic belongs to a part that a text may leave out, and all that have the part agree."""
    having = {value for value, each in zip(values, said, strict=True) if some.part in each}
    return bool(some.part) and len(having) == 1


def _values(place: str, here: Sequence[Statement | None]) -> tuple[str | None, ...]:
    """Take the short phrases, unless what differs would then look the same."""
    short = tuple(each.says if each else ABSENT.get(place) for each in here)
    full = tuple(each.in_full if each else ABSENT.get(place) for each in here)
    return short if len(set(short)) == len(set(full)) else full


def in_order(lists: Sequence[Sequence[str]]) -> list[str]:
    """Merge lists so that each keeps its order.

    >>> in_order([["deal", "war"], ["deal", "surrender", "war", "bank"]])
    ['deal', 'surrender', 'war', 'bank']
    """
    merged: list[str] = []
    for each in lists:
        for place, item in enumerate(each):
            if item not in merged:
                later = (merged.index(other) for other in each[place + 1 :] if other in merged)
                merged.insert(next(later, len(merged)), item)
    return merged


def _chips(rules: Sequence[Rules]) -> Iterator[ChipRow]:
    possible = [ends(each) for each in rules]
    for end in in_order([[*each] for each in possible]):
        yield ChipRow(
            end=end,
            endings=tuple(
                ending(each, paths[end]) if end in paths else None
                for each, paths in zip(rules, possible, strict=True)
            ),
        )
