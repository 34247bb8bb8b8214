"""The choice on a tie hand, the war wager, and the beginning of the war deal."""

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import bank
from casinowar.game.acts.dealing import passes
from casinowar.game.acts.layout import check_has_chips, in_round, provided
from casinowar.game.acts.settling import (
    collect,
    collect_half,
    coupon_taken,
    finished,
    give_back,
    settled_for_war,
)
from casinowar.game.book.bank import Backline
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fought, Given, Leaving, Moment, TieOffer, TooFewChips
from casinowar.game.book.war import War
from casinowar.game.due.bank import standing
from casinowar.game.due.hands import forfeits, hand_to_choose
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import BURN, DEALER, PLACES, Act, Choice, Irregularity, Ruling, Wager, spot

_AT_WAR = (Wager.WAR_TIE, Wager.WAR, Wager.INITIAL)


def surrender(rules: Rules, table: Table, command: c.Surrender) -> e.Events:
    hand = _choosing(rules, table, command.hand)
    if forfeits(rules, hand) is None:
        raise Refusal(Reason.SURRENDER_NOT_OFFERED, rules.book.settlement.choice.clause)
    return surrendered(rules, in_round(table), hand)


def surrendered(rules: Rules, current: Round, hand: Hand) -> e.Events:
    """Give up a tie hand: the forfeited part is collected and the rest returned, now or in a later pass."""
    clause = rules.clauses.leaving if hand.abandoned else rules.clauses.surrender
    chosen = e.TieHandChosen(hand=hand.number, choice=Choice.SURRENDER, clause=clause)
    in_a_war_at_once = rules.fights_at_once and hand.wars > 0
    waits = rules.decides_first and not in_a_war_at_once
    return (chosen,) if waits else (chosen, *collect_half(rules, current, hand))


def go_to_war(rules: Rules, table: Table, command: c.GoToWar) -> e.Events:
    hand = _choosing(rules, table, command.hand)
    war = rules.book.war
    if war is None:
        raise Refusal(Reason.WAGER_NOT_OFFERED, rules.book.settlement.choice.clause, wager=Wager.WAR)
    amount = war.next_wager(hand.placed(Wager.INITIAL), hand.wars)
    _check_bound(rules, table, hand)
    clauses = rules.clauses
    choice = e.TieHandChosen(hand=hand.number, choice=Choice.WAR, clause=clauses.placed[Wager.WAR])
    chosen = (choice, *settled_for_war(rules, in_round(table), hand))
    if war.short_of_chips and not hand.wars and table.chips[hand.player] < amount:
        if war.short_of_chips.value is TooFewChips.INITIAL_ALONE:
            return chosen
        return lost(rules, in_round(table), hand, war.short_of_chips.clause)
    check_has_chips(table, hand.player, amount, war.wager.clause)
    if not amount:
        return chosen
    placed = e.WagerPlaced(
        hand=hand.number,
        wager=Wager.WAR,
        amount=amount,
        player=hand.player,
        clause=clauses.placed[Wager.WAR],
    )
    events: list[e.Event] = [*chosen, placed]
    if war.match and _is_matched_at_once(rules, hand.wars + 1):
        current = in_round(evolve_all(table, events))
        events += bank.matched(rules, current, current.hands[hand.number], amount)
    offer = rules.book.wagers.war_tie
    if offer is not None and offer.offered is not TieOffer.ONCE_CONFIRMED:
        events.append(e.TieWagerOffered(hand=hand.number, clause=clauses.placed[Wager.WAR_TIE]))
    return tuple(events)


def _is_matched_at_once(rules: Rules, wars: int) -> bool:
    """Tell whether a war wager is matched when it is placed: out of a bank, which has kept enough for one."""
    return rules.book.bank is not None and wars == 1


