"""Casino War: five regulations made executable.

This is the front door, documented in docs/API.md. `Table` plays; `odds`, `simulate` and `compare` answer;
`decide`, `evolve` and `next_duty` are the engine. What needs an extra is loaded on use.
"""

import sys
from functools import partial
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from casinowar.extras import simulation_extra
from casinowar.friendly import Table
from casinowar.game import commands, events
from casinowar.game.decide import decide
from casinowar.game.evolve import evolve
from casinowar.game.legal import Action, duties, legal_actions
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import CasinoWarError, InputError, Refusal
from casinowar.rulebooks import load_rules
from casinowar.telling.result import Result
from casinowar.version import version

if TYPE_CHECKING:
    from casinowar.reports.comparison import compare
    from casinowar.reports.replay.recorded import read_record
    from casinowar.reports.rulebooks import rulebooks
    from casinowar.reports.run.simulate import simulate
    from casinowar.reports.sheet.sheet import odds

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

__version__ = version()

_LOADED_ON_USE = {
    "compare": "casinowar.reports.comparison",
    "odds": "casinowar.reports.sheet.sheet",
    "read_record": "casinowar.reports.replay.recorded",
    "rulebooks": "casinowar.reports.rulebooks",
    "simulate": "casinowar.reports.run.simulate",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the front door shows
    if name not in _LOADED_ON_USE:
        raise AttributeError(f"module 'casinowar' has no attribute '{name}'")
    try:
        return getattr(import_module(_LOADED_ON_USE[name]), name)
    except ModuleNotFoundError:
        return partial(_without_its_extra, name)


def _without_its_extra(name: str, *_args: object, **_options: object) -> None:
    with simulation_extra():
        import_module(_LOADED_ON_USE[name])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Called(ModuleType):
    """A package that can be called: `casinowar.odds` is where the odds live, and what one asks for them."""

    def __call__(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on as they are
        return self._function(*args, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (self.__name__,)

    @property
    def __signature__(self) -> Signature:
        return signature(self._function)

    @property
    def _function(self) -> Any:  # noqa: ANN401 - the function that it is called for
        return __getattr__(self.__name__.rpartition(".")[2])


class _FrontDoor(ModuleType):
    """Keeps `odds` and `rulebooks` callable when the import system puts the packages of that name here."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _LOADED_ON_USE and isinstance(value, ModuleType):
            value.__class__ = _Called
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
for _name in _LOADED_ON_USE.keys() & globals().keys():
    setattr(sys.modules[__name__], _name, globals()[_name])
