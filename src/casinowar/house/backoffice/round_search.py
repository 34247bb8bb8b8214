"""Search for rounds by table, time, player, dealer and outcome, the newest first."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from casinowar.game.money import Cents
from casinowar.game.table import Hand, Round
from casinowar.game.words import Choice, Comparison, Word
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.played_rounds import PlayedRound, RoundOfTable, played_rounds
from casinowar.house.journal.commits import RecalledRound
from casinowar.house.storage.reader import StoreReader
from casinowar.telling.result import is_void, net

_READ_PER_REQUEST: Final = 600
"""Rounds read for their outcome per request; `goes_on` says where the next request continues."""


class RoundOutcome(Word):
    """The outcome of a hand, or an incident in a round."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"
    TIE = "tie"
    WAR = "war"
    SURRENDER = "surrender"
    METER = "meter", "paid from a meter"
    IRREGULARITY = "irregularity"
    VOID = "void"


class RoundSearch(Struct, frozen=True, kw_only=True):
    """The rounds to find; empty fields match all."""

    table: str = ""
    player: str = ""
    dealer: str = ""
    since: int = 0
    until: int = 0
    """Both bound the end of the round, in milliseconds; 0 is no bound."""
    outcome: RoundOutcome | None = None
    skip: int = 0
    """Newest rounds to skip: the `goes_on` of the request before."""
    most: int = 50


class FoundHand(Struct, frozen=True, kw_only=True):
    """A hand of a found round; money in cents."""

    hand: int
    player: str
    card: str
    wagered: Cents
    net: Cents
    outcomes: tuple[RoundOutcome, ...]


class FoundRound(RoundOfTable, frozen=True, kw_only=True):
    dealer: str
    dealer_card: str
    bank: str
    """The player who banked it; empty if the house did."""
    hands: tuple[FoundHand, ...]
    house: Cents
    """The net result of the house or the bank."""
    outcomes: tuple[RoundOutcome, ...]


class FoundRounds(Struct, frozen=True, kw_only=True):
    """Found rounds, and where to continue."""

    rounds: tuple[FoundRound, ...]
    candidates: int
    """Rounds that match all but the outcome."""
    goes_on: int | None
    """The `skip` of the next request; None when no rounds are left."""


def find_rounds(store: StoreReader, books: Books, asked: RoundSearch) -> FoundRounds:
    known = books.look(lambda each: [*_candidates(each, asked)])
    known.sort(key=lambda each: (each[1].ended, each[1].round), reverse=True)
    found: list[FoundRound] = []
    at = asked.skip
    end = min(len(known), at + (_READ_PER_REQUEST if asked.outcome else asked.most))
    while at < end and len(found) < asked.most:
        piece = known[at : min(end, at + asked.most)]
        outcomes = _found_rounds(store, books, piece)
        for table, each in piece:
            at += 1
            candidate = outcomes[table, each.round]
            if _fits(candidate, asked):
                found.append(candidate)
            if len(found) == asked.most:
                break
    return FoundRounds(rounds=tuple(found), candidates=len(known), goes_on=at if at < len(known) else None)


def _candidates(books: Books, asked: RoundSearch) -> Iterator[tuple[str, RecalledRound]]:
    for table in [asked.table] if asked.table else books.tables():
        book = books.of(table)
        for each in book.rounds_of(asked.player) if asked.player else book.rounds():
            wanted = (
                (not asked.dealer or asked.dealer == each.dealer)
                and each.ended >= asked.since
                and (not asked.until or each.ended <= asked.until)
            )
            if wanted:
                yield table, each


def _fits(found: FoundRound, asked: RoundSearch) -> bool:
    if asked.outcome is None:
        return True
    hands = [each for each in found.hands if each.player == asked.player] if asked.player else found.hands
    of_round = asked.outcome is RoundOutcome.IRREGULARITY and asked.outcome in found.outcomes
    of_bank = bool(found.bank) and asked.player == found.bank and asked.outcome is _of_bank(found)
    return of_round or of_bank or any(asked.outcome in each.outcomes for each in hands)


def _of_bank(found: FoundRound) -> RoundOutcome:
    if all(RoundOutcome.VOID in each.outcomes for each in found.hands):
        return RoundOutcome.VOID
    if not found.house:
        return RoundOutcome.EVEN
    return RoundOutcome.WON if found.house > 0 else RoundOutcome.LOST


def _found_rounds(
    store: StoreReader, books: Books, wanted: Iterable[tuple[str, RecalledRound]]
) -> dict[tuple[str, int], FoundRound]:
    """Read some rounds, each table's journal once, and find their outcomes."""
    by_table: dict[str, list[RecalledRound]] = {}
    for table, each in wanted:
        by_table.setdefault(table, []).append(each)
    rounds_found: dict[tuple[str, int], FoundRound] = {}
    for table, rounds in by_table.items():
        played = played_rounds(store, books, table, rounds)
        rounds_found |= {(table, each.round): _round(table, each, played[each.round]) for each in rounds}
    return rounds_found


def _round(table: str, known: RecalledRound, replayed: PlayedRound) -> FoundRound:
    played = replayed.played
    hands = {hand.number: hand for hand in (*replayed.voided, *played.hands.values())}
    found = tuple(_hand(played, hand) for _, hand in sorted(hands.items()))
    happened = {outcome for each in found for outcome in each.outcomes}
    if replayed.irregular:
        happened.add(RoundOutcome.IRREGULARITY)
    return FoundRound(
        table=table,
        round=known.round,
        began=known.began,
        ended=known.ended,
        dealer=known.dealer,
        dealer_card=played.dealer_card,
        bank=replayed.bank,
        hands=found,
        house=-sum(each.net for each in found),
        outcomes=tuple(each for each in RoundOutcome if each in happened),
    )


def _hand(played: Round, hand: Hand) -> FoundHand:
    won, void = net(hand), is_void(played, hand)
    said = {
        RoundOutcome.WON: won > 0,
        RoundOutcome.LOST: won < 0,
        RoundOutcome.EVEN: won == 0 and not void,
        RoundOutcome.TIE: hand.comparison is Comparison.TIE or bool(hand.wars) or hand.choice is not None,
        RoundOutcome.WAR: bool(hand.wars),
        RoundOutcome.SURRENDER: hand.choice is Choice.SURRENDER,
        RoundOutcome.METER: hand.from_meters > 0,
        RoundOutcome.VOID: void,
    }
    return FoundHand(
        hand=hand.number,
        player=hand.player,
        card=hand.card,
        wagered=sum(hand.own(wager) for wager in hand.wagers),
        net=won,
        outcomes=tuple(outcome for outcome, is_so in said.items() if is_so),
    )
