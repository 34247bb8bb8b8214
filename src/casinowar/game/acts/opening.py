"""Opening, shuffling, idling and changing: everything that is done with the cards before they are cut."""

from collections import Counter
from collections.abc import Mapping

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters, preparation, progressive
from casinowar.game.acts.dealing import outside_the_shoe
from casinowar.game.acts.layout import provided
from casinowar.game.acts.seating import check_chips, check_name
from casinowar.game.book.rules import Rules
from casinowar.game.cards import ALL, UNSEEN, Card
from casinowar.game.due.shuffling import shuffler_in_use
from casinowar.game.giving import DOERS
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import Act, Occasion, Shuffler, Wager

_ANSWERED = frozenset(
    {
        *(Act.TAKE_SEAT, Act.PLACE_WAGERS, Act.CHOOSE, Act.RULE),
        *(Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER, Act.ANSWER_BANK),
    }
)
"""The acts that leave somebody several commands to choose from."""

RECORDED = frozenset(Act) - _ANSWERED - {act for each in c.COMMANDS.values() for act in (each.act, each.does)}
"""The acts that `Perform` records; all others have commands of their own."""

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
    return (
        e.TableOpened(
            rulebook=rules.book.name,
            dealer=command.dealer,
            inventory=usual if command.inventory is None else command.inventory,
            dealer_burns=burns.value if burns else 0,
            counted=counted,
        ),
        *(started for started in meters.started(rules) if started.meter not in table.meters),
        e.ProcedureBegan(occasion=Occasion.OPENING, steps=preparation.opening(rules)),
    )


def come_to_table(rules: Rules, table: Table, command: c.ComeToTable) -> e.Events:
    """Let a new dealer take over."""
    check_name(command.dealer)
    if command.dealer == table.dealer:
        raise Refusal(Reason.DEALER_ALREADY_HERE, dealer=command.dealer)
    burns, steps = rules.book.burns.new_dealer, preparation.steps_of(rules.book.deal.hands)
    return (e.DealerArrived(dealer=command.dealer, burns=burns.value if burns else 0, steps=steps),)


def tell_time(_rules: Rules, table: Table, command: c.TellTime) -> e.Events:
    """Take note of the time."""
    if command.now < table.clock:
        raise Refusal(Reason.CLOCK_RUNS_FORWARD, now=table.clock)
    return (e.ClockTold(now=command.now),)


def perform(rules: Rules, table: Table, command: c.Perform) -> e.Events:
    """Record a human act that is due, by the role that has to do it."""
    duty = next_duty(rules, table)
    due = {duty.act, _ALTERNATIVE.get(duty.act)}
    if duty.act is Act.TAKE_SEAT and table.to_do and command.act_done is table.to_do[0].act:
        raise Refusal(Reason.NO_PLAYER_TO_INSPECT, duty.clause)
    if not table.to_do or command.act_done not in due or command.act_done not in RECORDED:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    if command.by not in DOERS[duty.role]:
        raise Refusal(Reason.ROLE_MAY_NOT, duty.clause, by=command.by)
    done = e.ActPerformed(act=command.act_done, by=command.by)
    match command.act_done:
        case Act.GATHER_CARDS:
            return (e.CardsGathered(), done)
        case Act.EXCHANGE_BATCHES:
            return (e.BatchesExchanged(), done)
        case Act.COLLECT_PROGRESSIVE:
            return (*progressive.collected(rules, table), done)
        case _:
            return (done,)


def receive_decks(rules: Rules, _table: Table, command: c.ReceiveDecks) -> e.Events:
    """Take new decks, in one batch or two, in order unless they come preshuffled."""
    cards = rules.book.cards
    preshuffled = rules.house.preshuffled
    if command.cards and not preshuffled:
        raise Refusal(Reason.NOT_PRESHUFFLED, cards.preshuffled.clause if cards.preshuffled else "")
    order: tuple[Card, ...] = ()
    if preshuffled:
        order = _order(rules, rules.cards(), command.cards)
    return (
        e.DecksReceived(
            decks=rules.decks,
            ranks=cards.ranking.value,
            suits=cards.suits.value,
            batches=2 if rules.shuffler is Shuffler.BATCH else 1,
            order=order,
        ),
        e.ActPerformed(act=Act.RECEIVE_DECKS, by=command.by),
    )


