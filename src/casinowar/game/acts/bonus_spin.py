"""The bonus wheel: when it is spun, where it may stop, and what it pays."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters, payout_validation
from casinowar.game.acts.layout import in_round, paid_from, provided
from casinowar.game.acts.payout_limit import limited
from casinowar.game.acts.preparation import inserted, steps_of
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing, SmallWager, Symbol
from casinowar.game.book.cited_values import joined
from casinowar.game.book.meters import Winners
from casinowar.game.book.rules import Rules
from casinowar.game.due.hands import spins_in_turn, spins_still_in
from casinowar.game.evolve import evolve_all
from casinowar.game.money import Cents, cents
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Step, Table, WheelStop
from casinowar.game.words import Role, Wager, position

Drawing = Callable[[int], int]
"""Where chance comes in: gives one of so many numbers, from 0 up."""


def spinning_order(current: Round, order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(hand for hand in order if current.hands[hand].on_layout(Wager.BONUS_SPIN))


def collect_bonus_spin(rules: Rules, table: Table, _command: c.CollectBonusSpin) -> e.Events:
    """Settle the wagers as lost: the dealer's card is not a designated one, or none of them is still in."""
    clause = provided(rules.book.bonus_spin).settled.clause
    return (e.BonusSpinSettled(hands=in_round(table).to_spin, clause=clause),)


def spin_wheel(rules: Rules, table: Table, command: c.SpinWheel) -> e.Events:
    """Say where the wheel stopped; what it pays is paid at once, but a jackpot is verified first.

    What the table inventory cannot pay is paid after a fill: the wheel stays where it stopped.
    """
    current = in_round(table)
    law, offered = provided(rules.book.bonus_spin), provided(rules.house.bonus_spin)
    _check_stop(law, offered, current, command)
    turn = spins_still_in(spins_in_turn(rules, current), current)[0]
    if law.goes_to.value is HotSpot.EACH_SPIN and command.hand != turn:
        raise Refusal(Reason.SPIN_NOT_YET, law.settled.clause, turn=turn, seat=command.hand)
    stop = WheelStop(command.hand, command.hot_spot, command.community)
    steps = _verifying(rules, law, table, stop)
    spun = e.WheelSpun(
        hand=stop.hand,
        hot_spot=stop.hot_spot,
        community=stop.community,
        verified=bool(steps),
        clause=law.offer.clause,
    )
    if steps:
        return (spun, inserted(steps))
    settled = _settled(rules, law, table, stop)
    return (spun, *(paid_from(table, settled, again=False) if table.counted else settled))


def pay_bonus_spin(rules: Rules, table: Table, _command: c.PayBonusSpin) -> e.Events:
    """Pay what the wheel stopped on, now that a jackpot is verified or a fill has come.

    A meter may have risen since to what is validated.
    """
    law, current = provided(rules.book.bonus_spin), in_round(table)
    stop = provided(current.wheel)
    if not current.validated and (steps := _validating(rules, law, table, stop)):
        return (inserted(steps),)
    return _settled(rules, law, table, stop)


def denied(rules: Rules, table: Table) -> e.Events:
    """Pay no jackpot, but to all others what the wheel stopped on."""
    law, stop = provided(rules.book.bonus_spin), provided(in_round(table).wheel)
    return _settled(rules, law, table, stop, jackpots=False)


def _spun_for(rules: Rules, law: BonusSpin, current: Round, stop: WheelStop) -> tuple[int, ...]:
    """List the hands that a spin decides: all, or one where each has a spin of its own."""
    return (stop.hand,) if law.goes_to.value is HotSpot.EACH_SPIN else spins_in_turn(rules, current)


def _winning(rules: Rules, law: BonusSpin, current: Round, stop: WheelStop) -> list[tuple[Hand, Symbol]]:
    """Find who gets which symbol: one the hot spot's and all others the community's, or all the first."""
    hot = _symbol(law.hot_spot, stop.hot_spot)
    community = _symbol(law.community, stop.community) if stop.community else None
    one = law.goes_to.value is HotSpot.ONE_POSITION
    still_in = spins_still_in(_spun_for(rules, law, current, stop), current)
    shown = [
        (current.hands[number], community if one and number != stop.hand else hot) for number in still_in
    ]
    return [(hand, symbol) for hand, symbol in shown if symbol is not None]


