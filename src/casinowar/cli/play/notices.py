"""What hangs above the layout: meters, the wheel's last stop, the player/dealer's bank."""

from collections.abc import Iterator

from rich.text import Text

from casinowar.cli.play.cards import amount, in_columns
from casinowar.cli.play.scene import Scene
from casinowar.game.due.bank import cover_left
from casinowar.game.words import PLACES
from casinowar.reports.numbers import dollars


def on_display(scene: Scene, width: int) -> list[Text]:
    """Give the notices of a table, each in one line; an empty one where there is none."""
    said = [*_meters(scene), *_wheel(scene), *_bank(scene)]
    return [in_columns((line, "center", width)) for line in said] or [Text()]


def _meters(scene: Scene) -> Iterator[Text]:
    if meters := scene.table.meters:
        shown = [
            Text.assemble((f"{name} ", "dim"), (dollars(cents), "bold cyan"))
            for name, cents in meters.items()
        ]
        yield Text(" · ", style="dim").join(shown)


def _wheel(scene: Scene) -> Iterator[Text]:
    if stop := scene.wheel:
        community = f" · community {stop.community}" if stop.community else ""
        where = f"seat {stop.hand}" if stop.hand < PLACES else f"terminal {stop.hand // PLACES}"
        yield Text(f"the wheel: hot spot {where}, {stop.hot_spot}{community}", style="yellow")


def _bank(scene: Scene) -> Iterator[Text]:
    law, bank = scene.rules.book.bank, scene.table.bank
    if law is None:
        return
    if bank.seat is None:
        asked = scene.table.seats.get(bank.offered or 0, "")
        yield Text(f"no bank yet; {asked} is asked" if asked else "no bank yet", style="dim")
        return
    current = scene.table.round
    said = [f"{scene.table.seats[bank.seat]} banks {amount(scene.bank)}"]
    if current is not None and current.cover is not None:
        said.append(f"cover left {amount(cover_left(scene.rules, current))}")
    held = bank.rounds if scene.table.seats[bank.seat] == bank.holder else 0
    said.append(f"round {held + 1} of {law.held.rounds}")
    if after := _after(scene, bank.seat):
        said.append(f"then {after}")
    yield Text(" · ".join(said), style="cyan")


def _after(scene: Scene, seat: int) -> str:
    """Name whom the bank goes to next, clockwise."""
    seats = sorted(each for each in scene.table.seats if each < PLACES and each != seat)
    following = [each for each in seats if each > seat] or seats
    return scene.table.seats[following[0]] if following else ""
