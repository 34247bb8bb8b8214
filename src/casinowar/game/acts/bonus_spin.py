"""The bonus wheel: when it is spun, where it may stop, and what it pays."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.layout import in_round
from casinowar.game.acts.payout_limit import limited, payable
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing, SmallWager, Symbol
from casinowar.game.book.meters import MeterChoices, Winners
from casinowar.game.book.rules import Rules
from casinowar.game.due.wheel import spins_in_turn
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Wager


def opening(rules: Rules) -> e.Events:
    """Put both meters up when the table opens, where the wager is offered."""
    meters = _meters(rules).items()
    return tuple(e.MeterStarted(meter=name, amount=cents(meter.initial)) for name, meter in meters)


def _meters(rules: Rules) -> dict[str, MeterChoices]:
    offered = rules.house.bonus_spin
    return {"primary": offered.primary, "secondary": offered.secondary} if offered else {}


def raised(rules: Rules, current: Round, seats: tuple[int, ...]) -> Iterator[e.Event]:
    """Raise both meters by their share of the wagers, once these are closed."""
    total = sum(current.hands[seat].on_layout(Wager.BONUS_SPIN) for seat in seats)
    for name, meter in _meters(rules).items():
        if share := meter.raised_by(total):
            yield e.MeterRaised(meter=name, amount=share)


def raised_late(rules: Rules, placed: e.WagerPlaced) -> Iterator[e.Event]:
    """Raise both meters by their share of a wager that was made after no more bets."""
    for name, meter in _meters(rules).items():
        yield e.MeterRaised(meter=name, amount=meter.raised_by(placed.amount))


def lowered(rules: Rules, hand: Hand) -> Iterator[e.Event]:
    """Take back from both meters what the wager of a void hand had added."""
    if wager := hand.on_layout(Wager.BONUS_SPIN):
        for name, meter in _meters(rules).items():
            yield e.MeterRaiseReversed(meter=name, amount=meter.raised_by(wager))


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
    current, law, offered = in_round(table), rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        raise Refusal(Reason.NOT_PROVIDED_FOR)
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
    meters = dict(table.meters)
    one = law.goes_to.value is HotSpot.ONE_POSITION
    symbols = [community if one and seat != command.hand else hot for seat in seats]
    for place, (seat, symbol) in enumerate(zip(seats, symbols, strict=True)):
        hand = current.hands[seat]
        if symbol is not None and not hand.forfeited:
            same = [
                each for each, shown in zip(seats[place:], symbols[place:], strict=True) if shown == symbol
            ]
            winners = _winners_left(law, current, tuple(same), symbol)
            events += limited(rules, current, hand, _paid(rules, meters, current, seat, symbol, winners))
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


def _winners_left(law: BonusSpin, current: Round, seats: tuple[int, ...], symbol: Symbol) -> int:
    """Count among how many a meter is still to be divided; one where each is paid in turn."""
    if law.winners.value is Winners.IN_TURN or not symbol.meter:
        return 1
    return sum(not current.hands[seat].forfeited for seat in seats)


def _paid(
    rules: Rules, meters: dict[str, Cents], current: Round, seat: int, symbol: Symbol, winners: int
) -> Iterator[e.Event]:
    """Pay a symbol's amount or meter, in the share that the size of the wager has."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return
    wager = current.hands[seat].on_layout(Wager.BONUS_SPIN)
    share = min(Fraction(1), Fraction(wager, cents(law.amounts.value[0])))
    small = law.small_wager.value if law.small_wager and share < 1 else None
    if symbol.meter and small is not SmallWager.OWN_TABLE:
        if small is SmallWager.NO_PROGRESSIVE:
            return
        amount = int(share * meters[symbol.meter] / winners)
        amount = payable(rules, current, current.hands[seat], Wager.BONUS_SPIN, amount)
        if amount:
            yield e.MeterPaid(meter=symbol.meter, hand=seat, wager=Wager.BONUS_SPIN, amount=amount)
        meters[symbol.meter] -= amount
        reset = cents(_meters(rules)[symbol.meter].reset)
        if share == 1 and winners == 1 and reset > meters[symbol.meter]:
            yield e.MeterRestarted(meter=symbol.meter, amount=reset - meters[symbol.meter])
            meters[symbol.meter] = reset
        return
    amount = int(share * cents(symbol.pays or "0"))
    if small is SmallWager.OWN_TABLE:
        own = next((each for each in offered.small_wager_pays if each.symbol == symbol.symbol), None)
        pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
        amount = cents(pays) if pays else 0
    if amount:
        yield e.WagerPaid(hand=seat, wager=Wager.BONUS_SPIN, amount=amount)
