"""Drive a table: do what is due, whoever has to do it, until the round is over.

Only `next_duty` and `decide` are asked. Whatever `next_duty` says is due has to be possible: the person it
names is there, and the command that does it is accepted. A table where that fails is stuck.
"""

from collections import Counter
from collections.abc import Iterator
from math import lcm
from random import Random

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.acts.bonus_spin import paired
from casinowar.game.book.bonus_spin import HotSpot, Pairing
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.decide import decide
from casinowar.game.due.shuffling import decks_to_receive, turns_up_first_card
from casinowar.game.events import Event
from casinowar.game.evolve import evolve
from casinowar.game.legal_actions import refused_for
from casinowar.game.procedure import Duty, next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import PLACES, Act, Role, Wager
from tests.support.invariants import cards_in_play, check_invariants, check_moment

MOST_COMMANDS = 1_500
PLENTY = 10_000_00

BY_ACT = {command.act: command for command in c.COMMANDS.values() if command.act is not None}


class Stuck(AssertionError):
    """What is due cannot be done."""


def drive_to_completion(rules: Rules, table: Table, chance: Random) -> Table:
    """Have everybody do what is due until one more round is complete, within a bounded number of commands."""
    rounds = table.rounds
    for _ in range(MOST_COMMANDS):
        if table.rounds > rounds:
            return table
        for command in due_commands(rules, table, chance):
            table = given(rules, table, command)
    raise Stuck(f"no round was completed in {MOST_COMMANDS} duties; due: {next_duty(rules, table)}")


def given(rules: Rules, table: Table, command: c.Command) -> Table:
    """Give a command that has to be accepted, and check what has to hold after every event."""
    try:
        events = decide(rules, table, command)
    except Refusal as refusal:
        duty = next_duty(rules, table)
        raise Stuck(f"{duty.act!r} is due, but {command} is refused: {refusal}") from refusal
    return evolved(rules, table, events)


def evolved(rules: Rules, table: Table, events: tuple[Event, ...]) -> Table:
    """Let events happen, and check what has to hold after each and after all."""
    for event in events:
        before, table = table, evolve(table, event)
        check_invariants(rules, before, event, table)
    check_moment(rules, table)
    return table


def due_commands(rules: Rules, table: Table, chance: Random) -> tuple[c.Command, ...]:
    """Find the command that does what is due; a player who has too few chips buys some first."""
    duty = next_duty(rules, table)
    if duty.role is Role.PLAYER:
        return tuple(_players(rules, table, duty, chance))
    if duty.act is Act.RULE:
        assert table.stop is not None
        return (c.Rule(ruling=chance.choice(table.stop.possible)),)
    return (dealers_command(rules, table, duty, chance),)


def dealers_command(rules: Rules, table: Table, duty: Duty, chance: Random) -> c.Command:
    """Find the command with which the dealer or floorperson does a duty."""
    match duty.act:
        case Act.SHUFFLE:
            return c.Shuffle(cards=shuffled(rules, table, table.stack, chance))
        case Act.SHUFFLE_STORED:
            return c.ShuffleStored(cards=shuffled(rules, table, table.stored, chance))
        case Act.RECEIVE_DECKS:
            received = rules.cards(decks_to_receive(rules, table))
            cards = shuffled(rules, table, received, chance) if rules.house.preshuffled else ()
            return c.ReceiveDecks(cards=cards)
        case Act.DEAL_CARD:
            return c.DealCard(card=card_read(rules, table, chance))
        case Act.BURN_CARD if turns_up_first_card(table):
            return c.BurnCard(card=card_read(rules, table, chance))
        case Act.CUT:
            return c.CutStack(by=Role.DEALER, depth=_depth(rules, table, chance))
        case Act.CHANGE_CARDS:
            return c.ChangeCards()
        case Act.DECLARE_IDLE:
            return c.DeclareIdle(face_up=bool(table.present) and chance.random() < 0.5)
        case Act.PLACE_COVER_CARD:
            return c.PlaceCoverCard(unsaid=chance.random() < 0.2)
        case Act.OPEN_TABLE:
            return c.OpenTable(inventory=0 if rules.book.bank else chance.choice([0, 7_00, PLENTY]))
        case Act.SPIN_WHEEL:
            return _spin(rules, table, chance)
        case Act.RESUME_PLAY:
            return c.ResumePlay()
        case Act.FILL_TABLE:
            return c.Fill(amount=table.fill_due)
        case act if command := BY_ACT.get(act):
            return command(by=Role.DEALER)
        case act:
            return c.Perform(by=duty.role, act_done=act)


