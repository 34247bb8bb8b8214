"""The PAR sheet: everything the odds say about one table, as typed values."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds import hand
from casinowar.odds import wagers as wager_odds
from casinowar.odds.bank import BankOdds, bank
from casinowar.odds.bonus_spin import SpinOdds, bonus_spin
from casinowar.odds.card_counting import CounterOdds, counter
from casinowar.odds.card_counting_shoes import DEPTHS, CountingOdds, counting
from casinowar.odds.coupon import coupon_worth
from casinowar.odds.cover_card import LongRun, long_run
from casinowar.odds.exposed_card import ExposedCard, exposed_card
from casinowar.odds.exposure import Exposure, exposure
from casinowar.odds.hand import Strategy, plain_strategies
from casinowar.odds.meter import MeterCourse, course
from casinowar.odds.options import OddsOptions
from casinowar.odds.other_pays import OtherPay, other_pays
from casinowar.odds.payout_limit import PayCut, cuts
from casinowar.odds.progressive import EnvyOdds, ProgressiveOdds, envy, progressive, sizes
from casinowar.odds.risk_of_ruin import Bankrolls, Endless, bankrolls, endless
from casinowar.odds.seats import Mix, Seats, TableOdds, mixes, wagered
from casinowar.odds.sessions import Play, SessionOdds, playing, rounds_to_overcome_luck, sessions
from casinowar.odds.settlement import NotCovered, Wagered
from casinowar.odds.shoe import Shoe
from casinowar.odds.table_variance import Beside, SwingOdds, Swings
from casinowar.odds.tie_choice import TieChoice, WarWorth, choices, war_worth
from casinowar.odds.wagers import WagerOdds

T = TypeVar("T")
LARGEST_SHOE = 1_000
"""Above this many cards, the parts that follow a whole shoe card by card would take minutes."""


class ParSheet(Struct, frozen=True, kw_only=True):
    """The odds of one rulebook under one house, in units of each wager unless stated."""

    rules: Rules
    decks: int
    decks_allowed: bool
    seen: tuple[Card, ...]
    cards: int
    """The number of cards left in the shoe."""
    wager: Cents
    """The initial wager used where its size matters."""
    initial: tuple[WagerOdds, ...]
    usual: WagerOdds
    """The initial wager played best, as for sessions and ruin."""
    together: WagerOdds
    """The same for several seats: always or never at war, whichever is better."""
    on_a_tie: tuple[TieChoice, ...]
    """What war and surrender are worth on a tie, without and then with a progressive wager, in cents."""
    war_worth: WarWorth | None
    """What the ends of a tie hand bring, if there is one war and a surrender to compare."""
    tie: WagerOdds | None
    tie_given_up: WagerOdds | None
    """The same for a player who surrenders, if war can bring the tie wager more."""
    war_tie: tuple[WagerOdds, ...]
    dealer_wins: WagerOdds | None
    progressive: tuple[ProgressiveOdds, ...]
    envy: tuple[EnvyOdds, ...]
    bonus_spin: tuple[SpinOdds, ...]
    """One position's odds, with one position wagering, then two, and so on."""
    seats: tuple[TableOdds, ...]
    terminals: tuple[TableOdds, ...]
    """The house's win from an electronic terminal, by how many cards it backs."""
    long_run: tuple[LongRun, ...]
    with_sides: tuple[SwingOdds, ...]
    """The table's win from seats with the house's side wagers."""
    counter: tuple[CounterOdds, ...]
    counting: CountingOdds | None
    """What counting is worth through whole shoes, if asked."""
    exposed: ExposedCard | None
    sessions: tuple[SessionOdds, ...]
    bankroll: int
    with_bankroll: tuple[SessionOdds, ...]
    """The same sessions, played until the bankroll runs out."""
    rounds_to_overcome_luck: Fraction | None
    bank: tuple[BankOdds, ...]
    rounds_an_hour: int
    exposure: Exposure
    bankrolls: tuple[Bankrolls, ...]
    """What the same sessions need for a given risk of ruin."""
    endless: Endless
    meters: tuple[MeterCourse | None, ...]
    other_pays: tuple[OtherPay, ...]
    coupon: Fraction | None
    """What a match play coupon is worth per unit of it."""
    cuts: tuple[PayCut, ...]
    left_out: tuple[str, ...]


