"""The playthroughs: each name, and the script that plays it under a rulebook, if it can happen there."""

from collections.abc import Callable, Iterator
from functools import cache

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.words import Act, Irregularity, Ruling, Shuffler
from casinowar.rulebooks import names, open_rulebook
from tests.playthroughs.playing import Playthrough

Script = Callable[[Playthrough], None]

TITLES: dict[str, str] = {}
SCRIPTS: dict[str, Script] = {}
NEEDS: dict[str, Callable[[Rulebook], object]] = {}


def playthrough(
    title: str, needs: Callable[[Rulebook], object] = lambda _: True
) -> Callable[[Script], Script]:
    """List a script under its name, with its title and what a rulebook needs for it to happen."""

    def listed(script: Script) -> Script:
        TITLES[script.__name__] = title
        SCRIPTS[script.__name__] = script
        NEEDS[script.__name__] = needs
        return script

    return listed


@cache
def book(rulebook: str) -> Rulebook:
    """Give a rulebook under its default readings."""
    return open_rulebook(rulebook).book()


def every() -> Iterator[tuple[str, str]]:
    """List rulebook and name of every playthrough."""
    for rulebook in names():
        yield from ((rulebook, name) for name, needs in NEEDS.items() if needs(book(rulebook)))


def played(rulebook: str, name: str) -> Playthrough:
    """Play a playthrough."""
    play = Playthrough(rulebook, TITLES[name])
    SCRIPTS[name](play)
    return play


def has_device(rulebook: Rulebook) -> bool:
    """Tell whether a rulebook has a batch shuffler."""
    return rulebook.cards.batch_shuffler is not None


# the round


@playthrough("A higher card wins")
def win(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10}, tie={1: 5})
    play.deal({1: "KH", 0: "9S"})


@playthrough("A lower card loses")
def loss(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10}, tie={1: 5})
    play.deal({1: "9S", 0: "KH"})


@playthrough("A tie hand is surrendered, and its tie wager wins")
def tie_surrendered(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10}, tie={1: 5})
    play.deal({1: "9S", 0: "9D"})
    play.fight(cards={}, surrender=(1,))


@playthrough("A tie hand goes to war and wins")
def war_won(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10}, tie={1: 5})
    play.deal({1: "9S", 0: "9D"})
    play.fight(1, cards={1: "KH", 0: "QD"})


@playthrough("A war is tied")
def war_tied(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10})
    play.deal({1: "9S", 0: "9D"})
    play.fight(1, cards={1: "KH", 0: "KD"})


@playthrough("A war is lost")
def war_lost(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10})
    play.deal({1: "9S", 0: "9D"})
    play.fight(1, cards={1: "QH", 0: "KD"})


@playthrough("Three seats tie: two go to war, one surrenders; a fourth wins and a fifth loses")
def several_wars(play: Playthrough) -> None:
    play.seated(5)
    play.wager({1: 10, 2: 20, 3: 30, 4: 40, 5: 50})
    play.deal({1: "9S", 2: "9H", 3: "9C", 4: "AC", 5: "3D", 0: "9D"})
    play.fight(1, 3, cards={1: "KH", 3: "7D", 0: "QD"}, surrender=(2,))


