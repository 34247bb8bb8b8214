"""What dealer and floor are offered never disagrees with `decide`: all of it is accepted, nothing else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from casinowar import load_rules
from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.legal_actions import Action, refused_for
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason
from casinowar.game.staff_actions import staff_actions
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.rulebooks import load_sample, names, open_rulebook
from casinowar.rulebooks.citations import citations
from tests.support.driving import card_read, due_commands, least_wager
from tests.support.meddling import PLAYERS, irregularities, plausible_command
from tests.support.scenario import Scenario, at_table
from tests.support.searching import walks
from tests.support.varieties import own_rules, rules_of
from tests.support.watched import Watched

STEPS = 60
BOTH = frozenset({Role.DEALER, Role.FLOORPERSON})
NAME = "Mia"
UNASKED = (c.TellTime, c.TellMeter)
"""What the house itself says."""
SAID = {"note": "", "cards": (), "shuffle": "", "commitment": "", "dealer": NAME, "inventory": None}
"""What may be said with a command as well, and does not make it another one; a count is the floor's."""


def plainly(command: c.Command) -> c.Command:
    """Leave out what somebody only adds to a command."""
    named = {each.name for each in fields(command)}
    plain = replace(command, **{name: value for name, value in SAID.items() if name in named})
    if isinstance(plain, c.OpenTable):
        return replace(plain, counted=True, dealer=NAME if plain.by is Role.DEALER else "dealer")
    return plain


def check(rules: Rules, table: Table, chance: Random) -> None:
    """Hold what dealer and floor are offered to what is accepted, and the other way round."""
    offered = {role: staff_actions(rules, table, {role}, NAME) for role in BOTH}
    for role, actions in offered.items():
        for action in actions:
            assert action.command.by is role
            check_action(rules, table, action)
    hands = sorted(table.round.hands) if table.round else [1]
    reports = irregularities(chance.choice(hands), card_read(rules, table, chance))
    tries = [plausible_command(rules, table, chance) for _ in range(10)]
    for command in (*reports, *tries, *due_commands(rules, table, chance)):
        for role in BOTH & command.roles:
            said = replace(command, by=role)
            if isinstance(said, UNASKED) or is_beside_the_point(table, said):
                continue
            if refused_for(rules, table, said) is None:
                plain = plainly(said)
                assert any(each.allows(plain) for each in offered[role]), f"{plain} is accepted, not offered"


def is_beside_the_point(table: Table, command: c.Command) -> bool:
    """Tell whether it is another dealer's, or a report of no hand, or of a chip without saying which."""
    if isinstance(command, c.ComeToTable):
        return command.dealer != NAME
    if not isinstance(command, c.ReportIrregularity):
        return False
    if command.irregularity is Irregularity.CHIP_NOT_ACCEPTED:
        return command.wager is None
    return command.hand is not None and table.hand(command.hand) is None


def check_action(rules: Rules, table: Table, action: Action) -> None:
    assert refused_for(rules, table, action.command) is None, f"{action} is offered, but refused"
    assert action.allows(action.command)
    for amount in {action.least, action.most} if action.most else ():
        assert refused_for(rules, table, action.of(amount)) is None
    for amount in {action.least - action.step, action.most + action.step} if action.most else ():
        assert refused_for(rules, table, action.of(amount)) is not None
    for card in {*rules.deck} if action.cards else ():
        said = replace(action.command, card=card)
        assert (refused_for(rules, table, said) is None) == (card in action.cards) == action.allows(said)


def walk(rules: Rules, seed: int) -> None:
    """Do what is due, what may be done, and now and then anything, and look at what is offered."""
    chance = Random(seed)
    watched = Watched(rules)
    check(rules, CLOSED, chance)
    watched.give(c.OpenTable())
    for seat, player in enumerate(PLAYERS[: chance.randint(1, 3)], 1):
        watched.give(c.Sit(player=player, seat=seat, chips=20 * least_wager(rules, Wager.INITIAL)))
    for _ in range(STEPS):
        if chance.random() < 0.3:
            check(rules, watched.table, chance)
        kind = chance.random()
        if kind < 0.08:
            watched.give(plausible_command(rules, watched.table, chance))
        elif kind < 0.2:
            actions = staff_actions(rules, watched.table, BOTH, NAME)
            likely = [each for each in actions if not isinstance(each.command, c.CloseTable | c.PausePlay)]
            watched.give(chance.choice(likely or list(actions)).command)
        else:
            for command in due_commands(rules, watched.table, chance):
                watched.give(command)


