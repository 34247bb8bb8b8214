"""Which values of the rulebook, and so which clauses, the figures of each part of the sheet rest on."""

from typing import Final

from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.reports.blocks import Cite

PLACES: Final = {
    "cards": {"ranking": "cards.ranking", "suits": "cards.suits"},
    "initial": {
        "initial wager": "wagers.initial",
        "lower card": "settlement.lower",
        "higher card": "settlement.higher",
        "tie hand": "settlement.tie_hand",
        "surrender": "surrender",
        "war wager": "war.wager",
        "initial wager at war": "war.initial",
        "match": "war.match",
        "war won": "war.won",
        "war tied": "war.tied",
        "war lost": "war.lost",
        "war fought again": "war.again",
        "payout limit": "wagers.payout_limit",
    },
    "ties": {"tie wager": "wagers.tie", "tie wager on the war": "wagers.war_tie"},
    "shoe": {
        "cover card": "cut.cover_card",
        "reshuffle": "shuffle.reshuffle",
        "burn of a new shoe": "burns.new_shoe",
        "war burn": "war.burn",
    },
    "seats": {"seats": "seating.seats", "war deal": "war.deal"},
    "progressive": {
        "offer": "progressive.offer",
        "sizes": "progressive.amounts",
        "what makes a suited double tie": "progressive.suited_double_tie",
        "hands paid": "progressive.hands_paid",
        "won chip": "progressive.won_chip",
        "after surrender": "progressive.after_surrender",
        "least meter": "progressive.least_meter",
        "meter's rate": "progressive.rate",
    },
    "envy": {"Envy Bonus": "progressive.envy"},
    "bonus_spin": {
        "offer": "bonus_spin.offer",
        "sizes": "bonus_spin.amounts",
        "designated card": "bonus_spin.designated",
        "Hot Spot Pay": "bonus_spin.hot_spot",
        "Community Pay": "bonus_spin.community",
        "who gets Hot Spot Pay": "bonus_spin.goes_to",
        "symbols": "bonus_spin.symbols",
        "several winners": "bonus_spin.winners",
        "primary meter": "bonus_spin.least_primary",
        "secondary meter": "bonus_spin.least_secondary",
        "meters' rate": "bonus_spin.rate",
    },
    "electronic": {
        "offer": "electronic.offer",
        "dealer's card": "electronic.dealers_card",
        "community cards": "electronic.community_cards",
        "backing": "electronic.backing",
    },
    "bank": {
        "player/dealer's wager": "bank.wager",
        "bank used up": "bank.exhausted",
        "war that cannot be matched": "bank.short_war",
        "where settling starts": "bank.start",
    },
}
"""What each part rests on, by its place in the rulebook."""


def cites(rules: Rules, *parts: str) -> tuple[Cite, ...]:
    """Cite the values of these parts that the rulebook has."""
    named = [pair for part in parts for pair in PLACES[part].items()]
    found = [(what, value(rules, place)) for what, place in named]
    if "cards" in parts:
        found.append(("decks", rules.decks_allowed))
    if "progressive" in parts and rules.book.progressive:
        found += [(str(pay.hand), pay) for pay in rules.book.progressive.pays]
    return tuple(Cite(what, law.clause, law.reading) for what, law in found if law)


def value(rules: Rules, place: str) -> Cited | None:
    """Find the value that stands at a place; of several the first, and None where the text has none."""
    if place == "wagers.payout_limit" and rules.house.payout_limit is None:
        return None
    found: object = rules.book
    for name in place.split("."):
        found = getattr(found, name) if found is not None else None
    if isinstance(found, tuple):
        found = found[0]
    return found if isinstance(found, Cited) else None
