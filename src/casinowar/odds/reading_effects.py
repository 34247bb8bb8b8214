"""The effect of every selectable reading of a rulebook on its figures."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from msgspec import Struct

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.odds.figures import CountedWith, Figure, Figures, Found, WagerSize
from casinowar.rulebooks import TomlText, is_built_in, load_rules, load_sample, open_rulebook
from casinowar.rulebooks.diff import overridden
from casinowar.rulebooks.readings import Reading, ReadingChoice

UNCOMPARED = frozenset(
    {Figure.RISK_WAR, Figure.RISK_SURRENDER, Figure.VARIANCE_WAR, Figure.VARIANCE_SURRENDER}
)
"""Figures that follow the others so closely that a table of effects leaves them out."""
_OF_THE_INITIAL_WAGER = frozenset(
    {Figure.INITIAL_WAR, Figure.INITIAL_SURRENDER, Figure.INITIAL_BEST, Figure.LONG_RUN_INITIAL}
)
_TWO_BOXES = "The Envy Bonus is counted for players with one box each."
NOT_COVERED = {
    "wagers.coupons": "Exact odds do not cover wagers with a coupon.",
    "progressive.winners": "A second winner of the progressive meter in one round is left out.",
    "progressive.envy.paid_for": _TWO_BOXES,
    "progressive.envy.paid_to": _TWO_BOXES,
}
"""What the odds leave out, by rulebook value."""
BEYOND_THE_FIGURES = frozenset(
    {
        *("cards.by_hand", "cards.batch_shuffler", "cards.continuous_shuffler", "wagers.limits"),
        *("wagers.payout_limit", "wagers.coupons", "bonus_spin.designated", "progressive.meter_share"),
        *("progressive.envy", "progressive.winners", "electronic.backing", "bonus_spin.won_chip"),
        *("bonus_spin.community", "bonus_spin.goes_to", "bonus_spin.symbols", "bonus_spin.small_wager"),
        *("bank.short_war", "bank.start", "burns.both", "cut.tolerance"),
    }
)
"""Values that can matter without changing a figure: at a house that offers more, for one of several seats
before a short bank, or in the shoe that a new dealer opens.
"""


class Change(Struct, frozen=True, kw_only=True):
    figure: Figure
    default: Fraction | None
    value: Fraction | None
    default_with: CountedWith | None = None
    value_with: CountedWith | None = None
    """What each is computed with, if not the table's own wager or decks."""

    @property
    def difference(self) -> Fraction | None:
        return None if self.default is None or self.value is None else self.value - self.default


class ReadingEffect(Struct, frozen=True, kw_only=True):
    """One choice of one reading and its effect on the figures, with the house's other readings."""

    rulebook: str
    house: str
    sample: bool
    """Whether the house is the built-in sample, because none was given."""
    decks: int
    reading: str
    cites: str
    question: str
    choice: str
    says: str
    default: bool
    chosen: bool
    """Whether this is the house's own reading."""
    sets: tuple[str, ...]
    figures: dict[Figure, Fraction]
    counted_with: dict[Figure, CountedWith]
    changes: tuple[Change, ...]
    left_out: tuple[str, ...]
    problem: str | None
    overridden: tuple[str, ...]
    """The values that the rulebook sets itself, so that this choice does not decide them."""
    comparable: bool
    """Whether the house is allowed under the default, which the choice is compared with."""

    @property
    def beyond_the_figures(self) -> bool:
        """Whether this choice can matter even if it changes none of the figures."""
        return not BEYOND_THE_FIGURES.isdisjoint(self.sets)


def reading_effects(
    reference: str | TomlText, house: House | None = None, decks: int | None = None
) -> list[ReadingEffect]:
    """Find the effect of every choice of every reading, the default first; all other readings stay.

    Without a house, a built-in rulebook uses its sample house, so that every wager has figures.
    """
    named = reference if isinstance(reference, str) else reference.where
    sample = house is None and is_built_in(named)
    rules = load_rules(reference, load_sample(named) if sample else house)
    source, figures = open_rulebook(reference), Figures(decks)

    @cache
    def found(name: str, value: str) -> tuple[Found, str | None]:
        try:
            book = source.book({**rules.house.readings, name: value})
            return figures.of(Rules(book, rules.house)), None
        except InputError as reason:
            return Found({}), str(reason)

    def effect(name: str, reading: Reading, value: str) -> ReadingEffect:
        choice, paths = reading.choices[value], tuple(_paths(reading.choices[value]))
        (here, problem), (default, missing) = found(name, value), found(name, reading.default)
        return ReadingEffect(
            rulebook=rules.book.name,
            house=rules.house.name,
            sample=sample,
            decks=decks or rules.decks,
            reading=name,
            cites=reading.cites,
            question=reading.question,
            choice=value,
            says=choice.says,
            default=value == reading.default,
            chosen=rules.book.readings[name] == value,
            sets=paths,
            figures=here.values,
            counted_with=here.counted_with,
            changes=() if problem or missing else tuple(_changes(here, default)),
            left_out=(
                *(each for each in here.left_out if each not in default.left_out),
                *(
                    said
                    for path, said in NOT_COVERED.items()
                    if _is_set(choice.set, path.split(".")) and _asked(rules, path)
                ),
            ),
            problem=problem,
            overridden=overridden(source, {name: value}).get(name, ()),
            comparable=missing is None,
        )

    return [
        effect(name, reading, value)
        for name, reading in source.readings.items()
        for value in dict.fromkeys((reading.default, *reading.choices))
    ]


def _changes(found: Found, default: Found) -> Iterator[Change]:
    for figure in Figure:
        value, other = found.values.get(figure), default.values.get(figure)
        if value != other and figure not in UNCOMPARED | found.uncovered | default.uncovered:
            yield Change(
                figure=figure,
                default=other,
                value=value,
                default_with=_with(default, figure, found),
                value_with=_with(found, figure, default),
            )
    for (figure, size), other in default.by_size.items():
        value = found.by_size.get((figure, size))
        if value not in {None, other}:
            yield Change(figure=figure, default=other, value=value, default_with=size, value_with=size)


def _with(found: Found, figure: Figure, other: Found) -> CountedWith | None:
    """Name what a figure is computed with; the initial wager if a reading changes which are taken."""
    of_the_wager = figure in _OF_THE_INITIAL_WAGER and found.unit != other.unit and figure in found.values
    return WagerSize(found.unit) if of_the_wager else found.counted_with.get(figure)


def _asked(rules: Rules, path: str) -> bool:
    """Tell whether a table can come to what a value decides: a second box, a second hand."""
    needs = {"progressive.winners": rules.seats > 1}
    return rules.adjacent_boxes > 1 if path.startswith("progressive.envy") else needs.get(path, True)


def _paths(choice: ReadingChoice) -> Iterator[str]:
    for part, values in choice.set.items():
        inside = isinstance(values, dict) and "clause" not in values
        yield from (f"{part}.{name}" for name in values) if inside else (part,)
    yield from choice.unset


def _is_set(values: object, path: Sequence[str]) -> bool:
    if not path:
        return True
    return isinstance(values, dict) and path[0] in values and _is_set(values[path[0]], path[1:])
