"""A table that people deal: what the house offers each of them is enough to play, and all of it is taken."""

from random import Random

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.events import CardDealt, OrderEvent, WheelSpun
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Role, Ruling, Wager
from casinowar.house.audit.verify import verify
from casinowar.house.journal.commitments import verify_proof
from casinowar.house.journal.commits import TableSettings, decode_commit, possible_digests, request_digest
from casinowar.house.journal.requests import Accepted, Actor, Refused, TableRequest
from casinowar.house.offices.care import HouseCare
from casinowar.house.offices.cashier import Deposit
from casinowar.house.serving.startup import configure_care
from casinowar.house.storage.store import Store
from casinowar.house.worker import streams
from casinowar.house.worker.worker import Worker
from casinowar.web import messages as m
from casinowar.web.table_views import options
from tests.house.sample_house import ANN, KEY, PIT, SETTINGS, Served
from tests.house.test_care import rewritten, with_entries
from tests.support.wheels import offering, spin_wager

DAN = Actor("Dan", frozenset({Role.DEALER}))
FLO, GUS = (Actor(name, frozenset({Role.FLOORPERSON})) for name in ("Flo", "Gus"))
SPINS = 35
"""A seed whose first round has a red king for the dealer, and another rank for the player."""


class Dealt(Served):
    """A house with a table that people deal."""

    def __init__(self, store: Store, *, kept: bool, house: House | None = None) -> None:
        super().__init__(store)
        self.asked = 0
        settings = replace(SETTINGS, house=house) if house else SETTINGS
        self.worker.open("t", replace(settings, automatic=False, floor=True, shoe_kept=kept))

    def offered(self, actor: Actor = PIT) -> m.Options:
        return options(self.worker, "t", actor)

    def go_on(self) -> "Dealt":
        """Have the pit do what is due, by what it is offered, until a player has to act."""
        while due := [
            duty for role in (Role.DEALER, Role.FLOORPERSON) for duty in self.offered().duties[role]
        ]:
            action = next(each for each in self.offered().actions if each.does is due[0].act)
            self.asked += 1
            request = TableRequest(table="t", actor=PIT, command=action.command, id=f"r{self.asked}")
            [answer] = self.worker.ask(request)
            assert not isinstance(answer, Refused), (action, answer)
        return self


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/house.db")
    yield opened
    opened.close()


def betting(house: Dealt) -> Dealt:
    """Open the table, have Ann sit down, and make everything ready for her wager."""
    house.go_on()
    assert house.offered().duties[Role.PLAYER][0].act is Act.TAKE_SEAT
    house.must(Deposit(player="Ann", amount=500_00), PIT)
    house.must(c.Sit(player="Ann", seat=1, chips=400_00))
    house.go_on()
    house.must(c.RefuseCut(seat=1))
    house.go_on()
    house.must(c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00))
    if house.worker.rules("t").house.bonus_spin:
        house.must(spin_wager(1))
    house.must(c.CallNoMoreBets(), PIT)
    return house


@pytest.mark.parametrize("kept", [True, False])
def test_a_round_is_dealt_by_what_is_offered_and_the_audit_agrees(store, kept):
    house = betting(Dealt(store, kept=kept))
    [deals] = [each for each in house.offered().actions if isinstance(each.command, c.DealCard)]
    assert (len(deals.cards), deals.routine) == ((0, True) if kept else (52, False))
    house.go_on()
    if house.table.round:  # a tie
        house.must(c.Surrender(hand=1))
        house.go_on()
    assert house.table.rounds == 1
    assert [*verify(store, KEY)] == []
    events = [event for each in house.commits() for event in each.events]
    proofs = [proof for each in house.commits() for entry in each.entries for proof in entry.proofs]
    commitments = [each.commitment for each in events if isinstance(each, OrderEvent) and each.commitment]
    assert len(proofs) == (sum(isinstance(each, CardDealt) for each in events) if kept else 0)
    assert len(commitments) == (1 if kept else 0)
    assert all(verify_proof(proof, commitments[0], cards=312) for proof in proofs)


def test_who_sends_a_draw_twice_draws_one_card(store):
    """The journal has the card that the house said; the request is known by what the dealer said."""
    house = betting(Dealt(store, kept=True))
    asked = TableRequest(table="t", actor=PIT, command=c.DealCard(), id="x")
    [first], [again] = house.worker.ask(asked), house.worker.ask(asked)
    assert isinstance(first, Accepted)
    assert again == Accepted("t", first.version, again=True)
    [(_, body, _)] = store.pages("t", first.version - 1)
    assert getattr(decode_commit(body).entries[-1].command, "card", "")
    assert request_digest("t", c.DealCard()) in possible_digests("t", body, "pit")
    assert request_digest("t", c.DealCard(by=Role.AUTOMATIC)) not in possible_digests("t", body, "pit")


