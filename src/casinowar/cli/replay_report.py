"""What the command `replay` prints: the story for people, or JSON."""

from pathlib import Path
from typing import Final

from msgspec import Struct
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from casinowar.cli.output import console, print_json
from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.money import Cents, cents, dollars
from casinowar.game.refusal import InputError
from casinowar.record.text import Record, read_with_lines
from casinowar.reports.replay.clauses import Clauses
from casinowar.reports.replay.story import Discarded, HandTold, Story, tell
from casinowar.rulebooks import load_rules, open_rulebook
from casinowar.telling.money import METERS
from casinowar.telling.narration import narrate
from casinowar.telling.phrases import WAGERS, faces

_LONGEST_FILE: Final = 50_000_000
_WIDEST: Final = 100
_COLOURS: Final[dict[type[e.Event], str]] = {
    e.WagerPaid: "green",
    e.MatchPaid: "green",
    e.MeterPaid: "green",
    e.WheelSpun: "magenta",
    e.WagerCollected: "red",
    e.PlayStopped: "yellow",
    e.RulingRecorded: "yellow",
    e.RoundVoided: "yellow",
    e.CardFoundFaceUp: "yellow",
    e.CardDrawnInError: "yellow",
    e.HandVoided: "yellow",
    e.CoverCardDrawn: "magenta",
    e.NoMoreBetsCalled: "bold",
    e.WarDealBegan: "bold",
    e.RoundCompleted: "bold",
}


class Replay(Struct, frozen=True):
    """A record, the rules it was played under, and its story."""

    record: Record
    rules: Rules
    story: Story
    lines: tuple[int, ...]
    usual_readings: dict[str, str]

    @property
    def found_on(self) -> int:
        """The line on which the record stops being lawful; after the last, where it is too short."""
        place = self.story.deviation.position if self.story.deviation else 0
        return self.lines[place] if place < len(self.lines) else self.lines[-1] + 1


def replay_of(path: str, rulebook: str | None) -> Replay:
    """Read a record and retell it, under its own rulebook or a file with the rulebook of that name."""
    try:
        record, lines = read_with_lines(_text(Path(path)))
        reference = rulebook or record.rulebook
        rules = load_rules(reference, record.house, record.readings)
        usual = open_rulebook(reference).book().readings
    except InputError as wrong:
        raise InputError(f"{path}: {wrong}") from None
    if rules.book.name != record.rulebook:
        raise InputError(
            f"{path}: The record is under the rulebook '{record.rulebook}', not '{rules.book.name}'."
        )
    if not record.events:
        raise InputError(f"{path}: The record has no events.")
    return Replay(record, rules, tell(rules, record, lines), lines, usual)


def _text(path: Path) -> str:
    if path.stat().st_size > _LONGEST_FILE:
        raise InputError("The file is too large to be a record.")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("The file is not text in UTF-8.") from None


def print_document(replay: Replay) -> None:
    """Print the replay as JSON; amounts are in cents."""
    story, deviation = replay.story, replay.story.deviation
    print_json(
        {
            "rulebook": replay.record.rulebook,
            "readings": replay.record.readings,
            "events": story.events,
            "hands": story.hands,
            "dealer": story.dealer,
            "bank": story.bank,
            "meters": story.meters,
            "discard_rack": story.discard_rack,
            "lawful": deviation is None,
            "deviation": deviation
            and {
                "line": replay.found_on,
                "found": deviation.found,
                "expected": deviation.expected,
                "told": _told(replay, deviation.found),
                "should_be": _told(replay, deviation.expected),
                "reason": deviation.reason,
            },
        }
    )


def _told(replay: Replay, event: e.Event | None) -> str:
    return narrate(event, replay.story.table) if event else ""


# for people


def print_story(replay: Replay) -> None:
    """Print the story, the hands and the discard rack, and whether all is as the rulebook says."""
    out = console()
    out.print(Text.assemble((replay.record.rulebook, "bold"), f"  {replay.rules.book.title}"))
    out.print(_rounds(replay))
    if differing := _other_readings(replay):
        out.print(differing, style="dim")
    if offered := _offered(replay.record.house):
        out.print(f"The house offers: {offered}", style="dim")
    out.print()
    out.print(_events(replay.story))
    if replay.story.hands:
        out.print("\nHands", style="bold")
        out.print(_hands(replay.story))
    if replay.story.bank:
        out.print("\nBank", style="bold")
        out.print(_bank(replay.story))
    if replay.story.meters:
        out.print("\nMeters", style="bold")
        out.print(_meters(replay.story))
    if replay.story.discard_rack:
        out.print("\nDiscard rack, from the bottom up", style="bold")
        out.print(_rack(replay.story.discard_rack))
    _print_verdict(out, replay)


def _rounds(replay: Replay) -> str:
    first, numbers = replay.record.before, [each.round for each in replay.story.dealer]
    rounds = "No round"
    if numbers:
        rounds = f"Round {numbers[0]}" if len(numbers) == 1 else f"Rounds {numbers[0]} to {numbers[-1]}"
    dealer = first.dealer or replay.story.table.dealer
    return f"{rounds}, dealt by {dealer}" if dealer not in {"", "dealer"} else rounds


