"""A run that nobody played, for tests of what runs are told as."""

from casinowar.game.words import Wager
from casinowar.reports.run.run import Run
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Request
from casinowar.simulation.strategies import TieStrategy

PLAYED = Run(
    request=Request(
        rulebook="maryland",
        title="Maryland: MLGCA Casino War rules, version 1.2",
        decks=6,
        seats=3,
        strategy=TieStrategy(name="war", simple=OnTie.WAR, choosing=OnTie.WAR, odds="war"),
        wagers={Wager.INITIAL: 10_00},
        rounds=4_000_000,
    ),
    hands=3,
    rounds=4_000_000,
    shoes=130_000,
    rounds_in_a_shoe=30.2,
    seed=4711,
    seconds=1.5,
    compile_seconds=0.5,
    speed=8e6,
)