@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_drawn_in_error_from_a_kept_shoe_is_the_shoes_next(store, exposed):
    house = betting(Dealt(store, kept=True))
    house.must(c.ReportCardDrawnInError(exposed=exposed), PIT)
    if exposed:
        house.must(c.Rule(ruling=Ruling.PLAY_ON), PIT)
    house.must(c.ReportFaceUpCard(), PIT)
    house.go_on()
    assert [*verify(store, KEY)] == []


RULINGS = (Ruling.PLAY_ON, Ruling.DISCARD_THE_CARD)


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("kept", [True, False])
def test_two_others_rule_on_a_card_that_came_too_early_out_of_a_kept_shoe(store, kept, ruling):
    house = betting(Dealt(store, kept=kept))
    configure_care(house.worker, HouseCare(two_people=True))
    house.must(c.ReportCardDrawnInError(exposed=True, card="" if kept else "AS"), PIT)

    def ruled(by: Actor, second: Actor | None = None) -> str:
        asked = TableRequest(table="t", actor=by, command=c.Rule(ruling=ruling), seconded=second)
        [answer] = house.worker.ask(asked)
        return answer.code if isinstance(answer, Refused) else ""

    if kept:
        assert ruled(PIT) == ruled(PIT, FLO) == ruled(FLO, PIT) == ruled(FLO, FLO) == "role_may_not"
        assert ruled(FLO) == "needs_second"
        assert ruled(FLO, GUS) == ""
    else:
        assert ruled(PIT) == ""
    assert [*verify(store, KEY)] == []


REPORT, DISCARD = c.ReportCardDrawnInError(exposed=True), c.Rule(ruling=Ruling.DISCARD_THE_CARD)


def asked(by: Actor, command: c.Command, second: Actor | None = None) -> TableRequest:
    return TableRequest(table="t", actor=by, command=command, seconded=second)


def ruled(house: Dealt) -> list[TableRequest]:
    """Have Dan report a card, others rule on it, and Dan deal on."""
    configure_care(house.worker, HouseCare(two_people=True))
    return [asked(DAN, REPORT), asked(FLO, DISCARD, GUS), asked(DAN, c.DealCard())]


def test_who_reports_and_rules_in_one_breath_has_no_part_in_the_ruling_either(store):
    """Who reported it before somebody else did is no answer to who reported it now."""
    house = betting(Dealt(store, kept=True))
    for request in ruled(house)[:2]:
        assert isinstance(house.worker.ask(request)[0], Accepted)

    reported, answer = house.worker.ask(asked(PIT, REPORT), asked(PIT, DISCARD, GUS))

    assert isinstance(reported, Accepted)
    assert isinstance(answer, Refused)
    assert answer.code == "role_may_not"
    assert house.table.stop is not None
    assert [*verify(store, KEY)] == []


def test_what_comes_after_a_ruling_is_decided_after_it(store):
    house = betting(Dealt(store, kept=True))
    answers = house.worker.ask(*ruled(house))
    assert [type(each) for each in answers] == [Accepted] * 3
    assert [*verify(store, KEY)] == []


def test_who_reported_is_known_after_a_restart(store, monkeypatch):
    monkeypatch.setattr(streams, "_SNAPSHOT_EVERY", 1)
    house = betting(Dealt(store, kept=True))
    configure_care(house.worker, HouseCare(two_people=True))
    house.must(REPORT, PIT)
    house.must(c.BuyChips(player="Ann", amount=1))
    again = Worker(store, key=KEY, clock=house.worker.now, random_bytes=bytes)

    assert again.position("t").reporter == "pit"
    [own], [others] = again.ask(asked(PIT, DISCARD, GUS)), again.ask(asked(FLO, DISCARD, GUS))

    assert isinstance(own, Refused)
    assert own.code == "role_may_not"
    assert isinstance(others, Accepted)
    assert [*verify(store, KEY)] == []


