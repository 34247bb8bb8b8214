"""A round replayed event by event, with the table after each; and a round exported with its proofs."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.evolve import evolve
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.table import DealingShoe, Table
from casinowar.game.words import Role
from casinowar.house.accounts import postings
from casinowar.house.backoffice.played_rounds import RoundOfTable
from casinowar.house.backoffice.recall import Recall, RecalledEntry
from casinowar.house.journal.commitments import Proof, verify_proof
from casinowar.record.text import write
from casinowar.telling.narration import narrate
from casinowar.telling.wording import Language

_ORDERS: Final = 4
"""Orders to search, from the latest back: of the shoe and of the shuffler."""


class MovedMoney(Struct, frozen=True, kw_only=True):
    """Cents that an event moved between two accounts of the house."""

    source: str
    target: str
    amount: int


class RoundFrame(Struct, frozen=True, kw_only=True):
    """An event, and the table after it with counts instead of piles of cards."""

    version: int
    at: int
    who: str
    seconded: str
    role: Role | None
    command: str
    kind: str
    """The event's type; empty for the frame before the first event."""
    sentence: str
    clause: str
    moved: tuple[MovedMoney, ...]
    state: Table
    in_shoe: int
    in_rack: int
    due: Duty


class RoundReplay(RoundOfTable, frozen=True, kw_only=True):
    """A round event by event, beginning with the table before it."""

    rulebook: str
    title: str
    frames: tuple[RoundFrame, ...]


class ProvenCard(Struct, frozen=True, kw_only=True):
    """The proof of a card shown, and the commitment published before the cut."""

    proof: Proof
    commitment: str
    cards: int
    """The size of that order, published with the commitment."""


class ExportedRound(RoundOfTable, frozen=True, kw_only=True):
    """A round as a record that `casinowar replay` checks, with the proof of each card."""

    record: str
    cards: tuple[ProvenCard, ...]


def replay_round(
    recall: Recall, table: str, number: int, language: Language = Language.ENGLISH
) -> RoundReplay:
    before, entries = recall.entries_of(number)
    return RoundReplay(
        table=table,
        round=number,
        rulebook=recall.rules.book.name,
        title=recall.rules.book.title,
        began=entries[0].at,
        ended=entries[-1].at,
        frames=(_first(recall.rules, before, entries[0]), *_frames(recall, table, entries, language)),
    )


def _first(rules: Rules, table: Table, entry: RecalledEntry) -> RoundFrame:
    return RoundFrame(
        version=entry.version - 1,
        at=entry.at,
        who="",
        seconded="",
        role=None,
        command="",
        kind="",
        sentence="",
        clause="",
        moved=(),
        state=_without_piles(table),
        in_shoe=table.shoe.left,
        in_rack=len(table.rack),
        due=next_duty(rules, table),
    )


def _frames(
    recall: Recall, name: str, entries: list[RecalledEntry], language: Language
) -> Iterator[RoundFrame]:
    rules, links = recall.rules, recall.links
    for each in entries:
        table, command = each.before, each.entry.command
        for event in each.entry.events:
            before, table = table, evolve(table, event)
            yield RoundFrame(
                version=each.version,
                at=each.at,
                who=each.entry.who,
                seconded=each.seconded,
                role=command.by,
                command=type(command).__name__,
                kind=type(event).__name__,
                sentence=narrate(event, before, language),
                clause=event.clause,
                moved=tuple(
                    MovedMoney(source=moved.source, target=moved.target, amount=moved.amount)
                    for moved in postings(name, before, (event,), links)
                ),
                state=_without_piles(table),
                in_shoe=table.shoe.left,
                in_rack=len(table.rack),
                due=next_duty(rules, table),
            )


def _without_piles(table: Table) -> Table:
    """Remove the piles of unseen cards and all but the first of the acts to do."""
    return replace(table, stack=(), shoe=DealingShoe(), rack=(), stored=(), to_do=table.to_do[:1])


def export_round(recall: Recall, table: str, number: int) -> ExportedRound:
    before, entries = recall.entries_of(number)
    record, proofs = recall.record_of(before, entries)
    return ExportedRound(
        table=table,
        round=number,
        began=entries[0].at,
        ended=entries[-1].at,
        record=write(record),
        cards=_proven(proofs, recall.orders(entries[-1].version)),
    )


def _proven(proofs: tuple[Proof, ...], orders: Iterator[tuple[str, int]]) -> tuple[ProvenCard, ...]:
    """Find the published order of each card, reading no further back than necessary."""
    found = [ProvenCard(proof=proof, commitment="", cards=0) for proof in proofs]
    places = {*range(len(proofs))}
    for commitment, cards in islice(orders, _ORDERS) if places else ():
        for place in [each for each in places if verify_proof(proofs[each], commitment, cards)]:
            found[place] = ProvenCard(proof=proofs[place], commitment=commitment, cards=cards)
            places.discard(place)
        if not places:
            break
    return tuple(found)
