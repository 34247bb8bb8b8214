"""The wheel: what its symbols pay where that is another amount than they show."""

from collections.abc import Iterator

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.money import cents, dollars
from casinowar.telling.wording import Language, wording


def paid_otherwise(rules: Rules, event: e.Event, language: Language = Language.ENGLISH) -> str:
    """Say after a spin what its symbols pay that show another amount, and by which reading; or nothing."""
    return "".join(_otherwise(rules, event, language)) if isinstance(event, e.WheelSpun) else ""


def _otherwise(rules: Rules, spun: e.WheelSpun, language: Language) -> Iterator[str]:
    law = rules.book.bonus_spin
    if law is None:
        return
    shown = (
        ("hot_spot_pays", spun.hot_spot, law.hot_spot),
        ("community_pays", spun.community, law.community),
    )
    for phrase, stopped_on, symbols in shown:
        for each in symbols:
            if (
                each.symbol == stopped_on
                and each.pays
                and dollars(cents(each.pays)) != _to_the_cent(each.symbol)
            ):
                said = wording(language)
                pays = said.phrase(phrase, symbol=said.symbol(each.symbol), amount=dollars(cents(each.pays)))
                read = f" ({each.reading})" if each.reading else ""
                yield f" {pays}{read}."


def _to_the_cent(symbol: str) -> str:
    return symbol if "." in symbol else f"{symbol}.00"
