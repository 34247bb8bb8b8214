"""Rulebooks side by side: the rules, chip moves and edges that differ."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import asdict, fields

from casinowar.game.book.house import House
from casinowar.game.book.rules import USUAL_INVENTORY, Rules
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.figures import CountedWith, Figure, Figures, by_size
from casinowar.odds.hand_endings import Ending, ending, ends
from casinowar.rulebooks.spelling import known_as
from casinowar.rulebooks.topics import ABSENT, Statement, statements

DETAILS = frozenset(
    {
        *(Figure.ODD_SURRENDER, Figure.PROGRESSIVE_DOUBLE, Figure.SPIN_SMALL),
        *(Figure.ENVY_NOT_WAGERING, Figure.ENVY_OWN_BOX, Figure.ENVY_DOUBLE),
    }
)
"""Figures that vary with readings of one text, but not between texts."""


class Compared(Struct, frozen=True, kw_only=True):
    label: str
    """Its name, numbered if the name alone is ambiguous."""
    name: str
    title: str
    decks: int
    decks_allowed: bool
    readings: dict[str, str]
    house: str | None = None
    """The name of the house whose choices apply; None without a house file."""
    player_banks: bool = False
    """Whether a player/dealer banks the game instead of the house."""


class RuleRow(Struct, frozen=True, kw_only=True):
    """What each rulebook says on one topic, or each house chose; None where it says nothing."""

    topic: str
    values: tuple[str | None, ...]
    clauses: tuple[str | None, ...] = ()
    detail: bool = False
    """Whether the topic belongs to an optional part, and the rulebooks that have it agree."""

    @property
    def differ(self) -> bool:
        return len(set(self.values)) > 1


class ChipRow(Struct, frozen=True, kw_only=True):
    """How each rulebook moves the chips at one end of a hand; None where hands cannot end so."""

    end: str
    endings: tuple[Ending | None, ...]

    @property
    def chips_differ(self) -> bool:
        return len({each and each.moves for each in self.endings}) > 1

    @property
    def net_differs(self) -> bool:
        return len({each.net for each in self.endings if each}) > 1


class EdgeRow(Struct, frozen=True, kw_only=True):
    figure: Figure
    values: tuple[Fraction | None, ...]
    counted_with: tuple[CountedWith | None, ...]
    """What each figure is computed with, if not the table's own decks or wager."""

    @property
    def equal(self) -> bool:
        return len(set(self.values)) == 1


class RulebookComparison(Struct, frozen=True, kw_only=True):
    rulebooks: tuple[Compared, ...]
    rules: tuple[RuleRow, ...]
    houses: tuple[RuleRow, ...]
    chips: tuple[ChipRow, ...]
    edges: tuple[EdgeRow, ...]
    left_out: tuple[str, ...]

    def rows(self, *, every: bool = False) -> list[RuleRow]:
        return [row for row in self.rules if every or (row.differ and not row.detail)]


def compare(rules: Sequence[Rules], decks: int | None = None) -> RulebookComparison:
    """Compare rulebooks, with each one's own number of decks unless a number is given.

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
    return RulebookComparison(
        rulebooks=compared,
        rules=tuple(_rules(rules)),
        houses=tuple(_houses(rules)),
        chips=tuple(_chips(rules)),
        edges=tuple(
            EdgeRow(
                figure=figure,
                values=tuple(each.of_size(figure, size) for each in found),
                counted_with=tuple(size or each.counted_with.get(figure) for each in found),
            )
            for figure, size in by_size(found)
            if figure not in DETAILS
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
        name, allowed = each.book.name, each.book.cards.decks.values()
        yield Compared(
            label=name if names.count(name) == 1 else f"{name} ({place})",
            name=name,
            title=each.book.title,
            decks=decks or each.decks,
            decks_allowed=decks is None or any(law.allows(decks) for law in allowed),
            readings=each.book.readings,
            house=None if each.house == House() else each.house.name,
            player_banks=each.book.bank is not None,
        )


def _houses(rules: Sequence[Rules]) -> Iterator[RuleRow]:
    """Compare the houses' choices; a choice left out counts as its default."""
    chosen = in_order([[*_stated(each.house)] for each in rules])
    named = dict.fromkeys(_spelt(choice, rules) for choice in chosen)
    holding = [dict(_choices(_in_force(each))) for each in rules]
    for choice in named:
        if choice not in {"name", "rulebook"}:
            written: dict[object, str | None] = {}
            values = [each.get(choice) for each in holding]
            yield RuleRow(
                topic=choice, values=tuple(written.setdefault(_worth(each), each) for each in values)
            )


