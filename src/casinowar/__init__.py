"""Casino War: five regulations made executable.

This is the front door, documented in docs/API.md. `Table` plays; `odds`, `simulate` and `compare` answer;
`decide`, `evolve` and `next_duty` are the engine. Each name loads its module on first use, so that the
command line starts quickly and an extra is needed only by those who use it.
"""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casinowar.game import commands, events
    from casinowar.game.decide import decide
    from casinowar.game.evolve import evolve
    from casinowar.game.legal_actions import Action, duties, legal_actions
    from casinowar.game.procedure import next_duty
    from casinowar.game.refusal import CasinoWarError, InputError, Refusal
    from casinowar.reports.comparison import compare
    from casinowar.reports.par_sheet.sheet import odds
    from casinowar.reports.replay.replay import read_record
    from casinowar.reports.rulebooks import rulebooks
    from casinowar.reports.run.simulate import simulate
    from casinowar.rulebooks import load_rules
    from casinowar.table_api import Table
    from casinowar.telling.result import Result
    from casinowar.version import __version__

__all__ = [
    "Action",
    "CasinoWarError",
    "InputError",
    "Refusal",
    "Result",
    "Table",
    "__version__",
    "commands",
    "compare",
    "decide",
    "duties",
    "events",
    "evolve",
    "legal_actions",
    "load_rules",
    "next_duty",
    "odds",
    "read_record",
    "rulebooks",
    "simulate",
]

_HOMES = {
    "Action": "casinowar.game.legal_actions",
    "CasinoWarError": "casinowar.game.refusal",
    "InputError": "casinowar.game.refusal",
    "Refusal": "casinowar.game.refusal",
    "Result": "casinowar.telling.result",
    "Table": "casinowar.table_api",
    "__version__": "casinowar.version",
    "compare": "casinowar.reports.comparison",
    "decide": "casinowar.game.decide",
    "duties": "casinowar.game.legal_actions",
    "evolve": "casinowar.game.evolve",
    "legal_actions": "casinowar.game.legal_actions",
    "load_rules": "casinowar.rulebooks.loader",
    "next_duty": "casinowar.game.procedure",
    "odds": "casinowar.reports.par_sheet.sheet",
    "read_record": "casinowar.reports.replay.replay",
    "rulebooks": "casinowar.reports.rulebooks",
    "simulate": "casinowar.reports.run.simulate",
}
_MODULES = {"commands": "casinowar.game.commands", "events": "casinowar.game.events"}
_NEEDS_AN_EXTRA = ("simulate",)
"""Names that exist without their extra and say how to install it when they are called."""

# The import system binds a package to its parent once, when it first loads. These two packages share their
# names with functions: load them now (both are empty), unbind them, and `__getattr__` gives the functions.
for _package in ("odds", "rulebooks"):
    import_module(f"casinowar.{_package}")
    del globals()[_package]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the names have no common type
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'casinowar' has no attribute '{name}'")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError:
        if name not in _NEEDS_AN_EXTRA:
            raise
        return partial(_missing_extra, name)


def _missing_extra(name: str, *_args: object, **_options: object) -> None:
    from casinowar.extras import simulation_extra  # noqa: PLC0415 - loaded on use, like all names here

    with simulation_extra():
        import_module(_HOMES[name])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
