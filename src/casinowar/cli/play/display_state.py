"""What a display needs to know of a table, updated event by event."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from casinowar.cli.play.wording import WORDS, meanings
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.due.shuffling import waits_for_the_call
from casinowar.game.evolve import evolve
from casinowar.game.money import Cents
from casinowar.game.table import CLOSED, Hand, Round, Table
from casinowar.game.words import Comparison
from casinowar.reports.numbers import counted
from casinowar.telling.narration import narrate
from casinowar.telling.phrases import listed
from casinowar.telling.wheel import paid_otherwise

LONGEST_LOG: Final = 200
VOID_STYLE: Final = "yellow"
_COLORS: Final = meanings(WORDS.colors)


class Sentence(Struct, frozen=True):
    words: str
    clause: str = ""
    style: str = ""


class Question(Struct, frozen=True):
    """A question to a person: the sentence, possible answers, and the seat it is about."""

    sentence: str
    hint: str
    seat: int = 0


class PastRound(Struct, frozen=True):
    round: Round
    banker: str = ""
    gained: Cents = 0


class DisplayState:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.table: Table = CLOSED
        self.round: Round | None = None
        """The round in progress, or the last one until the next begins."""
        self.wheel: e.WheelSpun | None = None
        """Where the wheel stopped in the round on display."""
        self.bank: Cents = 0
        """The player/dealer's bank in the round on display."""
        self.gained: Cents | None = None
        """The player/dealer's result of that round, once it is over."""
        self.log: deque[Sentence] = deque(maxlen=LONGEST_LOG)
        self.past: list[PastRound] = []
        self.seen: list[Card] = []
        """All cards shown since the shoe was loaded."""
        self._dealt: dict[int, list[Card]] = {}
        self.skips = False
        """Whether the preparation of the cards is summed up in one sentence."""
        self.ceremony: list[Sentence] = []
        """The acts that last prepared the cards."""
        self._is_ready = True
        self._refused: list[str] = []

    @property
    def hands(self) -> dict[int, Hand]:
        return self.round.hands if self.round else {}

    def lying(self, place: int) -> tuple[Card, ...]:
        """Return the cards that lie face up at a place in the round on display."""
        lying = self.round.layout.get(place, ()) if self.round else ()
        return lying or tuple(self._dealt.get(place, ()))

    def recall(self, events: Iterable[e.Event]) -> None:
        for event in events:
            self.follow(event, self.table, evolve(self.table, event))

    def follow(self, event: e.Event, before: Table, after: Table) -> Sentence | None:
        """Apply an event and describe it; None if other events say the same."""
        self.table = after
        if self.round is None or (after.round and after.round.number != self.round.number):
            self._dealt.clear()
        if after.round is not None:
            self.round = after.round
        elif isinstance(event, e.WagerWithdrawn | e.CardsShuffled | e.PlayerSeated):
            self.round = None
        self._note(event)
        if before.round is not None and before.round.closed and after.round is None:
            banker = after.bank.holder if self.rules.book.bank and self.gained is not None else ""
            self.past.append(PastRound(before.round, banker, self.gained or 0))
        if type(event).__name__ in WORDS.quiet:
            return None
        said = narrate(event, before) + paid_otherwise(self.rules, event)
        told = Sentence(said, event.clause, _style(event))
        dealing = before.round is not None and before.round.closed
        if type(event).__name__ in WORDS.ceremony and before.to_do and not dealing:
            made_ready = self._make_ready(told, event, before, after)
            if self.skips:
                return self._told(made_ready)
        return self._told(told)

    def _told(self, sentence: Sentence | None) -> Sentence | None:
        if sentence is not None:
            self.log.append(sentence)
        return sentence

    def _make_ready(self, told: Sentence, event: e.Event, before: Table, after: Table) -> Sentence | None:
        """Collect the acts that prepare the cards; after the last one, return a summary."""
        if self._is_ready:
            self.ceremony, self._is_ready = [], False
        self.ceremony.append(told)
        if isinstance(event, e.CutRefused):
            self._refused.append(before.seats[event.seat])
        if after.to_do and not waits_for_the_call(self.rules, after):
            return None
        refused = f"; the cut was refused for {listed(self._refused)}" if self._refused else ""
        acts = counted(len(self.ceremony), "act")
        self._is_ready, self._refused = True, []
        return Sentence(
            f"The cards were made ready by the book in {acts} that are not shown{refused}.", "", "dim"
        )

    def _note(self, event: e.Event) -> None:
        match event:
            case e.WheelSpun():
                self.wheel = event
            case e.WagerPlaced() if self.round and not self.round.closed:
                self.wheel = None
            case e.CardDealt(card=card) | e.CardBurned(card=card) if card:
                self.seen.append(card)
                if isinstance(event, e.CardDealt):
                    self._dealt.setdefault(event.spot, []).append(card)
            case e.ShoeLoaded() | e.CardsShuffled():
                self.seen.clear()
            case e.BankTaken(amount=amount):
                self.bank, self.gained = amount, None
            case e.BankReturned(amount=amount):
                self.gained = amount - self.bank
            case e.BankRaised(amount=amount):
                self.bank += amount
            case _:
                pass


def _style(event: e.Event) -> str:
    match event:
        case e.HandCompared(comparison=comparison) if comparison is not Comparison.TIE:
            return ""
        case e.ProgressiveRead(combinations=combinations) if combinations:
            return ""
        case _:
            return _COLORS.get(type(event).__name__, "")


def gain_style(amount: Cents) -> str:
    if amount == 0:
        return "bold"
    return "bold green" if amount > 0 else "bold red"
