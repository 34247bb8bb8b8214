"""The bonus wheel: when it is spun, where it may stop, and what it pays."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters, verification
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.payout_limit import limited
from casinowar.game.acts.preparation import steps_of
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing, SmallWager, Symbol
from casinowar.game.book.meters import Winners
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import spins_in_turn
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, cents
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Step, Table, WheelStop
from casinowar.game.words import Wager


def spinning_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    """List the hands with bonus spin wagers, in the order of settling."""
    return tuple(hand for hand in order if current.hands[hand].on_layout(Wager.BONUS_SPIN))


def collect_bonus_spin(_rules: Rules, table: Table, _command: c.CollectBonusSpin) -> e.Events:
    """Settle the wagers as lost, because the dealer's card is not a designated one."""
    return (e.BonusSpinSettled(hands=in_round(table).to_spin),)


def spin_wheel(rules: Rules, table: Table, command: c.SpinWheel) -> e.Events:
    """Say where the wheel stopped; what it pays is paid at once, but a jackpot is verified first."""
    current = in_round(table)
    law, offered = provided(rules.book.bonus_spin), provided(rules.house.bonus_spin)
    _check_stop(law, offered, current, command)
    turn = spins_in_turn(rules, current)[0]
    if law.goes_to.value is HotSpot.EACH_SPIN and command.hand != turn:
        raise Refusal(Reason.SPIN_NOT_YET, law.settled.clause, turn=turn, seat=command.hand)
    stop = WheelStop(command.hand, command.hot_spot, command.community)
    steps = _verifying(rules, law, table, _winning(rules, law, current, stop))
    spun = e.WheelSpun(hand=stop.hand, hot_spot=stop.hot_spot, community=stop.community, verified=bool(steps))
    if steps:
        return (spun, e.StepsInserted(steps=steps))
    return (spun, *_settled(rules, law, table, stop))


def pay_bonus_spin(rules: Rules, table: Table, _command: c.PayBonusSpin) -> e.Events:
    """Pay what the wheel stopped on, now that it is verified."""
    stop = provided(in_round(table).wheel)
    return _settled(rules, provided(rules.book.bonus_spin), table, stop)


def denied(rules: Rules, table: Table) -> e.Events:
    """Pay no jackpot, but to all others what the wheel stopped on."""
    law, stop = provided(rules.book.bonus_spin), provided(in_round(table).wheel)
    return _settled(rules, law, table, stop, jackpots=False)


def spun_for(rules: Rules, law: BonusSpin, current: Round) -> tuple[int, ...]:
    """List the hands that a spin decides: all, or the next where each has a spin of its own."""
    hands = spins_in_turn(rules, current)
    return hands[:1] if law.goes_to.value is HotSpot.EACH_SPIN else hands


def _winning(rules: Rules, law: BonusSpin, current: Round, stop: WheelStop) -> list[tuple[Hand, Symbol]]:
    """Find who gets which symbol: one the hot spot's and all others the community's, or all the first."""
    hot = _symbol(law.hot_spot, stop.hot_spot)
    community = _symbol(law.community, stop.community) if stop.community else None
    one = law.goes_to.value is HotSpot.ONE_POSITION
    hands = [current.hands[number] for number in spun_for(rules, law, current)]
    shown = [(hand, community if one and hand.number != stop.hand else hot) for hand in hands]
    return [(hand, symbol) for hand, symbol in shown if symbol is not None and not hand.forfeited]


def _verifying(
    rules: Rules, law: BonusSpin, table: Table, winning: Iterable[tuple[Hand, Symbol]]
) -> tuple[Step, ...]:
    """List what is verified and validated before a meter is paid."""
    jackpots = [
        int(_share(law, hand) * table.meters[symbol.meter])
        for hand, symbol in winning
        if symbol.meter and _is_jackpot(law, hand, symbol)
    ]
    if not jackpots:
        return ()
    validating = verification.validating(rules, law.validation, max(jackpots), from_meter=True)
    return steps_of(law.on_a_jackpot) + validating


def _settled(
    rules: Rules, law: BonusSpin, table: Table, stop: WheelStop, *, jackpots: bool = True
) -> e.Events:
    """Pay every position its symbol, meters in turn or divided, and settle the wagers."""
    current = in_round(table)
    winning = _winning(rules, law, current, stop)
    if not jackpots:
        winning = [each for each in winning if not _is_jackpot(law, *each)]
    events: list[e.Event] = []
    for place, (hand, symbol) in enumerate(winning):
        divided = symbol.meter and law.winners.value is Winners.DIVIDED
        left = sum(other.meter == symbol.meter for _, other in winning[place:]) if divided else 1
        paid = [*limited(rules, current, hand, _paid(rules, table, law, hand, symbol, left))]
        if law.gives_chip_back and _is_won(rules, law, hand, symbol):
            chip = hand.placed(Wager.BONUS_SPIN)
            paid.append(e.WagerPaid(hand=hand.number, wager=Wager.BONUS_SPIN, amount=chip))
        table = evolve_all(table, paid)
        events += paid
    return (*events, e.BonusSpinSettled(hands=spun_for(rules, law, current)))


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


def _share(law: BonusSpin, hand: Hand) -> Fraction:
    """Find the share of every amount that the size of a wager has."""
    return min(Fraction(1), Fraction(hand.placed(Wager.BONUS_SPIN), cents(law.amounts.value[0])))


def _small(law: BonusSpin, hand: Hand) -> SmallWager | None:
    """Find what a wager below the table's size pays, if this is one."""
    return law.small_wager.value if law.small_wager and _share(law, hand) < 1 else None


def _wins_meters(law: BonusSpin, hand: Hand) -> bool:
    """Tell whether a wager of this size can be paid from a meter."""
    return _small(law, hand) not in {SmallWager.OWN_TABLE, SmallWager.NO_PROGRESSIVE}


def _is_jackpot(law: BonusSpin, hand: Hand, symbol: Symbol) -> bool:
    """Tell whether a symbol pays a hand from a meter."""
    return symbol.meter is not None and _wins_meters(law, hand)


def _paid(
    rules: Rules, table: Table, law: BonusSpin, hand: Hand, symbol: Symbol, winners: int
) -> Iterator[e.Event]:
    """Pay a symbol's amount or meter, in the share that the size of the wager has."""
    share, small = _share(law, hand), _small(law, hand)
    if symbol.meter and small is not SmallWager.OWN_TABLE:
        if _wins_meters(law, hand):
            whole = share == 1 and winners == 1
            yield from meters.paid(
                rules, table, hand, Wager.BONUS_SPIN, symbol.meter, share / winners, restarts=whole
            )
        return
    if amount := _fixed(rules, law, hand, symbol):
        yield e.WagerPaid(hand=hand.number, wager=Wager.BONUS_SPIN, amount=amount)


def _fixed(rules: Rules, law: BonusSpin, hand: Hand, symbol: Symbol) -> Cents:
    """Tell what a symbol pays by a table: the book's, or for a small wager the operator's own."""
    if _small(law, hand) is not SmallWager.OWN_TABLE:
        return int(_share(law, hand) * cents(symbol.pays or "0"))
    offered = provided(rules.house.bonus_spin).small_wager_pays
    own = next((each for each in offered if each.symbol == symbol.symbol), None)
    pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
    return cents(pays) if pays else 0


def _is_won(rules: Rules, law: BonusSpin, hand: Hand, symbol: Symbol) -> bool:
    """Tell whether a symbol pays a hand anything, by a table or from a meter."""
    return _is_jackpot(law, hand, symbol) or _fixed(rules, law, hand, symbol) > 0
