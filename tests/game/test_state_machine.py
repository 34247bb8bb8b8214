"""Any command, by anybody, at any time: nothing is lost, nothing changes in secret, nobody is stuck.

One machine per rulebook, under any readings and any house, and one for rulebooks that nobody wrote.
"""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.words import Role, Wager
from tests.support.driving import BY_ACT, drive_to_completion, due_commands, least_wager
from tests.support.meddling import PLAYERS, WILD, plausible_command
from tests.support.varieties import EXAMPLES, OWN, own_rules, rules_of
from tests.support.watched import Watched

SEEDS = st.integers(0, 2**16)
SEATS = st.integers(1, 5)
NOT_DUE = {Reason.NOT_NOW, Reason.TABLE_NOT_OPEN, Reason.PLAY_IS_STOPPED, Reason.PLAY_IS_PAUSED}
DEALINGS = [kind for kind in BY_ACT.values() if kind not in {c.OpenTable, c.SpinWheel}]


@st.composite
def any_command(draw: st.DrawFn) -> c.Command:
    """Draw any command with any arguments, by any role."""
    kind = c.COMMANDS[draw(st.sampled_from(sorted(c.COMMANDS)))]
    fields = [field for field in msgspec.structs.fields(kind) if field.required or draw(st.booleans())]
    return kind(**{field.name: draw(st.sampled_from(WILD[field.encode_name])) for field in fields})


class AnyTable(RuleBasedStateMachine):
    """A table at which anything is tried."""

    variety: st.SearchStrategy[Rules]
    watched: Watched | None = None

    @initialize(data=st.data(), players=st.integers(0, 4), times=st.integers(0, 60), seed=SEEDS)
    def open_table(self, data, players, times, seed):
        rules = data.draw(self.variety, label="rules")
        self.watched = Watched(rules)
        self.give(c.OpenTable())
        for seat, player in enumerate(PLAYERS[:players], 1):
            self.give(c.Sit(player=player, seat=seat, chips=20 * least_wager(rules, Wager.INITIAL)))
        self.do_what_is_due(times, seed)

    def give(self, command: c.Command) -> Refusal | None:
        return self.at.give(command)

    @property
    def at(self) -> Watched:
        assert self.watched is not None
        return self.watched

    @rule(times=st.integers(1, 25), seed=SEEDS)
    def do_what_is_due(self, times, seed):
        """Let everybody do what is due, several times."""
        chance = Random(seed)
        for _ in range(times):
            for command in due_commands(self.at.rules, self.at.table, chance):
                refusal = self.give(command)
                assert refusal is None, f"{command} is due, but refused: {refusal}"

    @rule(command=any_command())
    def try_anything(self, command):
        self.give(command)

    @precondition(lambda self: self.watched is not None)
    @rule(seed=SEEDS)
    def meddle(self, seed):
        self.give(plausible_command(self.at.rules, self.at.table, Random(seed)))

    @rule(player=st.sampled_from(PLAYERS), seat=SEATS, chips=st.sampled_from([1, 5_00, 100_00]))
    def sit(self, player, seat, chips):
        self.give(c.Sit(player=player, seat=seat, chips=chips))

    @rule(player=st.sampled_from(PLAYERS))
    def leave(self, player):
        self.give(c.LeaveTable(player=player))

    @precondition(lambda self: self.watched is not None)
    @rule(seat=SEATS, wager=st.sampled_from([Wager.INITIAL, Wager.TIE]), times=st.integers(1, 3))
    def wager(self, seat, wager, times):
        amount = times * least_wager(self.at.rules, wager)
        self.give(c.PlaceWager(hand=seat, wager=wager, amount=amount))

    @rule(seat=SEATS, wager=st.sampled_from([Wager.INITIAL, Wager.TIE, Wager.WAR_TIE]))
    def withdraw(self, seat, wager):
        self.give(c.WithdrawWager(hand=seat, wager=wager))

    @rule(choice=st.sampled_from([c.Surrender, c.GoToWar, c.DeclineTieWager]), seat=SEATS)
    def choose(self, choice, seat):
        self.give(choice(hand=seat))

    @invariant()
    def only_what_is_due_is_done_with_the_cards(self):
        if self.watched is None:
            return
        duty = next_duty(self.watched.rules, self.watched.table)
        for kind in DEALINGS:
            if kind.act is not duty.act:
                with pytest.raises(Refusal) as refused:
                    decide(self.watched.rules, self.watched.table, kind(by=Role.DEALER))
                assert refused.value.reason in NOT_DUE

    @invariant()
    def what_is_due_can_be_done(self):
        if self.watched is not None:
            first, *_ = due_commands(self.watched.rules, self.watched.table, Random(0))
            assert decide(self.watched.rules, self.watched.table, first)

    def teardown(self):
        if self.watched is not None:
            self.watched.check_record()
            for seed in range(2):
                drive_to_completion(self.watched.rules, self.watched.table, Random(seed))


def machine(variety: st.SearchStrategy[Rules], examples: int) -> Any:
    """Make the test case for one variety of tables."""
    kind: Any = type("AnyTable", (AnyTable,), {"variety": variety})
    kind.TestCase.settings = settings(
        max_examples=max(1, examples * settings().max_examples // 200),
        stateful_step_count=30,
        phases=set(Phase) - {Phase.explain},
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    return kind.TestCase


TestMaryland = machine(rules_of("maryland"), 40)
TestWashington = machine(rules_of("washington"), 40)
TestSouthDakota = machine(rules_of("south_dakota"), 40)
TestCalifornia = machine(rules_of("california"), 40)
TestWisconsin = machine(rules_of("wisconsin"), 40)
TestOwn = machine(st.sampled_from([*OWN, *EXAMPLES]).flatmap(lambda path: rules_of(str(path))), 60)
TestMadeUp = machine(own_rules(), 100)
