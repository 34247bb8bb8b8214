"""Tables with slips in the simulated house, and an independent count of their chips."""

from collections import Counter
from random import Random

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.events import Place
from casinowar.game.evolve import evolve
from casinowar.game.ledger import transfer
from casinowar.game.procedure import next_duty
from casinowar.game.table import CLOSED
from casinowar.game.words import Act, Role, Wager
from casinowar.house.backoffice.books import Books
from casinowar.house.journal.commits import Commit, TableSettings, decode_commit, decode_settings
from casinowar.house.journal.requests import Actor
from casinowar.house.offices import pit as p
from casinowar.house.offices.chip_counts import fewest
from casinowar.house.offices.gaming_day import Hours
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.pit import COUNTS, PIT_OFFICE, PitState, SlipKind, SlipStage
from casinowar.house.offices.registry import OFFICES
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store
from casinowar.house.worker.worker import Worker

FLO = Actor("Flo", frozenset({Role.FLOORPERSON}))
DAN = Actor("Dan", frozenset({Role.DEALER}))
CAGE = Actor("Cleo", frozenset(), cage=True)
SLIPS = TableSettings(
    rulebook="maryland",
    house=House(limits={Wager.INITIAL: Limit(minimum="10", maximum="100")}),
    floor=True,
    slips=True,
)
OPENER = 5_000_00


def opener(table: str, at: int) -> list[tuple[Actor, OfficeCommand]]:
    """Open a table: the floor counts, and the dealer signs."""
    asks = p.AskForSlip(kind=SlipKind.OPENER, table=table, chips=fewest(OPENER))
    return [(FLO, asks), (DAN, p.SignCount(table=table, slip=f"{Hours().day(at)}-1"))]


def slip_wish(
    worker: Worker, table: str, chance: Random, players: list[str]
) -> tuple[Actor, OfficeCommand] | None:
    """Find something to ask the pit for about a table, if anybody has a mind to."""
    worker.refresh(PIT_OFFICE)
    state = worker.position(table).table
    pit: PitState = worker.position(PIT_OFFICE).office
    waiting = [slip for slip in pit.slips.values() if slip.table == table and slip.stage is SlipStage.WAITING]
    if waiting and chance.random() < 0.8:
        slip = chance.choice(waiting)
        about = {"table": table, "slip": slip.number}
        if chance.random() < 0.15:
            return chance.choice([FLO, CAGE]), p.RefuseSlip(**about, note="No.")
        signs = (slip.kind in COUNTS) != (chance.random() < 0.1)  # now and then the wrong one of the two
        return (DAN, p.SignCount(**about)) if signs else (CAGE, p.AcceptSlip(**about))
    if not state.open:
        return FLO, p.AskForSlip(kind=SlipKind.OPENER, table=table, chips=fewest(OPENER))
    if (state.fill_due and chance.random() < 0.8) or chance.random() < 0.3:
        kinds = [SlipKind.FILL, SlipKind.CREDIT, SlipKind.FILL, SlipKind.CREDIT, *SlipKind]
        kind = SlipKind.FILL if state.fill_due else chance.choice(kinds)
        counted = state.inventory + chance.choice([0, 0, 0, 1])
        amount = max(0, counted) if kind in COUNTS else chance.choice([57_50, 500_00, 6_000_00])
        return FLO, p.AskForSlip(kind=kind, table=table, chips=fewest(amount))
    if chance.random() < 0.05:
        return chance.choice([FLO, DAN]), p.DropCash(
            table=table, player=chance.choice(players), amount=chance.choice([1_00, 20_00])
        )
    return None


def floor_wish(worker: Worker, table: str) -> tuple[Actor, c.Command] | None:
    """Find what is the floor's to do at a table."""
    duty = next_duty(worker.rules(table), worker.position(table).table)
    if duty.role is not Role.FLOORPERSON or duty.act in {Act.RULE, Act.RESUME_PLAY, Act.FILL_TABLE}:
        return None
    return FLO, c.Perform(by=Role.FLOORPERSON, act_done=duty.act)


# what has to hold


