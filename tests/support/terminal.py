"""Play in the terminal without one: injected lines, and what was printed or drawn."""

import io
from collections.abc import Callable, Iterable

from rich.console import Console

from casinowar.cli.play.screen import Screen
from casinowar.cli.play.start import PlayOptions, play, settle, start

WIDTH, HEIGHT = 80, 24


def typed(lines: Iterable[str]) -> Callable[[str], str]:
    """Type lines, then the end of the input."""
    waiting = iter(lines)

    def read(_prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


def a_console(*, terminal: bool = False, **more) -> Console:
    settings = {"width": WIDTH, "height": HEIGHT, "highlight": False, "markup": False, "emoji": False}
    return Console(file=io.StringIO(), force_terminal=terminal, **{**settings, **more})


def played(*lines: str, rulebook: str | None = "maryland", **wishes) -> str:
    """Play through injected lines, and give what was printed."""
    console = a_console(width=200)
    wanted = PlayOptions(**{"rulebook": rulebook, "players": ("Ann",), "seed": 3, **wishes})
    start(wanted, console, typed(lines))
    return said(console)


def said(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def on_screen(*lines: str, size: tuple[int, int] = (WIDTH, HEIGHT), **wishes) -> list[list[str]]:
    """Play on a full screen, and give each frame as its lines."""
    width, height = size
    console = a_console(terminal=True, width=width, height=height, color_system=None)
    wanted = PlayOptions(**{"rulebook": "maryland", "players": ("Ann",), "seed": 17, **wishes})
    opened = settle(wanted, console, typed([]))
    play(wanted, opened, Screen(console, opened.rules, typed(lines)))
    return [frame.splitlines() for frame in said(console).split("\x1b[H\x1b[2J")[1:]]