def _check_bound(rules: Rules, table: Table, hand: Hand) -> None:
    """Refuse a backline bettor's war where the seated player, whose choice binds, surrendered."""
    law = rules.book.bank.backline if rules.book.bank else None
    seated = in_round(table).hands.get(spot(hand.number))
    bound = law is not None and law.value is Backline.BOUND and hand.number >= PLACES
    if bound and law and seated and seated.choice is Choice.SURRENDER:
        raise Refusal(Reason.WAGER_NOT_OFFERED, law.clause, wager=Wager.WAR)


def _choosing(rules: Rules, table: Table, seat: int) -> Hand:
    duty = next_duty(rules, table)
    hand = table.hand(seat)
    turn = hand_to_choose(rules, table.round) if table.round else None
    if hand is None or not hand.chooses or turn is None:
        raise Refusal(Reason.NO_CHOICE_DUE, rules.book.settlement.choice.clause, seat=seat)
    if hand.abandoned:
        raise Refusal(Reason.PLAYER_HAS_LEFT, rules.book.seating.leaving.clause, player=hand.player)
    if duty.act not in {Act.CHOOSE, Act.SETTLE_ABANDONED}:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    if turn.number != seat:
        clause = rules.book.settlement.choice.clause
        raise Refusal(Reason.CHOICE_NOT_YET, clause, turn=turn.number, seat=seat)
    return hand


def settle_abandoned(rules: Rules, table: Table, _command: c.SettleAbandoned) -> e.Events:
    """Settle a tie hand whose player left: surrendered or lost, as the book or a floorperson says."""
    current, leaving = in_round(table), rules.book.seating.leaving
    hand = provided(hand_to_choose(rules, current))
    if hand.forfeited:
        return lost(rules, current, hand, leaving.clause)
    possible: tuple[Ruling, ...] = (Ruling.LOSE_THE_HAND,)
    if forfeits(rules, hand) is not None:
        possible += (Ruling.SURRENDER_THE_HAND,)
    match leaving.value:
        case Leaving.FLOORPERSON:
            what, clause = Irregularity.LEFT_WITHOUT_CHOICE, leaving.clause
            stop = e.PlayStopped(irregularity=what, possible=possible, hand=hand.number, clause=clause)
            return (stop,)
        case Leaving.SURRENDERED if Ruling.SURRENDER_THE_HAND in possible:
            return surrendered(rules, current, hand)
        case _:
            return lost(rules, current, hand, leaving.clause)


def lost(rules: Rules, current: Round, hand: Hand, clause: str) -> e.Events:
    """Take everything that a tie hand without a choice has on the layout, in the pass that reaches it."""
    if hand.number in current.to_settle:
        return (e.TieHandChosen(hand=hand.number, choice=Choice.SURRENDER, clause=clause),)
    taken = collect(hand, clause, Wager.INITIAL, Wager.WAR, Wager.MATCH)
    return finished(rules, current, hand, bank.covered(rules, current, hand, taken))


def return_uncovered(rules: Rules, table: Table, _command: c.ReturnUncovered) -> e.Events:
    """Set what stands of each tie hand against the bank, and return the rest, before players choose."""
    events, law = list[e.Event](), provided(rules.book.bank)
    in_part = rules.clauses.partly_covered
    for number, stands in standing(rules, in_round(table)).items():
        current = in_round(evolve_all(table, events))
        hand = current.hands[number]
        if rest := hand.on_layout(Wager.INITIAL) - stands:
            clause = in_part if stands else law.wager.clause
            events.append(e.WagerReturned(hand=number, wager=Wager.INITIAL, amount=rest, clause=clause))
        events.append(e.HandStands(hand=number, amount=stands, clause=in_part))
        events += () if stands else finished(rules, current, hand, ())
    return tuple(events)


def _unmatched(rules: Rules, current: Round, hand: Hand) -> e.Events:
    clause = rules.clauses.partly_covered
    earlier = bank.covered(rules, current, hand, collect(hand, clause, Wager.MATCH))
    return finished(rules, current, hand, [*earlier, *give_back(hand, clause, *_AT_WAR)])


