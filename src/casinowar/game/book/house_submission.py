"""Check what an operator's submission says about side wagers against the text."""

from collections.abc import Iterator

from casinowar.game.book import bonus_spin as spins
from casinowar.game.book.bank import FirstHolder
from casinowar.game.book.electronic import FurtherWagers
from casinowar.game.book.house import House, Problem
from casinowar.game.book.meters import LeastMeter, MeterChoices, Validated
from casinowar.game.book.progressive import Progressive, ProgressiveChoices
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.cards import RANKS
from casinowar.game.money import cents, dollars


def submission_problems(book: Rulebook, house: House, seats: int) -> Iterator[Problem]:
    """Find what a submission says that the book does not allow."""
    yield from _offers(book, house, seats)
    if house.progressive and book.progressive:
        yield from _progressive(book.progressive, house.progressive)
    if house.bonus_spin and book.bonus_spin:
        yield from _bonus_spin(book.bonus_spin, house.bonus_spin, seats)
    if house.electronic and book.electronic:
        law, cards = book.electronic.community_cards, house.electronic.community_cards
        if not law.allows(cards):
            yield "electronic.community_cards", f"{cards} is not allowed; the rulebook has {law}", law.clause
    limit = book.wagers.payout_limit
    posted = house.payout_limit
    if limit and posted and posted != "none" and not cents(posted):
        yield "payout_limit", "the limit is more than nothing", limit.clause


def _offers(book: Rulebook, house: House, seats: int) -> Iterator[Problem]:
    """Find offers that the book does not know."""
    general = book.wagers.placing.clause
    clauses = {"coupons": book.wagers.instruments.clause, "payout_limit": ""}
    if book.bank:
        clauses |= {"backline": book.bank.players.clause}
    offers = {
        "progressive": (house.progressive, book.progressive),
        "bonus_spin": (house.bonus_spin, book.bonus_spin),
        "electronic": (house.electronic, book.electronic),
        "payout_limit": (house.payout_limit, book.wagers.payout_limit),
        "coupons": (house.coupons, book.wagers.coupons),
        "backline": (house.backline, book.bank.backline if book.bank else None),
    }
    if book.bank and house.opening_inventory is not None:
        yield "opening_inventory", "a player/dealer banks this game", book.bank.never_the_house.clause
    for name, (offered, law) in offers.items():
        if offered and law is None:
            yield name, "the rulebook does not provide for it", clauses.get(name, general)
    further = book.electronic.further_wagers if book.electronic else None
    if further and further.value is FurtherWagers.NONE and house.electronic:
        for name, offered in (("progressive", house.progressive), ("bonus_spin", house.bonus_spin)):
            if offered:
                yield name, "the electronic version, as it is read here, has no such wager", further.clause
    yield from _validation(book, house)
    by_house = book.bank is not None and book.bank.first_holder.value is FirstHolder.SET
    if house.bank_minimum is not None and book.bank is None:
        yield "bank_minimum", "no player banks this game", ""
    if house.first_bank and not by_house:
        clause = book.bank.first_holder.clause if book.bank else ""
        yield "first_bank", "the rulebook does not let the house set who banks first", clause
    if book.bank and by_house and house.first_bank and house.first_bank > seats:
        yield "first_bank", f"the table has only {seats} seats", book.bank.first_holder.clause


def _validation(book: Rulebook, house: House) -> Iterator[Problem]:
    """Hold the amount from which payouts are validated to a text that leaves it to the operator."""
    offers = ((house.progressive, book.progressive), (house.bonus_spin, book.bonus_spin))
    laws = [law.validation for offered, law in offers if offered and law and law.validation]
    if house.validate_from is not None and not any(law.of is Validated.FROM_AMOUNT for law in laws):
        clause = laws[0].clause if laws else ""
        yield "validate_from", "the text, as it is read here, leaves no such amount to the operator", clause


def _progressive(law: Progressive, offered: ProgressiveChoices) -> Iterator[Problem]:
    own = set(map(cents, offered.amounts)) - set(map(cents, law.amounts.value))
    if own and (not law.operator_sets_amounts or 0 in own):
        problem = f"the wager is {' or '.join(law.amounts.value)}"
        if law.operator_sets_amounts:
            problem = "a wager is more than nothing"
        yield "progressive.amounts", problem, law.amounts.clause
    sizes = offered.amounts or law.amounts.value
    least = LeastMeter(
        initial=law.least_meter.value, reset=law.least_meter.value, clause=law.least_meter.clause
    )
    yield from _meter("progressive.meter", offered.meter, least, sizes, law.rate.clause)


def _meter(
    place: str, meter: MeterChoices, least: LeastMeter, sizes: tuple[str, ...], rate_clause: str
) -> Iterator[Problem]:
    for name in ("initial", "reset"):
        amount, minimum = cents(getattr(meter, name)), cents(getattr(least, name))
        if amount < minimum:
            yield f"{place}.{name}", f"{dollars(amount)} is less than {dollars(minimum)}", least.clause
    if not 0 < meter.share <= 1:
        yield f"{place}.rate", "the rate is more than 0% and at most 100%", rate_clause
    for size in sizes:
        if (meter.share * cents(size)).denominator != 1:
            problem = f"{meter.rate} of a wager of {size} is not a whole number of cents"
            yield f"{place}.rate", problem, rate_clause


