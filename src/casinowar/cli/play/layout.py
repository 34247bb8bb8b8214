"""The table from above: the dealer on top, seat 1 at the dealer's left, on the right side."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Column
from rich.text import Text

from casinowar.cli.play import seat_text
from casinowar.cli.play.display_state import DisplayState
from casinowar.cli.play.drawing import (
    amount,
    as_fits,
    drawn_cards,
    faces,
    gauge,
    in_columns,
    in_lines,
    in_rows,
    side_by_side,
)
from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.cards import Card
from casinowar.game.due.bank import cover_left
from casinowar.game.money import cents
from casinowar.game.table import Hand
from casinowar.game.words import PLACES, Wager, spot
from casinowar.reports.numbers import dollars

GAUGE: Final = 12
BESIDE: Final = 20
OUT: Final = "out of the shoe"
"""Label while neither the shoe nor the rack has cards, as before the cut."""
LEAST_MIDDLE: Final = 19
"""Width of the dealer's first card with its label."""
NARROWEST_SEAT: Final = 10
_LINES_OF_WAGERS: Final = 3
_MOST_LINES: Final = 5


def layout(scene: DisplayState, width: int, rows: int, turn: int = 0) -> Panel:
    """Draw the table; `turn` is the hand that is asked, and `rows` limits the list of seats."""
    inside = width - 2
    if scene.rules.house.electronic is not None:
        return _framed(scene, width, _electronic(scene, inside, turn))
    seats = [*range(scene.rules.seats, 0, -1)]
    if len(seats) * NARROWEST_SEAT > inside:
        seats = _occupied(scene)
    columns = [_column(scene, seat, turn) for seat in seats]
    room = inside // max(len(seats), 1)
    fits = all(cell_len(line.plain) < room for lines in columns for line in lines[1:])
    players = _side_by_side(columns, inside) if fits else _one_below_another(scene, rows, turn)
    return _framed(scene, width, players)


def _framed(scene: DisplayState, width: int, players: RenderableType) -> Panel:
    title = Text(scene.rules.book.title, style="bold")
    title.truncate(width - 6, overflow="ellipsis")
    return Panel(
        Group(Padding(_dealer(scene, width - 4), (0, 1)), *notices(scene, width - 2), players),
        box=box.ROUNDED,
        padding=0,
        title=title,
        title_align="left",
        subtitle=Text(_posted(scene, width - 6), style="dim"),
        subtitle_align="left",
        border_style="green",
        width=width,
    )


def _occupied(scene: DisplayState) -> list[int]:
    return sorted({spot(place) for place in (*scene.table.seats, *scene.hands)}, reverse=True)


def _posted(scene: DisplayState, width: int) -> str:
    wagers = scene.rules.book.wagers
    said = [f"pays {wagers.initial.value}", *([f"tie {wagers.tie.value}"] if wagers.tie else [])]
    if scene.rules.book.bank:
        said.append("a player banks")
    for wager, (least, most) in scene.rules.limits.items():
        limits = f"{amount(least)}–{amount(most)}"
        said.append(f"{wager.replace('_', ' ')} {limits if least < most else amount(least)}")
    said += [] if scene.rules.limits else ["no limits posted"]
    return as_fits(said, width)


# the dealer


def _dealer(scene: DisplayState, width: int) -> Text:
    """Draw the dealer's cards between discard rack and shoe, or above their counts if too narrow."""
    current = scene.round
    held = [card for card in (current.dealer_card, *current.dealer_war_cards) if card] if current else []
    rows = drawn_cards(held)
    if held:
        # Pad the right side by the label's width to center the cards.
        labels = (" " * 7, "dealer ", " " * 7)
        rows = [Text.assemble((label, "dim"), row, " " * 7) for label, row in zip(labels, rows, strict=True)]
    else:
        rows[1] = Text("dealer", style="dim")
    middle = width - 2 * BESIDE
    if middle < max(LEAST_MIDDLE, *(row.cell_len for row in rows)):
        return _dealer_above(scene, rows, width)
    return Text("\n").join(
        in_columns((on_left, "left", BESIDE), (row, "center", middle), (on_right, "right", BESIDE))
        for row, (on_left, on_right) in zip(rows, _beside(scene), strict=True)
    )


def _beside(scene: DisplayState) -> tuple[tuple[Text, Text], ...]:
    rack, left, size = len(scene.table.rack), scene.table.shoe.left, scene.rules.batch_size
    if not (rack or left):
        return (
            (Text(), Text("cards", style="dim")),
            (Text(), Text(OUT)),
            (Text(f"round {_round(scene)}", style="dim"), Text()),
        )
    return (
        (Text("discard rack", style="dim"), Text("shoe", style="dim")),
        (
            Text.assemble((gauge(rack, size, GAUGE), "cyan"), f" {rack}"),
            Text.assemble(f"{left} ", (gauge(left, size, GAUGE), "cyan")),
        ),
        (Text(f"round {_round(scene)}", style="dim"), Text(f"of {size} cards", style="dim")),
    )


