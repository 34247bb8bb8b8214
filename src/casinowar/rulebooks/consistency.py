"""What a rulebook may not combine, because the engine could not honour it."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import fields

from casinowar.game.book.citing import Task
from casinowar.game.book.rulebook import Outcome, Rulebook, War
from casinowar.game.book.rules import too_few_cards
from casinowar.game.book.terms import ChoiceWhen, Cutter, Fought, Given, Made, Remedy, Runs, Tied, When
from casinowar.game.money import cents
from casinowar.game.words import ACTS_OF_A_ROUND, Act, Instrument, Irregularity, Role

Problem = tuple[str, str]
"""The place in the file, and what is wrong there."""

ASKABLE = frozenset(Act) - {
    *(Act.OPEN_TABLE, Act.CHANGE_CARDS, Act.RECEIVE_DECKS, Act.SHUFFLE_STORED, Act.OFFER_CUT, Act.ANSWER_CUT),
    *(Act.CUT, Act.PLACE_COVER_CARD, Act.LOAD_SHOE, Act.BURN_CARD, Act.TAKE_SEAT, Act.PLACE_WAGERS),
    *(Act.CALL_NO_MORE_BETS, Act.DEAL_CARD, Act.COMPARE_HAND, Act.SETTLE_HAND, Act.CHOOSE),
    *(Act.SETTLE_ABANDONED, Act.COLLECT_CARDS, Act.CONFIRM_WAR_WAGER, Act.ANSWER_TIE_OFFER),
    *(Act.BEGIN_WAR_DEAL, Act.RULE, Act.EXCHANGE_BATCHES, *ACTS_OF_A_ROUND, Act.READ_PROGRESSIVE),
    *(Act.PAY_PROGRESSIVE, Act.SPIN_WHEEL, Act.COLLECT_BONUS_SPIN),
    *(Act.OFFER_BANK, Act.ANSWER_BANK, Act.RETURN_UNCOVERED),
}


def problems(book: Rulebook) -> Iterator[Problem]:
    """Find everything in a rulebook that the engine could not honour."""
    yield from _cards(book)
    yield from _tasks(book)
    yield from _settlement(book)
    yield from _irregularities(book)
    if book.war:
        yield from _war(book, book.war)


def _cards(book: Rulebook) -> Iterator[Problem]:
    cards, cut = book.cards, book.cut
    for name in ("ranking", "suits"):
        values = getattr(cards, name).value
        if not values or len(set(values)) != len(values):
            yield f"cards.{name}", "every rank and suit stands exactly once"
    if not cards.decks:
        yield "cards", "at least one way of shuffling has to be there, such as by_hand"
    numbers = {f"cards.{name}": getattr(cards, name) for name in _DECKS} | {
        "seating.seats": book.seating.seats
    }
    for place, each in numbers.items():
        if each and not each.allows(each.start):
            yield f"{place}.start", f"{each.start} is not among {each}"
    if book.shuffle.reshuffle.value is When.COVER_CARD and not cut.cover_card:
        yield "shuffle.reshuffle", "shuffling after the cover card needs cut.cover_card"
    for each in cards.decks.values():
        yield from ((place, problem) for place, problem, _ in too_few_cards(book, each.start))
    for name in ("after_hand_shuffle", "after_machine_shuffle"):
        if getattr(cut, name).value is Cutter.PLAYERS and not cut.passes:
            problem = "a cut by the players needs cut.passes, the direction in which a refusal goes on"
            yield f"cut.{name}", problem


def _tasks(book: Rulebook) -> Iterator[Problem]:
    for place, task in _asked_for(book):
        if task.act not in ASKABLE:
            yield place, f"'{task.act}' is not an act that can be asked for here"
        if task.act in _MOVES_CARDS and not place.startswith("idle."):
            yield place, f"'{task.act}' can be asked for at an idle table only"
        if task.by not in {Role.DEALER, Role.FLOORPERSON}:
            yield place, f"'{task.act}' is done by the dealer or a floorperson"


def _asked_for(book: Rulebook) -> Iterator[tuple[str, Task]]:
    """List what a book asks for at a table, with its place."""
    for name in ("opening", "cut", "deal", "irregularities", "idle"):
        part = getattr(book, name)
        for field in fields(part) if part else ():
            value = getattr(part, field.name)
            for task in value if isinstance(value, tuple) else (value,):
                if isinstance(task, Task):
                    yield f"{name}.{field.name}", task


_DECKS = ("by_hand", "batch_shuffler", "continuous_shuffler")
_MOVES_CARDS = {Act.GATHER_CARDS, Act.SHUFFLE}
_WITH_THE_CARD = {Remedy.DISCARD, Remedy.USE_AS_NEXT, Remedy.VOID_ROUND}
_REMEDIES = {
    Irregularity.FACE_UP_CARD: _WITH_THE_CARD,
    Irregularity.CARD_DRAWN_IN_ERROR: _WITH_THE_CARD,
    Irregularity.EXPOSED_CARD: _WITH_THE_CARD,
    Irregularity.CARD_TO_EMPTY_SEAT: _WITH_THE_CARD,
    Irregularity.NO_CARD_DEALT: {Remedy.VOID_WAGER, Remedy.VOID_ROUND},
    Irregularity.WRONG_BURN: {Remedy.VOID_ROUND},
    Irregularity.NO_CHOICE: {Remedy.VOID_ROUND},
    Irregularity.OTHER: {Remedy.VOID_ROUND},
    Irregularity.SHUFFLER_JAM: {Remedy.VOID_ROUND, Remedy.RESHUFFLE_DEVICE},
}


def _irregularities(book: Rulebook) -> Iterator[Problem]:
    for provision in book.irregularities.provisions:
        what = provision.irregularity
        if provision.remedy not in _REMEDIES.get(what, ()):
            yield "irregularities.provisions", f"'{provision.remedy}' is no remedy for '{what}'"
        again = provision.repeated
        if again and (again, what) != (Remedy.VOID_ROUND, Irregularity.FACE_UP_CARD):
            yield "irregularities.provisions", f"'{again}' is no remedy for '{what}' happening again"


def _settlement(book: Rulebook) -> Iterator[Problem]:
    if book.surrender and Fraction(book.surrender.forfeits) > 1:
        yield "surrender.forfeits", "more than the whole wager cannot be forfeited"
    if book.war and book.war.again and Fraction(book.war.again.forfeits or 0) > 1:
        yield "war.again.forfeits", "more than the whole wager cannot be forfeited"
    if book.settlement.tie_hand.value is Tied.CHOICE and not (book.war or book.surrender):
        yield "settlement.tie_hand", "the choice on a tie needs [war] or [surrender]"
    if book.wagers.tie and book.wagers.tie.equal and book.wagers.tie.most:
        yield "wagers.tie", "a wager equal to the initial one needs no largest multiple"
    yield from _wagers(book)
    if Instrument.CHIP not in book.wagers.instruments.value:
        yield "wagers.instruments", "wagers are made with chips at least, so 'chip' has to be among them"
    if book.bank and book.wagers.payout_limit:
        yield "wagers.payout_limit", "a bank pays as far as it covers; no payout limit goes with it"
    for name in ("progressive", "bonus_spin"):
        part = getattr(book, name)
        if part and not (part.amounts.value and all(map(cents, part.amounts.value))):
            yield f"{name}.amounts", "at least one amount has to be there, and each more than nothing"
    if book.wagers.war_tie and not book.war:
        yield "wagers.war_tie", "a tie wager on the war deal needs [war]"


def _wagers(book: Rulebook) -> Iterator[Problem]:
    tie, ladder, dealer_wins = book.wagers.tie, book.wagers.war_tie, book.wagers.dealer_wins
    for name, law in (("tie", tie), ("war_tie", ladder)):
        if law and law.most and not Fraction(law.most):
            yield f"wagers.{name}.most", "at most nothing is no wager; leave the wager out instead"
    if ladder and ladder.equal and ladder.most:
        yield "wagers.war_tie", "a wager equal to the war wager needs no largest multiple"
    if dealer_wins and Fraction(dealer_wins.tie_forfeits) > 1:
        yield "wagers.dealer_wins.tie_forfeits", "more than the whole wager cannot be forfeited"
    if tie is None:
        return
    if tie.made not in {None, Made.WITH_INITIAL} and (tie.equal or tie.most):
        yield "wagers.tie.made", "a wager without an initial wager cannot be measured by one"
    if tie.made is Made.INSTEAD and tie.required:
        yield "wagers.tie.made", "a wager instead of an initial wager cannot be required with it"
    if tie.runs is Runs.TO_ITS_END and not tie.in_a_row:
        yield "wagers.tie.runs", "only a wager with 'in_a_row' runs on after the first tie"
    if tie.in_a_row and (not book.war or book.settlement.tie_hand.value in {Tied.COLLECTED, Tied.RETURNED}):
        yield "wagers.tie.in_a_row", "a second tie needs [war], and ties that lead to it"
    if tie.in_a_row and tie.runs is Runs.TO_ITS_END and book.progressive:
        problem = "the progressive cannot read hands that get cards for the tie wager alone"
        yield "wagers.tie.runs", problem


def _war(book: Rulebook, war: War) -> Iterator[Problem]:
    at_the_seat = book.settlement.choice.when is ChoiceWhen.AT_THE_SEAT
    if war.deal.fought is Fought.AT_ONCE and not at_the_seat:
        yield "war.deal", "a war fought at once needs a choice made when the dealer reaches the seat"
    for name, outcome in (("won", war.won), ("tied", war.tied), ("lost", war.lost)):
        yield from _outcome(name, war, outcome)
    if war.again and war.again.times and not war.again.forfeits:
        yield "war.again", "a war fought again at a price needs 'forfeits': what it costs to give up instead"


def _outcome(name: str, war: War, outcome: Outcome) -> Iterator[Problem]:
    if war.initial.value is Given.COLLECTED and outcome.initial:
        yield f"war.{name}", "the initial wager was already collected when war was chosen"
    if war.initial.value is Given.STAYS and not outcome.initial:
        yield f"war.{name}", "what becomes of the initial wager is missing"
    if war.match and not outcome.match:
        yield f"war.{name}", "what becomes of the dealer's match is missing"
    if outcome.match and not war.match:
        yield f"war.{name}", "there is no dealer's match without war.match"
