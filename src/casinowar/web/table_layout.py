"""Layout of a table: its places, its limits and the inscription on the felt."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from casinowar.game.acts.bonus_spin import paired
from casinowar.game.book.bonus_spin import BonusSpin, BonusSpinChoices, HotSpot, Pairing, SmallWager, Symbol
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Given, MatchFate
from casinowar.game.combinations import Combination
from casinowar.game.money import Cents, cents
from casinowar.game.words import Direction, Wager
from casinowar.house.worker.worker import Worker

_PLACED: Final = (Wager.INITIAL, Wager.TIE, Wager.DEALER_WINS, Wager.PROGRESSIVE, Wager.BONUS_SPIN)
"""The wagers that a player places before the deal, in the usual order."""


class WagerSpan(Struct, frozen=True, kw_only=True):
    least: int
    most: int
    amounts: tuple[int, ...] = ()
    """The only amounts, if they are fixed."""
    unit: int
    """Amounts are multiples of this."""


class Inscription(Struct, frozen=True, kw_only=True):
    """A line of the inscription: its subject, and what it says."""

    about: Literal["tie", "war", "surrender", "dealer_wins", "bank", "initial", "war_tie", "payout_limit"]
    pays: str = ""
    """The odds, such as `10 to 1`: for a war, those of a won war; for its tie wager, those of each deal."""
    match: bool = False
    """Whether a won war pays the dealer's match."""
    tied: str = ""
    """The odds of a tied war."""
    tied_match: bool = False
    """Whether a tied war pays the dealer's match."""
    share: str = ""
    """The share of the wager that a surrender loses."""
    collected: bool = False
    """Whether the initial wager is collected when the player goes to war."""
    clause: str


class ProgressiveLine(Struct, frozen=True, kw_only=True):
    """The payout of a progressive payout hand: odds, or a share of the meter."""

    hand: Combination
    pays: str
    meter: str = ""
    clause: str


class EnvyLine(Struct, frozen=True, kw_only=True):
    """The Envy Bonus for a progressive payout hand, in cents."""

    hand: Combination
    amount: int
    wager: int
    clause: str


class WheelPart(Struct, frozen=True, kw_only=True):
    """A symbol of the wheel, and its share of the wheel."""

    symbol: str
    weight: int


class WheelLine(Struct, frozen=True, kw_only=True):
    """The payout of a symbol: an amount in cents, or a meter."""

    symbol: str
    pays: int
    meter: str = ""
    share: str = ""
    """The share of the meter; empty for all of it."""
    clause: str


class WheelPays(Struct, frozen=True, kw_only=True):
    """The payouts of the wheel for a wager of this size: at the hot spot, and at other positions."""

    wager: int
    hot_spot: tuple[WheelLine, ...]
    community: tuple[WheelLine, ...]


class TableLayout(Struct, frozen=True, kw_only=True):
    """The layout of a table before play."""

    name: str
    rulebook: str
    document: str
    """The document with the clauses, which a custom rulebook may extend."""
    title: str
    seats: int
    backline: int
    """How many players may stand behind each seat."""
    boxes: int
    """How many adjacent boxes one player may wager on."""
    community_cards: int
    """How many community cards the terminals of an electronic table wager on."""
    decks: int
    cards: int
    limits: dict[Wager, WagerSpan]
    payout_limit: int | None
    coupons: bool
    """Whether the table takes match play coupons."""
    inscription: tuple[Inscription, ...]
    war_tie: tuple[str, ...]
    """The odds of a tie wager on the first war deal, the second, and so on; empty if none is offered."""
    progressive: tuple[ProgressiveLine, ...]
    envy: EnvyLine | None
    wheel: tuple[WheelPart, ...]
    wheel_pays: WheelPays | None
    paying: Direction
    meters: tuple[str, ...]
    bank: bool
    electronic: bool
    automatic: bool
    neighbours: bool
    """Whether computer players can be invited."""
    betting_seconds: int
    answer_seconds: int
    floor: bool
    """Whether a floorperson rules; without one, a hand is surrendered when its player does not choose."""
    smallest_chip: int


def layout(worker: Worker, table: str, *, play_money: int = 0) -> TableLayout:
    rules, settings = worker.rules(table), worker.settings(table)
    book, spin = rules.book, rules.house.bonus_spin
    progressive = book.progressive if Wager.PROGRESSIVE in rules.offered_wagers else None
    segments = spin.hot_spot.segments if spin else ()
    return TableLayout(
        name=table,
        rulebook=book.name,
        document=book.document,
        title=book.title,
        seats=rules.seats,
        backline=rules.house.backline,
        boxes=rules.adjacent_boxes,
        community_cards=rules.community_cards if rules.house.electronic else 0,
        decks=rules.decks,
        cards=rules.batch_size,
        limits={wager: _span(rules, wager) for wager in _PLACED if wager in rules.offered_wagers},
        payout_limit=rules.payout_limit,
        coupons=rules.house.coupons,
        inscription=tuple(_inscription(rules)),
        war_tie=book.wagers.war_tie.pays if book.wagers.war_tie else (),
        progressive=tuple(
            ProgressiveLine(hand=each.hand, pays=each.pays, meter=each.meter or "", clause=each.clause)
            for each in (progressive.pays if progressive else ())
        ),
        envy=_envy(rules) if progressive else None,
        wheel=tuple(WheelPart(symbol=each.symbol, weight=each.weight) for each in segments),
        wheel_pays=_wheel_pays(rules),
        paying=book.settlement.order.last_pass,
        meters=tuple(worker.position(table).table.meters),
        bank=book.bank is not None,
        electronic=rules.house.electronic is not None,
        automatic=settings.automatic,
        neighbours=bool(play_money) and settings.automatic,
        betting_seconds=settings.betting_seconds,
        answer_seconds=settings.answer_seconds,
        floor=settings.floor,
        smallest_chip=rules.chip,
    )