def _bonus_spin(law: spins.BonusSpin, offered: spins.BonusSpinChoices, seats: int) -> Iterator[Problem]:
    if len(offered.cards) > law.designated.value:
        problem = f"at most {law.designated.value} card may be designated"
        yield "bonus_spin.cards", problem, law.designated.clause
    for card in offered.cards:
        if card.rank not in RANKS:
            yield "bonus_spin.cards", f"'{card.rank}' is not a rank", law.designated.clause
    yield from _sizes(law, offered)
    sizes = offered.amounts or law.amounts.value
    yield from _meter("bonus_spin.primary", offered.primary, law.least_primary, sizes, law.rate.clause)
    yield from _meter("bonus_spin.secondary", offered.secondary, law.least_secondary, sizes, law.rate.clause)
    yield from _wheel("bonus_spin.hot_spot", offered.hot_spot, law.hot_spot)
    draws = law.symbols.value is spins.Pairing.INDEPENDENT and law.goes_to.value is spins.HotSpot.ONE_POSITION
    if draws and offered.community is None:
        yield "bonus_spin.community", "the wheel of the community pays is missing", law.symbols.clause
    if offered.community is not None:
        yield from _wheel("bonus_spin.community", offered.community, law.community)
    if offered.positions and len(offered.positions) != seats:
        problem = f"there are {len(offered.positions)} weights for {seats} betting positions"
        yield "bonus_spin.positions", problem, law.goes_to.clause


def _sizes(law: spins.BonusSpin, offered: spins.BonusSpinChoices) -> Iterator[Problem]:
    known = set(map(cents, law.amounts.value))
    small = [size for size in offered.amounts if cents(size) not in known]
    if any(cents(size) >= cents(law.amounts.value[0]) for size in small):
        problem = f"the wager is {' or '.join(law.amounts.value)}, or less by another reading"
        yield "bonus_spin.amounts", problem, law.amounts.clause
    if small and law.small_wager is None:
        problem = f"there is no pay table for a wager of {' or '.join(small)}"
        yield "bonus_spin.amounts", problem, law.amounts.clause
    own = law.small_wager is not None and law.small_wager.value is spins.SmallWager.OWN_TABLE
    if small and own and not offered.small_wager_pays:
        problem = f"the operator's own pay table for a wager of {' or '.join(small)} is missing"
        yield "bonus_spin.small_wager_pays", problem, law.amounts.clause
    if offered.small_wager_pays and not own:
        problem = "the text, as it is read here, has no pay table of the operator's own"
        yield "bonus_spin.small_wager_pays", problem, law.amounts.clause
    yield from _own_table(law, offered)


def _own_table(law: spins.BonusSpin, offered: spins.BonusSpinChoices) -> Iterator[Problem]:
    """Hold every pay of the operator's own table to its column, and to the wheel that has to stop on it."""
    place, pays = "bonus_spin.small_wager_pays", offered.small_wager_pays
    columns = {
        "hot_spot": (law.hot_spot, offered.hot_spot),
        "community": (law.community, offered.community),
    }
    named = [pay.symbol for pay in pays]
    for symbol in sorted({symbol for symbol in named if named.count(symbol) > 1}):
        yield place, f"'{symbol}' is given twice", law.amounts.clause
    tables = {each.symbol for table, _ in columns.values() for each in table}
    for pay in pays:
        given = [each for name, each in columns.items() if getattr(pay, name) is not None]
        if pay.symbol not in tables:
            table = given[0][0] if given else law.hot_spot
            yield place, f"'{pay.symbol}' is no symbol of the table", table[0].clause
            continue
        for name, (table, wheel) in columns.items():
            if getattr(pay, name) is None:
                continue
            if pay.symbol not in {each.symbol for each in table}:
                yield place, f"'{pay.symbol}' is no symbol of the {name} pays", table[0].clause
            elif wheel and pay.symbol not in {each.symbol for each in wheel.segments}:
                yield place, f"'{pay.symbol}' is on no segment of the {name} wheel", table[0].clause


def _wheel(place: str, wheel: spins.Wheel, table: tuple[spins.Symbol, ...]) -> Iterator[Problem]:
    known = {symbol.symbol: symbol for symbol in table}
    for segment in wheel.segments:
        if segment.symbol not in known:
            yield f"{place}.segments", f"'{segment.symbol}' is no symbol of the table", table[0].clause
    total = sum(segment.weight for segment in wheel.segments)
    if total != wheel.stops:
        problem = f"the weights add up to {total}, not to the {wheel.stops} stops"
        yield f"{place}.stops", problem, table[0].clause
