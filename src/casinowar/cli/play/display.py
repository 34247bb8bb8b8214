"""Plain-line display of a table, for pipes and simple terminals; `screen` extends it."""

from collections.abc import Callable
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text

from casinowar.cli.play.display_state import VOID_STYLE, DisplayState, Question, Sentence, gain_style
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.citation import cited
from casinowar.game.table import Table
from casinowar.reports.numbers import dollars
from casinowar.telling.phrases import who
from casinowar.telling.result import is_void, net

Reader = Callable[[str], str]
"""Shows a prompt and reads a line, or raises EOFError when there is none left."""


class Display:
    """A table told line by line, without control codes."""

    def __init__(self, console: Console, rules: Rules, read: Reader) -> None:
        self.scene = DisplayState(rules)
        self._console = console
        self._read = read
        self._told = True

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        told = self.scene.follow(event, before, after)
        if told is not None:
            self._write(_with_clause(told))
        if isinstance(event, e.RoundCompleted) and before.round:
            for seat, hand in sorted(before.round.hands.items()):
                won = net(hand)
                chips = dollars(after.chips.get(hand.player, 0))
                void = is_void(before.round, hand)
                result = f"{who(before, seat)}: {'void' if void else dollars(won, sign=True)}"
                style = VOID_STYLE if void else gain_style(won)
                self._write(Text(f"{result}, now {chips} in chips", style=style))
        if isinstance(event, e.BankReturned) and self.scene.gained is not None:
            won, player = self.scene.gained, who(before, event.seat)
            self._write(Text(f"{player}: {dollars(won, sign=True)} as the bank", style=gain_style(won)))

    def ask(self, question: Question) -> str:
        self._write(Text())
        self._write(Text(question.sentence, style="bold"))
        self._write(Text(question.hint, style="dim"))
        try:
            return self._read("> ")
        except (EOFError, KeyboardInterrupt):
            with suppress(OSError):
                self._write(Text())  # start a new line
            raise

    def say(self, sentence: str, style: str = "") -> None:
        self._write(Text(sentence, style=style))

    def show(self, page: RenderableType) -> None:
        self._console.print(page)

    def look_back(self) -> None:
        """Show the last round again after a full screen closes. A plain display has nothing to repeat."""

    def hush(self) -> None:
        """Stop printing: the terminal is gone."""
        self._told = False

    def _write(self, text: Text) -> None:
        if self._told:
            # Wrap at words in a terminal; keep lines whole in a pipe.
            self._console.print(text, soft_wrap=not self._console.is_terminal)


def _with_clause(told: Sentence) -> Text:
    return Text.assemble((told.words, told.style), (f" {cited(told.clause)}" if told.clause else "", "dim"))