def shuffle(rules: Rules, table: Table, command: c.Shuffle) -> e.Events:
    """Shuffle the stack."""
    elsewhere = outside_the_shoe(table)
    return (e.CardsShuffled(cards=_order(rules, table.stack, command.cards, elsewhere)),)


def shuffle_stored(rules: Rules, table: Table, command: c.ShuffleStored) -> e.Events:
    """Have the device shuffle the batch it holds."""
    return (e.StoredBatchShuffled(cards=_order(rules, table.stored, command.cards)),)


def _order(
    rules: Rules,
    stack: tuple[Card, ...],
    cards: tuple[Card, ...],
    elsewhere: Mapping[Card, int] | None = None,
) -> tuple[Card, ...]:
    """Check that the order said is an order of the stack; unsaid, nobody knows it."""
    if not cards:
        return (UNSEEN,) * len(stack)
    if strange := next((card for card in cards if card not in ALL), None):
        raise Refusal(Reason.NOT_A_CARD, card=strange)
    said, known = Counter(cards), Counter(stack)
    unknown = known.pop(UNSEEN, 0)
    whole = Counter(rules.cards()) - Counter(elsewhere)
    fits = said >= known and said <= whole if unknown else said == known
    if len(cards) != len(stack) or not fits:
        missing = (known or whole) - said
        problem = (
            f"{len(cards)} were said"
            if len(cards) != len(stack)
            else f"{next(iter(missing), 'a card')} is missing"
        )
        raise Refusal(Reason.CARDS_DO_NOT_MATCH, cards=len(stack), problem=problem)
    return cards


def declare_idle(rules: Rules, table: Table, command: c.DeclareIdle) -> e.Events:
    """Take the cards up and spread them until a player arrives."""
    check_between_rounds(rules, table)
    steps = preparation.idle(rules, shuffler_in_use(rules, table), face_up=command.face_up)
    return (e.ProcedureBegan(occasion=Occasion.IDLE, steps=provided(steps)),)


def change_cards(rules: Rules, table: Table, _command: c.ChangeCards) -> e.Events:
    """Replace the decks."""
    check_between_rounds(rules, table)
    steps = preparation.change_of_cards(rules, shuffler_in_use(rules, table))
    return (e.ProcedureBegan(occasion=Occasion.CHANGE, steps=steps),)


def order_reshuffle(rules: Rules, table: Table, _command: c.OrderReshuffle) -> e.Events:
    """Reshuffle by order of a floorperson."""
    by_order = provided(rules.book.shuffle.by_order)
    check_between_rounds(rules, table, by_order.clause)
    steps = preparation.reshuffle(rules, shuffler_in_use(rules, table), by_order)
    return (e.ProcedureBegan(occasion=Occasion.ORDERED, steps=steps),)


def request_inspection(rules: Rules, table: Table, command: c.RequestInspection) -> e.Events:
    """Spread and reshuffle the batch from the shuffler too, because a player asks for it."""
    tasks = provided(provided(rules.book.idle).stored_batch_on_request)
    if command.player not in table.arrivals:
        raise Refusal(Reason.NOT_SEATED, tasks[0].clause, player=command.player)
    acts = {step.act for step in table.to_do}
    exchanged = table.occasion is Occasion.IDLE and Act.EXCHANGE_BATCHES not in acts
    if not exchanged or Act.PLACE_COVER_CARD not in acts or table.cut.cut_by is not None:
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    return (e.StepsInserted(steps=preparation.steps_of(tasks)),)


def check_between_rounds(rules: Rules, table: Table, clause: str = "") -> None:
    """Refuse what may be done only when no round and no procedure is under way."""
    if table.round is not None:
        raise Refusal(Reason.ROUND_IN_PROGRESS, clause)
    if table.to_do:
        duty = next_duty(rules, table)
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
