"""The display: the place where a table is shown and people are asked."""

from collections.abc import Callable
from typing import Protocol

from rich.console import RenderableType

from casinowar.cli.play.scene import Question
from casinowar.game import events as e
from casinowar.game.table import Table

Reader = Callable[[str], str]
"""Shows a prompt and reads a line, or raises EOFError when there is none left."""


class Display(Protocol):
    """What a session needs of the place where it is shown."""

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        """Show what happened."""

    def ask(self, question: Question) -> str:
        """Ask a question and read the answer."""

    def say(self, sentence: str, style: str = "") -> None:
        """Say something to whoever is asked next."""

    def show(self, page: RenderableType) -> None:
        """Show something to read."""
