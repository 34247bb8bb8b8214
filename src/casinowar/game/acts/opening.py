"""Opening, shuffling, idling and changing: everything that is done with the cards before they are cut."""

from collections import Counter
from typing import Any

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import accepted_chips, meters, preparation
from casinowar.game.acts.dealing import outside_the_shoe
from casinowar.game.acts.layout import check_no_round, provided
from casinowar.game.acts.preparation import inserted
from casinowar.game.acts.seating import check_chips, check_name
from casinowar.game.book.cards import Idle
from casinowar.game.book.cited_values import Cited, joined
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import IdleInspection, SecondBatch
from casinowar.game.cards import ALL, UNSEEN, Card
from casinowar.game.commands import DOERS, FLOOR
from casinowar.game.due.bank import seated
from casinowar.game.due.shuffling import (
    cover_card_is_out,
    decks_to_receive,
    shuffler_in_use,
    waits_for_the_call,
)
from casinowar.game.phrase import Phrase
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Step, Table
from casinowar.game.words import Act, Irregularity, Occasion, Shuffler, Wager

_SHOWING = frozenset({Act.SPREAD_FACE_UP, Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.OFFER_INSPECTION})
_ALTERNATIVE = {Act.MARK_DEVICE: Act.COVER_DEVICE, Act.COVER_DEVICE: Act.MARK_DEVICE}


def open_table(rules: Rules, table: Table, command: c.OpenTable) -> e.Events:
    """Open the table and begin with the cards; meters of an earlier day go on from what they show."""
    limits = rules.book.wagers.limits
    if limits.required and Wager.INITIAL not in rules.limits:
        raise Refusal(Reason.LIMITS_NOT_POSTED, limits.clause)
    if limits.authorized and rules.house.authorized_limit is None:
        raise Refusal(Reason.CEILING_NOT_ENTERED, limits.clause)
    check_name(command.dealer)
    if command.inventory:
        check_chips(command.inventory)
    if rules.book.bank and command.inventory:
        raise Refusal(Reason.HOUSE_NEVER_BANKS, rules.book.bank.never_the_house.clause)
    burns = rules.book.burns.new_dealer
    counted = command.counted and rules.book.bank is None
    usual = rules.opening_inventory if counted else 0
    steps = preparation.opening(rules, table)
    return (
        e.TableOpened(
            rulebook=rules.book.name,
            dealer=command.dealer,
            inventory=usual if command.inventory is None else command.inventory,
            dealer_burns=burns.value if burns else 0,
            counted=counted,
        ),
        *(started for started in meters.started(rules) if started.meter not in table.meters),
        *preparation.begun(rules, table, Occasion.OPENING, steps),
    )


def come_to_table(rules: Rules, table: Table, command: c.ComeToTable) -> e.Events:
    check_name(command.dealer)
    if command.dealer == table.dealer:
        raise Refusal(Reason.DEALER_ALREADY_HERE, dealer=command.dealer)
    burns, steps = rules.book.burns.new_dealer, preparation.steps_of(rules.book.deal.hands)
    owed = burns.value if burns and command.dealer != table.drew_last else 0
    clause = burns.clause if burns and owed else ""
    return (e.DealerArrived(dealer=command.dealer, burns=owed, steps=steps, clause=clause),)


def tell_time(_rules: Rules, table: Table, command: c.TellTime) -> e.Events:
    if command.now < table.clock:
        raise Refusal(Reason.CLOCK_RUNS_FORWARD, now=table.clock)
    return (e.ClockTold(now=command.now),)


def perform(rules: Rules, table: Table, command: c.Perform) -> e.Events:
    duty = next_duty(rules, table)
    due = {duty.act, _ALTERNATIVE.get(duty.act)}
    if duty.act is Act.TAKE_SEAT and table.to_do and command.act_done is table.to_do[0].act:
        raise Refusal(Reason.NO_PLAYER_TO_INSPECT, duty.clause)
    if not table.to_do or command.act_done not in due or command.act_done not in c.RECORDED:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    others = FLOOR if duty.act in _ALTERNATIVE else ()  # No text keeps a failed device for the dealer.
    if command.by not in DOERS[duty.role].union(others):
        raise Refusal(Reason.ROLE_MAY_NOT, duty.clause, by=command.by)
    clause = table.clause_due
    if duty.act is Act.EXCHANGE_BATCHES:
        clause = _with_batches(table, rules.book.shuffle.turns)
    done = e.ActPerformed(act=command.act_done, by=command.by, clause=clause)
    match command.act_done:
        case Act.GATHER_CARDS:
            return (e.CardsGathered(device=table.in_device, clause=clause), done)
        case Act.EXCHANGE_BATCHES:
            cut = preparation.cut_of_hand_shuffled(rules, table)
            return (
                e.BatchesExchanged(clause=clause),
                done,
                *(() if not cut else (inserted(cut, after=Act.SHUFFLE_STORED),)),
            )
        case Act.COLLECT_PROGRESSIVE:
            return (*accepted_chips.collected(table), done)
        case Act.PUT_CHIPS_AWAY:
            return (*accepted_chips.put_away(table), done)
        case _:
            return (done,)


