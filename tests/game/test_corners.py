"""Corners that the walks and machines turned up, each as the shortest way into it."""

from pathlib import Path

import pytest

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import attend
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.chance import IN_ORDER
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler, Wager
from casinowar.rulebooks import load_rules, open_rulebook
from tests.support.scenario import LIMITS, at_table, opened, ready

OWN = Path(__file__).parents[1] / "rulebooks" / "own"
BATCH = House(shuffler=Shuffler.BATCH)


def changed(path: Path, name: str, old: str, new: str) -> str:
    """Write a copy of one of our own rulebooks with a value changed."""
    text = (OWN / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    copy = path / f"{name}.toml"
    copy.write_text(text.replace(old, new), encoding="utf-8")
    return str(copy)


def test_a_surrender_that_costs_nothing_returns_the_whole_wager(tmp_path):
    book = changed(tmp_path, "combined_stake", 'forfeits = "1/2"', 'forfeits = "0"')
    scenario = at_table(book, cards="9H 9C").wagers({1: 10_00}).dealt().when(c.Surrender(hand=1))
    scenario.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))
    assert scenario.net("Ann") == 0


def test_a_second_war_that_costs_nothing_to_give_up(tmp_path):
    book = changed(tmp_path, "again_for_free", "times = 0,", 'times = 1, forfeits = "0",')
    scenario = at_table(book, cards="9H 9C 2C KH KD").wagers({1: 10_00}).dealt()
    scenario.when(c.GoToWar(hand=1)).attended().when(c.Surrender(hand=1)).attended()
    assert scenario.net("Ann") == 0


def test_limits_between_which_no_wager_can_be_halved():
    limits = {Wager.INITIAL: Limit(minimum="0.01", maximum="0.01")}
    with pytest.raises(HouseError, match=r"no wager between them is a multiple of \$0.02"):
        Rules(open_rulebook("maryland").book(), House(limits=limits))


def test_a_reading_that_takes_the_war_out_outranks_readings_of_the_war():
    rules = load_rules("south_dakota", readings={"tie_hand": "loses", "war_burn": "before_each_card"})
    assert rules.book.war is None
    assert rules.book.surrender is None


def test_a_new_dealer_at_an_empty_shoe_has_it_reshuffled(tmp_path):
    burns = '[burns]\nnew_dealer = { value = 4, clause = "2" }\n\n[seating]'
    scenario = ready(opened(changed(tmp_path, "tiny", "[seating]", burns)))
    scenario.when(c.Sit(player="Ann", seat=1, chips=10_00))
    scenario.when(c.ComeToTable(dealer="Mia")).attended()
    scenario.then(e.CardBurned(reason=e.Burn.NEW_DEALER), e.CardsGathered(), e.ShoeLoaded())
    assert scenario.due.act is Act.PLACE_WAGERS


def test_the_automatic_dealer_leaves_a_card_that_must_be_read_to_people():
    house = House(limits=LIMITS, automatic=(Act.DEAL_CARD, Act.SETTLE_HAND, Act.SHUFFLE, Act.GATHER_CARDS))
    scenario = at_table("washington", house=house, players={1: "Ann"})
    while scenario.due.act is not Act.PLACE_WAGERS:
        act = scenario.due.act
        command = {Act.SHUFFLE: c.Shuffle, Act.LOAD_SHOE: c.LoadShoe, Act.RECEIVE_DECKS: c.ReceiveDecks}.get(
            act
        )
        scenario.when(command() if command else c.PlaceCoverCard())
    scenario.wagers({1: 10_00}).when(c.CallNoMoreBets())
    assert scenario.round.to_deal == (1, 0)
    assert not [*attend(scenario.rules, scenario.table, IN_ORDER)]


def test_the_automatic_dealer_shuffles_cards_that_nobody_has_seen():
    scenario = opened("washington", house=House(limits=LIMITS))
    scenario.when(c.ReceiveDecks(), c.Shuffle(), c.PlaceCoverCard(), c.LoadShoe(), c.OrderReshuffle())
    *_, last = attend(scenario.rules, scenario.table, IN_ORDER)
    assert last.tables[-1].shoe.left == 312


