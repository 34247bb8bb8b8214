"""Which values of the rulebook, and so which clauses, the figures of each part rest on."""

from collections.abc import Callable, Iterator
from functools import wraps

from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.words import Shuffler
from casinowar.reports.blocks import Cite

Named = Iterator[tuple[str, Cited | None]]


def citing(name: Callable[[Rules], Named]) -> Callable[[Rules], tuple[Cite, ...]]:
    """Cite those of the values named that the rulebook has."""

    @wraps(name)
    def cites(rules: Rules) -> tuple[Cite, ...]:
        return tuple(Cite(what, law.clause, law.reading) for what, law in name(rules) if law)

    return cites


@citing
def cards(rules: Rules) -> Named:
    """Name what the shoe is made of."""
    law = rules.book.cards
    ways: dict[Shuffler, Cited | None] = {
        Shuffler.BY_HAND: law.by_hand,
        Shuffler.BATCH: law.batch_shuffler,
        Shuffler.CONTINUOUS: law.continuous_shuffler,
    }
    yield "ranking", law.ranking
    yield "suits", law.suits
    yield "decks", ways[rules.shuffler]


@citing
def initial(rules: Rules) -> Named:
    """Name what settles the initial wager."""
    book = rules.book
    yield "initial wager", book.wagers.initial
    yield "lower card", book.settlement.lower
    yield "higher card", book.settlement.higher
    yield "tie hand", book.settlement.tie_hand
    yield "surrender", book.surrender
    if book.war:
        yield "war wager", book.war.wager
        yield "initial wager at war", book.war.initial
        yield "match", book.war.match
        yield "war won", book.war.won
        yield "war tied", book.war.tied
        yield "war lost", book.war.lost
        yield "war fought again", book.war.again
    if rules.house.payout_limit is not None:
        yield "payout limit", book.wagers.payout_limit


@citing
def ties(rules: Rules) -> Named:
    """Name what the tie wagers pay."""
    yield "tie wager", rules.book.wagers.tie
    yield "tie wager on the war", rules.book.wagers.war_tie


@citing
def shoe(rules: Rules) -> Named:
    """Name what decides how far a shoe is dealt."""
    book = rules.book
    yield "cover card", book.cut.cover_card
    yield "reshuffle", book.shuffle.reshuffle
    yield "burn of a new shoe", book.burns.new_shoe
    if book.war:
        yield "war burn", book.war.burn


@citing
def seats(rules: Rules) -> Named:
    """Name what seats have in common."""
    yield "seats", rules.book.seating.seats
    if rules.book.war:
        yield "war deal", rules.book.war.deal


@citing
def progressive(rules: Rules) -> Named:
    """Name what the progressive wager pays."""
    if law := rules.book.progressive:
        yield "offer", law.offer
        yield "sizes", law.amounts
        for pay in law.pays:
            yield str(pay.hand), pay
        yield "what makes a suited double tie", law.suited_double_tie
        yield "hands paid", law.hands_paid
        yield "won chip", law.won_chip
        yield "after surrender", law.after_surrender
        yield "least meter", law.least_meter
        yield "meter's rate", law.rate


@citing
def envy(rules: Rules) -> Named:
    """Name what the Envy Bonus pays."""
    if law := rules.book.progressive:
        yield "Envy Bonus", law.envy


@citing
def bonus_spin(rules: Rules) -> Named:
    """Name what the wheel pays."""
    if law := rules.book.bonus_spin:
        yield "offer", law.offer
        yield "sizes", law.amounts
        yield "designated card", law.designated
        yield "Hot Spot Pay", law.hot_spot[0]
        yield "Community Pay", law.community[0]
        yield "who gets Hot Spot Pay", law.goes_to
        yield "symbols", law.symbols
        yield "several winners", law.winners
        yield "primary meter", law.least_primary
        yield "secondary meter", law.least_secondary
        yield "meters' rate", law.rate


@citing
def electronic(rules: Rules) -> Named:
    """Name what the electronic version deals."""
    if law := rules.book.electronic:
        yield "offer", law.offer
        yield "dealer's card", law.dealers_card
        yield "community cards", law.community_cards
        yield "backing", law.backing


@citing
def bank(rules: Rules) -> Named:
    """Name what the player/dealer's bank covers."""
    if law := rules.book.bank:
        yield "player/dealer's wager", law.wager
        yield "bank used up", law.exhausted
        yield "war that cannot be matched", law.short_war
        yield "where settling starts", law.start