@pytest.mark.parametrize("rulebook", names())
@walks(10)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_staff_is_offered_is_what_is_accepted_under(rulebook, data, seed):
    walk(data.draw(rules_of(rulebook)), seed)


@walks(30)
@given(rules=own_rules(), seed=st.integers(0, 2**32))
def test_what_staff_is_offered_is_what_is_accepted_under_a_rulebook_that_nobody_wrote(rules, seed):
    walk(rules, seed)


# at one table


def offered(scenario: Scenario, *roles: Role) -> list[Action]:
    return [*staff_actions(scenario.rules, scenario.table, roles or BOTH, NAME)]


def test_of_a_closed_table_nothing_is_offered_but_to_open_it():
    rules = load_rules("maryland", load_sample("maryland"))
    [opens] = staff_actions(rules, CLOSED, {Role.DEALER}, NAME)
    assert opens.command == c.OpenTable(dealer=NAME)
    [by_the_floor] = staff_actions(rules, CLOSED, {Role.FLOORPERSON}, NAME)
    assert by_the_floor.command == c.OpenTable(by=Role.FLOORPERSON), "a floorperson does not deal there"
    assert staff_actions(rules, CLOSED, {Role.PLAYER}, "Ann") == ()


def test_a_stopped_table_leaves_a_dealer_nothing_and_the_floor_its_rulings():
    scenario = at_table("maryland").wagers({1: 10_00})
    stopped = scenario.also(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    assert offered(stopped, Role.DEALER) == []
    rulings = [each.command.ruling for each in offered(stopped) if isinstance(each.command, c.Rule)]
    assert rulings == [Ruling.PLAY_ON, Ruling.VOID_THE_ROUND]


def test_a_card_that_was_dealt_from_every_deck_is_offered_no_more():
    rules = load_rules("washington", load_sample("washington"))
    watched = Watched(rules)
    for command in (c.OpenTable(), c.Sit(player="Ann", seat=1, chips=500_00)):
        watched.give(command)
    while (duty := next_duty(rules, watched.table)).act is not Act.PLACE_WAGERS:
        due = staff_actions(rules, watched.table, BOTH, NAME)
        first = next(each for each in due if doing(each) is duty.act)
        assert watched.give(first.command) is None
    watched.give(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=least_wager(rules, Wager.INITIAL)))
    watched.give(c.CallNoMoreBets())
    [deals] = [
        each
        for each in staff_actions(rules, watched.table, {Role.DEALER}, NAME)
        if isinstance(each.command, c.DealCard)
    ]
    assert len(deals.cards) == 52
    assert refused_for(rules, watched.table, c.DealCard()) is Reason.CARD_MUST_BE_READ


def doing(action: Action) -> Act | None:
    command = action.command
    return command.act_done if isinstance(command, c.Perform) else command.act or command.does


@pytest.mark.parametrize("rulebook", names())
def test_every_clause_that_staff_is_told_is_one_of_the_rulebook(rulebook):
    known = citations(open_rulebook(rulebook))
    scenario = at_table(rulebook, house=load_sample(rulebook))
    for action in offered(scenario):
        assert set(filter(None, action.clause.split("; "))) <= known.keys()


def test_a_command_that_leaves_its_amount_unsaid_is_given_as_it_is():
    scenario = at_table("maryland").when(c.OrderReshuffle()).until(Act.ANSWER_CUT)
    scenario.when(c.CutStack(seat=3, depth=100))
    offered = staff_actions(scenario.rules, scenario.table, BOTH)
    covering = [action for action in offered if isinstance(action.command, c.PlaceCoverCard)]
    assert [action.of(action.least) for action in covering] == [action.command for action in covering]