class WagersOffered(Struct, frozen=True, kw_only=True):
    """The odds of the wagers alone, which are quick to compute; names are those of the sheet."""

    rules: Rules
    initial: tuple[WagerOdds, ...]
    tie: WagerOdds | None
    tie_given_up: WagerOdds | None
    war_tie: tuple[WagerOdds, ...]
    dealer_wins: WagerOdds | None
    progressive: tuple[ProgressiveOdds, ...]
    envy: tuple[EnvyOdds, ...]
    bonus_spin: tuple[SpinOdds, ...]
    cuts: tuple[PayCut, ...]


def wagers_offered(rules: Rules) -> WagersOffered:
    shoe, wager, left_out = Shoe.fresh(rules), usual_wager(rules), list[str]()
    hand.check_wager(rules, wager)
    plans = hand.strategies(rules) or (Strategy.WAR,)
    return WagersOffered(
        rules=rules,
        initial=tuple(wager_odds.initial(rules, shoe, plan, wager) for plan in plans),
        tie=wager_odds.tie(rules, shoe, wager, plans[0], alone=Wager.TIE in rules.exclude_initial),
        tie_given_up=_tie_given_up(rules, shoe, wager),
        war_tie=tuple(wager_odds.war_tie(rules, shoe, wager)),
        dealer_wins=wager_odds.dealer_wins(rules, shoe),
        progressive=_part(lambda: progressives(rules, shoe), left_out),
        envy=_part(lambda: _envies(rules, shoe), left_out),
        bonus_spin=_part(lambda: _spins(rules, shoe), left_out),
        cuts=_part(lambda: cuts(rules, shoe), left_out),
    )


def _part(make: Callable[[], Iterable[T]], left_out: list[str]) -> tuple[T, ...]:
    found: list[T] = []
    try:
        found.extend(make())
    except NotCovered as reason:
        if str(reason) not in left_out:
            left_out.append(str(reason))
    return tuple(found)


def par_sheet(rules: Rules, asked: OddsOptions | None = None) -> ParSheet:
    """Compute the whole sheet; a part that the odds do not cover is left out and named.

    >>> from casinowar.rulebooks import load_rules
    >>> par_sheet(load_rules("washington")).tie.house_edge
    Fraction(58, 311)
    """
    asked = asked or OddsOptions()
    full = Shoe.fresh(rules, asked.decks)
    shoe = full.without(asked.seen)
    wager = usual_wager(rules) if asked.wager is None else asked.wager
    hand.check_wager(rules, wager)
    plans = hand.strategies(rules) or (Strategy.WAR,)
    initial = tuple(wager_odds.initial(rules, shoe, plan, wager) for plan in plans)
    usual, together = wager_odds.played_best(initial), wager_odds.always_the_same(initial)
    plain = together.strategy or Strategy.WAR
    left_out: list[str] = []

    def part(make: Callable[[], Iterable[T]]) -> tuple[T, ...]:
        return _part(make, left_out)

    chips = part(lambda: progressives(rules, shoe, asked.meter))
    spins = part(lambda: _spins(rules, shoe))
    play = playing(rules, shoe, usual.strategy or Strategy.WAR, wager)
    tie = wager_odds.tie(rules, shoe, wager, plans[0], alone=Wager.TIE in rules.exclude_initial)
    return ParSheet(
        rules=rules,
        decks=asked.decks or rules.decks,
        decks_allowed=asked.decks is None or rules.decks_allowed.allows(asked.decks),
        seen=asked.seen,
        cards=shoe.size,
        wager=wager,
        initial=initial,
        usual=usual,
        together=together,
        on_a_tie=part(lambda: _on_a_tie(rules, shoe, wager, asked.meter)),
        war_worth=war_worth(rules, shoe, wager),
        tie=tie,
        tie_given_up=_tie_given_up(rules, shoe, wager),
        war_tie=tuple(wager_odds.war_tie(rules, shoe, wager)),
        dealer_wins=wager_odds.dealer_wins(rules, shoe),
        progressive=chips,
        envy=part(lambda: _envies(rules, shoe)),
        bonus_spin=spins,
        seats=part(lambda: _seats(rules, shoe, wager, plain)),
        terminals=part(lambda: _terminals(rules, shoe, wager, plain)),
        long_run=part(lambda: _long_run(rules, asked, full, wager)),
        with_sides=part(lambda: _with_sides(rules, shoe, wager, asked.meter)),
        counter=part(lambda: _counter(rules, asked, full, wager)),
        counting=next(iter(part(lambda: _counting(rules, asked, full, wager))), None),
        exposed=next(iter(part(lambda: [exposed_card(rules, shoe, wager)])), None),
        sessions=part(lambda: _sessions(usual, asked)),
        bankroll=asked.bankroll,
        with_bankroll=part(lambda: _with_bankroll(play, asked)),
        rounds_to_overcome_luck=rounds_to_overcome_luck(usual.distribution),
        bank=part(lambda: _banks(rules, shoe, wager, plain)),
        rounds_an_hour=asked.rounds_per_hour,
        exposure=exposure(rules, wager, most_hands(rules), (*chips, *spins)),
        bankrolls=part(lambda: _bankrolls(play, asked)),
        endless=endless(play, asked.bankroll),
        meters=tuple(map(course, chips)),
        other_pays=tuple(other_pays(rules, shoe, initial[0], tie, wager)),
        coupon=coupon_worth(rules, shoe),
        cuts=part(lambda: cuts(rules, shoe)),
        left_out=tuple(left_out),
    )


