"""Permitting: what the house itself keeps people from at a table, before the law is asked."""

from collections.abc import Callable

from casinowar.game import commands as c
from casinowar.game.giving import FLOOR
from casinowar.game.money import Cents, dollars
from casinowar.game.phrase import Phrase
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import Table
from casinowar.game.words import Instrument
from casinowar.house.accounts import wallet
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import (
    LONGEST_ID,
    THE_HOUSE,
    Actor,
    NoMoneyError,
    SoftwareDealsError,
    WrongRoleError,
    check_leaves_cards_alone,
    check_leaves_meters_alone,
    check_says_no_card,
    in_own_name,
)
from casinowar.house.offices.registry import OFFICES
from casinowar.house.policy.slip_execution import check_goes_by_slip


def check_can_be_served(table: str, settings: TableSettings) -> None:
    """Refuse a table that could not be told apart, or not be served as it is wanted."""
    named = table.isprintable() and "/" not in table and 0 < len(table) <= LONGEST_ID
    odd = table != table.strip(" .") or table.casefold() in OFFICES
    if not named or odd:
        raise InputError(f"A table cannot be called {table!r}.")
    if settings.shoe_kept and settings.automatic:
        raise InputError("Software that deals keeps the shoe anyway: shoe_kept is for a person who deals.")
    if settings.slips and not settings.floor:
        raise InputError("A table whose chips move by slips has a floorperson: say so with floor.")


def permitted(settings: TableSettings, actor: Actor, command: c.Command) -> c.Command:
    """Give a command as its giver's own, or say why the house does not take it from them."""
    command = in_own_name(actor, command)
    check_leaves_meters_alone(actor, command, settings.links)
    if actor is THE_HOUSE:
        return command
    if settings.automatic:
        check_leaves_cards_alone(command)
    if settings.shoe_kept:
        check_says_no_card(command)
    if settings.slips:
        check_goes_by_slip(command)
    if settings.house.coupons and not settings.coupons_counted:
        _check_lays_no_coupon(command)
    return command


def _check_lays_no_coupon(command: c.Command) -> None:
    """Refuse a coupon at a table that was set up before the house knew which it had issued."""
    if isinstance(command, c.PlaceWager) and command.made_with is Instrument.COUPON:
        raise InputError("This table is from before the house counted its coupons, and takes none.")


def is_permitted(settings: TableSettings, actor: Actor, command: c.Command) -> bool:
    """Tell whether the house takes a command from somebody."""
    try:
        permitted(settings, actor, command)
    except (InputError, Refusal):
        return False
    return True


def check_has_money(command: c.Command, balance: Callable[[str], Cents]) -> None:
    """Refuse chips that a player has not the money for, before the account itself would."""
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
    """Refuse cash at a table where nobody is to take it, or from who is neither its dealer nor the floor."""
    if settings.automatic and not settings.floor:
        raise SoftwareDealsError("Software deals at this table, and nobody is there to take cash.")
    deals = not settings.automatic and table.dealer == actor.name
    if not deals and not actor.roles & FLOOR:
        raise WrongRoleError(f"{actor.name} does not deal at this table, and so takes no cash there.")
