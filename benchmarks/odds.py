"""The exact odds beside a straightforward enumeration over ranks, and how their cost grows."""

import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from casinowar.odds.bank import bank
from casinowar.odds.deal_probabilities import Deals
from casinowar.odds.options import OddsOptions
from casinowar.odds.progressive import progressive
from casinowar.odds.seats import Seats
from casinowar.odds.settlement import Wagered
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import house_edge
from casinowar.rulebooks import load_rules, load_sample

TURNS = 5
WANTED_MILLISECONDS = 1.0
PAYS = {"suited four": 1000, "suited double": 200, "four": 150, "double": 30, "suited": 15, "tie": 5}


def main() -> int:
    """Measure in turns, print milliseconds and ratios, and check that both ways agree to the last digit."""
    rules = load_rules("maryland", load_sample("maryland"))
    shoe = Shoe.fresh(rules)
    parts: dict[str, tuple[Callable[[], Fraction], Callable[[], Fraction] | None]] = {
        "house edge of the initial wager": (lambda: house_edge(rules, shoe), lambda: edge_by_ranks(shoe)),
        "return of the progressive": (
            lambda: progressive(rules, shoe).fixed_return,  # type: ignore[union-attr] - this rulebook has one
            lambda: progressive_by_cards(shoe),
        ),
        "covariance of two seats": (
            lambda: Seats(rules, shoe).covariance(Wagered(1_00)) / 100**2,
            lambda: covariance_by_ranks(shoe),
        ),
        "the whole PAR sheet": (lambda: par_sheet(rules).initial[0].house_edge, None),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in parts}
    for _ in track(range(TURNS), "Measuring in turns", transient=True):
        for name, (ours, theirs) in parts.items():
            (mine, found), (plain, same) = timed(ours), timed(theirs) if theirs else (0.0, None)
            if same is not None and same != found:
                raise AssertionError(f"{name}: {found} is not {same}")
            times[name].append((mine, plain))
    console = Console()
    console.print("Exact odds, six decks (medians of processor time; both ways agree exactly)", style="bold")
    grid = Grid("", "milliseconds", "enumeration", "times as fast", box=box.SIMPLE)
    total = 0.0
    for name, measured in times.items():
        mine, plain = (statistics.median(each) for each in zip(*measured, strict=True))
        total += plain
        shown = plain or total
        what = f"{shown:,.1f}" + ("" if plain else " (those three parts)")
        grid.add_row(name, f"{mine:,.3f}", what, f"{shown / mine:,.1f}")
    console.print(grid)
    growth(console)
    single = statistics.median(mine for mine, _ in times["house edge of the initial wager"])
    verdict = "reached" if single < WANTED_MILLISECONDS else "MISSED"
    console.print(f"A single house edge in under a millisecond: {verdict} ({single:.3f} ms).")
    return 0 if single < WANTED_MILLISECONDS else 1


def growth(console: Console) -> None:
    """Print how the cost of a sheet grows with decks, and of joint deals with seats."""
    rules = load_rules("maryland")
    grid = Grid("decks", "house edge, ms", "whole sheet, ms", box=box.SIMPLE)
    for decks in track((1, 2, 4, 6, 8, 12), "Growing the shoe", transient=True):
        shoe = Shoe.fresh(rules, decks)
        single = statistics.median(timed(lambda shoe=shoe: house_edge(rules, shoe))[0] for _ in range(TURNS))
        sheet, _ = timed(lambda decks=decks: par_sheet(rules, OddsOptions(decks=decks)).initial[0].house_edge)
        grid.add_row(str(decks), f"{single:.3f}", f"{sheet:,.0f}")
    console.print(grid)
    banked = load_rules("california")
    shoe = Shoe.fresh(banked)
    grid = Grid("seats", "every joint result of both deals, ms", "a bank against them, ms", box=box.SIMPLE)
    for seats in track(range(1, 8), "Filling the table", transient=True):
        elapsed, _ = timed(lambda seats=seats: joint(shoe.of_rank, seats))
        against, _ = timed(lambda seats=seats: bank(banked, shoe, [Wagered(10_00)] * seats, 20_00))
        grid.add_row(str(seats), f"{elapsed:,.1f}", f"{against:,.1f}")
    console.print(grid)


