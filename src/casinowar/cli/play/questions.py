"""Questions: the sentence for what is due, and what can be typed in answer."""

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.cards import amount, as_fits, in_rows
from casinowar.cli.play.people import Person, usual_bank, usual_wagers, wagers_of
from casinowar.cli.play.scene import Question
from casinowar.cli.play.words import WORDS
from casinowar.friendly import Table
from casinowar.game.acts.wagers import Wagers
from casinowar.game.cards import shown
from casinowar.game.money import dollars
from casinowar.game.table import Hand
from casinowar.game.words import Wager, spot
from casinowar.telling.phrases import dealer

ALWAYS = "? clause · help"
WIDEST_HINT = 79


def wager(table: Table, person: Person, *, last: bool) -> Question:
    """Ask for wagers, or whether those on the layout are all."""
    chips = table.state.chips.get(person.name, 0)
    lying = wagers_of(table, person.name)
    enter = "Enter deals" if last else "Enter is done"
    if table.state.bank.seat == person.seat:
        return _against_the_bank(table, person, enter)
    if lying:
        sentence = f"{person.name} has {_listed(lying, table)} on the layout and {dollars(chips)} in chips."
        more = ("raise 5", "tie 5", *(f"{name} {size}" for name, size in _offers(table)), "withdraw")
        return Question(sentence, _hint(enter, *more), person.seat)
    if not chips:
        sentence = f"{person.name} has no chips left."
        return Question(sentence, f"buy 100 · leave · out · {ALWAYS}", person.seat)
    sentence = f"{person.name}, your wager? You have {dollars(chips)} in chips."
    enter = f"Enter {_listed(usual_wagers(table.rules, person), table)}"
    return Question(sentence, _hint(enter, *_ways(table), "out", "leave"), person.seat)


def _against_the_bank(table: Table, person: Person, enter: str) -> Question:
    hands = table.state.round.hands.values() if table.state.round else ()
    total = sum(placed.on_layout for hand in hands for placed in hand.wagers.values())
    bank = dollars(table.state.inventory)
    sentence = f"{person.name} banks with {bank}; wagers of {dollars(total)} lie against it."
    return Question(sentence, _hint(enter, "add 50", "withdraw", "leave"), person.seat)


def _ways(table: Table) -> Iterator[str]:
    """List what else can be typed for a wager."""
    if table.rules.house.electronic:
        yield "card 2 10"
    yield "20"
    if table.rules.book.wagers.tie:
        yield "20 5 with tie"
    if bonus := " ".join(f"{name} {size}" for name, size in _offers(table)):
        yield f"20 {bonus}"


def _offers(table: Table) -> Iterator[tuple[str, str]]:
    """List the side wagers that are offered, with their sizes."""
    for name, offered in (("prog", Wager.PROGRESSIVE), ("spin", Wager.BONUS_SPIN)):
        for size in table.rules.fixed_amounts(offered)[:1]:
            yield name, amount(size).removeprefix("$")
    if table.rules.house.coupons:
        yield "coupon", "10"


def _hint(*parts: str) -> str:
    """Say as much of what can be typed as fits into a line."""
    return f"{as_fits(parts, WIDEST_HINT - len(ALWAYS) - 3)} · {ALWAYS}"


def _listed(wagers: dict[int, Wagers], table: Table) -> str:
    several = len(wagers) > 1
    return ", ".join(
        f"{_where(table, hand, several=several)} {wagers_said(lying)}".lstrip()
        for hand, lying in sorted(wagers.items())
    )


def _where(table: Table, hand: int, *, several: bool) -> str:
    """Name a hand where a player has several, or could have."""
    if table.rules.house.electronic:
        return f"card {spot(hand)}"
    return f"box {hand}" if several else ""


def wagers_said(wagers: Wagers) -> str:
    """Say what is wagered on a hand.

    >>> wagers_said(Wagers(10_00, 5_00, spin=5_00))
    '$10 + tie $5 + spin $5'
    """
    said = {"tie": wagers.tie, "dealer": wagers.dealer_wins, "prog": wagers.progressive}
    said |= {"spin": wagers.spin, "coupon": wagers.coupon}
    named = [f"{name} {amount(size)}" for name, size in said.items() if size]
    return " + ".join([amount(wagers.initial), *named] if wagers.initial or not named else named)


