"""The PAR sheet for programs: the keys of its JSON document, with fractions as they are."""

from fractions import Fraction

from casinowar.game.book.house import House
from casinowar.game.money import Cents
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.distribution import Distribution
from casinowar.odds.progressive import EnvyOdds, ProgressiveOdds
from casinowar.odds.seats import TableOdds
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ROUNDS_AN_HOUR, ParSheet
from casinowar.odds.wagers import WagerOdds
from casinowar.reports.reported import named
from casinowar.reports.sheet.flags import flags
from casinowar.reports.sheet.whole_table import PERCENTILES, ROUNDS_HELD
from casinowar.version import made_with

Document = dict[str, object]


def document(sheet: ParSheet) -> Document:
    """Name everything on the sheet."""
    rules, unit = sheet.rules, sheet.wager
    return {
        "rulebook": rules.book.name,
        "title": rules.book.title,
        "made_with": made_with(),
        "house": None if rules.house == House() else rules.house.name,
        **named(sheet, "decks", "decks_allowed", "cards", "seen", "rounds_to_overcome_luck", "left_out"),
        "flags": flags(sheet),
        "readings": rules.book.readings,
        "initial_wager_in_cents": unit,
        "wagers": [
            *map(_wager, sheet.initial),
            *([_wager(sheet.tie)] if sheet.tie else []),
            *({**_wager(rung), "war": war} for war, rung in enumerate(sheet.war_tie, 1)),
            *([_wager(sheet.dealer_wins)] if sheet.dealer_wins else []),
            *map(_progressive, sheet.progressive),
            *([_envy(sheet.envy, rules.seats)] if sheet.envy else []),
            *map(_spin, sheet.bonus_spin),
        ],
        "on_a_tie": [
            {
                **named(choice, "suited", "progressive", "wars", "cards", "better"),
                "war": choice.war / unit,
                "surrender": choice.surrender / unit,
            }
            for choice in sheet.on_a_tie
        ],
        "seats": [_table(each, unit) for each in sheet.seats],
        "terminals": [{**_table(each, unit), "cards": each.seats} for each in sheet.terminals],
        "long_run": [
            {
                **named(odds, "strategy", "initial", "tie", "war_tie"),
                "seats": 1,
                "rounds_in_a_shoe": odds.rounds,
            }
            for odds in sheet.long_run
        ],
        "counter": [
            {**named(odds, "unseen", "worth", "edge_when_wagered"), "probability": odds.chance}
            for odds in sheet.counter
        ],
        "sessions": [*map(_session, sheet.sessions)],
        "bankroll": {"units": sheet.bankroll, "sessions": [*map(_session, sheet.with_bankroll)]},
        "bank": [
            {
                "bank_in_cents": odds.bank,
                "wagers_in_cents": [named(each, "initial", "tie") for each in odds.wagers],
                "expected_in_cents": odds.expected,
                "standard_deviation_in_cents": odds.distribution.standard_deviation,
                "hands_in_cents": odds.hands,
                "short": odds.short,
            }
            for odds in sheet.bank
        ],
    }


def _distribution(distribution: Distribution) -> Document:
    return {
        **named(distribution, "house_edge", "variance", "standard_deviation"),
        "favours_player": distribution.house_edge < 0,
        "outcomes": [{"net": str(net), "probability": chance} for net, chance in distribution.outcomes],
    }


def _wager(odds: WagerOdds) -> Document:
    said = named(odds, "wager", "strategy", "element_of_risk", "wagered")
    return {**said, **_distribution(odds.distribution)}


def _progressive(odds: ProgressiveOdds) -> Document:
    hands = [(" and ".join(hand.hands), hand.chance, hand.pays, hand.meter) for hand in odds.hands]
    even = odds.break_even_meter
    return {
        "wager": "progressive",
        **named(odds, "strategy", "rounds_between_hits", "rate", "seed", "long_run_return", "overhead"),
        "size_in_cents": odds.wager,
        "hands": [
            {"hand": hand, "probability": chance, "pays": str(pays), "meter": str(meter)}
            for hand, chance, pays, meter in (*hands, ("nothing", odds.nothing, 0, 0))
        ],
        "meter": Fraction(odds.meter, 100),
        "return_without_meter": odds.fixed_return,
        "return_with_meter": 1 - odds.house_edge,
        "break_even_meter": None if even is None else even / 100,
        **_distribution(odds.distribution),
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


def _table(odds: TableOdds, wager: Cents) -> Document:
    low, expected, high = odds.hold(ROUNDS_HELD)
    return {
        **named(odds, "seats", "mix", "covariance"),
        "operator_win": odds.win,
        "operator_variance": odds.variance,
        "operator_standard_deviation": odds.standard_deviation,
        "win_per_hour_in_cents": odds.theoretical_win(wager, ROUNDS_AN_HOUR),
        "hold": {"rounds": ROUNDS_HELD, "confidence": 0.95, "low": low, "expected": expected, "high": high},
    }


def _session(odds: SessionOdds) -> Document:
    shares = {"ahead": odds.ahead, "even": odds.even, "ruined": odds.ruined}
    return {
        "rounds": odds.rounds,
        # A chance is exact only where nothing of it was cut off.
        **{
            name: {"exact": None if odds.error else str(share), "value": float(share)}
            for name, share in shares.items()
        },
        "percentiles": {str(each): float(odds.quantile(Fraction(each, 100))) for each in PERCENTILES},
        "error_bound": float(odds.error),
    }
