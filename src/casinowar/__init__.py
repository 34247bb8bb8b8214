"""Casino War: five regulations made executable.

The front door, documented in docs/reference/api.md. `Table` plays; `odds`, `simulate` and `compare` answer;
`decide`, `evolve` and `next_duty` are the engine. Everything is loaded on use, so that the command line
answers from its first moment on, and extras are needed only by those who use them.
"""

import sys
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

    from casinowar.game import commands, events
    from casinowar.game.decide import decide
    from casinowar.game.evolve import evolve
    from casinowar.game.legal import Action, duties, legal_actions
    from casinowar.game.procedure import next_duty
    from casinowar.game.refusal import CasinoWarError, InputError, Refusal
    from casinowar.reports.comparison import compare
    from casinowar.reports.replay.recorded import read_record
    from casinowar.reports.rulebooks import rulebooks
    from casinowar.reports.run.simulate import simulate
    from casinowar.reports.sheet.sheet import odds
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
    "Action": "casinowar.game.legal",
    "CasinoWarError": "casinowar.game.refusal",
    "InputError": "casinowar.game.refusal",
    "Refusal": "casinowar.game.refusal",
    "Result": "casinowar.telling.result",
    "Table": "casinowar.table_api",
    "__version__": "casinowar.version",
    "compare": "casinowar.reports.comparison",
    "decide": "casinowar.game.decide",
    "duties": "casinowar.game.legal",
    "evolve": "casinowar.game.evolve",
    "legal_actions": "casinowar.game.legal",
    "load_rules": "casinowar.rulebooks",
    "next_duty": "casinowar.game.procedure",
    "odds": "casinowar.reports.sheet.sheet",
    "read_record": "casinowar.reports.replay.recorded",
    "rulebooks": "casinowar.reports.rulebooks",
    "simulate": "casinowar.reports.run.simulate",
}
_MODULES = {"commands": "casinowar.game.commands", "events": "casinowar.game.events"}
_WITH_AN_EXTRA = ("simulate",)
"""What says how to install its extra once it is called, so that all else can be imported beside it."""
_CALLED = ("odds", "rulebooks")
"""What is a package, too."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the front door shows
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'casinowar' has no attribute '{name}'")
    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError:
        if name not in _WITH_AN_EXTRA:
            raise
        return partial(_without_its_extra, name)


def _without_its_extra(name: str, *_args: object, **_options: object) -> None:
    from casinowar.extras import simulation_extra  # noqa: PLC0415 - as everything here

    with simulation_extra():
        import_module(_HOMES[name])


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Called(ModuleType):
    """A package that can be called: `casinowar.odds` is where the odds live, and what one asks for them."""

    def __call__(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on as they are
        return self._function(*args, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (self.__name__,)

    @property
    def __doc__(self) -> str:  # type: ignore[override]  # what help shows of the function
        from inspect import cleandoc  # noqa: PLC0415 - takes longer to load than all else here

        name, package = self.__name__.rpartition(".")[2], vars(self).get("__doc__") or ""
        # The examples are tested where the function is.
        said = cleandoc(self._function.__doc__ or "").partition(">>>")[0].rstrip()
        return f"{name}{self.__signature__}\n\n{said}\n\nThe package of this name: {package}"

    @property
    def __signature__(self) -> "Signature":
        from inspect import signature  # noqa: PLC0415 - takes longer to load than all else here

        return signature(self._function)

    @property
    def _function(self) -> Any:  # noqa: ANN401 - the function that it is called for
        return __getattr__(self.__name__.rpartition(".")[2])


class _FrontDoor(ModuleType):
    """Keeps `odds` and `rulebooks` callable when the import system puts the packages of that name here."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _CALLED and isinstance(value, ModuleType):
            value.__class__ = _Called
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
