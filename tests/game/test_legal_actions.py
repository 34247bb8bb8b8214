"""Legal actions never disagree with `decide`: all that is offered is accepted, and the other way round."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from casinowar import load_rules
from casinowar.game import commands as c
from casinowar.game.book.house import Limit
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.legal_actions import Action, duties, legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import PLACES, Act, Instrument, Role, Wager
from casinowar.rulebooks import load_sample, names, open_rulebook
from casinowar.rulebooks.citations import citations
from tests.support.driving import due_commands, least_wager
from tests.support.meddling import PLAYERS, WILD, plausible_command
from tests.support.scenario import Scenario, at_table
from tests.support.searching import walks
from tests.support.varieties import OWN, own_rules, rules_of
from tests.support.watched import Watched

OF_PLAYERS = [kind for kind in c.COMMANDS.values() if Role.PLAYER in kind.roles]
STEPS = 50
MOST_DUTIES = 120
BEFORE_THE_DEAL = {Act.PLACE_WAGERS, Act.ANSWER_BANK}
NEWCOMER = "Zed"


def is_accepted(rules: Rules, table: Table, command: c.Command) -> bool:
    try:
        decide(rules, table, command)
    except Refusal:
        return False
    return True


def giver(rules: Rules, table: Table, command: c.Command) -> str:
    """Name whose command it is, where it need not say so itself."""
    if said := getattr(command, "player", ""):
        return str(said)
    if isinstance(command, c.AddToBank):
        return table.seats[table.bank.seat or 0]
    place = getattr(command, "hand", 0) or getattr(command, "seat", 0)
    hand = table.hand(place)
    if hand is not None:
        return hand.player
    return table.seats[place // PLACES if rules.house.electronic and place >= PLACES else place]


def a_players_command(rules: Rules, table: Table, chance: Random) -> c.Command | None:
    """Make any command of a player, with amounts that could be lawful."""
    if chance.random() < 0.5:
        command = plausible_command(rules, table, chance)
        return command if command.by is Role.PLAYER else None
    kind = chance.choice(OF_PLAYERS)
    wild = {field.name: chance.choice(WILD[field.encode_name]) for field in fields(kind) if field.required}
    wager = chance.choice(list(Wager))
    values = {
        "wager": wager,
        "amount": rules.unit(wager) * chance.choice([1, 2, 3, 10]),
        "hand": chance.choice([*(table.round.hands if table.round else ()), *table.seats, 1, 103, 201, 202]),
        "seat": chance.choice([*table.seats, table.cut.offered or 1]),
        "made_with": chance.choice(list(Instrument)),
    }
    named = {field.name for field in fields(kind)}
    return kind(**{**wild, **{name: value for name, value in values.items() if name in named}})


def every_wager(rules: Rules, table: Table) -> Iterator[c.Command]:
    """Make every kind of wager on every hand and seat, with anything, and take every wager back."""
    for place in {*(table.round.hands if table.round else ()), *table.seats}:
        for wager in Wager:
            yield c.WithdrawWager(hand=place, wager=wager)
            for made_with in Instrument:
                for amount in {rules.chip, rules.unit(wager), *rules.fixed_amounts(wager)}:
                    yield c.PlaceWager(hand=place, wager=wager, amount=amount, made_with=made_with)


def check(rules: Rules, table: Table, chance: Random) -> None:
    """Hold what everybody is offered to what is accepted, and the other way round."""
    offered = {player: legal_actions(rules, table, player) for player in (*table.chips, NEWCOMER)}
    for actions in offered.values():
        for action in actions:
            check_action(rules, table, action, actions, chance)
    tries = (a_players_command(rules, table, chance) for _ in range(20))
    for command in (*tries, *every_wager(rules, table)):
        if command is not None and is_accepted(rules, table, command):
            who = giver(rules, table, command)
            named = replace(command, player=who) if hasattr(command, "player") else command
            actions = offered.get(who, ()) or legal_actions(rules, table, who)
            assert any(action.allows(named) for action in actions), f"{named} is accepted, but not offered"
    check_duties(rules, table)


def check_action(
    rules: Rules, table: Table, action: Action, actions: tuple[Action, ...], chance: Random
) -> None:
    assert is_accepted(rules, table, action.command), f"{action} is offered, but refused"
    assert action.allows(action.command)
    if not action.most:
        return
    assert action.step > 0
    assert action.holds(action.least)
    assert action.holds(action.most)
    between = action.least + action.step * chance.randint(0, (action.most - action.least) // action.step)
    ends = {
        end + way * size
        for end in (action.least, action.most)
        for way in (-1, 0, 1)
        for size in (1, action.step)
    }
    for amount in {*ends, between, action.least + action.step // 2}:
        command = action.of(amount)
        offered = any(each.allows(command) for each in actions)
        assert is_accepted(rules, table, command) == offered, f"{command}: offered is {offered}; {action}"
    for made_with in action.made_with:
        assert isinstance(action.command, c.PlaceWager)
        assert is_accepted(rules, table, replace(action.command, made_with=made_with))


def check_duties(rules: Rules, table: Table) -> None:
    due, by_role = next_duty(rules, table), duties(rules, table)
    assert due in by_role[due.role] or {each.act for each in by_role[due.role]} == {due.act}
    wanted = {Act.PLACE_WAGERS: c.PlaceWager, Act.ANSWER_BANK: c.TakeBank}
    for duty in by_role[Role.PLAYER]:
        if duty.act in wanted and duty != due:
            kinds = {type(each.command) for each in legal_actions(rules, table, table.seats[duty.seat or 0])}
            assert wanted[duty.act] in kinds, f"{duty} is due of somebody who cannot"


def walk(rules: Rules, seed: int) -> None:
    """Prepare a table, then let people do what they may, what is due, and now and then anything."""
    chance = Random(seed)
    watched = Watched(rules)
    watched.give(c.OpenTable())
    for seat, player in enumerate(PLAYERS[: chance.randint(1, 4)], 1):
        chips = chance.choice([1, 3, 20, 20]) * least_wager(rules, Wager.INITIAL)
        watched.give(c.Sit(player=player, seat=seat, chips=chips))
    for _ in range(chance.choice([0, MOST_DUTIES, MOST_DUTIES, MOST_DUTIES])):
        if next_duty(rules, watched.table).act in BEFORE_THE_DEAL:
            break
        _do(watched, due_commands(rules, watched.table, chance))
    for _ in range(STEPS):
        if chance.random() < 0.2:
            check(rules, watched.table, chance)
        kind = chance.random()
        if kind < 0.1:
            watched.give(plausible_command(rules, watched.table, chance))
        elif kind < 0.4:
            _do_something(watched, chance)
        else:
            _do(watched, due_commands(rules, watched.table, chance))


def _do(watched: Watched, commands: Iterable[c.Command]) -> None:
    for command in commands:
        watched.give(command)


def _do_something(watched: Watched, chance: Random) -> None:
    """Let somebody do what they may, with any amount; few leave or take back what they have wagered."""
    actions = legal_actions(watched.rules, watched.table, chance.choice(PLAYERS))
    rare = c.LeaveTable | c.WithdrawWager | c.Sit
    likely = [each for each in actions if not isinstance(each.command, rare) or chance.random() < 0.1]
    if likely:
        action = chance.choice(likely)
        steps = min((action.most - action.least) // action.step, 20)
        amount = action.least + action.step * chance.randint(0, steps)
        watched.give(action.of(amount) if action.most else action.command)


@pytest.mark.parametrize("rulebook", [*names(), *OWN], ids=lambda each: getattr(each, "stem", each))
@walks(10)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_is_offered_is_what_is_accepted_under(rulebook, data, seed):
    walk(data.draw(rules_of(str(rulebook))), seed)


@pytest.mark.parametrize("rulebook", names())
@walks(10)
@given(seed=st.integers(0, 2**32))
def test_what_is_offered_is_what_is_accepted_under_the_sample_of(rulebook, seed):
    walk(load_rules(rulebook, load_sample(rulebook)), seed)


@walks(40)
@given(rules=own_rules(), seed=st.integers(0, 2**32))
def test_what_is_offered_is_what_is_accepted_under_a_rulebook_that_nobody_wrote(rules, seed):
    walk(rules, seed)


@walks(40)
@given(
    seed=st.integers(0, 2**32),
    chip=st.sampled_from(["0.01", "0.25", "1"]),
    fixed=st.sampled_from(["when_placed", "no_more_bets"]),
    half=st.sampled_from(["exact", "payable_in_chips"]),
)
def test_what_is_offered_is_what_is_accepted_where_coupons_count_as_chips(seed, chip, fixed, half):
    limits = {Wager.INITIAL: Limit(minimum="5", maximum="20"), Wager.TIE: Limit(minimum="2", maximum="20")}
    house = replace(load_sample("wisconsin"), limits=limits, smallest_chip=chip, coupons=True)
    readings = {"match_play_coupons": "as_chips", "placed_wager": fixed, "odd_half": half}
    walk(load_rules("wisconsin", house, readings=readings), seed)


# at one table


def offered(scenario: Scenario, player: str = "Ann") -> dict[str, Action]:
    """List what somebody may do at seat 1 by name, the wager's for one that is placed."""
    return {
        str(getattr(action.command, "wager", "")) + type(action.command).__name__: action
        for action in legal_actions(scenario.rules, scenario.table, player)
        if Instrument.COUPON not in action.made_with
    }


