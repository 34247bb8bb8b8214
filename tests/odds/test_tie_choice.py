"""The choice on a tie where a war can be given up later: the sheet advises the best of all courses."""

from time import process_time

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.odds import wagers
from casinowar.odds.hand import Strategy
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import choices
from casinowar.reports.blocks import Grid
from casinowar.reports.sheet.wagers import on_a_tie
from tests.support.varieties import OWN, source

AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()


def costly(forfeits: str, **changes: object) -> Rules:
    """Let wars after the first cost far more than they bring, and giving them up very little."""
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    again = replace(AGAIN.war.again, forfeits=forfeits, **{"times": 5, **changes})
    return Rules(replace(AGAIN, war=replace(AGAIN.war, again=again, tied=AGAIN.war.lost)))


def test_war_that_is_given_up_later_is_compared_with_surrender():
    rules = costly("1/100")
    shoe = Shoe.fresh(rules)
    [choice] = choices(rules, shoe)
    always = wagers.initial(rules, shoe, Strategy.WAR)
    surrendered = wagers.initial(rules, shoe, Strategy.SURRENDER)
    best = wagers.initial(rules, shoe, Strategy.BEST)
    assert always.house_edge > surrendered.house_edge > best.house_edge
    assert choice.war > choice.surrender


def test_the_sheet_advises_what_is_best():
    [section] = on_a_tie(par_sheet(costly("1/100")))
    [table] = (block for block in section.blocks if isinstance(block, Grid))
    assert [row[-1] for row in table.rows] == ["war"]


@pytest.mark.parametrize("wars", [8, 20])
def test_many_wars_take_no_long_time(wars):
    started = process_time()
    par_sheet(costly("1/2", wars=wars, times=1))
    assert process_time() - started < 6
