"""The question for the current duty, and the answers it accepts."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.display_state import Question, Sentence
from casinowar.cli.play.drawing import ResponsiveTable, amount
from casinowar.cli.play.player_actions import LITTLE, PlayerActions, nearest, typed
from casinowar.cli.play.players import (
    USUAL_WAGER,
    Person,
    own_hand,
    suggested,
    usual_bank,
    usual_wagers,
    wagers_of,
)
from casinowar.cli.play.seat_text import label
from casinowar.cli.play.wording import WORDS
from casinowar.game import commands as c
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fixed
from casinowar.game.cards import shown
from casinowar.game.citation import cited
from casinowar.game.decide import decide
from casinowar.game.legal_actions import Action
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import Refusal
from casinowar.game.table import Hand
from casinowar.game.words import Wager, spot
from casinowar.table_api import Table
from casinowar.telling.phrases import dealer

ALWAYS = "? word · help"


def wager(table: Table, person: Person, *, last: bool) -> Question:
    chips = table.state.chips.get(person.name, 0)
    lying = wagers_of(table, person.name)
    enter = "Enter deals" if last else "Enter is done"
    offers = PlayerActions(table.rules, table.state, person.name)
    if table.state.bank.seat == person.seat:
        return _against_the_bank(table, person, offers, enter)
    if lying:
        sentence = f"{person.name} has {_listed(lying, table)} on the layout and {dollars(chips)} in chips."
        return Question(sentence, _hint(enter, *_more(offers, [*lying]), "odds"), person.seat)
    usual = usual_wagers(table, person)
    if not usual:
        return Question(_cannot_wager(table, person), _hint("buy 100", "out", "leave"), person.seat)
    sentence = f"{person.name}, your wager? You have {dollars(chips)} in chips."
    ways = _ways(offers, own_hand(table.rules, person.seat))
    return Question(sentence, _hint(f"Enter {_listed(usual, table)}", *ways, "out", "leave"), person.seat)


def _cannot_wager(table: Table, person: Person) -> str:
    if not table.state.chips.get(person.name):
        return f"{person.name} has no chips left."
    hand = own_hand(table.rules, person.seat)
    usual = Wagers(suggested(table.rules, Wager.INITIAL, table.rules.span(Wager.INITIAL)[0]))
    try:
        decide(table.rules, table.state, usual.commands(hand, person.name)[0])
    except Refusal as no:
        return str(no)
    return f"{person.name} cannot wager now."


def _against_the_bank(table: Table, person: Person, offers: PlayerActions, enter: str) -> Question:
    hands = table.state.round.hands.values() if table.state.round else ()
    total = sum(placed.on_layout for hand in hands for placed in hand.wagers.values())
    bank = dollars(table.state.inventory)
    sentence = f"{person.name} banks with {bank}; wagers of {dollars(total)} lie against it."
    withdraws = ("withdraw",) if offers.find(c.DeclineBank) else ()
    odds = ("odds",) if total else ()
    ways = (enter, *_adding(offers), *withdraws, *odds, *_leaving(offers))
    return Question(sentence, _hint(*ways), person.seat)


def _adding(offers: PlayerActions) -> Iterator[str]:
    adds = offers.find(c.AddToBank)
    if adds and adds.most:
        yield f"add {typed(nearest(adds, 50_00))}"


def _leaving(offers: PlayerActions) -> tuple[str, ...]:
    return ("leave",) if offers.find(c.LeaveTable) else ()


def _more(offers: PlayerActions, hands: list[int]) -> Iterator[str]:
    first, electronic = hands[0], offers.rules.house.electronic
    on = f"card {spot(first)} " if electronic else f"box {first} " if len(hands) > 1 else ""
    if raises := offers.wager(Wager.INITIAL, first):
        yield f"{on}raise {typed(nearest(raises, LITTLE))}"
    yield from (f"{on}{name} {typed(size)}" for name, _, size in offers.further(first))
    if another := offers.elsewhere(*hands):
        yield _on_another(offers, another)
    if offers.find(c.WithdrawWager):
        yield "withdraw"


def _ways(offers: PlayerActions, hand: int) -> Iterator[str]:
    if offers.rules.house.electronic and (another := offers.elsewhere(hand)):
        yield _on_another(offers, another)
    initial = offers.wager(Wager.INITIAL, hand)
    if initial is None:
        return
    size = nearest(initial, 2 * USUAL_WAGER)
    yield typed(size)
    further = {name: typed(more) for name, _, more in offers.after(initial.of(size)).further(hand)}
    if tie := further.pop("tie", ""):
        yield f"{typed(size)} {tie} with tie"
    if further:
        yield " ".join([typed(size), *(f"{name} {more}" for name, more in further.items())])


def _on_another(offers: PlayerActions, hand: int) -> str:
    initial = offers.wager(Wager.INITIAL, hand)
    where = f"card {spot(hand)}" if offers.rules.house.electronic else f"box {hand}"
    return f"{where} {typed(nearest(initial, USUAL_WAGER))}" if initial else where


def _hint(*parts: str) -> str:
    return " · ".join((*parts, ALWAYS))


def _listed(wagers: dict[int, Wagers], table: Table) -> str:
    several = len(wagers) > 1
    return ", ".join(
        f"{label(table.rules, hand, several=several)} {wagers_said(lying)}".lstrip()
        for hand, lying in sorted(wagers.items())
    )


def wagers_said(wagers: Wagers) -> str:
    """Describe the wagers on a hand.

    >>> wagers_said(Wagers(10_00, 5_00, spin=5_00))
    '$10 + tie $5 + spin $5'
    """
    said = {"tie": wagers.tie, "dealer": wagers.dealer_wins, "prog": wagers.progressive}
    said |= {"spin": wagers.spin, "coupon": wagers.coupon}
    named = [f"{name} {amount(size)}" for name, size in said.items() if size]
    return " + ".join([amount(wagers.initial), *named] if wagers.initial or not named else named)


def bank(table: Table, person: Person, *, enter_banks: bool) -> Question:
    chips = table.state.chips.get(person.name, 0)
    usual = usual_bank(table, person)
    held = table.state.bank
    unclaimed = table.due.seat is None
    keeps = not unclaimed and held.last == person.seat and held.rounds
    asked = "do you keep the bank" if keeps else "no player banks; will you" if unclaimed else "will you bank"
    sentence = f"{person.name}, {asked}? You have {dollars(chips)} in chips."
    offers = PlayerActions(table.rules, table.state, person.name)
    may_decline = offers.find(c.DeclineBank)
    enter_declines, declines = (("Enter declines",), ("no",)) if may_decline else ((), ())
    if (lying := wagers_of(table, person.name)) and offers.find(c.WithdrawWager):
        sentence = (
            f"{person.name}, {asked}? First take back what you have on the layout: {_listed(lying, table)}."
        )
        return Question(sentence, _hint(*enter_declines, "withdraw", *_leaving(offers)), person.seat)
    takes = (f"bank {typed(usual)}",) if usual else ()
    if enter_banks and usual:
        ways = (f"Enter banks {amount(usual)}", *_another_bank(offers, usual), *declines)
    else:
        ways = (*enter_declines, *takes)
    return Question(sentence, _hint(*ways, "buy 100", *_leaving(offers)), person.seat)


def _another_bank(offers: PlayerActions, usual: Cents) -> Iterator[str]:
    takes = offers.find(c.TakeBank)
    if takes and (other := nearest(takes, 2 * usual)) != usual:
        yield f"bank {typed(other)}"


def short_bank(table: Table, person: Person) -> Question:
    chips, left = table.state.chips.get(person.name, 0), table.state.round and table.state.round.cover
    sentence = f"{person.name}, {dollars(left or 0)} of your bank is left, too little to match the tie hands."
    sentence += f" Do you add to it? You have {dollars(chips)} in chips."
    offers = PlayerActions(table.rules, table.state, person.name)
    return Question(sentence, _hint("Enter adds nothing", *_adding(offers), "buy 100"), person.seat)


def cut(table: Table, person: Person) -> Question:
    cuts = PlayerActions(table.rules, table.state, person.name).find(c.CutStack)
    if cuts is None:
        return Question(f"{person.name}, will you cut the cards?", _hint("Enter refuses"), person.seat)
    sentence = (
        f"{person.name}, will you cut the cards? Say how many from the top: {cuts.least} to {cuts.most}."
    )
    return Question(sentence, _hint("Enter refuses", f"{len(table.state.stack) // 2}", "skip"), person.seat)


def choice(table: Table, person: Person) -> Question:
    seat = table.due.seat or 0
    current = table.state.round
    if current is None:
        return Question("", ALWAYS, seat)
    hand = current.hands[seat]
    mine = hand.war_cards[-1] if hand.war_cards else hand.card
    theirs = current.dealer_war_cards[-1] if hand.war_cards else current.dealer_card
    several = sum(each.player == person.name for each in current.hands.values()) > 1
    where = label(table.rules, seat, several=several)
    mine = f"{shown(mine)} on {where}" if where else shown(mine)
    tie = f"{person.name}, your {mine} ties {dealer(table.state)}'s {shown(theirs)}:"
    offers = PlayerActions(table.rules, table.state, person.name)
    fights, gives_up = offers.find(c.GoToWar), offers.find(c.Surrender)
    ways = [*([_war(table, hand)] if fights else []), *([_surrender(table, hand)] if gives_up else [])]
    keys = [
        *(["war", *_with_tie(offers, fights, seat)] if fights else []),
        *(["surrender"] if gives_up else []),
    ]
    if not fights and (war := _war(table, hand)):
        ways.append(f"buy chips for {war}")
    sentence = f"{tie} {', or '.join(ways)}?{_against_cover(table)}"
    return Question(sentence, _hint(*keys, "buy 100", "odds"), seat)


def _with_tie(offers: PlayerActions, fights: Action, hand: int) -> Iterator[str]:
    if action := offers.after(fights.command).wager(Wager.WAR_TIE, hand):
        yield f"war {typed(nearest(action, LITTLE))} with tie"


def _against_cover(table: Table) -> str:
    stands, left = table.due.standing, table.due.cover
    if stands is None or left is None or left >= stands:
        return ""
    return f" {amount(stands)} stands; {amount(left)} of the bank is left for additional units."


def _war(table: Table, hand: Hand) -> str:
    war = table.rules.book.war
    if war is None:
        return ""
    wager = war.next_wager(hand.placed(Wager.INITIAL), hand.wars)
    return f"war for {amount(wager)} more" if wager else "war"


def _surrender(table: Table, hand: Hand) -> str:
    book = table.rules.book
    if hand.wars:
        return "give up" if book.war and book.war.again and book.war.again.forfeits else ""
    if book.surrender is None:
        return ""
    lost = Fraction(book.surrender.forfeits) * hand.on_layout(Wager.INITIAL)
    return f"surrender {amount(int(lost))}"


def tie_offer(table: Table, person: Person) -> Question:
    seat = table.due.seat or 0
    ladder = table.rules.book.wagers.war_tie
    pays = f" It pays {ladder.pays[0]}." if ladder else ""
    sentence = f"{person.name}, a tie wager on the war deal at seat {seat}?{pays}"
    action = PlayerActions(table.rules, table.state, person.name).wager(Wager.WAR_TIE, seat)
    ways = (typed(nearest(action, LITTLE)),) if action else ()
    return Question(sentence, _hint("Enter declines", *ways, "buy 100"), seat)


def ruling(table: Table) -> Question:
    stop = table.state.stop
    possible = stop.possible if stop else ()
    reason = table.state.of_shoe(str(stop.irregularity)) if stop else table.due.act
    sentence = f"Play is stopped: {reason}. You are the floorperson; how do you rule?"
    numbered = " · ".join(f"{place} {each}" for place, each in enumerate(possible, 1))
    return Question(sentence, f"{numbered} · {ALWAYS}")


def help_page(question: Question, rules: Rules) -> RenderableType:
    house, wagers = rules.house, rules.book.wagers
    has = {
        "tie": Wager.TIE in rules.offered_wagers,
        "progressive": Wager.PROGRESSIVE in rules.offered_wagers,
        "spin": Wager.BONUS_SPIN in rules.offered_wagers,
        "dealer_wins": Wager.DEALER_WINS in rules.offered_wagers,
        "coupon": house.coupons,
        "boxes": rules.adjacent_boxes > 1,
        "community cards": house.electronic,
        "bank": rules.book.bank,
        "backline": house.backline,
        "changes": wagers.fixed.value is not Fixed.PLACED,
        "choice": rules.offers_choice,
        "war tie": wagers.war_tie,
    }
    clause = rules.book.deal.call.clause
    there = [
        (keys.format(clause=clause), says)
        for keys, says in WORDS.help.items()
        if has.get(WORDS.needs.get(keys, ""), True)
    ]
    return Group(
        Text("What you can type", style="bold"),
        Text(f"Asked now: {question.sentence}", style="dim"),
        Text(f"Answers to it: {question.hint.removesuffix(ALWAYS).removesuffix(' · ')}", style="dim"),
        Text(),
        ResponsiveTable(there, Column(style="cyan", no_wrap=True), Column(), gap=3),
    )


def ceremony_page(acts: Sequence[Sentence]) -> RenderableType:
    told = (
        Text.assemble((each.words, each.style), (f" {cited(each.clause)}" if each.clause else "", "dim"))
        for each in acts
    )
    nothing = [] if acts else [Text("No cards were made ready yet.", style="dim")]
    return Group(Text("How the cards were made ready", style="bold"), *told, *nothing)