def test_a_void_round_does_not_spare_the_device_its_shuffle():
    scenario = at_table("california", house=BATCH).wagers({1: 10_00}).when(c.CallNoMoreBets(), c.DealCard())
    scenario.when(c.ReportShufflerJam(), c.Rule(ruling=Ruling.PLAY_ON))
    scenario.when(c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.due.act is Act.SHUFFLE_STORED


def test_both_batches_are_shuffled_where_the_first_comes_preshuffled():
    house = House(limits=LIMITS, shuffler=Shuffler.BATCH, preshuffled=True)
    scenario = opened("maryland", house=house).attended()
    assert scenario.of(e.StoredBatchShuffled)


@pytest.mark.parametrize(("preshuffled", "because"), [(False, "5.A(1)"), (True, "3.B(3)")])
def test_the_second_batch_is_shuffled_before_play_or_where_it_comes_preshuffled_to_be_stored(
    preshuffled, because
):
    house = House(limits=LIMITS, shuffler=Shuffler.BATCH, preshuffled=preshuffled)
    scenario = opened("maryland", house=house).when(c.Sit(player="Ann", seat=1, chips=100_00))
    assert scenario.until(Act.SHUFFLE_STORED).due.clause == because


def test_cards_on_the_layout_are_not_shuffled_in():
    scenario = opened(str(OWN / "tiny.toml"), house=House(limits=LIMITS))
    scenario.when(c.ReceiveDecks(), c.Shuffle(), c.LoadShoe())
    scenario.when(c.Sit(player="Ann", seat=1, chips=100_00)).wagers({1: 10_00})
    scenario.when(c.CallNoMoreBets(), c.DealCard(card="AC"), c.DealCard(card="AS"))
    scenario.when(c.SettleHand(), c.GoToWar(hand=1), c.ConfirmWarWager(), c.BeginWarDeal(), c.BurnCard())
    scenario.when(c.DealCard(card="KC"), c.ReportIrregularity(irregularity=Irregularity.OTHER))
    scenario.when(
        c.Rule(ruling=Ruling.PLAY_ON), c.ReportFaceUpCard(card="QC"), c.Rule(ruling=Ruling.DISCARD_THE_CARD)
    )
    scenario.when(c.ReportFaceUpCard(card="QS"), c.Rule(ruling=Ruling.DISCARD_THE_CARD), c.DealCard())
    scenario.when(c.Rule(ruling=Ruling.PLAY_ON))
    assert scenario.due.act is Act.SHUFFLE
    scenario.refused(c.Shuffle(cards=("AC", "QC", "QS")), Reason.CARDS_DO_NOT_MATCH)
    scenario.when(c.Shuffle(cards=("KS", "QC", "QS")))


def test_a_refusal_is_one_line_whatever_was_said():
    scenario = at_table("maryland")
    for command in (c.BuyChips(player="Zoe\nof\x00Bath", amount=1), c.LeaveTable(player="a\u2028b")):
        with pytest.raises(Exception, match="is not seated") as refused:
            scenario.when(command)
        assert str(refused.value).isprintable()


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
def test_a_round_void_before_its_call_leaves_the_making_of_the_shoe_as_it_was(rulebook):
    """New decks are shuffled before they are cut, though the wagers that lay there are void meanwhile."""
    scenario = (
        at_table(rulebook, players=2).wagers({1: 10_00}).when(c.ChangeCards()).until(Act.TURN_FACE_DOWN)
    )
    to_do = scenario.table.to_do
    scenario.when(c.ReportIrregularity(irregularity=Irregularity.OTHER), c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert scenario.table.round is None
    assert scenario.table.to_do == to_do
    scenario.until(Act.ANSWER_CUT)
    assert [type(event) for event in scenario.of(e.CardsShuffled, e.CutOffered)] == [
        e.CardsShuffled,
        e.CutOffered,
    ]


def test_a_tie_at_a_table_without_a_tie_wager_is_chosen_on(tmp_path):
    book = tmp_path / "no_tie_wager.toml"
    lines = ('extends = "washington"', 'name = "none"', 'title = "No tie wager"', 'unset = ["wagers.tie"]')
    book.write_text("\n".join(lines), encoding="utf-8")
    scenario = at_table(str(book), cards="9H 9C").wagers({1: 10_00}).dealt()
    assert scenario.due.act is Act.CHOOSE
    assert scenario.when(c.Surrender(hand=1)).attended().net("Ann") == -5_00
