"""The figures of one table with several numbers of decks, side by side."""

from collections.abc import Iterable, Mapping
from typing import Any

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.odds.distribution import root
from casinowar.odds.figures import Figure, Figures, Found, PlayedBy, WagerSize, by_size
from casinowar.parsing import ODDS_BOUNDS, several, whole_number
from casinowar.reports.blocks import Column, Fact, Grid, Paragraph, Report, Verbatim, section, text_column
from casinowar.reports.exportable import Exportable, plain
from casinowar.reports.figures import DIGITS, ROOTS, counted_with, won_by_the_house, written
from casinowar.reports.figures import size as said
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.names import FIGURES, winner
from casinowar.reports.numbers import counted
from casinowar.reports.readings_in_force import not_default, readings_in_force
from casinowar.reports.rulebook_changes import based_on
from casinowar.rulebooks import load_rules, open_rulebook
from casinowar.telling.phrases import listed

_ABOUT_DECKS = frozenset({Figure.FEWEST_DECKS, Figure.MOST_DECKS})


class OddsByDecks(Exportable, frozen=True, kw_only=True):
    rules: Rules
    decks: tuple[int, ...]
    found: tuple[Found, ...]
    based_on: str = ""
    """What a custom rulebook changes, and in which built-in one."""
    read: tuple[str, ...] = ()
    """Readings that are not default."""

    def __repr__(self) -> str:
        return f"<OddsByDecks: {self.rules.book.name}, {', '.join(map(str, self.decks))} decks>"

    @property
    def figures(self) -> tuple[tuple[Figure, WagerSize | None], ...]:
        return tuple(each for each in by_size(self.found) if each[0] not in _ABOUT_DECKS)

    def report(self) -> Report:
        book, house = self.rules.book, self.rules.house
        heads = (text_column("Figure"), *(Column(counted(each, "deck")) for each in self.decks))
        rows = tuple(
            (
                f"{FIGURES[figure]}, {said(of)}" if of else FIGURES[figure],
                *(
                    written(figure, won_by_the_house(figure, found.of_size(figure, of)), DIGITS)
                    for found in self.found
                ),
            )
            for figure, of in self.figures
        )
        who = winner(self.rules)
        about = f"What the {who} wins on average, per unit of each wager; from a fresh shoe unless said."
        about += self._how_ties_are_played()
        allowed = f"The rulebook allows {self.rules.decks_allowed} decks; others are counted all the same."
        facts = {
            "House": "" if house == House() else Verbatim(house.name),
            "Rulebook": self.based_on and f"{book.name}, not built in: {self.based_on}",
            "Readings": "; ".join(self.read),
        }
        left_out = dict.fromkeys(reason for each in self.found for reason in each.left_out)
        return Report(
            title=Verbatim(book.title),
            name=book.name,
            facts=tuple(Fact(label, said) for label, said in facts.items() if said),
            sections=(section("Edges by decks", Grid(columns=heads, rows=rows, continued=True), about),),
            foot=(
                *(() if all(self._allowed) else (Paragraph(allowed, "quiet"),)),
                *(Paragraph(f"Left out. {reason}", "warning") for reason in left_out),
            ),
        )

    def _how_ties_are_played(self) -> str:
        """Say with which strategy the figures are computed that assume one strategy for all ties."""
        plans: dict[str, list[int]] = {}
        for decks, each in zip(self.decks, self._strategies(Figure.COVARIANCE), strict=True):
            if each:
                plans.setdefault(said(each), []).append(decks)
        if not plans:
            return ""
        how = [f"{plan} ({listed([*map(str, decks)])} decks)" for plan, decks in plans.items()]
        plainly = listed(how if len(plans) > 1 else [*plans])
        rises = any(self._strategies(Figure.TIE))
        tie = " The tie wager is counted with war on ties; of a hand that surrenders, only one tie pays."
        best = f" Figures of the long run, of two seats and of a bank are played best: {plainly}."
        return best + tie * rises

    def _strategies(self, figure: Figure) -> list[PlayedBy | None]:
        found = (each.counted_with.get(figure) for each in self.found)
        return [each if isinstance(each, PlayedBy) else None for each in found]

    def to_dict(self) -> dict[str, Any]:
        return plain(
            {
                "rulebook": self.rules.book.name,
                "house": None if self.rules.house == House() else self.rules.house.name,
                "readings": self.rules.book.readings,
                "based_on": self.based_on,
                "decks": self.decks,
                "decks_allowed": self._allowed,
                "figures": [self._figure(*each) for each in self.figures],
            }
        )

    def _figure(self, figure: Figure, of: WagerSize | None) -> dict[str, object]:
        values = [found.of_size(figure, of) for found in self.found]
        document: dict[str, object] = {"figure": figure, "values": values}
        strategies = self._strategies(figure)
        if each := of or next(filter(None, strategies), None):
            document["counted_with"] = counted_with(each)
        if any(strategies):
            document["strategies"] = [each and each.strategy for each in strategies]
        if figure in ROOTS:
            document["standard_deviations"] = [None if value is None else root(value) for value in values]
        return document

    @property
    def _allowed(self) -> list[bool]:
        return [self.rules.decks_allowed.allows(each) for each in self.decks]


def odds_by_decks(
    rulebook: str,
    decks: Iterable[int],
    *,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
) -> OddsByDecks:
    """Work out the figures of a table with each of these numbers of decks.

    >>> odds_by_decks("washington", [1, 2, 8])
    <OddsByDecks: washington, 1, 2, 8 decks>
    """
    wanted = dict.fromkeys(
        whole_number("decks", each, *ODDS_BOUNDS["decks"]) for each in several("decks", decks)
    )
    source = open_rulebook(rulebook)
    rules = load_rules(source, chosen_house(rulebook, house, sample=sample), readings)
    read = (
        f"{each.reading} = {each.choice} ({each.cites})"
        for each in not_default(readings_in_force(source, rules))
    )
    found = tuple(Figures(each).of(rules) for each in wanted)
    return OddsByDecks(
        rules=rules, decks=tuple(wanted), found=found, based_on=based_on(source), read=tuple(read)
    )
