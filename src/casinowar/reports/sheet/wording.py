"""One wording for who wins what players lose, and for what is on a sheet although no house offers it."""

from fractions import Fraction

from casinowar.game.book.rules import Rules
from casinowar.odds.progressive import starting_meter
from casinowar.odds.sheet import ParSheet
from casinowar.reports.numbers import dollars


def winner(rules: Rules) -> str:
    """Name who plays against the players: the house, or the bank where a player/dealer banks."""
    return "bank" if rules.book.bank else "house"


def edge(rules: Rules) -> str:
    """Name what the winner expects from a wager."""
    return "bank's edge" if rules.book.bank else "house edge"


def edge_in_words(rules: Rules) -> str:
    """Say what the edge is."""
    if rules.book.bank:
        return (
            "The bank's edge is what the player/dealer wins on average per unit of a wager that the bank "
            "covers; it is positive when the player/dealer wins. The house banks nothing and wins nothing."
        )
    return (
        "The house edge is what the house wins on average per unit of the wager; it is positive when the "
        "house wins."
    )


def if_offered(offered: object) -> str:
    """Mark what the rulebook allows and no house file offers."""
    return "" if offered else ", if offered"


def about_the_meter(sheet: ParSheet) -> str:
    """Say where the meter stands, and by whose word."""
    rules, meter = sheet.rules, sheet.progressive[0].meter
    shows = f"the meter at {dollars(Fraction(meter))}"
    if rules.house.progressive:
        return f"Counted with {shows}."
    least = ", the least that the text allows" if meter == starting_meter(rules) else ""
    return f"No house file offers the progressive wager: if it is offered, counted with {shows}{least}."
