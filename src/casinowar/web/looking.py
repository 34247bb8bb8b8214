"""What a page shows of a table: how it stands, what one may do, and what has happened since, in sentences."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict, replace

from casinowar.game import commands as c
from casinowar.game.automatic import ROUTINE
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.giving import PIT
from casinowar.game.legal import Action, duties, legal_actions
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.staff import staff_actions
from casinowar.game.table import Table
from casinowar.game.words import Role, Wager
from casinowar.house.accounts import wallet
from casinowar.house.journal import Commit, TableSettings
from casinowar.house.permitting import permitted
from casinowar.house.requests import Actor, refused
from casinowar.house.worker import Worker
from casinowar.law import catalogue
from casinowar.telling.citations import behind_event
from casinowar.telling.narration import narrate
from casinowar.web import messages as m

_PLACED: Final = (Wager.INITIAL, Wager.TIE, Wager.DEALER_WINS, Wager.PROGRESSIVE, Wager.BONUS_SPIN)
"""The wagers that a player puts down before the deal."""


def view(worker: Worker, table: str) -> m.TableView:
    """Show a table as it stands."""
    rules, position = worker.rules(table), worker.position(table)
    return m.TableView(
        name=table,
        rulebook=rules.book.name,
        version=position.version,
        at=position.since,
        state=position.table,
    )


def options(worker: Worker, table: str, actor: Actor) -> m.Options:
    """Say what somebody may do at a table in each of their roles, and what is due of each role."""
    rules, position = worker.rules(table), worker.position(table)
    found: list[Action] = []
    if Role.PLAYER in actor.roles:
        held = worker.store.balance(wallet(actor.name))
        bounded = (_affordable(action, held) for action in legal_actions(rules, position.table, actor.name))
        found += (action for action in bounded if action.least <= action.most)
    if not actor.roles.isdisjoint(PIT):
        settings = worker.settings(table)
        offered = staff_actions(rules, position.table, actor.roles, actor.name)
        kept = (_without_card(action) if settings.shoe_kept else action for action in offered)
        found += (action for action in kept if _is_permitted(settings, actor, action.command))
    due = duties(rules, position.table)
    cited = {duty.clause for each in due.values() for duty in each}
    cited |= {action.clause for action in found if action.command.by is not Role.PLAYER}
    return m.Options(
        version=position.version,
        actions=tuple(map(_told_action, found)),
        duties=due,
        law={clause: said for clause in sorted(cited) if (said := _in_words(rules.book.name, clause))},
        held_up=_held_up(worker, table, actor),
    )


def _held_up(worker: Worker, table: str, actor: Actor) -> m.Problem | None:
    """Say why somebody who might open a closed table cannot: for its settings, or because it takes a slip."""
    rules, position = worker.rules(table), worker.position(table)
    role = next((role for role in (Role.DEALER, Role.FLOORPERSON) if role in actor.roles), None)
    if position.table.open or role is None:
        return None
    try:
        opens = permitted(worker.settings(table), actor, c.OpenTable(by=role))
        decide(rules, position.table, opens)
    except (InputError, Refusal) as no:
        why = refused(no)
        return m.Problem(code=why.code, sentence=why.sentence, clause=why.clause)
    return None


def _told_action(action: Action) -> m.OfferedAction:
    command = action.command
    act = command.act_done if isinstance(command, c.Perform) else command.act or command.does
    routine = act in ROUTINE and not (action.cards or action.varies)
    return m.OfferedAction(**asdict(action), does=act, routine=routine)


def _without_card(action: Action) -> Action:
    """Leave the card unsaid, which whoever keeps the shoe says."""
    return replace(action, command=replace(action.command, card=""), cards=()) if action.cards else action


def _is_permitted(settings: TableSettings, actor: Actor, command: c.Command) -> bool:
    try:
        permitted(settings, actor, command)
    except (InputError, Refusal):
        return False
    return True


def _in_words(rulebook: str, cited: str) -> str:
    """Say clauses in our own words; of a reading, what was decided."""
    return " ".join(_one_in_words(rulebook, clause) for clause in cited.split("; "))


def _one_in_words(rulebook: str, clause: str) -> str:
    if doubt := catalogue.readings().get(clause):
        return doubt.title
    known = catalogue.exists(rulebook, clause) if rulebook in catalogue.jurisdictions() else False
    return catalogue.clause(rulebook, clause).summary if known else ""


def _affordable(action: Action, held: int) -> Action:
    """Bound what somebody may buy chips for by the money that they have in the house."""
    buys = isinstance(action.command, c.Sit | c.BuyChips)
    return replace(action, most=min(action.most, held)) if buys else action


def look(worker: Worker, table: str, actor: Actor, after: int) -> m.TableLook:
    """Look at a table as somebody does, with what happened after a version as far as it is kept."""
    rules = worker.rules(table)
    told = [each for before, commit in worker.recent(table, after) for each in _told(rules, before, commit)]
    return m.TableLook(
        table=view(worker, table), options=options(worker, table, actor), told=tuple(told), now=worker.now()
    )


def _told(rules: Rules, table: Table, commit: Commit) -> Iterator[m.ToldEvent]:
    for event in commit.events:
        sentence, clause = narrate(event, table), behind_event(rules, table, event)
        yield m.ToldEvent(version=commit.version, kind=type(event).__name__, sentence=sentence, clause=clause)
        table = evolve(table, event)


def layout(worker: Worker, table: str) -> m.TableLayout:
    """Say what stands on a table."""
    rules, settings = worker.rules(table), worker.settings(table)
    limits = {
        wager: m.WagerSpan(least=least, most=most, amounts=tuple(sorted(rules.fixed_amounts(wager) or ())))
        for wager in _PLACED
        if _is_offered(rules, wager)
        for least, most in [rules.span(wager)]
    }
    return m.TableLayout(
        name=table,
        rulebook=rules.book.name,
        title=rules.book.title,
        seats=rules.seats,
        decks=rules.decks,
        cards=len(rules.cards()),
        limits=limits,
        inscription=tuple(_inscription(rules)),
        meters=tuple(worker.position(table).table.meters),
        bank=rules.book.bank is not None,
        electronic=rules.house.electronic is not None,
        automatic=settings.automatic,
        betting_seconds=settings.betting_seconds,
        answer_seconds=settings.answer_seconds,
        smallest_chip=rules.chip,
    )


def _is_offered(rules: Rules, wager: Wager) -> bool:
    wagers = rules.book.wagers
    return {
        Wager.INITIAL: True,
        Wager.TIE: wagers.tie is not None,
        Wager.DEALER_WINS: wagers.dealer_wins is not None,
    }.get(wager, bool(rules.fixed_amounts(wager)))


def _inscription(rules: Rules) -> Iterator[str]:
    """Say what a player finds written on the felt."""
    book = rules.book
    if book.wagers.tie is not None:
        yield f"Tie pays {book.wagers.tie.value}"
    if book.war is not None and book.war.tied.pays:
        yield f"War: {book.war.won.pays or 'the match'} on a win, {book.war.tied.pays} on a tie"
    if book.surrender is not None:
        yield f"Surrender forfeits {book.surrender.forfeits}"
