"""Which pictures a sheet has, and the page that shows them all."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import fill
from typing import Final

from matplotlib.figure import Figure, FigureBase
from msgspec import Struct

from casinowar.cli.odds import panels_edge, panels_money, panels_readings
from casinowar.cli.odds.canvas import GREY
from casinowar.cli.odds.wording import edge, if_offered
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet

_WIDTH: Final = 7.6

Draw = Callable[[FigureBase], None]
Effects = Sequence[ReadingEffect]
Bars = dict[str, list[panels_readings.Bar]]
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
    """A picture: its heading, what it shows in words, and how to draw it."""

    name: str
    """Where it belongs; several may belong to one place."""
    title: str
    says: str
    draw: Draw
    wide: bool = False
    """Whether it takes the whole width."""
    height: float = 2.45
    """In inches."""


def gallery(sheet: ParSheet, effects: Effects, detail: Detail = FINE) -> Iterator[Picture]:
    """List the pictures that this sheet has something for."""
    name = edge(sheet.rules)
    title = f"{name[:1].upper()}{name[1:]}"
    own = (
        f"Complete shoes; crosses are this shoe, of which {len(sheet.seen)} cards were seen."
        if sheet.seen
        else "The band marks this sheet's own."
    )
    yield Picture(
        name="decks",
        title=f"{title} by decks",
        says=f"Filled marks are numbers of decks that the rulebook allows. {own}",
        draw=partial(panels_edge.edge_by_decks, sheet=sheet),
    )
    if sheet.progressive:
        offered = if_offered(sheet.rules.house.progressive)
        yield Picture(
            name="meter",
            title=f"Return of the progressive wager by meter{offered}",
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
    if sheet.sessions:
        yield Picture(
            name="session",
            title="Where players stand after so many rounds",
            says="Bands from the 1st to the 99th, the 5th to the 95th and the 25th to the 75th percentile, "
            "without a limit.",
            draw=partial(panels_money.session_fan, sheet=sheet, numbers=detail.rounds),
        )
    if sheet.seats:
        whose = "bank" if sheet.rules.book.bank else "table"
        yield Picture(
            name="seats",
            title=f"The {whose}'s swings by seats",
            says=f"Seats share the dealer's card, so the {whose} swings further than with independent seats.",
            draw=partial(panels_money.operators_swings, sheet=sheet),
        )
    if sheet.bank:
        yield Picture(
            name="bank",
            title="The player/dealer's expectation by bank",
            says="A small bank takes lost wagers that it could not have paid if they had won.",
            draw=partial(panels_money.bank_by_size, sheet=sheet, per_unit=detail.per_unit),
        )
    # Readings are compared in complete shoes.
    yield from _readings(() if sheet.seen else effects, title)


def _readings(effects: Effects, edge_name: str) -> Iterator[Picture]:
    """List the pictures of the readings, one for each wager; the last says how all of them are read."""
    found = panels_readings.bars(effects)
    longest = max((bar.choice for bars in found.values() for bar in bars), key=len, default="")
    for wager, bars in found.items():
        yield Picture(
            name="readings",
            title=f"{edge_name} by reading, {wager}",
            says=_how_to_read(effects, found) if wager == [*found][-1] else "",
            draw=partial(panels_readings.edge_by_reading, rows=bars, longest=longest),
            wide=True,
            height=0.3 + 0.165 * len(bars),
        )


def _how_to_read(effects: Effects, found: Bars) -> str:
    """Say what the bars are, and whose choices they are compared under where these are not the sheet's."""
    first = effects[0]
    house = (
        " No house was given: compared at the sample house that comes with the rulebook, "
        f"{first.decks} decks."
        if first.sample
        else ""
    )
    assumed = {bar.assumed for bars in found.values() for bar in bars if bar.assumed}
    most = "".join(f" Where the text sets no maximum, {each} are taken." for each in sorted(assumed))
    return (
        "From the default's edge, the black mark, to the edge under each choice, all other readings as the "
        f"house has them.{house}{most}"
    )


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
        return [max(each.height + (0.7 if each.says else 0.45) for each in row) for row in self._rows]

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
                width = 130 // len(pictures)
                place.suptitle(picture.title, x=0.01, ha="left", fontsize=8.5, fontweight="bold")
                place.supxlabel(fill(picture.says, width), x=0.01, ha="left", fontsize=6.5, color=GREY)
                picture.draw(place)
