"""Whole sessions at a table, with irregularities, rulings, and people coming and going.

Only commands that `decide` accepts are given; which of them, a seed says.
"""

from collections.abc import Iterator
from random import Random

from casinowar.game import commands as c
from casinowar.game.book.rules import Rules
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import Refusal
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import PLACES, Instrument, Irregularity, Role, Ruling, Wager
from casinowar.record.text import Entry
from tests.support.driving import card_read, due_commands, least_wager

PEOPLE = ("Ann", "Ben of Bath", 'Cleo "Ace" O\'Hara', "Žofie", "#7")


def session(rules: Rules, seed: int, commands: int = 250) -> tuple[list[Entry], list[int]]:
    """Play a session from the unopened table; give what was done, and where rounds could begin."""
    chance = Random(seed)
    table: Table = CLOSED
    done: list[Entry] = []
    between: list[int] = []
    for _ in range(commands):
        if table.round is None and table.stop is None:
            between.append(len(done))
        if chance.random() < 0.35 and (entry := _surprise(rules, table, chance)):
            done.append(entry)
            table = evolve_all(table, entry.events)
            continue
        for command in due_commands(rules, table, chance):
            done.append(_given(rules, table, command))
            table = evolve_all(table, done[-1].events)
    return done, between


def _given(rules: Rules, table: Table, command: c.Command) -> Entry:
    try:
        return _entry(rules, table, command)
    except Refusal:
        if isinstance(command, c.Shuffle | c.ShuffleStored):
            return _entry(rules, table, type(command)())
        raise


def _surprise(rules: Rules, table: Table, chance: Random) -> Entry | None:
    """Try things that nobody asked for, until one is accepted."""
    for command in chance.sample(ideas := list(_ideas(rules, table, chance)), len(ideas)):
        try:
            return _entry(rules, table, command)
        except Refusal:
            continue
    return None


def _entry(rules: Rules, table: Table, command: c.Command) -> Entry:
    """Give a command, as one of the people there."""
    events = decide(rules, table, command)
    who = PEOPLE[len(table.rack) % len(PEOPLE)] if command.by is Role.PLAYER else ""
    return Entry(command=command, events=events, who=who, at=table.clock)


def _ideas(rules: Rules, table: Table, chance: Random) -> Iterator[c.Command]:
    seat = chance.randint(1, rules.seats)
    card = card_read(rules, table, chance) if table.open else ""
    player = chance.choice(PEOPLE)
    wager = chance.choice([Wager.INITIAL, Wager.TIE])
    yield c.Sit(player=player, seat=seat, chips=1_000_00)
    yield c.BuyChips(player=player, amount=10_00)
    yield c.PlaceWager(hand=seat, wager=wager, amount=rules.unit(wager) * chance.choice([1, 2, 1000]))
    yield c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=rules.unit(Wager.INITIAL), player=player)
    yield from _sideways(rules, table, chance, seat=seat, player=player)
    yield from (_rare(table, chance, seat=seat, card=card, player=player) if chance.random() < 0.5 else ())


def _sideways(rules: Rules, table: Table, chance: Random, *, seat: int, player: str) -> Iterator[c.Command]:
    """Think of side wagers, coupons, linked meters, backline bettors, terminals and the bank."""
    hands = list(table.round.hands) if table.round else []
    hand = chance.choice(hands or [seat])
    for wager in (Wager.PROGRESSIVE, Wager.BONUS_SPIN):
        yield from (
            c.PlaceWager(hand=each, wager=wager, amount=amount)
            for amount in rules.fixed_amounts(wager)
            for each in (hand, chance.choice(hands or [seat]))
        )
    least = least_wager(rules, Wager.INITIAL)
    if rules.house.coupons:
        coupon = chance.choice([least, least // 2])
        yield c.PlaceWager(hand=hand, wager=Wager.INITIAL, amount=coupon, made_with=Instrument.COUPON)
    if rules.house.backline:
        backline = PLACES * chance.randint(1, rules.house.backline) + seat
        yield c.Sit(player=player, seat=backline, chips=1_000_00)
        yield c.PlaceWager(hand=backline, wager=Wager.INITIAL, amount=least)
    if offered := rules.house.electronic:
        terminal = PLACES * seat + chance.randint(1, offered.community_cards)
        yield c.PlaceWager(hand=terminal, wager=Wager.INITIAL, amount=least)
        yield c.PlaceWager(hand=terminal, wager=Wager.TIE, amount=least_wager(rules, Wager.TIE))
    for meter in rules.linked_meters:
        yield c.TellMeter(meter=meter, amount=chance.randint(10_000_00, 20_000_00))
    if rules.book.bank:
        yield c.TakeBank(seat=seat, amount=least)
        yield c.DeclineBank(seat=seat)
        yield c.AddToBank(amount=least)
        if table.bank.seat in table.seats:
            yield c.LeaveTable(player=table.seats[table.bank.seat])


def _rare(table: Table, chance: Random, *, seat: int, card: str, player: str) -> Iterator[c.Command]:
    yield c.LeaveTable(player=player)
    yield c.WithdrawWager(hand=seat, wager=chance.choice([Wager.INITIAL, Wager.TIE]))
    yield c.ComeToTable(dealer=chance.choice(["Dana", "Eli Fox"]))
    yield c.TellTime(now=table.clock + chance.choice([60, 3600, 90_000]))
    yield c.ReportCoverCard()
    yield c.ReportFaceUpCard(card=card)
    yield c.ReportCardDrawnInError()
    yield c.ReportCardDrawnInError(exposed=True, card=card)
    yield c.ReportNoCardDealt(hand=seat)
    yield c.ReportShufflerJam()
    yield c.ReportDeviceFailure()
    yield c.RestoreDevice()
    note = chance.choice(["", "a = b", 'said "no"', "two\nlines"])
    for irregularity in Irregularity:
        told = card if irregularity is Irregularity.CARD_TO_EMPTY_SEAT else ""
        yield c.ReportIrregularity(irregularity=irregularity, hand=seat, card=told, note=note)
    if table.stop:
        yield c.Rule(ruling=chance.choice(list(Ruling)), note=note)
    yield c.DeclareAbandoned(hand=seat)
    yield c.DeclareIdle(face_up=chance.random() < 0.5)
    yield c.ChangeCards()
    yield c.OrderReshuffle()
    yield c.OrderRecut(by_next=chance.random() < 0.5)
    yield c.RequestInspection(player=player)
    if table.to_do:
        yield c.Perform(by=Role.DEALER, act_done=table.to_do[0].act)
