"""The preparation of the cards: which acts, in which order, from the decks' arrival to a loaded shoe."""

from typing import Final

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.cited_values import Cited, Says, Task
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Cutter, IdleInspection, SecondBatch
from casinowar.game.due.shuffling import (
    cover_card_is_out,
    decks_there,
    decks_to_receive,
    needs_new_decks,
    reshuffle_rule,
    shuffler_in_use,
)
from casinowar.game.table import NO_COVER_CARD, Step, Table
from casinowar.game.words import Act, Irregularity, Occasion, Role, Ruling, Shuffler

Steps = tuple[Step, ...]


def opening(rules: Rules, table: Table) -> Steps:
    book, house = rules.book.opening, rules.house
    choices = ((house.odds_on_sign, book.odds_on_sign), (house.tip_box_elsewhere, book.tip_box_elsewhere))
    chosen = tuple(task for wanted, task in choices if wanted and task)
    failed = failed_device(rules) if table.device_failed else ()
    cards, hands = failed + change_of_cards(rules, table), steps_of(rules.book.deal.hands)
    return steps_of(book.approvals + chosen) + cards + hands


def change_of_cards(rules: Rules, table: Table) -> Steps:
    book, shuffler, decks = rules.book, shuffler_in_use(rules, table), decks_to_receive(rules, table)
    continuous = shuffler is Shuffler.CONTINUOUS
    device = steps_of(book.opening.continuous_device) if continuous else ()
    preshuffled = book.cards.preshuffled if _come_preshuffled(rules) else None
    # Preshuffled decks need no shuffle before play (R85), only the one with which a batch is stored.
    because = book.shuffle.stored if preshuffled and book.shuffle.stored else book.shuffle.before_play
    stored = (_step(Act.SHUFFLE_STORED, because),) if shuffler is Shuffler.BATCH else ()
    if preshuffled:
        receive = _step(Act.RECEIVE_DECKS, preshuffled)
        said = steps_of(book.opening.preshuffled)
        loading = _loading(rules, shuffler if continuous else Shuffler.BY_HAND, decks)
        return (*device, receive, *said, *stored, *loading)
    # Two batches come to the table only with the shuffler that they are for (R97).
    tasks = book.opening.each_batch * 2 if shuffler is Shuffler.BATCH else book.opening.by_hand
    numbers = book.cards.decks.get(shuffler, rules.decks_allowed)
    receive = _step(Act.RECEIVE_DECKS, tasks[0] if tasks else numbers)
    shuffle = _step(Act.SHUFFLE, book.shuffle.before_play)
    return (*device, receive, *steps_of(tasks), shuffle, *stored, *_loading(rules, shuffler, decks))


def _come_preshuffled(rules: Rules) -> bool:
    return rules.house.preshuffled and rules.book.cards.preshuffled is not None


def is_uninspected(rules: Rules, table: Table) -> bool:
    each = {task.act for task in rules.book.opening.each_batch}
    batch = shuffler_in_use(rules, table) is Shuffler.BATCH and table.occasion in _NEW_DECKS
    return batch and any(step.act in each for step in table.to_do)


def reshuffle(rules: Rules, table: Table, because: Cited | None = None) -> Steps:
    shuffler = shuffler_in_use(rules, table)
    again = because or reshuffle_rule(rules, shuffler)
    acts = (Act.GATHER_CARDS, Act.SHUFFLE)
    if shuffler is Shuffler.BATCH:
        acts = (Act.EXCHANGE_BATCHES, Act.SHUFFLE_STORED)
    return (*(_step(act, again) for act in acts), *_loading(rules, shuffler, decks_there(rules, table)))


def next_shoe(rules: Rules, table: Table, because: Cited | None = None) -> Steps:
    """List the acts from one shoe to the next; new decks come where these may not be shuffled as they are."""
    if needs_new_decks(rules, table):
        return change_of_cards(rules, table)
    return reshuffle(rules, table, because)


