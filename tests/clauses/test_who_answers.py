"""A player's command may name who gives it, and is refused where the hand, seat or bank is another's."""

from casinowar.game import commands as c
from casinowar.game.refusal import Reason
from casinowar.game.words import Wager
from tests.support.clause import clause
from tests.support.scenario import at_table, opened


@clause("maryland", "9.E")
def test_only_the_player_of_a_tie_hand_chooses():
    table = at_table("maryland", cards="9H 2D 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    for command in (c.Surrender, c.GoToWar):
        table.refused(command(hand=1, player="Ben"), Reason.NOT_YOURS)
        table.refused(command(hand=1, player="Nobody"), Reason.NOT_YOURS)
        assert table.is_allowed(command(hand=1, player="Ann"))
        assert table.is_allowed(command(hand=1))
    table.when(c.GoToWar(hand=1)).refused(c.DeclineTieWager(hand=1, player="Ben"), Reason.NOT_YOURS)


@clause("maryland", "7.D")
def test_only_the_player_of_a_wager_takes_it_back():
    table = at_table("maryland").wagers({1: 10_00})
    table.refused(c.WithdrawWager(hand=1, wager=Wager.INITIAL, player="Ben"), Reason.NOT_YOURS)
    assert table.is_allowed(c.WithdrawWager(hand=1, wager=Wager.INITIAL, player="Ann"))


@clause("maryland", "5.E(1)")
def test_only_the_player_who_is_asked_answers_for_the_cut():
    table = opened("maryland").when(
        c.Sit(player="Ann", seat=1, chips=1), c.Sit(player="Ben", seat=2, chips=1)
    )
    table.attended().refused(c.RefuseCut(seat=1, player="Ben"), Reason.NOT_YOURS)
    assert table.is_allowed(c.RefuseCut(seat=1, player="Ann"))


@clause("california", "round.10")
def test_only_the_player_who_is_asked_answers_for_the_bank():
    table = at_table("california", bankers=False).attended()
    for command in (c.TakeBank(seat=1, amount=10_00, player="Ben"), c.DeclineBank(seat=1, player="Ben")):
        table.refused(command, Reason.NOT_YOURS)
    assert table.is_allowed(c.DeclineBank(seat=1, player="Ann"))
