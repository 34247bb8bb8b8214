"""The kinds of commands and events there are, by name."""

from typing import TypeVar

T = TypeVar("T")


def by_name(kind: type[T]) -> dict[str, type[T]]:
    """Name every kind below this one that has no kinds below itself."""
    below = kind.__subclasses__()
    if not below:
        return {kind.__name__: kind}
    return {name: leaf for each in below for name, leaf in by_name(each).items()}
