"""The cut, the cover card, and the loading of the shoe."""

from typing import Final

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.layout import provided
from casinowar.game.acts.preparation import covering
from casinowar.game.book.cited_values import joined
from casinowar.game.book.rules import Rules
from casinowar.game.due.cutting import cut_clause, last_cutter, next_cutter, refusal_clause
from casinowar.game.due.shuffling import shuffler_in_use
from casinowar.game.phrase import Phrase, how_many
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Step, Table
from casinowar.game.words import DEALER, Act, Role, Shuffler

_UP_TO_THE_CUT: Final = frozenset({Act.SHUFFLE, Act.OFFER_CUT, Act.CUT})


def offer_cut(rules: Rules, table: Table, _command: c.OfferCut) -> e.Events:
    clause = _given_by(rules, table)
    return (e.CutOffered(seat=provided(next_cutter(rules, table)), clause=clause),)


def _given_by(rules: Rules, table: Table) -> str:
    """Cite what gives the cut to whom it is offered, else what asks for it."""
    law = cut_clause(rules, table)
    return law.clause if law else table.clause_due


def refuse_cut(rules: Rules, table: Table, command: c.RefuseCut) -> e.Events:
    _check_cutter(rules, table, command.seat)
    law = refusal_clause(rules, table) if table.to_do[0].act is Act.OFFER_CUT else None
    clause = law.clause if law else table.clause_due
    return (e.CutRefused(seat=command.seat, clause=clause),)


def cut_stack(rules: Rules, table: Table, command: c.CutStack) -> e.Events:
    """Put the cards in front of the cover card at the back."""
    if (command.by is Role.PLAYER) != (command.seat != DEALER):
        raise Refusal(Reason.ROLE_MAY_NOT, by=command.by)
    _check_cutter(rules, table, command.seat)
    margin = rules.book.cut.margin
    least = margin.value if margin else 1
    if not least <= command.depth <= len(table.stack) - least:
        raise Refusal(Reason.CUT_TOO_SHALLOW, margin.clause if margin else "", least=how_many(least, "card"))
    clause = table.clause_due
    if table.to_do[0].act is Act.OFFER_CUT:
        clause = joined(rules.book.cut.dealer_cuts) or clause
        if command.seat != DEALER:
            clause = _given_by(rules, table)
    return (e.StackCut(seat=command.seat, depth=command.depth, clause=clause),)


def _check_cutter(rules: Rules, table: Table, seat: int) -> None:
    duty = next_duty(rules, table)
    if duty.act not in {Act.ANSWER_CUT, Act.CUT}:
        raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    due = duty.seat or DEALER
    if seat != due:
        whom, other = (_place(each) for each in (due, seat))
        raise Refusal(Reason.CUT_NOT_YOURS, duty.clause, whom=whom, seat=other)


def _place(seat: int) -> Phrase:
    return Phrase("seat", "seat {seat}", seat=seat) if seat else Phrase("dealer", "the dealer")


def order_recut(rules: Rules, table: Table, command: c.OrderRecut) -> e.Events:
    recut = provided(rules.book.cut.recut)
    acts = [step.act for step in table.to_do]
    if table.cut.cut_by is None or not table.stack or not _UP_TO_THE_CUT.isdisjoint(acts):
        raise Refusal(Reason.RECUT_TOO_LATE, recut.clause)
    last = last_cutter(table)
    seat = next_cutter(rules, table) if command.by_next or last is None else last
    again = Step(Act.OFFER_CUT if seat else Act.CUT, Role.DEALER, recut.clause)
    cover = (step for step in covering(rules) if step.act not in acts)
    steps = (again, *cover, *table.to_do)
    return (e.RecutOrdered(seat=seat or None, steps=steps, clause=recut.clause),)


def place_cover_card(rules: Rules, table: Table, command: c.PlaceCoverCard) -> e.Events:
    cover = rules.book.cut.cover_card
    least = rules.least_behind_cover_card(len(table.stack))
    behind = command.behind
    if command.unsaid:
        if behind is not None:
            raise Refusal(Reason.COVER_CARD_PLACE_UNCLEAR)
        return (e.CoverCardPlaced(behind=None, clause=table.clause_due),)
    if behind is None:
        behind = rules.behind_cover_card(len(table.stack))
    if not least <= behind < len(table.stack):
        raise Refusal(
            Reason.COVER_CARD_TOO_DEEP,
            cover.clause if cover else "",
            least=how_many(least, "card"),
            cards=len(table.stack),
        )
    return (e.CoverCardPlaced(behind=behind, clause=table.clause_due),)


def load_shoe(rules: Rules, table: Table, _command: c.LoadShoe) -> e.Events:
    device = shuffler_in_use(rules, table) is Shuffler.CONTINUOUS
    return (e.ShoeLoaded(device=device, clause=table.clause_due),)
