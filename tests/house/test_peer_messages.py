"""Peer messages: a request, an answer and a commit reach another process as they were."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec import convert, inspect

from casinowar.game import commands as c
from casinowar.game.phrase import Phrase, how_many
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.words import Act, Role, TerminalHand, Wager, Word
from casinowar.house.journal.commits import AnyCommand
from casinowar.house.journal.requests import (
    UNKNOWN,
    Accepted,
    Actor,
    Answer,
    Refused,
    TableRequest,
    refused,
)
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.serving.peers import Broadcast, EncodedCommit, Peers
from tests.house.processes import done, until

KINDS = {**c.COMMANDS, **{each.__name__: each for office in OFFICES.values() for each in office.commands}}
BOTH = Actor("Ann", frozenset({Role.PLAYER, Role.DEALER}), cage=True)
REFUSALS = [
    Refusal(Reason.WAGER_BELOW_MINIMUM, "9.A", wager=Wager.WAR_TIE, least="$5.00"),
    Refusal(Reason.SEAT_EMPTY, seat=TerminalHand(203)),
    Refusal(Reason.SPIN_NOT_YET, turn=3, seat=4),
    Refusal(Reason.BANK_NOT_OFFERED, seat=None),
    Refusal(Reason.NO_PLAYER_TO_INSPECT),
    Refusal(Reason.NOT_A_CARD, card="{0}"),
    Refusal(Reason.RULING_NOT_POSSIBLE, possible=(Act.SHUFFLE, TerminalHand(203), how_many(2, "box"))),
    Refusal(Reason.PLAY_IS_STOPPED, irregularity=Phrase("Irregularity.x", "{in_device}", in_device=True)),
]
ANSWERS = [
    *(Accepted("t", 3), Accepted("t", 2**70, again=True)),
    *(UNKNOWN, Refused("malformed", "No person can be called 'é\x00'."), *map(refused, REFUSALS)),
]


class _Home:
    """The process that is asked: it keeps what it hears, and gives one answer."""

    def __init__(self) -> None:
        self.taken: list[TableRequest] = []
        self.ready: list[tuple[str, str]] = []
        self.heard: list[Broadcast] = []
        self.answer: Answer = UNKNOWN

    def take(self, request: TableRequest) -> asyncio.Future[Answer]:
        self.taken.append(request)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        answer.set_result(self.answer)
        return answer

    async def mark_ready_here(self, table: str, player: str) -> None:
        self.ready.append((table, player))

    def receive(self, news: Broadcast) -> None:
        self.heard.append(news)

    async def poll(self) -> None:
        """There is no store."""


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[Peers, _Home, str]]:
    """Give a process, what its peer hears, and the name of a table that the peer serves."""
    with TemporaryDirectory(prefix="peers-") as folder:
        asker, other, home = Peers(Path(folder), 2), Peers(Path(folder), 2), _Home()
        async with asker.open(home), other.open(home):
            await until(lambda: asker.has_listeners and other.has_listeners)
            other.send_heartbeat()
            await until(lambda: any(map(asker.served_by_peer, "abcdefgh")))
            yield asker, home, next(filter(asker.served_by_peer, "abcdefgh"))


def drawn(kind: inspect.Type, chance: Random) -> Any:
    """Draw plain values of which a command can be made."""
    match kind:
        case inspect.StructType(fields=fields):
            chosen = [each for each in fields if each.required or chance.random() < 0.7]
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {each.encode_name: drawn(each.type, chance) for each in chosen}
        case inspect.Metadata(type=inner):
            return drawn(inner, chance)
        case inspect.UnionType(types=kinds):
            return drawn(chance.choice(kinds), chance)
        case inspect.EnumType(cls=words):
            return chance.choice([*words]).value
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.IntType():
            least = kind.ge or (0 if kind.gt is None else kind.gt + 1)
            most = kind.le if kind.lt is None else kind.lt - 1
            return chance.randint(least, 10**30 if most is None else most)
        case inspect.StrType(pattern=str(form)):
            return next(text for text in ("2026-11-20", "2026-11-20-7") if re.search(form, text))
        case inspect.StrType():
            least = kind.min_length or 0
            length = chance.randint(least, max(least, min(kind.max_length or 9, 9)))
            return "".join(chance.choice('aé🂡\x00"\\') for _ in range(length))
        case inspect.VarTupleType(item_type=item):
            return [drawn(item, chance) for _ in range(chance.randint(kind.min_length or 0, 3))]
        case inspect.DictType(key_type=key, value_type=value):
            return {drawn(key, chance): drawn(value, chance) for _ in range(kind.min_length or 2)}
        case _:
            raise AssertionError(f"no values are drawn for {kind}")


def exactly(fact: object) -> object:
    """Tell facts apart that compare equal, such as a phrase and its English words."""
    match fact:
        case Phrase():
            facts = {name: exactly(each) for name, each in fact.facts.items()}
            return Phrase, str(fact), fact.code, fact.english, facts
        case tuple():
            return tuple(map(exactly, fact))
        case _:
            return type(fact), fact


def test_every_command_reaches_a_peer_as_it_was():
    chance = Random(7)

    async def act() -> None:
        async with connected() as (asker, home, table):
            for kind in KINDS.values():
                for number in range(10):
                    command = convert(drawn(inspect.type_info(kind), chance), kind)
                    assert isinstance(command, c.Command | OfficeCommand)
                    request = TableRequest(
                        table=table,
                        actor=chance.choice([BOTH, Actor("Zoë")]),
                        command=command,
                        id=chance.choice(["", "a/1"]),
                        expects=chance.choice([None, number]),
                        seconded=chance.choice([None, BOTH]),
                    )
                    await asker.ask(request)
                    assert home.taken.pop() == request

    done(act())


def test_every_command_of_the_journal_was_tried():
    every = inspect.type_info(AnyCommand)
    assert isinstance(every, inspect.UnionType)
    assert {getattr(each, "cls", None) for each in every.types} == {*KINDS.values()}


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_an_answer_comes_back_as_it_was(answer: Answer):
    async def act() -> None:
        async with connected() as (asker, home, table):
            home.answer = answer
            told = await asker.ask(TableRequest(table=table, actor=BOTH, command=c.OpenTable()))
            assert told == answer
            if isinstance(told, Refused) and isinstance(answer, Refused):
                assert exactly(told.sentence) == exactly(answer.sentence)

    done(act())


def test_every_word_and_unknown_fact_survives_in_a_refusal():
    words = tuple(word for kind in Word.__subclasses__() for word in kind)
    sentence = Phrase("House.x", "{words} {other}", words=words, other=1.5)

    async def act() -> None:
        async with connected() as (asker, home, table):
            home.answer = Refused("x", sentence)
            told = await asker.ask(TableRequest(table=table, actor=BOTH, command=c.OpenTable()))
            assert isinstance(told, Refused)
            assert isinstance(told.sentence, Phrase)
            assert exactly(told.sentence.facts["words"]) == exactly(words)
            assert told.sentence.facts["other"] == "1.5"

    done(act())


@pytest.mark.parametrize("concerns", [None, set(), {"Ann", "Zoë"}])
def test_commits_and_readiness_reach_a_peer_as_they_were(concerns: set[str] | None):
    news = Broadcast({"t": 3, "pit": 2**40}, [EncodedCommit("t", 3, b'{"x":"\xff"}')], concerns)

    async def act() -> None:
        async with connected() as (asker, home, table):
            asker.broadcast(news)
            assert asker.mark_ready(table, "Zoë")
            await until(lambda: bool(home.heard and home.ready))
            assert home.heard == [news]
            assert home.ready == [(table, "Zoë")]

    done(act())