def _spin(rules: Rules, table: Table, chance: Random) -> c.SpinWheel:
    """Say where the wheel stopped."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    assert law is not None
    assert offered is not None
    assert table.round is not None
    hot_spot = chance.choice(offered.hot_spot.segments).symbol
    community = ""
    if law.goes_to.value is HotSpot.ONE_POSITION and law.symbols.value is Pairing.PAIRED:
        community = paired(law, hot_spot)
    elif law.goes_to.value is HotSpot.ONE_POSITION and offered.community:
        community = chance.choice(offered.community.segments).symbol
    spins = [c.SpinWheel(hand=each, hot_spot=hot_spot, community=community) for each in table.round.to_spin]
    return chance.choice([spin for spin in spins if _is_accepted(rules, table, spin)] or spins)


# players


def _players(rules: Rules, table: Table, duty: Duty, chance: Random) -> Iterator[c.Command]:
    seat = duty.seat or 0
    match duty.act:
        case Act.TAKE_SEAT:
            yield _late(rules, table)
        case Act.PLACE_WAGERS:
            yield from _wagering(rules, table, chance)
        case Act.ANSWER_BANK:
            yield from _answer_bank(rules, table, duty, chance)
        case Act.ADD_TO_BANK:
            assert seat == table.bank.seat
            amount = rules.bank_unit * chance.choice([0, 0, 1, 50])
            yield from _bought(table, table.seats[seat], amount)
            yield c.AddToBank(amount=amount)
        case Act.ANSWER_CUT:
            assert seat in table.seats, f"the cut is offered to seat {seat}, where nobody sits"
            if chance.random() < 0.5:
                yield c.RefuseCut(seat=seat)
            else:
                yield c.CutStack(seat=seat, depth=_depth(rules, table, chance))
        case Act.CHOOSE:
            _check_present(table, seat)
            surrender = c.Surrender(hand=seat)
            prefers = chance.random() < 0.3 or not _could_be(rules, table, c.GoToWar(hand=seat))
            if prefers and _is_accepted(rules, table, surrender):
                yield surrender
            else:
                yield from _to_war(rules, table, seat)
        case Act.ANSWER_TIE_OFFER:
            _check_present(table, seat)
            amount = least_wager(rules, Wager.WAR_TIE)
            offer = c.PlaceWager(hand=seat, wager=Wager.WAR_TIE, amount=amount)
            if chance.random() < 0.5 or not _could_be(rules, table, offer):
                yield c.DeclineTieWager(hand=seat)
            else:
                yield from _bought(table, _player(table, seat), amount)
                yield offer
        case act:
            raise Stuck(f"a player is asked for something that no player can do: {act!r}")


def _late(rules: Rules, table: Table) -> c.Sit:
    """Have somebody new take a free seat."""
    taken = {*table.seats, *(table.round.hands if table.round else ())}
    free = next((each for each in range(1, rules.seats + 1) if each not in taken), None)
    if free is None:
        raise Stuck("somebody new has to sit down, and no seat is free")
    return c.Sit(player=f"Late {free}", seat=free, chips=PLENTY)


def _wagering(rules: Rules, table: Table, chance: Random) -> Iterator[c.Command]:
    """Have somebody wager who neither banks nor stands behind a seat, or add what a hand still lacks."""
    for hand in table.round.hands.values() if table.round else ():
        lacking = hand.on_layout(Wager.INITIAL) - hand.on_layout(Wager.TIE)
        yield from _bought(table, hand.player, lacking)
        yield _tie_wager(rules, hand.number, lacking)
        return
    seat = chance.choice(sorted(seat for seat in table.seats if seat < PLACES and seat != table.bank.seat))
    amount = least_wager(rules, Wager.INITIAL)
    number, wagers = seat, 1
    if offered := rules.house.electronic:
        number, wagers = seat * PLACES + chance.randint(1, offered.community_cards), offered.community_cards
    tie = (
        _tie_wager(rules, number, amount)
        if rules.book.wagers.tie and rules.book.wagers.tie.required
        else None
    )
    yield from _bought(table, table.seats[seat], amount * wagers + (tie.amount if tie else 0))
    yield c.PlaceWager(hand=number, wager=Wager.INITIAL, amount=amount)
    if tie:
        yield tie


def _tie_wager(rules: Rules, hand: int, initial: int) -> c.PlaceWager:
    """Place a tie wager of the size that the book wants."""
    equal = rules.book.wagers.tie is not None and rules.book.wagers.tie.equal
    return c.PlaceWager(
        hand=hand, wager=Wager.TIE, amount=initial if equal else least_wager(rules, Wager.TIE)
    )


def _answer_bank(rules: Rules, table: Table, duty: Duty, chance: Random) -> Iterator[c.Command]:
    """Have whoever is asked take the bank or decline it; when all have declined, have somebody take it."""
    assert rules.book.bank is not None
    if duty.seat is not None and chance.random() < 0.3:
        decline = c.DeclineBank(seat=duty.seat)
        if _is_accepted(rules, table, decline):
            yield decline
            return
    tired = table.bank.holder if table.bank.rounds >= rules.book.bank.held.rounds else ""
    able = [seat for seat, player in table.seats.items() if seat < PLACES and player != tired]
    seat = duty.seat or chance.choice(able)
    player = table.seats[seat]
    for hand in table.round.hands.values() if table.round else ():
        if hand.player == player:
            yield c.WithdrawWager(hand=hand.number, wager=Wager.INITIAL)
    least = -(-rules.least_bank // rules.bank_unit) * rules.bank_unit
    amount = max(least, lcm(rules.unit(Wager.INITIAL), rules.bank_unit) * chance.choice([1, 3, 20, 500]))
    yield from _bought(table, player, amount)
    yield c.TakeBank(seat=seat, amount=amount)


def _to_war(rules: Rules, table: Table, seat: int) -> Iterator[c.Command]:
    if rules.book.war is None:
        yield c.Surrender(hand=seat)
        return
    assert table.round is not None
    hand = table.round.hands[seat]
    wager = rules.book.war.next_wager(hand.placed(Wager.INITIAL), hand.wars)
    yield from _bought(table, hand.player, wager)
    yield c.GoToWar(hand=seat)


def _bought(table: Table, player: str, amount: int) -> Iterator[c.BuyChips]:
    if table.chips[player] < amount:
        yield c.BuyChips(player=player, amount=amount)


def _player(table: Table, seat: int) -> str:
    assert table.round is not None
    return table.round.hands[seat].player


def _check_present(table: Table, seat: int) -> None:
    assert table.round is not None
    assert not table.round.hands[seat].abandoned, f"the player at seat {seat} is asked, but has left"


def _is_accepted(rules: Rules, table: Table, command: c.Command) -> bool:
    return refused_for(rules, table, command) is None


def _could_be(rules: Rules, table: Table, command: c.Command) -> bool:
    """Tell whether a command would be accepted if its player had chips enough."""
    return refused_for(rules, table, command) in {None, Reason.NOT_ENOUGH_CHIPS}


def least_wager(rules: Rules, wager: Wager) -> int:
    """Find the least amount that may be wagered."""
    least, most = rules.span(wager)
    unit = rules.unit(wager)
    amount = max(unit, -(-least // unit) * unit)
    assert amount <= most, f"the limits of the {wager} wager leave no amount that can be wagered"
    return amount


# cards


def shuffled(rules: Rules, table: Table, cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Shuffle: into a random order, into one full of ties, or into one that nobody knows."""
    kind = chance.random()
    if kind < 0.2:
        return ()
    known = [card for card in cards if card != UNSEEN]
    if len(known) < len(cards):
        known = _made_out(rules, table, cards, chance)
    chance.shuffle(known)
    if kind < 0.6:
        known.sort(key=lambda card: card[0])
        cut = chance.randrange(len(known)) if known else 0
        known = known[cut:] + known[:cut]
    return tuple(known)


