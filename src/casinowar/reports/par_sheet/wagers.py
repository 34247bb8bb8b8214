"""Summary of all wagers, the initial wager, the choice on a tie, tie wagers, other pays."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import asdict

from casinowar.game.words import Wager
from casinowar.odds.distribution import Distribution
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.sheet import ParSheet
from casinowar.odds.tie_choice import TieChoice
from casinowar.odds.wagers import WagerOdds
from casinowar.reports import blocks as b
from casinowar.reports.names import WAGERS, edge, played
from casinowar.reports.numbers import counted, decimal, dollars, exact, one_in, percent, units
from casinowar.reports.par_sheet.warnings import offered_wagers, sheet_warnings
from casinowar.reports.par_sheet.wording import if_offered, part, sentence

Cells = dict[b.Column, b.Cell]


def summary(sheet: ParSheet) -> b.Section:
    found = [*_every_wager(sheet)]
    return part(
        sheet,
        "summary",
        b.grid(_returned(sheet, *each) for each in found),
        b.grid((_varied(*each[:3]) for each in found), caption="How far results vary"),
        *(b.Paragraph(each, "warning") for each in sheet_warnings(sheet)),
        about_the_edge=sentence("banks_edge" if sheet.rules.book.bank else "house_edge"),
        fresh="without the cards seen" if sheet.seen else "unless said",
    )


def _every_wager(sheet: ParSheet) -> Iterator[tuple[str, str, Distribution, Fraction]]:
    """Yield each wager's name, strategy, distribution and element of risk."""
    for odds in (*sheet.initial, *filter(None, (sheet.tie, sheet.tie_given_up, sheet.dealer_wins))):
        yield WAGERS[odds.wager], played(odds.strategy), odds.distribution, odds.element_of_risk
    for number, rung in enumerate(sheet.war_tie, 1):
        which = "" if len(sheet.war_tie) == 1 else f"war {number}"
        yield WAGERS[Wager.WAR_TIE], which, rung.distribution, rung.element_of_risk
    offered = if_offered(sheet.rules.house.progressive)
    shown = sheet.bonus_spin[:1] + sheet.bonus_spin[1:][-1:]
    for name, how, side in offered_wagers(sheet):
        if isinstance(side, ProgressiveOdds):
            yield f"{name}{offered}", how, side.distribution, side.house_edge
        elif side in shown:
            yield name, how, side.distribution, side.house_edge


def _returned(sheet: ParSheet, wager: str, how: str, distribution: Distribution, risk: Fraction) -> Cells:
    return {
        b.text_column("wager"): wager,
        b.text_column("played"): how,
        **b.both(edge(sheet.rules), distribution.house_edge, percent),
        b.Column("return to player"): percent(distribution.return_to_player, 2),
        b.detail_column("element of risk"): percent(risk),
        b.Column("hit frequency"): percent(distribution.hit_frequency, 2),
    }


def _varied(wager: str, how: str, distribution: Distribution) -> Cells:
    skewness, kurtosis = distribution.skewness, distribution.excess_kurtosis
    return {
        b.text_column("wager"): wager,
        b.text_column("played"): how,
        b.Column("standard deviation"): decimal(distribution.standard_deviation),
        b.detail_column("variance"): decimal(distribution.variance),
        b.detail_column("skewness"): "–" if skewness is None else decimal(skewness, 2),
        b.detail_column("excess kurtosis"): "–" if kurtosis is None else decimal(kurtosis, 2),
        b.Column("volatility index"): decimal(distribution.volatility_index, 2),
    }


def initial(sheet: ParSheet) -> b.Section:
    same = {odds.distribution: odds.strategy for odds in reversed(sheet.initial[:-1])}
    found_out = same.get(sheet.initial[-1].distribution)
    alone = f" {sentence('of_the_initial_wager_alone')}" if sheet.tie_given_up else ""
    shown = sheet.initial[:-1] if found_out else sheet.initial
    found = {str(odds.strategy or "value"): _measured(odds) for odds in shown}
    return part(
        sheet,
        "initial",
        *(b.grid(_ways(odds.distribution), caption=_cycle(odds)) for odds in shown),
        b.grid(b.side_by_side(b.text_column("on average"), found)),
        best=sentence(f"best_is_{found_out}", alone=alone) if found_out else "",
    )


def _cycle(odds: WagerOdds) -> str:
    how = played(odds.strategy) or "every round"
    return f"{how[:1].upper()}{how[1:]}: a cycle of {counted(odds.distribution.cycle, 'way')}"


def _ways(distribution: Distribution) -> Iterator[Cells]:
    for net, chance in distribution.outcomes:
        yield {
            b.text_column("net result"): units(net),
            b.Column("ways"): f"{int(chance * distribution.cycle):,}",
            **b.both("chance", chance, percent),
            b.Column("adds to the mean"): decimal(net * chance, 6),
        }