_LOADING: Final = frozenset(
    {
        *(Act.HOLD_STACK, Act.OFFER_CUT, Act.CUT, Act.PLACE_COVER_CARD, Act.HIDE_LAST_CARD),
        *(Act.LOAD_SHOE, Act.BURN_CARD),
    }
)


def shuffled_again(rules: Rules, table: Table, because: Cited) -> Steps:
    """List what is left to be done when cards that are ready, or nearly so, are shuffled once more.

    Nothing is listed while something else has to be done first to a shoe that is loaded.
    """
    acts = [step.act for step in table.to_do]
    rest = tuple(step for step in table.to_do if step.act not in _LOADING)
    if Act.LOAD_SHOE not in acts:
        manner = {task.act for task in rules.book.deal.hands}
        return next_shoe(rules, table, because) + rest if {step.act for step in rest} <= manner else ()
    before = sum(act not in _LOADING for act in acts[: acts.index(Act.LOAD_SHOE)])
    loading = _loading(rules, shuffler_in_use(rules, table), decks_there(rules, table))
    return (*rest[:before], _step(Act.SHUFFLE, because), *loading, *rest[before:])


def begun(rules: Rules, table: Table, occasion: Occasion, steps: Steps) -> e.Events:
    """Begin a procedure; a text without a shuffle by hand has each one ruled on while the device is out."""
    began = procedure(rules, table, occasion, steps)
    if not table.device_failed or table.device_deferred or rules.book.cards.by_hand is not None:
        return (began,)
    what, clause = Irregularity.DEVICE_FAILED, rules.clauses.ruling
    return (began, e.PlayStopped(irregularity=what, possible=(Ruling.PLAY_ON,), clause=clause))


def procedure(rules: Rules, table: Table, occasion: Occasion, steps: Steps) -> e.ProcedureBegan:
    """Give a procedure its occasion: where new decks come between two shoes, the cards are changed.

    Burns that wait for the call come last, so that nothing else which is to be done has them done before it.
    """
    new_decks = any(step.act is Act.RECEIVE_DECKS for step in steps)
    keeps = occasion in {Occasion.OPENING, Occasion.IDLE}
    if rules.burns_after_call:
        steps = tuple(sorted(steps, key=lambda step: step.act is Act.BURN_CARD))
    occasion = Occasion.CHANGE if new_decks and not keeps else occasion
    clause = called_for_by(rules, table, occasion, steps)
    return e.ProcedureBegan(occasion=occasion, steps=steps, clause=clause)


def called_for_by(rules: Rules, table: Table, occasion: Occasion, steps: Steps) -> str:
    """Cite what calls for a procedure: an order, a rule, or what its first act is done under."""
    book, due, by_order = rules.book, table.to_do, rules.book.shuffle.by_order
    ordered = {
        step for step in steps if by_order and (step.act, step.clause) == (Act.SHUFFLE, by_order.clause)
    }
    if by_order and (occasion is Occasion.ORDERED or (due and not ordered <= {*due})):
        return by_order.clause
    law: Cited | None = None
    match occasion:
        case Occasion.RESHUFFLE | Occasion.UNLISTED if due:
            return next((step.clause for step in steps if step not in due), due[0].clause)
        case Occasion.CHANGE if not (due or table.device_failed) and needs_new_decks(rules, table):
            law = book.cards.decks[rules.shuffler]  # A device that is back lacks what it is used with.
        case Occasion.CHANGE if not due:
            law = book.cards.change
        case Occasion.IDLE if book.idle and not due:
            law = book.idle.begins
        case _:
            pass
    return law.clause if law else steps[0].clause if steps else table.clause_due


def after_round(rules: Rules, table: Table, because: Cited | None = None) -> Steps:
    failed = failed_device(rules) if table.device_deferred else ()
    if because is None and table.device_deferred:
        because = rules.book.shuffle.without_device
    if because is None and occasion_of_reshuffle(rules, table) is Occasion.ORDERED:
        because = rules.book.shuffle.by_order
    return failed + next_shoe(rules, table, because)


