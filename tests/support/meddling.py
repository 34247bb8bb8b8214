"""Whatever people may try at a table: plausible things at the wrong time, and nonsense at any time."""

from random import Random
from typing import Any

import msgspec

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.cards import ALL, UNSEEN
from casinowar.game.table import Table
from casinowar.game.words import PLACES, Act, Instrument, Irregularity, Role, Ruling, Wager
from tests.support.driving import card_read, least_wager, shuffled

PLAYERS = ("Ann", "Ben", "Cleo", "Dov")
DEALERS = ("Max", "Mia")

_AMOUNTS = [-(10**15), -1, 0, 1, 2, 3, 5_00, 10_00, 33_33, 10**6, 10**12, 10**15]
_NAMES = [*PLAYERS, "", " Ann", "Ann\n", "a=b", "x" * 41, "Zoë", "\x00", "{0}{player}", "Ann" * 60]
WILD: dict[str, list[Any]] = {
    "by": list(Role),
    "seat": [-1000, -1, 0, 1, 2, 3, 4, 5, 8, 9, 101, 103, 202, 1000],
    "player": _NAMES,
    "dealer": _NAMES,
    "note": _NAMES,
    "chips": _AMOUNTS,
    "amount": _AMOUNTS,
    "inventory": [None, *_AMOUNTS],
    "counted": [False, True],
    "wager": list(Wager),
    "made_with": list(Instrument),
    "depth": [-1, 0, 1, 9, 10, 26, 300, 10**5],
    "behind": [None, -1, 0, 1, 78, 312, 10**5],
    "act_done": list(Act),
    "cards": [(), ("AS",), ("AS",) * 52, (UNSEEN,), tuple(sorted(ALL)), ("",)],
    "card": ["", "AS", "2C", "TH", UNSEEN, "10H", "as", "A", "A\nS", "🂡"],
    "unsaid": [False, True],
    "face_up": [False, True],
    "exposed": [False, True],
    "by_hand": [False, True],
    "by_next": [False, True],
    "now": [0, 1, 86_399, 86_400, 10**6, 10**12],
    "irregularity": list(Irregularity),
    "ruling": list(Ruling),
    "meter": ["progressive", "primary", "secondary", "", "x"],
    "hot_spot": ["primary jackpot", "$1,000", "", "x"],
    "community": ["$150", "", "x"],
    "shuffle": ["", "7f3a"],
    "commitment": ["", "9b1c"],
}
"""Every argument of every command, with values that make sense and values that make none."""


def any_command(chance: Random) -> c.Command:
    """Make any command with any arguments, by any role."""
    kind = c.COMMANDS[chance.choice(sorted(c.COMMANDS))]
    return kind(
        **{
            field.name: chance.choice(WILD[field.encode_name])
            for field in msgspec.structs.fields(kind)
            if field.required or chance.random() < 0.5
        }
    )


def plausible_command(rules: Rules, table: Table, chance: Random) -> c.Command:
    """Make a command that could well be given at a table, if perhaps not now."""
    things = [_of_players, _of_players, _of_players, _of_the_pit, _irregular]
    return chance.choice(things)(rules, table, chance)


