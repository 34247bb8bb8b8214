"""What a house provides of care, as it is configured when it is served, put into the journal."""

from typing import Final

from casinowar.game.refusal import InputError
from casinowar.game.words import Role
from casinowar.house.journal.commits import PIT
from casinowar.house.journal.requests import Actor, Refused, TableRequest
from casinowar.house.offices.care import CARE, HouseCare, ProvideCare
from casinowar.house.worker.worker import Worker

_CONFIGURED: Final = Actor(PIT, frozenset({Role.AUTOMATIC}))


def provide(worker: Worker, care: HouseCare) -> None:
    """Have a house provide this, if it does not yet."""
    if worker.position(CARE).office.house == care:
        return
    said = ProvideCare(
        two_people=care.two_people, cash_above=care.cash_above, check_seconds=care.check_seconds
    )
    [answer] = worker.ask(TableRequest(table=CARE, actor=_CONFIGURED, command=said))
    if isinstance(answer, Refused):
        raise InputError(answer.sentence)
