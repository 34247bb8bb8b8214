"""Questions: the sentence for what is due, and what can be typed in answer."""

from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from casinowar.cli.play_cards import amount
from casinowar.cli.play_people import USUAL_WAGER, Person, suggested, wagers_of
from casinowar.cli.play_scene import Question
from casinowar.friendly import Table
from casinowar.game.cards import shown
from casinowar.game.money import Cents, dollars
from casinowar.game.rules import Rules
from casinowar.game.table import Hand
from casinowar.game.words import Wager

ALWAYS = "? clause · help"


def first_wager(rules: Rules) -> Cents:
    """Find the wager that Enter places before there is one to repeat."""
    return suggested(rules, Wager.INITIAL, USUAL_WAGER)


def wager(table: Table, person: Person, *, last: bool) -> Question:
    """Ask for wagers, or whether those on the layout are all."""
    chips = table.state.chips.get(person.name, 0)
    lying = wagers_of(table, person.name)
    if lying:
        enter = "Enter deals" if last else "Enter is done"
        sentence = f"{person.name} has {_listed(lying, person)} on the layout and {dollars(chips)} in chips."
        return Question(sentence, f"{enter} · raise 5 · tie 5 · withdraw · {ALWAYS}", person.seat)
    if not chips:
        sentence = f"{person.name} has no chips left."
        return Question(sentence, f"buy 100 · leave · out · {ALWAYS}", person.seat)
    repeated = person.last or {person.seat: (first_wager(table.rules), 0)}
    enter = f"Enter {_listed(repeated, person)}"
    tie = " · 20 5 with tie" if table.rules.book.wagers.tie else ""
    sentence = f"{person.name}, your wager? You have {dollars(chips)} in chips."
    return Question(sentence, f"{enter} · 20{tie} · out · leave · {ALWAYS}", person.seat)


def _listed(wagers: dict[int, tuple[Cents, Cents]], person: Person) -> str:
    said = []
    for box, (initial, tie) in sorted(wagers.items()):
        where = f"box {box} " if box != person.seat or len(wagers) > 1 else ""
        said.append(where + amount(initial) + (f" + tie {amount(tie)}" if tie else ""))
    return ", ".join(said)


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
    where = f" on box {seat}" if several else ""
    tie = f"{person.name}, your {shown(mine)}{where} ties the dealer's {shown(theirs)}:"
    ways = [way for way in (_war(table, hand), _surrender(table, hand)) if way]
    keys = [key for key, way in (("war", _war(table, hand)), ("surrender", _surrender(table, hand))) if way]
    if table.rules.book.wagers.war_tie and table.rules.book.war:
        keys.insert(1, "war 5 with tie")
    return Question(f"{tie} {', or '.join(ways)}?", " · ".join([*keys, "buy 100", ALWAYS]), seat)


def _war(table: Table, hand: Hand) -> str:
    war = table.rules.book.war
    if war is None:
        return ""
    times = war.again.times if hand.wars and war.again else war.wager.value
    return f"war for {amount(times * hand.placed(Wager.INITIAL))} more"


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
    grid = Grid.grid(padding=(0, 3))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for typed, means in _HELP:
        grid.add_row(typed, means)
    return Group(
        Text("What you can type", style="bold"),
        Text(f"Asked now: {question.sentence}", style="dim"),
        Text(),
        grid,
    )


_HELP = (
    ("Enter", "repeat the last wager; then deal. It also refuses the cut and a tie wager"),
    ("10", "an initial wager of $10 (in place of one that is there)"),
    ("10 5", "an initial wager of $10 and a tie wager of $5"),
    ("raise 5, tie 5", "add $5 to the initial wager, or to the tie wager"),
    ("withdraw, withdraw tie", "take all wagers back, or the tie wager alone"),
    ("box 3 10 5", "wager on the box beside your own, where the house allows it"),
    ("out", "sit this round out"),
    ("war, war 5, surrender", "on a tie: go to war, with a tie wager of $5, or give up"),
    ("156", "on the cut: cut so many cards from the top"),
    ("buy 100, leave", "buy chips, or leave the table with those you have"),
    ("?, ? 9.H", "the clauses behind what is due now, or any clause"),
    ("rules", "pay table, limits, cards and readings of this table"),
    ("record, record FILE", "write the record of the last round to a file"),
    ("quit, Ctrl-D", "everybody leaves; you see what was won and lost"),
)
