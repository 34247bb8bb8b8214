"""Acts that take two people: which they are, who may be the second, and what the audit finds."""

from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from casinowar.game import commands as c
from casinowar.game.refusal import InputError
from casinowar.game.words import Irregularity, Role, Ruling
from casinowar.house.journal.commits import PIT, decode_commit
from casinowar.house.journal.requests import Accepted, Actor, TableRequest
from casinowar.house.offices import care, cashier
from casinowar.house.policy.two_person import LASTS, MOST_PROPOSED, Proposals
from casinowar.house.storage.schema import PROPOSALS
from casinowar.house.storage.store import JournalPage, Store, WriteOutcome
from tests.house.limits_scenario import Playing
from tests.house.sample_house import SETTINGS
from tests.house.test_care import SOFTWARE, code, faults, rewritten, with_entries

FAY = Actor("Fay", frozenset({Role.FLOORPERSON}))
GUS = Actor("Gus", frozenset({Role.FLOORPERSON}))
DAN = Actor("Dan", frozenset({Role.DEALER}))
OLGA = Actor("Olga", frozenset(), cage=True)
MUCH = cashier.Deposit(player="Ben", amount=10_000_01)
VOID = c.Rule(ruling=Ruling.VOID_THE_ROUND, note="as seen")


@pytest.fixture
def house(store: Store) -> Playing:
    """Seat Ann, in a house where some acts take two people."""
    playing = Playing(store, Random(3).randbytes)
    provided = care.ProvideCare(two_people=True, cash_above=10_000_00, check_seconds=0)
    playing.must(care.CARE, SOFTWARE, provided)
    playing.deposit("Ann")
    assert isinstance(playing.sit("Ann", "a", 1), Accepted)
    playing.go_on("a")
    return playing


def stop(house: Playing) -> None:
    """Have a wager placed, and play stopped for a ruling."""
    assert code(house.wager("Ann", "a", 10_00)) == "accepted"
    house.must("a", FAY, c.ReportIrregularity(by=Role.FLOORPERSON, irregularity=Irregularity.OTHER))


def test_much_money_takes_two_and_the_journal_names_both(house: Playing):
    assert code(house.ask(cashier.CASHIER, FAY, replace(MUCH, amount=10_000_00))) == "accepted"
    assert code(house.ask(cashier.CASHIER, FAY, MUCH)) == "needs_second"
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=GUS)) == "accepted"
    [*_, last] = [decode_commit(body) for _, body, _ in house.store.pages(cashier.CASHIER)]
    assert [(entry.who, entry.seconded) for entry in last.entries] == [("Fay", "Gus")]
    assert faults(house) == []


def test_nobody_is_refused_for_what_was_asked_for_together_and_did_not_happen(house: Playing):
    assert code(house.ask(cashier.CASHIER, FAY, cashier.Deposit(player="Ben", amount=2000_00))) == "accepted"
    takes = cashier.Withdraw(player="Ben", amount=1337_00)
    asked = [
        TableRequest(table=cashier.CASHIER, actor=FAY, command=takes, id=f"{number}") for number in range(14)
    ]
    answers = [code(answer) for answer in house.workers[0].ask(*asked)]
    assert sorted(answers) == ["accepted", *["not_enough_money"] * 13]
    assert faults(house) == []


def test_nobody_is_refused_for_what_fell_as_another_process_was_faster(
    house: Playing, monkeypatch: pytest.MonkeyPatch
):
    faster = [TableRequest(table=cashier.CASHIER, actor=FAY, command=replace(MUCH, amount=2))]
    write = house.store.write

    def slowly(pages: list[JournalPage]) -> list[WriteOutcome]:
        if faster:
            house.workers[1].ask(faster.pop())
        return write(pages)

    house.ask(cashier.CASHIER, FAY, replace(MUCH, amount=1))
    monkeypatch.setattr(house.store, "write", slowly)
    takes, gives = cashier.Withdraw(player="Ben", amount=6000_00), replace(MUCH, amount=6000_00)
    answers = house.workers[0].ask(
        *(TableRequest(table=cashier.CASHIER, actor=FAY, command=each) for each in (takes, gives))
    )
    assert [code(answer) for answer in answers] == ["not_enough_money", "accepted"]


def test_what_the_house_gives_its_guests_takes_nobody_else(house: Playing):
    gives = Actor(PIT, frozenset(), cage=True)
    for _ in range(3):
        assert code(house.ask(cashier.CASHIER, gives, MUCH)) == "accepted"
    assert code(house.ask(cashier.CASHIER, FAY, replace(MUCH, amount=1))) == "needs_second"
    assert faults(house) == []


