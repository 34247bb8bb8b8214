"""Combinations in a rulebook that the engine cannot honor."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import fields

from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.cited_values import Task
from casinowar.game.book.meters import Winners
from casinowar.game.book.progressive import Progressive, SettledWhen
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import too_few_cards
from casinowar.game.book.variants import (
    Base,
    ChoiceWhen,
    Cutter,
    FaceUpBurn,
    Fought,
    Given,
    Made,
    Remedy,
    Runs,
    Tied,
    TieOffer,
    TooFewChips,
    When,
)
from casinowar.game.book.war import Outcome, War
from casinowar.game.commands import RECORDED
from casinowar.game.money import cents
from casinowar.game.words import ACTS_OF_A_ROUND, COLLECTING, Act, Instrument, Irregularity, Role

Problem = tuple[str, str]
"""The place in the file, and what is wrong there."""

ASKABLE = (RECORDED | {Act.SHUFFLE}) - ACTS_OF_A_ROUND - {Act.EXCHANGE_BATCHES}
"""The acts that a book may ask for: recorded acts and a shuffle, but not those of rounds and batches."""


def problems(book: Rulebook) -> Iterator[Problem]:
    yield from _cards(book)
    yield from _tasks(book)
    yield from _settlement(book)
    yield from _irregularities(book)
    yield from _further_wagers(book)
    if book.war:
        yield from _war(book, book.war)


def _cards(book: Rulebook) -> Iterator[Problem]:
    cards, cut = book.cards, book.cut
    for name in ("ranking", "suits"):
        values = getattr(cards, name).value
        if not values or len(set(values)) != len(values):
            yield f"cards.{name}", "every rank and suit stands exactly once"
    if cards.order_of_suits and sorted(cards.order_of_suits.value) != sorted(cards.suits.value):
        yield "cards.order_of_suits", "every suit of the cards stands exactly once, the highest first"
    if cards.order_of_suits and book.progressive:
        yield "cards.order_of_suits", "hands of the progressive are made of ties, which suits would decide"
    first = book.burns.by_first_card
    if first and book.burns.new_shoe:
        yield "burns.by_first_card", "either this or new_shoe says how many cards are burned"
    if first and set(first.burns) != set(cards.ranking.value):
        yield "burns.by_first_card", "'burns' says of each rank how many more cards it burns"
    if not cards.decks:
        yield "cards", "at least one way of shuffling is required, such as by_hand"
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
    for place, task in (*_asked_for(book), *_recorded(book)):
        if task.by not in {Role.DEALER, Role.FLOORPERSON}:
            yield place, f"'{task.act}' is done by the dealer or a floorperson"


def _asked_for(book: Rulebook) -> Iterator[tuple[str, Task]]:
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
REMEDIES = {
    Irregularity.FACE_UP_CARD: _WITH_THE_CARD,
    Irregularity.CARD_DRAWN_IN_ERROR: _WITH_THE_CARD,
    Irregularity.EXPOSED_CARD: _WITH_THE_CARD,
    Irregularity.CARD_TO_EMPTY_SEAT: _WITH_THE_CARD | {Remedy.MOVE},
    Irregularity.NO_CARD_DEALT: {Remedy.VOID_WAGER, Remedy.STANDS_OVER, Remedy.MOVE, Remedy.VOID_ROUND},
    Irregularity.NO_WAR_CARD: {Remedy.VOID_ROUND},
    Irregularity.WRONG_BURN: {Remedy.VOID_ROUND},
    Irregularity.SHOE_RAN_OUT: {Remedy.RESHUFFLE_DISCARDS, Remedy.VOID_ROUND},
    Irregularity.NO_CHOICE: {Remedy.SURRENDER, Remedy.VOID_ROUND},
    Irregularity.OTHER: {Remedy.VOID_ROUND},
    Irregularity.SHUFFLER_JAM: {Remedy.VOID_ROUND, Remedy.VOID_ROUND_OF_DEVICE, Remedy.RESHUFFLE_DEVICE},
}


def _irregularities(book: Rulebook) -> Iterator[Problem]:
    for provision in book.irregularities.provisions:
        what = provision.irregularity
        if what not in REMEDIES:
            yield "irregularities.provisions", f"'{what}' is always left to a floorperson's ruling"
        elif provision.remedy not in REMEDIES[what]:
            allowed = ", ".join(f"'{each}'" for each in Remedy if each in REMEDIES[what])
            problem = f"'{provision.remedy}' is no remedy for '{what}'; it can be: {allowed}"
            yield "irregularities.provisions", problem
        again = provision.repeated
        if again and (again, what) != (Remedy.VOID_ROUND, Irregularity.FACE_UP_CARD):
            yield "irregularities.provisions", f"'{again}' is no remedy for '{what}' happening again"
        if provision.burn is not FaceUpBurn.EXTRA and what is not Irregularity.FACE_UP_CARD:
            yield "irregularities.provisions", f"'burn' says nothing about '{what}'"
        if provision.after is not None and what is not Irregularity.NO_CHOICE:
            yield (
                "irregularities.provisions",
                f"'after' sets a time to choose, and says nothing about '{what}'",
            )
        if provision.remedy is Remedy.SURRENDER and not book.surrender:
            yield "irregularities.provisions", f"'{provision.remedy}' needs [surrender]"
    named = [provision.irregularity for provision in book.irregularities.provisions]
    for what in {each for each in named if named.count(each) > 1}:
        yield "irregularities.provisions", f"'{what}' has more than one remedy"


def _further_wagers(book: Rulebook) -> Iterator[Problem]:
    progressive, spin = book.progressive, book.bonus_spin
    if progressive:
        yield from _taken_in("progressive", progressive)
        yield from _verified("progressive.on_a_win", progressive.on_a_win, Act.VERIFY_HAND)
        yield from _read(book, progressive)
    if spin:
        yield from _taken_in("bonus_spin", spin)
        yield from _verified("bonus_spin.on_a_jackpot", spin.on_a_jackpot, Act.VERIFY_WHEEL)
    yield from _paid_once(book)


def _taken_in(name: str, law: Progressive | BonusSpin) -> Iterator[Problem]:
    acts = [task.act for task in law.collecting]
    in_order = acts == [act for act in COLLECTING if act in acts]
    if not in_order or (acts and Act.COLLECT_PROGRESSIVE not in acts):
        known = ", ".join(f"'{act}'" for act in COLLECTING)
        yield f"{name}.collecting", f"what may stand here, in this order, the second always: {known}"
    if law.validation and (law.validation.act, law.validation.by) != _VALIDATED:
        yield f"{name}.validation", f"it is '{_VALIDATED[0]}', by a {_VALIDATED[1]}"


def _verified(place: str, asked: tuple[Task, ...], first: Act) -> Iterator[Problem]:
    if not {task.act for task in asked} <= {first, Act.VERIFY_LIGHT}:
        yield place, f"what may stand here: '{first}' and '{Act.VERIFY_LIGHT}'"


def _read(book: Rulebook, law: Progressive) -> Iterator[Problem]:
    """Check that a progressive wager's cards still lie when it is read, and its meter is divided once."""
    if book.war is None or book.war.deal.fought is Fought.TOGETHER:
        return
    if book.electronic:
        problem = "the progressive cannot read community cards that get a war card for each hand on them"
        yield "electronic", problem
    if law.settling.when is SettledWhen.AT_EACH_SEAT and law.winners.value is Winners.DIVIDED:
        problem = "a meter that is divided at each seat needs wars that are fought together"
        yield "progressive.settling", problem


