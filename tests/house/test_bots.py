"""Computer neighbours: what they do at a table, by the rules of whatever book it has, and when they leave."""

import asyncio
from pathlib import Path

import pytest

from casinowar.game import commands as c
from casinowar.game.book.house import House, Limit
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Role, Wager
from casinowar.house.journal.commits import TableSettings
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices.care import HouseCare
from casinowar.house.offices.cashier import Deposit
from casinowar.house.people.people import People
from casinowar.house.serving.bots import COMPUTER, Bots, _next_requests, is_bot, next_action
from casinowar.house.serving.desk import Desk
from casinowar.house.serving.startup import configure_care
from casinowar.house.storage.store import Store
from casinowar.rulebooks import load_sample
from tests.house.sample_house import ANN, PIT, Served
from tests.support.scenario import at_table

ADA, BEN = Actor(f"Ada{COMPUTER}"), Actor(f"Ben{COMPUTER}")


@pytest.fixture(params=["maryland", "california", "wisconsin", "south_dakota", "washington"])
def house(request: pytest.FixtureRequest, tmp_path) -> Served:
    store = Store(f"sqlite:///{tmp_path}/house.db")
    served = Served(store)
    sample: House = load_sample(request.param)
    served.worker.open("t", TableSettings(rulebook=request.param, house=sample))
    served.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    for seat, player in ((2, ADA), (3, ANN), (5, BEN)):
        served.must(Deposit(player=player.name, amount=5_000_00), PIT)
        served.must(c.Sit(player=player.name, seat=seat, chips=2_000_00), player)
    return served


def deed(house: Served) -> tuple[str, c.Command] | None:
    return next_action(house.worker.rules("t"), house.table)


def played_out(house: Served) -> None:
    """Let neighbours do all that they do of themselves; Ann answers what she is asked."""
    for _ in range(200):
        found = deed(house)
        if found is not None:
            who, command = found
            assert is_bot(who)
            house.must(command, Actor(who))
            continue
        due = next_duty(house.worker.rules("t"), house.table)
        if due.act in {Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS, Act.TAKE_SEAT}:
            return
        answers: dict[Act, c.Command] = {
            Act.ANSWER_CUT: c.RefuseCut(seat=3),
            Act.CHOOSE: c.Surrender(hand=3),
            Act.ANSWER_TIE_OFFER: c.DeclineTieWager(hand=3),
            Act.ANSWER_BANK: c.DeclineBank(seat=3),
        }
        house.must(answers[due.act])
    pytest.fail("They never came to rest.")


def test_they_wager_once_a_person_has_play_their_hands_and_leave_after_the_last_person(house: Served):
    played_out(house)
    assert house.table.round is None  # nobody of them wagers before a person does
    for rounds in range(1, 6):
        house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=20_00))
        played_out(house)
        assert house.table.round is not None
        playing = {hand.player for hand in house.table.round.hands.values()}
        banks = house.table.seats.get(house.table.bank.seat or 0)
        assert playing | {banks} >= {ADA.name, BEN.name}
        house.must(c.CallNoMoreBets(), PIT)
        played_out(house)
        assert house.table.rounds == rounds
    house.must(c.LeaveTable(player="Ann"))
    played_out(house)
    assert house.table.seats == {}
    assert deed(house) is None


def test_they_keep_a_seat_free_for_people(house: Served):
    """Whoever finds the last seat taken finds one that a neighbour has left after their hand."""
    rules = house.worker.rules("t")
    people: list[Actor] = []
    while seats := [seat for seat in range(1, rules.seats + 1) if seat not in house.table.seats]:
        person = Actor(f"Guest {len(people)}")
        people.append(person)
        house.must(Deposit(player=person.name, amount=5_000_00), PIT)
        house.must(c.Sit(player=person.name, seat=seats[0], chips=2_000_00), person)
        if len(house.table.seats) == rules.seats and any(map(is_bot, house.table.seats.values())):
            found = deed(house)
            assert found is not None
            who, command = found
            assert isinstance(command, c.LeaveTable)
            assert is_bot(who)
            house.must(command, Actor(who))
    assert len(house.table.seats) == rules.seats
    assert not any(map(is_bot, house.table.seats.values()))


