"""Accumulators: sums over shoes or batches that add up field by field, wherever the parts were dealt."""

from collections.abc import Callable, Mapping, Sequence
from operator import add, mul
from typing import Any, ClassVar, Self

from msgspec import Struct

from casinowar.simulation.estimates import Estimate, Sums


class Summable:
    """A struct that adds up field by field: numbers, rows of numbers, numbers by key, other summables."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]
    combined_by: ClassVar[Mapping[str, Callable[[Any, Any], Any]]] = {}
    """How to combine fields that are not added."""

    def __add__(self, other: "Summable") -> Self:
        if type(other) is not type(self):
            raise TypeError("These are sums of different things.")
        fields = {}
        for name in self.__struct_fields__:
            way = self.combined_by.get(name, _added)
            fields[name] = way(getattr(self, name), getattr(other, name))
        return type(self)(**fields)


class WholeShoes(Struct, Summable, frozen=True):
    """Shoes dealt to their end, not cut short by the end of the run."""

    number: int = 0
    rounds: int = 0
    squares: int = 0
    """Sum of the squared rounds of each shoe."""

    @property
    def rounds_in_a_shoe(self) -> Estimate | None:
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


# batches

_WHOLE = -(1 << 62)
"""Key of the whole among its parts."""


class Batches(Struct, frozen=True, kw_only=True):
    """A whole and its parts, summed over independent batches, with the products that standard errors need."""

    number: int = 0
    whole: int = 0
    whole_squared: int = 0
    parts: dict[int, tuple[int, int, int]] = {}
    """For each part: sum, sum of squares, sum of products with the whole."""

    @classmethod
    def of(cls, wholes: Sequence[int], parts: Mapping[int, Sequence[int]]) -> "Batches":
        """Take the whole of each batch, and how much of it each part has."""
        return cls(
            number=len(wholes),
            whole=sum(wholes),
            whole_squared=_products(wholes, wholes),
            parts={
                part: (sum(counts), _products(counts, counts), _products(counts, wholes))
                for part, counts in parts.items()
                if any(counts)
            },
        )

    def __add__(self, other: "Batches") -> "Batches":
        parts = dict(self.parts)
        for part, sums in other.parts.items():
            before = parts.get(part, (0, 0, 0))
            parts[part] = (before[0] + sums[0], before[1] + sums[1], before[2] + sums[2])
        return Batches(
            number=self.number + other.number,
            whole=self.whole + other.whole,
            whole_squared=self.whole_squared + other.whole_squared,
            parts=parts,
        )

    def total(self, part: int) -> int:
        return self.parts.get(part, (0, 0, 0))[0]

    def ratio(self, part: int) -> Estimate | None:
        return self._sums.ratio({part: 1}, {_WHOLE: 1})

    def share(self, part: int, chance: float | None = None) -> Estimate | None:
        """Estimate a part's share of the whole; its `chance`, if known, tells whether the error is rough."""
        return self._sums.share({part: 1}, {_WHOLE: 1}, chance)

    @property
    def _sums(self) -> Sums:
        return Sums(self.number, self._count, self._product)

    def _count(self, part: int) -> int:
        return self.whole if part == _WHOLE else self.total(part)

    def _product(self, one: int, other: int) -> int:
        if one == other:
            return self.whole_squared if one == _WHOLE else self.parts.get(one, (0, 0, 0))[1]
        return self.parts.get(one if other == _WHOLE else other, (0, 0, 0))[2]


def _products(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(map(mul, one, other))
