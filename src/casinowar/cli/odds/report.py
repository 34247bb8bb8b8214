"""The PAR sheet in the terminal."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from casinowar.cli.output import console
from casinowar.game.book.house import House
from casinowar.game.book.progressive import EnvySize
from casinowar.game.money import dollars
from casinowar.game.words import Shuffler
from casinowar.odds.hand import Strategy
from casinowar.odds.progressive import ProgressiveOdds
from casinowar.odds.seats import TableOdds
from casinowar.odds.sheet import ROUNDS_AN_HOUR, ParSheet
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.numbers import dollars as money
from casinowar.reports.numbers import exact, one_in, percent, units

WIDEST = 110
ROUNDS_HELD = 10_000
_NAMES = {"initial": "Initial", "tie": "Tie", "war_tie": "Tie on the war deal"}


def print_sheet(sheet: ParSheet, changed: Mapping[str, str], reference: str) -> None:
    """Print the sheet part by part; `changed` are the readings that are not at their defaults."""
    out = console()
    out.width = min(out.width, WIDEST)
    _heading(out, sheet, changed)
    _wagers(out, sheet)
    _on_a_tie(out, sheet)
    _outcomes(out, sheet)
    _progressive(out, sheet)
    _bonus_spin(out, sheet)
    _seats(out, sheet)
    _shoe(out, sheet)
    _sessions(out, sheet)
    _bank(out, sheet)
    for reason in sheet.left_out:
        out.print(Text(f"Left out. {reason}", "yellow"))
    out.print(
        Text(
            f"Every reading: casinowar odds {reference} --readings · on paper: --pdf FILE, --plot FILE", "dim"
        )
    )


def _heading(out: Console, sheet: ParSheet, changed: Mapping[str, str]) -> None:
    book, house = sheet.rules.book, sheet.rules.house
    out.print(Text(book.title, "bold"))
    seen = f", {len(sheet.seen)} seen" if sheet.seen else ""
    decks = "one deck" if sheet.decks == 1 else f"{sheet.decks} decks"
    named = f" · {house.name}" if house != House() else ""
    shuffled = (
        f"shuffled {sheet.rules.shuffler}"
        if sheet.rules.shuffler is Shuffler.BY_HAND
        else sheet.rules.shuffler
    )
    out.print(f"{decks}, {sheet.cards} cards can come{seen} · {shuffled}{named}")
    if not sheet.decks_allowed:
        out.print(Text(f"The rulebook does not allow {decks}; the mathematics does.", "yellow"))
    chosen = ", ".join(f"{name} = {value}" for name, value in changed.items())
    if chosen:
        out.print(f"Readings: {chosen}")
    out.print()


def _grid(*columns: str, left: int = 1) -> Table:
    """Make a table whose first columns are words and whose others are numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < left else "right", no_wrap=place >= left)
    return table


def _show(out: Console, title: str, table: Table, *remarks: str) -> None:
    out.print(Text(title, "bold cyan"))
    out.print(table)
    for remark in remarks:
        out.print(remark, style="dim")
    out.print()


