"""Sums of what was counted apart, which can be put together field by field."""

from collections.abc import Callable, Mapping
from operator import add
from typing import Any, ClassVar, Self

from msgspec import Struct

from casinowar.simulation.estimates import Estimate, Sums


class AddedUp:
    """A struct of what was counted: numbers, rows of them, numbers by key, others that are added up."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]
    joined: ClassVar[Mapping[str, Callable[[Any, Any], Any]]] = {}
    """How fields are put together that are not added up."""

    def __add__(self, other: "AddedUp") -> Self:
        """Put what was counted later, or elsewhere, to this."""
        if type(other) is not type(self):
            raise TypeError("These are sums of different things.")
        fields = {}
        for name in self.__struct_fields__:
            way = self.joined.get(name, _added)
            fields[name] = way(getattr(self, name), getattr(other, name))
        return type(self)(**fields)


class WholeShoes(Struct, AddedUp, frozen=True):
    """The shoes that were dealt to their end, and not cut short by the end of a run."""

    number: int = 0
    rounds: int = 0
    squares: int = 0
    """The squares of each one's rounds, added up."""

    @property
    def rounds_in_a_shoe(self) -> Estimate | None:
        """Count the rounds of an average shoe."""
        return Sums(self.number, lambda _: self.rounds, lambda *_: self.squares).mean(0)


def _added(one: Any, other: Any) -> Any:  # noqa: ANN401 - the types of fields
    if isinstance(one, tuple):
        if len(one) != len(other):
            raise ValueError("These rows are not equally long.")
        return tuple(map(add if isinstance(one[0], int) else _added, one, other))
    if isinstance(one, dict):
        both = one.keys() & other.keys()
        return {**one, **other, **{key: _added(one[key], other[key]) for key in both}}
    return one + other
