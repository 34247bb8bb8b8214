"""The table on a full screen."""

import time
from typing import Final

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment, SegmentLines
from rich.text import Text

from casinowar.cli.play.cards import in_columns
from casinowar.cli.play.display import Display, Reader
from casinowar.cli.play.layout import layout
from casinowar.cli.play.scene import Question, Sentence
from casinowar.cli.play.words import WORDS
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.table import Table

LEAST_WIDTH: Final = 70
LEAST_HEIGHT: Final = 22
SHORTEST_LOG: Final = 2
PROMPT: Final = "› "

Line = list[Segment]


def fits(console: Console) -> bool:
    """Tell whether a console can show a full screen."""
    width, height = console.size
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT and not console.options.ascii_only


class Screen(Display):
    """A table that fills the terminal, and the question below it."""

    def __init__(self, console: Console, rules: Rules, read: Reader, pace: float = 0.0) -> None:
        """Draw on a console, and pause for so many seconds over what is worth a look."""
        super().__init__(console, rules, read)
        self._pace = pace
        self._said: list[Text] = []

    def follow(self, event: e.Event, before: Table, after: Table) -> None:
        """Show what happened, and let people look at it."""
        self.scene.follow(event, before, after)
        if self._pace and type(event).__name__ in WORDS.worth_a_look:
            self._draw(None)
            time.sleep(self._pace)

    def ask(self, question: Question) -> str:
        """Draw the table with the question below it, and read the answer."""
        self._draw(question)
        self._said.clear()
        return self._read(PROMPT)

    def say(self, sentence: str, style: str = "") -> None:
        """Keep a sentence for the next drawing."""
        self._said.append(Text(sentence, style=style))

    def show(self, page: RenderableType) -> None:
        """Show something to read in place of the table, screen by screen."""
        lines = self._lines(page)
        while lines and not "".join(segment.text for segment in lines[-1]).strip():
            lines.pop()
        height = self._console.height - 1
        while lines:
            part, lines = lines[:height], lines[height:]
            self._put([*part, *([[]] * (height - len(part)))])
            answer = self._read("Enter for more, q to go back › " if lines else "Enter to go back › ")
            if answer.strip().casefold() in {"q", "quit"}:
                return

    def _draw(self, question: Question | None) -> None:
        width, height = self._console.size
        below = [line for said in self._said for line in self._lines(said)]
        if question:
            below += self._lines(Text(question.sentence, style="bold"))
            below += self._lines(Text(question.hint, style="dim"))
        room = height - 1 - len(below)
        table = self._lines(
            layout(self.scene, width, room - SHORTEST_LOG - 7, question.seat if question else 0)
        )
        log = self._log(width, max(room - len(table), 0))
        frame = [*table, *log, *below]
        self._put(frame[-(height - 1) :])

    def _log(self, width: int, rows: int) -> list[Line]:
        """Lay out the last sentences, each in one line with its clause at the right."""
        told = list(self.scene.log)[-rows:] if rows else []
        lines = [self._lines(_in_one_line(each, width))[0] for each in told]
        return [*([[]] * (rows - len(lines))), *lines]

    def _lines(self, renderable: RenderableType) -> list[Line]:
        return self._console.render_lines(renderable, pad=False)

    def _put(self, lines: list[Line]) -> None:
        """Put lines on the screen in one go, so that nothing flickers."""
        with self._console:
            self._console.control(Control.home(), Control.clear())
            self._console.print(SegmentLines(lines, new_lines=True), end="")


def _in_one_line(told: Sentence, width: int) -> Text:
    clause = Text(clause_in_words(told.clause.split("; ")[0]), style="dim")
    clause.truncate(width // 4, overflow="ellipsis")
    room = width - clause.cell_len - 1
    return in_columns((Text(told.words, style=told.style), "left", room), (clause, "right", width - room))