@playthrough("Tie wagers on the war deal", needs=lambda rulebook: rulebook.wagers.war_tie)
def tie_wager_on_war(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.deal({1: "9S", 2: "9H", 0: "9D"})
    play.fight(1, 2, cards={1: "KH", 2: "5D", 0: "KD"}, tie={1: 5, 2: 5})


# the cover card and the shoe


@playthrough("The cover card comes out in the war, and the cards are shuffled after the round")
def cover_card_in_war(play: Playthrough) -> None:
    play.seated(3)
    play.wager({1: 10, 2: 10, 3: 10})
    play.cover_card_in(7)
    play.deal({1: "4S", 2: "9H", 3: "3C", 0: "9D"})
    play.fight(2, cards={2: "KH", 0: "QD"})
    while play.due is Act.ANSWER_CUT:
        play.give(c.CutStack(seat=play.scenario.due.seat or 0, depth=100))
        play.attend()


@playthrough("The cover card comes out among the burned cards of the war")
def cover_card_among_burns(play: Playthrough) -> None:
    play.seated(3)
    play.wager({1: 10, 2: 10, 3: 10})
    play.cover_card_in(5)
    play.deal({1: "4S", 2: "9H", 3: "3C", 0: "9D"})
    play.fight(2, cards={2: "KH", 0: "QD"})


@playthrough("The table opens")
def opening(play: Playthrough) -> None:
    play.unopened()
    play.attend()
    play.give(c.Sit(player="Ann", seat=1, chips=100_00), c.Sit(player="Ben", seat=5, chips=100_00))
    play.attend()
    while play.due is Act.ANSWER_CUT:
        seat = play.scenario.due.seat or 0
        play.give(c.RefuseCut(seat=seat) if seat == 1 else c.CutStack(seat=seat, depth=100))
        play.attend()


@playthrough(
    "The table opens with a batch shuffler",
    needs=lambda rulebook: has_device(rulebook) and rulebook.cards.by_hand,
)
def opening_with_shuffler(play: Playthrough) -> None:
    play.unopened(House(shuffler=Shuffler.BATCH))
    play.attend()
    play.give(c.Sit(player="Ann", seat=1, chips=100_00), c.Sit(player="Ben", seat=5, chips=100_00))
    play.attend()
    while play.due is Act.ANSWER_CUT:
        seat = play.scenario.due.seat or 0
        play.give(c.RefuseCut(seat=seat) if seat == 1 else c.CutStack(seat=seat, depth=100))
        play.attend()


@playthrough("A new dealer comes to the table")
def new_dealer(play: Playthrough) -> None:
    play.seated(1)
    play.give(c.ComeToTable(dealer="Eli"))
    play.attend()
    play.wager({1: 10})
    play.deal({1: "KH", 0: "9S"})


# irregularities


@playthrough("A card is found face up in the shoe")
def face_up_card(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.call({1: "KH", 2: "7C", 0: "9S"})
    play.give(c.DealCard(), c.ReportFaceUpCard())
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.DISCARD_THE_CARD, note="not used in the game"))
    play.rig({2: "QC", 0: "9S"})
    play.attend()


@playthrough("Two cards are found face up in one round, the second one in the war")
def two_face_up_cards(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 20}, tie={1: 5})
    play.call({1: "9H", 2: "7C", 0: "9S"})
    play.give(c.ReportFaceUpCard())
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.DISCARD_THE_CARD))
    play.rig({1: "9H", 2: "7C", 0: "9S"})
    play.attend()
    play.give(c.GoToWar(hand=1))
    play.until(
        Act.ANSWER_TIE_OFFER if book(play.rulebook).wagers.war_tie else Act.BURN_CARD, {1: "KH", 0: "QD"}
    )
    if play.due is Act.ANSWER_TIE_OFFER:
        play.give(c.DeclineTieWager(hand=1))
        play.until(Act.BURN_CARD, {1: "KH", 0: "QD"})
    play.give(c.ReportFaceUpCard())
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND, note="the second one"))
    if play.table.round is not None:
        play.rig({1: "KH", 0: "QD"})
        play.attend()


@playthrough("A card is drawn in error, its face not shown")
def card_drawn_in_error(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.call({1: "KH", 2: "7C", 0: "9S"})
    play.give(c.DealCard(), c.ReportCardDrawnInError())
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.PLAY_ON, note="used as the next card"))
    play.attend()


@playthrough("A card is drawn in error and shown; the floorperson has it discarded")
def exposed_card(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.call({1: "KH", 2: "7C", 0: "9S"})
    play.give(c.DealCard(), c.ReportCardDrawnInError(exposed=True))
    play.give(c.Rule(ruling=Ruling.DISCARD_THE_CARD, note="everybody saw it"))
    play.rig({2: "QC", 0: "9S"})
    play.attend()


@playthrough("A card is dealt to a place without a wager; the floorperson voids the round")
def card_to_empty_seat(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10}, tie={2: 5})
    play.call({1: "KH", 2: "7C", 0: "9S"})
    play.give(c.DealCard())
    play.give(c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT, hand=3))
    play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND, note="it lay at seat 3"))
    play.attend()


@playthrough("A wager gets no card")
def no_card_dealt(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10}, tie={1: 5})
    play.call({1: "KH", 2: "7C", 0: "9S"})
    play.give(c.ReportNoCardDealt(hand=1))
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.PLAY_ON, note="the card is dealt after all"))
    play.attend()


