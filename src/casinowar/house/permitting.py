"""Permitting: what the house itself keeps people from at a table, before the law is asked."""

from casinowar.game import commands as c
from casinowar.game.giving import FLOOR
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import Table
from casinowar.house.journal import TableSettings
from casinowar.house.pit.carrying import check_goes_by_slip
from casinowar.house.requests import (
    THE_HOUSE,
    Actor,
    SoftwareDealsError,
    WrongRoleError,
    check_leaves_cards_alone,
    check_leaves_meters_alone,
    check_says_no_card,
    in_own_name,
)


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
    return command


def is_permitted(settings: TableSettings, actor: Actor, command: c.Command) -> bool:
    """Tell whether the house takes a command from somebody."""
    try:
        permitted(settings, actor, command)
    except (InputError, Refusal):
        return False
    return True


def check_takes_cash(settings: TableSettings, table: Table, actor: Actor) -> None:
    """Refuse cash at a table where nobody is to take it, or from who is neither its dealer nor the floor."""
    if settings.automatic and not settings.floor:
        raise SoftwareDealsError("Software deals at this table, and nobody is there to take cash.")
    deals = not settings.automatic and table.dealer == actor.name
    if not deals and not actor.roles & FLOOR:
        raise WrongRoleError(f"{actor.name} does not deal at this table, and so takes no cash there.")