def bank(table: Table, person: Person, *, enter_banks: bool) -> Question:
    """Offer the bank."""
    chips = table.state.chips.get(person.name, 0)
    usual = amount(usual_bank(table, person.name))
    held = table.state.bank
    nobody = table.due.seat is None
    keeps = not nobody and held.last == person.seat and held.rounds
    asked = "do you keep the bank" if keeps else "nobody banks; will you" if nobody else "will you bank"
    sentence = f"{person.name}, {asked}? You have {dollars(chips)} in chips."
    if enter_banks and chips:
        return Question(sentence, _hint(f"Enter banks {usual}", "bank 300", "no", "leave"), person.seat)
    return Question(
        sentence, _hint("Enter declines", f"bank {usual.removeprefix('$')}", "buy 100", "leave"), person.seat
    )


def short_bank(table: Table, person: Person) -> Question:
    """Ask the player/dealer to add to a bank that is short."""
    chips, left = table.state.chips.get(person.name, 0), table.state.round and table.state.round.cover
    sentence = f"{person.name}, {dollars(left or 0)} of your bank is left, too little to match the tie hands."
    sentence += f" Do you add to it? You have {dollars(chips)} in chips."
    return Question(sentence, _hint("Enter adds nothing", "add 50", "buy 100"), person.seat)


def cut(table: Table, person: Person) -> Question:
    """Offer the cut."""
    margin = table.rules.book.cut.margin
    least = margin.value if margin else 1
    most = len(table.state.stack) - least
    sentence = f"{person.name}, will you cut the cards? Say how many from the top: {least} to {most}."
    return Question(sentence, f"Enter refuses · {len(table.state.stack) // 2} · {ALWAYS}", person.seat)


def choice(table: Table, person: Person) -> Question:
    """Ask whether a tie hand surrenders or goes to war."""
    seat = table.due.seat or 0
    current = table.state.round
    if current is None:
        return Question("", ALWAYS, seat)
    hand = current.hands[seat]
    mine = hand.war_cards[-1] if hand.war_cards else hand.card
    theirs = current.dealer_war_cards[-1] if hand.war_cards else current.dealer_card
    several = sum(each.player == person.name for each in current.hands.values()) > 1
    where = _where(table, seat, several=several)
    mine = f"{shown(mine)} on {where}" if where else shown(mine)
    tie = f"{person.name}, your {mine} ties {dealer(table.state)}'s {shown(theirs)}:"
    war, gives_up = _war(table, hand), _surrender(table, hand)
    keys = {
        "war": war,
        "war 5 with tie": war and table.rules.book.wagers.war_tie,
        "surrender": gives_up,
    }
    hint = " · ".join([*(key for key, possible in keys.items() if possible), "buy 100", ALWAYS])
    ways = ", or ".join(way for way in (war, gives_up) if way)
    return Question(f"{tie} {ways}?{_against_cover(table)}", hint, seat)


def _against_cover(table: Table) -> str:
    """Say what stands of the tie hand where a bank is too short for all that could be won."""
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
    """Offer the tie wager on the war deal."""
    seat = table.due.seat or 0
    ladder = table.rules.book.wagers.war_tie
    pays = f" It pays {ladder.pays[0]}." if ladder else ""
    sentence = f"{person.name}, a tie wager on the war deal at seat {seat}?{pays}"
    return Question(sentence, f"Enter declines · 5 · {ALWAYS}", seat)


def ruling(table: Table) -> Question:
    """Ask the floorperson's ruling of whoever is at the keyboard."""
    stop = table.state.stop
    possible = stop.possible if stop else ()
    reason = stop.irregularity if stop else table.due.act
    sentence = f"Play is stopped: {reason}. You are the floorperson; how do you rule?"
    numbered = " · ".join(f"{place} {each}" for place, each in enumerate(possible, 1))
    return Question(sentence, f"{numbered} · {ALWAYS}")


def help_page(question: Question) -> RenderableType:
    """List what can be typed."""
    return Group(
        Text("What you can type", style="bold"),
        Text(f"Asked now: {question.sentence}", style="dim"),
        Text(),
        in_rows(WORDS.help.items(), Column(style="cyan", no_wrap=True), Column(), gap=3),
    )
