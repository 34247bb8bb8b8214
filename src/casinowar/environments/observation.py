"""The observation: what a player sees, as a space and as a value of it."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from msgspec import Struct

from casinowar.environments.turns import Phase, Turns
from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, SUIT_CODES, Card
from casinowar.game.events import CardBurned, CardDealt, Event, ShoeLoaded
from casinowar.game.table import Hand, Round
from casinowar.game.words import PLACES, Wager

RANKS: Final = "".join(reversed(RANK_CODES.values()))
"""Ranks from the two to the ace, in the order of the counts of seen cards."""
_SUITS: Final = "".join(SUIT_CODES.values())
_CARDS: Final = len(RANKS) * len(_SUITS)
_MOST: Final = 1e12
"""More dollars than any player brings to a table."""
_WAGERS: Final = (*(each for each in Wager if each is not Wager.ENVY),)
_NO_ROUND: Final = Round(number=0)

Observation = dict[str, Any]


def number_of(card: Card) -> int:
    """Give the number of a card, from the two of clubs on, suit by suit within a rank; 0 means no card.

    >>> number_of(""), number_of("2C"), number_of("2D"), number_of("AS")
    (0, 1, 2, 52)
    """
    return 1 + len(_SUITS) * RANKS.index(card[0]) + _SUITS.index(card[1]) if card else 0


class SeenCards:
    def __init__(self) -> None:
        self.counts = dict.fromkeys(RANKS, 0)

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case ShoeLoaded():
                    self.counts = dict.fromkeys(RANKS, 0)
                case CardDealt(card=card) | CardBurned(card=card) if card:
                    self.counts[card[0]] += 1
                case _:
                    pass


class View(Struct, frozen=True):
    hands: int
    """The most hands of a player: one, or one on each community card."""
    most_cards: int
    meters: tuple[str, ...]
    counting: bool

    @classmethod
    def of(cls, rules: Rules, meters: Iterable[str], *, counting: bool) -> "View":
        hands = rules.community_cards if rules.house.electronic is not None else 1
        return cls(hands, len(rules.cards()), tuple(meters), counting)

    def space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {
            "phase": spaces.Discrete(len(Phase)),
            "asked": spaces.Discrete(self.hands + 1),
            "cards": spaces.MultiDiscrete(np.full(self._shape(2), 1 + _CARDS)),
            "dealer": spaces.MultiDiscrete(np.full(2, 1 + _CARDS)),
            "wagers": spaces.Box(0.0, _MOST, self._shape(len(_WAGERS)), np.float64),
            "bank": spaces.Box(0.0, _MOST, (1,), np.float64),
            "chips": spaces.Box(0.0, _MOST, (1,), np.float64),
        }
        if self.meters:
            parts["meters"] = spaces.Box(0.0, _MOST, (len(self.meters),), np.float64)
        if self.counting:
            parts["seen"] = spaces.Box(0, self.most_cards, (len(RANKS),), np.int64)
        return spaces.Dict(parts)

    def seen_by(self, player: str, turns: Turns, seen: SeenCards) -> Observation:
        state, seat, turn = turns.table.state, turns.seats[player], turns.turn
        current = state.round or _NO_ROUND
        own = turn is not None and turn.player == player
        phase = turn.phase if turn is not None and own else Phase.OVER
        places = [seat] if self.hands == 1 else [PLACES * seat + card for card in range(1, self.hands + 1)]
        asked = 1 + places.index(turn.place) if turn is not None and own and turn.place in places else 0
        hands = [current.hands.get(place, Hand(number=place, player=player)) for place in places]
        cards = [_first_and_last(hand.card, hand.war_cards) for hand in hands]
        wagers = [[hand.on_layout(wager) / 100 for wager in _WAGERS] for hand in hands]
        found: Observation = {
            "phase": np.int64([*Phase].index(phase)),
            "asked": np.int64(asked),
            "cards": np.array(cards, np.int64).reshape(self._shape(2)),
            "dealer": np.array(_first_and_last(current.dealer_card, current.dealer_war_cards), np.int64),
            "wagers": np.array(wagers, np.float64).reshape(self._shape(len(_WAGERS))),
            "bank": np.array([state.inventory / 100 if state.bank.seat is not None else 0.0]),
            "chips": np.array([turns.chips(player) / 100]),
        }
        if self.meters:
            found["meters"] = np.array([state.meters[name] / 100 for name in self.meters])
        if self.counting:
            found["seen"] = np.array([*seen.counts.values()], np.int64)
        return found

    def _shape(self, width: int) -> tuple[int, ...]:
        return (width,) if self.hands == 1 else (self.hands, width)


def _first_and_last(first: Card, war_cards: tuple[Card, ...]) -> list[int]:
    return [number_of(first), number_of(war_cards[-1] if war_cards else "")]
