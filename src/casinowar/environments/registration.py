"""Registers a Gymnasium id for each built-in rulebook."""

from gymnasium import register
from gymnasium.envs.registration import registry

from casinowar.rulebooks import names


def id_of(rulebook: str) -> str:
    """Give the id of a rulebook.

    >>> id_of("south_dakota")
    'casinowar/SouthDakota-v0'
    """
    return f"casinowar/{rulebook.title().replace('_', '')}-v0"


def register_ids() -> None:
    """Register a seat at a table of each built-in rulebook; `gymnasium.make` also takes its settings."""
    for rulebook in names():
        if id_of(rulebook) not in registry:
            register(
                id=id_of(rulebook),
                entry_point="casinowar.environments.single_agent:SeatEnv",
                kwargs={"rulebook": rulebook},
            )