def joint(counts: tuple[int, ...], seats: int) -> int:
    """Find the chance of every way in which seats can fall on both deals."""
    deals, results = Deals(counts), 0
    for lower, tied in product(range(seats + 1), repeat=2):
        higher = seats - lower - tied
        for worse, again in product(range(tied + 1), repeat=2) if higher >= 0 else ():
            if worse + again <= tied:
                deals.chance((lower, tied, higher), (worse, again, tied - worse - again))
                results += 1
    return results


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """Measure the processor time of a call in milliseconds."""
    start = time.process_time()
    found = work()
    return (time.process_time() - start) * 1000, found


# the straightforward way


def edge_by_ranks(shoe: Shoe) -> Fraction:
    """Enumerate player's and dealer's ranks, and on a tie those of the war."""
    left, size, net = [*shoe.of_rank], shoe.size, 0
    ranks = range(len(left))
    for mine, dealers in product(ranks, repeat=2):
        ways = left[mine] * (left[dealers] - (mine == dealers))
        if mine != dealers:
            net += (1 if mine > dealers else -1) * ways * (size - 2) * (size - 3)
            continue
        left[mine] -= 2
        for one, two in product(ranks, repeat=2):
            war = left[one] * (left[two] - (one == two))
            net += ways * war * (2 if one == two else 1 if one > two else -2)
        left[mine] += 2
    return Fraction(-net, size * (size - 1) * (size - 2) * (size - 3))


def progressive_by_cards(shoe: Shoe) -> Fraction:
    """Enumerate cards with their suits, and look up what the four of them pay."""
    left, size, pays = dict(shoe.left), shoe.size, 0
    for mine, dealers in product(left, repeat=2):
        if mine[0] != dealers[0]:
            continue
        ways = left[mine] * (left[dealers] - (mine == dealers))
        left[mine] -= 1
        left[dealers] -= 1
        for one, two in product(left, repeat=2):
            war = left[one] * (left[two] - (one == two))
            pays += ways * war * _pays(mine, dealers, one, two)
        left[mine] += 1
        left[dealers] += 1
    return Fraction(pays, size * (size - 1) * (size - 2) * (size - 3))


def _pays(mine: str, dealers: str, one: str, two: str) -> int:
    suited = mine == dealers
    if one[0] != two[0]:
        return PAYS["suited"] if suited else PAYS["tie"]
    if mine == dealers == one == two:
        return PAYS["suited four"]
    if suited and one == two:
        return PAYS["suited double"]
    return PAYS["four"] if one[0] == mine[0] else PAYS["double"]


def covariance_by_ranks(shoe: Shoe) -> Fraction:
    """Enumerate two seats' and the dealer's ranks, and on ties those of the war."""
    left, size = [*shoe.of_rank], shoe.size
    ranks = range(len(left))
    both, one_net = Fraction(0), Fraction(0)
    for cards in product(ranks, repeat=3):
        chance, cards_left = Fraction(1), size
        for card in cards:
            chance *= Fraction(left[card], cards_left)
            left[card] -= 1
            cards_left -= 1
        first, second, dealer = cards
        nets = [(seat > dealer) - (seat < dealer) for seat in (first, second)]
        if first == dealer and second == dealer:
            for one, two, three in product(ranks, repeat=3) if chance else ():
                war = left[one] * (left[two] - (one == two)) * (left[three] - (three == one) - (three == two))
                share = chance * Fraction(war, cards_left * (cards_left - 1) * (cards_left - 2))
                both += share * _war(one, three) * _war(two, three)
                one_net += share * _war(one, three)
        elif dealer in {first, second}:
            tied = 0 if first == dealer else 1
            worth = sum(
                left[one] * (left[two] - (one == two)) * _war(one, two)
                for one, two in product(ranks, repeat=2)
            )
            mean = Fraction(worth, cards_left * (cards_left - 1))
            both += chance * mean * nets[1 - tied]
            one_net += chance * (mean if tied == 0 else nets[0])
        else:
            both += chance * nets[0] * nets[1]
            one_net += chance * nets[0]
        for card in cards:
            left[card] += 1
    return both - one_net**2


def _war(mine: int, dealers: int) -> int:
    return 2 if mine == dealers else 1 if mine > dealers else -2