def _with_batches(table: Table, law: Cited | None) -> str:
    """Cite beside the step that is due what has two batches take turns, or shuffles the other meanwhile."""
    return joined(Cited(clause=table.clause_due), law)


def receive_decks(rules: Rules, table: Table, command: c.ReceiveDecks) -> e.Events:
    """Take new decks, in one batch or two, in order unless they come preshuffled."""
    cards = rules.book.cards
    preshuffled = rules.house.preshuffled
    if (command.cards or command.shuffle or command.commitment) and not preshuffled:
        raise Refusal(Reason.NOT_PRESHUFFLED, cards.preshuffled.clause if cards.preshuffled else "")
    shuffler = shuffler_in_use(rules, table)
    decks = decks_to_receive(rules, table)
    order = _order(rules.cards(decks), command, Counter()) if preshuffled else {}
    return (
        e.DecksReceived(
            decks=decks,
            ranks=cards.ranking.value,
            suits=cards.suits.value,
            batches=2 if shuffler is Shuffler.BATCH else 1,
            clause=table.clause_due,
            **order,
        ),
        e.ActPerformed(act=Act.RECEIVE_DECKS, by=command.by, clause=table.clause_due),
    )


def shuffle(rules: Rules, table: Table, command: c.Shuffle) -> e.Events:
    whole = Counter(rules.cards(table.decks)) - outside_the_shoe(table)
    return (e.CardsShuffled(clause=table.clause_due, **_order(table.stack, command, whole)),)


def shuffle_stored(rules: Rules, table: Table, command: c.ShuffleStored) -> e.Events:
    """Have the device shuffle the batch it holds; one that jammed may be shuffled by hand this once."""
    if command.by_hand:
        _check_by_hand(rules, table)
    whole = Counter(rules.cards(table.decks))
    order = _order(table.stored, command, whole)
    clause = _with_batches(table, rules.book.shuffle.stored)
    return (e.StoredBatchShuffled(by_hand=command.by_hand, clause=clause, **order),)


def _check_by_hand(rules: Rules, table: Table) -> None:
    law, by_hand = rules.book.irregularities, rules.book.cards.by_hand
    jam = law.provision(Irregularity.SHUFFLER_JAM) or law.ruling
    if table.to_do[0].clause != jam.clause or by_hand is None or not by_hand.allows(rules.decks):
        raise Refusal(Reason.NOT_BY_HAND, by_hand.clause if by_hand else "")


def _order(stack: tuple[Card, ...], command: c.ShuffleCommand, whole: Counter[Card]) -> dict[str, Any]:
    """Record the listed order, which must match the stack; unlisted, it is unknown."""
    _check_order(stack, command.cards, whole)
    unseen = 0 if command.cards else len(stack)
    return {
        "cards": command.cards,
        "unseen": unseen,
        "shuffle": command.shuffle,
        "commitment": command.commitment,
    }


def _check_order(stack: tuple[Card, ...], cards: tuple[Card, ...], whole: Counter[Card]) -> None:
    if not cards:
        return
    if strange := next((card for card in cards if card not in ALL), None):
        raise Refusal(Reason.NOT_A_CARD, card=strange)
    said, known = Counter(cards), Counter(stack)
    unknown = known.pop(UNSEEN, 0)
    fits = said >= known and said <= whole if unknown else said == known
    if len(cards) != len(stack) or not fits:
        missing = (known or whole) - said
        problem = Phrase(
            "card_is_missing", "{card} is missing", card=next(iter(missing), Phrase("a_card", "a card"))
        )
        if len(cards) != len(stack):
            problem = Phrase("were_said", "{number} were said", number=len(cards))
        raise Refusal(Reason.CARDS_DO_NOT_MATCH, cards=len(stack), problem=problem)


def declare_idle(rules: Rules, table: Table, command: c.DeclareIdle) -> e.Events:
    """Take the cards up and spread them until a player arrives."""
    law = provided(rules.book.idle)
    if shuffler_in_use(rules, table) is Shuffler.CONTINUOUS:
        raise Refusal(Reason.NOT_PROVIDED_FOR, law.continuous.clause if law.continuous else "")
    check_between_rounds(rules, table)
    if command.face_up and law.face_up_on_request and not table.present:
        raise Refusal(Reason.NO_PLAYER_TO_ASK, law.face_up_on_request.clause)
    steps = preparation.idle(rules, table, face_up=command.face_up)
    return preparation.begun(rules, table, Occasion.IDLE, provided(steps))


def change_cards(rules: Rules, table: Table, _command: c.ChangeCards) -> e.Events:
    """Replace the decks; wagers that lie for a round that is not called yet stay, or go as players wish."""
    _check_not_called(rules, table)
    steps = preparation.change_of_cards(rules, table)
    return preparation.begun(rules, table, Occasion.CHANGE, steps)