def occasion_of_reshuffle(rules: Rules, table: Table) -> Occasion:
    if table.reshuffle_ordered and not cover_card_is_out(rules, table):
        return Occasion.ORDERED
    came_out = table.shoe.cover_card_at == NO_COVER_CARD and not table.device_deferred
    return Occasion.RESHUFFLE if came_out else Occasion.UNLISTED


def idle(rules: Rules, table: Table, *, face_up: bool) -> Steps:
    """List the acts at a table without gaming activity; what may not be shuffled any more is not shown."""
    law = rules.book.idle
    if law is None:
        return ()
    if needs_new_decks(rules, table):
        return change_of_cards(rules, table)
    batch = shuffler_in_use(rules, table) is Shuffler.BATCH
    if batch:
        shown = steps_of(law.batch_face_up if face_up else law.batch_face_down)
    else:
        shown = steps_of(law.face_up if face_up else law.face_down)
    other = steps_of(law.stored_batch_on_request)
    if law.inspection and law.inspection.value is IdleInspection.ON_REQUEST and not face_up:
        spread = {step.act: step for step in shown}.get(Act.SPREAD_FACE_DOWN)
        shown, other = (_on_request(steps, spread, law.inspection) for steps in (shown, other))
    if batch and law.second_batch:
        shown = _with_second_batch(shown, other, law.second_batch)
    done = {step.act for step in shown} & {Act.GATHER_CARDS, Act.EXCHANGE_BATCHES}
    last = Task(act=shown[-1].act, clause=shown[-1].clause) if shown else None
    shuffling = reshuffle(rules, table, because=last)
    return shown + tuple(step for step in shuffling if step.act not in done)


def into_device(rules: Rules, table: Table, *, owed: bool) -> Steps:
    """List how a continuous device that is back gets the cards; what an idle table is owed comes first."""
    shuffling = idle(rules, table, face_up=False) if owed else reshuffle(rules, table)
    return steps_of(rules.book.opening.continuous_device) + shuffling


_INSPECTION: Final = frozenset({Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN})


def inspection(rules: Rules) -> Steps:
    tasks = rules.book.idle.face_down if rules.book.idle else ()
    return steps_of(tuple(task for task in tasks if task.act in _INSPECTION))


def _on_request(shown: Steps, spread: Step | None, law: Cited) -> Steps:
    """Ask the first player instead of turning the cards up; what would be spread face up is spread so."""
    face_down = (spread if spread and step.act is Act.SPREAD_FACE_UP else step for step in shown)
    steps = tuple(step for step in face_down if step.act not in _INSPECTION)
    acts = [step.act for step in steps]
    if Act.SPREAD_FACE_DOWN not in acts:
        return shown
    place = acts.index(Act.SPREAD_FACE_DOWN) + 1
    return (*steps[:place], _step(Act.OFFER_INSPECTION, law), *steps[place:])


def _with_second_batch(shown: Steps, other: Steps, second: Says[SecondBatch]) -> Steps:
    """Add when the batches change places, and what is done with the one that comes out of the shuffler."""
    exchange = _step(Act.EXCHANGE_BATCHES, second)
    match second.value:
        case SecondBatch.BOTH:
            secured = {Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH}
            return (*(step for step in shown if step.act not in secured), exchange, *other)
        case SecondBatch.IN_PLAY:
            return (*shown[:1], exchange, *shown[1:], *(step for step in other if step.act is Act.SHUFFLE))
        case SecondBatch.ON_REQUEST:
            return (*shown, exchange)


