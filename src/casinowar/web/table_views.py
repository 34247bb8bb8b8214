"""Views of a table for one person: its state, their options, and recent events as sentences."""

from collections.abc import Iterable, Iterator

from msgspec.structs import asdict, replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import ROUTINE
from casinowar.game.book.rules import Rules
from casinowar.game.commands import PIT
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import Action, duties, legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.staff_actions import staff_actions
from casinowar.game.table import Table
from casinowar.game.words import Act, Comparison, Role, Wager
from casinowar.house.accounts import wallet
from casinowar.house.journal.requests import Actor, refused
from casinowar.house.offices.coupons import limit_to_held
from casinowar.house.policy.permissions import is_permitted, permitted
from casinowar.house.worker.worker import Worker
from casinowar.law import catalog
from casinowar.odds.settlement import Path, Wagered, moved
from casinowar.reports.numbers import decimal, dollars, exact
from casinowar.reports.tie_advice import seen_cards, tie_advice
from casinowar.telling.narration import narrate
from casinowar.telling.result import has_moved, is_void, net
from casinowar.telling.wheel import paid_otherwise
from casinowar.telling.wording import Language
from casinowar.web import messages as m


def view(worker: Worker, table: str) -> m.TableView:
    rules, position = worker.rules(table), worker.position(table)
    return m.TableView(
        name=table,
        rulebook=rules.book.name,
        version=position.version,
        at=position.since,
        state=position.table,
    )


def options(worker: Worker, table: str, actor: Actor, language: Language = Language.ENGLISH) -> m.Options:
    rules, position = worker.rules(table), worker.position(table)
    found: list[Action] = []
    if Role.PLAYER in actor.roles:
        held = worker.store.balance(wallet(actor.name))
        lawful = legal_actions(rules, position.table, actor.name)
        lawful = tuple(limit_to_held(lawful, worker.coupons(actor.name)))
        for action in lawful:
            buys = isinstance(action.command, c.Sit | c.BuyChips)
            most = min(action.most, held) if buys else action.most
            if action.least <= most:
                found.append(replace(action, most=most) if buys else action)
    if not actor.roles.isdisjoint(PIT):
        settings = worker.settings(table)
        offered = staff_actions(rules, position.table, actor.roles, actor.name)
        kept = _unsaid(offered) if settings.shoe_kept else offered
        found += (action for action in kept if is_permitted(settings, actor, action.command))
    due = duties(rules, position.table)
    cited = {duty.clause for each in due.values() for duty in each}
    cited |= {action.clause for action in found if action.command.by is not Role.PLAYER}
    return m.Options(
        version=position.version,
        actions=tuple(map(_told_action, found)),
        duties=due,
        law={clause: said for clause in sorted(cited) if (said := _in_words(rules.book.name, clause))},
        held_up=_held_up(worker, table, actor, language),
    )


def _held_up(worker: Worker, table: str, actor: Actor, language: Language) -> m.Problem | None:
    """Explain why a person who may open tables cannot open this one: its settings, or a missing slip."""
    rules, position = worker.rules(table), worker.position(table)
    role = next((role for role in (Role.DEALER, Role.FLOORPERSON) if role in actor.roles), None)
    if position.table.open or role is None:
        return None
    try:
        opens = permitted(worker.settings(table), actor, c.OpenTable(by=role))
        decide(rules, position.table, opens)
    except (InputError, Refusal) as no:
        why = refused(no)
        return m.problem(why.code, why.sentence, why.clause, language)
    return None


def _told_action(action: Action) -> m.OfferedAction:
    command = action.command
    act = command.act_done if isinstance(command, c.Perform) else command.act or command.does
    routine = act in ROUTINE and not (action.cards or action.varies)
    return m.OfferedAction(**asdict(action), does=act, routine=routine)


def _unsaid(offered: Iterable[Action]) -> Iterator[Action]:
    """Leave the card and the wheel's stop open when the house names them; offer one spin."""
    spun = False
    for action in offered:
        if isinstance(action.command, c.SpinWheel):
            if not spun:
                unsaid = replace(action.command, hand=0, hot_spot="", community="")
                yield replace(action, command=unsaid)
            spun = True
        elif action.cards:
            yield replace(action, command=replace(action.command, card=""), cards=())
        else:
            yield action