def test_the_audit_finds_a_ruling_by_who_reported_it(store):
    house = betting(Dealt(store, kept=True))
    configure_care(house.worker, HouseCare(two_people=True))
    house.must(c.ReportCardDrawnInError(exposed=True), PIT)
    asked = TableRequest(table="t", actor=FLO, command=c.Rule(ruling=Ruling.DISCARD_THE_CARD), seconded=GUS)
    [answer] = house.worker.ask(asked)
    assert isinstance(answer, Accepted)
    found = {
        second: rewritten(house, "t", lambda commit, second=second: with_entries(commit, seconded=second))
        for second in ("", "pit")
    }
    assert (
        "Flo did alone what takes two people: a ruling on a card of a shoe that the house keeps" in found[""]
    )
    assert "pit had a part in the ruling on what they reported themselves" in found["pit"]


def test_the_house_says_which_card_of_its_shoe_comes_out(store):
    house = betting(Dealt(store, kept=True))
    answer = house.ask(c.DealCard(card="AS"), PIT)
    assert answer == Refused(
        "software_deals", "The house keeps this shoe, and says itself which card comes out."
    )
    with pytest.raises(InputError, match="for a person who deals"):
        house.worker.open("u", replace(SETTINGS, shoe_kept=True))


def spinning(store: Store) -> Dealt:
    """Play a kept shoe until its wheel has to be spun, which the dealer's red king starts."""
    house = Dealt(store, kept=True, house=offering())
    house.worker = Worker(store, key=KEY, clock=lambda: house.now, random_bytes=Random(SPINS).randbytes)
    betting(house)
    while Act.SPIN_WHEEL not in [each.does for each in house.offered().actions]:
        due = [duty for role in (Role.DEALER, Role.FLOORPERSON) for duty in house.offered().duties[role]]
        house.must(next(each for each in house.offered().actions if each.does is due[0].act).command, PIT)
    return house


@pytest.mark.parametrize("hand", [0, 1])
@pytest.mark.parametrize("hot_spot", ["primary jackpot", ""])
def test_the_house_says_where_the_wheel_of_its_shoe_stops(store, hand, hot_spot):
    house = spinning(store)
    said = c.SpinWheel(hand=hand, hot_spot=hot_spot, community="$150" if hot_spot else "")
    answer = house.ask(said, PIT, "x")
    if hand or hot_spot:
        assert answer == Refused(
            "software_deals", "The house keeps this shoe, and draws itself where the wheel stops."
        )
        return
    assert isinstance(answer, Accepted)
    assert house.ask(said, PIT, "x") == Accepted("t", answer.version, again=True)
    house.go_on()
    assert house.table.rounds == 1
    assert [*verify(store, KEY)] == []


def test_one_spin_is_offered_where_the_house_draws_the_wheel(store):
    house = spinning(store)
    spins = [each for each in house.offered().actions if isinstance(each.command, c.SpinWheel)]
    assert [each.command for each in spins] == [c.SpinWheel(hand=0, hot_spot="", community="")]
    house.must(spins[0].command, PIT)
    [stopped] = [each for commit in house.commits() for each in commit.events if isinstance(each, WheelSpun)]
    assert (stopped.hand, bool(stopped.hot_spot)) == (1, True)


def test_everybody_is_offered_what_is_theirs(store):
    house = betting(Dealt(store, kept=False))
    of = {actor: {each.command.by for each in house.offered(actor).actions} for actor in (DAN, ANN, PIT)}
    assert of == {DAN: {Role.DEALER}, ANN: {Role.PLAYER}, PIT: {Role.DEALER, Role.FLOORPERSON}}
    assert c.ComeToTable(dealer="Dan") in [each.command for each in house.offered(DAN).actions]
    clause = house.offered(DAN).duties[Role.DEALER][0].clause
    assert "one card face up" in house.offered(DAN).law[clause]


def test_a_table_that_cannot_be_opened_says_why(store):
    house = Dealt(store, kept=False)
    house.worker.open("bare", TableSettings(rulebook="washington", automatic=False))
    held_up = options(house.worker, "bare", DAN).held_up
    assert held_up is not None
    assert held_up.code == "limits_not_posted"
    assert options(house.worker, "bare", ANN).held_up is None


def test_where_software_deals_or_slips_are_written_the_pit_is_offered_the_rest(store):
    house = Dealt(store, kept=False)
    house.worker.open("soft", SETTINGS)
    house.worker.open("slips", replace(SETTINGS, automatic=False, floor=True, slips=True))
    assert [each.command for each in options(house.worker, "soft", DAN).actions] == [
        c.OpenTable(dealer="Dan")
    ]
    offered = options(house.worker, "slips", DAN)
    assert offered.actions == ()
    assert offered.held_up == m.Problem(
        code="slip_needed",
        sentence="The opener goes by a slip at this table: one asks for it, and another agrees.",
    )
    assert options(house.worker, "soft", DAN).held_up is None
