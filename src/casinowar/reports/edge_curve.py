"""The edge of every wager by decks, cards removed, size of the wager, or meter."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.phrase import how_many
from casinowar.game.refusal import InputError
from casinowar.odds.curves import Along, EdgeOf, EdgesAlong, edges_along
from casinowar.odds.options import OddsOptions
from casinowar.parsing import a_word
from casinowar.reports.blocks import Column, Report, Verbatim, grid, section, text_column
from casinowar.reports.exportable import Exportable, plain
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.names import WAGERS, edge, played
from casinowar.reports.numbers import counted, dollars, percent
from casinowar.rulebooks import TomlText, load_rules

_THINGS: Final = {Along.DECKS: "deck", Along.REMOVED: "card"}


class EdgeCurve(Exportable, frozen=True, kw_only=True):
    """The edges of a table's wagers, point by point."""

    rules: Rules
    found: EdgesAlong
    rank: str

    def __repr__(self) -> str:
        return f"<EdgeCurve: {self.rules.book.name}, {counted(len(self.found.at), 'point')}>"

    def report(self) -> Report:
        found = self.found
        rows = [
            {
                text_column(str(found.along)): self._written(at),
                **{Column(self.name(of)): percent(values[row]) or "" for of, values in found.edges.items()},
            }
            for row, at in enumerate(found.at)
        ]
        return Report(
            title=Verbatim(self.rules.book.title),
            name=self.rules.book.name,
            sections=(section(edge(self.rules), grid(rows), adds=f"by {found.along}"),),
        )

    def to_dict(self) -> dict[str, Any]:
        found = self.found
        return plain(
            {
                "rulebook": self.rules.book.name,
                "edge": edge(self.rules),
                "along": found.along.value,
                "rank": self.rank if found.along is Along.REMOVED else "",
                "own": found.own,
                "points": [{"at": at, "says": self._written(at)} for at in found.at],
                "wagers": [
                    {
                        "name": self.name(of),
                        "wager": of.wager.value,
                        "strategy": of.strategy and of.strategy.value,
                        "size_in_cents": of.size or None,
                        "edges": [None if each is None else _edge(each) for each in values],
                    }
                    for of, values in found.edges.items()
                ],
            }
        )

    def name(self, of: EdgeOf) -> str:
        several = len({each.size for each in self.found.edges if each.wager is of.wager}) > 1
        size = f" {dollars(of.size)}" if several else ""
        how = f", {played(of.strategy)}" if of.strategy else ""
        return f"{WAGERS.get(of.wager.value, of.wager.words)}{size}{how}"

    def _written(self, at: int) -> str:
        thing = _THINGS.get(self.found.along)
        return how_many(at, thing) if thing else dollars(at)


def _edge(value: Fraction) -> dict[str, object]:
    return {"exact": str(value), "value": float(value), "says": percent(value)}


def edge_curve(  # noqa: PLR0913 - each parameter is something that a sheet can be asked for
    rulebook: str | TomlText,
    along: str,
    *,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
    decks: int | None = None,
    wager: str | None = None,
    meter: str | None = None,
    seen: str = "",
    rank: str = "A",
) -> EdgeCurve:
    """Work out the edge of every wager along decks, cards removed of a rank, the wager or the meter.

    >>> edge_curve("washington", "decks")
    <EdgeCurve: washington, 10 points>
    """
    rules = load_rules(rulebook, chosen_house(rulebook, house, sample=sample), readings)
    if meter is not None and rules.book.progressive is None:
        raise InputError("The rulebook has no progressive wager, so a meter has no meaning.")
    asked = OddsOptions.read(decks=decks, seen=seen, wager=wager, meter=meter)
    return EdgeCurve(rules=rules, found=edges_along(rules, a_word(Along, along), asked, rank), rank=rank)
