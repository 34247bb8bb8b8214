"""Validation: which payouts a floorperson validates before they are paid."""

from casinowar.game.acts.preparation import steps_of
from casinowar.game.book.meters import Validated, Validation
from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents, cents
from casinowar.game.table import Step


def validating(rules: Rules, law: Validation | None, amount: Cents, *, from_meter: bool) -> tuple[Step, ...]:
    if law is None:
        return ()
    wanted = {
        Validated.EVERY: True,
        Validated.FROM_AMOUNT: amount >= cents(rules.house.validate_from or "0"),
        Validated.METER: from_meter,
    }
    return steps_of((law,)) if wanted[law.of] else ()
