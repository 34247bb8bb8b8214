"""Permissions: who may give which command, before the law of the game is asked."""

from collections.abc import Callable
from typing import Final

from casinowar.game import commands as c
from casinowar.game.commands import FLOOR
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import Role
from casinowar.house.accounts import wallet
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import (
    LONGEST_ID,
    THE_HOUSE,
    Actor,
    NoMoneyError,
    SoftwareDealsError,
    WrongRoleError,
    signed,
)
from casinowar.house.offices.office import OfficeCommand
from casinowar.house.offices.registry import OFFICES
from casinowar.house.policy.slip_execution import check_goes_by_slip

_SOFTWARE_DEALS: Final = Phrase(
    "House.software_deals", "Software deals at this table; people do not handle its cards."
)
_SHOE_KEPT: Final = Phrase(
    "House.shoe_is_kept", "The house keeps this shoe, and says itself which card comes out."
)
_WHEEL_KEPT: Final = Phrase(
    "House.wheel_is_kept", "The house keeps this shoe, and draws itself where the wheel stops."
)


def check_can_be_served(table: str, settings: TableSettings) -> None:
    named = table.isprintable() and "/" not in table and 0 < len(table) <= LONGEST_ID
    odd = table != table.strip(" .") or table.casefold() in OFFICES
    if not named or odd:
        raise InputError(f"A table cannot be called {table!r}.")
    if settings.shoe_kept and settings.automatic:
        raise InputError("Software that deals keeps the shoe anyway: shoe_kept is for a person who deals.")
    if settings.slips and not settings.floor:
        raise InputError("A table whose chips move by slips has a floorperson: say so with floor.")


def permitted(settings: TableSettings, actor: Actor, command: c.Command) -> c.Command:
    """Sign a command by its actor, or refuse what the actor may not do."""
    command = _in_own_name(actor, command)
    if actor is THE_HOUSE:
        return command
    if isinstance(command, c.TellMeter) and command.meter in settings.links:
        raise WrongRoleError("The house itself tells what a linked meter shows.")
    if settings.automatic:
        _check_leaves_cards_alone(command)
    if settings.shoe_kept:
        _check_says_no_card(command)
    if settings.slips:
        check_goes_by_slip(command)
    return command


def _in_own_name(actor: Actor, command: c.Command) -> c.Command:
    if command.by not in actor.roles:
        raise may_not_act(actor, command.by)
    if actor is THE_HOUSE:
        return command
    if isinstance(command, c.TellTime):
        raise WrongRoleError("The house tells the time itself.")
    if Role.PLAYER not in command.roles or command.by is not Role.PLAYER:
        return signed(actor, command)
    player = getattr(command, "player", "")
    if player and player != actor.name:
        raise Refusal(Reason.NOT_YOUR_NAME, player=actor.name, other=player)
    return signed(actor, command)


def may_not_act(actor: Actor, role: Role) -> WrongRoleError:
    return WrongRoleError(
        Phrase("House.may_not_act", "{name} may not act as the {role}.", name=actor.name, role=role)
    )


def _check_leaves_cards_alone(command: c.Command) -> None:
    dealt = command.by is Role.DEALER and not isinstance(command, c.OpenTable | c.CallNoMoreBets)
    if dealt or getattr(command, "card", None) or getattr(command, "cards", None):
        raise SoftwareDealsError(_SOFTWARE_DEALS)


def _check_says_no_card(command: c.Command) -> None:
    if getattr(command, "card", None) or getattr(command, "cards", None):
        raise SoftwareDealsError(_SHOE_KEPT)
    if isinstance(command, c.SpinWheel) and (command.hand or command.hot_spot or command.community):
        raise SoftwareDealsError(_WHEEL_KEPT)


def is_permitted(settings: TableSettings, actor: Actor, command: c.Command) -> bool:
    try:
        permitted(settings, actor, command)
    except (InputError, Refusal):
        return False
    return True


def check_has_money(command: c.Command, balance: Callable[[str], Cents]) -> None:
    """Refuse chips that a player cannot pay, before the account would."""
    if not isinstance(command, c.Sit | c.BuyChips):
        return
    held = balance(wallet(command.player))
    if held < (command.chips if isinstance(command, c.Sit) else command.amount):
        raise NoMoneyError(
            Phrase(
                "House.too_little_money",
                "{player} has {held} to buy chips with.",
                player=command.player,
                held=dollars(held),
            )
        )


def check_takes_cash(settings: TableSettings, table: Table, actor: Actor) -> None:
    """Refuse cash at a table of software, or taken by anyone but its dealer or the floor."""
    if settings.automatic and not settings.floor:
        raise SoftwareDealsError("Software deals at this table, so it takes no cash.")
    deals = not settings.automatic and table.dealer == actor.name
    if not deals and not actor.roles & FLOOR:
        raise WrongRoleError(f"{actor.name} does not deal at this table, and so takes no cash there.")


def may_ask(actor: Actor, command: OfficeCommand) -> bool:
    return (command.cage and actor.cage) or bool(actor.roles & command.roles)


def check_may_ask(actor: Actor, command: OfficeCommand) -> None:
    if not may_ask(actor, command):
        raise WrongRoleError(Phrase("House.may_not_ask", "{name} may not ask for that.", name=actor.name))