def without_device(rules: Rules, table: Table) -> Steps:
    """Rewrite what is to be done for a table whose device has just failed."""
    table = replace(table, device_failed=True)
    to_do = tuple(step for step in table.to_do if step.act not in {Act.SHUFFLE_STORED, Act.CONFIRM_DEVICE})
    acts = [step.act for step in to_do]
    to_shuffle = [act for act in acts if act in {Act.RECEIVE_DECKS, Act.EXCHANGE_BATCHES, Act.SHUFFLE}]
    loaded = Act.LOAD_SHOE not in acts
    if loaded and rules.shuffler is Shuffler.CONTINUOUS:  # What it holds is not dealt from it any more.
        return failed_device(rules) + to_do + next_shoe(rules, table, rules.book.shuffle.without_device)
    if loaded or (not to_shuffle and rules.shuffler is Shuffler.BATCH):
        return failed_device(rules) + to_do
    load = acts.index(Act.LOAD_SHOE) + 1
    after = tuple(step for step in to_do[load:] if step.act is not Act.BURN_CARD)
    loading = _loading(rules, Shuffler.BY_HAND, decks_there(rules, table))
    if not to_shuffle:  # What the device has shuffled, but is not loaded yet, is shuffled once more.
        said = tuple(step for step in to_do[: load - 1] if step.act not in _LOADING)
        preshuffled = _come_preshuffled(rules) and table.occasion in _NEW_DECKS
        again = () if preshuffled else (_step(Act.SHUFFLE, rules.book.shuffle.before_play),)
        return (*failed_device(rules), *said, *again, *loading, *after)
    before = to_do[: acts.index(to_shuffle[0])]
    if Act.RECEIVE_DECKS in acts:
        by_hand = change_of_cards(rules, table)
    elif needs_new_decks(rules, table):
        before, by_hand = (), change_of_cards(rules, table)
    elif rules.shuffler is Shuffler.BATCH and table.occasion in _CARDS_LIE_SPREAD:
        before = _spread_for_the_device(rules, table, to_do)
        shuffle = to_do[acts.index(to_shuffle[0])]
        if table.occasion is Occasion.IDLE:
            by_idle = before or steps_of(rules.book.idle.face_down if rules.book.idle else ()) or (shuffle,)
            shuffle = replace(by_idle[-1], act=Act.SHUFFLE)
        by_hand = (shuffle, *loading)
    elif Act.EXCHANGE_BATCHES in acts:
        because = to_do[acts.index(Act.EXCHANGE_BATCHES)]
        by_hand = reshuffle(rules, table, Cited(clause=because.clause))
    else:
        by_hand = (to_do[acts.index(Act.SHUFFLE)], *loading)
    return failed_device(rules) + before + by_hand + after


def _spread_for_the_device(rules: Rules, table: Table, to_do: Steps) -> Steps:
    """List what is still done by hand with the batch on the table; the other one is not used (R97)."""
    idle_law, acts = rules.book.idle, [step.act for step in to_do]
    if table.occasion is Occasion.IDLE and idle_law:
        second = idle_law.second_batch
        shown_later = second is not None and second.value is SecondBatch.IN_PLAY
        exchanged = Act.EXCHANGE_BATCHES not in acts
        over = acts.index(Act.SHUFFLE if exchanged or shown_later else Act.EXCHANGE_BATCHES)
        return _by_hand_instead(to_do[:over], idle_law.batch_face_down, idle_law.face_up + idle_law.face_down)
    batch, by_hand = rules.book.opening.each_batch, rules.book.opening.by_hand
    spread = to_do[: acts.index(Act.SHUFFLE)]
    if acts.count(Act.STACK) > 1:
        spread = to_do[: acts.index(Act.STACK) + 1]
    else:
        of_second_batch = {task.act for task in batch}
        spread = tuple(step for step in spread if step.act not in of_second_batch)
    return _by_hand_instead(spread, batch, by_hand or batch)


