"""Summary of a session: what became of an abandoned round, and what everyone took home."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from rich.console import Console
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.display_state import PastRound, gain_style
from casinowar.cli.play.drawing import in_rows
from casinowar.cli.play.players import brought_and_taken
from casinowar.cli.play.wording import WORDS
from casinowar.game import events as e
from casinowar.game.citation import cited
from casinowar.game.words import Choice
from casinowar.reports.numbers import counted, dollars
from casinowar.table_api import Table


class RoundLeft(Struct, frozen=True):
    names: frozenset[str]
    hands: frozenset[int]
    """Hands with their wagers."""
    banks: bool
    round: int
    settled: bool
    """Whether the round was over, though not yet displayed."""
    events: int

    @classmethod
    def of(cls, table: Table, names: Iterable[str], shown: int) -> "RoundLeft":
        """Capture the round; `shown` is the number of rounds displayed to the end."""
        state, those = table.state, frozenset(names)
        hands = state.round.hands.values() if state.round else ()
        settled = state.rounds > shown
        return cls(
            names=those,
            hands=frozenset(hand.number for hand in hands if hand.player in those),
            banks=state.banker in those,
            round=state.rounds + 1 - settled,
            settled=settled,
            events=len(table.events),
        )

    @property
    def has_part(self) -> bool:
        """Whether any chips of theirs were at risk."""
        return bool(self.hands) or self.banks or self.settled

    def became(self, table: Table, past: Sequence[PastRound]) -> str:
        said = _brought(table, self.names, past[-1:]) if table.state.rounds >= self.round else ""
        if said:
            law = cited(table.rules.book.seating.leaving.clause)
            ended = f"which was then ended by the book:{law}"
            how = "whose wagers were settled by then:" if self.settled else ended
            where = f"in round {self.round}, {how} {said}"
        else:
            where = f"before the deal; the {'wagers' if self.hands else 'bank'} went back"
            where = where if self.hands or self.banks else "between rounds"
        return f"Stopped {where}. {_counted_as(table.events[self.events :], self.hands)}".rstrip()


def _brought(table: Table, names: Collection[str], past: Sequence[PastRound]) -> str:
    nets, void, cards = Counter[str](), set[str](), defaultdict[str, list[str]](list)
    for result in table.results:
        if result.player in names:
            nets[result.player] += round(result.net * 100)
            void |= {result.player} if result.void else set()
            cards[result.player].append(result.cards)
    played = (
        f"{name} {'void' if name in void and not net else dollars(net, sign=True)} ({'; '.join(cards[name])})"
        for name, net in nets.items()
    )
    banked = (
        f"{each.banker} {dollars(each.gained, sign=True)} as the bank"
        for each in past
        if each.banker and each.banker in names
    )
    return ", ".join((*played, *banked))


def _counted_as(events: Iterable[e.Event], hands: Collection[int]) -> str:
    lost, given_up = set[int](), set[int]()
    for event in events:
        match event:
            case e.HandForfeited(hand=hand) if hand in hands:
                lost.add(hand)
            case e.TieHandChosen(hand=hand, choice=Choice.SURRENDER) if hand in hands:
                given_up.add(hand)
            case _:
                pass
    fates = {"lost": lost, "surrendered": given_up - lost}
    return " ".join(WORDS.left_behind[fate] for fate, those in fates.items() if those)


def chips_taken(table: Table, names: Sequence[str]) -> str:
    def taken(name: str) -> str:
        came, went = brought_and_taken(table, name)
        return f"with {dollars(went)} in chips, {dollars(went - came, sign=True)} in all"

    first, *others = names
    return "; ".join((f"{first} leaves {taken(first)}", *(f"{name} {taken(name)}" for name in others))) + "."


def how_to_go_on(saved: str) -> str:
    if saved:
        return f"The game as it was saved is in {saved}; go on with it: casinowar play --resume {saved}"
    return "The game was not saved; save puts it away, to go on with it another time."


def print_tally(console: Console, table: Table, names: Sequence[str]) -> None:
    rows = [tuple(Text(head, style="dim") for head in ("", "brought", "took home", "net"))]
    for name in names:
        came, went = brought_and_taken(table, name)
        net = Text(dollars(went - came, sign=True), gain_style(went - came))
        rows.append((Text(name, style="bold"), Text(dollars(came)), Text(dollars(went)), net))
    console.print()
    console.print(Text(f"Thank you for playing. {counted(table.state.rounds, 'round')} played."))
    console.print(in_rows(rows, Column(), *(Column(justify="right") for _ in range(3)), gap=3))