def confirm_war_wager(rules: Rules, table: Table, _command: c.ConfirmWarWager) -> e.Events:
    """Confirm the next war wager; collect the initial wager, match, offer a tie wager, as the book says."""
    war = provided(rules.book.war)
    hand = in_round(table).hands[provided(next_duty(rules, table).seat)]
    wager = war.next_wager(hand.placed(Wager.INITIAL), hand.wars - 1) if hand.placed(Wager.WAR) else 0
    match = wager if war.match and not _is_matched_at_once(rules, hand.wars) else 0
    if match and bank.cannot_match(rules, in_round(table), hand, match):
        return _unmatched(rules, in_round(table), hand)
    events: list[e.Event] = [e.WarWagerConfirmed(hand=hand.number, clause=war.confirmed.clause)]
    if war.initial.value is Given.COLLECTED:
        clause = rules.clauses.leaving if hand.forfeited else war.initial.clause
        events += bank.covered(rules, in_round(table), hand, collect(hand, clause, Wager.INITIAL))
    events += coupon_taken(rules, hand)
    if match:
        current = in_round(evolve_all(table, events))
        events += bank.matched(rules, current, current.hands[hand.number], match)
    offer = rules.book.wagers.war_tie
    offers = offer is not None and offer.offered is TieOffer.ONCE_CONFIRMED
    if offers and not hand.on_layout(Wager.WAR_TIE) and not hand.abandoned:
        clause = rules.clauses.placed[Wager.WAR_TIE]
        events.append(e.TieWagerOffered(hand=hand.number, clause=clause))
    return tuple(events)


def decline_tie_wager(rules: Rules, table: Table, command: c.DeclineTieWager) -> e.Events:
    hand = table.hand(command.hand)
    offer = rules.book.wagers.placed_under(Wager.WAR_TIE)
    if hand is None or not hand.answers_tie_offer:
        raise Refusal(Reason.WAGER_NOT_OFFERED, offer.clause, wager=Wager.WAR_TIE)
    return (e.TieWagerDeclined(hand=command.hand, clause=offer.clause),)


def begin_war_deal(rules: Rules, table: Table, _command: c.BeginWarDeal) -> e.Events:
    """Lay down who gets war cards, with the burns, and in what order the war is settled.

    Wars that are fought one after another come in the order in which they would be compared together.
    """
    war = provided(rules.book.war)
    hands = war.deal.direction.order(
        number for number, hand in in_round(table).hands.items() if hand.goes_to_war
    )
    compare, settle = passes(rules, table, war.order, hands)
    if war.deal.fought is not Fought.TOGETHER:
        hands = (compare or settle)[:1]
        compare, settle = passes(rules, table, war.order, hands)
    deal, clause = planned(rules, war, hands), war.deal.clause
    return (e.WarDealBegan(hands=hands, deal=deal, compare=compare, settle=settle, clause=clause),)


def planned(rules: Rules, war: War, hands: tuple[int, ...]) -> tuple[int, ...]:
    """Lay down the cards of a war deal: burns, seats and the dealer in order."""
    seats, burn = war.deal.direction.order({spot(hand) for hand in hands}), war.burn
    players_burn = (BURN,) * burn.cards
    dealers_burn = (BURN,) * rules.dealers_war_burn
    players: tuple[int, ...] = seats
    dealer: tuple[int, ...] = (DEALER,)
    if burn.when is Moment.EACH_SIDE:
        players, dealer = players_burn + players, dealers_burn + dealer
    elif burn.when is Moment.EACH_CARD:
        players = tuple(card for seat in seats for card in (*players_burn, seat))
        dealer = dealers_burn + dealer
    plan = players + dealer if war.deal.first_card == "player" else dealer + players
    return players_burn + plan if burn.when is Moment.ONCE else plan
