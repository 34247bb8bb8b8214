"""The sheet's third part: several seats, the cover card, sessions and the player/dealer's bank."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.odds.hand import Strategy
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ROUNDS_AN_HOUR, ParSheet
from casinowar.reports.blocks import Block, Column, Grid, Row, Section, Shown, Words, fractions, words
from casinowar.reports.numbers import decimal, dollars, exact, percent, units
from casinowar.reports.sheet import cited
from casinowar.reports.sheet.wording import edge, winner

ROUNDS_HELD = 10_000
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def seats(sheet: ParSheet) -> Iterator[Section]:
    """Give the covariance of seats, the table's swings and its hold."""
    if not sheet.seats:
        return
    who = winner(sheet.rules)
    rows: list[Row] = [
        (
            odds.mix if odds.seats == 1 else "",
            str(odds.seats),
            decimal(odds.win, 5),
            decimal(odds.covariance, 5) if odds.seats > 1 else "–",
            decimal(odds.standard_deviation),
            *([] if sheet.seen else [percent(Fraction(each), 2) for each in odds.hold(ROUNDS_HELD)]),
        )
        for odds in sheet.seats
    ]
    pairs = {odds.mix: odds.covariance for odds in sheet.seats if odds.seats > 1}
    held = [] if sheet.seen else [Column("hold, low"), Column("expected"), Column("high")]
    yield Section(
        title="Several seats",
        blocks=(
            Grid(
                columns=(
                    words("each seat wagers"),
                    Column("seats"),
                    Column(f"{who} wins per round"),
                    Column("covariance"),
                    Column("standard deviation"),
                    *held,
                ),
                rows=tuple(rows),
                lines_before=tuple(at for at, row in enumerate(rows) if at and row[0]),
            ),
            *(
                [
                    Grid(
                        columns=(words("covariance of two seats that wager"), fractions("exact"), Column("")),
                        rows=tuple((mix, exact(pair), decimal(pair, 8)) for mix, pair in pairs.items()),
                    )
                ]
                if pairs
                else []
            ),
            *map(Words, _about_seats(sheet)),
            Shown("seats"),
        ),
        rests_on=cited.cites(cited.seats(sheet.rules)),
    )


def _about_seats(sheet: ParSheet) -> Iterator[str]:
    """Say what the seats have in common, and what the table keeps of their wagers."""
    who, seats = winner(sheet.rules), sheet.rules.seats
    if sheet.rules.book.bank:
        yield f"Of {seats} seats one banks, so at most {seats - 1} wager; the bank covers all of them."
    if not sheet.seen:
        full = max(sheet.seats, key=lambda odds: (odds.mix is sheet.seats[0].mix, odds.seats))
        hour = dollars(full.theoretical_win(sheet.wager, ROUNDS_AN_HOUR))
        whose = "player/dealer's" if sheet.rules.book.bank else "house's"
        yield (
            f"The hold is the share that the {who} keeps of what is put down before the deal, after "
            f"{ROUNDS_HELD:,} rounds, with the normal 95 % interval. Where each of {full.seats} seats wagers "
            f"{dollars(sheet.wager)} ({full.mix}) and {ROUNDS_AN_HOUR} rounds are dealt in an hour, "
            f"the {whose} theoretical win is {hour} an hour."
        )
    yield (
        "All seats play against the same dealer's cards, so their results go together: the covariance is "
        f"that of two of them. Wins and deviations are the {who}'s per round, in units of the initial wager. "
        "Tie wagers are as large as the initial wager, or as large as the rules let them be."
    )


