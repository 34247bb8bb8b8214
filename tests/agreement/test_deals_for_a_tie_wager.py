"""Kernel and engine where cards are dealt for a tie wager alone, however wars are fought."""

import pytest
from msgspec.structs import replace

from casinowar.game.book.variants import Base, ChoiceWhen, Fought
from tests.agreement.playing import seats, shrunk
from tests.agreement.test_kernel import agree
from tests.support.varieties import OWN, source

IN_A_ROW, AGAIN = (
    source(str(next(path for path in OWN if path.stem == name))).book()
    for name in ("ties_in_a_row", "again_at_a_price")
)


@pytest.mark.parametrize("equal", [False, Base.WAR])
@pytest.mark.parametrize("fought", Fought)
def test_such_a_deal_is_no_war_to_wager_on(fought, equal):
    assert IN_A_ROW.war is not None
    assert AGAIN.wagers.war_tie is not None
    when = ChoiceWhen.AT_THE_SEAT if fought is Fought.AT_ONCE else IN_A_ROW.settlement.choice.when
    choice = replace(IN_A_ROW.settlement.choice, when=when)
    book = replace(
        IN_A_ROW,
        settlement=replace(IN_A_ROW.settlement, choice=choice),
        wagers=replace(IN_A_ROW.wagers, war_tie=replace(AGAIN.wagers.war_tie, equal=equal)),
        war=replace(IN_A_ROW.war, deal=replace(IN_A_ROW.war.deal, fought=fought)),
    )
    rules = shrunk(book, 2)
    for seed in range(3):
        assert agree(rules, seats(rules), seed, most_rounds=8)
