"""What a rulebook says, topic by topic: its values flattened into short phrases, each with its clause."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import fields, replace

from casinowar.game.book.bonus_spin import Symbol
from casinowar.game.book.citing import Cited, Part, Task
from casinowar.game.book.progressive import ProgressivePay
from casinowar.game.book.rulebook import Provision, Rulebook
from casinowar.rulebooks.topic_phrases import said

NOT_TOPICS: Final = frozenset(
    {
        *("name", "title", "document", "order", "readings"),
        *("settlement.higher", "settlement.lower", "war.won", "war.tied", "war.lost"),
    }
)
"""What names the text, and what happens to chips, which is followed chip by chip elsewhere."""

ORDER: Final = (
    *("cards", "seating", "wagers", "deal", "burns", "settlement", "surrender", "war", "bank"),
    *("progressive", "bonus_spin", "electronic", "shuffle", "cut", "irregularities", "opening", "idle"),
)
"""The parts as they are read: what is wagered and won first, what is done with the cards last."""

PARTS: Final = {
    "idle": ("Idle table", "acts of its own"),
    "war": ("War", "fought on a tie"),
    "progressive": ("Progressive wager", "if the operator offers it"),
    "bonus_spin": ("Bonus Spin wager", "if the operator offers it"),
    "electronic": ("Electronic version", "if the operator offers it"),
    "bank": ("Who banks the game", "a player/dealer"),
}
"""The parts that a text may leave out: the topic, and what it says where it has the part."""

ABSENT: Final = {"bank": "the house", "war.match": "no"}
"""What holds where a text leaves a topic out, if more is to be said than that."""

MATTERS: Final = frozenset({"war.match"})
"""Bare mentions that are topics of their own."""

NAMES: Final = {
    "cards.ranking": "Ranks",
    "cards.suits": "Suits",
    "cards.by_hand": "Decks, shuffled by hand",
    "cards.batch_shuffler": "Decks to a batch of a shuffler",
    "cards.continuous_shuffler": "Decks, continuous shuffler",
    "cards.change": "Cards are changed",
    "opening.approvals": "Approvals before opening",
    "opening.odds_on_sign": "Odds on a sign",
    "opening.tip_box_elsewhere": "Tip box elsewhere",
    "opening.by_hand": "Opening, shuffled by hand",
    "opening.each_batch": "Opening, each batch",
    "opening.continuous_device": "Opening, continuous shuffler",
    "idle.face_down": "Idle table, cards face down",
    "idle.face_up": "Idle table, cards face up",
    "idle.batch_face_down": "Idle table, batch face down",
    "idle.batch_face_up": "Idle table, batch face up",
    "idle.stored_batch_on_request": "Idle table, stored batch",
    "shuffle.reshuffle": "Shuffled again",
    "shuffle.continuous": "Shuffled again, continuous",
    "cut.after_hand_shuffle": "Who cuts after a hand shuffle",
    "cut.after_machine_shuffle": "Who cuts after a machine",
    "cut.passes": "A refused cut goes on",
    "cut.margin": "Depth of the cut",
    "cut.cover_card": "Cover card",
    "cut.hide_last_card": "A card under the stack",
    "cut.cover_among_burns": "Who cuts after a cover card among burns",
    "burns.new_shoe": "Burned from a new shoe",
    "burns.new_dealer": "Burned by a new dealer",
    "burns.both": "New shoe and new dealer",
    "seating.seats": "Seats",
    "seating.leaving": "A player leaves in mid-round",
    "wagers.initial": "Initial wager pays",
    "wagers.tie": "Tie wager pays",
    "wagers.war_tie": "Tie wager on the war deal",
    "wagers.fixed": "A wager is fixed from",
    "wagers.instruments": "Wagers are made with",
    "wagers.limits": "Limits are held against",
    "wagers.payout_limit": "Payout limit caps",
    "wagers.coupons": "Match play coupons count",
    "deal.direction": "Original deal",
    "deal.hands": "The dealer's hands",
    "settlement.order": "Hands are settled",
    "settlement.tie_hand": "A tie brings",
    "settlement.choice": "Tie hands choose",
    "settlement.collection": "Cards are taken up",
    "surrender": "Surrender",
    "war.wager": "War wager",
    "war.initial": "Initial wager at war",
    "war.match": "The dealer matches the war wager",
    "war.burn": "Burned in the war deal",
    "war.deal": "Wars are fought",
    "war.order": "Wars are settled",
    "war.again": "A tied war is fought again",
    "irregularities.failed_device": "A failed device",
    "bank.exhausted": "The bank is used up",
    "bank.start": "Settling starts at",
    "bank.short_war": "A bank short at war",
    "bank.held": "The bank is kept",
    "bank.first_holder": "The bank is offered first",
    "bank.players": "Players",
    "bank.backline": "A backline bettor chooses",
    "progressive.least_meter": "Progressive: least meter",
    "progressive.suited_double_tie": "Progressive: what a suited double tie is",
    "electronic.backing": "Wagers back",
}
"""What topics are called; others are called after their place in the file."""

MENTIONS: Final = {
    "cards.preshuffled": "preshuffled cards",
    "shuffle.before_play": "a shuffle before play",
    "shuffle.by_order": "a shuffle by order",
    "cut.first_player": "the first player",
    "cut.cover_card_seat": "whoever got the cover card",
    "cut.farthest_right": "the player farthest right",
    "cut.by_order": "a cut by order",
    "cut.dealer_cuts": "the dealer if all refuse",
    "cut.cover_card_comes_out": "the cover card coming out",
    "cut.recut": "a recut",
    "cut.load": "loading the shoe",
    "seating.seated_only": "seated players only",
    "seating.remain_seated": "remaining seated",
    "wagers.placing": "placing wagers",
    "wagers.closes": "the close of betting",
    "wagers.spoken": "spoken wagers",
    "deal.call": "the call of no more bets",
    "deal.to_each_wager": "a card to each wager",
    "deal.to_the_dealer": "a card to the dealer",
    "deal.players_may_not_touch": "players not touching cards",
    "settlement.last_collection": "the last collection",
    "war.confirmed": "confirming war wagers",
    "irregularities.ruling": "a ruling on all else",
}
"""What a text only mentions."""


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
