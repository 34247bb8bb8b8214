"""The electronic version with community cards: what a text and a house can say about it."""

from casinowar.game.book.cited_values import Choices, Cited, Numbers, Part, Says, Some
from casinowar.game.words import Word


class Backing(Word):
    """How wagers attach to community cards."""

    ANY = "any card by itself"
    ONE = "exactly one card"
    ALL = "all cards at once"


class FurtherWagers(Word):
    """Which further wagers the electronic version has."""

    SUBMITTED = "those of the operator's submission"
    NONE = "none"


class Electronic(Part, frozen=True, kw_only=True):
    """The version with community cards, offered if the operator's submission says so."""

    offer: Cited
    dealers_card: Cited
    community_cards: Numbers
    backing: Says[Backing]
    further_wagers: Says[FurtherWagers]
    terminals: Numbers | None = None
    """How many terminals there may be; as many as seats where nothing is said."""


class ElectronicChoices(Choices, frozen=True, kw_only=True):
    """The electronic version as it is offered."""

    community_cards: Some
