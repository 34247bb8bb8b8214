"""What hangs above the layout: meters, the wheel's last stop, the player/dealer's bank."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from casinowar.cli.play.display_state import DisplayState
from casinowar.cli.play.drawing import amount, in_columns, in_lines
from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.due.bank import cover_left
from casinowar.game.money import cents
from casinowar.game.words import PLACES
from casinowar.reports.numbers import dollars


def on_display(scene: DisplayState, width: int) -> list[Text]:
    """Give the notices of a table, each in as few lines as hold it; an empty one where there is none."""
    notices = [[*notice(scene)] for notice in (_meters, _wheel, _bank)]
    said = [line for notice in notices for line in in_lines(notice, width)]
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
    """Name a symbol of the wheel, with what it pays where that is another amount."""
    pays = next((amount(cents(each.pays)) for each in symbols if each.symbol == shown and each.pays), shown)
    return shown if pays == shown else f"{shown}, which pays {pays}"


def _bank(scene: DisplayState) -> Iterator[Text]:
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
    """Name whom the bank goes to next, clockwise."""
    seats = sorted(each for each in scene.table.seats if each < PLACES and each != seat)
    following = [each for each in seats if each > seat] or seats
    return scene.table.seats[following[0]] if following else ""
