"""The JSON document of a PAR sheet, with exact fractions."""

from fractions import Fraction

from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, Symbol, Wheel
from casinowar.game.book.house import House
from casinowar.game.money import cents
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.distribution import Distribution, root
from casinowar.odds.hand import Strategy
from casinowar.odds.meter import MeterCourse
from casinowar.odds.progressive import EnvyOdds, ProgressiveOdds
from casinowar.odds.risk_of_ruin import RISKS
from casinowar.odds.seats import TableOdds
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ParSheet
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.exportable import named
from casinowar.reports.par_sheet.sessions import PERCENTILES
from casinowar.reports.par_sheet.warnings import sheet_warnings
from casinowar.reports.par_sheet.whole_table import CONFIDENCES, HANDLES, ROUNDS_HELD, compared, every_seat
from casinowar.version import made_with

Document = dict[str, object]


def document(sheet: ParSheet) -> Document:
    rules, unit = sheet.rules, sheet.wager
    return {
        "rulebook": rules.book.name,
        "title": rules.book.title,
        "made_with": made_with(),
        "house": None if rules.house == House() else rules.house.name,
        **named(sheet, "decks", "decks_allowed", "cards", "seen", "rounds_to_overcome_luck", "left_out"),
        "flags": sheet_warnings(sheet),
        "payout_limit_cuts": [
            {
                "wager": cut.wager,
                "paid_in_full_in_cents": cut.paid_in_full,
                "most_in_cents": cut.most,
                "at_most": [*map(_wager, cut.odds)],
            }
            for cut in sheet.cuts
        ],
        "readings": rules.book.readings,
        "initial_wager_in_cents": unit,
        "wagers": [
            *map(_wager, sheet.initial),
            *map(_wager, filter(None, (sheet.tie, sheet.tie_given_up))),
            *({**_wager(rung), "war": war} for war, rung in enumerate(sheet.war_tie, 1)),
            *([_wager(sheet.dealer_wins)] if sheet.dealer_wins else []),
            *map(_progressive, sheet.progressive, sheet.meters),
            *({**_envy(odds, rules.seats), "strategy": _at_war(sheet)} for odds in sheet.envy),
            *map(_spin, sheet.bonus_spin),
        ],
        "bonus_spin_wheel": _wheel(rules.book.bonus_spin, rules.house.bonus_spin),
        "on_a_tie": [
            {
                **named(choice, "suited", "progressive", "tie", "wars", "cards", "better"),
                "war": choice.war / unit,
                "surrender": choice.surrender / unit,
            }
            for choice in sheet.on_a_tie
        ],
        "war_worth": sheet.war_worth
        and named(sheet.war_worth, "won", "lost", "tied", "surrendered", "ties", "untied", "war"),
        "seats": [_table(each, sheet) for each in sheet.seats],
        "terminals": [{**_table(each, sheet), "cards": each.seats} for each in sheet.terminals],
        "long_run": [
            {
                **named(odds, "strategy", "initial", "tie", "war_tie"),
                "difference": {
                    str(each.wager): each.difference
                    for each in compared(odds, sheet)
                    if each.fresh is not None
                },
                "seats": odds.seats,
                "rounds_in_a_shoe": odds.rounds,
            }
            for odds in sheet.long_run
        ],
        "counter": [
            {**named(odds, "unseen", "worth", "edge_when_wagered"), "probability": odds.chance}
            for odds in sheet.counter
        ],
        "with_side_wagers": [
            {
                **named(odds, "seats", "mix", "put_down"),
                "strategy": _at_war(sheet),
                "progressive_in_cents": odds.sides.progressive,
                "bonus_spin_in_cents": odds.sides.bonus_spin,
                "operator_win": odds.win,
                "operator_variance": odds.variance,
                "operator_standard_deviation": odds.standard_deviation,
            }
            for odds in sheet.with_sides
        ],
        "counting": _counting(sheet),
        "exposed_card": {
            **named(sheet.exposed, "hands", "dealers", "tie", "at_war"),
            "ranks": [
                {**named(each, "rank", "hands", "dealers", "tie", "war"), "probability": each.chance}
                for each in sheet.exposed.ranks
            ],
        }
        if sheet.exposed
        else None,
        "played": {"sessions": sheet.usual.strategy, "seats": sheet.together.strategy},
        "sessions": [{**_session(each), "strategy": sheet.usual.strategy} for each in sheet.sessions],
        "bankroll": {
            "units": sheet.bankroll,
            "strategy": sheet.usual.strategy,
            "sessions": [*map(_session, sheet.with_bankroll)],
        },
        "bankroll_for_ruin": {
            "strategy": sheet.usual.strategy,
            "chances": [float(risk) for risk in RISKS],
            "sessions": [{"rounds": each.rounds, "units": each.units} for each in sheet.bankrolls],
        },
        "without_end": {
            "strategy": sheet.usual.strategy,
            "ruin_is_certain": sheet.endless.ruin_is_certain,
            "rounds": sheet.endless.rounds,
            "bank_in_units": sheet.endless.bank,
        },
        "hold": _holds(sheet),
        "exposure": {
            **named(sheet.exposure, "limited", "seats", "hands"),
            "largest": [
                {"wager": each.wager, "size_in_cents": each.size, "pays_in_cents": each.pays}
                for each in sheet.exposure.pays
            ],
            "hand_in_cents": sheet.exposure.hand,
            "table_in_cents": sheet.exposure.table,
        },
        "other_pays": [
            {
                **named(each, "wager", "pays", "house_edge", "own"),
                "strategy": _at_war(sheet) if each.wager is Wager.INITIAL else None,
            }
            for each in sheet.other_pays
        ],
        "match_play_worth": sheet.coupon,
        "rounds_an_hour": sheet.rounds_an_hour,
        "bank": [
            {
                "bank_in_cents": odds.bank,
                "strategy": sheet.together.strategy,
                "wagers_in_cents": [named(each, "initial", "tie") for each in odds.wagers],
                "expected_in_cents": odds.expected,
                "standard_deviation_in_cents": odds.distribution.standard_deviation,
                "hands_in_cents": odds.hands,
                "expected": odds.expected / unit,
                "standard_deviation": odds.distribution.standard_deviation / unit,
                "hands": [each / unit for each in odds.hands],
                "short": odds.short,
            }
            for odds in sheet.bank
        ],
    }


