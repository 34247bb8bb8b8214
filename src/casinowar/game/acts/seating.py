"""Taking a seat, bringing chips, leaving."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import envy, failed_checks, meters
from casinowar.game.acts.layout import hands_of, in_round, lapsed, waiting_back, with_backline, withdrawn
from casinowar.game.acts.settling import ended_without_hands
from casinowar.game.acts.voiding import hands_out
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fixed, Leaving, RoundBegins
from casinowar.game.due.hands import stands
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.money import dollars
from casinowar.game.phrase import how_many
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, StandingWager, Table
from casinowar.game.words import PLACES, Wager, spot

_LONGEST_NAME = 40
MOST_CHIPS = 10**12


def check_name(name: str) -> None:
    """Refuse a name that cannot be shown or written into a record."""
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or name != name.strip() or "=" in name:
        raise Refusal(Reason.NAME_MISSING)


def check_chips(amount: int) -> None:
    if not 0 < amount <= MOST_CHIPS:
        raise Refusal(Reason.CHIPS_MUST_BE_POSITIVE, most=dollars(MOST_CHIPS))


def check_seat(rules: Rules, seat: int) -> None:
    if not 1 <= seat <= rules.seats:
        raise Refusal(Reason.NO_SUCH_SEAT, rules.places.clause, seat=seat, seats=rules.seats)


def check_hand(rules: Rules, number: int) -> None:
    """Refuse a hand that cannot be: at a seat, behind it, or on a community card."""
    if number < PLACES and rules.house.electronic is None:
        check_seat(rules, number)
        return
    most, cards = rules.house.backline, rules.seats
    if rules.house.electronic is not None:
        most, cards = rules.seats, rules.house.electronic.community_cards
    if not (1 <= number // PLACES <= most and 1 <= spot(number) <= cards):
        if rules.house.electronic is not None and rules.book.electronic is not None:
            clause = rules.book.electronic.community_cards.clause
            raise Refusal(Reason.NO_SUCH_BACKING, clause, hand=number, terminals=most, cards=cards)
        law = rules.book.bank
        if law is not None and 1 <= spot(number) <= rules.seats:
            raise Refusal(
                Reason.NO_SUCH_BACKLINE,
                law.players.clause,
                seat=spot(number),
                most=how_many(most, "backline bettor"),
            )
        raise Refusal(Reason.NO_SUCH_SEAT, rules.book.seating.seats.clause, seat=number, seats=rules.seats)


def sit(rules: Rules, table: Table, command: c.Sit) -> e.Events:
    """Seat a player with chips, or let a backline bettor stand behind a seat."""
    check_name(command.player)
    check = check_hand if rules.house.electronic is None else check_seat
    check(rules, command.seat)
    check_chips(command.chips)
    for seat, player in table.seats.items():
        if player == command.player:
            check_seated(rules, table, player)
            raise Refusal(Reason.ALREADY_SEATED, player=player, seat=seat)
    _check_free(table, command.seat)
    if rules.house.backline and command.seat >= PLACES:
        _check_stands(rules, table, spot(command.seat))
    return (e.PlayerSeated(player=command.player, seat=command.seat, chips=command.chips),)


def _check_free(table: Table, seat: int) -> None:
    current = table.round
    wagered = {*current.hands, *(each.hand for each in current.standing)} if current else ()
    if seat in table.seats or seat in wagered:
        raise Refusal(Reason.SEAT_TAKEN, seat=seat)


def _check_stands(rules: Rules, table: Table, seat: int) -> None:
    clause = rules.book.bank.behind.clause if rules.book.bank else ""
    if seat not in table.seats:
        raise Refusal(Reason.SEAT_EMPTY, clause, seat=seat)
    if seat == table.bank.seat:
        raise Refusal(Reason.BEHIND_THE_BANK, clause, seat=seat)


def change_seat(rules: Rules, table: Table, command: c.ChangeSeat) -> e.Events:
    check_seated(rules, table, command.player)
    check_seat(rules, command.seat)
    source = next(seat for seat, player in table.seats.items() if player == command.player)
    _check_free(table, command.seat)
    if hands_of(table, command.player) or _standing(table, command.player):
        raise Refusal(Reason.WAGERS_ARE_DOWN, player=command.player)
    if table.bank.seat == source:
        if table.round is None or not table.round.closed:
            raise Refusal(Reason.BANK_IS_UP, player=command.player)
        raise Refusal(Reason.BANKER_STAYS, rules.book.wagers.closes.clause)
    if any(seat >= PLACES and spot(seat) == source for seat in table.seats):
        raise Refusal(Reason.SOMEBODY_STANDS_BEHIND, seat=source)
    if source in {table.cut.offered, table.bank.offered}:
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    return (e.SeatChanged(player=command.player, source=source, seat=command.seat),)


def buy_chips(rules: Rules, table: Table, command: c.BuyChips) -> e.Events:
    check_chips(command.amount)
    check_seated(rules, table, command.player)
    return (e.ChipsBought(player=command.player, amount=command.amount),)


def check_seated(rules: Rules, table: Table, player: str, law: Cited | None = None) -> None:
    """Refuse someone who is not seated, under what the book may say of that, or who has left in mid-round."""
    if player not in table.chips:
        raise Refusal(Reason.NOT_SEATED, law.clause if law else "", player=player)
    if table.is_gone(player):
        remain = rules.book.seating.remain_seated or rules.book.seating.leaving
        raise Refusal(Reason.PLAYER_HAS_LEFT, remain.clause, player=player)


def leave_table(rules: Rules, table: Table, command: c.LeaveTable) -> e.Events:
    """Leave at once between rounds; in mid-round leave the hands behind until the round is over."""
    check_seated(rules, table, command.player)
    current, player, hands = table.round, command.player, hands_of(table, command.player)
    if table.bank.seat is not None and table.seats[table.bank.seat] == player:
        return _leave_bank(rules, table, player)
    if current is None or not hands:
        return (
            e.PlayerLeft(player=player, chips=table.chips[player]),
            *(lapsed(rules, each) for each in _standing(table, player)),
        )
    if not current.closed and rules.book.wagers.fixed.value is Fixed.NO_MORE_BETS:
        theirs = [each for hand in hands for each in with_backline(current, hand)]
        back = tuple(event for each in theirs for event in withdrawn(rules, each, *each.wagers))
        return (*back, e.PlayerLeft(player=player, chips=evolve_all(table, back).chips[player]))
    if _is_before_the_round(rules, current):
        return _leave_before_the_round(rules, table, current, player)
    back = () if current.closed else _taken_along(rules, hands)
    table = evolve_all(table, back)
    hands = hands_of(table, player)
    if not hands:
        return (*back, e.PlayerLeft(player=player, chips=table.chips[player]))
    left: list[e.Event] = []
    for hand in hands:
        left.append(e.HandAbandoned(hand=hand.number, clause=rules.clauses.leaving))
        if rules.book.seating.leaving.value is Leaving.LOST and _has_open_wager(rules, current, hand):
            left.append(_forfeited(rules, evolve_all(table, left), hand))
    return (*back, *left)


def _taken_along(rules: Rules, hands: list[Hand]) -> e.Events:
    """Take back what is no wager yet, with all of the hand where it has no initial wager."""
    back: list[e.Event] = []
    for hand in hands:
        if hand.on_layout(Wager.INITIAL) and not stands(rules, hand, Wager.INITIAL):
            back += withdrawn(rules, hand, *hand.wagers)
            continue
        for wager in (Wager.INITIAL, Wager.TIE):
            back += waiting_back(rules, hand, wager, withdrawn=True)
    return tuple(back)


def _standing(table: Table, player: str) -> list[StandingWager]:
    return [each for each in table.round.standing if each.player == player] if table.round else []


def _forfeited(rules: Rules, table: Table, hand: Hand) -> e.HandForfeited:
    """Treat a hand as lost, and list the verifications that lapse because no payout is made."""
    lost = e.HandForfeited(hand=hand.number, clause=rules.clauses.leaving)
    return replace(lost, no_longer=failed_checks.no_longer(rules, evolve(table, lost)))


def _has_open_wager(rules: Rules, current: Round, hand: Hand) -> bool:
    """Tell whether any wager of a hand is still open: of the game, the progressive or the bonus wheel.

    A progressive that was read is open while others can still bring it an Envy Bonus.
    """
    unread = hand.number in current.to_read and bool(hand.placed(Wager.PROGRESSIVE))
    if not hand.settled or unread or hand.number in current.to_spin:
        return True
    return envy.can_come(rules, current, hand)


def _is_before_the_round(rules: Rules, current: Round) -> bool:
    begins = rules.book.seating.round_begins
    return begins is not None and begins.value is RoundBegins.FIRST_CARD and not current.layout


def _leave_before_the_round(rules: Rules, table: Table, current: Round, player: str) -> e.Events:
    theirs = [each for hand in hands_of(table, player) for each in with_backline(current, hand)]
    leaving, begins = rules.clauses.leaving, rules.clauses.round_begins
    gone = [
        e.HandAbandoned(hand=each.number, takes_along=True, clause=leaving)
        for each in theirs
        if each.player == player
    ]
    table = evolve_all(table, gone)
    out = [*hands_out(rules, table, theirs, lambda _hand, _wager: begins)]
    back = [*meters.kept_up(rules, table, out)]
    back.append(e.PlayerLeft(player=player, chips=evolve_all(table, back).chips[player]))
    return (*gone, *back, *ended_without_hands(rules, evolve_all(table, back)))


def _leave_bank(rules: Rules, table: Table, player: str) -> e.Events:
    """Take the bank back and leave; once no more bets is called the player/dealer stays."""
    law = rules.book.bank
    if law is None or table.bank.seat is None or (table.round is not None and table.round.closed):
        raise Refusal(Reason.BANKER_STAYS, rules.book.wagers.closes.clause)
    amount = table.inventory
    clause = rules.book.wagers.fixed.clause
    withdrawn_bank = e.BankWithdrawn(seat=table.bank.seat, amount=amount, clause=clause)
    return (withdrawn_bank, e.PlayerLeft(player=player, chips=table.chips[player] + amount))


def declare_abandoned(rules: Rules, table: Table, command: c.DeclareAbandoned) -> e.Events:
    leaving = rules.book.seating.leaving
    if leaving.value is Leaving.SURRENDERED:
        raise Refusal(Reason.NOT_PROVIDED_FOR, leaving.clause)
    hand = table.hand(command.hand)
    if hand is None:
        raise Refusal(Reason.NO_SUCH_WAGER, leaving.clause, wager=Wager.INITIAL, seat=command.hand)
    if not hand.abandoned:
        raise Refusal(Reason.NOT_ABANDONED, leaving.clause, seat=command.hand)
    if hand.forfeited:
        raise Refusal(Reason.TREATED_AS_LOST, leaving.clause, seat=command.hand)
    if not _has_open_wager(rules, in_round(table), hand):
        raise Refusal(Reason.NOTHING_LEFT_BEHIND, leaving.clause, seat=command.hand)
    return (_forfeited(rules, table, hand),)