def at_seat_1(rulebook: str, chips: int = 500_00, **more) -> Scenario:
    limits = {Wager.INITIAL: Limit(minimum="5", maximum="300")}
    house = replace(load_sample(rulebook), limits=limits, bank_minimum=None)
    return at_table(rulebook, house=house, chips=chips, **more)


def test_a_wager_is_offered_between_its_limits_and_never_beyond_the_players_chips():
    wager = offered(at_seat_1("maryland"))["initialPlaceWager"]
    assert (wager.least, wager.most, wager.step, wager.clause) == (5_00, 300_00, 50, "7.F(1)")
    wager = offered(at_seat_1("maryland", chips=42_50))["initialPlaceWager"]
    assert (wager.least, wager.most) == (5_00, 42_50)
    assert "initialPlaceWager" not in offered(at_seat_1("maryland", chips=4_99))


def test_a_wager_that_may_not_be_changed_is_offered_neither_raised_nor_withdrawn():
    scenario = at_seat_1("wisconsin").wagers({1: 10_00})
    assert not {"initialPlaceWager", "initialWithdrawWager"} & offered(scenario).keys()
    assert {"initialPlaceWager", "initialWithdrawWager"} <= offered(
        at_seat_1("maryland").wagers({1: 10_00})
    ).keys()