def _recorded(book: Rulebook) -> Iterator[tuple[str, Task]]:
    if book.progressive:
        yield from (("progressive.collecting", task) for task in book.progressive.collecting)
        yield from (("progressive.on_a_win", task) for task in book.progressive.on_a_win)
    if book.bonus_spin:
        yield from (("bonus_spin.collecting", task) for task in book.bonus_spin.collecting)
        yield from (("bonus_spin.on_a_jackpot", task) for task in book.bonus_spin.on_a_jackpot)


def _paid_once(book: Rulebook) -> Iterator[Problem]:
    if law := book.progressive:
        hands = [each.hand for each in law.pays]
        if len(set(hands)) < len(hands):
            yield "progressive.pays", "every hand stands once"
    for part, device in (("progressive", book.progressive), ("bonus_spin", book.bonus_spin)):
        if device and device.instruments and Instrument.CHIP not in device.instruments.value:
            yield f"{part}.instruments", "wagers are made with chips at least, so 'chip' must be there"
    for name in ("hot_spot", "community") if book.bonus_spin else ():
        table = getattr(book.bonus_spin, name)
        if any(each.pays and each.meter for each in table):
            yield f"bonus_spin.{name}", "a symbol pays an amount or a meter, not both"
        symbols = [each.symbol for each in table]
        if len(set(symbols)) < len(symbols):
            yield f"bonus_spin.{name}", "every symbol stands once"


