"""The rules of a rulebook by topic: its values as short phrases, each with its clause."""

from collections.abc import Iterator
from string import Formatter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, fields

from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.book.cards import FirstCardBurn
from casinowar.game.book.cited_values import Cited, Numbers, Part, Says, Task
from casinowar.game.book.progressive import ProgressivePay
from casinowar.game.book.rulebook import Provision, Rulebook
from casinowar.game.book.variants import AsMany, FaceUpBurn, Fought, Moment
from casinowar.game.book.wagers import Ladder
from casinowar.game.book.war import WarBurn, WarDealRule
from casinowar.game.money import cents, dollars
from casinowar.game.words import Role
from casinowar.rulebooks.toml_text import packaged, parsed

WORDING: Final = parsed(packaged("wording/topics.toml"))
NOT_TOPICS: Final = frozenset(WORDING["no_topics"])
ORDER: Final[list[str]] = WORDING["order"]
PARTS: Final[dict[str, tuple[str, str]]] = WORDING["parts"]
ABSENT: Final[dict[str, str]] = WORDING["absent"]
NAMES: Final[dict[str, str]] = WORDING["names"]
MENTIONS: Final[dict[str, str]] = WORDING["mentions"]
KINDS: Final[dict[str, list[str]]] = WORDING["kinds"]
MATTERS: Final = frozenset({"war.match"})
"""Bare mentions that are topics of their own."""
_LONGEST_LIST: Final = 6


class Statement(Struct, frozen=True, kw_only=True):
    place: str
    topic: str
    says: str
    in_full: str
    """The unshortened form of `says`."""
    clause: str
    reading: str = ""
    """The number of the reading that decided the clause's meaning, if any."""
    part: str = ""
    """The optional part that this belongs to."""
    mention: str = ""
    """What the text merely mentions, in words."""
    acts: tuple[str, ...] = ()
    """The acts of a procedure, in order."""


def statements(book: Rulebook) -> list[Statement]:
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
        elif isinstance(value, Cited):
            yield _statement(here, value, optional)
        elif all(isinstance(each, Task) for each in value):
            if value:
                yield _procedure(here, value, optional)
        else:
            yield from (_statement(here, each, optional) for each in value)


def _presence(place: str, part: Part) -> Statement:
    topic, says = PARTS.get(place, (_capital(_plain(place)), "yes"))
    values = (getattr(part, field.name) for field in fields(part))
    each = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    clause = next((item.clause for item in each if isinstance(item, Cited)), "")
    return Statement(place=place, topic=topic, says=says, in_full=says, clause=clause)


def _procedure(place: str, tasks: tuple[Task, ...], optional: str) -> Statement:
    acts = tuple(map(_done, tasks))
    return Statement(
        place=place,
        topic=_topic(place),
        says=acts[0] if len(acts) == 1 else f"{len(acts)} acts",
        in_full="; ".join(acts),
        clause="; ".join(dict.fromkeys(task.clause for task in tasks)),
        reading="; ".join(dict.fromkeys(task.reading for task in tasks if task.reading)),
        part=optional,
        acts=acts,
    )


def _statement(place: str, value: Cited, optional: str) -> Statement:
    """State a value; one of a list by its subject, and a bare mention as such."""
    where, topic, mention = place, _topic(place), ""
    match value:
        case Provision():
            where, topic = f"{place}.{value.irregularity}", _capital(str(value.irregularity))
        case ProgressivePay():
            where, topic = f"{place}.{value.hand}", f"Progressive: {value.hand}"
        case Symbol():
            where, topic = f"{place}.{value.symbol}", f"{_capital(_plain(place))}: {value.symbol}"
        case _ if type(value) is Cited and place not in MATTERS:
            part, _, name = place.rpartition(".")
            topic, mention = _capital(_plain(part)), MENTIONS.get(place) or _plain(name)
    return Statement(
        place=where,
        topic=topic,
        says=_said(place, value, short=True),
        in_full=_said(place, value, short=False),
        clause=value.clause,
        reading=value.reading,
        part=optional,
        mention=mention,
    )


# phrases


class _Phrases(Formatter):
    """Formats fields into a phrase: amounts in dollars, lists joined by "then"."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:  # noqa: ANN401 - a field is anything
        if conversion == "d":
            return _dollars(value)
        return " then ".join(map(str, value)) if isinstance(value, tuple) else value


def _said(place: str, value: Cited, *, short: bool) -> str:
    """Phrase a value in a few words; a long list only by its length."""
    match value:
        case FirstCardBurn() if not short:
            return ", ".join(f"{cards} after a {rank}" for rank, cards in value.burns.items())
        case _ if type(value).__name__ in KINDS:
            own = asdict(value)
            if isinstance(value, Ladder):
                own["equals"] = value.equals
            if isinstance(value, Provision):
                own["counts"] = value.burn is not FaceUpBurn.EXTRA
            said = (_phrase(each, own) for each in KINDS[type(value).__name__])
            return ", ".join(filter(None, said))
        case Says() if place in WORDING["dollars"]:
            return ", ".join(map(_dollars, value.value if isinstance(value.value, tuple) else [value.value]))
        case Says():
            phrases = WORDING["one" if value.value == 1 else "phrases"]
            template: str = "{}" if isinstance(value.value, AsMany) else phrases.get(place, "{}")
            return template.format(_listed(value.value, short=short))
        case Task():
            return _done(value)
        case Numbers():
            only_one = len(value.one_of) == 1 or (not value.one_of and value.least == value.most)
            return str(value) if short or only_one else f"{value}, {value.start} unless chosen"
        case WarBurn():
            return _burned(value)
        case WarDealRule():
            dealt = f", dealt {value.direction}" if value.fought is Fought.TOGETHER else ""
            first = "" if value.first_card == "player" else ", the dealer's card first"
            return f"{value.fought}{dealt}{first}"
        case ProgressivePay():
            meter = {None: "", "1": " and the meter"}.get(value.meter, f" and {value.meter} of the meter")
            return f"{value.pays}{meter}"
        case _:
            own = {name: each for name, each in asdict(value).items() if name not in {"clause", "reading"}}
            return ", ".join(f"{name} {each}" for name, each in own.items()) or "yes"


def _phrase(written: str, values: dict[str, Any]) -> str:
    """Fill in a phrase; empty if its condition does not hold."""
    condition, colon, phrase = written.partition(": ")
    word, _, field = condition.partition(" ")
    if colon and word in {"if", "unless"} and field in values:
        if bool(values[field]) is (word == "unless"):
            return ""
        written = phrase
    return _Phrases().vformat(written, (), values)


def _listed(value: object, *, short: bool) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if short and len(value) > _LONGEST_LIST:
        return f"{len(value)}, from {value[0]} to {value[-1]}"
    return ", ".join(map(str, value))


def _done(task: Task) -> str:
    """Name an act, and who does it if that is not the dealer."""
    return str(task.act) if task.by is Role.DEALER else f"{task.act} (the {task.by})"


def _burned(burn: WarBurn) -> str:
    dealers = burn.cards if burn.dealers is None else burn.dealers
    match burn.when:
        case Moment.ONCE:
            return f"{burn.cards}, once"
        case Moment.EACH_SIDE:
            return f"{burn.cards} before the players, {dealers} before the dealer"
        case Moment.EACH_CARD:
            differs = f", {dealers} before the dealer's" if dealers != burn.cards else ""
            return f"{burn.cards} before each card{differs}"


def _dollars(amount: str) -> str:
    return dollars(cents(amount)).removesuffix(".00")


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