def _round(scene: DisplayState) -> int:
    return scene.round.number if scene.round else scene.table.rounds + 1


def _dealer_above(scene: DisplayState, rows: Sequence[Text], width: int) -> Text:
    rack, left = len(scene.table.rack), scene.table.shoe.left
    counts = (f"shoe {left}", f"rack {rack}") if rack or left else (f"cards {OUT}",)
    said = as_fits((f"round {_round(scene)}", *counts), width)
    lines = (*rows, Text(said, style="dim"))
    return Text("\n").join(in_columns((line, "center", width)) for line in lines)


# notices above the layout: meters, the wheel's last stop, the player/dealer's bank


def notices(scene: DisplayState, width: int) -> list[Text]:
    """Return the notices above the layout; an empty line if there are none."""
    said = [line for notice in (_meters, _wheel, _bank_notice) for line in in_lines(notice(scene), width)]
    return [in_columns((line, "center", width)) for line in said] or [Text()]


def _meters(scene: DisplayState) -> Iterator[Text]:
    for name, stands in scene.table.meters.items():
        yield Text.assemble((f"{name} ", "dim"), (dollars(stands), "bold cyan"))


def _wheel(scene: DisplayState) -> Iterator[Text]:
    if stop := scene.wheel:
        where = f"seat {stop.hand}" if stop.hand < PLACES else f"terminal {stop.hand // PLACES}"
        spin = scene.rules.book.bonus_spin
        hot, community = (spin.hot_spot, spin.community) if spin else ((), ())
        yield Text(f"the wheel: hot spot {where}, {_paying(stop.hot_spot, hot)}", style="yellow")
        if stop.community:
            yield Text(f"community {_paying(stop.community, community)}", style="yellow")


def _paying(shown: str, symbols: Iterable[Symbol]) -> str:
    """Name a symbol of the wheel, with its pay if the name does not say it."""
    pays = next((amount(cents(each.pays)) for each in symbols if each.symbol == shown and each.pays), shown)
    return shown if pays == shown else f"{shown}, which pays {pays}"


def _bank_notice(scene: DisplayState) -> Iterator[Text]:
    law, bank = scene.rules.book.bank, scene.table.bank
    if law is None:
        return
    if bank.seat is None:
        asked = scene.table.seats.get(bank.offered or 0, "")
        yield Text(f"no bank yet; {asked} is asked" if asked else "no bank yet", style="dim")
        return
    current = scene.table.round
    yield Text(f"{scene.table.banker} banks {amount(scene.bank)}", style="cyan")
    if current is not None and current.cover is not None:
        yield Text(f"cover left {amount(cover_left(scene.rules, current))}", style="cyan")
    held = bank.rounds if scene.table.banker == bank.holder else 0
    yield Text(f"round {held + 1} of {law.held.rounds}", style="cyan")
    if after := _after(scene, bank.seat):
        yield Text(f"then {after}", style="cyan")


def _after(scene: DisplayState, seat: int) -> str:
    seats = sorted(each for each in scene.table.seats if each < PLACES and each != seat)
    following = [each for each in seats if each > seat] or seats
    return scene.table.seats[following[0]] if following else ""


# the seats


class Seen(NamedTuple):
    """What is visible at a seat."""

    name: Text
    cards: Sequence[Card]
    wagers: Sequence[Text]
    ends: Text
    chips: Text


def _seen(scene: DisplayState, seat: int, turn: int) -> Seen:
    hand = scene.hands.get(seat)
    shown, wagers, ends = scene.lying(seat), [Text("○", "dim")], Text()
    if hand is not None:
        shown, wagers, ends = (
            seat_text.held(hand),
            [*seat_text.wagers_lying(hand)],
            seat_text.result(scene, hand),
        )
    elif _banks(scene, seat):
        wagers = [Text("banked" if scene.gained is not None else f"bank {amount(scene.bank)}", "cyan")]
        ends = Text() if scene.gained is None else seat_text.gain(scene.gained)
    return Seen(seat_text.name(scene, seat, turn), shown, wagers, ends, seat_text.chips(scene, seat))