_VALIDATED = (Act.VALIDATE_PAYOUT, Role.FLOORPERSON)


def _settlement(book: Rulebook) -> Iterator[Problem]:
    if book.surrender and Fraction(book.surrender.forfeits) > 1:
        yield "surrender.forfeits", "more than the whole wager cannot be forfeited"
    if book.war and book.war.again and Fraction(book.war.again.forfeits or 0) > 1:
        yield "war.again.forfeits", "more than the whole wager cannot be forfeited"
    if book.settlement.tie_hand.value is Tied.CHOICE and not (book.war or book.surrender):
        yield "settlement.tie_hand", "the choice on a tie needs [war] or [surrender]"
    if book.settlement.tie_hand.value is Tied.WAR:
        yield from _without_a_choice(book)
    elif book.war and book.war.short_of_chips:
        yield "war.short_of_chips", "only a war without a choice needs to say this"
    if book.wagers.tie and book.wagers.tie.equal and book.wagers.tie.most:
        yield "wagers.tie", "a wager equal to the initial one needs no largest multiple"
    yield from _wagers(book)
    if Instrument.CHIP not in book.wagers.instruments.value:
        yield "wagers.instruments", "wagers are made with chips at least, so 'chip' must be among them"
    if book.bank:
        yield from _banked(book)
    for name in ("progressive", "bonus_spin"):
        part = getattr(book, name)
        if part and not (part.amounts.value and all(map(cents, part.amounts.value))):
            yield f"{name}.amounts", "at least one amount is required, each more than 0"
    if book.wagers.war_tie and not book.war:
        yield "wagers.war_tie", "a tie wager on the war deal needs [war]"


def _banked(book: Rulebook) -> Iterator[Problem]:
    tie = book.wagers.tie
    if book.wagers.payout_limit:
        yield "wagers.payout_limit", "a bank pays as far as it covers; no payout limit goes with it"
    if book.wagers.dealer_wins:
        yield "wagers.dealer_wins", "against a bank no player can wager that the dealer's card is higher"
    if tie and tie.in_a_row:
        yield "wagers.tie.in_a_row", "a bank cannot keep cover for ties that may still come"
    if tie and tie.made is not Made.WITH_INITIAL:
        yield "wagers.tie.made", "against a bank a tie wager goes with an initial wager"


def _without_a_choice(book: Rulebook) -> Iterator[Problem]:
    if book.surrender:
        yield "surrender", f"'{Tied.WAR}' leaves no tie to surrender"
    if not book.war:
        yield "settlement.tie_hand", f"'{Tied.WAR}' needs [war]"
    elif book.war.times() and not book.war.short_of_chips:
        problem = "a war without a choice needs 'short_of_chips': what becomes of a player with too few"
        yield "war.wager", problem