def _tie_given_up(rules: Rules, shoe: Shoe, wager: Cents) -> WagerOdds | None:
    if not rules.ties_rise_at_war or Strategy.BEST not in hand.strategies(rules):
        return None
    return wager_odds.tie(rules, shoe, wager, Strategy.SURRENDER)


def _on_a_tie(rules: Rules, shoe: Shoe, wager: Cents, meter: Cents | None) -> Iterable[TieChoice]:
    yield from choices(rules, shoe, initial=wager)
    if rules.ties_rise_at_war and (tie := wagered(rules, Mix.WITH_TIE, wager).tie):
        yield from choices(rules, shoe, initial=wager, tie=tie)
    for size in sizes(rules):
        yield from choices(rules, shoe, initial=wager, wager=size, meter=meter)


def progressives(rules: Rules, shoe: Shoe, meter: Cents | None = None) -> Iterator[ProgressiveOdds]:
    for size in sizes(rules):
        for plan in plain_strategies(rules):
            if odds := progressive(rules, shoe, plan, wager=size, meter=meter):
                yield odds


def _envies(rules: Rules, shoe: Shoe) -> Iterable[EnvyOdds]:
    return filter(None, (envy(rules, shoe, wager=size) for size in sizes(rules)))


def _spins(rules: Rules, shoe: Shoe) -> Iterable[SpinOdds]:
    if rules.book.bonus_spin and rules.house.bonus_spin is None:
        raise NotCovered("Bonus Spin: the wheel is the operator's; give its house file to see the return.")
    weights = rules.house.bonus_spin.positions if rules.house.bonus_spin else ()
    alike = len(set(weights)) <= 1
    for positions in range(1, rules.seats + 1):
        for size in rules.fixed_amounts(Wager.BONUS_SPIN):
            found = bonus_spin(rules, shoe, tuple(range(1, positions + 1)), wager=size)
            yield from found[-1:] if alike else found


def _seats(rules: Rules, shoe: Shoe, wager: Cents, plan: Strategy) -> Iterable[TableOdds]:
    """Give seats each mix of wagers, with the better strategy for it if a tie wager rises at war."""
    pairs = {each: Seats(rules, shoe, each) for each in {plan, *plain_strategies(rules)}}
    for mix in mixes(rules):
        best = plan
        if mix is not Mix.INITIAL and rules.ties_rise_at_war:
            best = min(plain_strategies(rules), key=lambda each: pairs[each].table(mix, 1, wager).win)
        # A player who never goes to war makes no tie wager on the war deal.
        if mix is Mix.WITH_BOTH and best.gives_up(rules, 0):
            continue
        for seats in range(1, most_hands(rules) + 1):
            yield pairs[best].table(mix, seats, wager)


