"""JIT compilation of the kernels, cached on disk, and the layout of their arrays."""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Array = Any
Number = Any
"""A number of an array's type."""
_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = Path(__file__).parent.parent


def compiler(**options: Any) -> Callable[[_Function], _Function]:  # noqa: ANN401 - Numba's own options
    """Make a decorator that compiles with Numba and keeps the function's types for mypy."""

    def decorator(function: _Function) -> _Function:
        return cast("_Function", njit(**options)(function))

    return decorator


def source_hash(*patterns: str) -> int:
    """Hash the source files of a kernel.

    Numba's disk cache checks only the file of the cached function. So a cached function closes over this
    number, which makes it part of the cache key: a change in any file of the kernel recompiles it.
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
    """Layout of a row of numbers: each name gets the next free place."""

    def __init__(self) -> None:
        self.width = 0

    def places(self, number: int, *, width: int = 1) -> range:
        start = self.width
        self.width += number * width
        return range(start, self.width, width)
