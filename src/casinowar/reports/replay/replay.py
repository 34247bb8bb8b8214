"""Records read from a file or text, and replayed under their rulebook."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from casinowar.files.reading import read, read_stream, text_of
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError, Refusal
from casinowar.parsing import whole_number
from casinowar.record.reenactment import Deviation
from casinowar.record.starting_table import check_start
from casinowar.record.text import Numbered, Record, read_with_lines, write
from casinowar.reports.blocks import Paragraph, Report
from casinowar.reports.exportable import Exportable, named, plain
from casinowar.reports.replay.report import rounds_told, story_report
from casinowar.reports.replay.story import Story, of_round, tell
from casinowar.reports.rulebook_changes import based_on, not_built_in
from casinowar.rulebooks import RulebookFile, TomlText, load_rules, open_rulebook, read_rulebook
from casinowar.rulebooks.loader import is_built_in
from casinowar.telling.narration import narrate

_LONGEST_FILE: Final = 50_000_000
_BEGINS: Final = "casinowar record "


class Replay(Exportable, frozen=True):
    numbered: Numbered
    rules: Rules
    story: Story
    usual_readings: dict[str, str]
    rulebook_sha256: str | None = None
    """The digest of a custom rulebook; None if it is built in."""
    based_on: str = ""
    """What a custom rulebook changes, and in which built-in one."""

    def __repr__(self) -> str:
        rounds = rounds_told([each.round for each in self.story.dealer])
        whole = "complete" if self.complete else "incomplete"
        verdict = f"lawful, {whole}" if self.lawful else "not lawful"
        return f"<replay of {self.record.rulebook}, {rounds}: {verdict}>"

    @property
    def record(self) -> Record:
        return self.numbered.record

    @property
    def deviation(self) -> Deviation | None:
        """The first event that violates the rulebook."""
        return self.story.deviation

    @property
    def lawful(self) -> bool:
        return self.deviation is None

    @property
    def complete(self) -> bool:
        """Whether the record is lawful and ends between rounds."""
        return self.lawful and self.story.table.round is None

    @property
    def found_on(self) -> int:
        """The line of the deviation; one past the last line if the record is too short."""
        place, lines = self.deviation.position if self.deviation else 0, self.numbered.events
        return lines[place] if place < len(lines) else lines[-1] + 1

    def to_dict(self) -> dict[str, Any]:
        """Convert to dictionaries and lists; amounts are in cents."""
        deviation = self.deviation
        return plain(
            {
                **named(self.record, "rulebook", "readings"),
                **named(
                    self.story, "commands", "events", "hands", "dealer", "bank", "meters", "discard_rack"
                ),
                **named(self, "complete", "lawful", "rulebook_sha256", "based_on"),
                **named(self.story, "round_not_told", "remarks"),
                "deviation": deviation
                and {
                    "line": self.found_on,
                    **named(deviation, "found", "expected", "reason"),
                    "told": self._told(deviation.found),
                    "should_be": self._told(deviation.expected),
                },
            }
        )

    def _told(self, event: e.Event | None) -> str:
        return narrate(event, self.story.table) if event else ""

    def report(self) -> Report:
        told = story_report(self.rules, self.record, self.story, self.usual_readings, self.found_on)
        if self.rulebook_sha256 is None:
            return told
        own = Paragraph(not_built_in(self.record.rulebook, self.based_on), "warning")
        digest = Paragraph(f"SHA-256 of the rulebook: {self.rulebook_sha256}", "quiet")
        return replace(told, about=(*told.about, own, digest))


class _Exported(Struct):
    record: str


class RecordFile(Struct, frozen=True):
    where: str
    numbered: Numbered

    def __repr__(self) -> str:
        ended = [event.round for event in self.record.events if isinstance(event, e.RoundCompleted)]
        return f"<record of {self.record.rulebook}, {rounds_told(ended)}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p><pre>{escape(write(self.record))}</pre>"

    @property
    def record(self) -> Record:
        return self.numbered.record

    def replay(self, rulebook: str | None = None, *, round: int | None = None) -> Replay:  # noqa: A002 - people's word
        """Play the record again, under its own rulebook or a file with the rulebook of that name.

        All of it is checked; `round` is the only one that is told then, and it is not where the record stops
        being lawful before it.
        """
        with _named_in_errors(self.where):
            source = self._rulebook(rulebook)
            name, found = self.record.rulebook, source.book().name
            if found != name:
                raise InputError(f"The record is under the rulebook '{name}', not '{found}'.")
            rules = load_rules(source, self.record.house, self.record.readings)
            if not self.record.events:
                raise InputError("The record has no events.")
            check_start(rules, self.record.before)
            digest = None if is_built_in(name) else _digest(source.text)
            story = tell(rules, self.numbered)
            told = story if round is None else of_round(story, whole_number("A round", round))
            return Replay(self.numbered, rules, told, source.book().readings, digest, based_on(source))

    def _rulebook(self, rulebook: str | None) -> RulebookFile:
        if rulebook is None and self.record.text:
            return read_rulebook(TomlText(f"rulebook {self.record.rulebook}", self.record.text))
        return open_rulebook(rulebook or self.record.rulebook)


def read_record(source: str | Path) -> RecordFile:
    """Read a record: the path of its file, or its text.

    >>> from casinowar import Table
    >>> table = Table("maryland", seed=7)
    >>> events = table.sit("Ann", seat=1, chips=100), table.wager(1, 10), table.deal()
    >>> replay = read_record(table.record()).replay()
    >>> replay.lawful, replay.complete, replay.story.hands[0].net
    (True, True, -1000)
    """
    if isinstance(source, str) and ("\n" in source or source.lstrip("\ufeff ").startswith(_BEGINS)):
        return read_from(BytesIO(source.encode(errors="surrogatepass")), "record")
    return _read(read(source, _LONGEST_FILE, "a record", pipes=True), str(source))


def read_from(stream: BinaryIO | None, where: str) -> RecordFile:
    """Read a record from a stream; `where` names it in errors."""
    with _named_in_errors(where):
        content = read_stream(stream, _LONGEST_FILE, "a record")
    return _read(content, where)


def _read(content: bytes, where: str) -> RecordFile:
    text = _record_in(text_of(content, where))
    with _named_in_errors(where):
        return RecordFile(where, read_with_lines(text))


def _record_in(text: str) -> str:
    """Extract the record from an exported round, which also holds its proofs."""
    if not text.lstrip("\ufeff \n").startswith("{"):
        return text
    try:
        return json.decode(text, type=_Exported).record
    except DecodeError:
        return text


def _digest(text: str) -> str:
    """Hash a rulebook as `sha256sum` hashes a file without trailing spaces that ends in a newline."""
    lines = (line.rstrip() for line in text.rstrip().split("\n"))
    return sha256(("\n".join(lines) + "\n").encode()).hexdigest()


@contextmanager
def _named_in_errors(where: str) -> Iterator[None]:
    try:
        yield
    except (InputError, Refusal) as wrong:
        raise InputError(f"{where}: {wrong}") from None
