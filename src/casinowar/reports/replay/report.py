"""The report of a replay: events with their clauses, hands, bank, meters, discard rack, verdict."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from casinowar.game import events as e
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN
from casinowar.game.citation import cited, clause_in_words
from casinowar.game.money import Cents, cents
from casinowar.record.text import Record
from casinowar.reports import blocks as b
from casinowar.reports.numbers import counted, dollars
from casinowar.reports.replay.story import CommandTold, HandTold, Story
from casinowar.telling.narration import narrate
from casinowar.telling.phrases import METERS, WAGERS, faces

_TONES: Final[dict[type[e.Event], b.Tone]] = {
    **dict.fromkeys((e.WagerPaid, e.MatchPaid, e.MeterPaid), "good"),
    **dict.fromkeys((e.PlayStopped, e.RulingRecorded, e.RoundVoided, e.HandVoided), "warning"),
    **dict.fromkeys((e.CardFoundFaceUp, e.CardDrawnInError), "warning"),
    **dict.fromkeys((e.WheelSpun, e.CoverCardDrawn), "special"),
    **dict.fromkeys((e.NoMoreBetsCalled, e.WarDealBegan, e.RoundCompleted), "strong"),
    e.WagerCollected: "bad",
}
_TABLES: Final = {
    "Hands": (*map(b.text_column, ("Seat", "Player", "Wagers", "Cards", "Result")), b.Column("Net")),
    "Bank": (
        b.text_column("Round"),
        b.text_column("Player/dealer"),
        *map(b.Column, ("Put up", "Took back", "Net")),
    ),
    "Meters": (b.text_column("Meter"), b.Column("Before"), b.Column("After")),
    "Discard rack, from the bottom up": (b.text_column("Cards"), b.text_column("From")),
}
"""Columns of the tables after the events."""


def story_report(
    rules: Rules, record: Record, story: Story, usual_readings: dict[str, str], found_on: int
) -> b.Report:
    """Report a story and its verdict; `found_on` is the line of a deviation."""
    return b.Report(
        name=record.rulebook,
        title=rules.book.title,
        about=tuple(_about(record, story, usual_readings)),
        sections=(*((b.section("", _events(story)),) if story.events else ()), *_sections(story)),
        foot=(
            *_verdict(story, len(record.events), found_on),
            *(b.Paragraph(f"Remark: {each.says}", "warning") for each in story.remarks),
        ),
    )


# the heading


def rounds_told(numbers: Sequence[int]) -> str:
    if len(numbers) > 1:
        return f"rounds {numbers[0]} to {numbers[-1]}"
    return f"round {numbers[0]}" if numbers else "no round"


def _about(record: Record, story: Story, usual: dict[str, str]) -> Iterator[b.Paragraph]:
    rounds = rounds_told([each.round for each in story.dealer]).capitalize()
    dealer = record.before.dealer or story.table.dealer
    yield b.Paragraph(f"{rounds}, dealt by {dealer}" if dealer not in {"", "dealer"} else rounds)
    other = [f"{name}={value}" for name, value in record.readings.items() if usual[name] != value]
    if other:
        yield b.Paragraph(f"Readings that are not the usual ones: {', '.join(other)}", "quiet")
    if offered := _offered(record.house):
        yield b.Paragraph(f"The house offers: {offered}", "quiet")


def _offered(house: House) -> str:
    limit, boxes = house.payout_limit, house.adjacent_boxes or 1
    most = dollars(cents(limit)) if limit and limit != "none" else ""
    cards = house.electronic.community_cards if house.electronic else 0
    offers = {
        "the progressive wager": house.progressive,
        "the bonus spin wager": house.bonus_spin,
        "match play coupons": house.coupons,
        f"{house.backline} backline bettors at each seat": house.backline,
        f"{boxes} adjacent boxes": boxes > 1,
        f"a payout limit of {most} per hand": most,
        f"{cards} community cards": cards,
    }
    return ", ".join(name for name, offered in offers.items() if offered)


# what happened


def _events(story: Story) -> b.Grid:
    by = [cell for command in story.commands for cell in (_given(command), *[""] * (command.events - 1))]
    rows: list[b.Row] = []
    for number, each in enumerate(story.events):
        told = b.StyledText(each.told, _TONES.get(type(each.event), ""))
        rows.append(
            (
                str(each.line),
                told,
                *by[number : number + 1],
                b.StyledText(clause_in_words(each.clause), "quiet"),
            )
        )
    over = (place for place, each in enumerate(story.events, 1) if isinstance(each.event, e.RoundCompleted))
    columns = (
        b.Column("Line"),
        b.text_column("What happened"),
        *([b.Column("By", "text", detail=True)] if by else []),
    )
    return b.Grid(columns=(*columns, b.text_column("Clause")), rows=tuple(rows), lines_before=tuple(over))


def _given(command: CommandTold) -> b.Cell:
    role = command.by.split()[0]
    return b.StyledText(f"{command.who}, {role}" if command.who else role, "quiet")


def _sections(story: Story) -> Iterator[b.Section]:
    tables = zip(_TABLES.items(), (_hands(story), _bank(story), _meters(story), _rack(story)), strict=True)
    for (title, columns), rows in tables:
        if told := tuple(rows):
            yield b.section(title, b.Grid(columns=columns, rows=told))


def _hands(story: Story) -> Iterator[b.Row]:
    by_round: dict[int, list[HandTold]] = defaultdict(list)
    for hand in story.hands:
        by_round[hand.round].append(hand)
    for dealer in story.dealer if story.hands else ():
        if len(story.dealer) > 1:
            yield (b.StyledText(f"Round {dealer.round}", "strong"), *[""] * 5)
        yield from map(_hand, by_round[dealer.round])
        yield "", dealer.name, "", faces(dealer.cards), "", ""


def _hand(hand: HandTold) -> b.Row:
    wagers = [f"{WAGERS[wager].replace(' wager', '')} {dollars(size)}" for wager, size in hand.wagers.items()]
    wagers += [f"coupon {dollars(hand.coupon)}"] if hand.coupon else []
    seat = hand.place.removeprefix("seat ")
    ended = ", ".join(filter(None, (hand.result, hand.wheel)))
    net = b.StyledText("open", "quiet") if hand.open else _net(hand.net)
    return seat, hand.player, ", ".join(wagers), faces(hand.cards), ended, net


def _net(amount: Cents) -> b.Cell:
    tone: b.Tone = "good" if amount > 0 else ""
    return b.StyledText(dollars(amount, sign=True), "bad" if amount < 0 else tone)


def _bank(story: Story) -> Iterator[b.Row]:
    for each in story.bank:
        amounts = (dollars(each.put_up), dollars(each.took_back), _net(each.took_back - each.put_up))
        yield str(each.round), f"{each.player} at seat {each.seat}", *amounts


def _meters(story: Story) -> Iterator[b.Row]:
    for each in story.meters:
        yield METERS.get(each.meter, each.meter), dollars(each.before), dollars(each.after)


def _rack(story: Story) -> Iterator[b.Row]:
    for entry in story.discard_rack:
        unseen = entry.cards.count(UNSEEN) == len(entry.cards)
        cards = b.StyledText(f"{len(entry.cards)} unseen", "quiet") if unseen else faces(entry.cards)
        yield cards, entry.source


# the verdict


def _verdict(story: Story, events: int, found_on: int) -> Iterator[b.Paragraph]:
    deviation = story.deviation
    if deviation is None:
        if story.table.round is None:
            yield b.Paragraph("Everything is as the rulebook says.", "good")
        else:
            yield b.Paragraph("As far as the record goes, everything is as the rulebook says.", "good")
            yield b.Paragraph("It ends before the round is complete.", "bad")
        return
    found = (
        narrate(deviation.found, story.table) if deviation.found else "The record seems to break off there."
    )
    yield b.Paragraph(f"Line {found_on}  {found}")
    if deviation.expected is not None:
        clause = deviation.expected.clause
        should = narrate(deviation.expected, story.table) + cited(clause)
        yield b.Paragraph(f"Should be  {should}")
    else:
        yield b.Paragraph(f"Because  {deviation.reason}")
    left = events - deviation.position - 1
    if left > 0:
        yield b.Paragraph(f"What follows ({counted(left, 'more event')}) is not told.", "quiet")
    yield b.Paragraph(f"Line {found_on} is not what the rulebook says.", "bad")
    if story.round_not_told is not None:
        where = "after it" if story.round_not_told > story.table.rounds else "before the record"
        yield b.Paragraph(f"Round {story.round_not_told} comes {where} and is not told.", "bad")