def verifying(rules: Rules, table: Table) -> tuple[Step, ...]:
    return _verifying(rules, provided(rules.book.bonus_spin), table, provided(in_round(table).wheel))


def _verifying(rules: Rules, law: BonusSpin, table: Table, stop: WheelStop) -> tuple[Step, ...]:
    steps = steps_of(law.on_a_jackpot) if _pays_a_meter(rules, law, table, stop) else ()
    return steps + _validating(rules, law, table, stop)


def _pays_a_meter(rules: Rules, law: BonusSpin, table: Table, stop: WheelStop) -> bool:
    return any(_is_jackpot(law, *each) for each in _winning(rules, law, in_round(table), stop))


def _validating(rules: Rules, law: BonusSpin, table: Table, stop: WheelStop) -> tuple[Step, ...]:
    """List what is done to validate what meters pay as things stand; the largest payout decides."""
    if not _pays_a_meter(rules, law, table, stop):
        return ()
    settled = _settled(rules, law, table, stop)
    jackpots = [event.amount for event in settled if isinstance(event, e.MeterPaid)]
    largest = max(jackpots, default=0)
    return payout_validation.validating(rules, law.validation, largest, from_meter=bool(jackpots))


def _settled(
    rules: Rules, law: BonusSpin, table: Table, stop: WheelStop, *, jackpots: bool = True
) -> e.Events:
    """Pay every position its symbol, meters in turn or divided, and settle the wagers."""
    current = in_round(table)
    winning = _winning(rules, law, current, stop)
    if not jackpots:
        winning = [each for each in winning if not _is_jackpot(law, *each)]
    won = [symbol.meter if _is_jackpot(law, hand, symbol) else None for hand, symbol in winning]
    events: list[e.Event] = []
    for place, (hand, symbol) in enumerate(winning):
        winners, is_last = 1, True
        if law.winners.value is Winners.DIVIDED:
            winners, is_last = won.count(symbol.meter), symbol.meter not in won[place + 1 :]
        pays = _paid(rules, table, law, hand, symbol, winners, restarts=is_last)
        paid = [*limited(rules, current, hand, pays)]
        if law.gives_chip_back and _is_won(rules, law, hand, symbol):
            chip, clause = hand.placed(Wager.BONUS_SPIN), joined(law.won_chip)
            paid.append(e.WagerPaid(hand=hand.number, wager=Wager.BONUS_SPIN, amount=chip, clause=clause))
        table = evolve_all(table, paid)
        events += paid
    settled = _spun_for(rules, law, current, stop)
    return (*events, e.BonusSpinSettled(hands=settled, clause=law.settled.clause))


def _check_stop(law: BonusSpin, offered: BonusSpinChoices, current: Round, command: c.SpinWheel) -> None:
    if command.hand not in spins_still_in(current.to_spin, current):
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
        raise Refusal(
            Reason.NOT_ON_THE_WHEEL,
            law.offer.clause,
            symbol=command.community or Phrase("nothing", "nothing"),
        )


def paired(law: BonusSpin, hot_spot: str) -> str:
    """Find the community symbol that goes with a hot spot symbol, in the order of both tables."""
    fixed = [symbol.symbol for symbol in law.hot_spot if symbol.pays]
    if hot_spot not in fixed:
        return law.community[0].symbol
    return law.community[min(fixed.index(hot_spot), len(law.community) - 1)].symbol


def _symbol(table: tuple[Symbol, ...], symbol: str) -> Symbol:
    return next(each for each in table if each.symbol == symbol)


def _share(law: BonusSpin, hand: Hand) -> Fraction:
    return min(Fraction(1), Fraction(hand.placed(Wager.BONUS_SPIN), cents(law.amounts.value[0])))