def _at_war(sheet: ParSheet) -> Strategy | None:
    """Name the strategy of figures computed at war; None if there is no choice."""
    return Strategy.WAR if sheet.together.strategy else None


def _counting(sheet: ParSheet) -> Document | None:
    found = sheet.counting
    if found is None:
        return None
    lost = {odds.strategy: 100 * odds.house_edge for odds in sheet.initial}
    return {
        "initial_wagers_lose_in_100_rounds": 100 * sheet.initial[0].house_edge,
        "strategy": sheet.initial[0].strategy,
        "profits": [
            {
                **named(each, "strategy", "sees_burned", "exact"),
                "rounds_in_a_shoe": each.rounds,
                "tie_wagers_in_a_shoe": each.wagers,
                "won_in_a_shoe": each.won,
                "won_in_100_rounds": each.per_100_rounds,
                "initial_wagers_lose_in_100_rounds": lost.get(each.strategy),
            }
            for each in found.profits
        ],
        "counts": [
            {
                **named(each, "ranks", "together", "unseen", "worth", "correlation"),
                "probability": each.chance,
                "share_of_perfect": each.worth / found.perfect.worth if found.perfect.worth else None,
            }
            for each in found.kept
        ],
        "at_war": [
            {**named(each, "unseen", "worth", "edge_when_wagered"), "probability": each.chance}
            for each in found.war
        ],
    }


def _holds(sheet: ParSheet) -> Document | None:
    if not sheet.seats or sheet.seen:
        return None
    full = every_seat(sheet)
    return {
        "seats": full.seats,
        **named(full, "mix", "strategy"),
        "of": "put down before the deal",
        "intervals": [
            {
                "rounds": rounds,
                "handle_in_cents": full.put_down * full.seats * sheet.wager * rounds,
                "confidence": confidence,
                **dict(zip(("low", "expected", "high"), full.hold(rounds, confidence), strict=True)),
            }
            for rounds in HANDLES
            for confidence in CONFIDENCES
        ],
    }


def _distribution(distribution: Distribution) -> Document:
    return {
        **named(distribution, "house_edge", "variance", "standard_deviation"),
        "favours_player": distribution.house_edge < 0,
        **named(distribution, "return_to_player", "hit_frequency", "skewness", "excess_kurtosis"),
        **named(distribution, "volatility_index", "mean", "cycle"),
        "outcomes": [
            {
                "net": str(net),
                "probability": chance,
                "ways": int(chance * distribution.cycle),
                "adds": net * chance,
            }
            for net, chance in distribution.outcomes
        ],
    }


def _wager(odds: WagerOdds) -> Document:
    said = named(odds, "wager", "strategy", "element_of_risk", "wagered")
    return {**said, **_distribution(odds.distribution)}


