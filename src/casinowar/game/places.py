"""Places: the numbers of seats, hands and spots, which are three different things.

Each is a whole number whose type says what it counts, so that a codec can ask `counts` instead of a name.
"""

from typing import Annotated, Any, get_args

from msgspec import Meta

Seat = Annotated[int, Meta(extra={"is": "seat"})]
"""Where a player sits or stands: 1 and up from the dealer's left, 103 the first backline behind seat 3."""

HandId = Annotated[int, Meta(extra={"is": "hand"})]
"""A betting position of one round: seat 3's hand is 3; what terminal 2 wagers on community card 3 is 203."""

Spot = Annotated[int, Meta(extra={"is": "spot"})]
"""Where cards are put: a seat or a community card, DEALER, or BURN for a card that is burned."""

Name = Annotated[str, Meta(extra={"is": "name"})]
"""The name of the player at a seat, who may change places."""


def counts(kind: Any) -> str:  # noqa: ANN401 - a field's type may be anything that typing has
    """Tell what a number of this type counts: cents, seat, hand or spot; nothing for a plain number.

    >>> counts(Seat), counts(HandId | None), counts(tuple[Spot, ...]), counts(int)
    ('seat', 'hand', 'spot', '')
    """
    for each in get_args(kind):
        said = (each.extra or {}).get("is", "") if isinstance(each, Meta) else counts(each)
        if said:
            return str(said)
    return ""
