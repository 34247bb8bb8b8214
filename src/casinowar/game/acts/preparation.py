"""The preparation of the cards: which acts, in which order, from the decks' arrival to a loaded shoe."""

from typing import Final

from casinowar.game.book.citing import Cited, Task
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Cutter
from casinowar.game.due.shuffling import reshuffle_rule
from casinowar.game.table import Step, Table
from casinowar.game.words import Act, Occasion, Role, Shuffler

_FROM_CUT_TO_BURN: Final = frozenset(
    {Act.OFFER_CUT, Act.CUT, Act.PLACE_COVER_CARD, Act.HIDE_LAST_CARD, Act.LOAD_SHOE, Act.BURN_CARD}
)


Steps = tuple[Step, ...]


def opening(rules: Rules) -> Steps:
    """List the acts that open a table, and what the dealer confirms about the manner of dealing."""
    book, house = rules.book.opening, rules.house
    choices = ((house.odds_on_sign, book.odds_on_sign), (house.tip_box_elsewhere, book.tip_box_elsewhere))
    chosen = tuple(task for wanted, task in choices if wanted and task)
    cards, hands = change_of_cards(rules, rules.shuffler), steps_of(rules.book.deal.hands)
    return steps_of(book.approvals + chosen) + cards + hands


def change_of_cards(rules: Rules, shuffler: Shuffler) -> Steps:
    """List the acts from the arrival of new decks to a loaded shoe."""
    book = rules.book
    continuous = shuffler is Shuffler.CONTINUOUS
    device = steps_of(book.opening.continuous_device) if continuous else ()
    stored = (_step(Act.SHUFFLE_STORED, book.shuffle.before_play),) if shuffler is Shuffler.BATCH else ()
    if rules.house.preshuffled and book.cards.preshuffled:
        receive = _step(Act.RECEIVE_DECKS, book.cards.preshuffled)
        return (*device, receive, *stored, *_loading(rules, shuffler if continuous else Shuffler.BY_HAND))
    # Two batches come to the table also while their shuffler is out of use.
    tasks = book.opening.each_batch * 2 if rules.shuffler is Shuffler.BATCH else book.opening.by_hand
    receive = _step(Act.RECEIVE_DECKS, tasks[0] if tasks else book.shuffle.before_play)
    shuffle = _step(Act.SHUFFLE, book.shuffle.before_play)
    return (*device, receive, *steps_of(tasks), shuffle, *stored, *_loading(rules, shuffler))


def reshuffle(rules: Rules, shuffler: Shuffler, because: Cited | None = None) -> Steps:
    """List the acts between two shoes."""
    again = because or reshuffle_rule(rules, shuffler)
    acts = (Act.GATHER_CARDS, Act.SHUFFLE)
    if shuffler is Shuffler.BATCH:
        acts = (Act.EXCHANGE_BATCHES, Act.SHUFFLE_STORED)
    return (*(_step(act, again) for act in acts), *_loading(rules, shuffler))


def idle(rules: Rules, shuffler: Shuffler, *, face_up: bool) -> Steps:
    """List the acts at a table without gaming activity."""
    tasks = rules.book.idle
    if tasks is None or shuffler is Shuffler.CONTINUOUS:
        return ()
    if shuffler is Shuffler.BATCH:
        shown = tasks.batch_face_up if face_up else tasks.batch_face_down
    else:
        shown = tasks.face_up if face_up else tasks.face_down
    shuffling = reshuffle(rules, shuffler, because=shown[-1] if shown else None)
    if any(task.act is Act.GATHER_CARDS for task in shown):
        shuffling = tuple(step for step in shuffling if step.act is not Act.GATHER_CARDS)
    return steps_of(shown) + shuffling


def without_device(rules: Rules, table: Table) -> Steps:
    """Rewrite what is to be done for a table whose device has just failed."""
    acts = [step.act for step in table.to_do]
    if Act.EXCHANGE_BATCHES in acts:
        before = table.to_do[: acts.index(Act.EXCHANGE_BATCHES)]
        return (*failed_device(rules), *before, *reshuffle(rules, Shuffler.BY_HAND))
    rest = tuple(step for step in table.to_do if step.act is not Act.SHUFFLE_STORED)
    if Act.SHUFFLE in acts and table.occasion is not Occasion.SHOE_RAN_OUT:
        # What the device was to shuffle is shuffled by hand, and so it is cut by hand, too.
        shuffle = [step.act for step in rest].index(Act.SHUFFLE) + 1
        after = tuple(step for step in rest[shuffle:] if step.act not in _FROM_CUT_TO_BURN)
        rest = (*rest[:shuffle], *_loading(rules, Shuffler.BY_HAND), *after)
    return failed_device(rules) + rest


def failed_device(rules: Rules) -> Steps:
    """List what is done to a failed device before another method is used."""
    return steps_of(rules.book.irregularities.failed_device)


def shuffle_device_again(rules: Rules, clause: str) -> Steps:
    """List what is done to shuffle again the cards that a jam left in the device."""
    act = Act.SHUFFLE_STORED if rules.shuffler is Shuffler.BATCH else Act.SHUFFLE
    return (Step(act, Role.DEALER, clause),)


def discards_only(rules: Rules) -> Steps:
    """List what is done to play on when a shoe ran out in mid-round."""
    ruling = rules.book.irregularities.ruling
    return (_step(Act.SHUFFLE, ruling), _step(Act.LOAD_SHOE, ruling))


def cutting(rules: Rules, shuffler: Shuffler) -> Steps:
    """List the act of cutting, if there is one."""
    cut = rules.book.cut
    who = cut.after_hand_shuffle if shuffler is Shuffler.BY_HAND else cut.after_machine_shuffle
    match who.value:
        case Cutter.PLAYERS:
            return (_step(Act.OFFER_CUT, who),)
        case Cutter.DEALER:
            return (_step(Act.CUT, who),)
        case Cutter.NOBODY:
            return ()


def covering(rules: Rules) -> Steps:
    """List what is done with cover cards between the cut and the loading of the shoe."""
    cut = rules.book.cut
    steps = [_step(Act.PLACE_COVER_CARD, cut.cover_card)] if cut.cover_card else []
    if rules.house.hide_last_card and cut.hide_last_card:
        steps += steps_of((cut.hide_last_card,))
    return tuple(steps)


def _loading(rules: Rules, shuffler: Shuffler) -> Steps:
    load, burn = _step(Act.LOAD_SHOE, rules.book.cut.load), rules.book.burns.new_shoe
    first = rules.book.burns.by_first_card
    if shuffler is Shuffler.CONTINUOUS:
        return (load,)
    cards = rules.book.burns.from_new_shoe(rules.decks, rules.book.cards.ranking.value)
    burns = (_step(Act.BURN_CARD, burn),) * cards if burn else ()
    if first:
        # How many more follow is not known before it is turned up.
        burns = (_step(Act.BURN_CARD, first),)
    return (*cutting(rules, shuffler), *covering(rules), load, *burns)


def steps_of(tasks: tuple[Task, ...]) -> Steps:
    """Turn what a book asks for into steps of a procedure."""
    return tuple(Step(task.act, task.by, task.clause) for task in tasks)


def _step(act: Act, cited: Cited) -> Step:
    return Step(act, Role.DEALER, cited.clause)
