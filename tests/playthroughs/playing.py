"""Play a scenario and write it down: commands, what they brought about in plain words, and the chips."""

from collections.abc import Mapping

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.automatic import command_for, floorpersons_command
from casinowar.game.book.house import House
from casinowar.game.chance import IN_ORDER
from casinowar.game.evolve import evolve
from casinowar.game.money import dollars
from casinowar.game.table import CLOSED, Table
from casinowar.game.words import BURN, DEALER, PLACES, Act, Wager, spot
from casinowar.record.syntax import written
from casinowar.record.text import Record
from casinowar.telling.narration import narrate
from casinowar.telling.phrases import METERS, cards, faces
from tests.support.scenario import BANKERS, Scenario, at_table, opened, rigged

MANY = 40
"""More cards than a page lists one by one."""

Deal = Mapping[int, str]
"""The cards of a deal by seat; the dealer's is at 0."""


class Playthrough:
    """A scenario that is being written down."""

    def __init__(self, rulebook: str, title: str) -> None:
        """Begin a page."""
        self.rulebook = rulebook
        self.lines = [title, f"Rulebook: {rulebook}"]
        self.scenario: Scenario
        self.before, self.began = CLOSED, 0

    # setting the scene

    def seated(
        self,
        players: int | Mapping[int, str],
        house: House | None = None,
        readings: Mapping[str, str] | None = None,
        *,
        bankers: bool = True,
    ) -> None:
        """Seat players at a table whose shoe is ready; two more bank in turn where a player/dealer does."""
        self.scenario = at_table(
            self.rulebook, players=players, house=house, readings=readings, bankers=False
        )
        if bankers and self.scenario.rules.book.bank:
            self._seat_bankers()
        banker = self.table.seats.get(self.table.bank.seat or 0, "")
        self._chips = dict(self.table.chips)
        if banker:
            self._chips[banker] += self.table.inventory
        chips = ", ".join(
            f"{player} {self._at(seat)} with {dollars(self._chips[player])}"
            for seat, player in self.table.seats.items()
        )
        if readings:
            self.lines.append("Readings: " + ", ".join(f"{name}={value}" for name, value in readings.items()))
        self.lines.append(f"The shoe is ready. At the table: {chips}.")
        if banker:
            self.lines.append(f"{banker} banks, with {dollars(self.table.inventory)} put up.")
        if self.table.bank.offered:
            self.lines.append(f"The bank was offered to seat {self.table.bank.offered}.")
        self.lines += [*self._meters(), ""]
        self.before, self.began = self.table, len(self.scenario.entries)

    def _at(self, seat: int) -> str:
        if self.scenario.rules.house.electronic:
            return f"at terminal {seat}"
        return f"at seat {seat}" if seat < PLACES else f"behind seat {spot(seat)}"

    def _seat_bankers(self) -> None:
        """Seat two bankers at the last seats; the first of them takes the bank, which the players decline."""
        last = self.scenario.rules.seats
        for seat, banker in zip((last - 1, last), BANKERS, strict=True):
            self.scenario.when(c.Sit(player=banker, seat=seat, chips=20_000_00))
        self.scenario.attended()
        while self.due is Act.ANSWER_BANK:
            seat = self.scenario.due.seat or 0
            answer = c.TakeBank(seat=seat, amount=5_000_00) if seat == last - 1 else c.DeclineBank(seat=seat)
            self.scenario.when(answer).attended()

    def _meters(self) -> list[str]:
        meters = self.table.meters.items()
        return [f"The {METERS[meter]} shows {dollars(amount)}." for meter, amount in meters]

    def unopened(self, house: House | None = None) -> None:
        """Begin with a table that was just opened."""
        self.scenario = opened(self.rulebook, house=house)
        self.lines += ["Nothing has been done yet.", "", "dealer> OpenTable"]
        before = CLOSED
        for event in self.scenario.history:
            self.lines.append(f"  {narrate(event, before)}")
            before = evolve(before, event)
        self._chips = {}

    @property
    def record(self) -> Record:
        """The record of what was played."""
        return Record.of(self.scenario.rules, self.before, self.scenario.entries[self.began :])

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.scenario.table

    @property
    def due(self) -> Act:
        """What is due."""
        return self.scenario.due.act

    # doing

    def give(self, *commands: c.Command) -> None:
        """Give commands, and write down what they bring about."""
        for command in commands:
            before = self.table
            self.scenario.when(command)
            self.lines.append(
                " ".join([f"{command.by}>", type(command).__name__, *written(command, ("by", "cards"))])
            )
            for event in self.scenario.events:
                self.lines.append(f"  {narrate(event, before)}")
                before = evolve(before, event)
            if isinstance(command, c.Sit):
                self._chips[command.player] = command.chips

    def wager(self, initial: Mapping[int, int], *, tie: Mapping[int, int] | None = None) -> None:
        """Place initial and tie wagers, in dollars by seat."""
        for seat, amount in initial.items():
            self.give(c.PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount * 100))
        for seat, amount in (tie or {}).items():
            self.give(c.PlaceWager(hand=seat, wager=Wager.TIE, amount=amount * 100))

    def side(self, wager: Wager, *hands: int, amount: int = 5) -> None:
        """Place side wagers of so many dollars."""
        for hand in hands:
            self.give(c.PlaceWager(hand=hand, wager=wager, amount=amount * 100))

    def deal(self, cards: Deal) -> None:
        """Call no more bets with these cards to come, and go on until a person has to act."""
        self.call(cards)
        self.attend()

    def call(self, cards: Deal) -> None:
        """Call no more bets with these cards to come."""
        self.give(c.CallNoMoreBets())
        self.rig(cards)

    def rig(self, cards: Deal) -> None:
        """Put the cards that the places are to get next into the shoe; what is burned are deuces."""
        assert self.table.round is not None
        plan = self.table.round.to_deal
        row = ["2C" if place == BURN else cards[place] for place in plan]
        self.scenario.table = rigged(self.table, row)

    def attend(self, war: Deal | None = None) -> None:
        """Do what is due until a person has to act; a war deal that begins has these cards to come."""
        while (command := self._duty()) is not None:
            self.give(command)
            if isinstance(command, c.BeginWarDeal):
                self.rig(war or {})

    def until(self, act: Act, war: Deal | None = None) -> None:
        """Do what is due until this act is due."""
        while self.due is not act:
            command = self._duty()
            assert command is not None, f"{self.due} is due"
            self.give(command)
            if isinstance(command, c.BeginWarDeal):
                self.rig(war or {})

    def _duty(self) -> c.Command | None:
        duty = self.scenario.due
        command = command_for(self.scenario.rules, self.table, duty, IN_ORDER)
        command = command or floorpersons_command(self.scenario.rules, self.table, duty)
        return replace(command, by=duty.role) if command else None

    def fight(
        self, *seats: int, cards: Deal, tie: Mapping[int, int] | None = None, surrender: tuple[int, ...] = ()
    ) -> None:
        """Have these seats go to war and those surrender, each when it is asked, and play on to the end."""
        wagers = tie or {}
        while self.due in {Act.CHOOSE, Act.ANSWER_TIE_OFFER}:
            seat = self.scenario.due.seat or DEALER
            if self.due is Act.CHOOSE and seat in surrender:
                self.give(c.Surrender(hand=seat))
            elif self.due is Act.CHOOSE:
                assert seat in seats
                self.give(c.GoToWar(hand=seat))
            elif seat in wagers:
                self.give(c.PlaceWager(hand=seat, wager=Wager.WAR_TIE, amount=wagers[seat] * 100))
            else:
                self.give(c.DeclineTieWager(hand=seat))
            self.attend(cards)

    def cover_card_in(self, cards: int) -> None:
        """Have the cover card come out after so many more cards."""
        shoe = self.table.shoe
        self.scenario.table = replace(self.table, shoe=replace(shoe, cover_card_at=shoe.drawn + cards))
        self.lines += ["", f"(The cover card lies behind the next {cards} cards.)", ""]

    def only_left(self, row: str) -> None:
        """Leave only these cards in the shoe; the others lie in the discard rack."""
        last = row.split()
        shoe = rigged(self.table, last).shoe
        gone = shoe.stack[shoe.drawn + len(last) :]
        stack = (*shoe.stack[: shoe.drawn], *gone, *last)
        shoe = replace(shoe, stack=stack, drawn=shoe.drawn + len(gone), cover_card_at=-1)
        self.scenario.table = replace(self.table, shoe=shoe, rack=self.table.rack + gone)
        self.lines += ["", f"(Only {len(last)} cards are left in the shoe, and the cover card is out.)", ""]

    # the end

    def page(self) -> str:
        """Give what was written down, with the chips at the end."""
        self.lines.append("")
        banker = self.table.seats.get(self.table.bank.seat or 0, "")
        for player, chips in self.table.chips.items():
            won = chips - self._chips[player] + (self.table.inventory if player == banker else 0)
            self.lines.append(f"{player} has {dollars(chips)} in chips, {_signed(won)}.")
        in_front = f"{banker} has {dollars(self.table.inventory)} in the bank." if banker else ""
        inventory = f"The table inventory is {dollars(self.table.inventory)}."
        if in_front or not self.scenario.rules.book.bank:
            self.lines.append(in_front or inventory)
        self.lines += self._meters()
        if self.table.round is not None:
            self.lines.append("The round is not over.")
        self.lines.append(f"The discard rack holds {_shown(self.table)}.")
        duty = self.scenario.due
        self.lines.append(f"Next is due: {duty.act} ({duty.role}). [{duty.clause}]")
        return "\n".join(self.lines) + "\n"


def _shown(table: Table) -> str:
    if not table.rack or len(table.rack) > MANY:
        return cards(len(table.rack))
    return f"{cards(len(table.rack))}: {faces(table.rack)}"


def _signed(amount: int) -> str:
    return f"+{dollars(amount)}" if amount > 0 else "as before" if not amount else dollars(amount)
