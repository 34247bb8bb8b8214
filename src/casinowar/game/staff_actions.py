"""What dealer and floor may do now: the act that is due, what may be done beside it, what may be reported.

As for players nothing here is a rule: each command is proposed, and `decide` says whether it is accepted.
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import Final

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.acts.seating import MOST_CHIPS
from casinowar.game.book.rules import Rules
from casinowar.game.cards import Card
from casinowar.game.commands import REPORTED_WITH
from casinowar.game.legal_actions import Action, refused_for, spanned, tried
from casinowar.game.procedure import Duty, check_asked, next_duty
from casinowar.game.refusal import Reason
from casinowar.game.table import Table
from casinowar.game.words import ACCEPTED, Act, Irregularity, Role

_STAFF: Final = (Role.DEALER, Role.FLOORPERSON)
_ASKS_MORE: Final = (c.SpinWheel, c.CutStack, c.PlaceCoverCard, c.ShuffleStored)
_DUE: Final = {
    each.act or each.does: each
    for each in c.COMMANDS.values()
    if (each.act or each.does) and each not in _ASKS_MORE and not each.roles.isdisjoint(_STAFF)
}
"""The command that does an act which is due, where it has to be told nothing, or no more than a card."""
_Cards = dict[bool, tuple[Card, ...]]
"""Which cards can come out, found once for what is drawn and once for what is reported."""
_INSTEAD: Final = {Act.MARK_DEVICE: Act.COVER_DEVICE, Act.COVER_DEVICE: Act.MARK_DEVICE}


def staff_actions(rules: Rules, table: Table, roles: Collection[Role], name: str = "") -> tuple[Action, ...]:
    """List what a staff member may do now as dealer or floorperson; what both may do is done as the dealer.

    A report is an action for each hand that it may be about, so is a ruling for each that is possible.
    """
    check_asked(rules, table)
    found: list[Action] = []
    cards: _Cards = {}
    for command, clause in _proposed(rules, table, name):
        held = [role for role in _STAFF if role in roles and role in command.roles]
        for role in held:
            offered = [*_offered(rules, table, _in_role(command, role), clause, cards)]
            if offered:
                found += offered
                break
    return tuple(found)


def _in_role(command: c.Command, role: Role) -> c.Command:
    """Do it in one of the person's roles; a floorperson who opens a table does not deal there."""
    if isinstance(command, c.OpenTable) and role is not Role.DEALER:
        return c.OpenTable(by=role)
    return replace(command, by=role)


def _offered(rules: Rules, table: Table, command: c.Command, clause: str, cards: _Cards) -> Iterator[Action]:
    match command:
        case c.CutStack():
            margin = rules.book.cut.margin
            least = margin.value if margin else 1
            yield from spanned(rules, table, command, clause, 1, least, len(table.stack) - least)
        case c.PlaceCoverCard(behind=0):
            size = len(table.stack)
            usual, least = rules.behind_cover_card(size), rules.least_behind_cover_card(size)
            yield from spanned(rules, table, command, clause, 1, usual, least, size - 1)
        case c.Fill():
            least = max(1, table.fill_due)
            yield from spanned(rules, table, command, clause, 1, least, MOST_CHIPS)
        case c.Credit():
            yield from spanned(rules, table, command, clause, 1, 1, max(1, table.inventory))
        case _ if refused_for(rules, table, command) is Reason.CARD_MUST_BE_READ:
            yield from _read(rules, table, command, clause, cards)
        case _:
            yield from tried(rules, table, command, clause)


def _read(rules: Rules, table: Table, command: c.Command, clause: str, known: _Cards) -> Iterator[Action]:
    """Offer a command with every possible card, if the card must be named.

    What is dealt or burned is the card on the side, if there is one; all else is about the shoe's next.
    """
    draws = isinstance(command, c.DealCard | c.BurnCard)
    if draws not in known:
        said = {card: replace(command, card=card) for card in dict.fromkeys(rules.deck)}
        known[draws] = tuple(card for card in said if refused_for(rules, table, said[card]) is None)
    if cards := known[draws]:
        yield from (
            replace(each, cards=cards)
            for each in tried(rules, table, replace(command, card=cards[0]), clause)
        )


# what is proposed, and the clause behind it

_Proposed = Iterator[tuple[c.Command, str]]


def _proposed(rules: Rules, table: Table, name: str) -> _Proposed:
    due = next_duty(rules, table)
    yield from _due(rules, table, due, name)
    if table.open:
        yield from _beside(rules, table, due, name)
        yield from _reports(rules, table)
        yield from _of_the_floor(rules, table)
    yield c.RestoreDevice(), ""


