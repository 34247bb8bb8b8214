"""The cards: what a text can say about them, from their arrival to the burn from a new shoe."""

from casinowar.game.book import variants
from casinowar.game.book.cited_values import Cited, Count, Numbers, Part, Rank, Says, Share, Suit, Task
from casinowar.game.words import Direction, Shuffler


class OrderOfSuits(Says[tuple[Suit, ...]], frozen=True, kw_only=True):
    """The suits, highest first, that decide between cards of equal rank; the same card twice is a tie.

    `on` says on which deals they do, `tie_wager` what wins a tie wager there.
    """

    on: variants.SuitsDecide = variants.SuitsDecide.BOTH
    tie_wager: variants.TieWins = variants.TieWins.SAME_CARD


class CardsRule(Part, frozen=True, kw_only=True):
    """The cards, and the ways of shuffling them with the numbers of decks that go with each."""

    ranking: Says[tuple[Rank, ...]]
    suits: Says[tuple[Suit, ...]]
    by_hand: Numbers | None = None
    batch_shuffler: Numbers | None = None
    continuous_shuffler: Numbers | None = None
    only: Says[Shuffler] | None = None
    """The one way of shuffling, with the numbers of decks of the way that the text else has."""
    ways: Cited | None = None
    """What leaves no other way of shuffling, where it is not what says how many decks there are."""
    preshuffled: Cited | None = None
    change: Says[variants.Lifetime] | None = None
    order_of_suits: OrderOfSuits | None = None

    @property
    def decks(self) -> dict[Shuffler, Numbers]:
        """Give the numbers of decks by the ways of shuffling that the text has, in the order of the words."""
        ways = {
            Shuffler.BY_HAND: self.by_hand,
            Shuffler.BATCH: self.batch_shuffler,
            Shuffler.CONTINUOUS: self.continuous_shuffler,
        }
        decks = {shuffler: numbers for shuffler, numbers in ways.items() if numbers}
        return {self.only.value: next(iter(decks.values()))} if self.only and decks else decks


class Opening(Part, frozen=True, kw_only=True):
    """What is done before the first shuffle: once, with the cards or with each of two batches."""

    approvals: tuple[Task, ...] = ()
    odds_on_sign: Task | None = None
    tip_box_elsewhere: Task | None = None
    by_hand: tuple[Task, ...] = ()
    each_batch: tuple[Task, ...] = ()
    preshuffled: tuple[Task, ...] = ()
    continuous_device: tuple[Task, ...] = ()
    shown_to: Says[variants.ShownTo] | None = None


class Idle(Part, frozen=True, kw_only=True):
    """What is done while no one plays, up to the shuffle; the cards lie face down or face up meanwhile.

    `begins` says that it is due once no player is left, `face_up_on_request` that the cards lie face down
    unless a player asks for the contrary, `second_batch` which of two batches is shown, and
    `continuous` that a device that shuffles continuously makes it superfluous.
    """

    begins: Cited | None = None
    inspection: Says[variants.IdleInspection] | None = None
    face_down: tuple[Task, ...] = ()
    face_up: tuple[Task, ...] = ()
    face_up_on_request: Cited | None = None
    batch_face_down: tuple[Task, ...] = ()
    batch_face_up: tuple[Task, ...] = ()
    second_batch: Says[variants.SecondBatch] | None = None
    stored_batch_on_request: tuple[Task, ...] = ()
    continuous: Cited | None = None


class ShuffleRule(Part, frozen=True, kw_only=True):
    """When the cards are shuffled, and the floorperson's right to order it."""

    before_play: Cited
    reshuffle: Says[variants.When]
    continuous: Says[variants.When] | None = None
    by_order: Cited | None = None
    stored: Cited | None = None
    """That one batch is shuffled and stored while the other is in play, and that they take turns."""
    turns: Cited | None = None
    without_device: Cited | None = None
    """That the cards of a continuous device that failed are shuffled by hand."""


class CutRule(Part, frozen=True, kw_only=True):
    """The cut and the cover card.

    `unlisted` is who cuts first after a shuffle for which the text names no player, `order_passes` how an
    offer goes on after an ordered one, `straight_to_dealer` that a first refusal gives the cut to the dealer.
    `margin` is how many cards a cut leaves on either side, `cover_card` the share of the stack behind it.
    """

    after_hand_shuffle: Says[variants.Cutter]
    after_machine_shuffle: Says[variants.Cutter]
    stack_held: Task | None = None
    first_player: Cited | None = None
    cover_card_seat: Cited | None = None
    farthest_right: Cited | None = None
    by_order: Cited | None = None
    after_idle: Says[variants.FirstCut] | None = None
    after_change: Says[variants.FirstCut] | None = None
    unlisted: Says[variants.FirstCut] | None = None
    absent: Says[variants.AbsentCutter] | None = None
    passes: Says[Direction] | None = None
    order_passes: Cited | None = None
    straight_to_dealer: Cited | None = None
    dealer_cuts: Cited | None = None
    margin: Says[Count] | None = None
    cover_card: Says[Share] | None = None
    tolerance: Cited | None = None
    cover_card_comes_out: Cited | None = None
    cover_among_burns: Says[variants.LonelyCover] | None = None
    hide_last_card: Task | None = None
    recut: Cited | None = None
    load: Cited


class FirstCardBurn(Cited, frozen=True, kw_only=True):
    """The first card of a new shoe is turned up and burned, and then by its rank so many more."""

    burns: dict[Rank, Count]


class Burns(Part, frozen=True, kw_only=True):
    """How many cards are burned outside the war deal, when, and whether one serves shoe and dealer."""

    new_shoe: Says[Count | variants.AsMany] | None = None
    by_first_card: FirstCardBurn | None = None
    new_dealer: Says[Count] | None = None
    both: Says[variants.BothBurns] | None = None
    in_mid_round: Says[variants.ArrivedInRound] | None = None
    moment: Says[variants.BurnMoment] | None = None

    def from_new_shoe(self, decks: int, ranks: tuple[Rank, ...]) -> int:
        """Tell how many cards are burned at most from a new shoe of so many decks with these ranks."""
        if self.by_first_card:
            return 1 + max(self.by_first_card.burns.get(rank, 0) for rank in ranks)
        if self.new_shoe is None:
            return 0
        return decks if self.new_shoe.value is variants.AsMany.DECKS else int(self.new_shoe.value)