def long_run(sheet: ParSheet) -> Iterator[Section]:
    """Compare whole shoes, dealt down to the cover card, with a fresh one."""
    if not sheet.long_run:
        return
    fresh = {odds.strategy: odds.house_edge for odds in sheet.initial}
    tie = sheet.tie.house_edge if sheet.tie else None
    # Of several wars each has a tie wager of its own, and the long run is that of all of them together.
    war_tie = sheet.war_tie[0].house_edge if len(sheet.war_tie) == 1 else None
    each_round = sheet.rules.reshuffles_each_round
    rows: list[Row] = []
    for odds in sheet.long_run:
        wagers: list[tuple[str, Fraction | None, Fraction | None]] = [
            ("initial", odds.initial, fresh.get(odds.strategy)),
            ("tie", odds.tie, tie),
            ("tie on the war", odds.war_tie, war_tie if odds.strategy is Strategy.WAR else None),
        ]
        for at, (wager, value, single) in enumerate((w, v, s) for w, v, s in wagers if v is not None):
            difference = None if single is None or value is None else value - single
            rows.append(
                (
                    str(odds.strategy) if at == 0 else "",
                    decimal(odds.rounds, 2) if at == 0 else "",
                    wager,
                    percent(value or Fraction(0), 6),
                    exact(value or Fraction(0)),
                    "–" if single is None else percent(single, 6),
                    "–" if difference is None else _signed(difference),
                )
            )
    yield Section(
        title="The long run, shuffled each round" if each_round else "The long run with the cover card",
        blocks=(
            Grid(
                columns=(
                    words("played"),
                    Column("rounds in a shoe"),
                    words("wager"),
                    Column(f"{edge(sheet.rules)} in the long run"),
                    fractions("exact"),
                    Column("fresh shoe"),
                    Column("difference"),
                ),
                rows=tuple(rows),
                lines_before=tuple(at for at, row in enumerate(rows) if at and row[0]),
            ),
            Words(
                "One seat playing; every round has a whole shoe before it."
                if each_round
                else "Averages over whole shoes with one seat playing. A shoe with many ties spends its "
                "cards on wars and so has fewer rounds; the rounds of shoes that end at a cover card are no "
                "fair sample of rounds from a fresh shoe."
            ),
        ),
        rests_on=cited.cites(cited.shoe(sheet.rules)),
    )


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{percent(value, 6)}".replace("+<", "<") if value else "0"


def sessions(sheet: ParSheet) -> Iterator[Section]:
    """Say where players stand after so many rounds, with and without a bankroll that can run out."""
    if not sheet.sessions:
        return
    luck = sheet.rounds_to_overcome_luck
    overcome = (
        f"After {decimal(luck, 0)} rounds (N0, exactly {exact(luck)}) what the {winner(sheet.rules)} expects "
        "to have won is as large as one standard deviation."
        if luck is not None
        else ""
    )
    error = max((odds.error for odds in (*sheet.sessions, *sheet.with_bankroll)), default=Fraction(0))
    bound = f" The chances are exact to within {float(error):.0e}." if error else " The chances are exact."
    blocks: list[Block] = [
        _percentiles(sheet.sessions, "Without a limit"),
        *(
            [_percentiles(sheet.with_bankroll, f"With a bankroll of {sheet.bankroll} units", sheet.bankroll)]
            if sheet.with_bankroll
            else []
        ),
        *([Words(overcome)] if overcome else []),
        Words(
            "Percentiles of the player's result, in units, all rounds from fresh shoes. With a "
            "bankroll a player stops for good, and is ruined, once what is left does not cover the most that "
            "a round can cost; the percentiles count such a player there." + bound
        ),
        Shown("session"),
    ]
    yield Section(title="Sessions", blocks=tuple(blocks), rests_on=cited.cites(cited.initial(sheet.rules)))


def _percentiles(found: tuple[SessionOdds, ...], caption: str, bankroll: int | None = None) -> Grid:
    return Grid(
        columns=(
            Column("rounds"),
            *(Column(f"{each} %") for each in PERCENTILES),
            Column("ahead"),
            Column("even"),
            *([Column(f"ruined with {bankroll} units")] if bankroll else []),
        ),
        rows=tuple(
            (
                f"{odds.rounds:,}",
                *(units(odds.quantile(Fraction(each, 100))) for each in PERCENTILES),
                percent(odds.ahead, 2),
                percent(odds.even, 2),
                *([percent(odds.ruined, 2)] if bankroll else []),
            )
            for odds in found
        ),
        caption=caption,
    )


def bank(sheet: ParSheet) -> Iterator[Section]:
    """Give what a player/dealer can expect by the size of the bank."""
    if not sheet.bank:
        return
    unit = sheet.wager
    rows = tuple(
        (
            dollars(Fraction(odds.bank)),
            exact(odds.expected / unit),
            decimal(odds.expected / unit),
            decimal(odds.distribution.standard_deviation / unit),
            percent(odds.short),
            *(decimal(hand / unit) for hand in odds.hands),
        )
        for odds in sheet.bank
    )
    hands = len(sheet.bank[0].wagers)
    yield Section(
        title="The player/dealer's bank",
        blocks=(
            Grid(
                columns=(
                    words("bank"),
                    fractions("expected, exact"),
                    Column("expected"),
                    Column("standard deviation"),
                    Column("used up"),
                    *(Column(f"hand {number}") for number in range(1, hands + 1)),
                ),
                rows=rows,
            ),
            Words(
                f"Against {hands} hands of {dollars(Fraction(unit))} that go to war on ties, in units of one "
                "wager; hands are numbered in the order of settling. The bank counts as used up when it "
                "pays or takes less than it would have with more in it."
            ),
            Shown("bank"),
        ),
        rests_on=cited.cites(cited.bank(sheet.rules)),
    )
