"""What the kernels have in common: how they are compiled and kept, and how their arrays are laid out."""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Array = Any
"""An array as compiled code sees it."""
Number = Any
"""A number out of an array, of the array's type."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = Path(__file__).parent.parent


def compiler(**options: Any) -> Callable[[_Function], _Function]:  # noqa: ANN401 - Numba's own options
    """Make a decorator that compiles with Numba, and leaves the types of what it compiles to be checked."""

    def decorator(function: _Function) -> _Function:
        return cast("_Function", njit(**options)(function))

    return decorator


def source_hash(*patterns: str) -> int:
    """Boil the files that a kernel is made of down to one number.

    Compiled code that is kept on disk has to go when any of them changes, and Numba looks at one file only.
    So what is kept is made with this number as a variable of its own, which is part of what it is kept under.
    """
    digest = blake2b(digest_size=7)
    for pattern in patterns:
        files = sorted(_PACKAGE.glob(pattern))
        if not files:
            raise FileNotFoundError(f"No file of a kernel is named {pattern}.")
        for path in files:
            digest.update(path.read_bytes())
    return int.from_bytes(digest.digest())


class RowLayout:
    """A row of numbers in which each name is given a place of its own, right behind the one before."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.width = 0

    def places(self, number: int, *, width: int = 1) -> range:
        """Give so many names the next places, each as wide as this."""
        start = self.width
        self.width += number * width
        return range(start, self.width, width)
