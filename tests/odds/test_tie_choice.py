"""The choice on a tie where a war can be given up later: the sheet advises the best of all courses."""

from fractions import Fraction
from time import process_time

import pytest
from msgspec.structs import replace

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.odds import wagers
from casinowar.odds.hand import Strategy, ways
from casinowar.odds.options import OddsOptions
from casinowar.odds.settlement import TIE, Path, Wagered, moved
from casinowar.odds.sheet import par_sheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import Better, choices
from casinowar.reports.blocks import Grid
from casinowar.reports.par_sheet.wagers import on_a_tie
from casinowar.rulebooks import load_rules
from tests.support.varieties import OWN, source

AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()

BRIEF = OddsOptions(sessions=(10,))
"""Without the long sessions, which take longest where a hundredth of a wager may be lost."""


def costly(forfeits: str, **changes: object) -> Rules:
    """Let wars after the first cost far more than they bring, and giving them up very little."""
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    again = replace(AGAIN.war.again, forfeits=forfeits, **{"times": 5, **changes})
    return Rules(replace(AGAIN, war=replace(AGAIN.war, again=again, tied=AGAIN.war.lost)))


def test_war_that_is_given_up_later_is_compared_with_surrender():
    rules = costly("1/100")
    shoe = Shoe.fresh(rules)
    choice = choices(rules, shoe)[0]
    always = wagers.initial(rules, shoe, Strategy.WAR)
    surrendered = wagers.initial(rules, shoe, Strategy.SURRENDER)
    best = wagers.initial(rules, shoe, Strategy.BEST)
    assert always.house_edge > surrendered.house_edge > best.house_edge
    assert choice.war > choice.surrender


def test_the_sheet_advises_what_is_best():
    [section] = on_a_tie(par_sheet(costly("1/100"), BRIEF))
    [table] = (block for block in section.blocks if isinstance(block, Grid))
    assert [row[-1] for row in table.rows] == ["war", "surrender", "surrender"]


# row by row


@pytest.mark.parametrize("times", [0, 2, 5])
@pytest.mark.parametrize("forfeits", ["1/100", "1/2"])
@pytest.mark.parametrize("surrender", [True, False])
def test_following_every_row_is_the_best_strategy(forfeits, times, surrender):
    rules = costly(forfeits, times=times)
    if not surrender:
        rules = Rules(replace(rules.book, surrender=None))
    shoe, unit = Shoe.fresh(rules), usual_wager(rules)
    rows = choices(rules, shoe)
    assert [each.wars for each in rows] == ([0, 1, 2] if surrender else [1, 2])
    assert Better.BY_CARDS not in {each.better for each in rows}
    stops = [each.wars for each in rows if each.better is Better.SURRENDER]

    def net(path: Path) -> int:
        """Settle a path as one who gives up where the rows say so."""
        end = next((wars for wars in stops if path.wars > wars), None)
        if end is not None:
            path = Path(TIE, end, TIE if end else None, given_up=True)
        return moved(rules, path, Wagered(unit)).net

    followed = ways(rules, shoe, Strategy.WAR, unit).mean(net)
    assert followed == unit * wagers.initial(rules, shoe, Strategy.BEST).distribution.mean


def test_a_war_that_can_only_be_given_up_later_leaves_a_choice():
    rules = Rules(replace(costly("1/100").book, surrender=None))
    edges = {each.strategy: each.house_edge for each in par_sheet(rules, BRIEF).initial}
    assert edges[Strategy.BEST] == edges[Strategy.SURRENDER] < edges[Strategy.WAR]
    [section] = on_a_tie(par_sheet(rules, BRIEF))
    [table] = (block for block in section.blocks if isinstance(block, Grid))
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("tie in war 1", "surrender"),
        ("tie in war 2", "surrender"),
    ]


def test_where_the_rank_decides_each_rank_has_its_row():
    rules = load_rules("california", readings={"primary_wager_at_war": "lost"})
    gone = [rank + suit for rank in "KQJT987" for suit in "CDHS" for _ in range(6)]
    gone += [rank + suit for rank in "65432" for suit in "CDH" for _ in range(6)]
    shoe = Shoe.fresh(rules, 6).without(gone)
    rows = choices(rules, shoe, initial=10_00)
    assert [(each.cards, each.better) for each in rows] == [(6, "war"), (24, "surrender")]
    tied = {6: Fraction(5 * 6 * 5, 54 * 53), 24: Fraction(24 * 23, 54 * 53)}
    best = sum((tied[each.cards or 0] * max(each.war, each.surrender) for each in rows), Fraction(0))
    assert best == 10_00 * wagers.initial(rules, shoe, Strategy.BEST, 10_00).distribution.mean
    [section] = on_a_tie(par_sheet(rules, OddsOptions(seen=tuple(gone))))
    assert "any tie of a rank with 6 cards left" in str(section)


def test_many_wars_take_no_long_time():
    def seconds(wars):
        started = process_time()
        par_sheet(costly("1/2", wars=wars, times=1), BRIEF)
        return process_time() - started

    assert seconds(20) < 40 * seconds(10), "it grows with the wars, not with all the ways they may go"
