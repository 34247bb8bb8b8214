"""Full-screen display of a table."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment, SegmentLines
from rich.text import Text

from casinowar.cli.play.display import Display, Reader
from casinowar.cli.play.display_state import Question, Sentence
from casinowar.cli.play.drawing import in_columns
from casinowar.cli.play.layout import layout
from casinowar.cli.play.wording import WORDS
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.table import Table

LEAST_WIDTH: Final = 40
LEAST_HEIGHT: Final = 22
NARROWEST: Final = 30
"""A narrower terminal is drawn at this width."""
WIDEST: Final = 140
"""Beyond this width the eye loses the line between a sentence and its clause."""
SHORTEST_LOG: Final = 2
LINES_OF_HINTS: Final = 2
PROMPT: Final = "› "

Line = list[Segment]


def fits(console: Console) -> bool:
    width, height = console.size
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT and not console.options.ascii_only


class Screen(Display):
    def __init__(self, console: Console, rules: Rules, read: Reader, pace: float = 0.0) -> None:
        """`pace` is the pause in seconds after notable events."""
        super().__init__(console, rules, read)
        self._pace = pace
        self._said: list[Text] = []
        self._typed = ""
        """A command typed while paging: the answer to the next question."""

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        self.scene.follow(event, before, after)
        if self._pace and type(event).__name__ in WORDS.worth_a_look:
            with self._drawn(lambda: self._draw(None, self._said)):
                time.sleep(self._pace)

    def ask(self, question: Question) -> str:
        typed, self._typed = self._typed, ""
        if typed:
            return typed
        said = [*self._said]
        self._said.clear()

        def draw() -> None:
            self._draw(question, said)

        return self._read_below(draw, lambda: PROMPT)

    def say(self, sentence: str, style: str = "") -> None:
        """Keep a sentence for the next drawing."""
        self._said.append(Text(sentence, style=style))

    def show(self, page: RenderableType) -> None:
        """Page through something to read; a command typed there ends it."""
        first = 0

        def more() -> bool:
            return first + self._console.height - 1 < len(self._page(page))

        def draw() -> None:
            lines, height = self._page(page), self._console.height - 1
            part = lines[first : first + height]
            self._put([*part, *([[]] * (height - len(part)))])

        def prompt() -> str:
            return "Enter for more, q to go back › " if more() else "Enter to go back › "

        while not (typed := self._read_below(draw, prompt).strip()) and more():
            first += self._console.height - 1
        self._typed = "" if typed.casefold() == "q" else typed

    def look_back(self) -> None:
        """Draw the last round once more after the full screen is closed."""
        if self.scene.round is not None:
            self._console.print(layout(self.scene, self._width, self._console.height))

    def hush(self) -> None:
        self._pace = 0.0

    def _page(self, page: RenderableType) -> list[Line]:
        lines = self._lines(page)
        while lines and not "".join(segment.text for segment in lines[-1]).strip():
            lines.pop()
        return lines

    def _read_below(self, draw: Callable[[], None], prompt: Callable[[], str]) -> str:
        def draw_around_typing() -> None:
            draw()
            line = sys.modules.get("readline")
            self._console.file.write(prompt() + (line.get_line_buffer() if line else ""))
            self._console.file.flush()

        with self._drawn(draw, draw_around_typing):
            return self._read(prompt())

    @contextmanager
    def _drawn(self, draw: Callable[[], None], again: Callable[[], None] | None = None) -> Iterator[None]:
        """Draw now and whenever the terminal is resized."""
        size = self._console.size
        draw()
        with _whenever_resized(again or draw):
            if self._console.size != size:
                draw()
            yield

    def _draw(self, question: Question | None, said: Sequence[Text]) -> None:
        width, height = self._width, self._console.height
        below = [line for sentence in said for line in self._lines(sentence)]
        if question:
            below += self._lines(Text(question.sentence, style="bold"))
            below += self._lines(Text("\n".join(folded(question.hint, width)), style="dim"))
        room = height - 1 - len(below)
        table = self._lines(
            layout(self.scene, width, room - SHORTEST_LOG - 7, question.seat if question else 0)
        )
        log = self._log(width, max(room - len(table), 0))
        frame = [*table, *log, *below]
        self._put(frame[-(height - 1) :])

    def _log(self, width: int, rows: int) -> list[Line]:
        """Lay out the last whole sentences with their clauses at the right."""
        lines: list[Line] = []
        for told in reversed(self.scene.log):
            more = self._lines(_told(self._console, told, width))
            if len(lines) + len(more) > rows:
                break
            lines = more + lines
        return [*([[]] * (rows - len(lines))), *lines]

    @property
    def _width(self) -> int:
        return max(min(self._console.width, WIDEST), NARROWEST)

    def _lines(self, renderable: RenderableType) -> list[Line]:
        options = self._console.options.update(width=self._width)
        return self._console.render_lines(renderable, options, pad=False)

    def _put(self, lines: list[Line]) -> None:
        """Write all lines at once to avoid flicker."""
        with self._console:
            self._console.control(Control.home(), Control.clear())
            self._console.print(SegmentLines(lines, new_lines=True), end="")


class _Redrawing:
    """Redraw on request, but never while drawing: dragging a window sends many signals."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._is_due = self._is_drawing = False

    def __call__(self, *_: object) -> None:
        self._is_due = True
        if self._is_drawing:
            return
        self._is_drawing = True
        try:
            while self._is_due:
                self._is_due = False
                self._draw()
        except RuntimeError:
            pass  # the signal interrupted writing; the next question redraws anyway
        finally:
            self._is_drawing = False


@contextmanager
def _whenever_resized(draw: Callable[[], None]) -> Iterator[None]:
    number = getattr(signal, "SIGWINCH", None)
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, _Redrawing(draw))
    try:
        yield
    finally:
        signal.signal(number, before)


def _told(console: Console, told: Sentence, width: int) -> Text:
    """Wrap a sentence, with its clause at the right of the last line."""
    first = told.clause.split("; ")[0]
    in_words = clause_in_words(first)
    clause = Text(in_words if cell_len(in_words) <= width // 3 else first, style="dim")
    clause.truncate(width // 3, overflow="ellipsis")
    lines = _wrapped(console, told.words, width)
    room = width - clause.cell_len
    if cell_len(lines[-1]) >= room:
        *lines, last = lines
        lines += _wrapped(console, last, room - 1)
    written = [Text(line, style=told.style) for line in lines]
    written[-1] = in_columns((written[-1], "left", room), (clause, "right", width - room))
    return Text("\n").join(written)


def _wrapped(console: Console, words: str, width: int) -> list[str]:
    """Wrap by display width: some scripts take two cells per letter."""
    return [line.plain.rstrip() for line in Text(words).wrap(console, width)]


def folded(hint: str, width: int) -> list[str]:
    """Wrap a hint between its parts; if too long, drop suggestions but keep the last two parts.

    >>> folded("Enter deals · raise 5 · withdraw · ? word · help", 24)
    ['Enter deals · raise 5', 'withdraw · ? word · help']
    """
    *ways, word, page = hint.split(" · ")
    while True:
        lines: list[str] = []
        for part in (*ways, word, page):
            if lines and cell_len(f"{lines[-1]} · {part}") <= width:
                lines[-1] += f" · {part}"
            else:
                lines.append(part)
        if len(lines) <= LINES_OF_HINTS or len(ways) <= 1:
            return lines
        ways.pop()
