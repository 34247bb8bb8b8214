"""Which pictures a sheet has, and the page that shows them all."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import fill
from typing import Final

from matplotlib.figure import Figure, FigureBase
from msgspec import Struct

from casinowar.cli.odds import panels_edge, panels_money, panels_readings
from casinowar.cli.odds.canvas import GREY
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet

_WIDTH: Final = 7.6

Draw = Callable[[FigureBase], None]
Effects = Sequence[ReadingEffect]
Progress = Callable[[str], None]


class Detail(Struct, frozen=True):
    """How finely the slow pictures are drawn."""

    depths: int = 22
    shallowest: float = panels_edge.SHALLOWEST
    """The largest share of unseen cards at which a counter is followed, which takes longest."""
    rounds: tuple[int, ...] = panels_money.ROUNDS
    per_unit: int = 10


FINE: Final = Detail()


class Picture(Struct, frozen=True, kw_only=True):
    """A picture: its name, its heading, what it shows in words, and how to draw it."""

    name: str
    title: str
    says: str
    draw: Draw
    wide: bool = False
    """Whether it takes the whole width."""
    height: float = 2.45
    """In inches."""


def gallery(sheet: ParSheet, effects: Effects, detail: Detail = FINE) -> Iterator[Picture]:
    """List the pictures that this sheet has something for."""
    yield Picture(
        name="decks",
        title="House edge by decks",
        says="Filled marks are numbers of decks that the rulebook allows; the band marks this sheet's own.",
        draw=partial(panels_edge.edge_by_decks, sheet=sheet),
    )
    if sheet.progressive:
        yield Picture(
            name="meter",
            title="Return of the progressive wager by meter",
            says="What comes back per unit, by what the meter shows; above the line it favours the player.",
            draw=partial(panels_money.return_by_meter, sheet=sheet),
        )
    if sheet.counter:
        yield Picture(
            name="counter",
            title="A perfect counter of the tie wager",
            says="How often it favours one who has seen so much of the shoe, and what that is worth.",
            draw=partial(
                panels_edge.counters_worth, sheet=sheet, depths=detail.depths, shallowest=detail.shallowest
            ),
        )
    yield Picture(
        name="session",
        title="Where players stand after so many rounds",
        says="Bands from the 1st to the 99th, the 5th to the 95th and the 25th to the 75th percentile.",
        draw=partial(panels_money.session_fan, sheet=sheet, numbers=detail.rounds),
    )
    if sheet.seats:
        yield Picture(
            name="seats",
            title="The table's swings by seats",
            says="Seats share the dealer's card, so the table swings further than with independent seats.",
            draw=partial(panels_money.operators_swings, sheet=sheet),
        )
    if sheet.bank:
        yield Picture(
            name="bank",
            title="The player/dealer's expectation by bank",
            says="A small bank takes lost wagers that it could not have paid if they had won.",
            draw=partial(panels_money.bank_by_size, sheet=sheet, per_unit=detail.per_unit),
        )
    if bars := panels_readings.bars(effects):
        rows = sum(map(len, bars.values()))
        yield Picture(
            name="readings",
            title="House edge by reading",
            says="From the default's edge, the black mark, to the edge under each choice, all other readings "
            f"as the house has them{_house(effects)}.",
            draw=partial(panels_readings.edge_by_reading, effects=effects),
            wide=True,
            height=0.3 + 0.45 * len(bars) + 0.165 * rows,
        )


def _house(effects: Effects) -> str:
    """Say whose choices the readings are compared under, where they are not this sheet's."""
    first = effects[0]
    return f"; compared at the sample house, {first.decks} decks" if first.sample else ""


class Page(Struct, frozen=True, kw_only=True):
    """A page of pictures: two to a row, those that need the whole width below."""

    heading: str
    below: str
    pictures: tuple[Picture, ...]

    @property
    def inches(self) -> tuple[float, float]:
        """Tell how large the page has to be."""
        return _WIDTH, sum(self._heights) + 0.8

    @property
    def _heights(self) -> list[float]:
        return [max(picture.height for picture in row) + 0.7 for row in self._rows]

    @property
    def _rows(self) -> list[list[Picture]]:
        """Put two pictures into a row; where one is left over, the first takes a row of its own."""
        pairs = [picture for picture in self.pictures if not picture.wide]
        alone = len(pairs) % 2
        rows = [pairs[:alone], *(pairs[at : at + 2] for at in range(alone, len(pairs), 2))]
        rows += [[picture] for picture in self.pictures if picture.wide]
        return [row for row in rows if row]

    def draw(self, figure: Figure, progress: Progress | None = None) -> None:
        """Draw all pictures under the heading."""
        figure.suptitle(self.heading, x=0.004, ha="left", fontsize=12, fontweight="bold")
        figure.supxlabel(self.below, x=0.004, ha="left", fontsize=6.5, color=GREY)
        rows = figure.subfigures(len(self._rows), 1, squeeze=False, height_ratios=self._heights)[:, 0]
        for strip, pictures in zip(rows, self._rows, strict=True):
            places = strip.subfigures(1, len(pictures), squeeze=False, wspace=0.05)[0]
            for place, picture in zip(places, pictures, strict=True):
                if progress:
                    progress(picture.title)
                width = 110 // len(pictures)
                place.suptitle(picture.title, x=0.01, ha="left", fontsize=8.5, fontweight="bold")
                place.supxlabel(fill(picture.says, width), x=0.01, ha="left", fontsize=6.5, color=GREY)
                picture.draw(place)