def _column(scene: DisplayState, seat: int, turn: int) -> list[Text]:
    seen = _seen(scene, seat, turn)
    room = [Text()] * (_LINES_OF_WAGERS - len(seen.wagers))
    behind = _behind(scene, seat, turn)
    return [seen.name, *drawn_cards(seen.cards), *seen.wagers, *room, *behind, seen.ends, seen.chips]


def _behind(scene: DisplayState, seat: int, turn: int) -> Iterator[Text]:
    for place in sorted({*scene.table.seats, *scene.hands}):
        if place > PLACES and spot(place) == seat:
            hand = scene.hands.get(place)
            said = Text()
            if hand is not None:
                said = seat_text.result(scene, hand) or Text(amount(hand.on_layout(Wager.INITIAL)))
            style = "bold yellow" if place == turn else "dim"
            yield Text.assemble((f"+{seat_text.player(scene, place)[:4]} ", style), said)


def _banks(scene: DisplayState, seat: int) -> bool:
    bank = scene.table.bank
    over = scene.round is not None and scene.table.round is None
    return seat == (bank.seat or (bank.last if over else None))


def _side_by_side(columns: Sequence[list[Text]], inside: int) -> Text:
    longest = max((len(lines) for lines in columns), default=0)
    padded = [
        # The last two lines, result and chips, go to the bottom of every seat.
        [*lines[:-2], *([Text()] * (longest - len(lines))), *lines[-2:]]
        for lines in columns
    ]
    return side_by_side(padded, inside)


def _one_below_another(scene: DisplayState, rows: int, turn: int) -> RenderableType:
    """List the seats in rows if they do not fit side by side, and count those left out."""
    seats = _occupied(scene)[::-1]
    shown = seats if len(seats) <= rows else _around(seats, turn, rows - 1)
    listed = []
    for seen in (_seen(scene, seat, turn) for seat in shown):
        wagers = Text(" ").join(line for line in seen.wagers if line)
        listed.append((seen.name, faces(seen.cards), wagers, seen.ends, seen.chips))
    grid = in_rows(listed, *(Column(no_wrap=True) for _ in Seen._fields))
    if len(shown) < len(seats):
        grid.add_row(Text(f"… and {len(seats) - len(shown)} more seats", style="dim"))
    return Padding(grid, (0, 1))


def _around(seats: list[int], turn: int, rows: int) -> list[int]:
    middle = seats.index(turn) if turn in seats else 0
    first = max(0, min(middle - rows // 2, len(seats) - rows))
    return seats[first : first + rows]


# an electronic table


def _electronic(scene: DisplayState, width: int, turn: int) -> Group:
    offered = scene.rules.house.electronic
    numbers = range(offered.community_cards if offered else 0, 0, -1)
    wagers = {number: [_backed(scene, hand, turn) for hand in _backing(scene, number)] for number in numbers}
    room = width // max(len(numbers), 1)
    listed = any(line.cell_len >= room for lines in wagers.values() for line in lines)
    columns = [
        _card_column(scene, number, [] if listed else wagers[number], 0 if listed else _MOST_LINES)
        for number in numbers
    ]
    terminals = [
        Text(" ").join((seat_text.name(scene, seat, turn // PLACES or turn), seat_text.chips(scene, seat)))
        for seat in sorted(scene.table.seats)
    ]
    below = [
        Text.assemble((f" card {number} ", "dim"), line)
        for number in numbers[::-1]
        for line in wagers[number]
    ]
    return Group(
        side_by_side(columns, width),
        *(in_columns((line, "left", width)) for line in (_most(below) if listed else [])),
        *(in_columns((line, "center", width)) for line in in_lines(terminals, width, "  ")),
    )


def _backing(scene: DisplayState, number: int) -> list[Hand]:
    return [hand for hand in scene.hands.values() if spot(hand.number) == number]


def _card_column(scene: DisplayState, number: int, lines: list[Text], rows: int) -> list[Text]:
    # Hands still know their cards after collection.
    held = next((seat_text.held(hand) for hand in _backing(scene, number) if hand.card), ())
    shown = _most(lines)
    return [
        Text(f"card {number}", style="dim"),
        *drawn_cards(scene.lying(number) or held),
        *shown,
        *([Text()] * (rows - len(shown))),
    ]


def _most(lines: list[Text]) -> list[Text]:
    if len(lines) <= _MOST_LINES:
        return lines
    return [*lines[: _MOST_LINES - 1], Text(f"… {len(lines) - _MOST_LINES + 1} more", style="dim")]


def _backed(scene: DisplayState, hand: Hand, turn: int) -> Text:
    name = (f"{hand.player[:4]} ", "bold yellow" if hand.number == turn else "")
    return Text.assemble(name, seat_text.result(scene, hand) or seat_text.wagers_in_short(hand))
