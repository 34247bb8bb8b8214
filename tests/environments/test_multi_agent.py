"""A table of several agents as a PettingZoo environment."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import casinowar as cw
from casinowar.environments import TableEnv
from casinowar.game.refusal import InputError
from casinowar.game.words import Act
from casinowar.rulebooks import load_sample, names

# What is seen has parts with names; PettingZoo knows the environments by name that may have some.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")


@pytest.mark.parametrize("rulebook", names())
def test_every_rulebook_passes_the_tests_of_pettingzoo(rulebook):
    api_test(TableEnv(rulebook, seats=3, rounds=20), num_cycles=100)
    seed_test(lambda: TableEnv(rulebook, house=load_sample(rulebook), seats=3), num_cycles=60)


def play(env, seed):
    """Act at random to the end, and add up what each agent got."""
    env.reset(seed=seed)
    chance, total = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        lawful = np.flatnonzero(info["action_mask"])
        env.step(None if terminated or truncated else chance.choice(lawful))
    return total


@pytest.mark.parametrize("rulebook", names())
@pytest.mark.parametrize("chips", [60, 2000])
def test_rewards_add_up_to_the_chips(rulebook, chips):
    env = TableEnv(rulebook, seats=4, chips=chips, rounds=25)
    total = play(env, seed=1)
    for agent, won in total.items():
        assert won == pytest.approx(env.observe(agent)["chips"][0] - chips)
    assert env.agents == []


@pytest.mark.parametrize("rulebook", names())
def test_what_agents_play_is_lawful(rulebook):
    env = TableEnv(rulebook, house=load_sample(rulebook), seats=3, rounds=8)
    play(env, seed=4)
    assert cw.read_record(env.episode.turns.table.record(all=True)).replay().lawful


def test_against_a_bank_players_win_what_others_lose():
    total = play(TableEnv("california", seats=4, rounds=40, chips=5000), seed=2)
    assert sum(total.values()) == pytest.approx(0)
    assert any(total.values())


def test_wagers_are_asked_seat_by_seat_and_choices_of_tie_hands():
    env = TableEnv("maryland", seats=3, rounds=None, stakes={"initial": [10], "tie": [1], "war_tie": [1]})
    env.reset(seed=1)
    wager, done, war = env.menu.number("initial", 10), env.menu.number("done"), env.menu.number("war")
    for _ in range(30):
        for agent in env.possible_agents:
            assert env.agent_selection == agent
            env.step(wager)
            assert env.agent_selection == agent
            env.step(done)
        while (duty := env.episode.turns.table.due).act in (Act.CHOOSE, Act.ANSWER_TIE_OFFER):
            assert env.agent_selection == f"seat_{duty.seat}"
            env.step(war if duty.act is Act.CHOOSE else done)


def test_a_refused_action_leaves_the_turn_where_it_is():
    env = TableEnv("maryland", seats=2)
    env.reset(seed=1)
    env.step(env.menu.number("surrender"))
    assert env.agent_selection == "seat_1"
    assert env.infos["seat_1"]["refusal"].startswith("Seat 1 has no tie hand")
    env.step(env.menu.number("done"))
    env.step(env.menu.number("done"))
    assert "refusal" not in env.infos["seat_1"]


def test_who_has_no_chips_left_is_out_and_the_others_play_on():
    env = TableEnv("washington", seats=2, chips=20, stakes={"initial": [10, 20]}, rounds=50)
    env.reset(seed=2)
    wager, surrender = env.menu.number("initial", 20), env.menu.number("surrender")
    done = env.menu.number("done")
    while len(env.agents) > 1:
        _, _, terminated, truncated, info = env.last()
        wanted = [wager, surrender] if env.agent_selection == "seat_1" else []
        action = next((each for each in wanted if info["action_mask"][each]), done)
        env.step(None if terminated or truncated else action)
    assert env.agents == ["seat_2"]
    assert env.agent_selection == "seat_2"
    assert not env.terminations["seat_2"]


def test_bad_settings_get_one_sentence():
    with pytest.raises(InputError, match="The number of seats is a whole number from 1 to 7, not 8"):
        TableEnv("maryland", seats=8)
    with pytest.raises(InputError, match="1 at the table are too few: take a seat"):
        TableEnv("california", seats=1).reset(seed=1)
    with pytest.raises(InputError, match="A table is rendered as 'ansi', not as 'human'"):
        TableEnv("maryland", render_mode="human")


def test_before_a_table_is_open_one_is_told_to_open_it():
    env = TableEnv("maryland")
    with pytest.raises(InputError, match="No table is open yet: reset opens one"):
        env.step(0)


@pytest.mark.parametrize("agent", ["seat_9", "seat_0", "Ann"])
def test_an_agent_that_is_not_there_is_named(agent):
    env = TableEnv("maryland", seats=2)
    env.reset(seed=1)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(InputError, match=f"There is no agent '{agent}'; there are: seat_1, seat_2."):
            ask(agent)


def test_a_table_is_drawn_in_a_line():
    env = TableEnv("maryland", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "<maryland, round 1: seat 1 seat_1 $1,000.00, seat 2 seat_2 $1,000.00>"
    env.close()
    with pytest.raises(InputError, match="reset opens one"):
        env.render()