def _wagers(book: Rulebook) -> Iterator[Problem]:
    tie, ladder, dealer_wins = book.wagers.tie, book.wagers.war_tie, book.wagers.dealer_wins
    for name, law in (("tie", tie), ("war_tie", ladder)):
        if law and law.most and not Fraction(law.most):
            yield f"wagers.{name}.most", "at most nothing is no wager; leave the wager out instead"
        if getattr(book.wagers.limits, name) and not law:
            yield f"wagers.limits.{name}", f"a limit for a wager that the book does not have: wagers.{name}"
    if ladder and ladder.equals and ladder.most:
        yield "wagers.war_tie", "a wager equal to another needs no largest multiple"
    if ladder and ladder.equals and book.wagers.limits.war_tie:
        yield (
            "wagers.limits.war_tie",
            "a wager equal to another follows it, and no maximum",
        )
    if dealer_wins and Fraction(dealer_wins.tie_forfeits) > 1:
        yield "wagers.dealer_wins.tie_forfeits", "more than the whole wager cannot be forfeited"
    if tie is None:
        return
    if tie.made is not Made.WITH_INITIAL and (tie.equal or tie.most):
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
    if tie.in_a_row and book.cards.order_of_suits:
        yield "wagers.tie.in_a_row", "ties in a row are ties of rank, which an order of suits would break"


def _war(book: Rulebook, war: War) -> Iterator[Problem]:
    at_the_seat = book.settlement.choice.when is ChoiceWhen.AT_THE_SEAT
    if war.deal.fought is Fought.AT_ONCE and not at_the_seat:
        yield "war.deal", "a war fought at once needs a choice made when the dealer reaches the seat"
    for name, outcome in (("won", war.won), ("tied", war.tied), ("lost", war.lost)):
        yield from _outcome(name, war, outcome)
    if book.bank and not war.match:
        yield "bank", "a war against a player/dealer's bank needs war.match, so that the bank risks its equal"
    if book.bank and war.match and not war.times():
        yield "war.wager", "a bank matches the war wager, so one is required"
    short, taken = war.short_of_chips, war.initial.value is Given.COLLECTED
    if short and short.value is TooFewChips.INITIAL_ALONE and taken:
        yield "war.short_of_chips", "the initial wager is collected when war begins, so nothing would be left"
    ladder = book.wagers.war_tie
    if ladder and ladder.equals is Base.WAR and not war.times():
        yield "wagers.war_tie", "it cannot be as large as the war wager where there is none"
    if ladder and len(ladder.pays) > war.most:
        odds = f"'pays' has {len(ladder.pays)} odds, one for each war deal"
        yield "wagers.war_tie", f"{odds}, of which a hand has {war.most} at most"
    if ladder and (ladder.equals or ladder.most) and book.bank:
        yield "wagers.war_tie", "a bank may leave of a wager what a tie wager cannot be measured by"
    if ladder and ladder.offered is not TieOffer.ONCE_CONFIRMED:
        problem = "the tie wager on the war deal is offered with the war wager, so one is required"
        if not war.times():
            yield "war.wager", problem
        elif war.again and not war.again.times:
            yield "war.again", problem
    if war.again and war.again.times and not war.again.forfeits:
        yield "war.again", "a war fought again at a price needs 'forfeits': what it costs to give up instead"


def _outcome(name: str, war: War, outcome: Outcome) -> Iterator[Problem]:
    if war.initial.value is Given.COLLECTED and outcome.initial:
        yield f"war.{name}", "the initial wager was already collected when war was chosen"
    if war.initial.value is Given.STAYS and not outcome.initial:
        yield f"war.{name}", "what becomes of the initial wager is missing, which the key 'initial' says"
    if war.match and not outcome.match:
        yield f"war.{name}", "what becomes of the dealer's match is missing, which the key 'match' says"
    if outcome.match and not war.match:
        yield f"war.{name}", "there is no dealer's match without war.match"
