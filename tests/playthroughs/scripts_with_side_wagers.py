"""The playthroughs of side wagers, the electronic version, the bank, coupons, limits and boxes."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.words import Act, Instrument, Irregularity, Ruling, Wager
from casinowar.rulebooks import load_sample
from tests.playthroughs.playing import Playthrough
from tests.playthroughs.scripts import playthrough


def sample(rulebook: str, **changes: object) -> House:
    """Read the sample submission of a jurisdiction, with some of its choices changed."""
    return replace(load_sample(rulebook), **changes)


def has_progressive(rulebook: Rulebook) -> object:
    """Tell whether a rulebook has a progressive wager."""
    return rulebook.progressive


def has_bonus_spin(rulebook: Rulebook) -> object:
    """Tell whether a rulebook has the bonus wheel."""
    return rulebook.bonus_spin


def has_bank(rulebook: Rulebook) -> object:
    """Tell whether a player/dealer banks."""
    return rulebook.bank


# the Progressive Payout Wager and the Envy Bonus


@playthrough("Progressive wagers: one loses, one wins after a surrender, one after a war", has_progressive)
def progressive(play: Playthrough) -> None:
    play.seated(4, sample(play.rulebook))
    play.wager({1: 10, 2: 10, 3: 10, 4: 10})
    play.side(Wager.PROGRESSIVE, 1, 2, 3)
    play.deal({1: "KH", 2: "9D", 3: "9S", 4: "9H", 0: "9D"})
    play.fight(3, 4, cards={3: "4S", 4: "QS", 0: "4D"}, surrender=(2,))


@playthrough("Two hands win the meter in one round, and a third player envies both", has_progressive)
def progressive_meter_won_twice(play: Playthrough) -> None:
    play.seated(3, sample(play.rulebook))
    play.wager({1: 10, 2: 10, 3: 10})
    play.side(Wager.PROGRESSIVE, 1, 2, 3)
    play.deal({1: "9H", 2: "KC", 3: "9H", 0: "9H"})
    play.fight(1, 3, cards={1: "9H", 3: "9H", 0: "9H"})


@playthrough("The meter is divided between two winners", has_progressive)
def progressive_meter_divided(play: Playthrough) -> None:
    play.seated(2, sample(play.rulebook), {"meter_winners": "divided"})
    play.wager({1: 10, 2: 10})
    play.side(Wager.PROGRESSIVE, 1, 2)
    play.deal({1: "9H", 2: "9H", 0: "9H"})
    play.fight(1, 2, cards={1: "9H", 2: "9H", 0: "9H"})


@playthrough("The meter is linked with other tables, which raise it between two rounds", has_progressive)
def linked_meter(play: Playthrough) -> None:
    house = sample(play.rulebook)
    assert house.progressive is not None
    meter = replace(house.progressive.meter, linked=True)
    play.seated(1, replace(house, progressive=replace(house.progressive, meter=meter), bonus_spin=None))
    play.give(c.TellMeter(meter="progressive", amount=12_345_60))
    play.wager({1: 10})
    play.side(Wager.PROGRESSIVE, 1)
    play.deal({1: "KC", 0: "9H"})


@playthrough("The hand of a player without a progressive wager brings others the Envy Bonus", has_progressive)
def envy_bonus(play: Playthrough) -> None:
    play.seated(4, sample(play.rulebook))
    play.wager({1: 10, 2: 10, 3: 10, 4: 10})
    play.side(Wager.PROGRESSIVE, 1, 3)
    play.deal({1: "KC", 2: "9H", 3: "5D", 4: "6S", 0: "9H"})
    play.fight(2, cards={2: "9H", 0: "9H"})


@playthrough("A round is voided after the meter was paid, and the meter is what it was", has_progressive)
def progressive_voided(play: Playthrough) -> None:
    play.seated(2, sample(play.rulebook))
    play.wager({1: 10, 2: 10})
    play.side(Wager.PROGRESSIVE, 1, 2)
    play.deal({1: "9H", 2: "5D", 0: "9H"})
    play.give(c.GoToWar(hand=1))
    play.until(Act.ANSWER_TIE_OFFER)
    play.give(c.DeclineTieWager(hand=1))
    play.until(Act.PAY_PROGRESSIVE, {1: "9H", 0: "9H"})
    play.give(c.PayProgressive())
    play.give(c.ReportIrregularity(irregularity=Irregularity.OTHER, note="the wrong shoe was in use"))
    play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND))


@playthrough("A chip was not accepted and goes back; another is one too many in the count", has_progressive)
def progressive_chip_not_accepted(play: Playthrough) -> None:
    play.seated(3, sample(play.rulebook))
    play.wager({1: 10, 2: 10, 3: 10})
    play.side(Wager.PROGRESSIVE, 1, 2, 3)
    play.give(c.ReportIrregularity(irregularity=Irregularity.CHIP_NOT_ACCEPTED, hand=1))
    play.call({1: "KH", 2: "5D", 3: "8S", 0: "9D"})
    play.until(Act.COUNT_PROGRESSIVE)
    play.give(
        c.ReportIrregularity(irregularity=Irregularity.COUNT_IS_OFF, hand=2, note="two chips, one light")
    )
    play.give(c.Rule(ruling=Ruling.RETURN_THE_CHIP))
    play.attend()


@playthrough("A payout is not validated, and neither it nor the Envy Bonus is paid", has_progressive)
def progressive_not_validated(play: Playthrough) -> None:
    play.seated(2, sample(play.rulebook))
    play.wager({1: 10, 2: 10})
    play.side(Wager.PROGRESSIVE, 1, 2)
    play.deal({1: "9H", 2: "5D", 0: "9H"})
    play.give(c.GoToWar(hand=1))
    play.until(Act.ANSWER_TIE_OFFER)
    play.give(c.DeclineTieWager(hand=1))
    play.until(Act.VALIDATE_PAYOUT, {1: "9H", 0: "9H"})
    play.give(c.ReportIrregularity(irregularity=Irregularity.NOT_VALIDATED, note="the recording was missing"))
    play.give(c.Rule(ruling=Ruling.DENY_THE_PAYOUT))
    play.attend()


@playthrough("Another table wins the linked meter in mid-round", has_progressive)
def linked_meter_won_elsewhere(play: Playthrough) -> None:
    house = sample(play.rulebook)
    assert house.progressive is not None
    meter = replace(house.progressive.meter, linked=True)
    play.seated(1, replace(house, progressive=replace(house.progressive, meter=meter), bonus_spin=None))
    play.give(c.TellMeter(meter="progressive", amount=50_000_00))
    play.wager({1: 10})
    play.side(Wager.PROGRESSIVE, 1)
    play.deal({1: "9H", 0: "9H"})
    play.give(c.TellMeter(meter="progressive", amount=10_000_00))
    play.fight(1, cards={1: "9H", 0: "9H"})


# the bonus wheel


@playthrough("The wheel is spun: one player has the hot spot, the others get Community Pay", has_bonus_spin)
def bonus_spin(play: Playthrough) -> None:
    play.seated(4, sample(play.rulebook))
    play.wager({1: 10, 2: 10, 3: 10, 4: 10})
    play.side(Wager.BONUS_SPIN, 1, 2, 4)
    play.deal({1: "5C", 2: "AS", 3: "8D", 4: "QH", 0: "KH"})
    play.give(c.SpinWheel(hand=2, hot_spot="$400", community="$100"))
    play.attend()


@playthrough("The wheel stops on the primary jackpot, and the meter restarts", has_bonus_spin)
def bonus_spin_jackpot(play: Playthrough) -> None:
    play.seated(2, sample(play.rulebook))
    play.wager({1: 10, 2: 10})
    play.side(Wager.BONUS_SPIN, 1, 2)
    play.deal({1: "5C", 2: "AS", 0: "KD"})
    play.give(c.SpinWheel(hand=1, hot_spot="primary jackpot", community="$25"))
    play.attend()


@playthrough("The dealer's card does not start the wheel", has_bonus_spin)
def bonus_spin_lost(play: Playthrough) -> None:
    play.seated(2, sample(play.rulebook))
    play.wager({1: 10, 2: 10})
    play.side(Wager.BONUS_SPIN, 1)
    play.deal({1: "5C", 2: "AS", 0: "KC"})


# the electronic version


@playthrough(
    "Two terminals back community cards, and choose each for itself on a tie",
    needs=lambda rulebook: rulebook.electronic,
)
def electronic(play: Playthrough) -> None:
    house = sample(play.rulebook, electronic=ElectronicChoices(community_cards=3), bonus_spin=None)
    play.seated(2, replace(house, progressive=None, adjacent_boxes=1))
    play.wager({101: 10, 102: 20, 202: 30}, tie={202: 5})
    play.deal({1: "KH", 2: "9S", 3: "4D", 0: "9C"})
    play.fight(102, cards={2: "QS", 0: "JD"}, surrender=(202,))


# the player/dealer's bank


def _banked(play: Playthrough, amount: int, readings: dict[str, str] | None = None, players: int = 5) -> None:
    """Have the player at the last of the seats bank, after all others declined."""
    play.seated(players, readings=readings, bankers=False)
    play.attend()
    while play.due is Act.ANSWER_BANK:
        seat = play.scenario.due.seat or 0
        bank = c.TakeBank(seat=seat, amount=amount * 100)
        play.give(bank if seat == players else c.DeclineBank(seat=seat))
        play.attend()


@playthrough("The bank runs short: a payoff in part, and the wagers after it go back", has_bank)
def bank_runs_short(play: Playthrough) -> None:
    _banked(play, 100)
    play.wager({1: 60, 2: 50, 3: 60, 4: 30})
    play.deal({1: "KH", 2: "4D", 3: "QS", 4: "3C", 0: "9C"})


@playthrough("The bank runs short, but what it wins counts again", has_bank)
def bank_running(play: Playthrough) -> None:
    _banked(play, 100, {"bank_exhausted": "running"})
    play.wager({1: 60, 2: 50, 3: 60, 4: 30})
    play.deal({1: "KH", 2: "4D", 3: "QS", 4: "3C", 0: "9C"})


@playthrough("A war is matched in part, a second one not at all", has_bank)
def war_matched_in_part(play: Playthrough) -> None:
    _banked(play, 70, players=4)
    play.wager({1: 40, 2: 50, 3: 20})
    play.deal({1: "KH", 2: "9S", 3: "9D", 0: "9C"})
    play.fight(2, 3, cards={2: "QS", 3: "4D", 0: "JD"})


@playthrough("The player/dealer adds to the bank when a tie is seen", has_bank)
def bank_raised(play: Playthrough) -> None:
    _banked(play, 40, {"short_bank_at_war": "may_add"}, players=3)
    play.wager({1: 40, 2: 50})
    play.deal({1: "4H", 2: "9S", 0: "9C"})
    play.give(c.AddToBank(amount=60_00))
    play.fight(2, cards={2: "QS", 0: "QD"})


@playthrough("The player/dealer leaves before no more bets, and the next player banks", has_bank)
def bank_withdrawn(play: Playthrough) -> None:
    play.seated(2)
    play.wager({1: 10})
    play.give(c.LeaveTable(player="Yan"))
    play.attend()
    play.give(c.TakeBank(seat=play.scenario.due.seat or 0, amount=100_00))
    play.deal({1: "4H", 0: "9C"})


@playthrough("The bank goes around: declined, kept for two rounds, given up after one", has_bank)
def bank_goes_around(play: Playthrough) -> None:
    play.seated(3, bankers=False)
    play.attend()
    play.give(c.DeclineBank(seat=1))
    play.attend()
    play.give(c.TakeBank(seat=2, amount=200_00))
    play.wager({1: 10, 3: 10})
    play.deal({1: "KH", 3: "4D", 0: "9C"})
    play.give(c.TakeBank(seat=2, amount=100_00))
    play.wager({1: 10})
    play.deal({1: "4H", 0: "9C"})
    play.give(c.TakeBank(seat=3, amount=100_00))
    play.wager({2: 10})
    play.deal({2: "4H", 0: "9D"})
    play.give(c.DeclineBank(seat=3))
    play.attend()
    play.give(c.DeclineBank(seat=1))
    play.attend()
    play.give(c.DeclineBank(seat=2))
    play.attend()


@playthrough("A backline bettor goes to war while the seated player surrenders", has_bank)
def backline(play: Playthrough) -> None:
    play.seated(2, House(backline=2))
    play.give(c.Sit(player="Max", seat=101, chips=500_00), c.Sit(player="Nia", seat=201, chips=500_00))
    play.wager({1: 10, 2: 10, 101: 20, 201: 30}, tie={201: 5})
    play.deal({1: "9S", 2: "KH", 0: "9C"})
    play.fight(101, cards={1: "QS", 0: "JD"}, surrender=(1, 201))


# coupons, the payout limit, adjacent boxes


@playthrough(
    "Match play coupons: one wins, one loses, one surrenders, one goes to war",
    needs=lambda rulebook: rulebook.wagers.coupons,
)
def match_play_coupons(play: Playthrough) -> None:
    play.seated(4, House(coupons=True))
    play.wager({1: 10, 2: 10, 3: 10, 4: 10})
    for seat in (1, 2, 3, 4):
        play.give(
            c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON),
        )
    play.deal({1: "KH", 2: "4D", 3: "9S", 4: "9D", 0: "9C"})
    play.fight(4, cards={4: "QS", 0: "JD"}, surrender=(3,))


@playthrough(
    "Coupons that count as chips; the floorperson voids the round",
    needs=lambda rulebook: rulebook.wagers.coupons,
)
def coupons_as_chips(play: Playthrough) -> None:
    play.seated(3, House(coupons=True), {"match_play_coupons": "as_chips"})
    play.wager({1: 10, 2: 10, 3: 10})
    for seat in (1, 2, 3):
        play.give(
            c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=10_00, made_with=Instrument.COUPON),
        )
    play.deal({1: "KH", 2: "4D", 3: "9S", 0: "9C"})
    play.give(c.ReportIrregularity(irregularity=Irregularity.OTHER, note="the lights went out"))
    play.give(c.Rule(ruling=Ruling.VOID_THE_ROUND))


@playthrough(
    "The payout limit per hand cuts what a tied war pays",
    needs=lambda rulebook: rulebook.wagers.payout_limit,
)
def payout_limit(play: Playthrough) -> None:
    play.seated(2, House(payout_limit="60"))
    play.wager({1: 40, 2: 100}, tie={1: 5})
    play.deal({1: "9S", 2: "KH", 0: "9C"})
    play.fight(1, cards={1: "QS", 0: "QD"})


@playthrough(
    "One player plays two adjacent boxes, each with its own choice",
    needs=lambda rulebook: rulebook.seating.adjacent_boxes,
)
def adjacent_boxes(play: Playthrough) -> None:
    play.seated({2: "Ann", 5: "Ben"}, House(adjacent_boxes=2))
    play.wager({2: 10, 5: 10})
    play.give(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=20_00, player="Ann"))
    play.deal({2: "9S", 3: "9D", 5: "4C", 0: "9C"})
    play.fight(2, cards={2: "QS", 0: "JD"}, surrender=(3,))
