"""An evening in a house, so that every page has something to show: tables, rounds, slips, a war."""

import time
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from casinowar.game.book.house import House
from casinowar.house.offices.chip_counts import fewest
from casinowar.house.people.posts import Post
from casinowar.rulebooks import load_sample, names
from tests.page.staff import Person
from tests.web.served_house import ServedHouse

DEALT: Final = "War 1"
"""The table at which Dana deals out of a shoe of her own, so that we choose what is in the picture."""
KEPT: Final = "War 2"
"""The table at which the house shuffles and the software deals."""
METER: Final = "Grand"
ARGUMENTS: Final = [*(word for name in names() for word in ("--table", name)), "--guests", "1000"]
_PLAYERS: Final = {"Robin": 4, "Alice": 2, "Bruno": 5, "Chloe": 6}
"""Robin is whose screen we see."""
_ROUNDS: Final = ("9C KD JH 4S 7D", "QS 3H KC TD QH", "5S 8C 2D AH 6C", "JD AC 9H 4C TS", "7H QC 6D KS 9D")
_ANSWERS: Final = {"answer_cut": "RefuseCut", "answer_tie_offer": "DeclineTieWager", "choose": "GoToWar"}
_MOST_DEEDS: Final = 400


class Evening:
    """People of a house, and what they do at its tables."""

    def __init__(self, house: ServedHouse) -> None:
        """Have everybody come in, with money at the cage for those who play."""
        self.house, self.olga = house, Person(house, "Olga")
        self.dana = Person(house, "Dana", Post.DEALER, alone=True)
        self.frank = Person(house, "Frank", Post.FLOORPERSON, alone=True)
        self.mona = Person(house, "Mona", Post.MANAGER, alone=True)
        self.sam = Person(house, "Sam", Post.SURVEILLANCE, alone=True)
        self.players = {name: Person(house, name, alone=True) for name in _PLAYERS}
        self.robin = self.players["Robin"]
        for name in _PLAYERS:
            self.olga.ask("/api/cashier/requests", "Deposit", player=name, amount=2_000_00)

    def begin(self) -> None:
        """Set two tables up, open them, and play."""
        choices = load_sample("maryland")
        assert choices.progressive is not None
        meter = replace(choices.progressive.meter, linked=True)
        choices = replace(choices, progressive=replace(choices.progressive, meter=meter))
        shared = {"floor": True, "links": {"progressive": METER}}
        self._set_up(DEALT, choices, automatic=False, slips=True, **shared)
        self._set_up(KEPT, choices, **shared)
        self.dana.ask("/api/pit/requests", "ClockIn")
        self._slip("opener", 20_000_00)
        self.dana.ask("/api/pit/requests", "SignCount", table=DEALT, slip=self._newest_slip())
        while not self.dana.get(f"/api/tables/{DEALT}")["state"]["open"]:
            time.sleep(0.1)  # the house opens it once the slip is signed
        self.frank.at(KEPT, "OpenTable", by="floorperson", dealer=self.dana.name)
        self._sit(DEALT)
        for cards in _ROUNDS:
            self.wagered(DEALT, tie=5_00)
            self.go_on(DEALT, cards)
        for name in ("Alice", "Bruno"):
            seat = _PLAYERS[name] - 1
            self.players[name].at(KEPT, "Sit", player=name, seat=seat, chips=500_00)
        self._kept_rounds(24)
        self._slip("fill", 1_575_00)

    def dealt_by_hand(self, table: str, **settings: Any) -> None:
        """Have everybody sit at another table, at which cards come as we choose."""
        self._set_up(table, load_sample("maryland"), automatic=False, floor=True, **settings)
        self.frank.at(table, "OpenTable", by="floorperson", dealer=self.dana.name)
        self._sit(table)
        self.go_on(table)

    def _set_up(self, table: str, choices: House, **settings: Any) -> None:
        told = {"rulebook": "maryland", "house": msgspec.to_builtins(choices), **settings}
        self.olga.post("/api/tables", {"name": table, "settings": told})

    def _sit(self, table: str) -> None:
        for name, seat in _PLAYERS.items():
            self.players[name].at(table, "Sit", player=name, seat=seat, chips=600_00)
            self.go_on(table)

    def _slip(self, kind: str, cents: int) -> None:
        chips = {str(worth): count for worth, count in fewest(cents).items()}
        self.frank.ask("/api/pit/requests", "AskForSlip", kind=kind, table=DEALT, chips=chips)

    def _newest_slip(self) -> str:
        number: str = self.frank.get(f"/api/pit/tables/{DEALT}/slips")[-1]["number"]
        return number

    def _kept_rounds(self, number: int) -> None:
        seats = {"Alice": 1, "Bruno": 4}
        for _ in range(number):
            self.go_on(KEPT)
            for name, seat in seats.items():
                self.players[name].at(KEPT, "PlaceWager", seat=seat, wager="initial", amount=25_00)
            self.players["Alice"].at(KEPT, "PlaceWager", seat=1, wager="progressive", amount=5_00)
            self.dana.at(KEPT, "CallNoMoreBets")
            self.go_on(KEPT)

    def wagered(self, table: str, **others: int) -> None:
        """Have everybody wager, Robin on more than one area."""
        for name, amount in zip(_PLAYERS, (25_00, 10_00, 50_00, 15_00), strict=True):
            said = {"seat": _PLAYERS[name], "wager": "initial", "amount": amount}
            self.players[name].at(table, "PlaceWager", **said)
        for wager, amount in others.items():
            self.robin.at(table, "PlaceWager", seat=_PLAYERS["Robin"], wager=wager, amount=amount)
        self.dana.at(table, "CallNoMoreBets")

    def go_on(self, table: str, cards: str = "", *, until: str = "place_wagers") -> None:
        """Do whatever is due, with these cards out of the dealer's shoe, until that is asked."""
        drawn = cycle(cards.split() or ["2C", "3D", "7S", "JC"])
        for _ in range(_MOST_DEEDS):
            duties = self.dana.get(f"/api/tables/{table}/options")["duties"]
            all_due = [each for role in ("dealer", "floorperson", "player") for each in duties.get(role, ())]
            if not all_due or any(each["act"] == until for each in all_due):
                return
            self._do(table, all_due[0], drawn)
        raise AssertionError(f"{until} never comes")

    def deal(self, table: str, cards: str) -> None:
        """Deal no more than these cards."""
        for card in cards.split():
            self._do(table, {"act": "deal_card"}, iter([card]))

    def spin(self, table: str) -> None:
        """Spin the wheel, and nothing more."""
        self._do(table, {"act": "spin_wheel"}, iter(()))

    def _do(self, table: str, duty: dict[str, Any], drawn: Iterator[str]) -> None:
        wanted = _ANSWERS.get(duty["act"])
        for person in (self.dana, self.frank, *self.players.values()):
            actions = person.get(f"/api/tables/{table}/options")["actions"]
            fitting = [
                each
                for each in actions
                if wanted == each["command"]["command"] or duty["act"] == each["does"]
            ]
            if fitting:
                break
        else:
            raise AssertionError(duty)
        usual = fitting[len(fitting) // 2 if duty["act"] == "spin_wheel" else 0]
        command = dict(usual["command"])
        if usual["cards"]:
            command["card"] = next(drawn)
        elif command["command"] == "PlaceCoverCard" and usual["most"]:
            command["behind"] = usual["least"]
        person.at(table, **command)