def _in_words(rulebook: str, cited: str) -> str:
    """Summarize the clauses that an action cites; a reading gives its decision."""
    return " ".join(_one_in_words(rulebook, clause) for clause in cited.split("; "))


def _one_in_words(rulebook: str, clause: str) -> str:
    if doubt := catalog.readings().get(clause):
        return doubt.title
    known = catalog.exists(rulebook, clause) if rulebook in catalog.jurisdictions() else False
    return catalog.clause(rulebook, clause).summary if known else ""


def look(
    worker: Worker, table: str, actor: Actor, after: int, language: Language = Language.ENGLISH
) -> m.TableLook:
    """Show a table to a person, with the events after a version that are still in memory."""
    rules = worker.rules(table)
    told: list[m.ToldEvent] = []
    ended: list[m.HandResult] = []
    banked: tuple[int, str] | None = None
    for before, commit in worker.recent(table, after):
        stood = before
        for event in commit.events:
            words = narrate(event, stood, language, reader=actor.name) + paid_otherwise(
                rules, event, language
            )
            kind, clause = type(event).__name__, event.clause
            told.append(m.ToldEvent(version=commit.version, kind=kind, sentence=words, clause=clause))
            if isinstance(event, e.BankReturned):
                banked = event.seat, stood.seats[event.seat]
            if isinstance(event, e.RoundCompleted):
                ended += _results(stood, banked)
                banked = None
            stood = evolve(stood, event)
    may = options(worker, table, actor, language)
    return m.TableLook(
        table=view(worker, table),
        options=may,
        told=tuple(told),
        results=tuple(ended),
        choice=_costs(rules, worker.position(table).table, may),
        now=worker.now(),
    )


def _results(table: Table, banked: tuple[int, str] | None) -> Iterator[m.HandResult]:
    """Give the result of each hand of a finished round, and of its banker."""
    current = table.round
    if current is None:
        return
    for number, hand in sorted(current.hands.items()):
        yield m.HandResult(
            round=current.number,
            hand=number,
            player=hand.player,
            net=net(hand),
            moved=has_moved(hand),
            tie=bool(hand.choice or hand.wars) or hand.comparison is Comparison.TIE,
            void=is_void(current, hand),
            banker=False,
        )
    if banked is not None and not current.void:
        seat, player = banked
        hands = current.hands.values()
        yield m.HandResult(
            round=current.number,
            hand=seat,
            player=player,
            net=-sum(map(net, hands)),
            moved=any(map(has_moved, hands)),
            tie=False,
            void=False,
            banker=True,
        )


# the choice on a tie


def _costs(rules: Rules, table: Table, may: m.Options) -> m.ChoiceCosts | None:
    offered = [each.command for each in may.actions if isinstance(each.command, c.GoToWar | c.Surrender)]
    hand = table.hand(offered[0].hand) if offered else None
    if hand is None:
        return None
    placed = 0
    for command in offered:
        if isinstance(command, c.GoToWar):
            events = decide(rules, table, command)
            placed = sum(each.amount for each in events if isinstance(each, e.WagerPlaced))
    end = Path.after(hand.wars, Comparison.TIE)._replace(given_up=True)
    lies = hand.on_layout(Wager.INITIAL) + hand.on_layout(Wager.WAR)
    lost = -moved(rules, end, Wagered(hand.placed(Wager.INITIAL))).net
    return m.ChoiceCosts(hand=hand.number, war=placed, lost=int(lost), back=max(0, lies - int(lost)))


def choice_worth(rules: Rules, table: Table, player: str) -> m.ChoiceWorth:
    due = next_duty(rules, table)
    hand = table.hand(due.seat) if due.act is Act.CHOOSE and due.seat else None
    if hand is None or hand.player != player:
        raise InputError(f"{player} has nothing to choose now.")
    found = tie_advice(rules, table, hand, seen_cards(table))
    return m.ChoiceWorth(
        hand=hand.number,
        war=dollars(found.war, sign=True),
        war_units=decimal(found.war / found.initial),
        war_exact=exact(found.war / found.initial),
        surrender=dollars(found.surrender, sign=True),
        surrender_units=decimal(found.surrender / found.initial),
        surrender_exact=exact(found.surrender / found.initial),
        better=found.better,
        unseen=found.unseen,
        without_progressive=found.without_progressive,
        if_covered=rules.book.bank is not None,
    )
