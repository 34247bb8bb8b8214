"""Three-seat rounds through the automatic dealer beside PokerKit's heads-up fixed-limit hands."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from operator import truediv

from pokerkit import Automation, FixedLimitTexasHoldem
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from casinowar.game import commands as c
from casinowar.game.automatic import attend
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.chance import OpenSource
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import next_duty
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Act, Role, Wager
from casinowar.rulebooks import load_rules, names
from casinowar.rulebooks.default_limits import with_limits

WANTED = 20
SEATS = (1, 2, 3)
BANKERS = (7, 8)
"""Where a player banks, these two take turns."""
ANSWERS: dict[Act, Callable[[int], c.Command]] = {
    Act.CHOOSE: lambda seat: c.GoToWar(hand=seat),
    Act.ANSWER_TIE_OFFER: lambda seat: c.DeclineTieWager(hand=seat),
    Act.ANSWER_CUT: lambda seat: c.RefuseCut(seat=seat),
    Act.ANSWER_BANK: lambda seat: (
        c.TakeBank(seat=seat, amount=10**9) if seat in BANKERS else c.DeclineBank(seat=seat)
    ),
}
"""The players' answers when the automatic dealer waits for them."""
TURNS = 40
SECONDS = 0.1
"""Many short turns, so that a slow phase of the machine slows both programs."""


def main() -> int:
    """Measure both in turns, and print rounds and hands per second and the ratio within a turn."""
    bench = {name: rounds(name) for name in names()}
    bench["maryland, tie wagers too"] = rounds("maryland", tie=True)
    bench["PokerKit"] = poker()
    speeds: dict[str, list[float]] = {name: [] for name in bench}
    for _ in track(range(TURNS), "Measuring in turns", transient=True):
        for name, play in bench.items():
            speeds[name].append(per_second(play))
    hands = speeds.pop("PokerKit")
    ratios = {name: statistics.median(map(truediv, speed, hands)) for name, speed in speeds.items()}
    grid = Grid("on one core", "per second", "times PokerKit", box=box.SIMPLE)
    for name, speed in speeds.items():
        grid.add_row(f"three-seat rounds, {name}", f"{statistics.median(speed):,.0f}", f"{ratios[name]:.1f}")
    grid.add_row("PokerKit, heads-up fixed-limit hands", f"{statistics.median(hands):,.0f}", "1.0")
    slowest = min(ratios.values())
    console = Console()
    console.print("The rules engine through the automatic dealer (medians of processor time)", style="bold")
    console.print(grid)
    verdict = "reached" if slowest >= WANTED else "MISSED"
    console.print(f"At least {WANTED} times as many rounds: {verdict} (slowest {slowest:.1f}).")
    return 0 if slowest >= WANTED else 1


def per_second(play: Iterator[None]) -> float:
    """Count the steps of an endless iterator per second of processor time."""
    steps, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        next(play)
        steps += 1
    return steps / elapsed


def rounds(rulebook: str, *, tie: bool = False) -> Iterator[None]:
    """Play three-seat rounds without end: every tie goes to war, with real shuffles and cuts."""
    rules = load_rules(rulebook, House(limits={Wager.INITIAL: Limit(minimum="5", maximum="500")}))
    rules = Rules(rules.book, with_limits(rules.book, rules.house))
    chance = random.Random(1)
    shuffling = shuffled(chance)
    table = then(rules, CLOSED, c.OpenTable())
    for seat in (*SEATS, *(BANKERS if rules.book.bank else ())):
        table = then(rules, table, c.Sit(player=f"player {seat}", seat=seat, chips=10**11))
    wagers = [c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00) for seat in SEATS]
    wagers += [c.PlaceWager(hand=seat, wager=Wager.TIE, amount=5_00) for seat in SEATS if tie]
    commands = [*wagers, c.CallNoMoreBets(by=Role.AUTOMATIC)]
    table = until_betting(rules, table, shuffling)
    while True:
        for command in commands:
            table = then(rules, table, command)
        table = until_betting(rules, table, shuffling)
        yield


def until_betting(
    rules: Rules, table: Table, shuffling: Callable[[tuple[Card, ...]], tuple[Card, ...]]
) -> Table:
    """Let dealer and floorperson attend, and answer for the players, until wagers can be placed."""
    while True:
        for deed in attend(rules, table, OpenSource(shuffling), floorperson=True):
            table = deed.tables[-1]
        duty = next_duty(rules, table)
        answer = ANSWERS.get(duty.act)
        if answer is None or duty.seat is None:
            return table
        table = then(rules, table, answer(duty.seat))


def then(rules: Rules, table: Table, command: c.Command) -> Table:
    """Give a command."""
    return evolve_all(table, decide(rules, table, command))


def shuffled(chance: random.Random) -> Callable[[tuple[Card, ...]], tuple[Card, ...]]:
    """Shuffle with a given source of chance."""
    return lambda cards: tuple(chance.sample(cards, len(cards)))


def poker() -> Iterator[None]:
    """Play heads-up fixed-limit hands without end with PokerKit, fully automated, both players calling."""
    while True:
        state = FixedLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 200, 2)
        while state.status:
            state.check_or_call()
        yield