def _with_sides(rules: Rules, shoe: Shoe, wager: Cents, meter: Cents | None) -> Iterable[SwingOdds]:
    chips = sizes(rules) if rules.house.progressive else ()
    spins = rules.fixed_amounts(Wager.BONUS_SPIN) if rules.house.bonus_spin else ()
    if not chips and not spins:
        return
    table = Swings(rules, shoe, initial=wager, meter=meter)
    both = (Beside(chip, spin) for chip in chips for spin in spins)
    for sides in (*map(Beside, chips), *(Beside(0, spin) for spin in spins), *both):
        for seats in sorted({1, min(2, most_hands(rules)), most_hands(rules)}):
            yield table.table(Mix.INITIAL, seats, sides)


def most_hands(rules: Rules) -> int:
    """Count the seats that can wager: one that banks does not."""
    return rules.seats - 1 if rules.book.bank else rules.seats


def _terminals(rules: Rules, shoe: Shoe, wager: Cents, plan: Strategy) -> Iterable[TableOdds]:
    law = rules.book.electronic
    if law is None:
        return []
    cards = rules.community_cards
    backed = {Backing.ONE: (1,), Backing.ALL: (cards,), Backing.ANY: tuple(range(1, cards + 1))}
    pair = Seats(rules, shoe, plan)
    return [pair.table(Mix.INITIAL, each, wager) for each in backed[law.backing.value]]


def _whole_shoe(asked: OddsOptions, shoe: Shoe | None = None) -> None:
    """Refuse parts that follow a whole shoe if cards were seen, or if they would take minutes."""
    if asked.seen:
        raise NotCovered("Sessions, the counter and the cover card's effect are not for a shoe partly seen.")
    if shoe and shoe.size > LARGEST_SHOE:
        raise NotCovered(f"The cover card's effect and the counter are given up to {LARGEST_SHOE} cards.")


def _sessions(usual: WagerOdds, asked: OddsOptions) -> Iterable[SessionOdds]:
    _whole_shoe(asked)
    return sessions(usual.distribution, asked.sessions)


def _with_bankroll(play: Play, asked: OddsOptions) -> Iterable[SessionOdds]:
    _whole_shoe(asked)
    if asked.bankroll < play.least:
        raise NotCovered(
            f"A bankroll of {asked.bankroll} does not pay for a round, which takes {play.least} units."
        )
    return sessions(play, asked.sessions, asked.bankroll)


def _bankrolls(play: Play, asked: OddsOptions) -> Iterable[Bankrolls]:
    _whole_shoe(asked)
    return bankrolls(play, asked.sessions)


def _long_run(rules: Rules, asked: OddsOptions, shoe: Shoe, wager: Cents) -> Iterable[LongRun]:
    _whole_shoe(asked, shoe)
    return [long_run(rules, plan, decks=asked.decks, wager=wager) for plan in plain_strategies(rules)]


def _counter(rules: Rules, asked: OddsOptions, shoe: Shoe, wager: Cents) -> Iterable[CounterOdds]:
    if rules.reshuffles_each_round or not rules.book.wagers.tie:
        return []
    _whole_shoe(asked, shoe)
    if rules.most_ties > 1:
        raise NotCovered("A counter is followed where one tie settles the tie wager.")
    behind = rules.behind_cover_card(shoe.size)
    return counter(rules, shoe, [behind * parts // 4 for parts in DEPTHS], wager)


def _counting(rules: Rules, asked: OddsOptions, shoe: Shoe, wager: Cents) -> Iterable[CountingOdds]:
    if not asked.counter:
        return []
    _whole_shoe(asked, shoe)
    return [counting(rules, asked.decks, wager)]


def _banks(rules: Rules, shoe: Shoe, wager: Cents, plan: Strategy) -> Iterable[BankOdds]:
    """Bank against three wagers of one unit, with half a unit to six units."""
    halves = (1, 2, 4, 6, 8, 12)
    against = [Wagered(wager)] * 3
    return filter(None, (bank(rules, shoe, against, wager * half // 2, plan) for half in halves))