def test_a_void_that_moves_money_takes_two(house: Playing):
    stop(house)
    assert code(house.ask("a", FAY, VOID)) == "needs_second"
    assert code(house.ask("a", FAY, VOID, seconded=GUS)) == "accepted"
    assert house.state("a").round is None
    assert faults(house) == []


def test_a_ruling_that_voids_nothing_takes_one(house: Playing):
    stop(house)
    assert code(house.ask("a", FAY, c.Rule(ruling=Ruling.PLAY_ON))) == "accepted"


@pytest.mark.parametrize("second", [FAY, Actor("Ann"), Actor("Ben"), DAN], ids=lambda each: each.name)
def test_not_everybody_may_be_the_second(house: Playing, second: Actor):
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=second)) == "role_may_not"


@pytest.mark.parametrize("second", [DAN, OLGA, Actor("Zed")], ids=lambda actor: actor.name)
def test_not_everybody_may_be_the_second_of_a_void(house: Playing, second: Actor):
    stop(house)
    assert code(house.ask("a", FAY, VOID, seconded=second)) == "role_may_not"
    assert house.state("a").round is not None


def test_the_second_is_nobody_whose_money_it_is(house: Playing):
    ben = Actor("Ben", frozenset({Role.PLAYER, Role.FLOORPERSON}))
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=ben)) == "role_may_not"
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=OLGA)) == "accepted"


@pytest.mark.parametrize("kind", [cashier.Deposit, cashier.Withdraw])
def test_nobody_hands_money_to_themselves(house: Playing, kind: type[cashier.CashierCommand]):
    ann = Actor("Ann", frozenset({Role.PLAYER, Role.FLOORPERSON}), cage=True)
    assert code(house.ask(cashier.CASHIER, ann, kind(player="Ann", amount=1_00))) == "role_may_not"
    assert (
        code(house.ask(cashier.CASHIER, ann, kind(player="Ann", amount=1_00), seconded=FAY)) == "role_may_not"
    )


def test_nobody_is_the_floorperson_of_a_table_where_they_play(house: Playing):
    stop(house)
    ann = Actor("Ann", frozenset({Role.PLAYER, Role.FLOORPERSON}))
    assert code(house.ask("a", ann, VOID, seconded=GUS)) == "role_may_not"
    assert code(house.ask("a", FAY, VOID, seconded=ann)) == "role_may_not"


def test_nobody_deals_at_a_table_where_they_play(house: Playing):
    both = frozenset({Role.PLAYER, Role.DEALER})
    dan, doe = Actor("Dan", both), Actor("Doe", both)
    house.workers[0].open("hand", replace(SETTINGS, automatic=False, floor=True))
    house.must("hand", dan, c.OpenTable())
    for name in ("Dan", "Doe"):
        house.deposit(name, 100_00)
    sits = c.Sit(player="Dan", seat=1, chips=50_00)
    assert code(house.ask("hand", dan, sits)) == "role_may_not"
    assert code(house.sit("Doe", "hand", 2, 50_00)) == "accepted"
    comes = c.ComeToTable(dealer="Doe")
    assert code(house.ask("hand", doe, comes)) == "role_may_not"
    house.must("hand", doe, c.LeaveTable(player="Doe"))
    assert code(house.ask("hand", doe, comes)) == "accepted"
    assert code(house.ask("hand", dan, sits)) == "accepted"
    assert faults(house) == []


def test_who_plays_where_software_deals_calls_nothing_there(house: Playing):
    dan = Actor("Dan", frozenset({Role.PLAYER, Role.DEALER}))
    house.workers[0].open("soft", SETTINGS)
    house.must("soft", dan, c.OpenTable())
    house.deposit("Dan", 100_00)
    assert code(house.sit("Dan", "soft", 1, 50_00)) == "accepted"
    house.go_on("soft")
    assert code(house.wager("Dan", "soft", 10_00)) == "accepted"
    assert code(house.ask("soft", dan, c.CallNoMoreBets())) == "role_may_not"
    doe = Actor("Doe", frozenset({Role.DEALER}))
    assert code(house.ask("soft", doe, c.CallNoMoreBets())) == "accepted"


def test_one_person_is_enough_where_the_house_has_it_so(house: Playing):
    alone = care.ProvideCare(two_people=False, cash_above=0, check_seconds=0)
    house.must(care.CARE, SOFTWARE, alone)
    stop(house)
    assert code(house.ask("a", FAY, VOID)) == "accepted"
    assert code(house.ask(cashier.CASHIER, FAY, MUCH)) == "accepted"
    assert faults(house) == []