def _of_players(rules: Rules, table: Table, chance: Random) -> c.Command:
    player, seat = chance.choice(PLAYERS), chance.randint(1, min(rules.seats, 5))
    wager = chance.choice([Wager.INITIAL, Wager.INITIAL, Wager.TIE, Wager.WAR_TIE])
    amount = chance.randint(1, 4) * least_wager(rules, wager)
    commands: list[c.Command] = [
        c.Sit(player=player, seat=seat, chips=chance.choice([1, 5_00, 50 * amount])),
        c.Sit(player=player, seat=seat, chips=100 * amount),
        c.BuyChips(player=player, amount=10 * amount),
        c.PlaceWager(hand=seat, wager=wager, amount=amount),
        c.PlaceWager(hand=seat, wager=wager, amount=amount),
        c.PlaceWager(hand=seat, wager=wager, amount=amount, player=player),
        c.WithdrawWager(hand=seat, wager=wager),
        c.Surrender(hand=seat),
        c.GoToWar(hand=seat),
        c.DeclineTieWager(hand=seat),
        c.RequestInspection(player=player),
    ]
    if chance.random() < 0.3:
        return c.LeaveTable(player=player)
    if chance.random() < 0.2:
        has = table.chips.get(player, 0)
        return c.CashOut(player=player, amount=chance.choice([has, has // 2, amount]))
    if chance.random() < 0.3:
        return _of_bankers_and_others(rules, table, chance)
    if table.cut.offered and chance.random() < 0.4:
        return c.RefuseCut(seat=table.cut.offered)
    return chance.choice(commands)


def _of_bankers_and_others(rules: Rules, table: Table, chance: Random) -> c.Command:
    """Make a command of the player/dealer, a backline bettor, a terminal, or one on a side wager."""
    player, seat = chance.choice(PLAYERS), chance.randint(1, min(rules.seats, 5))
    hand = chance.choice([1, 2]) * PLACES + chance.randint(1, 5)
    side = chance.choice([Wager.PROGRESSIVE, Wager.BONUS_SPIN])
    amount = chance.randint(1, 4) * least_wager(rules, Wager.INITIAL)
    wager = chance.choice([Wager.INITIAL, Wager.TIE])
    offered = table.bank.offered or seat
    commands: list[c.Command] = [
        c.TakeBank(seat=offered, amount=amount),
        c.DeclineBank(seat=offered),
        c.AddToBank(amount=chance.choice([0, amount])),
        c.Sit(player=player, seat=hand, chips=50 * amount),
        c.PlaceWager(hand=hand, wager=wager, amount=amount),
        c.WithdrawWager(hand=hand, wager=wager),
        chance.choice([c.Surrender(hand=hand), c.GoToWar(hand=hand)]),
        c.PlaceWager(hand=seat, wager=side, amount=chance.choice([*rules.fixed_amounts(side), amount])),
        c.PlaceWager(hand=seat, wager=wager, amount=rules.chip, made_with=Instrument.COUPON),
    ]
    return chance.choice(commands)


def _of_the_pit(rules: Rules, table: Table, chance: Random) -> c.Command:
    return chance.choice(
        [
            c.ComeToTable(dealer=chance.choice(DEALERS)),
            c.DeclareIdle(face_up=chance.random() < 0.5),
            c.ChangeCards(),
            c.OrderReshuffle(),
            c.OrderRecut(by_next=chance.random() < 0.5),
            c.TellTime(now=table.clock + chance.choice([1, 3600, 86_400])),
            c.CallNoMoreBets(),
            c.Shuffle(cards=shuffled(rules, table, table.stack, chance)),
            c.ShuffleStored(cards=shuffled(rules, table, table.stored, chance)),
            c.ReportShufflerJam(),
            c.ReportDeviceFailure(),
            c.RestoreDevice(),
            c.ReportBatchNotSecured(),
            c.Fill(amount=chance.choice([1, 100_00])),
            c.Credit(amount=chance.choice([1, table.inventory, 100_00])),
            c.CloseTable() if chance.random() < 0.2 else c.CloseTable(inventory=1),
        ]
    )


def _irregular(rules: Rules, table: Table, chance: Random) -> c.Command:
    hands = sorted(table.round.hands) if table.round else []
    seat = chance.choice([*hands, 1])
    card = card_read(rules, table, chance)
    reports = irregularities(seat, card)
    return chance.choice([*reports, c.ReportCoverCard(), c.DeclareAbandoned(hand=seat)])


def irregularities(seat: int, card: str) -> list[c.Command]:
    """List everything that can be reported as having gone wrong, with a hand and the shoe's next card."""
    others = (Irregularity.WRONG_BURN, Irregularity.NO_WAR_CARD, Irregularity.NO_CHOICE, Irregularity.OTHER)
    return [
        c.ReportFaceUpCard(card=card),
        c.ReportCardDrawnInError(exposed=True, card=card),
        c.ReportCardDrawnInError(),
        c.ReportNoCardDealt(hand=seat),
        c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT, card=card),
        *(c.ReportIrregularity(irregularity=what, hand=seat) for what in others),
        *(
            c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=seat, wager=wager)
            for wager in (None, Wager.BONUS_SPIN, Wager.TIE)
        ),
        c.ReportShufflerJam(),
    ]