def test_a_tie_hand_is_offered_war_only_with_the_chips_for_it():
    rich, poor = (at_seat_1("maryland", chips=chips, cards="9H 9C") for chips in (20_00, 19_00))
    both = {"GoToWar", "Surrender"}
    assert offered(rich.wagers({1: 10_00}).dealt()).keys() & both == both
    assert offered(poor.wagers({1: 10_00}).dealt()).keys() & both == {"Surrender"}


def test_a_newcomer_may_take_any_free_seat():
    scenario = at_seat_1("washington", players=1)
    actions = legal_actions(scenario.rules, scenario.table, NEWCOMER)
    seats = [action.command.seat for action in actions if isinstance(action.command, c.Sit)]
    assert seats == [*range(2, scenario.rules.seats + 1)]
    assert legal_actions(scenario.rules, CLOSED, NEWCOMER) == ()
    assert legal_actions(scenario.rules, scenario.table, "") == ()


def test_after_the_first_wager_the_others_are_still_asked_for_theirs():
    scenario = at_seat_1("maryland", players=3).wagers({1: 10_00})
    due = duties(scenario.rules, scenario.table)
    assert [duty.act for duty in due[Role.DEALER]] == [Act.CALL_NO_MORE_BETS]
    assert [(duty.act, duty.seat) for duty in due[Role.PLAYER]] == [
        (Act.PLACE_WAGERS, 2),
        (Act.PLACE_WAGERS, 3),
    ]
    assert due[Role.FLOORPERSON] == ()


@pytest.mark.parametrize("rulebook", names())
def test_every_clause_that_an_action_names_is_one_of_the_rulebook(rulebook):
    known = citations(open_rulebook(rulebook))
    scenario = at_seat_1(rulebook, players=2)
    for player in ("Ann", NEWCOMER):
        for action in legal_actions(scenario.rules, scenario.table, player):
            assert set(filter(None, action.clause.split("; "))) <= known.keys()