def held_to_slips(store: Store) -> Counter[SlipStage]:
    """Hold every table to its slips, by an own count of the journals; tells what became of slips."""
    slips, stages = dict[tuple[str, str], p.SlipAsked](), dict[tuple[str, str], SlipStage]()
    agreed, done = dict[tuple[str, str], str](), dict[tuple[str, str], int]()
    dropped: Counter[str] = Counter()
    for commit in _commits(store, PIT_OFFICE):
        for event in commit.events:
            match event:
                case p.SlipAsked():
                    assert (event.table, event.slip) not in slips, "a number was given twice"
                    slips[event.table, event.slip] = event
                    stages[event.table, event.slip] = SlipStage.WAITING
                case p.SlipAgreed():
                    agreed[event.table, event.slip] = event.who
                    stages[event.table, event.slip] = SlipStage.AGREED
                case p.SlipCarriedOut():
                    done[event.table, event.slip] = event.version
                    stages[event.table, event.slip] = SlipStage.DONE
                case p.SlipRefused():
                    stages[event.table, event.slip] = SlipStage.REFUSED
                case p.SlipVoided():
                    stages[event.table, event.slip] = SlipStage.VOID
                case p.CashDropped():
                    dropped[event.player] += event.amount
                case _:
                    pass
    _numbers_have_no_gaps([*slips])
    moved: dict[tuple[str, str], int] = {}
    for table in store.tables():
        if table in OFFICES or not decode_settings(store.settings(table) or b"").slips:
            continue
        for commit in _commits(store, table):
            for event in commit.events:
                if isinstance(event, e.FillMade | e.CreditMade | e.TableOpened | e.TableClosed):
                    name, _, number = commit.id.removeprefix("house/").rpartition(" ")
                    key = name, number
                    assert key in slips, f"chips moved at {table} without a slip"
                    assert name == table
                    assert key not in moved, f"{number} was carried out twice"
                    moved[key] = commit.version
                    assert agreed.get(key, slips[key].who) != slips[key].who, "one alone moved chips"
                    amount = getattr(event, "amount", getattr(event, "inventory", None))
                    assert amount == slips[key].amount, "other chips moved than the slip says"
        _books_are_right(store, table)
    assert {key: moved.get(key) for key in done} == done, "a slip is done that moved nothing, or elsewhere"
    for key in moved:
        assert stages[key] in {SlipStage.AGREED, SlipStage.DONE}, f"{key} moved, and is {stages[key]}"
    return Counter(stages.values())


def _books_are_right(store: Store, table: str) -> None:
    """Count a table's tray, win and drop by hand, and hold books and ledger to it."""
    state, tray, win, drop = CLOSED, 0, 0, 0
    for commit in _commits(store, table):
        for event in commit.events:
            move = transfer(event, state)
            if move is not None:
                comes = (move.target[0] is Place.INVENTORY) - (move.source[0] is Place.INVENTORY)
                outside = Place.OUTSIDE in {move.source[0], move.target[0]}
                tray += comes * move.amount
                win += 0 if outside else comes * move.amount
                drop += move.amount if isinstance(event, e.PlayerSeated | e.ChipsBought) else 0
            state = evolve(state, event)
    assert store.balance(f"table/{table}/{Place.INVENTORY}") == tray == state.inventory, "the tray is off"
    lines = [*Books(store).of(table).lines()]
    assert sum(line.drop for line in lines) == drop, "the books know another drop"
    assert sum(line.win for line in lines) == win, "the books know another win"
    went = sum(line.opener + line.fills - line.credits - line.closer for line in lines)
    assert went + win == tray, "opener and fills, credits and closer do not come to the tray"


def _numbers_have_no_gaps(slips: list[tuple[str, str]]) -> None:
    for table, day in {(table, number.rpartition("-")[0]) for table, number in slips}:
        own = [int(n.rpartition("-")[2]) for t, n in slips if t == table and n.rpartition("-")[0] == day]
        assert own == [*range(1, len(own) + 1)], f"{table} has a gap in its slips"


def _commits(store: StoreReader, table: str) -> list[Commit]:
    return [decode_commit(body) for _, body, _ in store.pages(table)]