@pytest.mark.parametrize(("who", "second"), [("Ben", "Gus"), ("Fay", "Ben")])
def test_the_audit_finds_who_handed_money_to_themselves(house: Playing, who: str, second: str):
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=GUS)) == "accepted"
    found = rewritten(house, cashier.CASHIER, lambda commit: with_entries(commit, who=who, seconded=second))
    assert "Ben handed money to themselves" in found


@pytest.mark.parametrize("second", ["", "Fay"])
def test_the_audit_finds_who_did_alone_what_takes_two(house: Playing, second: str):
    house.must(cashier.CASHIER, FAY, replace(MUCH, amount=1_00))
    assert code(house.ask(cashier.CASHIER, FAY, MUCH, seconded=GUS)) == "accepted"
    stop(house)
    assert code(house.ask("a", FAY, VOID, seconded=GUS)) == "accepted"
    problem = "Fay did alone what takes two people: "
    found = rewritten(house, cashier.CASHIER, lambda commit: with_entries(commit, seconded=second))
    assert f"{problem}a large cash transaction" in found
    found = rewritten(house, "a", lambda commit: with_entries(commit, seconded=second))
    assert f"{problem}a void that moves money" in found


# proposals


@pytest.fixture
def proposals(house: Playing) -> Proposals:
    return Proposals(house.store, clock=lambda: house.now, random_bytes=Random(1).randbytes)


def request(name: str = "1", command: cashier.CashierCommand = MUCH) -> TableRequest:
    return TableRequest(table=cashier.CASHIER, actor=FAY, command=command, id=name)


def test_a_proposal_is_kept_once_and_done_once(house: Playing, proposals: Proposals):
    first, again = proposals.keep(request(), None), proposals.keep(request(), None)
    assert first == again == proposals.find(first.id)
    assert proposals.waiting() == [first]
    with pytest.raises(InputError, match="something else"):
        proposals.keep(request(command=replace(MUCH, amount=20_000_00)), None)
    done = [worker.ask(first.confirmed_by(FAY, GUS))[0] for worker in house.workers]
    assert [isinstance(each, Accepted) and each.again for each in done] == [False, True]
    assert house.store.balance("player/Ben") == MUCH.amount
    assert proposals.drop(first.id)
    assert not proposals.drop(first.id)


def test_a_proposal_whose_id_another_has_is_not_taken_for_it(house: Playing):
    proposals = Proposals(house.store, clock=lambda: house.now, random_bytes=bytes)
    first = proposals.keep(request(), None)
    with pytest.raises(InputError, match="made before"):
        proposals.keep(request("2", replace(MUCH, amount=20_000_00)), None)
    assert proposals.waiting() == [first]


def test_a_proposal_that_cannot_be_read_is_told_in_a_sentence(house: Playing, proposals: Proposals):
    proposals.keep(request(), None)
    with house.store.writing() as connection:
        connection.execute(update(PROPOSALS).values(command=b'{"command": "NoSuchCommand"}'))
    with pytest.raises(InputError, match=r"A proposal cannot be read: .*NoSuchCommand"):
        proposals.waiting()


def test_one_person_proposes_only_so_much_at_once(proposals: Proposals):
    for number in range(MOST_PROPOSED):
        proposals.keep(request(str(number)), None)
    with pytest.raises(InputError, match="wait already"):
        proposals.keep(request("one more"), None)
    assert proposals.keep(request("0"), None) in proposals.waiting()


def test_a_proposal_runs_out(house: Playing, proposals: Proposals):
    kept = proposals.keep(request(), None)
    house.now += LASTS
    assert proposals.waiting() == []
    with pytest.raises(InputError, match="no such proposal"):
        proposals.find(kept.id)
    assert proposals.keep(request(), None).id != kept.id


def test_a_proposal_is_for_the_table_as_it_was(house: Playing, proposals: Proposals):
    stop(house)
    version = house.workers[0].position("a").version
    kept = proposals.keep(TableRequest(table="a", actor=FAY, command=VOID, id="1"), version)
    house.must("a", Actor("Ann"), c.BuyChips(player="Ann", amount=1_00))
    [answer] = house.workers[1].ask(kept.confirmed_by(FAY, GUS))
    assert code(answer) == "has_gone_on"


def test_a_proposer_who_lost_their_post_proposes_nothing_any_more(house: Playing, proposals: Proposals):
    kept = proposals.keep(request(), None)
    [answer] = house.workers[0].ask(kept.confirmed_by(Actor("Fay"), GUS))
    assert code(answer) == "role_may_not"
    with pytest.raises(InputError, match="no such proposal"):
        proposals.find("\0")
