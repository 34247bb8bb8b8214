"""One wording for what is on a sheet although no house offers it."""

from casinowar.odds.progressive import starting_meter
from casinowar.odds.sheet import ParSheet
from casinowar.reports.numbers import dollars


def if_offered(offered: object) -> str:
    """Mark what the rulebook allows and no house file offers."""
    return "" if offered else ", if offered"


def about_the_meter(sheet: ParSheet) -> str:
    """Say where the meter stands, and by whose word."""
    rules, meter = sheet.rules, sheet.progressive[0].meter
    shows = f"the meter at {dollars(meter)}"
    if rules.house.progressive:
        return f"Counted with {shows}."
    least = ", the least that the text allows" if meter == starting_meter(rules) else ""
    return f"No house file offers the progressive wager: if it is offered, counted with {shows}{least}."