def _other_readings(replay: Replay) -> str:
    usual = replay.usual_readings
    other = [f"{name}={value}" for name, value in replay.record.readings.items() if usual[name] != value]
    return f"Readings that are not the usual ones: {', '.join(other)}" if other else ""


def _offered(house: House) -> str:
    """List what the house offers beside the game itself."""
    limit = dollars(cents(house.payout_limit)) if house.payout_limit else ""
    offers = {
        "the progressive wager": house.progressive,
        "the bonus spin wager": house.bonus_spin,
        "match play coupons": house.coupons,
        f"{house.backline} backline bettors at each seat": house.backline,
        f"{house.adjacent_boxes} adjacent boxes": house.adjacent_boxes > 1,
        f"a payout limit of {limit} per hand": limit,
    }
    if house.electronic:
        offers[f"{house.electronic.community_cards} community cards"] = True
    return ", ".join(name for name, offered in offers.items() if offered)


def _grid(*columns: str) -> Grid:
    grid = Grid(
        *columns,
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for column in grid.columns:
        column.overflow = "fold"
    return grid


def _events(story: Story) -> Grid:
    grid = _grid("Line", "What happened", "Clause")
    grid.columns[0].justify = "right"
    grid.columns[1].max_width = _WIDEST
    grid.columns[2].style = "dim"
    for each in story.events:
        style = _COLOURS.get(type(each.event), "")
        grid.add_row(str(each.line), Text(each.told, style=style), each.clause)
        if isinstance(each.event, e.RoundCompleted):
            grid.add_section()
    return grid


def _hands(story: Story) -> Grid:
    grid = _grid("Seat", "Player", "Wagers", "Cards", "Result", "Net")
    grid.columns[-1].justify = "right"
    several = len(story.dealer) > 1
    for dealer in story.dealer:
        if several:
            grid.add_row(Text(f"Round {dealer.round}", style="bold"))
        for hand in story.hands:
            if hand.round == dealer.round:
                grid.add_row(*_hand(hand))
        grid.add_row("", dealer.name, "", faces(dealer.cards), "", "")
    return grid


def _bank(story: Story) -> Grid:
    grid = _grid("Round", "Player/dealer", "Put up", "Took back", "Net")
    for column in grid.columns[2:]:
        column.justify = "right"
    for each in story.bank:
        player = f"{each.player} at seat {each.seat}"
        amounts = (dollars(each.put_up), dollars(each.took_back))
        grid.add_row(str(each.round), player, *amounts, _net(each.took_back - each.put_up))
    return grid


def _meters(story: Story) -> Grid:
    grid = _grid("Meter", "Before", "After")
    for column in grid.columns[1:]:
        column.justify = "right"
    for each in story.meters:
        grid.add_row(METERS.get(each.meter, each.meter), dollars(each.before), dollars(each.after))
    return grid


def _hand(hand: HandTold) -> tuple[Text | str, ...]:
    wagers = ", ".join(f"{_short(wager)} {dollars(amount)}" for wager, amount in hand.wagers.items())
    if hand.coupon:
        wagers += f", coupon {dollars(hand.coupon)}"
    seat = hand.place.removeprefix("seat ")
    return seat, hand.player, wagers, faces(hand.cards), hand.result, _net(hand.net)


def _net(amount: Cents) -> Text:
    return Text(_signed(amount), style="green" if amount > 0 else "red" if amount < 0 else "")


def _short(wager: str) -> str:
    return next(name for each, name in WAGERS.items() if each == wager).replace(" wager", "")


def _signed(amount: Cents) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def _rack(entries: tuple[Discarded, ...]) -> Grid:
    grid = _grid("Cards", "From")
    for entry in entries:
        unseen = entry.cards.count(UNSEEN) == len(entry.cards)
        cards = f"{len(entry.cards)} unseen" if unseen else faces(entry.cards)
        grid.add_row(Text(cards, style="dim" if unseen else ""), entry.source)
    return grid


def _print_verdict(out: Console, replay: Replay) -> None:
    deviation, story = replay.story.deviation, replay.story
    out.print()
    if deviation is None:
        if story.table.round is not None:
            out.print("The record ends before the round is complete.", style="yellow")
        out.print("Everything is as the rulebook says.", style="bold green")
        return
    found = _told(replay, deviation.found) or "The record ends there."
    out.print(Text.assemble((f"Line {replay.found_on}  ", "bold red"), found))
    if deviation.expected is not None:
        clause = Clauses(replay.rules).behind(deviation.expected, story.table)
        should = _told(replay, deviation.expected) + (f" [{clause}]" if clause else "")
        out.print(Text.assemble(("Should be  ", "bold"), should))
    else:
        out.print(Text.assemble(("Because  ", "bold"), deviation.reason))
    if left := len(replay.lines) - deviation.position - 1:
        out.print(f"What follows ({left} more events) is not told.", style="dim")
    out.print(f"Line {replay.found_on} is not what the rulebook says.", style="bold red")