def _stated(said: Struct | Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Name the choices that differ from the house file's defaults, by their place in the file."""
    start = {each.name: each.default for each in fields(said)} if isinstance(said, Struct) else {}
    for name, value in asdict(said).items() if isinstance(said, Struct) else said.items():
        if isinstance(value, Struct | dict):
            yield from _stated(value, f"{place}{name}.")
        elif name not in start or value != start[name]:
            yield f"{place}{name}"


def _spelt(choice: str, rules: Sequence[Rules]) -> str:
    part, _, name = choice.partition(".")
    known = {reading for each in rules for reading in each.book.readings}
    return f"{part}.{known_as(name, known) or name}" if part == "readings" else choice


def _in_force(rules: Rules) -> dict[str, Any]:
    book, house = rules.book, rules.house
    said: dict[str, Any] = to_builtins(house)
    said |= {"readings": book.readings, "decks": rules.decks, "shuffler": rules.shuffler.value}
    said |= {"seats": rules.seats, "adjacent_boxes": rules.adjacent_boxes}
    said["cards_behind_cover_card"] = rules.behind_cover_card(rules.batch_size)
    if book.bank:
        said["bank_minimum"] = dollars(rules.least_bank)
    else:
        said["opening_inventory"] = house.opening_inventory or USUAL_INVENTORY
    if book.war and book.war.burn.dealers is not None:
        said["second_war_burn"] = rules.dealers_war_burn
    if book.wagers.payout_limit:
        said["payout_limit"] = house.payout_limit or "none"
    if house.automatic is None:
        said["automatic"] = "every act"
    limits = said["limits"]
    if Wager.TIE in limits and rules.span(Wager.WAR_TIE) == rules.span(Wager.TIE):
        limits.setdefault(Wager.WAR_TIE.value, limits[Wager.TIE])
    for part, law in (("progressive", book.progressive), ("bonus_spin", book.bonus_spin)):
        if said[part] and law:
            said[part]["amounts"] = said[part]["amounts"] or law.amounts.value
    if said["bonus_spin"]:
        said["bonus_spin"]["positions"] = said["bonus_spin"]["positions"] or [1] * rules.seats
    return said


def _worth(value: str | None) -> object:
    try:
        return Fraction(str(value).removeprefix("$").removesuffix("%").replace(",", ""))
    except ValueError:
        return value


def _choices(values: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        here = f"{place}.{name}" if place else name
        if isinstance(value, dict):
            yield from _choices(value, here)
        elif isinstance(value, list | tuple):
            words = (each.values() if isinstance(each, dict) else [each] for each in value)
            yield here, ", ".join(" ".join(map(str, each)) for each in words) or "none"
        elif value is not None:
            yield here, ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rules(rules: Sequence[Rules]) -> Iterator[RuleRow]:
    said = [{each.place: each for each in statements(one.book)} for one in rules]
    mentioned: dict[tuple[str, tuple[bool, ...]], list[Sequence[Statement | None]]] = {}
    for place in in_order([[*each] for each in said]):
        here = tuple(each.get(place) for each in said)
        some = next(each for each in here if each)
        if some.mention:
            mentioned.setdefault((some.topic, tuple(map(bool, here))), []).append(here)
            continue
        yield _row(some.topic, _values(place, here), [here], said)
    used: Counter[str] = Counter()
    for (part, having), rows in mentioned.items():
        topic = f"{part}: also" if all(having) else f"{part}: also in {sum(having)} of {len(having)}"
        used[topic] += 1
        spoken = ([each.mention for each in book if each] for book in zip(*rows, strict=True))
        values = tuple(", ".join(each) or None for each in spoken)
        yield _row(topic if used[topic] == 1 else f"{topic} ({used[topic]})", values, rows, said)


def _row(
    topic: str,
    values: tuple[str | None, ...],
    rows: Sequence[Sequence[Statement | None]],
    said: Sequence[Mapping[str, Statement]],
) -> RuleRow:
    """Put what rulebooks say into one row, with every clause.

    The row is a detail if it belongs to an optional part and all rulebooks that have the part agree.
    """
    clauses = [[each.clause for each in book if each] for book in zip(*rows, strict=True)]
    part = next(each.part for row in rows for each in row if each)
    having = {value for value, each in zip(values, said, strict=True) if part in each}
    return RuleRow(
        topic=topic,
        values=values,
        clauses=tuple("; ".join(dict.fromkeys(each)) if each else None for each in clauses),
        detail=bool(part) and len(having) == 1,
    )


def _values(place: str, here: Sequence[Statement | None]) -> tuple[str | None, ...]:
    """Take the short phrases, unless they hide a difference; of acts name those that differ."""
    absent = ABSENT.get(place)
    full = tuple(each.in_full if each else absent for each in here)
    short = tuple(each.says if each else absent for each in here)
    if len(set(full)) > 1 and any(each.acts for each in here if each):
        short = tuple(_acts(each, here) if each else absent for each in here)
    return short if len(set(short)) == len(set(full)) else full


def _acts(one: Statement, here: Sequence[Statement | None]) -> str:
    others = [set(each.acts) for each in here if each and each is not one]
    own = [act for act in one.acts if not others or any(act not in other for other in others)]
    if len(one.acts) == 1:
        return one.in_full
    if not own:
        return one.says
    which = "" if len(own) == len(one.acts) else ", only here" if len(others) == 1 else ", not in all"
    return f"{one.says}{which}: {'; '.join(own)}"


def in_order(lists: Sequence[Sequence[str]]) -> list[str]:
    """Merge lists, keeping the order within each.

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
