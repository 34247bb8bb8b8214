"""The bonus wheel: when it is spun, where it may stop, and what it pays."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.payout_limit import limited
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing, SmallWager, Symbol
from casinowar.game.book.meters import Winners
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import spins_in_turn
from casinowar.game.evolve import evolve_all
from casinowar.game.money import cents
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Wager


def raised(rules: Rules, current: Round, seats: tuple[int, ...]) -> Iterator[e.Event]:
    """Raise both meters by their share of the wagers, once these are closed."""
    total = sum(current.hands[seat].on_layout(Wager.BONUS_SPIN) for seat in seats)
    return meters.raised(rules, Wager.BONUS_SPIN, total)


def spinning_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    """List the hands with bonus spin wagers, in the order of settling."""
    return tuple(hand for hand in order if current.hands[hand].on_layout(Wager.BONUS_SPIN))


def collect_bonus_spin(_rules: Rules, table: Table, _command: c.CollectBonusSpin) -> e.Events:
    """Collect the wagers, because the dealer's card is not a designated one."""
    current = in_round(table)
    return (*_collected(current, current.to_spin), e.BonusSpinSettled(hands=current.to_spin))


def _collected(current: Round, seats: tuple[int, ...]) -> Iterator[e.Event]:
    for seat in seats:
        amount = current.hands[seat].on_layout(Wager.BONUS_SPIN)
        yield e.WagerCollected(hand=seat, wager=Wager.BONUS_SPIN, amount=amount)


def spin_wheel(rules: Rules, table: Table, command: c.SpinWheel) -> e.Events:
    """Pay what the wheel stopped on: the hot spot to one position, the community's to all others."""
    current = in_round(table)
    law, offered = provided(rules.book.bonus_spin), provided(rules.house.bonus_spin)
    _check_stop(law, offered, current, command)
    seats = spins_in_turn(rules, current)
    if law.goes_to.value is HotSpot.EACH_SPIN:
        if command.hand != seats[0]:
            raise Refusal(Reason.SPIN_NOT_YET, law.settled.clause, turn=seats[0], seat=command.hand)
        seats = seats[:1]
    hot = _symbol(law.hot_spot, command.hot_spot)
    community = _symbol(law.community, command.community) if command.community else None
    events: list[e.Event] = [
        e.WheelSpun(hand=command.hand, hot_spot=command.hot_spot, community=command.community)
    ]
    one = law.goes_to.value is HotSpot.ONE_POSITION
    shown = [(current.hands[seat], community if one and seat != command.hand else hot) for seat in seats]
    winning = [(hand, symbol) for hand, symbol in shown if symbol is not None and not hand.forfeited]
    for place, (hand, symbol) in enumerate(winning):
        divided = symbol.meter and law.winners.value is Winners.DIVIDED
        left = sum(other == symbol for _, other in winning[place:]) if divided else 1
        paid = [*limited(rules, current, hand, _paid(rules, table, law, hand, symbol, left))]
        table = evolve_all(table, paid)
        events += paid
    events += _collected(current, seats)
    return (*events, e.BonusSpinSettled(hands=seats))


def _check_stop(law: BonusSpin, offered: BonusSpinChoices, current: Round, command: c.SpinWheel) -> None:
    """Refuse a stop that the wheel does not have."""
    if command.hand not in current.to_spin:
        raise Refusal(Reason.NO_SUCH_WAGER, law.offer.clause, wager=Wager.BONUS_SPIN, seat=command.hand)
    if command.hot_spot not in {segment.symbol for segment in offered.hot_spot.segments}:
        raise Refusal(Reason.NOT_ON_THE_WHEEL, law.offer.clause, symbol=command.hot_spot)
    if law.goes_to.value is not HotSpot.ONE_POSITION:
        wanted = {""}
    elif law.symbols.value is Pairing.PAIRED:
        wanted = {paired(law, command.hot_spot)}
    else:
        wanted = {segment.symbol for segment in offered.community.segments} if offered.community else {""}
    if command.community not in wanted:
        raise Refusal(Reason.NOT_ON_THE_WHEEL, law.offer.clause, symbol=command.community or "nothing")


def paired(law: BonusSpin, hot_spot: str) -> str:
    """Find the community symbol that goes with a hot spot symbol, in the order of both tables."""
    fixed = [symbol.symbol for symbol in law.hot_spot if symbol.pays]
    if hot_spot not in fixed:
        return law.community[0].symbol
    return law.community[min(fixed.index(hot_spot), len(law.community) - 1)].symbol


def _symbol(table: tuple[Symbol, ...], symbol: str) -> Symbol:
    return next(each for each in table if each.symbol == symbol)


def _paid(
    rules: Rules, table: Table, law: BonusSpin, hand: Hand, symbol: Symbol, winners: int
) -> Iterator[e.Event]:
    """Pay a symbol's amount or meter, in the share that the size of the wager has."""
    wager = hand.on_layout(Wager.BONUS_SPIN)
    share = min(Fraction(1), Fraction(wager, cents(law.amounts.value[0])))
    small = law.small_wager.value if law.small_wager and share < 1 else None
    if symbol.meter and small is not SmallWager.OWN_TABLE:
        if small is not SmallWager.NO_PROGRESSIVE:
            whole = share == 1 and winners == 1
            yield from meters.paid(
                rules, table, hand, Wager.BONUS_SPIN, symbol.meter, share / winners, restarts=whole
            )
        return
    amount = int(share * cents(symbol.pays or "0"))
    if small is SmallWager.OWN_TABLE:
        offered = provided(rules.house.bonus_spin).small_wager_pays
        own = next((each for each in offered if each.symbol == symbol.symbol), None)
        pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
        amount = cents(pays) if pays else 0
    if amount:
        yield e.WagerPaid(hand=hand.number, wager=Wager.BONUS_SPIN, amount=amount)