def order_reshuffle(rules: Rules, table: Table, _command: c.OrderReshuffle) -> e.Events:
    """Reshuffle by order of a floorperson: now, loaded or not, or after the round that is being played."""
    by_order = provided(rules.book.shuffle.by_order)
    if table.reshuffle_ordered:
        raise Refusal(Reason.RESHUFFLE_IS_ORDERED, by_order.clause)
    if table.round is not None and table.round.closed:
        if cover_card_is_out(rules, table):  # The cut then goes by where it came out.
            raise Refusal(Reason.RESHUFFLE_IS_ORDERED, rules.book.shuffle.reshuffle.clause)
        return (e.ReshuffleOrdered(clause=by_order.clause),)
    if shuffle := next((step for step in table.to_do if step.act is Act.SHUFFLE), None):
        raise Refusal(Reason.SHUFFLE_IS_DUE, shuffle.clause)
    steps = preparation.shuffled_again(rules, table, by_order)
    if not steps:
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    return preparation.begun(rules, table, _occasion_of_order(rules, table), steps)


def _occasion_of_order(rules: Rules, table: Table) -> Occasion:
    """Keep what is owed to the cards of an idle table, and of a new one until decks and a player come."""
    acts = {step.act for step in table.to_do}
    waits = Act.RECEIVE_DECKS in acts or (Act.OFFER_CUT in acts and not seated(rules, table))
    if table.occasion is Occasion.OPENING and waits:
        return Occasion.OPENING
    is_idle = table.occasion is Occasion.IDLE and Act.LOAD_SHOE in acts
    return Occasion.IDLE if is_idle else Occasion.ORDERED


def request_inspection(rules: Rules, table: Table, command: c.RequestInspection) -> e.Events:
    """Show what would not be shown at an idle table, because a player asks for it."""
    law = provided(rules.book.idle)
    tasks, asked = law.stored_batch_on_request, law.inspection
    on_request = asked is not None and asked.value is IdleInspection.ON_REQUEST
    if not tasks and not on_request:
        raise Refusal(Reason.NOT_PROVIDED_FOR)
    if command.player not in table.present:
        raise Refusal(Reason.NOT_SEATED, player=command.player)
    acts = [step.act for step in table.to_do] if table.occasion is Occasion.IDLE else []
    if Act.OFFER_INSPECTION in acts[:1]:
        return (inserted(preparation.inspection(rules), after=Act.OFFER_INSPECTION),)
    is_cut = table.cut.cut_by is not None and Act.EXCHANGE_BATCHES not in acts
    if Act.PLACE_COVER_CARD not in acts or is_cut or shuffler_in_use(rules, table) is not Shuffler.BATCH:
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    return _other_batch_shown(rules, law, table.to_do)


def _other_batch_shown(rules: Rules, law: Idle, to_do: tuple[Step, ...]) -> e.Events:
    """Have the batch from the shuffler spread and reshuffled once it has come out, unless it is anyway."""
    steps = preparation.steps_of(law.stored_batch_on_request)
    acts = [step.act for step in to_do]
    exchange = Act.EXCHANGE_BATCHES in acts
    coming = to_do[acts.index(Act.EXCHANGE_BATCHES) :] if exchange else to_do
    only_then = law.second_batch is None or law.second_batch.value is SecondBatch.ON_REQUEST
    if _is_shown(rules, coming) or not only_then:
        is_due = any(step.act in _SHOWING for step in coming)
        reason = Reason.INSPECTION_IS_DUE if is_due else Reason.INSPECTION_IS_DONE
        raise Refusal(reason, steps[0].clause if steps else "")
    held = rules.book.cut.stack_held
    if held and Act.OFFER_CUT in acts and Act.HOLD_STACK not in acts:  # The stack that was held is no more.
        steps += preparation.steps_of((held,))
    return (inserted(steps, after=Act.EXCHANGE_BATCHES if exchange else None),)


def report_batch_not_secured(rules: Rules, table: Table, command: c.ReportBatchNotSecured) -> e.Events:
    """Answer no to what has to be made sure of: then the batch from the shuffler is shown and reshuffled."""
    law, duty = provided(rules.book.idle), next_duty(rules, table)
    if (
        duty.act not in {Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH}
        or table.occasion is not Occasion.IDLE
    ):
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    found = e.BatchNotSecured(act=duty.act, by=command.by, clause=table.clause_due)
    shown_anyway = _is_shown(rules, table.to_do)
    return (found,) if shown_anyway else (found, *_other_batch_shown(rules, law, table.to_do))


def _is_shown(rules: Rules, to_do: tuple[Step, ...]) -> bool:
    """Tell whether cards are shown and shuffled; a shuffle by order alone does not show them."""
    by_order = rules.book.shuffle.by_order
    ordered = by_order.clause if by_order else ""
    return any(step.act is Act.SHUFFLE and step.clause != ordered for step in to_do)


def _check_not_called(rules: Rules, table: Table) -> None:
    """Refuse what waits until a round that was called, or a procedure under way, is over."""
    if table.round is not None and table.round.closed:
        raise Refusal(Reason.ROUND_IN_PROGRESS)
    if table.to_do and not waits_for_the_call(rules, table):
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)


def check_between_rounds(rules: Rules, table: Table) -> None:
    check_no_round(table)
    _check_not_called(rules, table)
