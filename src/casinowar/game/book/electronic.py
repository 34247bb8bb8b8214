"""The electronic version with community cards: what a text and a house can say about it."""

from casinowar.game.book.citing import Choices, Cited, Numbers, Part, Says, Some
from casinowar.game.words import Word


class Backing(Word):
    """How wagers attach to community cards."""

    ANY = "any card by itself"
    ONE = "exactly one card"
    ALL = "all cards at once"


class Electronic(Part, frozen=True, kw_only=True):
    """The version with community cards, offered if the operator's submission says so."""

    offer: Cited
    dealers_card: Cited
    community_cards: Numbers
    backing: Says[Backing]


class ElectronicChoices(Choices, frozen=True, kw_only=True):
    """The electronic version as it is offered."""

    community_cards: Some