def _by_hand_instead(spread: Steps, batch: tuple[Task, ...], by_hand: tuple[Task, ...]) -> Steps:
    """Do by hand what was begun for the device, with what only a shuffle by hand asks for at the end."""
    law = {step.act: step for step in steps_of(by_hand)}
    still = {step.act for step in spread} | {Act.WASH} - {task.act for task in batch}
    last = (Act.WASH, Act.STACK) if Act.WASH in still else (Act.STACK,) if Act.STACK in still else ()
    shown = (step for step in spread if step.act not in _ONLY_FOR_A_DEVICE and step.act not in last)
    return (*(law.get(step.act, step) for step in shown), *(law[act] for act in last if act in law))


_NEW_DECKS: Final = frozenset({Occasion.OPENING, Occasion.CHANGE})
_CARDS_LIE_SPREAD: Final = _NEW_DECKS | {Occasion.IDLE}
_ONLY_FOR_A_DEVICE: Final = frozenset(
    {Act.SECURE_STORED_BATCH, Act.RELEASE_STORED_BATCH, Act.EXCHANGE_BATCHES}
)


def failed_device(rules: Rules) -> Steps:
    return steps_of(rules.book.irregularities.failed_device)


def shuffle_device_again(rules: Rules, clause: str) -> Steps:
    act = Act.SHUFFLE_STORED if rules.shuffler is Shuffler.BATCH else Act.SHUFFLE
    return (Step(act, Role.DEALER, clause),)


def in_mid_round(because: Cited) -> Steps:
    return (_step(Act.SHUFFLE, because), _step(Act.LOAD_SHOE, because))


def cutting(rules: Rules, shuffler: Shuffler) -> Steps:
    cut = rules.book.cut
    who = cut.after_hand_shuffle if shuffler is Shuffler.BY_HAND else cut.after_machine_shuffle
    match who.value:
        case Cutter.PLAYERS:
            held = steps_of((cut.stack_held,)) if cut.stack_held else ()
            return (*held, _step(Act.OFFER_CUT, who))
        case Cutter.DEALER:
            return (_step(Act.CUT, who),)
        case Cutter.NO_ONE:
            return ()


def cut_of_hand_shuffled(rules: Rules, table: Table) -> Steps:
    """List the cut of a batch that comes out of the shuffler after a shuffle by hand, unless one is due."""
    shuffled_or_cut = {Act.SHUFFLE, Act.OFFER_CUT, Act.CUT}
    if not table.stored_by_hand or any(step.act in shuffled_or_cut for step in table.to_do):
        return ()
    return cutting(rules, Shuffler.BY_HAND)


def covering(rules: Rules) -> Steps:
    cut = rules.book.cut
    steps = [_step(Act.PLACE_COVER_CARD, cut.cover_card)] if cut.cover_card else []
    if rules.house.hide_last_card and cut.hide_last_card:
        steps += steps_of((cut.hide_last_card,))
    return tuple(steps)


def _loading(rules: Rules, shuffler: Shuffler, decks: int) -> Steps:
    if shuffler is Shuffler.CONTINUOUS:  # No shoe: what leaves no other way has the device deal.
        return (_step(Act.LOAD_SHOE, rules.book.cards.only or rules.book.cut.load),)
    load, burn = _step(Act.LOAD_SHOE, rules.book.cut.load), rules.book.burns.new_shoe
    first = rules.book.burns.by_first_card
    cards = rules.book.burns.from_new_shoe(decks, rules.book.cards.ranking.value)
    burns = (_step(Act.BURN_CARD, burn),) * cards if burn else ()
    if first:
        # How many more follow is not known before it is turned up.
        burns = (replace(_step(Act.BURN_CARD, first), tells=True),)
    return (*cutting(rules, shuffler), *covering(rules), load, *burns)


def inserted(steps: Steps, after: Act | None = None) -> e.StepsInserted:
    """Put further acts under the clause of the first of them."""
    return e.StepsInserted(steps=steps, after=after, clause=steps[0].clause)


def steps_of(tasks: tuple[Task, ...]) -> Steps:
    return tuple(Step(task.act, task.by, task.clause) for task in tasks)


def _step(act: Act, cited: Cited) -> Step:
    return Step(act, Role.DEALER, cited.clause)
