"""DATA: one TOML file per rulebook, and the loader that combines a file and a house's choices into `Rules`.

A path to a user's own file works wherever a built-in name does. May import `game` only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casinowar.rulebooks.loader import (
        RulebookFile,
        is_built_in,
        is_house_file,
        load_house,
        load_rules,
        load_sample,
        named_in,
        names,
        open_rulebook,
        read_house,
        read_rulebook,
        sample_house,
    )
    from casinowar.rulebooks.toml_text import TomlText

__all__ = [
    "RulebookFile",
    "TomlText",
    "is_built_in",
    "is_house_file",
    "load_house",
    "load_rules",
    "load_sample",
    "named_in",
    "names",
    "open_rulebook",
    "read_house",
    "read_rulebook",
    "sample_house",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the names have no common type
    """Load the loader on first use: `import casinowar` imports this package and must stay quick."""
    if name not in __all__:
        raise AttributeError(f"module 'casinowar.rulebooks' has no attribute '{name}'")
    return getattr(import_module("casinowar.rulebooks.loader"), name)
