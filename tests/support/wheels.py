"""A bonus wheel for tests: an operator's submission, and a table that offers it."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from casinowar.game.book.bonus_spin import BonusSpinChoices, Designated, Segment, Wheel
from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.commands import PlaceWager, SpinWheel
from casinowar.game.words import Wager
from tests.support.scenario import LIMITS, Scenario, at_table

HOT_SPOT = (
    "primary jackpot",
    "secondary jackpot",
    "$1,000",
    "$600",
    "$500",
    "$400",
    "$350",
    "$300",
    "$250",
    "$200",
)
COMMUNITY = ("$150", "$100", "$75", "$50", "$40", "$35", "$30", "$25")

ALL_LOSE = "2C 3C 4C KH"
"""Every initial wager of three players loses $10, and the dealer's red king starts the wheel."""
ALL_LOSE_NO_SPIN = "2C 3C 4C KC"
THREE = {1: 5_00, 2: 5_00, 3: 5_00}


def wheel(symbols: Iterable[str]) -> Wheel:
    """Make a wheel on which every symbol has one stop."""
    segments = tuple(Segment(symbol=symbol, weight=1) for symbol in symbols)
    return Wheel(stops=len(segments), segments=segments)


BONUS_SPIN = BonusSpinChoices(
    cards=(Designated(rank="king", color="red"),),
    hot_spot=wheel(HOT_SPOT),
    community=wheel(COMMUNITY),
    primary=MeterChoices(rate="8%", initial="10000", reset="10000"),
    secondary=MeterChoices(rate="4%", initial="5000", reset="5000"),
)
"""Of each $5 wager 40 cents raise the primary meter, and 20 cents the secondary one."""


def offering(**changes: object) -> House:
    """Give a house that offers the wheel, with some of its choices changed."""
    return House(limits=LIMITS, bonus_spin=replace(BONUS_SPIN, **changes))


def at_wheel(
    shoe: str,
    wagers: Mapping[int, int],
    readings: Mapping[str, str] | None = None,
    *,
    players: int = 3,
    house: House | None = None,
) -> Scenario:
    """Seat players with $10 initial wagers and these bonus spin wagers; no more bets is not called yet."""
    scenario = at_table("maryland", cards=shoe, players=players, house=house or offering(), readings=readings)
    scenario.wagers(dict.fromkeys(range(1, players + 1), 10_00))
    return scenario.when(*(spin_wager(seat, amount) for seat, amount in wagers.items()))


def spin_wager(seat: int, amount: int = 5_00) -> PlaceWager:
    """Make a bonus spin wager."""
    return PlaceWager(hand=seat, wager=Wager.BONUS_SPIN, amount=amount)


def stop(seat: int, hot_spot: str, community: str = "") -> SpinWheel:
    """Say where the wheel stopped."""
    return SpinWheel(hand=seat, hot_spot=hot_spot, community=community)


def winnings(scenario: Scenario) -> dict[str, int]:
    """Tell what the wheel paid each player, who lost $10 on the initial wager and $5 on this one."""
    return {player: chips - 1_000_00 + 15_00 for player, chips in scenario.table.chips.items()}


def meters(scenario: Scenario) -> tuple[int, int]:
    """Tell what the primary and the secondary meter show."""
    return scenario.table.meters["primary"], scenario.table.meters["secondary"]
