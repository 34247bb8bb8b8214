"""Wagers: all that one hand is wagered on before the deal, side wagers and coupon included."""

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.money import Cents
from casinowar.game.table import Hand
from casinowar.game.words import Instrument, Wager


class Wagers(Struct, frozen=True):
    """Amounts wagered on one hand; a coupon lies beside the initial wager."""

    initial: Cents = 0
    tie: Cents = 0
    progressive: Cents = 0
    spin: Cents = 0
    coupon: Cents = 0
    dealer_wins: Cents = 0

    @classmethod
    def of(cls, hand: Hand) -> "Wagers":
        return cls(
            initial=hand.on_layout(Wager.INITIAL) - hand.redeemed,
            tie=hand.on_layout(Wager.TIE) - hand.tie_redeemed,
            progressive=hand.on_layout(Wager.PROGRESSIVE),
            spin=hand.on_layout(Wager.BONUS_SPIN),
            coupon=hand.coupon,
            dealer_wins=hand.on_layout(Wager.DEALER_WINS),
        )

    def commands(self, hand: int, player: str = "") -> list[c.Command]:
        """Give the commands that place them; without any amount, one that is refused for it."""
        amounts = {
            Wager.INITIAL: self.initial,
            Wager.TIE: self.tie,
            Wager.DEALER_WINS: self.dealer_wins,
            Wager.PROGRESSIVE: self.progressive,
            Wager.BONUS_SPIN: self.spin,
        }
        nothing = not any(amounts.values()) and not self.coupon
        placed: list[c.Command] = [
            c.PlaceWager(hand=hand, wager=wager, amount=amount, player=player)
            for wager, amount in amounts.items()
            if amount or (nothing and wager is Wager.INITIAL)
        ]
        if self.coupon:  # It may be all there is of the initial wager, which comes first.
            initial, coupon = Wager.INITIAL, Instrument.COUPON
            placed.insert(
                bool(self.initial),
                c.PlaceWager(hand=hand, wager=initial, amount=self.coupon, player=player, made_with=coupon),
            )
        return placed