def _due(rules: Rules, table: Table, due: Duty, name: str) -> _Proposed:
    clause = due.clause
    match due.act:
        case Act.OPEN_TABLE:
            yield c.OpenTable(dealer=name or "dealer"), clause
        case Act.CUT:
            yield c.CutStack(by=Role.DEALER, depth=0), clause
        case Act.PLACE_COVER_CARD:
            yield c.PlaceCoverCard(), clause
            yield c.PlaceCoverCard(behind=0), clause
            yield c.PlaceCoverCard(unsaid=True), clause
        case Act.SHUFFLE_STORED:
            yield from ((c.ShuffleStored(by_hand=by_hand), clause) for by_hand in (False, True))
        case Act.SPIN_WHEEL:
            yield from ((spin, clause) for spin in _stops(rules, table))
        case Act.RULE | Act.FILL_TABLE | Act.RESUME_PLAY | Act.CHANGE_CARDS | Act.DECLARE_IDLE:
            return  # proposed anyway
        case act if command := _DUE.get(act):
            yield command(by=Role.DEALER), clause
        case act if act in c.RECORDED:
            yield c.Perform(act_done=act), clause
            if act in _INSTEAD:
                yield c.Perform(act_done=_INSTEAD[act]), clause
        case _:
            return  # Another role's act.


def _stops(rules: Rules, table: Table) -> Iterator[c.SpinWheel]:
    """Propose every place where the wheel can stop, for every hand that it can be spun for."""
    offered, current = rules.house.bonus_spin, table.round
    if offered is None or current is None:
        return
    hot = dict.fromkeys(segment.symbol for segment in offered.hot_spot.segments)
    wheel = offered.community.segments if offered.community else ()
    law = rules.book.bonus_spin.community if rules.book.bonus_spin else ()
    others = dict.fromkeys(("", *(each.symbol for each in wheel), *(each.symbol for each in law)))
    for hand, hot_spot, community in product(current.to_spin, hot, others):
        yield c.SpinWheel(hand=hand, hot_spot=hot_spot, community=community)


def _beside(rules: Rules, table: Table, due: Duty, name: str) -> _Proposed:
    """Propose what a dealer may do at other times than when it is due."""
    book = rules.book
    if name and name != table.dealer:
        yield c.ComeToTable(dealer=name), book.burns.new_dealer.clause if book.burns.new_dealer else ""
    begins = book.idle.begins.clause if book.idle and book.idle.begins else ""
    yield c.DeclareIdle(), due.clause if due.act is Act.DECLARE_IDLE else begins
    asked = book.idle.face_up_on_request if book.idle else None
    yield c.DeclareIdle(face_up=True), asked.clause if asked else begins
    yield c.ChangeCards(), book.cards.change.clause if book.cards.change else ""


def _reports(rules: Rules, table: Table) -> _Proposed:
    law = rules.book.irregularities

    def clause(what: Irregularity) -> str:
        return (law.provision(what) or law.ruling).clause

    cover = rules.book.cut.cover_card
    yield c.ReportCoverCard(), cover.clause if cover else ""
    yield c.ReportFaceUpCard(), clause(Irregularity.FACE_UP_CARD)
    yield c.ReportCardDrawnInError(), clause(Irregularity.CARD_DRAWN_IN_ERROR)
    yield c.ReportCardDrawnInError(exposed=True), clause(Irregularity.EXPOSED_CARD)
    hands = sorted(table.round.hands) if table.round else []
    for hand in hands:
        yield c.ReportNoCardDealt(hand=hand), clause(Irregularity.NO_CARD_DEALT)
    yield c.ReportShufflerJam(), clause(Irregularity.SHUFFLER_JAM)
    yield c.ReportDeviceFailure(), clause(Irregularity.DEVICE_FAILED)
    yield c.ReportBatchNotSecured(), ""
    for what in Irregularity:
        if what in REPORTED_WITH:
            continue
        if what is Irregularity.CHIP_NOT_ACCEPTED:
            for hand, wager in product(hands, ACCEPTED):
                yield c.ReportIrregularity(irregularity=what, hand=hand, wager=wager), clause(what)
            continue
        for place in (None, *hands):
            yield c.ReportIrregularity(irregularity=what, hand=place), clause(what)


def _of_the_floor(rules: Rules, table: Table) -> _Proposed:
    book = rules.book
    if (stop := table.stop) is not None:
        for ruling in stop.possible:
            yield c.Rule(ruling=ruling), stop.clause
    if table.paused:
        yield c.ResumePlay(), ""
    else:
        yield c.PausePlay(), ""
    yield c.OrderReshuffle(), book.shuffle.by_order.clause if book.shuffle.by_order else ""
    for by_next in (False, True):
        yield c.OrderRecut(by_next=by_next), book.cut.recut.clause if book.cut.recut else ""
    for hand in table.round.hands if table.round else ():
        yield c.DeclareAbandoned(hand=hand), book.seating.leaving.clause
    yield c.Fill(amount=0), ""
    yield c.Credit(amount=0), ""
    yield c.CloseTable(), ""
