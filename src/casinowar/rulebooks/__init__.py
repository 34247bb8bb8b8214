"""DATA: one TOML file per rulebook, and the loader that turns a file and a house's choices into `Rules`.

A path to a file of the user's own works everywhere a built-in name does. May import `game` only.
"""

from casinowar.rulebooks.citations import citations
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
from casinowar.rulebooks.text import TomlText

__all__ = [
    "RulebookFile",
    "TomlText",
    "citations",
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
