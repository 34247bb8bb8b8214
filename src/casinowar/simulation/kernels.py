"""Which kernel deals a table: the fast one the plain table, the full one all else."""

from contextlib import suppress
from fractions import Fraction

from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import OddHalf
from casinowar.game.refusal import InputError
from casinowar.game.words import PLACES, Wager
from casinowar.simulation.dealing import AnyTable
from casinowar.simulation.full.sessions import SessionTable
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.table import NotSimulated, plan
from casinowar.simulation.request import Request


def table_of(rules: Rules, request: Request) -> AnyTable:
    """Compile the table for the kernel that can deal it."""
    hands, strategy = _hands(rules, request.seats), request.strategy
    if strategy.simple and _is_plain(rules, request):
        with suppress(NotSimulated):
            return plan(rules, request.seats, decks=request.decks, strategy=strategy.simple)
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
    """Tell whether nothing is asked for but initial and tie wagers, with one war at most."""
    again = rules.book.war is not None and rules.book.war.again is not None
    asked = (request.bank, request.depths, request.session, request.counter, request.each_round)
    law = rules.book.surrender
    rounded = law is not None and law.odd in {OddHalf.TO_PLAYER, OddHalf.TO_HOUSE}
    uneven = law and rounded and Fraction(law.forfeits) * request.unit % rules.chip
    further = Wager.DEALER_WINS in request.wagers or rules.most_ties > 1
    special = further or request.metered or any(asked) or rules.caps_payouts or rules.house.electronic
    return not (again or special or uneven)


def _hands(rules: Rules, seats: int) -> list[int]:
    """Give hands their numbers: by seats, or by terminals and the community cards that they back."""
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
