"""The PAR sheet as one JSON document."""

from fractions import Fraction

from casinowar.game.book.house import House
from casinowar.game.money import Cents
from casinowar.odds.bank import BankOdds
from casinowar.odds.bonus_spin import SpinOdds
from casinowar.odds.counter import CounterOdds
from casinowar.odds.cover_card import LongRun
from casinowar.odds.distribution import Distribution
from casinowar.odds.progressive import EnvyOdds, ProgressiveOdds
from casinowar.odds.seats import TableOdds
from casinowar.odds.sessions import SessionOdds
from casinowar.odds.sheet import ROUNDS_AN_HOUR, ParSheet
from casinowar.odds.tie_choice import TieChoice
from casinowar.odds.wagers import WagerOdds
from casinowar.version import made_with

Document = dict[str, object]
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def document(sheet: ParSheet) -> Document:
    """Write the whole sheet."""
    rules = sheet.rules
    return {
        "rulebook": rules.book.name,
        "title": rules.book.title,
        "made_with": made_with(),
        "house": None if rules.house == House() else rules.house.name,
        "decks": sheet.decks,
        "decks_allowed": sheet.decks_allowed,
        "cards": sheet.cards,
        "seen": sheet.seen,
        "readings": rules.book.readings,
        "initial_wager_in_cents": sheet.wager,
        "wagers": [
            *map(_wager, sheet.initial),
            *([_wager(sheet.tie)] if sheet.tie else []),
            *({**_wager(rung), "war": war} for war, rung in enumerate(sheet.war_tie, 1)),
            *map(_progressive, sheet.progressive),
            *([_envy(sheet.envy, rules.seats)] if sheet.envy else []),
            *map(_spin, sheet.bonus_spin),
        ],
        "on_a_tie": [_choice(each, sheet.wager) for each in sheet.on_a_tie],
        "seats": [_table(each, sheet.wager) for each in sheet.seats],
        "terminals": [{**_table(each, sheet.wager), "cards": each.seats} for each in sheet.terminals],
        "long_run": [*map(_long_run, sheet.long_run)],
        "counter": [*map(_counter, sheet.counter)],
        "rounds_to_overcome_luck": number(sheet.rounds_to_overcome_luck),
        "sessions": [_session(each) for each in sheet.sessions],
        "bankroll": {"units": sheet.bankroll, "sessions": [_session(each) for each in sheet.with_bankroll]},
        "bank": [_bank(each) for each in sheet.bank],
        "left_out": sheet.left_out,
    }


def number(value: Fraction | None) -> Document | None:
    """Write a number twice: exactly, and as people read it."""
    return None if value is None else {"exact": str(value), "value": float(value)}


def _distribution(distribution: Distribution) -> Document:
    return {
        "house_edge": number(distribution.house_edge),
        "variance": number(distribution.variance),
        "standard_deviation": distribution.standard_deviation,
        "outcomes": [
            {"net": str(net), "probability": number(chance)} for net, chance in distribution.outcomes
        ],
    }


def _wager(odds: WagerOdds) -> Document:
    return {
        "wager": odds.wager,
        "strategy": odds.strategy,
        "element_of_risk": number(odds.element_of_risk),
        "wagered": number(odds.wagered),
        **_distribution(odds.distribution),
    }


def _progressive(odds: ProgressiveOdds) -> Document:
    hands = [
        {
            "hand": " and ".join(hand.hands),
            "probability": number(hand.chance),
            "pays": str(hand.pays),
            "meter": str(hand.meter),
        }
        for hand in odds.hands
    ]
    return {
        "wager": "progressive",
        "strategy": odds.strategy,
        "size_in_cents": odds.wager,
        "hands": [
            *hands,
            {"hand": "nothing", "probability": number(odds.nothing), "pays": "0", "meter": "0"},
        ],
        "meter": number(Fraction(odds.meter, 100)),
        "return_without_meter": number(odds.fixed_return),
        "return_with_meter": number(1 - odds.house_edge),
        "break_even_meter": number(
            odds.break_even_meter / 100 if odds.break_even_meter is not None else None
        ),
        "rounds_between_hits": number(odds.rounds_between_hits),
        "rate": number(odds.rate),
        "seed": number(odds.seed),
        "long_run_return": number(odds.long_run_return),
        "overhead": number(odds.overhead),
        **_distribution(odds.distribution),
    }


def _envy(odds: EnvyOdds, seats: int) -> Document:
    return {
        "wager": "envy",
        "hand": odds.hand,
        "size_in_cents": odds.wager,
        "probability": number(odds.chance),
        "pays": number(Fraction(odds.bonus, 100)),
        "return": [{"others": others, **(number(odds.worth(others)) or {})} for others in range(1, seats)],
    }


def _spin(odds: SpinOdds) -> Document:
    return {
        "wager": "bonus_spin",
        "positions": odds.positions,
        "size_in_cents": odds.wager,
        "probability": number(odds.starts),
        "meters": [number(Fraction(meter, 100)) for meter in odds.meters],
        "meter_probabilities": [number(chance) for chance in odds.meter_chances],
        "return_without_meters": number(odds.fixed_return),
        "return_with_meters": number(1 - odds.house_edge),
        "long_run_return": number(odds.long_run_return),
        **_distribution(odds.distribution),
    }


def _choice(choice: TieChoice, wager: int) -> Document:
    return {
        "suited": choice.suited,
        "progressive": choice.progressive,
        "war": number(choice.war / wager),
        "surrender": number(choice.surrender / wager),
    }


def _table(odds: TableOdds, wager: Cents) -> Document:
    low, expected, high = odds.hold(10_000)
    return {
        "seats": odds.seats,
        "mix": odds.mix,
        "covariance": number(odds.covariance),
        "operator_win": number(odds.win),
        "operator_variance": number(odds.variance),
        "operator_standard_deviation": odds.standard_deviation,
        "win_per_hour_in_cents": number(odds.theoretical_win(wager, ROUNDS_AN_HOUR)),
        "hold": {"rounds": 10_000, "confidence": 0.95, "low": low, "expected": expected, "high": high},
    }


def _long_run(odds: LongRun) -> Document:
    return {
        "strategy": odds.strategy,
        "seats": 1,
        "rounds_in_a_shoe": number(odds.rounds),
        "initial": number(odds.initial),
        "tie": number(odds.tie),
        "war_tie": number(odds.war_tie),
    }


def _counter(odds: CounterOdds) -> Document:
    return {
        "unseen": odds.unseen,
        "probability": number(odds.chance),
        "worth": number(odds.worth),
        "edge_when_wagered": number(odds.edge_when_wagered),
    }


def _session(odds: SessionOdds) -> Document:
    shares = {"ahead": odds.ahead, "even": odds.even, "ruined": odds.ruined}
    return {
        "rounds": odds.rounds,
        **{name: _share(share, odds.error) for name, share in shares.items()},
        "percentiles": {str(each): float(odds.quantile(Fraction(each, 100))) for each in PERCENTILES},
        "error_bound": float(odds.error),
    }


def _share(share: Fraction, error: Fraction) -> Document:
    """Write a chance, exactly only where nothing of it was cut off."""
    return {"exact": None if error else str(share), "value": float(share)}


def _bank(odds: BankOdds) -> Document:
    return {
        "bank_in_cents": odds.bank,
        "wagers_in_cents": [{"initial": each.initial, "tie": each.tie} for each in odds.wagers],
        "expected_in_cents": number(odds.expected),
        "standard_deviation_in_cents": odds.distribution.standard_deviation,
        "hands_in_cents": [number(hand) for hand in odds.hands],
        "short": number(odds.short),
    }
