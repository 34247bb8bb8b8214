"""The player/dealer's bank: who holds it, and how far it covers the wagers against it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.layout import check_has_chips, hands_of, in_round, provided
from casinowar.game.book.bank import Exhaustion, Rotation, SettlingStart, ShortWar
from casinowar.game.book.cited_values import Cited, joined
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fixed
from casinowar.game.due.bank import cover_left, is_tired, kept_for, next_banker, odds_of, seated
from casinowar.game.due.shuffling import waits_for_the_call
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Act, Wager, spot


def offer_bank(rules: Rules, table: Table, _command: c.OfferBank) -> e.Events:
    law = provided(rules.book.bank)
    return (e.BankOffered(seat=provided(next_banker(rules, table)), clause=law.held.clause),)


def take_bank(rules: Rules, table: Table, command: c.TakeBank) -> e.Events:
    """Put up the player/dealer's wager, made anew each round: there is a minimum, and no maximum."""
    law = provided(rules.book.bank)
    _check_asked(rules, table, command.seat)
    player = table.seats[command.seat]
    _check_in_chips(rules, command.amount)
    if command.amount < rules.least_bank:
        limits, least = rules.book.wagers.limits, dollars(rules.least_bank)
        raise Refusal(
            Reason.WAGER_BELOW_MINIMUM,
            limits.clause,
            wager=Phrase("of_the_bank", "player/dealer's"),
            least=least,
        )
    if hands_of(table, player):
        raise Refusal(Reason.BANKER_MAY_NOT_WAGER, law.own_seat.clause)
    check_has_chips(table, player, command.amount, rules.book.wagers.instruments.clause)
    return (e.BankTaken(seat=command.seat, amount=command.amount, clause=law.wager.clause),)


def _check_in_chips(rules: Rules, amount: Cents) -> None:
    if amount < rules.bank_unit or amount % rules.bank_unit:
        clause = provided(rules.book.bank).amount.clause
        raise Refusal(Reason.BANK_NOT_IN_CHIPS, clause, unit=dollars(rules.bank_unit))


def decline_bank(rules: Rules, table: Table, command: c.DeclineBank) -> e.Events:
    """Decline the bank, give it up after a round, or take it back before the call."""
    law, seat = provided(rules.book.bank), command.seat
    withdraws = seat == table.bank.seat
    if withdraws:
        _check_not_fixed(rules, table)
    else:
        _check_asked(rules, table, seat)
    player, put_up = table.seats[seat], table.inventory
    keeps = law.held.how is Rotation.EXACTLY and player == table.bank.holder
    if keeps and table.chips[player] + put_up >= max(rules.least_bank, rules.bank_unit):
        raise Refusal(Reason.BANK_IS_KEPT, law.held.clause)
    if withdraws:
        return (e.BankWithdrawn(seat=seat, amount=put_up, clause=rules.book.wagers.fixed.clause),)
    return (e.BankDeclined(seat=seat, clause=law.held.clause),)


def _check_not_fixed(rules: Rules, table: Table) -> None:
    """Refuse to change the bank after the call, or at all where a wager once placed is fixed."""
    wagers = rules.book.wagers
    if table.round is not None and table.round.closed:
        raise Refusal(Reason.NO_MORE_BETS, wagers.closes.clause)
    if wagers.fixed.value is Fixed.PLACED:
        raise Refusal(Reason.WAGER_IS_FIXED, wagers.fixed.clause)


def _check_asked(rules: Rules, table: Table, seat: int) -> None:
    law = provided(rules.book.bank)
    busy = bool(table.to_do) and not waits_for_the_call(rules, table)
    may_bank = seat in seated(rules, table) and not is_tired(law, table, seat)
    is_asked = table.bank.offered == seat or next_banker(rules, table) is None
    if table.bank.seat is not None or busy or not (may_bank and is_asked):
        raise Refusal(Reason.BANK_NOT_OFFERED, law.held.clause, seat=seat)


def add_to_bank(rules: Rules, table: Table, command: c.AddToBank) -> e.Events:
    """Add to the bank until the call; after it only when asked because it is short, be it nothing."""
    law, duty = provided(rules.book.bank), next_duty(rules, table)
    if table.bank.seat is None:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    is_asked = duty.act is Act.ADD_TO_BANK
    if not is_asked:
        _check_not_fixed(rules, table)
    if command.amount or not is_asked:
        _check_in_chips(rules, command.amount)
    player = table.seats[table.bank.seat]
    check_has_chips(table, player, command.amount, rules.book.wagers.instruments.clause)
    called = table.round is not None and table.round.closed
    clause = (law.short_war if called else rules.book.wagers.fixed).clause
    return (e.BankRaised(amount=command.amount, clause=clause),)


def returned(rules: Rules, table: Table, *, counts: bool) -> e.Events:
    """Give the player/dealer the chips back at the end of a round, which counts unless it is void."""
    if table.bank.seat is None:
        return ()
    clause = provided(rules.book.bank).anew.clause
    return (e.BankReturned(seat=table.bank.seat, amount=table.inventory, counts=counts, clause=clause),)