def _progressive(odds: ProgressiveOdds, course: MeterCourse | None) -> Document:
    hands = [(" and ".join(map(str, hand.hands)), hand.chance, hand.pays, hand.meter) for hand in odds.hands]
    even = odds.break_even_meter
    return {
        "wager": "progressive",
        **named(odds, "strategy", "rounds_between_hits", "rate", "seed", "long_run_return", "overhead"),
        "size_in_cents": odds.wager,
        "hands": [
            {
                "hand": hand,
                "probability": chance,
                "pays": str(pays),
                "meter": str(meter),
                "adds": chance * pays,
            }
            for hand, chance, pays, meter in (*hands, ("nothing", odds.nothing, Fraction(0), Fraction(0)))
        ],
        "meter": Fraction(odds.meter, 100),
        "return_without_meter": odds.fixed_return,
        "return_with_meter": 1 - odds.house_edge,
        "break_even_meter": None if even is None else even / 100,
        "meter_when_won": _course(course) if course else None,
        **_distribution(odds.distribution),
    }


def _course(course: MeterCourse) -> Document:
    return {
        "average": course.average / 100,
        "reaches_break_even": course.reaches_even,
        "long_run_variance": course.variance,
        "long_run_standard_deviation": root(course.variance),
        "variance_of_one_wager": course.variance_of_one,
        "standard_deviation_of_one_wager": root(course.variance_of_one),
        "percentiles": [
            {"share": float(each.share), "wagers": each.wagers, "meter": each.meter / 100}
            for each in course.won
        ],
    }


def _envy(odds: EnvyOdds, seats: int) -> Document:
    worths = [(others, odds.worth(others)) for others in range(1, seats)]
    return {
        "wager": "envy",
        "hand": odds.hand,
        "size_in_cents": odds.wager,
        "probability": odds.chance,
        "pays": Fraction(odds.bonus, 100),
        "return": [
            {"others": others, "exact": str(worth), "value": float(worth)} for others, worth in worths
        ],
    }


def _spin(odds: SpinOdds) -> Document:
    return {
        "wager": "bonus_spin",
        **named(odds, "positions", "long_run_return"),
        "size_in_cents": odds.wager,
        "probability": odds.starts,
        "meters": [Fraction(meter, 100) for meter in odds.meters],
        "meter_probabilities": odds.meter_chances,
        "return_without_meters": odds.fixed_return,
        "return_with_meters": 1 - odds.house_edge,
        **_distribution(odds.distribution),
    }


def _wheel(law: BonusSpin | None, offered: BonusSpinChoices | None) -> Document | None:
    if law is None or offered is None:
        return None
    wheels = {"hot_spot": (law.hot_spot, offered.hot_spot), "community": (law.community, offered.community)}
    return {
        "size_in_cents": cents(law.amounts.value[0]),
        "positions": offered.positions,
        **{name: wheel and _segments(symbols, wheel) for name, (symbols, wheel) in wheels.items()},
    }


def _segments(symbols: tuple[Symbol, ...], wheel: Wheel) -> Document:
    known = {each.symbol: each for each in symbols}
    return {
        "stops": wheel.stops,
        "segments": [
            {
                **named(segment, "symbol", "weight"),
                "probability": Fraction(segment.weight, sum(each.weight for each in wheel.segments)),
                "pays_in_cents": cents(pays) if (pays := known[segment.symbol].pays) else None,
                **named(known[segment.symbol], "meter", "clause", "reading"),
            }
            for segment in wheel.segments
        ],
    }


def _table(odds: TableOdds, sheet: ParSheet) -> Document:
    low, expected, high = odds.hold(ROUNDS_HELD)
    return {
        **named(odds, "seats", "mix", "covariance", "strategy"),
        "operator_win": odds.win,
        "operator_variance": odds.variance,
        "operator_standard_deviation": odds.standard_deviation,
        "win_per_hour_in_cents": odds.theoretical_win(sheet.wager, sheet.rounds_an_hour),
        "hold": {"rounds": ROUNDS_HELD, "confidence": 0.95, "low": low, "expected": expected, "high": high},
    }


def _session(odds: SessionOdds) -> Document:
    shares = {"ahead": odds.ahead, "even": odds.even, "ruined": odds.ruined}
    return {
        "rounds": odds.rounds,
        # A chance is exact only if no tail was cut off.
        **{
            name: {"exact": None if odds.error else str(share), "value": float(share)}
            for name, share in shares.items()
        },
        "even_rebate": None if odds.even_rebate is None else float(odds.even_rebate),
        "percentiles": {str(each): float(odds.quantile(Fraction(each, 100))) for each in PERCENTILES},
        "error_bound": float(odds.error),
    }