@playthrough("A wrong number of cards is burned; the floorperson lets play go on")
def wrong_burn(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10})
    play.deal({1: "9S", 0: "9D"})
    play.give(c.GoToWar(hand=1))
    if book(play.rulebook).wagers.war_tie:
        play.until(Act.ANSWER_TIE_OFFER)
        play.give(c.DeclineTieWager(hand=1))
    play.until(Act.DEAL_CARD, {1: "KH", 0: "QD"})
    play.give(c.ReportIrregularity(irregularity=Irregularity.WRONG_BURN, note="four instead of three"))
    play.give(c.Rule(ruling=Ruling.PLAY_ON))
    play.attend()


@playthrough("The shoe runs out in the war; the floorperson has the discard rack shuffled")
def shoe_ran_out(play: Playthrough) -> None:
    play.seated(1)
    play.wager({1: 10})
    play.only_left("9S 9D 2C 2D")
    play.give(c.CallNoMoreBets())
    play.attend()
    play.give(c.GoToWar(hand=1))
    play.until(Act.ANSWER_TIE_OFFER if book(play.rulebook).wagers.war_tie else Act.BEGIN_WAR_DEAL)
    if play.due is Act.ANSWER_TIE_OFFER:
        play.give(c.DeclineTieWager(hand=1))
        play.until(Act.BEGIN_WAR_DEAL)
    play.give(c.BeginWarDeal())
    play.attend()
    play.give(c.Rule(ruling=Ruling.PLAY_ON, note="shuffle the discard rack"))
    play.until(Act.BURN_CARD)
    play.rig({1: "KH", 0: "QD"})
    play.attend()


@playthrough("The shoe runs out in the original deal; the floorperson voids the round")
def shoe_ran_out_void(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.only_left("KH 7C")
    play.give(c.CallNoMoreBets())
    play.attend()
    play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND))


@playthrough("A player does not choose; the floorperson treats the hand as surrendered")
def no_choice(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.deal({1: "9H", 2: "9C", 0: "9S"})
    seat = play.scenario.due.seat
    play.give(c.ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=seat))
    play.give(c.Rule(ruling=Ruling.SURRENDER_THE_HAND))
    play.attend()
    play.fight(1, 2, cards={1: "KH", 2: "KC", 0: "QD"})


@playthrough("A player with a tie hand leaves the table")
def player_leaves(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10, 2: 10})
    play.deal({1: "9H", 2: "KC", 0: "9S"})
    play.give(c.LeaveTable(player="Ann"))
    play.attend()
    if play.due is Act.RULE:
        play.give(c.Rule(ruling=Ruling.LOSE_THE_HAND))
        play.attend()


@playthrough("The shuffler jams in mid-round", needs=has_device)
def shuffler_jam(play: Playthrough) -> None:
    play.seated(2, House(shuffler=Shuffler.BATCH))
    play.wager({1: 10, 2: 10}, tie={1: 5})
    play.deal({1: "9H", 2: "7C", 0: "9S"})
    play.give(c.ReportShufflerJam())
    if stop := play.scenario.table.stop:
        play.give(c.Rule(ruling=stop.possible[0]))
    play.attend()
    play.fight(1, cards={1: "KH", 0: "QD"})


@playthrough("The shuffler fails, and the cards are shuffled by hand from then on", needs=has_device)
def device_failure(play: Playthrough) -> None:
    play.seated(1, House(shuffler=Shuffler.BATCH))
    play.give(c.ReportDeviceFailure())
    if play.scenario.table.stop:
        play.give(c.Rule(ruling=Ruling.PLAY_ON, note="the shoe in play goes on"))
    play.attend()
    if book(play.rulebook).shuffle.by_order:
        play.give(c.OrderReshuffle())
        if play.scenario.table.stop:
            play.give(c.Rule(ruling=Ruling.PLAY_ON, note="by hand, this once"))
        play.attend()
        while play.due is Act.ANSWER_CUT:
            play.give(c.CutStack(seat=play.scenario.due.seat or 0, depth=100))
            play.attend()
    play.give(c.RestoreDevice())
    play.attend()


@playthrough("Something else happens; the floorperson voids the round after hands were settled")
def something_else(play: Playthrough) -> None:
    play.seated(3)
    play.wager({1: 10, 2: 20, 3: 30}, tie={1: 5})
    play.deal({1: "9H", 2: "KC", 3: "4D", 0: "9S"})
    play.give(c.ReportIrregularity(irregularity=Irregularity.OTHER, note="chips fell off the layout"))
    play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND))
