"""Short phrases for the values of a rulebook."""

from typing import Final

from msgspec.structs import asdict

from casinowar.game.book.bank import Held
from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.book.citing import Cited, Numbers, Says, Task
from casinowar.game.book.meters import LeastMeter
from casinowar.game.book.progressive import Envy, ProgressivePay
from casinowar.game.book.rulebook import (
    Again,
    ChoiceTurn,
    Ladder,
    Limits,
    Provision,
    SettleOrder,
    SurrenderRule,
    TieWager,
    WarBurn,
    WarDealRule,
)
from casinowar.game.book.terms import Fought, Moment
from casinowar.game.money import cents, dollars
from casinowar.rulebooks.text import packaged, parsed

_LONGEST_LIST: Final = 6
WORDING: Final = parsed(packaged("wording/topics.toml"))


def said(place: str, value: object, *, short: bool = True) -> str:
    """Say a value in a few words; of a long list only how long it is."""
    match value:
        case TieWager():
            return _joined(
                value.value,
                "required" if value.required else "",
                "as large as the initial wager" if value.equal else "",
                f"at most {value.most} of the initial wager" if value.most else "",
            )
        case Says() if place in WORDING["dollars"]:
            return ", ".join(map(_dollars, value.value if isinstance(value.value, tuple) else [value.value]))
        case Says():
            template: str = WORDING["one" if value.value == 1 else "phrases"].get(place, "{}")
            return template.format(_plainly(value.value, short=short))
        case tuple():
            acts = [each.act for each in value if isinstance(each, Task)]
            if not short or len(acts) == 1:
                return "; ".join(acts)
            return f"{len(acts)} acts"
        case Task():
            return value.act
        case Numbers():
            return str(value)
        case Cited():
            return _cited(value)
        case _:
            return _plainly(value, short=short)


def _plainly(value: object, *, short: bool) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if short and len(value) > _LONGEST_LIST:
        return f"{len(value)}, from {value[0]} to {value[-1]}"
    return ", ".join(map(str, value))


def _cited(value: Cited) -> str:
    """Say what a value of its own kind holds."""
    match value:
        case Ladder():
            return _joined(
                " then ".join(value.pays),
                "as large as the war wager" if value.equal else "",
                f"at most {value.most} of the initial wager" if value.most else "",
            )
        case Limits():
            return _joined(value.counted, "must be posted" if value.required else "")
        case SettleOrder():
            return _joined(value.direction, f"paying {value.paying}" if value.paying else "")
        case ChoiceTurn():
            return f"{value.when}, {value.direction}"
        case SurrenderRule():
            return f"{value.forfeits} is lost; {value.odd}"
        case WarBurn():
            return _burned(value)
        case WarDealRule():
            together = value.fought is Fought.TOGETHER
            first = "" if value.first_card == "player" else "the dealer's card first"
            return _joined(value.fought, f"dealt {value.direction}" if together else value.direction, first)
        case Again():
            price = f"for {value.times} more initial wagers each" if value.times else "for free"
            lost = f"{value.forfeits} is lost if given up" if value.forfeits else ""
            return _joined(f"up to {value.wars} wars", price, lost)
        case Provision():
            more = f"; more than {value.more_than} in {value.within}: {value.repeated}"
            return f"{value.remedy}{more if value.repeated else ''}"
        case ProgressivePay():
            meter = {None: "", "1": " and the meter"}.get(value.meter, f" and {value.meter} of the meter")
            return f"{value.pays}{meter}"
        case Envy():
            return _joined(
                f"{_dollars(value.amount)} for a {value.hand}, with a wager of {_dollars(value.wager)}",
                value.size,
                "the holder has to wager" if value.holder_needs_wager else "",
                "own other boxes too" if value.own_other_boxes else "",
            )
        case Symbol():
            return _dollars(value.pays) if value.pays else f"the {value.meter} meter"
        case LeastMeter():
            return f"starts at {_dollars(value.initial)}, restarts at {_dollars(value.reset)}"
        case Held():
            return f"{value.how} {value.rounds} rounds"
        case _:
            own = {name: each for name, each in asdict(value).items() if name not in {"clause", "reading"}}
            return ", ".join(f"{name} {each}" for name, each in own.items()) or "yes"


def _burned(burn: WarBurn) -> str:
    dealers = burn.cards if burn.dealers is None else burn.dealers
    match burn.when:
        case Moment.ONCE:
            return f"{burn.cards}, once"
        case Moment.EACH_SIDE:
            return f"{burn.cards} before the players, {dealers} before the dealer"
        case Moment.EACH_CARD:
            return _joined(
                f"{burn.cards} before each card",
                f"{dealers} before the dealer's" if dealers != burn.cards else "",
            )


def _dollars(amount: str) -> str:
    return dollars(cents(amount)).removesuffix(".00")


def _joined(*phrases: str) -> str:
    return ", ".join(filter(None, phrases))
