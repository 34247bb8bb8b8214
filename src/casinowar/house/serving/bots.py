"""Bots: computer players for houses that play for play money.

They send requests through the desk like people, one after another at a human pace. They wager once a person
has wagered or banks, go to war on every tie, and leave after the last person. They keep a seat free for
people: when the last seat is taken, one bot leaves. A bot is known by its name, which no person can have, so
bots play on after a restart.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final
from zlib import crc32

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.legal_actions import legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError
from casinowar.game.table import Table
from casinowar.game.words import Act, Instrument, Role, Wager, position
from casinowar.house.accounts import wallet
from casinowar.house.journal.commits import PIT
from casinowar.house.journal.exposure import in_play
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.care import CARE, AcknowledgeCheck
from casinowar.house.offices.cashier import CASHIER, Deposit
from casinowar.house.offices.registry import OFFICES
from casinowar.house.serving.desk import Desk
from casinowar.house.worker.worker import Worker

_LOG = logging.getLogger("casinowar.house")
COMPUTER: Final = " (computer)"
"""Ending of every bot's name; no person's name has brackets."""
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana")
_PACE: Final = 0.4
"""Seconds between the actions of bots at one table."""
_PURSE: Final = 100
"""Chips that a bot brings, in table minimums."""
_CAGE: Final = Actor(PIT, frozenset(), cage=True)
_BETTING: Final = frozenset({Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS})
_REALITY_CHECK: Final = "reality_check"


def is_bot(player: str) -> bool:
    return player.endswith(COMPUTER)


class Bots:
    """The bots of a house."""

    def __init__(self, desk: Desk, *, play_money: int) -> None:
        """Play through a desk; without play money there are no bots."""
        self._desk, self._play_money = desk, play_money

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Bots"]:
        playing = asyncio.create_task(self._play()) if self._play_money else None
        try:
            yield self
        finally:
            if playing is not None:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    async def invite(self, table: str, player: str, number: int) -> tuple[str, ...]:
        """Seat up to a number of bots near a player; gives their names."""
        if not self._play_money:
            raise InputError("Computer players join only where the house plays for play money.")
        rules, settings, stands = await self._desk.look(
            lambda worker: (worker.rules(table), worker.settings(table), worker.position(table).table)
        )
        if not settings.automatic:
            raise InputError("Computer players join only where software deals.")
        if player not in stands.seats.values():
            raise InputError("Sit down first: computer players join people who play.")
        own = next(seat for seat, name in stands.seats.items() if name == player)
        nearest = sorted(range(1, rules.seats + 1), key=lambda seat: abs(seat - own))
        free = [seat for seat in nearest if seat not in stands.seats]
        names = [name + COMPUTER for name in _NAMES if name + COMPUTER not in stands.chips]
        came: list[str] = []
        seats = free[:-1][:number]  # one seat stays free for people
        for name, seat in zip(names, seats, strict=False):
            if await self._seat(table, rules, name, seat):
                came.append(name)
        return tuple(came)

    async def _seat(self, table: str, rules: Rules, name: str, seat: int) -> bool:
        purse = max(_PURSE * rules.span(Wager.INITIAL)[0], rules.chip)
        held = await self._desk.look(lambda worker: worker.store.balance(wallet(name)))
        if held < purse:
            given = Deposit(player=name, amount=purse - held)
            await self._desk.ask(TableRequest(table=CASHIER, actor=_CAGE, command=given))
        sits = c.Sit(player=name, seat=seat, chips=purse)
        answer = await self._desk.ask(TableRequest(table=table, actor=Actor(name), command=sits))
        return not isinstance(answer, Refused)

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(_PACE)
            try:
                for asked in await self._desk.look(_next_requests):
                    answer = await self._desk.ask(asked)
                    if isinstance(answer, Refused) and answer.code == _REALITY_CHECK:
                        seen = TableRequest(table=CARE, actor=asked.actor, command=AcknowledgeCheck())
                        await self._desk.ask(seen)
            except Exception:  # noqa: BLE001 - the next turn tries again
                _LOG.exception("the bots failed")


def _next_requests(worker: Worker) -> list[TableRequest]:
    """Find the next action of a bot at each table; bots that have wagered are marked ready."""
    found: list[TableRequest] = []
    for name in worker.store.tables():
        if name in OFFICES or worker.streams.served_by_peer(name):
            continue
        stands = worker.position(name)
        if not any(map(is_bot, stands.table.seats.values())):
            continue
        for player in filter(is_bot, in_play(stands.table)):
            worker.mark_ready(name, player)
        action = next_action(worker.rules(name), stands.table)
        if action is not None:
            who, command = action
            found.append(TableRequest(table=name, actor=Actor(who), command=command, expects=stands.version))
    return found


def next_action(rules: Rules, table: Table) -> tuple[str, c.Command] | None:
    bots = [player for player in table.seats.values() if is_bot(player)]
    people = [player for player in table.seats.values() if not is_bot(player)]
    playing = in_play(table)
    idle = [each for each in bots if table.round is None or each not in playing]
    if not people:
        return next(((each, c.LeaveTable(player=each)) for each in idle), None)
    if idle and all(seat in table.seats for seat in range(1, rules.seats + 1)):
        return idle[-1], c.LeaveTable(player=idle[-1])
    due = next_duty(rules, table)
    if due.role is Role.PLAYER and due.act not in _BETTING:
        asked = bots if due.seat is None else [_asked(table, due.seat)]
        found = (action for each in filter(is_bot, asked) for action in _answers(rules, table, each, due.act))
        return next(found, None)
    if due.act in _BETTING and any(player in playing for player in people):
        waiting = [each for each in bots if each not in playing]
        return next((action for each in waiting for action in _wagers(rules, table, each)), None)
    return None


def _asked(table: Table, place: int) -> str:
    hand = table.hand(place)
    return hand.player if hand else table.seats.get(place, "")


def _answers(rules: Rules, table: Table, player: str, act: Act) -> Iterator[tuple[str, c.Command]]:
    """Answer a question: no cut, every war, no tie wager, every bank."""
    wanted: dict[Act, tuple[type[c.Command], ...]] = {
        Act.CHOOSE: (c.GoToWar, c.Surrender),
        Act.ANSWER_CUT: (c.RefuseCut,),
        Act.ANSWER_TIE_OFFER: (c.DeclineTieWager,),
        Act.ANSWER_BANK: (c.TakeBank, c.DeclineBank),
        Act.ADD_TO_BANK: (c.AddToBank,),
    }
    may = legal_actions(rules, table, player)
    for kind in wanted.get(act, ()):
        for action in may:
            if isinstance(action.command, kind):
                most = action.most - action.most % action.step if kind is c.TakeBank else action.least
                yield player, action.of(most if action.holds(most) else action.least)


def _wagers(rules: Rules, table: Table, player: str) -> Iterator[tuple[str, c.Command]]:
    """Wager between one and four minimums; leave if there are too few chips."""
    chance = crc32(f"{player} {table.rounds}".encode())
    own = [seat for seat, name in table.seats.items() if name == player]
    for action in legal_actions(rules, table, player):
        command = action.command
        if not isinstance(command, c.PlaceWager) or command.wager is not Wager.INITIAL:
            continue
        if Instrument.COUPON in action.made_with or action.least < rules.span(Wager.INITIAL)[0]:
            continue  # a coupon, or the part of a wager that waits for one
        if position(command.hand) in own:
            wanted = min(action.least * (1 + chance % 4), action.most)
            amount = action.least + (wanted - action.least) // action.step * action.step
            if 2 * amount <= table.chips[player]:
                yield player, action.of(amount)
    yield player, c.LeaveTable(player=player)