def _measured(odds: WagerOdds) -> dict[str, tuple[str, str]]:
    return {
        "result": _twice(odds.distribution.mean),
        "variance": _twice(odds.distribution.variance),
        "wagered": _twice(odds.wagered),
        "element of risk": (exact(odds.element_of_risk), percent(odds.element_of_risk)),
    }


def _twice(value: Fraction) -> tuple[str, str]:
    return exact(value), decimal(value, 6)


# the choice on a tie


def on_a_tie(sheet: ParSheet) -> Iterator[b.Section]:
    if not sheet.on_a_tie:
        return
    also = sentence("progressive_beside") if sheet.progressive else ""
    also += sentence("tie_beside") if sheet.tie_given_up else ""
    table = b.grid(_choice(choice, sheet) for choice in sheet.on_a_tie)
    yield part(sheet, "on_a_tie", *_why(sheet), table, beside=also)


def _choice(choice: TieChoice, sheet: ParSheet) -> Cells:
    tie = {None: "any tie", True: "suited tie", False: "other tie"}[choice.suited]
    if choice.wars:
        tie = f"tie in war {choice.wars}"
    if choice.cards is not None:
        tie += f" of a rank with {counted(choice.cards, 'card')} left"
    if choice.tie:
        tie += f", with a tie wager of {dollars(choice.tie)}"
    if choice.progressive:
        offered = if_offered(sheet.rules.house.progressive)
        tie += f", with a progressive wager of {dollars(choice.progressive)}{offered}"
    return {
        b.text_column("tie"): tie,
        **b.both("war", choice.war / sheet.wager, decimal),
        **b.both("surrender", choice.surrender / sheet.wager, decimal),
        b.text_column("better"): str(choice.better),
    }


def _why(sheet: ParSheet) -> Iterator[b.Block | str]:
    worth = sheet.war_worth
    if worth is None:
        return
    won, lost, tied, half = map(b.fraction_in_math, (worth.won, worth.lost, worth.tied, worth.untied))
    more, value, ties = map(b.fraction_in_math, (worth.tied - worth.untied, worth.war, worth.ties))
    worths = {name: units(each) for name, each in {**asdict(worth), "untied": worth.untied}.items()}
    yield b.Paragraph(sentence("war_is_worth", **worths), paper=True)
    yield b.Formula(
        f"(1 - q)/2 dot ({won}) + (1 - q)/2 dot ({lost}) + q dot ({tied}) "
        f"= {half} + q dot {more} = {value}, quad q = {ties}."
    )
    if worth.never_worse:
        yield sentence("war_is_never_worse", **worths)


# the tie wagers


def ties(sheet: ParSheet) -> Iterator[b.Section]:
    rungs = [("original deal", sheet.tie)] if sheet.tie and sheet.rules.most_ties == 1 else []
    for number, odds in enumerate(sheet.war_tie, 1):
        rungs.append(("war deal" if len(sheet.war_tie) == 1 else f"war deal {number}", odds))
    if not rungs:
        return
    rows = (
        {
            b.text_column("wager on a tie in the"): deal,
            b.Column("pays"): f"{won} to 1",
            **b.both("chance", chance, percent),
            b.Column(""): one_in(chance),
            **b.both(edge(sheet.rules), odds.house_edge, percent),
        }
        for deal, odds in rungs
        for won, chance in odds.distribution.outcomes[-1:]
    )
    yield part(sheet, "ties", b.grid(rows))


def ties_in_a_row(sheet: ParSheet) -> Iterator[b.Section]:
    if sheet.tie is None or sheet.rules.most_ties == 1:
        return
    found = filter(None, (sheet.tie, sheet.tie_given_up))
    grids = (b.grid(_net_results(odds), caption=played(odds.strategy).capitalize()) for odds in found)
    yield part(sheet, "ties_in_a_row", *grids)


def dealer_wins(sheet: ParSheet) -> Iterator[b.Section]:
    if sheet.dealer_wins is not None:
        yield part(sheet, "dealer_wins", b.grid(_net_results(sheet.dealer_wins)))


def _net_results(odds: WagerOdds) -> Iterator[Cells]:
    for net, chance in odds.distribution.outcomes:
        yield {
            b.text_column("net result"): units(net),
            **b.both("chance", chance, percent),
            b.Column(""): one_in(chance),
        }


# other pays


def other_pays(sheet: ParSheet) -> Iterator[b.Section]:
    if not sheet.other_pays:
        return
    rows = []
    for each in sheet.other_pays:
        pays = f"{each.pays} to 1" if each.wager is Wager.TIE else f"{units(each.pays)} net"
        rows.append(
            {
                b.text_column("if"): "the tie wager pays" if each.wager is Wager.TIE else "a tied war brings",
                b.Column("pay"): pays,
                **b.both(edge(sheet.rules), each.house_edge, percent),
                b.text_column(" "): "as here" if each.own else "",
            }
        )
    first = next((at for at, each in enumerate(sheet.other_pays) if each.wager is Wager.INITIAL), 0)
    yield part(sheet, "other_pays", b.grid(rows, lines_before=(first,) if first else ()))
