"""Compile rules, wagers and a way of playing into the terms of the full kernel."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from casinowar.game.book.bank import Exhaustion, SettlingStart, ShortWar
from casinowar.game.book.citing import ratio
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.rulebook import Outcome, SettleOrder
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import (
    Base,
    Fate,
    Given,
    MatchFate,
    Moment,
    OddHalf,
    Tied,
)
from casinowar.game.cards import SUITS, decks
from casinowar.game.money import dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import PLACES, Direction, Wager, spot
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.side_rules import side_terms

Hands = Mapping[int, Mapping[Wager, int]]
"""What each hand wagers: before the deal, and on every war deal that offers a tie wager."""

PLENTY = 1 << 60
"""More chips than any wager takes."""
_ONE_ROUND = -1
"""The cards in front of the cover card where each round has a fresh shoe."""
_COLUMNS = {
    Wager.INITIAL: t.INITIAL,
    Wager.TIE: t.TIE,
    Wager.WAR_TIE: t.WAR_TIE,
    Wager.PROGRESSIVE: t.PROGRESSIVE,
    Wager.BONUS_SPIN: t.BONUS_SPIN,
}
_LIMITS = {
    LimitCounts.HAND: t.OF_HAND,
    LimitCounts.WAGER: t.OF_WAGER,
    LimitCounts.PLAYER: t.OF_PLAYER,
    LimitCounts.HAND_WITH_PROGRESSIVE: t.WITH_PROGRESSIVE,
}
_EXHAUSTION = {
    Exhaustion.PAYOFFS: t.PAYOFFS,
    Exhaustion.RUNNING: t.RUNNING,
    Exhaustion.BOTH_WAYS: t.BOTH_WAYS,
    Exhaustion.COLLECT_FIRST: t.COLLECT_FIRST,
}
_SHORT_WARS = {
    ShortWar.PARTLY: t.PARTLY,
    ShortWar.WHOLE_ONLY: t.WHOLE_ONLY,
    ShortWar.MAY_ADD: t.MAY_ADD,
}
_BURNS = {Moment.ONCE: t.ONCE, Moment.EACH_SIDE: t.EACH_SIDE, Moment.EACH_CARD: t.EACH_CARD}
_TIES = {Tied.CHOICE: t.CHOICE, Tied.COLLECTED: t.TAKEN, Tied.RETURNED: t.GIVEN_BACK}
_ODD = {OddHalf.TO_PLAYER: t.TO_PLAYER, OddHalf.TO_HOUSE: t.TO_HOUSE}
_FATES = {None: t.NOTHING, Fate.RETURNED: t.RETURNED, Fate.COLLECTED: t.COLLECTED}
_MATCH_FATES = {None: t.NOTHING, MatchFate.PAID: t.RETURNED, MatchFate.COLLECTED: t.COLLECTED}


def compile_terms(
    rules: Rules,
    hands: Hands,
    size: int,
    bank: tuple[int, int],
    playing: Mapping[int, int],
    choices: Iterable[int],
) -> tuple[int, ...]:
    """Turn rules for certain hands and a shoe of so many cards, and what the players do, into numbers."""
    numbers = tuple(hands)
    main, orders = _main(rules, size), _orders(rules, numbers, bank[0])
    war, war_lists = _war(rules)
    side, side_lists = side_terms(rules)
    return t.packed(
        {**main, **war, **_bank(rules, bank[1]), **side, **playing},
        {**orders, **war_lists, **side_lists, t.GOES_TO_WAR: choices},
    )


def shoe_cards(rules: Rules, number: int | None = None) -> tuple[str, ...]:
    """List the cards of a shoe, of as many decks as the rules have or as are wanted."""
    cards = rules.book.cards
    return decks(rules.decks if number is None else number, cards.ranking.value, cards.suits.value)


def coded(cards: Iterable[str], ranking: str) -> tuple[int, ...]:
    """Turn cards into numbers: the strength of the rank times four, plus the suit."""
    suits = {name[0].upper(): place for place, name in enumerate(SUITS)}
    return tuple(ranking.index(card[0]) * len(SUITS) + suits[card[1]] for card in cards)


def hand_rows(rules: Rules, hands: Hands, owners: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """Give each hand a row: whose it is, where its card lies, its wagers in cents."""
    spin = rules.house.bonus_spin
    rows = []
    for number, wagers in hands.items():
        check_wagers(rules, wagers)
        row = [0] * t.COLUMNS
        row[t.PURSE] = PLENTY
        row[t.PLAYER] = owners.get(number, number // PLACES or number)
        row[t.SPOT] = spot(number)
        row[t.WEIGHT] = spin.positions[number - 1] if spin and spin.positions else 1
        for wager, amount in wagers.items():
            row[t.WAGERS + _COLUMNS[wager]] = amount
        rows.append(tuple(row))
    return tuple(rows)


def check_wagers(rules: Rules, wagers: Mapping[Wager, int]) -> None:
    """Refuse wagers of a hand that the table does not offer or take."""
    book = rules.book
    offered = {
        Wager.INITIAL: True,
        Wager.TIE: book.wagers.tie is not None,
        Wager.WAR_TIE: book.wagers.war_tie is not None,
        Wager.PROGRESSIVE: bool(rules.side_amounts(Wager.PROGRESSIVE)),
        Wager.BONUS_SPIN: bool(rules.side_amounts(Wager.BONUS_SPIN)),
    }
    for wager, amount in wagers.items():
        if amount and not offered.get(wager):
            raise InputError(f"The rulebook, or the house, offers no {wager} wager.")
        if amount:
            _check_amount(rules, wager, amount)
    _check_terms(rules, wagers)


def _check_amount(rules: Rules, wager: Wager, amount: int) -> None:
    """Refuse a wager that the table does not take."""
    sizes = rules.side_amounts(wager)
    if sizes and amount not in sizes:
        raise InputError(f"The {wager} wager is {' or '.join(map(dollars, sizes))}, not {dollars(amount)}.")
    least, most = rules.span(wager)
    if not sizes and not least <= amount <= most:
        raise InputError(f"The {wager} wager is {dollars(least)} to {dollars(most)}, not {dollars(amount)}.")
    if amount % rules.unit(wager):
        raise InputError(f"The {wager} wager of {dollars(amount)} cannot be settled exactly.")


def _check_terms(rules: Rules, wagers: Mapping[Wager, int]) -> None:
    """Hold tie wagers to the size that the book ties to the initial wager."""
    law, initial = rules.book.wagers, wagers.get(Wager.INITIAL, 0)
    tie, war_tie = wagers.get(Wager.TIE, 0), wagers.get(Wager.WAR_TIE, 0)
    if law.tie and ((law.tie.required and not tie) or (law.tie.equal and tie not in {0, initial})):
        raise InputError("The rulebook wants a tie wager with the initial one, or as large as that.")
    for kind, amount in ((law.tie, tie), (law.war_tie, war_tie)):
        if kind and kind.most is not None and amount > Fraction(kind.most) * initial:
            raise InputError(f"A tie wager is at most {kind.most} of the initial one.")


# orders


def _orders(rules: Rules, numbers: Sequence[int], bank: int) -> dict[int, Iterable[int]]:
    """Find in which orders hands are dealt, settled, choose and fight."""
    book, electronic = rules.book, rules.house.electronic
    spots = {spot(number) for number in numbers}
    dealt = range(1, electronic.community_cards + 1) if electronic else spots

    def turns(direction: Direction, *, from_the_bank: bool = False) -> list[int]:
        ordered = direction.order(numbers)
        if from_the_bank and book.bank and book.bank.start.value is SettlingStart.AFTER_THE_BANK:
            ordered = tuple(sorted(ordered, key=lambda number: spot(number) < bank))
        return [numbers.index(number) for number in ordered]

    def settled(order: SettleOrder) -> list[int]:
        return turns(order.paying) if order.paying else turns(order.direction, from_the_bank=True)

    order = book.settlement.order
    settle, war = settled(order), book.war.deal.direction if book.war else Direction.CLOCKWISE
    return {
        t.DEAL: book.deal.direction.value.order(dealt),
        t.SETTLE: settle,
        t.CHOOSE: settle if book.bank else turns(book.settlement.choice.direction),
        t.CONFIRM: settle if book.bank else turns(war),
        t.WAR_DEAL: turns(war),
        t.WAR_SPOTS: war.order(spots),
        t.WAR_SETTLE: settled(book.war.order) if book.war else settle,
        t.SPIN: turns(order.last_pass),
    }


# the game itself


def _main(rules: Rules, size: int) -> dict[int, int]:
    book = rules.book
    initial = ratio(book.wagers.initial.value)
    tie = ratio(book.wagers.tie.value) if book.wagers.tie else Fraction(0)
    surrender, law = book.surrender, book.wagers.payout_limit
    share = Fraction(surrender.forfeits) if surrender else Fraction(0)
    return {
        # Cards burned from a new shoe may bring the cover card out; then one round is played all the same.
        t.FRONT: _ONE_ROUND if rules.reshuffles_each_round else size - rules.behind_cover_card(size),
        t.BURNED: rules.new_shoe_burn,
        t.RANKS: len(book.cards.ranking.value),
        t.INITIAL_PAYS: initial.numerator,
        t.INITIAL_ON: initial.denominator,
        t.TIE_PAYS: tie.numerator,
        t.TIE_ON: tie.denominator,
        t.TIE_HAND: _TIES[book.settlement.tie_hand.value],
        t.AT_THE_SEAT: rules.chooses_at_the_seat,
        t.FORFEITS: share.numerator,
        t.FORFEITS_ON: share.denominator if surrender else 0,
        t.ODD: _ODD.get(surrender.odd, t.EXACTLY) if surrender else t.EXACTLY,
        t.CHIP: rules.chip,
        t.LIMIT_COUNTS: _LIMITS[law.value] if law and rules.caps_payouts else t.NO_LIMIT,
        t.LIMIT: rules.payout_limit or 0,
    }


def _war(rules: Rules) -> tuple[dict[int, int], dict[int, Iterable[int]]]:
    war, ladder = rules.book.war, rules.tie_odds(Wager.WAR_TIE)
    if war is None or not rules.offers_choice:
        return {}, {t.OUTCOMES: (), t.LADDER: ()}
    terms: dict[int, int] = {
        t.FIGHTS: 1,
        t.TOGETHER: rules.fights_together,
        t.AT_ONCE: rules.fights_at_once,
        t.TIMES: war.wager.value,
        t.COLLECTS_INITIAL: war.initial.value is Given.COLLECTED,
        t.MATCHED: war.match is not None,
        t.BURN: war.burn.cards,
        t.BURN_DEALERS: rules.dealers_war_burn,
        t.BURN_WHEN: _BURNS[war.burn.when],
        t.DEALER_FIRST: war.deal.first_card == "dealer",
        t.WAR_TIE_EQUAL: bool(rules.book.wagers.war_tie and rules.book.wagers.war_tie.equal),
    }
    if war.again:
        price = Fraction(war.again.forfeits or 0)
        terms |= {
            t.AGAIN_WARS: war.again.wars,
            t.AGAIN_TIMES: war.again.times,
            t.AGAIN_FORFEITS: price.numerator,
            t.AGAIN_FORFEITS_ON: price.denominator if war.again.forfeits else 0,
        }
    outcomes = [column for outcome in (war.lost, war.tied, war.won) for column in _outcome(outcome)]
    return terms, {
        t.OUTCOMES: outcomes,
        t.LADDER: [part for odds in ladder for part in odds.as_integer_ratio()],
    }


def _outcome(outcome: Outcome) -> tuple[int, ...]:
    pays = ratio(outcome.pays) if outcome.pays else Fraction(0)
    return (
        _FATES[outcome.initial],
        _FATES[outcome.war],
        _MATCH_FATES[outcome.match],
        pays.numerator,
        pays.denominator,
        outcome.on is not Base.WAR,
        outcome.on is not Base.INITIAL,
    )


def _bank(rules: Rules, amount: int) -> dict[int, int]:
    law = rules.book.bank
    if law is None:
        return {}
    return {
        t.BANKED: 1,
        t.BANK: amount,
        t.EXHAUSTED: _EXHAUSTION[law.exhausted.value],
        t.SHORT_WAR: _SHORT_WARS[law.short_war.value],
    }
