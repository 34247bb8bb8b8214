"""What a rulebook says, topic by topic: its values flattened into short phrases, each with its clause."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import fields, replace

from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.book.citing import Cited, Part, Task
from casinowar.game.book.progressive import ProgressivePay
from casinowar.game.book.rulebook import Provision, Rulebook
from casinowar.rulebooks.topic_phrases import WORDING, said

NOT_TOPICS: Final = frozenset(WORDING["no_topics"])
ORDER: Final[list[str]] = WORDING["order"]
PARTS: Final[dict[str, tuple[str, str]]] = WORDING["parts"]
ABSENT: Final[dict[str, str]] = WORDING["absent"]
NAMES: Final[dict[str, str]] = WORDING["names"]
MENTIONS: Final[dict[str, str]] = WORDING["mentions"]
MATTERS: Final = frozenset({"war.match"})
"""Bare mentions that are topics of their own."""


class Statement(Struct, frozen=True, kw_only=True):
    """What a rulebook says on one topic."""

    place: str
    topic: str
    says: str
    in_full: str
    """The same without shortening, where `says` had to be short."""
    clause: str
    part: str = ""
    """The part that a text may leave out and that this belongs to."""
    mention: str = ""
    """What the text only speaks of, in words."""
    acts: tuple[str, ...] = ()
    """The acts of a procedure, in their order."""


def statements(book: Rulebook) -> list[Statement]:
    """List everything that a rulebook says."""
    found = [*_part(book, "", "")]
    return sorted(found, key=lambda each: ORDER.index(each.place.partition(".")[0]))


def _part(part: Struct, place: str, optional: str) -> Iterator[Statement]:
    for field in fields(part):
        here = f"{place}.{field.name}" if place else field.name
        value = getattr(part, field.name)
        if value is None or here in NOT_TOPICS:
            continue
        if isinstance(value, Part):
            inner = here if field.default is None else optional
            if inner == here:
                yield _presence(here, value)
            yield from _part(value, here, inner)
        elif type(value) is Cited and here not in MATTERS:
            yield _mention(here, value, optional)
        elif isinstance(value, Cited):
            yield _statement(here, value, value.clause, optional)
        else:
            yield from _listed(here, value, optional)


def _mention(place: str, value: Cited, optional: str) -> Statement:
    """Say that a text speaks of something, without a value to compare."""
    part, _, name = place.rpartition(".")
    return Statement(
        place=place,
        topic=_capital(_plain(part)),
        says="yes",
        in_full="yes",
        clause=value.clause,
        part=optional,
        mention=MENTIONS.get(place) or _plain(name),
    )


def _presence(place: str, part: Part) -> Statement:
    """Say that a text has a part at all, with the first clause in it."""
    topic, says = PARTS.get(place, (_capital(_plain(place)), "yes"))
    values = (getattr(part, field.name) for field in fields(part))
    each = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    clause = next((item.clause for item in each if isinstance(item, Cited)), "")
    return Statement(place=place, topic=topic, says=says, in_full=says, clause=clause)


def _listed(place: str, values: tuple[Cited, ...], optional: str) -> Iterator[Statement]:
    """Say what a list holds: acts together, all else item by item."""
    if all(isinstance(value, Task) for value in values):
        if values:
            clauses = "; ".join(dict.fromkeys(value.clause for value in values))
            acts = tuple(str(value.act) for value in values if isinstance(value, Task))
            yield replace(_statement(place, values, clauses, optional), acts=acts)
        return
    for value in values:
        key: str
        match value:
            case Provision():
                key, topic = value.irregularity, _capital(value.irregularity)
            case ProgressivePay():
                key, topic = value.hand, f"Progressive: {value.hand}"
            case Symbol():
                key, topic = value.symbol, f"{_capital(_plain(place))}: {value.symbol}"
            case _:
                key, topic = "", _topic(place)
        yield Statement(
            place=f"{place}.{key}",
            topic=topic,
            says=said(place, value),
            in_full=said(place, value, short=False),
            clause=value.clause,
            part=optional,
        )


def _statement(place: str, value: object, clause: str, optional: str) -> Statement:
    return Statement(
        place=place,
        topic=_topic(place),
        says=said(place, value),
        in_full=said(place, value, short=False),
        clause=clause,
        part=optional,
    )


def _topic(place: str) -> str:
    """Name a topic.

    >>> _topic("war.burn"), _topic("bonus_spin.settled")
    ('Burned in the war deal', 'Bonus spin: settled')
    """
    return NAMES.get(place) or _capital(_plain(place))


def _plain(place: str) -> str:
    return place.replace(".", ": ").replace("_", " ")


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
