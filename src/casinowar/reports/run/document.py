"""A result as one JSON document."""

from casinowar.reports.run.result import Compared, Result, SessionResults
from casinowar.version import made_with


def document(result: Result) -> dict[str, object]:
    """Give the result as a JSON document; parts that a run has nothing to say of are left out."""
    head = {
        "rulebook": result.rulebook,
        "decks": result.decks,
        "seats": result.seats,
        "strategy": result.strategy,
        "rounds": result.rounds,
        "seat_rounds": result.seat_rounds,
        "shoes": result.shoes,
        "rounds_in_a_shoe": result.rounds_in_a_shoe,
        "rounds_in_a_shoe_error": result.rounds_in_a_shoe_error,
        "seed": result.seed,
        "finished": result.finished,
        "seconds": result.seconds,
        "compile_seconds": result.compile_seconds,
        "made_with": made_with(),
        "setting": result.setting.document() if result.setting else None,
        "seat_rounds_per_second": result.speed,
        "wagers": _wagers(result.wagers),
    }
    parts = {
        "outcomes": (*result.outcomes, *result.together),
        "operator": result.operator,
        "depths": [
            {
                "first": depth.first,
                "last": depth.last,
                "rounds": depth.rounds,
                "wagers": _wagers(depth.wagers),
            }
            for depth in result.depths
        ],
        "meters": [
            {
                "meter": meter.name,
                "average_in_cents": meter.average,
                "wins": meter.wins,
                "average_win_in_cents": meter.average_win,
                "largest_win_in_cents": meter.largest_win,
            }
            for meter in result.meters
        ],
        "meter_wins": [
            {"table": win.table, "round": win.round, "meter": win.meter, "showed_in_cents": win.showed}
            for win in result.meter_wins
        ],
        "sessions": _sessions(result.sessions) if result.sessions else None,
    }
    return head | {name: part for name, part in parts.items() if part}


def _wagers(wagers: tuple[Compared, ...]) -> dict[str, object]:
    return {
        each.wager: {
            "house_edge": each.house_edge,
            "standard_error": each.standard_error,
            "exact": each.exact,
            "z_score": each.z_score,
            "compared_with": each.compared_with,
            "rough": each.rough,
            "cover_card_effect": each.blur,
            "wagered": each.wagered,
        }
        for each in wagers
    }


def _sessions(sessions: SessionResults) -> dict[str, object]:
    return {
        "number": sessions.number,
        "bankroll_in_cents": sessions.bankroll,
        "average_in_cents": sessions.average,
        "standard_error_in_cents": sessions.standard_error,
        "ruin": {"probability": sessions.ruin, "standard_error": sessions.ruin_error},
        "ends": sessions.ends,
        "percentiles_in_cents": sessions.percentiles,
        "handle_in_cents": sessions.handle,
        "hold": sessions.hold,
        "hold_error": sessions.hold_error,
        "nets": [{"net_in_cents": net, "sessions": times} for net, times in sessions.nets.items()],
        "lengths": [{"rounds": length, "sessions": times} for length, times in sessions.lengths.items()],
    }
