"""The sample house files: each loads as it is printed, and plays."""

import random

import pytest

from casinowar import Table
from casinowar.cli import main
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Instrument, Wager
from casinowar.rulebooks import load_rules, names, sample_house
from tests.support.scenario import Scenario, ready, seat_bankers
from tests.support.wheels import spin_wager, stop

ROUNDS = 40


@pytest.fixture(params=names())
def sample(request, tmp_path):
    """Give the name of a rulebook and the path of its sample."""
    path = tmp_path / f"{request.param}.toml"
    path.write_text(sample_house(request.param), encoding="utf-8")
    return request.param, str(path)


def wagers(scenario: Scenario) -> list[c.Command]:
    """Make every wager that the house offers, at seats 1 and 2."""
    made: list[c.Command] = []
    house = scenario.rules.house
    for seat in (1, 2):
        made.append(c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00))
        if house.coupons:
            coupon = Instrument.COUPON
            made.append(c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, made_with=coupon))
        made.append(c.PlaceWager(hand=seat, wager=Wager.TIE, amount=5_00))
        if house.progressive:
            made.append(c.PlaceWager(hand=seat, wager=Wager.PROGRESSIVE, amount=5_00))
        if house.bonus_spin:
            made.append(spin_wager(seat))
    return made


def answer(scenario: Scenario) -> c.Command:
    """Answer what the procedure asks a person for: war, no tie wager, the wheel's least pays."""
    due = scenario.due
    seat = due.seat or 0
    answers: dict[Act, c.Command] = {
        Act.CHOOSE: c.GoToWar(hand=seat),
        Act.ANSWER_TIE_OFFER: c.DeclineTieWager(hand=seat),
        Act.SPIN_WHEEL: stop(seat, "$200", "$25"),
        Act.ANSWER_CUT: c.RefuseCut(seat=seat),
    }
    return answers[due.act]


def test_each_sample_plays(sample):
    rulebook, path = sample
    chance = random.Random(7)
    scenario = Scenario(load_rules(rulebook, path)).when(c.OpenTable())
    for seat, player in ((1, "Ann"), (2, "Ben")):
        scenario.when(c.Sit(player=player, seat=seat, chips=100_000_00))
    ready(scenario)
    if scenario.rules.book.bank:
        seat_bankers(scenario)
    for played in range(1, ROUNDS + 1):
        left = [*scenario.table.shoe.stack[scenario.table.shoe.drawn :]]
        chance.shuffle(left)
        scenario.next_cards(" ".join(left))
        scenario.when(*wagers(scenario), c.CallNoMoreBets()).attended()
        while scenario.table.round is not None or scenario.due.act is Act.ANSWER_CUT:
            scenario.when(answer(scenario)).attended()
        assert scenario.table.rounds == played


def test_each_sample_says_for_which_rulebook_it_is_and_refuses_another(sample):
    rulebook, path = sample
    other = "washington" if rulebook != "washington" else "wisconsin"
    with pytest.raises(InputError, match=f"is for the rulebook '{rulebook}', not for '{other}'"):
        load_rules(other, path)


@pytest.mark.parametrize("rulebook", names())
def test_the_command_prints_a_sample_as_it_stands(rulebook, capsys):
    assert main(["rulebooks", "--sample", rulebook]) == 0
    assert capsys.readouterr().out == sample_house(rulebook)


def test_the_list_of_rulebooks_says_where_the_samples_are(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["rulebooks"]) == 0
    assert "casinowar rulebooks --sample RULEBOOK > my-house.toml" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sample", "atlantis"], "There is no sample for 'atlantis'; there is one for maryland, "),
        (["--sample", "../maryland"], "There is no sample for"),
        (["--sample", "maryland", "--json"], "does not go with --json"),
    ],
)
def test_a_sample_that_is_not_there_is_one_line_and_exit_code_2(arguments, said, capsys):
    assert main(["rulebooks", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_the_electronic_version_can_be_taken_from_marylands_sample(tmp_path):
    text = sample_house("maryland")
    file = tmp_path / "electronic.toml"
    file.write_text(
        text.replace("# [electronic]", "[electronic]").replace("# community_cards", "community_cards"),
        encoding="utf-8",
    )
    table = Table("maryland", house=file, seed=1)
    table.sit("Ann", seat=1, chips=100)
    [placed] = table.wager(1, 10, card=3)
    assert isinstance(placed, e.WagerPlaced)
    assert placed.hand == 103