def _span(rules: Rules, wager: Wager) -> WagerSpan:
    least, most = rules.span(wager)
    amounts = tuple(sorted(rules.fixed_amounts(wager)))
    return WagerSpan(least=least, most=most, amounts=amounts, unit=rules.unit(wager))


def _inscription(rules: Rules) -> Iterator[Inscription]:
    """Yield the lines on the felt, then those on the table's sign."""
    book, wagers = rules.book, rules.book.wagers
    if wagers.tie is not None:
        yield Inscription(about="tie", pays=wagers.tie.value, clause=wagers.tie.clause)
    if book.war is not None and rules.plays_ties_on:
        won, tied = book.war.won, book.war.tied
        yield Inscription(
            about="war",
            pays=won.pays or "",
            match=won.match is MatchFate.PAID,
            tied=tied.pays or "",
            tied_match=tied.match is MatchFate.PAID,
            collected=book.war.initial.value is Given.COLLECTED,
            clause=won.clause,
        )
    if book.surrender is not None:
        yield Inscription(about="surrender", share=book.surrender.forfeits, clause=book.surrender.clause)
    if wagers.dealer_wins is not None:
        yield Inscription(
            about="dealer_wins", pays=wagers.dealer_wins.value, clause=wagers.dealer_wins.clause
        )
    if book.bank is not None:
        yield Inscription(about="bank", clause=book.bank.wager.clause)
    yield Inscription(about="initial", pays=wagers.initial.value, clause=wagers.initial.clause)
    if wagers.war_tie is not None and rules.plays_ties_on:
        pays = ", ".join(wagers.war_tie.pays)
        yield Inscription(about="war_tie", pays=pays, clause=wagers.war_tie.clause)
    if rules.payout_limit is not None and rules.payout_limit_law is not None:
        yield Inscription(about="payout_limit", clause=rules.payout_limit_law.clause)


def _wheel_pays(rules: Rules) -> WheelPays | None:
    """Give the payouts for the least wager that earns the full table, or the largest smaller one."""
    law, offered = rules.book.bonus_spin, rules.house.bonus_spin
    if law is None or offered is None:
        return None
    sizes = sorted(rules.fixed_amounts(Wager.BONUS_SPIN))
    wager = next((each for each in sizes if each >= cents(law.amounts.value[0])), sizes[-1])
    turned = {each.symbol for each in offered.hot_spot.segments}
    return WheelPays(
        wager=wager,
        hot_spot=tuple(_wheel_lines(law, offered, law.hot_spot, turned, wager)),
        community=tuple(_wheel_lines(law, offered, law.community, _community(law, offered), wager)),
    )


def _community(law: BonusSpin, offered: BonusSpinChoices) -> set[str]:
    """Find the community symbols that a spin can stop on; none if all positions share the hot spot."""
    if law.goes_to.value is not HotSpot.ONE_POSITION:
        return set()
    if law.symbols.value is Pairing.PAIRED:
        return {paired(law, each.symbol) for each in offered.hot_spot.segments}
    return {each.symbol for each in offered.community.segments} if offered.community else set()


def _wheel_lines(
    law: BonusSpin, offered: BonusSpinChoices, symbols: tuple[Symbol, ...], turned: set[str], wager: Cents
) -> Iterator[WheelLine]:
    """Yield the payouts of the symbols on the wheel for a wager of this size."""
    share = min(Fraction(1), Fraction(wager, cents(law.amounts.value[0])))
    small = law.small_wager if share < 1 else None
    own = {each.symbol: each for each in offered.small_wager_pays}
    for each in symbols:
        pays, meter = int(share * cents(each.pays or "0")), each.meter or ""
        if small and small.value is not SmallWager.SHARE:
            meter = ""
        if small and small.value is SmallWager.OWN_TABLE:
            said = own.get(each.symbol)
            pays = cents((said and (said.hot_spot if symbols is law.hot_spot else said.community)) or "0")
        if each.symbol in turned and (pays or meter):
            part = str(share) if meter and share < 1 else ""
            clause = small.clause if small else each.clause
            yield WheelLine(symbol=each.symbol, pays=pays, meter=meter, share=part, clause=clause)


def _envy(rules: Rules) -> EnvyLine | None:
    law = rules.book.progressive.envy if rules.book.progressive else None
    if law is None:
        return None
    amount, wager = cents(law.amount), cents(law.wager)
    return EnvyLine(hand=law.hand, amount=amount, wager=wager, clause=law.clause)