def test_one_who_has_a_hand_plays_it_before_leaving(house: Served):
    played_out(house)
    house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=20_00))
    played_out(house)
    for seat in range(1, house.worker.rules("t").seats + 1):
        if seat not in house.table.seats:
            house.must(Deposit(player=f"Guest {seat}", amount=100_00), PIT)
            sits = c.Sit(player=f"Guest {seat}", seat=seat, chips=100_00)
            house.must(sits, Actor(f"Guest {seat}"))
    found = deed(house)
    assert house.table.round is not None
    assert found is None or found[0] not in {hand.player for hand in house.table.round.hands.values()}


def test_they_come_only_where_software_deals_for_play_money(tmp_path: Path):
    async def invite(table: str, play_money: int) -> tuple[str, ...]:
        async with Desk(served.worker).open() as desk:
            return await Bots(desk, play_money=play_money).invite(table, "Ann", 2)

    served = Served(Store(f"sqlite:///{tmp_path}/house.db"))
    for name, automatic in (("t", True), ("people", False)):
        served.worker.open(
            name, TableSettings(rulebook="maryland", house=load_sample("maryland"), automatic=automatic)
        )
    served.must(c.OpenTable(by=Role.FLOORPERSON), PIT)
    served.must(Deposit(player="Ann", amount=1_000_00), PIT)
    served.must(c.Sit(player="Ann", seat=3, chips=500_00))
    assert len(asyncio.run(invite("t", 100_00))) == 2
    dear = House(limits={Wager.INITIAL: Limit(minimum="500", maximum="1000")})  # with purses of $50,000
    served.worker.open("dear", TableSettings(rulebook="maryland", house=dear))
    configure_care(served.worker, HouseCare(two_people=True))
    opens = TableRequest(table="dear", actor=PIT, command=c.OpenTable(by=Role.FLOORPERSON))
    sits = TableRequest(table="dear", actor=ANN, command=c.Sit(player="Ann", seat=1, chips=100_00))
    assert all(isinstance(answer, Accepted) for answer in served.worker.ask(opens, sits))
    assert len(asyncio.run(invite("dear", 100_00))) == 2
    with pytest.raises(InputError, match="where software deals"):
        asyncio.run(invite("people", 100_00))
    with pytest.raises(InputError, match="for play money"):
        asyncio.run(invite("t", 0))


def test_they_play_where_their_table_is_at_home(house: Served):
    played_out(house)
    house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=25_00), ANN)
    assert _next_requests(house.worker)
    house.worker.streams.served_by_peer = lambda _table: True
    assert not _next_requests(house.worker)


def test_nobody_else_can_have_a_name_like_theirs():
    people = People(Store("sqlite://"), clock=lambda: 0, random_bytes=bytes)
    with pytest.raises(InputError, match="A name has"):
        people.sign_up(ADA.name, "correct horse battery")
    assert not is_bot("Ada")


@pytest.mark.parametrize("reading", ["initial_wager_only", "as_chips"])
def test_one_with_too_few_chips_leaves_and_lays_no_part_of_a_wager_and_no_coupon(reading):
    limits = {Wager.INITIAL: Limit(minimum="5", maximum="20")}
    rules = {"match_play_coupons": reading}
    scenario = at_table(
        "wisconsin", players={1: "Ann"}, house=House(limits=limits, coupons=True), readings=rules
    )
    scenario.when(c.Sit(player=ADA.name, seat=2, chips=9_00)).wagers({1: 10_00})
    assert next_action(scenario.rules, scenario.table) == (ADA.name, c.LeaveTable(player=ADA.name))
    scenario.when(c.BuyChips(player=ADA.name, amount=100_00))
    found = next_action(scenario.rules, scenario.table)
    assert found is not None
    assert isinstance(found[1], c.PlaceWager)
    assert found[1].amount >= 5_00