def settling_order(rules: Rules, table: Table, order: tuple[int, ...]) -> tuple[int, ...]:
    """Take backline wagers as they were placed; by one reading start after the player/dealer's place."""
    law = rules.book.bank
    if law is None:
        return order
    bank = provided(table.bank.seat)
    if law.start.value is SettlingStart.AFTER_THE_BANK:
        order = tuple(sorted(order, key=lambda hand: spot(hand) < bank))
    if not rules.shares_spots:
        return order
    placed = list(in_round(table).hands)
    places = list(dict.fromkeys(map(spot, order)))
    return tuple(
        sorted(order, key=lambda hand: (places.index(spot(hand)), hand != spot(hand), placed.index(hand)))
    )


def covered(
    rules: Rules, current: Round, hand: Hand, events: Iterable[e.Event], *, over: bool = True
) -> Iterator[e.Event]:
    """Let a hand's settlement go only as far as the player/dealer's wager covers it.

    What was kept for a hand that is over is there for others again. Initial and war wager of a war were
    matched beforehand, so they are taken in full.
    """
    if current.cover is None:
        yield from events
        return
    law = provided(rules.book.bank).exhausted
    how, uncovered = law.value, rules.clauses.uncovered
    before = left = cover_left(rules, current, but=hand if over else None)
    short: dict[Wager, Cents] = {}
    for event in events:
        match event:
            case e.WagerPaid():
                amount = _payable(how, hand, event, left)
                left -= amount
                if amount == event.amount:
                    yield event
                    continue
                if event.wager is not Wager.WAR:
                    short[event.wager] = amount
                if amount:
                    yield replace(event, amount=amount, clause=joined(Cited(clause=event.clause), law))
            case e.WagerReturned() if event.wager in short:
                in_part = joined(Cited(clause=event.clause), law)
                yield replace(event, clause=in_part if short[event.wager] else uncovered)
            case e.WagerCollected() if hand.wars and event.wager is not Wager.WAR_TIE:
                left += event.amount if how is Exhaustion.RUNNING else 0
                yield event
            case e.WagerCollected():
                # What stands of a tie hand was set before its choice, and can be taken as it is.
                set_before = event.wager is Wager.INITIAL and hand.chooses and rules.plays_ties_on
                odds = Fraction(1) if set_before else odds_of(rules, hand, event.wager)
                taken, left = _taken(how, event.amount, left, odds)
                if taken:
                    yield replace(event, amount=taken)
                if rest := event.amount - taken:
                    yield e.WagerReturned(hand=event.hand, wager=event.wager, amount=rest, clause=uncovered)
            case e.MatchCollected():
                left += event.amount if how.takes_matches_back else 0
                yield event
            case _:
                yield event
    if left != before:
        yield e.CoverLeft(
            amount=current.cover + left - before, kept=current.cover - before, clause=law.clause
        )


def _payable(how: Exhaustion, hand: Hand, event: e.WagerPaid, left: Cents) -> Cents:
    wagered = hand.on_layout(event.wager)
    if how is not Exhaustion.ODDS_KEPT or event.wager is Wager.WAR:
        return min(event.amount, left)
    stands = min(wagered, left * wagered // event.amount)
    return stands * event.amount // wagered


def _taken(how: Exhaustion, amount: Cents, left: Cents, odds: Fraction) -> tuple[Cents, Cents]:
    """Tell how much of a lost wager the player/dealer may take, and what is left then to cover others."""
    taken = amount if left else 0
    match how:
        case Exhaustion.COLLECT_FIRST:
            # What is taken never raises the cover, so taking it in turn, seat by seat, comes to the same.
            return amount, left
        case Exhaustion.BOTH_WAYS:
            return min(amount, left), left - min(amount, left)
        case Exhaustion.ODDS_KEPT:
            taken = min(amount, left, floor(left / odds) if odds else left)
            return taken, left - taken
        case Exhaustion.PAYOFFS:
            return taken, left
        case Exhaustion.RUNNING:
            return taken, left + taken


def cannot_match(rules: Rules, current: Round, hand: Hand, amount: Cents) -> bool:
    """Tell whether the bank has too little left to match the wager of a war that is fought again."""
    if current.cover is None or not hand.confirmed:
        return False
    whole_only = provided(rules.book.bank).short_war.value is ShortWar.WHOLE_ONLY
    return cover_left(rules, current) < (amount if whole_only else 1)


def matched(rules: Rules, current: Round, hand: Hand, amount: Cents) -> Iterator[e.Event]:
    """Match a war wager: the first from what was kept for it, others as far as anything is left."""
    clause, law = rules.clauses.placed[Wager.MATCH], rules.book.bank
    if current.cover is None or law is None:
        yield e.MatchPlaced(hand=hand.number, amount=amount, clause=clause)
        return
    again = hand.on_layout(Wager.MATCH)
    match = min(amount, cover_left(rules, current)) if again else amount
    yield e.MatchPlaced(hand=hand.number, amount=match, clause=clause)
    kept = current.cover - cover_left(rules, current) - min(match, kept_for(rules, current, hand))
    yield e.CoverLeft(amount=current.cover - match, kept=kept, clause=law.exhausted.clause)
    if rest := amount - match:
        clause = rules.clauses.partly_covered
        yield e.WagerReturned(hand=hand.number, wager=Wager.WAR, amount=rest, clause=clause)
