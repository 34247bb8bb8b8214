"""Tables with a player/dealer: who banks, how much, and who wins."""

from msgspec.structs import replace

from casinowar.game.book.cited_values import Cited
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.variants import Made, MatchFate, Runs
from casinowar.game.commands import DeclineBank, TakeBank
from casinowar.game.refusal import InputError
from casinowar.game.words import Act
from casinowar.rulebooks.consistency import problems
from tests.support.scenario import Scenario, at_table

BANKER = 5


def banked(amount: int, cards: str, readings: dict[str, str] | None = None, banker: int = BANKER) -> Scenario:
    """Seat five players, have the one at seat 5 bank this amount, and rig the cards."""
    scenario = at_table("california", bankers=False, players=5, chips=10_000_00, readings=readings)
    while scenario.due.seat != banker:
        scenario.when(DeclineBank(seat=scenario.due.seat or 0)).attended()
    return scenario.when(TakeBank(seat=banker, amount=amount)).next_cards(cards)


def banked_instead(book: Rulebook, of: Rulebook) -> Rulebook:
    """Let a player bank a game that the house banked, and match its wars; drop wagers that no bank knows."""
    war = book.war
    if war is not None and war.match is None:
        war = replace(
            war,
            match=Cited(clause="made up"),
            won=replace(war.won, match=MatchFate.PAID),
            tied=replace(war.tied, match=MatchFate.PAID),
            lost=replace(war.lost, match=MatchFate.COLLECTED),
        )
    tie = book.wagers.tie and replace(
        book.wagers.tie, in_a_row=(), runs=Runs.WITH_INITIAL, made=Made.WITH_INITIAL
    )
    wagers = replace(book.wagers, tie=tie, dealer_wins=None, payout_limit=None)
    made = replace(book, bank=of.bank, war=war, wagers=wagers)
    for place, problem in problems(made):
        raise InputError(f"{place}: {problem}")
    return made


def nets(scenario: Scenario) -> dict[str, int]:
    """Tell what each player has won or lost."""
    return {player: chips - 10_000_00 for player, chips in scenario.table.chips.items()}


def won(scenario: Scenario) -> list[int]:
    """Tell what the players at seats 1, 2 and so on have won or lost, in dollars."""
    by_player = nets(scenario)
    return [by_player[player] // 100 for _, player in sorted(scenario.table.seats.items())]


def players(number: int, readings: dict[str, str] | None = None, house: House | None = None) -> Scenario:
    """Seat players, any of whom may bank."""
    return at_table("california", bankers=False, players=number, readings=readings, house=house)


def banks(table: Scenario, seat: int, rounds: int = 1) -> Scenario:
    """Have the player at a seat, who is asked, bank rounds in which somebody wins $10.00."""
    for _ in range(rounds):
        assert table.due.seat == seat
        table.when(TakeBank(seat=seat, amount=100_00)).next_cards("KC 2C")
        other = next(each for each in table.table.seats if each != seat)
        table.wagers({other: 10_00}).dealt()
    return table


def declines(table: Scenario, *seats: int) -> Scenario:
    """Have the players at seats, who are asked in this order, decline the bank."""
    for seat in seats:
        assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, seat)
        table.when(DeclineBank(seat=seat)).attended()
    return table