def _made_out(rules: Rules, table: Table, cards: tuple[Card, ...], chance: Random) -> list[Card]:
    """Say which cards a stack holds of which some were unseen: those that lie nowhere else."""
    left = Counter(rules.cards(table.decks))
    if cards is not table.stored:
        elsewhere = cards_in_play(replace(table, stack=()))
        left.subtract(card for card in elsewhere.elements() if card != UNSEEN)
    sure = Counter(card for card in cards if card != UNSEEN)
    left.subtract(sure)
    free = list(left.elements())
    chance.shuffle(free)
    return [*sure.elements(), *free[: len(cards) - sure.total()]]


def card_read(rules: Rules, table: Table, chance: Random) -> Card:
    """Say the next card as a card reader does, where nobody knows it; often one that makes a tie."""
    rest = table.aside or table.shoe.stack[table.shoe.drawn :]
    if not rest or rest[0] != UNSEEN:
        return ""
    left = Counter(rules.cards(table.decks))
    left.subtract(card for card in cards_in_play(table).elements() if card != UNSEEN)
    possible = sorted(card for card, count in left.items() if count > 0)
    ranks = {hand.card[0] for hand in table.round.hands.values() if hand.card} if table.round else set()
    ties = [card for card in possible if card[0] in ranks]
    return chance.choice(ties if ties and chance.random() < 0.6 else possible)


def _depth(rules: Rules, table: Table, chance: Random) -> int:
    margin = rules.book.cut.margin.value if rules.book.cut.margin else 1
    most = len(table.stack) - margin
    if margin > most:
        raise Stuck(f"a stack of {len(table.stack)} cards cannot be cut with a margin of {margin}")
    return chance.randint(margin, most)
