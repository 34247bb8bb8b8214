"""Which pictures a sheet has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from casinowar.game.book.house import House
from casinowar.odds.curves import SHALLOWEST
from casinowar.odds.reading_effects import ReadingEffect
from casinowar.odds.sheet import ParSheet
from casinowar.reports.numbers import counted
from casinowar.reports.par_sheet import panels_edge, panels_money, panels_readings
from casinowar.reports.par_sheet.wording import WORDS, about, filled, sentence
from casinowar.reports.pictures.page import Page, Picture
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
    own = "own_shoe" if sheet.seen else "own_decks"
    facts = {**about(sheet), "own": sentence(own, seen=len(sheet.seen))}

    def picture(name: str, draw: Callable[..., None], **drawn: object) -> Picture:
        said = WORDS.pictures[name]
        return Picture(
            name=name,
            title=filled(said.title, facts),
            says=filled(said.says, facts),
            draw=partial(draw, sheet=sheet, **drawn),
        )

    yield picture("decks", panels_edge.edge_by_decks)
    if sheet.progressive:
        yield picture("meter", panels_money.return_by_meter)
    if sheet.counter:
        fine = {"depths": detail.depths, "shallowest": detail.shallowest}
        yield picture("counter", panels_edge.counters_worth, **fine)
    if sheet.sessions:
        yield picture("session", panels_money.session_fan, numbers=detail.rounds)
    if sheet.seats:
        yield picture("seats", panels_money.operators_swings)
    if sheet.bank:
        yield picture("bank", panels_money.bank_by_size, per_unit=detail.per_unit)
    # Readings are compared in complete shoes.
    yield from _readings(() if sheet.seen else effects, facts)


def _readings(effects: Effects, facts: Mapping[str, object]) -> Iterator[Picture]:
    """List the pictures of the readings, one for each wager; the last says how all of them are read."""
    found, said = panels_readings.bars(effects), WORDS.pictures["readings"]
    longest = max((bar.choice for bars in found.values() for bar in bars), key=len, default="")
    for wager, bars in found.items():
        yield Picture(
            name="readings",
            title=filled(said.title, {**facts, "read": wager}),
            says=filled(said.says, _compared_at(effects, found)) if wager == [*found][-1] else "",
            draw=partial(panels_readings.edge_by_reading, rows=bars, longest=longest),
            wide=True,
            height=0.3 + 0.165 * len(bars),
        )


def _compared_at(effects: Effects, found: Bars) -> dict[str, str]:
    """Say whose choices the bars are compared under where these are not the sheet's."""
    first = effects[0]
    assumed = {bar.assumed for bars in found.values() for bar in bars if bar.assumed}
    return {
        "house": sentence("compared_at_the_sample", decks=counted(first.decks, "deck"))
        if first.sample
        else "",
        "most": " ".join(sentence("decks_taken", decks=each) for each in sorted(assumed)),
    }
