"""The rules of side wagers, community cards, coupons and the bank, as far as a table has them."""

from collections.abc import Iterator

from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.money import cents, dollars

Fact = tuple[str, str, str]
"""What is ruled on, what the rule is, and its clause."""


def side_facts(rules: Rules) -> Iterator[list[Fact]]:
    """Give the facts of each part that this table has."""
    for facts in (_progressive, _bonus_spin, _other_wagers, _bank):
        if found := [*facts(rules)]:
            yield found


def _progressive(rules: Rules) -> Iterator[Fact]:
    law, offered = rules.book.progressive, rules.house.progressive
    if law is None or offered is None:
        return
    sizes = " or ".join(f"${size}" for size in offered.amounts or law.amounts.value)
    yield "progressive wager", sizes, law.offer.clause
    for pay in law.pays:
        share = "all" if pay.meter == "1" else pay.meter
        meter = f", and {share} of the meter" if pay.meter else ""
        yield f"  {pay.hand}", f"pays {pay.pays}{meter}", pay.clause
    yield "  meter", _meter(offered.meter), law.rate.clause
    if law.envy:
        yield "Envy Bonus", f"${law.envy.amount} for another's {law.envy.hand}", law.envy.clause


def _bonus_spin(rules: Rules) -> Iterator[Fact]:
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return
    sizes = " or ".join(f"${size}" for size in offered.amounts or law.amounts.value)
    cards = " or ".join(f"{card.color} {card.rank}" for card in offered.cards)
    yield "bonus spin wager", f"{sizes}; a {cards} of the dealer starts the wheel", law.offer.clause
    weights = {segment.symbol: segment.weight for segment in offered.hot_spot.segments}
    yield "  hot spot", f"goes to {law.goes_to.value}", law.goes_to.clause
    for symbol in law.hot_spot:
        if symbol.symbol in weights:
            odds = f", {weights[symbol.symbol]} of {offered.hot_spot.stops} stops"
            yield f"  {symbol.symbol}", _pays(symbol) + odds, symbol.clause
    yield "  primary meter", _meter(offered.primary), law.least_primary.clause
    yield "  secondary meter", _meter(offered.secondary), law.least_secondary.clause
    if offered.community is None:
        return
    weights = {segment.symbol: segment.weight for segment in offered.community.segments}
    for symbol in law.community:
        if symbol.symbol in weights:
            odds = f", {weights[symbol.symbol]} of {offered.community.stops} stops"
            yield f"  community {symbol.symbol}", _pays(symbol) + odds, symbol.clause


def _pays(symbol: Symbol) -> str:
    return f"pays the {symbol.meter} meter" if symbol.meter else f"pays {dollars(cents(symbol.pays or '0'))}"


def _meter(meter: MeterChoices) -> str:
    linked = ", shared with other tables" if meter.linked else ""
    return f"{meter.rate} of each wager; starts at ${meter.initial}, again at ${meter.reset}{linked}"


def _other_wagers(rules: Rules) -> Iterator[Fact]:
    book, house = rules.book, rules.house
    if house.coupons and book.wagers.coupons:
        yield "match play coupon", f"counts {book.wagers.coupons.value}", book.wagers.coupons.clause
    if house.electronic and book.electronic:
        number = f"{house.electronic.community_cards}; a terminal backs {book.electronic.backing.value}"
        yield "community cards", number, book.electronic.offer.clause


def _bank(rules: Rules) -> Iterator[Fact]:
    law = rules.book.bank
    if law is None:
        return
    yield "bank", "a player banks the game", law.wager.clause
    yield "  wager", law.exhausted.value, law.exhausted.clause
    yield "  war", law.short_war.value, law.short_war.clause
    yield "  held", f"for {law.held.how} {law.held.rounds} rounds, then clockwise", law.held.clause
    yield "  players", str(law.players), law.players.clause
    if rules.house.backline and law.backline:
        chooses = f"{rules.house.backline} behind each seat; each chooses {law.backline.value}"
        yield "  backline", chooses, law.backline.clause
