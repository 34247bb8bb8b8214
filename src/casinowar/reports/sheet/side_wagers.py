"""The sheet's second part: progressive wager, Envy Bonus, bonus wheel and electronic version."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.odds.hand import Strategy
from casinowar.odds.progressive import HandOdds, ProgressiveOdds
from casinowar.odds.sheet import ParSheet
from casinowar.reports.blocks import Column, Grid, Row, Section, Shown, Words, fractions, words
from casinowar.reports.numbers import decimal, dollars, exact, one_in, percent
from casinowar.reports.sheet import cited
from casinowar.reports.sheet.wording import about_the_meter, edge, if_offered, winner


def progressive(sheet: ParSheet) -> Iterator[Section]:
    """List the hands of the progressive wager, and what the meter does to its return."""
    if not sheet.progressive:
        return
    law = sheet.rules.book.progressive
    back = law is not None and law.gives_chip_back
    chip = "A won chip is given back" if back else "A won chip stays with the house"
    reading = f" ({law.won_chip.reading})" if law and law.won_chip.reading else ""
    yield Section(
        title=f"Progressive wager{if_offered(sheet.rules.house.progressive)}",
        blocks=(
            *(_hands(odds, back=back) for odds in sheet.progressive),
            Words(
                f"{chip}{reading}. What a hand adds to the return is its chance times what it pays"
                f"{', the chip given back included' if back else ''}, per unit of the wager, the meter left "
                f"out. {about_the_meter(sheet)}"
            ),
        ),
        rests_on=cited.cites(cited.progressive(sheet.rules)),
    )
    yield Section(
        title=f"The meter{if_offered(sheet.rules.house.progressive)}",
        blocks=(
            _meters(sheet.progressive),
            Words(
                "In the long run the wagers raise the meter by its rate, and each win of the whole meter "
                "brings the amount at which the house restarts it."
            ),
            Shown("meter"),
        ),
        rests_on=cited.cites(cited.progressive(sheet.rules)),
    )


def _hands(odds: ProgressiveOdds, *, back: bool) -> Grid:
    played = {Strategy.WAR: ", war on every tie", Strategy.SURRENDER: ", surrender every tie"}
    caption = (
        f"Wager of {dollars(Fraction(odds.wager))}{played.get(odds.strategy, '') if odds.strategy else ''}"
    )
    rows = [
        (
            " and ".join(hand.hands),
            exact(hand.chance),
            one_in(hand.chance),
            _pays(hand, back=back),
            exact(hand.chance * hand.pays),
            percent(hand.chance * hand.pays),
        )
        for hand in odds.hands
    ]
    rows.append(("nothing", exact(odds.nothing), one_in(odds.nothing), "–", "0", "0"))
    rows.append(("all hands", "1", "", "", exact(odds.fixed_return), percent(odds.fixed_return)))
    return Grid(
        columns=(
            words("hand"),
            fractions("chance, exact"),
            Column("chance"),
            Column("pays"),
            fractions("adds to the return, exact"),
            Column("adds"),
        ),
        rows=tuple(rows),
        lines_before=(len(rows) - 1,),
        caption=caption,
    )


def _pays(hand: HandOdds, *, back: bool) -> str:
    """Write what hands pay as the text has it, the chip left out."""
    share = {Fraction(0): "", Fraction(1): " and the meter"}
    return f"{hand.pays - back} to 1{share.get(hand.meter, f' and {hand.meter} of the meter')}"


def _meters(found: tuple[ProgressiveOdds, ...]) -> Grid:
    heads = [
        " ".join(filter(None, (str(odds.strategy or ""), dollars(Fraction(odds.wager))))) for odds in found
    ]
    lines: list[tuple[str, list[str]]] = [
        ("return without the meter", [_both(odds.fixed_return) for odds in found]),
        ("meter", [dollars(Fraction(odds.meter)) for odds in found]),
        ("return with the meter as it stands", [_both(1 - odds.house_edge) for odds in found]),
        (
            "meter at which the wager is even",
            [
                "no meter makes it even" if odds.break_even_meter is None else dollars(odds.break_even_meter)
                for odds in found
            ],
        ),
        (
            "wagers from one meter win to the next",
            [
                "–" if odds.rounds_between_hits is None else decimal(odds.rounds_between_hits, 1)
                for odds in found
            ],
        ),
        ("rate at which wagers raise the meter", [_both(odds.rate) for odds in found]),
        ("added by restarts of the meter", [_both(odds.seed) for odds in found]),
        ("return in the long run", [_both(odds.long_run_return) for odds in found]),
    ]
    return Grid(columns=(words(""), *map(Column, heads)), rows=tuple((name, *cells) for name, cells in lines))


def _both(value: Fraction | None) -> str:
    return "not known without the house's rate" if value is None else f"{exact(value)} = {percent(value)}"


def envy(sheet: ParSheet) -> Iterator[Section]:
    """Tell what the Envy Bonus adds, by how many others play."""
    odds = sheet.envy
    if odds is None:
        return
    rows = tuple(
        (str(others), exact(odds.worth(others)), percent(odds.worth(others)))
        for others in range(1, max(2, sheet.rules.seats))
    )
    yield Section(
        title=f"Envy Bonus{if_offered(sheet.rules.house.progressive)}",
        blocks=(
            Words(
                f"For each other player's {odds.hand}, which comes with the chance {exact(odds.chance)} "
                f"({one_in(odds.chance)}) to a hand that goes to war on ties, a wager of "
                f"{dollars(odds.wager)} receives {dollars(Fraction(odds.bonus))}. This comes on top "
                "of the progressive wager's own return."
            ),
            Grid(
                columns=(
                    words("other players"),
                    fractions("adds to the return, exact"),
                    Column("adds to the return"),
                ),
                rows=rows,
            ),
        ),
        rests_on=cited.cites(cited.envy(sheet.rules)),
    )


def bonus_spin(sheet: ParSheet) -> Iterator[Section]:
    """Give the odds of the bonus wheel by how many positions wager."""
    if not sheet.bonus_spin:
        return
    first = sheet.bonus_spin[0]
    several = len({odds.wager for odds in sheet.bonus_spin}) > 1
    offered = sheet.rules.house.bonus_spin
    weighted = offered is not None and len(set(offered.positions)) > 1
    rows: list[Row] = [
        (
            f"{odds.positions}"
            + (f", {dollars(Fraction(odds.wager))}" if several else "")
            + (f", position {odds.position}" if weighted else ""),
            percent(odds.fixed_return, 2),
            one_in(odds.meter_chances[0]),
            one_in(odds.meter_chances[1]),
            exact(odds.house_edge),
            percent(odds.house_edge),
            decimal(odds.distribution.standard_deviation),
        )
        for odds in sheet.bonus_spin
    ]
    yield Section(
        title="Bonus spin",
        blocks=(
            Words(
                f"The dealer's card starts the wheel with the chance {exact(first.starts)}. Meters at "
                f"{dollars(Fraction(first.meters[0]))} and {dollars(Fraction(first.meters[1]))}. Where a hot "
                "spot goes to one position, it is rarer the more positions wager; the odds are of one "
                f"position's wager{'' if weighted else ', the last that is settled'}."
            ),
            Grid(
                columns=(
                    words("positions that wager"),
                    Column("return without meters"),
                    Column("primary meter"),
                    Column("secondary meter"),
                    fractions(f"{edge(sheet.rules)}, exact"),
                    Column(edge(sheet.rules)),
                    Column("standard deviation"),
                ),
                rows=tuple(rows),
            ),
        ),
        rests_on=cited.cites(cited.bonus_spin(sheet.rules)),
    )


def electronic(sheet: ParSheet) -> Iterator[Section]:
    """Give what a terminal of the electronic version brings the house."""
    if not sheet.terminals:
        return
    rows = tuple(
        (
            str(odds.seats),
            decimal(odds.win, 6),
            exact(odds.variance),
            decimal(odds.variance),
            decimal(odds.standard_deviation),
        )
        for odds in sheet.terminals
    )
    yield Section(
        title=f"Electronic version{if_offered(sheet.rules.house.electronic)}",
        blocks=(
            Grid(
                columns=(
                    words("cards backed"),
                    Column(f"{winner(sheet.rules)} wins per round"),
                    fractions("variance, exact"),
                    Column("variance"),
                    Column("standard deviation"),
                ),
                rows=rows,
            ),
            Words(
                "One unit on each community card that a terminal backs, all against one dealer's card, in "
                f"units of one wager. The {edge(sheet.rules)} per unit is the initial wager's."
                + _cards_of_no_house(sheet)
            ),
        ),
        rests_on=cited.cites(cited.electronic(sheet.rules)),
    )


def _cards_of_no_house(sheet: ParSheet) -> str:
    """Say how many community cards are counted where no house offers the version."""
    law = sheet.rules.book.electronic
    if law is None or sheet.rules.house.electronic:
        return ""
    return (
        " No house file offers this version: if it is offered, counted with up to "
        f"{law.community_cards.start} community cards."
    )