def _small(law: BonusSpin, hand: Hand) -> SmallWager | None:
    return law.small_wager.value if law.small_wager and _share(law, hand) < 1 else None


def _wins_meters(law: BonusSpin, hand: Hand) -> bool:
    return _small(law, hand) not in {SmallWager.OWN_TABLE, SmallWager.NO_PROGRESSIVE}


def _is_jackpot(law: BonusSpin, hand: Hand, symbol: Symbol) -> bool:
    return symbol.meter is not None and _wins_meters(law, hand)


def _paid(
    rules: Rules, table: Table, law: BonusSpin, hand: Hand, symbol: Symbol, winners: int, *, restarts: bool
) -> Iterator[e.Event]:
    meter, wager, small = symbol.meter, Wager.BONUS_SPIN, _small(law, hand)
    own_table = small is SmallWager.OWN_TABLE
    clause = joined(None if own_table else symbol, law.small_wager if small else None)
    if meter and not own_table:
        if _wins_meters(law, hand):
            won = meters.part_of_each(table, hand, meter, _share(law, hand), winners)
            yield from meters.paid(rules, table, hand, meter, won, clause, restarts=restarts)
        return
    if amount := _fixed(rules, law, hand, symbol):
        yield e.WagerPaid(hand=hand.number, wager=wager, amount=amount, clause=clause)


def _fixed(rules: Rules, law: BonusSpin, hand: Hand, symbol: Symbol) -> Cents:
    """Tell what a symbol pays by a table: the book's, or for a small wager the operator's own."""
    if _small(law, hand) is not SmallWager.OWN_TABLE:
        return int(_share(law, hand) * cents(symbol.pays or "0"))
    offered = provided(rules.house.bonus_spin).small_wager_pays
    own = next((each for each in offered if each.symbol == symbol.symbol), None)
    pays = (own.hot_spot if symbol in law.hot_spot else own.community) if own else None
    return cents(pays) if pays else 0


def _is_won(rules: Rules, law: BonusSpin, hand: Hand, symbol: Symbol) -> bool:
    return _is_jackpot(law, hand, symbol) or _fixed(rules, law, hand, symbol) > 0


# where the wheel stops, drawn by the weights that the house submitted


def spun(rules: Rules, current: Round, turn: int, drawing: Drawing) -> c.SpinWheel | None:
    """Spin the wheel for the wagers that are open; `turn` is whose spin is next where each has one."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None or not current.to_spin:
        return None
    one = law.goes_to.value is HotSpot.ONE_POSITION
    seat = _position(offered, spins_still_in(current.to_spin, current), drawing) if one else turn
    segments = offered.hot_spot.segments
    hot_spot = segments[drawn((each.weight for each in segments), drawing)].symbol
    community = _community(law, offered, hot_spot, drawing) if one else ""
    return c.SpinWheel(by=Role.AUTOMATIC, hand=seat, hot_spot=hot_spot, community=community)


def drawn(weights: Iterable[int], drawing: Drawing) -> int:
    """Draw a place by its weight.

    >>> [drawn([2, 1], lambda stops: stop) for stop in range(3)]
    [0, 0, 1]
    """
    weights = [*weights]
    stop = drawing(sum(weights))
    for place, weight in enumerate(weights):
        if stop < weight:
            return place
        stop -= weight
    raise ValueError("the number drawn is beyond the last stop")


def _position(offered: BonusSpinChoices, hands: tuple[int, ...], drawing: Drawing) -> int:
    """Draw the wagering position that has the hot spot; each counts by the weight of its seat."""
    weights = [offered.positions[position(hand) - 1] if offered.positions else 1 for hand in hands]
    return hands[drawn(weights, drawing)]


def _community(law: BonusSpin, offered: BonusSpinChoices, hot_spot: str, drawing: Drawing) -> str:
    if law.symbols.value is Pairing.PAIRED:
        return paired(law, hot_spot)
    segments = offered.community.segments if offered.community else ()
    return segments[drawn((each.weight for each in segments), drawing)].symbol if segments else ""
