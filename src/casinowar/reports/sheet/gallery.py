"""Which pictures a sheet has."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from casinowar.game.book.house import House
from casinowar.odds.curves import SHALLOWEST
from casinowar.odds.readings import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.names import edge
from casinowar.reports.numbers import counted
from casinowar.reports.pictures.page import Page, Picture
from casinowar.reports.sheet import panels_edge, panels_money, panels_readings
from casinowar.reports.sheet.wording import if_offered
from casinowar.version import made_with

Effects = Sequence[ReadingEffect]
Bars = dict[str, list[panels_readings.ReadingBar]]


class Detail(Struct, frozen=True):
    """How finely the slow pictures are drawn."""

    depths: int = 22
    shallowest: float = SHALLOWEST
    """The largest share of unseen cards at which a counter is followed, which takes longest."""
    rounds: tuple[int, ...] = panels_money.ROUNDS
    per_unit: int = 10


FINE: Final = Detail()


def page(sheet: ParSheet, effects: Effects) -> Page:
    """Put every picture that the sheet has something for on one page, with what they were drawn for."""
    allowed = "" if sheet.decks_allowed else ", which the rulebook does not allow"
    house = "none" if sheet.rules.house == House() else sheet.rules.house.name
    seen = f" · {counted(len(sheet.seen), 'card')} seen" if sheet.seen else ""
    return Page(
        heading=sheet.rules.book.title,
        below=f"{counted(sheet.decks, 'deck')}{allowed} · house: {house}{seen} · {made_with()}",
        pictures=tuple(gallery(sheet, effects)),
    )


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
        f"{counted(first.decks, 'deck')}."
        if first.sample
        else ""
    )
    assumed = {bar.assumed for bars in found.values() for bar in bars if bar.assumed}
    most = "".join(f" Where the text sets no maximum, {each} are taken." for each in sorted(assumed))
    return (
        "From the default's edge, the black mark, to the edge under each choice, all other readings as the "
        f"house has them.{house}{most}"
    )
