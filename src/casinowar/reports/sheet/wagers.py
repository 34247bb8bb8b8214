"""The sheet's first part: all wagers at a glance, the initial wager, the choice on a tie, the tie wagers."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game.words import Wager
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import HIGHER, LOWER, TIE, Path, Strategy, Wagered, moved, ways
from casinowar.odds.sheet import ParSheet
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.blocks import (
    Block,
    Column,
    Formula,
    Grid,
    Row,
    Section,
    Shown,
    Words,
    fraction_in_math,
    fractions,
    words,
)
from casinowar.reports.numbers import decimal, dollars, exact, one_in, percent, power, units
from casinowar.reports.sheet import cited
from casinowar.reports.sheet.wording import about_the_meter, edge, edge_in_words, if_offered

_STRATEGIES = {
    Strategy.WAR: "war on ties",
    Strategy.SURRENDER: "surrender on ties",
    Strategy.BEST: "best play",
}


def summary(sheet: ParSheet) -> Section:
    """Put all wagers into one table."""
    name = edge(sheet.rules)
    columns = (
        words("wager"),
        words("played"),
        fractions(f"{name}, exact"),
        Column(name),
        Column("element of risk"),
        Column("standard deviation"),
        Column("variance"),
    )
    return Section(
        title="Summary",
        blocks=(
            Grid(columns=columns, rows=tuple(_summary_rows(sheet))),
            Words(
                f"{edge_in_words(sheet.rules)} The element of risk counts war wagers as wagered too. "
                "Standard deviation and variance are of one wager, in units of it. Every figure is for a "
                "fresh shoe"
                + (" without the cards seen." if sheet.seen else " unless said.")
                + (f" {about_the_meter(sheet)}" if sheet.progressive else "")
            ),
            Shown("decks"),
        ),
        rests_on=cited.cites(
            [*cited.cards(sheet.rules), *cited.initial(sheet.rules), *cited.ties(sheet.rules)]
        ),
    )


def _summary_rows(sheet: ParSheet) -> Iterator[Row]:
    for odds in sheet.initial:
        played = _STRATEGIES[odds.strategy] if odds.strategy else ""
        yield _summed("initial", played, odds.distribution, odds.element_of_risk)
    if sheet.tie:
        yield _summed("tie", "", sheet.tie.distribution, sheet.tie.element_of_risk)
    for number, rung in enumerate(sheet.war_tie, 1):
        which = "" if len(sheet.war_tie) == 1 else f"war {number}"
        yield _summed("tie on the war", which, rung.distribution, rung.element_of_risk)
    offered = if_offered(sheet.rules.house.progressive)
    for side in sheet.progressive:
        yield _summed(
            f"progressive {dollars(Fraction(side.wager))}{offered}",
            _STRATEGIES[side.strategy] if side.strategy else "",
            side.distribution,
            side.house_edge,
        )
    for spin in (sheet.bonus_spin[:1] + sheet.bonus_spin[-1:]) if sheet.bonus_spin else ():
        seats = "1 position wagers" if spin.positions == 1 else f"{spin.positions} positions wager"
        yield _summed(
            f"bonus spin {dollars(Fraction(spin.wager))}", seats, spin.distribution, spin.house_edge
        )


def _summed(wager: str, played: str, distribution: Distribution, risk: Fraction) -> Row:
    return (
        wager,
        played,
        exact(distribution.house_edge),
        percent(distribution.house_edge),
        percent(risk),
        decimal(distribution.standard_deviation),
        decimal(distribution.variance),
    )


def initial(sheet: ParSheet) -> Section:
    """Give the whole distribution of the initial wager under every strategy."""
    shown = [odds for odds in sheet.initial if not _same_as_war(odds, sheet)]
    nets = sorted({net for odds in shown for net, _ in odds.distribution.outcomes})
    heads = [str(odds.strategy or "chance") for odds in shown]
    columns = (
        words("net result"),
        *(each for head in heads for each in (fractions(f"{head}, exact"), Column(head))),
    )
    rows = [(units(net), *_chances(shown, net)) for net in nets]
    sums = [
        ("mean", *(cell for odds in shown for cell in _twice(odds.distribution.mean))),
        ("variance", *(cell for odds in shown for cell in _twice(odds.distribution.variance))),
        ("wagered on average", *(cell for odds in shown for cell in _twice(odds.wagered))),
        (
            "element of risk",
            *(
                cell
                for odds in shown
                for cell in (exact(odds.element_of_risk), percent(odds.element_of_risk))
            ),
        ),
    ]
    best = "Best play is to go to war on every tie. " if len(shown) < len(sheet.initial) else ""
    return Section(
        title="Initial wager",
        blocks=(
            Grid(columns=columns, rows=(*rows, *sums), lines_before=(len(rows),)),
            Words(f"{best}Results are in units of the initial wager, all that war costs or brings included."),
        ),
        rests_on=cited.cites(cited.initial(sheet.rules)),
    )


def _same_as_war(odds: WagerOdds, sheet: ParSheet) -> bool:
    return odds.strategy is Strategy.BEST and odds.distribution == sheet.initial[0].distribution


def _chances(shown: list[WagerOdds], net: Fraction) -> Iterator[str]:
    for odds in shown:
        chance = dict(odds.distribution.outcomes).get(net)
        yield exact(chance) if chance else "–"
        yield percent(chance) if chance else ""


def _twice(value: Fraction) -> tuple[str, str]:
    return exact(value), decimal(value, 6)


# the choice on a tie


def on_a_tie(sheet: ParSheet) -> Iterator[Section]:
    """Compare war with surrender, and show why one is never worse."""
    if not sheet.on_a_tie:
        return
    unit, offered = sheet.wager, if_offered(sheet.rules.house.progressive)
    rows = []
    for choice in sheet.on_a_tie:
        tie = {None: "any tie", True: "suited tie", False: "other tie"}[choice.suited]
        if choice.progressive:
            tie += f", with a progressive wager of {dollars(Fraction(choice.progressive))}{offered}"
        # The progressive chip is gone either way; counting it makes both columns net results.
        war, surrender = ((each - choice.progressive) / unit for each in (choice.war, choice.surrender))
        better = "war" if war > surrender else "surrender" if surrender > war else "both alike"
        rows.append((tie, exact(war), decimal(war), exact(surrender), decimal(surrender), better))
    beside = "; a progressive wager beside it, and what it is paid, are included" if sheet.progressive else ""
    columns = (
        words("tie"),
        fractions("war, exact"),
        Column("war"),
        fractions("surrender, exact"),
        Column("surrender"),
        words("better"),
    )
    yield Section(
        title="The choice on a tie",
        blocks=(
            *_why(sheet),
            Grid(columns=columns, rows=tuple(rows)),
            Words(
                f"Net worth in units of the initial wager, counted with {dollars(Fraction(unit))}{beside}."
            ),
        ),
        rests_on=cited.cites(cited.initial(sheet.rules)),
    )


def _why(sheet: ParSheet) -> Iterator[Block]:
    """Derive what war is worth from the chance that it ties too."""
    rules, unit = sheet.rules, sheet.wager
    if rules.most_wars != 1 or rules.book.surrender is None:
        return
    shoe = Shoe.fresh(rules, sheet.decks).without(sheet.seen)
    found = [(path, chance) for path, chance in ways(rules, shoe, Strategy.WAR, unit) if path.original is TIE]
    tied = sum((chance for path, chance in found if path.last is TIE), Fraction(0))
    again = tied / sum((chance for _, chance in found), Fraction(0))
    won, lost, twice, given = (
        Fraction(moved(rules, path, Wagered(unit)).net, unit)
        for path in (Path(TIE, 1, HIGHER), Path(TIE, 1, LOWER), Path(TIE, 1, TIE), Path(TIE, given_up=True))
    )
    half = (won + lost) / 2
    value = half + again * (twice - half)
    frac = fraction_in_math
    yield Words(
        "A hand that goes to war ties again with the chance q and otherwise wins and loses equally often, "
        f"because its card and the dealer's are exchangeable. A war won brings {units(won)}, a war lost "
        f"{units(lost)}, a war tied {units(twice)} units, and surrender {units(given)}. So war is worth"
    )
    yield Formula(
        f"(1 - q)/2 dot ({frac(won)}) + (1 - q)/2 dot ({frac(lost)}) + q dot ({frac(twice)}) "
        f"= {frac(half)} + q dot {frac(twice - half)} = {frac(value)}, quad q = {frac(again)}."
    )
    if half >= given and twice >= half:
        yield Words(
            f"Even a war that never tied would be worth {units(half)}, no less than surrender's "
            f"{units(given)}; each tie in the war adds to it. War is never worse than surrender, whatever "
            "cards are left."
        )


# the tie wagers


def ties(sheet: ParSheet) -> Iterator[Section]:
    """Give the odds of the tie wagers."""
    rungs = [("original deal", Wager.TIE, sheet.tie)] if sheet.tie else []
    for number, odds in enumerate(sheet.war_tie, 1):
        rungs.append(("war deal" if len(sheet.war_tie) == 1 else f"war deal {number}", Wager.WAR_TIE, odds))
    if not rungs:
        return
    rows = []
    for deal, _, odds in rungs:
        (_, _), (won, chance) = odds.distribution.outcomes[0], odds.distribution.outcomes[-1]
        rows.append(
            (
                deal,
                f"{won} to 1",
                exact(chance),
                percent(chance),
                one_in(chance),
                exact(odds.house_edge),
                percent(odds.house_edge),
            )
        )
    columns = (
        words("wager on a tie in the"),
        Column("pays"),
        fractions("chance, exact"),
        Column("chance"),
        Column(""),
        fractions(f"{edge(sheet.rules)}, exact"),
        Column(edge(sheet.rules)),
    )
    yield Section(
        title="Tie wagers",
        blocks=(Grid(columns=columns, rows=tuple(rows)),),
        rests_on=cited.cites(cited.ties(sheet.rules)),
    )


def counter(sheet: ParSheet) -> Iterator[Section]:
    """Tell what perfect counting of the tie wager is worth."""
    if not sheet.counter:
        return
    rows = tuple(
        (
            str(odds.unseen),
            power(odds.chance),
            exact(odds.chance),
            percent(odds.edge_when_wagered, 2) if odds.edge_when_wagered is not None else "–",
            power(odds.worth),
            exact(odds.worth),
        )
        for odds in sheet.counter
    )
    columns = (
        words("cards unseen"),
        Column("chance of a favourable shoe"),
        fractions("exact"),
        Column("player's edge when wagered"),
        Column("worth per round, in units"),
        fractions("exact"),
    )
    yield Section(
        title="A perfect counter of the tie wager",
        blocks=(
            Grid(columns=columns, rows=rows),
            Words(
                "A counter who has seen every card so far, down to the cover card in the last line, and "
                "wagers on a tie only when the cards left favour it. Rounds without a wager count in what "
                "it is worth."
            ),
            Shown("counter"),
        ),
        rests_on=cited.cites([*cited.ties(sheet.rules), *cited.shoe(sheet.rules)]),
    )
