"""A seat as a Gymnasium environment."""

import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace

from casinowar.environments import SeatEnv, TableEnv
from casinowar.environments.observation import RANKS, number_of
from casinowar.environments.registration import id_of
from casinowar.environments.turns import Phase
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.events import BankTaken, CardDealt, RoundCompleted, ShoeLoaded
from casinowar.game.legal_actions import legal_actions
from casinowar.game.refusal import InputError
from casinowar.rulebooks import load_sample, names
from tests.support.varieties import EXAMPLES, OWN


def walk(env, seed, steps=400, *, masked=True):
    """Act at random, and give what came of each step."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    yield observation, 0.0, False, False, info
    for _ in range(steps):
        action = env.action_space.sample(info["action_mask"] if masked else None)
        observation, reward, terminated, truncated, info = env.step(action)
        yield observation, reward, terminated, truncated, info
        if terminated or truncated:
            return


def electronic():
    return replace(load_sample("maryland"), electronic=ElectronicChoices(community_cards=3), seats=None)


def example(name):
    [found] = [path for path in EXAMPLES if path.stem == name]
    return found


HOUSES = [*((name, None) for name in names()), *((name, load_sample(name)) for name in names())]


@pytest.mark.parametrize("rulebook", names())
def test_every_registered_id_passes_the_checker_of_gymnasium(rulebook):
    check_env(gymnasium.make(id_of(rulebook)).unwrapped)


@pytest.mark.parametrize(
    ("rulebook", "house"), [*HOUSES, ("maryland", electronic()), *((own, None) for own in OWN)]
)
def test_a_walk_stays_in_its_spaces_and_adds_up_to_the_chips(rulebook, house):
    env = SeatEnv(rulebook, house=house, rounds=20, chips=500)
    total, chips, ended = 0.0, 0.0, False
    for observation, reward, terminated, truncated, info in walk(env, seed=3):
        assert observation in env.observation_space
        ended = terminated or truncated
        assert any(info["action_mask"]) != ended
        assert "refusal" not in info
        total, chips = total + reward, observation["chips"][0]
    assert ended
    with pytest.raises(InputError, match="the episode is over"):
        env.step(0)
    assert total == pytest.approx(chips - 500)


@pytest.mark.parametrize(("rulebook", "house"), HOUSES)
def test_the_mask_holds_what_a_player_may_do(rulebook, house):
    env = SeatEnv(rulebook, house=house, rounds=15)
    for *_, info in walk(env, seed=5):
        turns = env.episode.turns
        if turns.turn is None:
            continue
        legal = legal_actions(turns.table.rules, turns.table.state, "you")
        for option, may in zip(env.menu.options, info["action_mask"], strict=True):
            command = turns.command(turns.turn, option)
            if command is not None and option.amount:
                assert bool(may) == any(action.allows(command) for action in legal), option


def test_the_same_seed_gives_the_same_episode_and_another_one_another():
    def rewards(seed):
        return [reward for _, reward, *_ in walk(SeatEnv("wisconsin", rounds=20), seed)]

    assert rewards(1) == rewards(1)
    assert rewards(1) != rewards(2)


def test_a_refused_action_changes_nothing_and_says_why():
    env = SeatEnv("maryland")
    before, _ = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(env.menu.number("war"))
    assert (reward, terminated, truncated) == (0, False, False)
    assert info["refusal"] == "Seat 1 has no tie hand awaiting a choice. [9.E; 9.E(1)(c)]"
    assert info["events"] == ()
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_an_episode_ends_when_nothing_can_be_wagered_any_more():
    env = SeatEnv("washington", chips=10, stakes={"initial": [10], "tie": [10]}, rounds=None)
    _, info = env.reset(seed=1)
    wager, done, surrender = (env.menu.number(*each) for each in (("initial", 10), ("done",), ("surrender",)))
    ended, chips = [False, False], 10.0
    while not any(ended):
        action = next((each for each in (wager, surrender) if info["action_mask"][each]), done)
        observation, _, *ended, info = env.step(action)
        chips = observation["chips"][0]
    assert ended == [True, False]
    assert chips < 10


@pytest.mark.parametrize(
    ("rulebook", "settings", "tie"),
    [
        ("maryland", {}, "1.00 2.00 5.00 10.00 25.00 50.00"),
        ("maryland", {"limits": {"initial": (5, 100)}}, "5.00 10.00 25.00 50.00"),
        ("washington", {"limits": {"initial": (5, 100), "tie": ("0.01", 5)}}, "0.01 0.02 0.05 0.10 5.00"),
        (example("half_tie_limit"), {}, "5.00 10.00 25.00 50.00"),
        (example("war_without_a_choice"), {}, "10.00 20.00 50.00 100.00"),
    ],
)
def test_a_tie_wager_without_a_limit_of_its_own_is_as_large_as_initial_wagers_are(rulebook, settings, tie):
    options = map(str, SeatEnv(rulebook, **settings).menu.options)
    assert " ".join(each.removeprefix("tie $") for each in options if each.startswith("tie $")) == tie


def test_stakes_that_the_table_does_not_take_are_told_why_at_once():
    env = SeatEnv("maryland", stakes={"initial": [1, 2]})
    with pytest.raises(InputError) as sentence:
        env.reset(seed=1)
    assert str(sentence.value) == (
        "Nothing on the menu can be wagered with $1,000.00 in chips; of initial $1.00: "
        "The initial wager has to be at least $5.00. [our assumption R12]"
    )


def test_a_player_without_chips_is_told_so_at_once():
    with pytest.raises(InputError, match=r"Nothing on the menu can be wagered with \$4.00 in chips"):
        SeatEnv("washington", chips=4, stakes={"initial": [5], "tie": [5]}).reset(seed=1)


def test_an_episode_is_truncated_after_its_rounds_which_may_be_sat_out():
    env = SeatEnv("maryland", rounds=2)
    env.reset(seed=1)
    assert env.step(env.menu.number("done"))[1:4] == (0, False, False)
    assert env.step(env.menu.number("done"))[1:4] == (0, False, True)
    with pytest.raises(InputError, match="the episode is over"):
        env.step(0)


@pytest.mark.parametrize("rulebook", [name for name in names() if name != "california"])
def test_betting_goes_on_until_the_player_is_done(rulebook):
    env = SeatEnv(rulebook, chips=10, stakes={"initial": [10]})
    env.reset(seed=1)
    *_, info = env.step(env.menu.number("initial", 10))
    assert [*np.flatnonzero(info["action_mask"])] == [env.menu.number("done")]
    assert env.episode.turns.asked == 0


def test_a_required_wager_that_is_missing_sends_the_hand_back():
    [own] = [path for path in OWN if path.stem == "tied_wagers"]
    env = SeatEnv(own, stakes={"initial": [10], "tie": [10]}, rounds=2)
    env.reset(seed=1)
    env.step(env.menu.number("initial", 10))
    observation, reward, *_ = env.step(env.menu.number("done"))
    assert (reward, observation["chips"][0], env.episode.turns.table.state.rounds) == (0, 1000, 0)
    for wager in ("initial", "tie"):
        env.step(env.menu.number(wager, 10))
    env.step(env.menu.number("done"))
    assert env.episode.turns.table.state.round or env.episode.turns.table.state.rounds == 1


def test_wagers_that_wait_for_a_required_one_do_not_count_as_a_round(tmp_path):
    """Wisconsin fixes a wager when it is placed: it waits on the layout until the other one lies there."""
    own = tmp_path / "own.toml"
    required = 'wagers.tie = { value = "10 to 1", required = true, clause = "(i)(1)(ii)" }'
    own.write_text(f'extends = "wisconsin"\nname = "own"\ntitle = "Own"\n{required}\n', encoding="utf-8")
    env = SeatEnv(own, stakes={"initial": [10], "tie": [10]}, rounds=1)
    env.reset(seed=1)
    initial, tie, done = env.menu.number("initial", 10), env.menu.number("tie", 10), env.menu.number("done")
    env.step(initial)
    *_, truncated, info = env.step(done)
    assert (truncated, env.episode.turns.asked) == (False, 0)
    env.step(tie)
    *_, truncated, info = env.step(done)
    while not truncated and info["action_mask"][env.menu.number("surrender")]:
        *_, truncated, info = env.step(env.menu.number("surrender"))
    assert truncated


def test_rewards_are_counted_in_units():
    env = SeatEnv("maryland", rounds=1, unit=10)
    env.reset(seed=7)
    env.step(env.menu.number("initial", 50))
    assert abs(env.step(env.menu.number("done"))[1]) == 5


def test_cards_are_counted_since_the_shuffle():
    env = SeatEnv("maryland", rounds=200, chips=100_000, companions=5)
    seen, shuffles = dict.fromkeys(RANKS, 0), 0
    for observation, *_, info in walk(env, seed=2, steps=600):
        for event in info["events"]:
            if isinstance(event, ShoeLoaded):
                seen, shuffles = dict.fromkeys(RANKS, 0), shuffles + 1
            if isinstance(event, CardDealt):
                seen[event.card[0]] += 1
        assert [*observation["seen"]] == [*seen.values()]
    assert shuffles > 1
    assert "seen" not in SeatEnv("maryland", counting=False).reset(seed=1)[0]


def test_own_and_dealers_cards_meters_and_phase_are_seen():
    env = SeatEnv("maryland", house=load_sample("maryland"), rounds=300, chips=100_000)
    phases = set()
    for observation, *_ in walk(env, seed=4, steps=2000):
        phases.add([*Phase][observation["phase"]])
        state = env.episode.turns.table.state
        assert [*observation["meters"]] == [amount / 100 for amount in state.meters.values()]
        if state.round:
            assert observation["cards"][0] == number_of(state.round.hands[1].card)
            assert observation["dealer"][0] == number_of(state.round.dealer_card)
    assert phases >= {Phase.WAGERS, Phase.CHOICE, Phase.TIE_OFFER}


def test_phases_have_codes_and_what_people_say():
    assert all(phase.value.replace("_", "").isalpha() for phase in Phase)
    assert (Phase.CHOICE.value, str(Phase.CHOICE)) == ("choice", "surrender or war")


def test_companions_play_along_and_bank():
    env = SeatEnv("california", rounds=6, seat=2)
    env.reset(seed=1)
    while env.episode.turns.turn is not None:
        env.step(env.menu.number("done"))
    events = env.episode.turns.table.events
    assert env.episode.turns.is_over
    assert {event.seat for event in events if isinstance(event, BankTaken)} == {1, 3}
    assert sum(isinstance(event, RoundCompleted) for event in events) == 6


def test_who_banks_wins_what_the_others_lose():
    env = SeatEnv("california", rounds=2, stakes={"bank": [500]})
    env.reset(seed=1)
    rewards = [env.step(env.menu.number("bank", 500))[1] for _ in range(2)]
    table = env.episode.turns.table
    assert table.state.bank.holder == "you"
    assert any(rewards)
    others = [table.state.chips[player] / 100 for player in table.state.chips if player != "you"]
    assert sum(rewards) == 2 * 1_000_000 - sum(others)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"rounds": 0}, "The number of rounds is a whole number from 1 on, not 0."),
        ({"seat": 9}, "A seat is a whole number from 1 to 7, not 9."),
        ({"companions": 7}, "The number of companions is a whole number from 0 to 6, not 7."),
        (
            {"stakes": {"baccarat": [5]}},
            "There is no stake 'baccarat' at this table; there are: initial, tie",
        ),
        ({"stakes": {"tie": []}}, "The stake 'tie' needs amounts, each more than nothing."),
        ({"stakes": {"tie": 5}}, "The stake 'tie' is a list, not 5."),
        ({"stakes": [1]}, "Stakes are names and their amounts, not [1]."),
        ({"chips": 0}, "An agent brings chips, more than nothing."),
        ({"counting": "no"}, "counting is True or False, not 'no'."),
        ({"counting": None}, "counting is True or False, not None."),
        ({"unit": 0}, "The unit of rewards is more than nothing."),
        ({"chips": "many"}, "'many' is not an amount of dollars"),
        ({"render_mode": "human"}, "A seat is rendered as 'ansi', not as 'human'."),
        ({"decks": 8}, "There is no setting 'decks'; there are: house, readings"),
    ],
)
def test_bad_settings_get_one_sentence(settings, says):
    with pytest.raises(InputError) as sentence:
        SeatEnv(**{"rulebook": "maryland", **settings})
    assert str(sentence.value).startswith(says)


def test_unknown_actions_get_one_sentence():
    env = SeatEnv("maryland")
    with pytest.raises(
        InputError, match=r"There is no action initial \$7.00; there are: done, war, surrender"
    ):
        env.menu.number("initial", 7)
    with pytest.raises(InputError, match="reset opens one"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(InputError, match="An action is a whole number from 0 to 18, not 99"):
        env.step(99)


@pytest.mark.parametrize("seed", [-1, "x", 1.5])
def test_what_is_no_seed_is_refused(seed):
    for env in (SeatEnv("maryland"), TableEnv("maryland")):
        with pytest.raises(InputError, match="A seed is a whole number from 0 on, not "):
            env.reset(seed=seed)


def test_an_environment_can_be_drawn_and_pickled():
    env = SeatEnv("maryland", render_mode="ansi")
    env.reset(seed=1)
    env.step(env.menu.number("initial", 10))
    assert env.render() == "<maryland, round 1: seat 1 you $990.00 (initial $10.00)>"
    again = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own bytes
    assert again.step(0)[1] == env.step(0)[1]


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_the_extra_one_sentence_says_how_to_install_it(missing):
    code = (
        f"import sys; sys.modules['{missing}'] = None\nfrom casinowar import InputError\n"
        "try: import casinowar.environments\nexcept InputError as sentence: print(sentence)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (
        f"Environments need the package {missing}, which is not installed; "
        "install it with: pip install 'casinowar[environments]'"
    )
