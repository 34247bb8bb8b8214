"""Kernel selection, and one interface to deal blocks with the fast kernel, the full one, or sessions."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import OddHalf
from casinowar.game.refusal import InputError
from casinowar.game.words import PLACES, Wager
from casinowar.simulation.full.sessions import SessionTable, SessionTally
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally, Standing
from casinowar.simulation.plain.blocks import deal_block, deal_rest, most_rounds
from casinowar.simulation.plain.table import NotSimulated, PlainTable, plain_table
from casinowar.simulation.plain.tally import Tally
from casinowar.simulation.request import Request

AnyTable = PlainTable | FullTable | SessionTable
AnyTally = Tally | FullTally | SessionTally
Standings = Mapping[int, Standing]
"""The state between blocks of each table whose meters go on."""


# selection


def compile_table(rules: Rules, request: Request) -> AnyTable:
    """Compile the table for the fast kernel if that can deal it, else for the full one."""
    hands, strategy = _hands(rules, request.seats), request.strategy
    if strategy.simple and _is_plain(rules, request):
        with suppress(NotSimulated):
            return plain_table(rules, request.seats, decks=request.decks, strategy=strategy.simple)
    full = FullTable.of(
        rules,
        dict.fromkeys(hands, request.wagers),
        decks=request.decks,
        strategy=strategy.choosing,
        # The player/dealer sits at the last seat.
        bank=(rules.seats, request.covered_by) if request.covered_by else (0, 0),
        counter=None if request.counter is None else Fraction(request.counter),
        depths=request.depths,
        tables=request.tables,
    )
    return SessionTable.of(rules, full, request.session) if request.session else full


def _is_plain(rules: Rules, request: Request) -> bool:
    """Check for a plain table: only initial and tie wagers, and one war at most."""
    again = rules.book.war is not None and rules.book.war.again is not None
    asked = (request.bank, request.depths, request.session, request.counter, request.each_round)
    law = rules.book.surrender
    rounded = law is not None and law.odd in {OddHalf.TO_PLAYER, OddHalf.TO_HOUSE}
    uneven = law and rounded and Fraction(law.forfeits) * request.unit % rules.chip
    further = Wager.DEALER_WINS in request.wagers or rules.most_ties > 1
    special = further or request.metered or any(asked) or rules.caps_payouts or rules.house.electronic
    return not (again or special or uneven)


def _hands(rules: Rules, seats: int) -> list[int]:
    """Assign numbers to hands: by seat, or by terminal and the community cards that it backs."""
    electronic, law = rules.house.electronic, rules.book.electronic
    most = rules.seats - 1 if rules.book.bank else rules.seats
    if not 1 <= seats <= most:
        raise InputError(f"At this table 1 to {most} seats can wager, not {seats}.")
    if electronic and law:
        cards = electronic.community_cards
        return [
            terminal * PLACES + card
            for terminal in range(1, seats + 1)
            for card in range(1, cards + 1)
            if law.backing.value is Backing.ALL or card == (terminal - 1) % cards + 1
        ]
    return list(range(1, seats + 1))


# blocks


def nothing(table: AnyTable) -> AnyTally:
    kinds: Mapping[type, type[AnyTally]] = {
        PlainTable: Tally,
        FullTable: FullTally,
        SessionTable: SessionTally,
    }
    return kinds[type(table)]()


def deal(table: AnyTable, seed: int, number: int, standings: Standings, left: int | None = None) -> AnyTally:
    """Deal one block, or exactly the rest of a run, which is less than a block."""
    match table:
        case PlainTable():
            return deal_block(table, seed, number) if left is None else deal_rest(table, seed, number, left)
        case FullTable():
            standing = standings.get(number % table.tables) if table.tables else None
            return table.block(seed, number, rounds=left, standing=standing)
        case SessionTable():
            return table.block(seed, number, most=left)


def most_of(table: AnyTable) -> int:
    """Count the rounds, or sessions, that a block has at most."""
    match table:
        case PlainTable():
            return most_rounds(table)
        case FullTable():
            return table.most_rounds
        case SessionTable():
            return table.sessions_in_a_block


def side_by_side(table: AnyTable) -> int | None:
    """Count the blocks that can be dealt in parallel; None means any number."""
    return table.tables or None if isinstance(table, FullTable) else None


def standings_of(tally: AnyTally) -> Standings:
    return tally.standing if isinstance(tally, FullTally) else {}