def _wagers(out: Console, sheet: ParSheet) -> None:
    table = _grid("Wager", "House edge", "exactly", "of all wagered", "Std deviation")
    rows: list[WagerOdds] = [*sheet.initial, *([sheet.tie] if sheet.tie else []), *sheet.war_tie]
    for odds in rows:
        name = _NAMES[odds.wager] + (f", {odds.strategy}" if odds.strategy else "")
        if len(sheet.war_tie) > 1 and odds in sheet.war_tie:
            name += f" {sheet.war_tie.index(odds) + 1}"
        risk = percent(odds.element_of_risk) if odds.wagered != 1 else ""
        deviation = f"{odds.distribution.standard_deviation:.4f}"
        table.add_row(name, percent(odds.house_edge), exact(odds.house_edge, out.width // 4), risk, deviation)
    _show(out, "Wagers", table)


def _on_a_tie(out: Console, sheet: ParSheet) -> None:
    if not sheet.on_a_tie:
        return
    table = _grid("On a tie", "War", "Surrender", "War is better by")
    for choice in sheet.on_a_tie:
        kind = {None: "any tie", True: "suited tie", False: "other tie"}[choice.suited]
        beside = f", {dollars(choice.progressive)} progressive" if choice.progressive else ""
        # The progressive chip is gone either way; counting it makes both columns net results.
        worth = [each - choice.progressive for each in (choice.war, choice.surrender)]
        table.add_row(kind + beside, *map(money, worth), money(choice.war - choice.surrender))
    gain = sheet.on_a_tie[0].war - sheet.on_a_tie[0].surrender
    better = "war" if gain > 0 else "surrender"
    said = f"{better} is the better choice" if gain else "both are worth the same"
    _show(out, "The choice", table, f"Net, at an initial wager of {dollars(sheet.wager)}: {said}.")


def _outcomes(out: Console, sheet: ParSheet) -> None:
    table = _grid("Net result", "Chance", "", "exactly")
    for net, chance in sheet.initial[0].distribution.outcomes:
        table.add_row(units(net), percent(chance), one_in(chance), exact(chance, out.width // 3))
    played = f", {sheet.initial[0].strategy}" if sheet.initial[0].strategy else ""
    _show(out, f"Where the initial wager ends{played}", table)


def _progressive(out: Console, sheet: ParSheet) -> None:
    law = sheet.rules.book.progressive
    back = int(law is not None and law.gives_chip_back)
    for odds in sheet.progressive:
        if odds.strategy in {Strategy.WAR, None}:
            table = _grid("Hand", "Chance", "", "Pays", "Return")
            for hand in odds.hands:
                pays = f"{hand.pays - back} to 1" + (" + meter" if hand.meter else "")
                returned = percent(hand.chance * hand.pays)
                table.add_row(
                    " and ".join(hand.hands), exact(hand.chance), one_in(hand.chance), pays, returned
                )
            table.add_row("nothing", exact(odds.nothing), one_in(odds.nothing), "", "")
            offered = "" if sheet.rules.house.progressive else ", if offered"
            chip = "A won chip is given back." if back else "A won chip stays with the house."
            _show(
                out,
                f"Progressive wager of {dollars(odds.wager)}{offered}",
                table,
                chip,
                *_remarks(sheet, odds),
            )


def _remarks(sheet: ParSheet, odds: ProgressiveOdds) -> Iterator[str]:
    """Say what a progressive wager gives back: fixed, with the meter, in the long run, surrendered."""
    meter, fixed = dollars(odds.meter), percent(odds.fixed_return)
    yield f"Without the meter {fixed} comes back; with {meter} in it {percent(1 - odds.house_edge)}."
    if odds.break_even_meter is not None and odds.rounds_between_hits is not None:
        times = f"{float(odds.rounds_between_hits):,.1f}"
        yield f"Even at {money(odds.break_even_meter)}. The meter is won once in {times} wagers."
    if odds.long_run_return is not None and odds.rate is not None and odds.seed is not None:
        parts = (
            f"fixed pays {fixed}, the meter's growth {percent(odds.rate)}, its restarts {percent(odds.seed)}"
        )
        yield f"In the long run {percent(odds.long_run_return)} comes back: {parts}."
        yield f"The house keeps {percent(1 - odds.long_run_return)}."
    for other in sheet.progressive:
        if other.strategy is Strategy.SURRENDER and other.wager == odds.wager:
            yield f"To a player who always surrenders {percent(1 - other.house_edge)} comes back."
    if sheet.envy and odds.wager == sheet.envy.wager:
        yield _envy(sheet)


def _envy(sheet: ParSheet) -> str:
    odds, law = sheet.envy, sheet.rules.book.progressive
    if odds is None or law is None or law.envy is None:
        return ""
    fixed = law.envy.size is EnvySize.THAT_WAGER_ONLY
    size = " for a wager of just this size" if fixed else ""
    each, others = percent(odds.worth(1)), sheet.rules.seats - 1
    return (
        f"Envy Bonus of {dollars(odds.bonus)}{size}: {each} more for each other player at war, "
        f"{percent(odds.worth(others))} for {others}."
    )


def _bonus_spin(out: Console, sheet: ParSheet) -> None:
    if not sheet.bonus_spin:
        return
    table = _grid("Positions wagering", "comes back", "fixed", "long run", "Primary won", "Secondary won")
    weights = sheet.rules.house.bonus_spin.positions if sheet.rules.house.bonus_spin else ()
    weighted = len(set(weights)) > 1
    for odds in sheet.bonus_spin:
        long = percent(odds.long_run_return, 2) if odds.long_run_return is not None else ""
        table.add_row(
            f"{odds.positions}, {dollars(odds.wager)} each"
            + (f", position {odds.position}" if weighted else ""),
            percent(1 - odds.house_edge, 2),
            percent(odds.fixed_return, 2),
            long,
            *map(one_in, odds.meter_chances),
        )
    first = sheet.bonus_spin[0]
    meters = " and ".join(map(dollars, first.meters))
    started = f"The wheel starts {one_in(first.starts)}; meters at {meters}; wins are those of one position."
    _show(out, "Bonus Spin", table, started)


def _seats(out: Console, sheet: ParSheet) -> None:
    wins = "Bank wins" if sheet.rules.book.bank else "Table wins"
    if sheet.seats:
        most = max(odds.seats for odds in sheet.seats)
        table = _grid("Each seat wagers", "Seats", wins, "Std deviation", "Hold, 10,000 rounds")
        for odds in sheet.seats:
            if odds.seats in {1, 2, most}:
                name = odds.mix if odds.seats == 1 else ""
                deviation = f"{odds.standard_deviation:.3f}"
                table.add_row(name, str(odds.seats), units(odds.win, 4), deviation, _hold(odds))
        full = next(odds for odds in sheet.seats if odds.seats == most)
        hour = money(full.theoretical_win(sheet.wager, ROUNDS_AN_HOUR))
        played = f"{dollars(sheet.wager)} a seat, {most} seats and {ROUNDS_AN_HOUR} rounds an hour"
        covariance = (
            f"covariance of their initial wagers {float(full.covariance):.4f} = {exact(full.covariance)}"
        )
        remarks = [f"Any two seats share the dealer's card: {covariance}."] if most > 1 else []
        remarks.append(f"Theoretical win at {played}: {hour} an hour.")
        remarks.append("Hold: the share kept of what is put down before the deal, normal 95 % interval.")
        _show(out, "The table, per round, in units of the initial wager", table, *remarks)
    if sheet.terminals:
        table = _grid("Cards backed", "House wins", "Std deviation")
        for odds in sheet.terminals:
            table.add_row(str(odds.seats), units(odds.win, 4), f"{odds.standard_deviation:.3f}")
        offered = "" if sheet.rules.house.electronic else ", if offered"
        _show(out, f"Electronic version, one terminal{offered}", table)


def _hold(odds: TableOdds) -> str:
    low, _, high = odds.hold(ROUNDS_HELD)
    return f"{low * 100:.2f} % to {high * 100:.2f} %".replace("-", "−")


def _shoe(out: Console, sheet: ParSheet) -> None:
    if not sheet.long_run:
        return
    fresh = {odds.strategy: odds.house_edge for odds in sheet.initial}
    table = _grid("One seat", "Rounds in a shoe", "Long run", "Fresh shoe", "Difference")
    for odds in sheet.long_run:
        played = odds.strategy if odds.strategy in fresh else None
        rows: list[tuple[str, Fraction | None, Fraction | None]] = [
            (f"initial, {played}" if played else "initial", odds.initial, fresh.get(played))
        ]
        if odds.strategy is Strategy.WAR and sheet.tie:
            rows.append(("tie", odds.tie, sheet.tie.house_edge))
        if odds.strategy is Strategy.WAR and len(sheet.war_tie) == 1:
            rows.append(("tie on the war deal", odds.war_tie, sheet.war_tie[0].house_edge))
        for name, long, short in rows:
            if long is None or short is None:
                continue
            first = f"{float(odds.rounds):.2f}" if name.startswith("initial") else ""
            table.add_row(name, first, percent(long, 6), percent(short, 6), percent(long - short, 6))
    remarks = [
        f"A perfect counter of the tie wager with {odds.unseen} cards unseen: "
        f"favourable {one_in(odds.chance)}, worth {float(odds.worth):.2e} units a round."
        for odds in sheet.counter
    ]
    title = (
        "The shoe, shuffled each round"
        if sheet.rules.reshuffles_each_round
        else "The shoe, dealt down to the cover card"
    )
    _show(out, title, table, *remarks)


def _sessions(out: Console, sheet: ParSheet) -> None:
    if not sheet.sessions:
        return
    table = _grid(
        "Rounds", "Ahead", "Even", "Worst 5 %", "Median", "Best 5 %", f"Ruined with {sheet.bankroll}"
    )
    for odds, bankroll in zip(sheet.sessions, sheet.with_bankroll, strict=True):
        table.add_row(
            f"{odds.rounds:,}",
            percent(odds.ahead, 2),
            percent(odds.even, 2),
            *(units(odds.quantile(Fraction(share, 100))) for share in (5, 50, 95)),
            percent(bankroll.ruined, 2),
        )
    bound = max(odds.error for odds in (*sheet.sessions, *sheet.with_bankroll))
    remarks = ["Rounds count as independent. " + (f"Exact within {float(bound):.0e}." if bound else "Exact.")]
    remarks.append(f"Ruined: {sheet.bankroll} units no longer cover the most that a round can cost.")
    if luck := sheet.rounds_to_overcome_luck:
        remarks.append(
            f"After {float(luck):,.0f} rounds the expected loss equals one standard deviation (N0)."
        )
    _show(out, "Sessions, in units of the initial wager", table, *remarks)


def _bank(out: Console, sheet: ParSheet) -> None:
    if not sheet.bank:
        return
    table = _grid("Bank", "Expects", "Std deviation", "Falls short", "First hand", "Last hand")
    unit = sheet.wager
    for odds in sheet.bank:
        first, last = odds.hands[0] / unit, odds.hands[-1] / unit
        table.add_row(
            units(Fraction(odds.bank, unit)).removeprefix("+"),
            units(odds.expected / unit, 4),
            f"{odds.distribution.standard_deviation / unit:.3f}",
            percent(odds.short, 2),
            units(first, 4),
            units(last, 4),
        )
    hands = len(sheet.bank[0].wagers)
    remark = "What the bank, and the hands settled first and last, can expect in a round; all in units."
    _show(out, f"The player/dealer's bank against {hands} initial wagers of one unit", table, remark)
