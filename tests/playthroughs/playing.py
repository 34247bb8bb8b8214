"""Play a scenario and write it down: commands, what they brought about in plain words, and the chips."""

from collections.abc import Mapping

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game.automatic import command_for
from casinowar.game.evolve import evolve
from casinowar.game.house import House
from casinowar.game.money import dollars
from casinowar.game.narration import narrate
from casinowar.game.phrases import cards, faces
from casinowar.game.record_lines import written
from casinowar.game.table import Table
from casinowar.game.words import BURN, DEALER, Act, Role, Wager
from tests.scenario import Scenario, at_table, opened, rigged

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

    # setting the scene

    def seated(
        self, players: int, house: House | None = None, readings: Mapping[str, str] | None = None
    ) -> None:
        """Seat players at a table whose shoe is ready."""
        self.scenario = at_table(self.rulebook, players=players, house=house, readings=readings)
        chips = ", ".join(
            f"{player} at seat {seat} with {dollars(self.table.chips[player])}"
            for seat, player in self.table.seats.items()
        )
        self.lines += [f"The shoe is ready. At the table: {chips}.", ""]
        self._chips = dict(self.table.chips)

    def unopened(self, house: House | None = None) -> None:
        """Begin with a table that was just opened."""
        self.scenario = opened(self.rulebook, house=house)
        self.lines += ["Nothing has been done yet.", "", "dealer> OpenTable"]
        before = Table()
        for event in self.scenario.history:
            self.lines.append(f"  {narrate(event, before)}")
            before = evolve(before, event)
        self._chips = {}

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
            self.give(c.PlaceWager(seat=seat, wager=Wager.INITIAL, amount=amount * 100))
        for seat, amount in (tie or {}).items():
            self.give(c.PlaceWager(seat=seat, wager=Wager.TIE, amount=amount * 100))

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
        command = command_for(self.scenario.rules, self.table, duty, lambda cards: cards)
        by = duty.role if isinstance(command, c.Perform) else Role.DEALER
        return replace(command, by=by) if command else None

    def fight(
        self, *seats: int, cards: Deal, tie: Mapping[int, int] | None = None, surrender: tuple[int, ...] = ()
    ) -> None:
        """Have these seats go to war and those surrender, each when it is asked, and play on to the end."""
        wagers = tie or {}
        while self.due in {Act.CHOOSE, Act.ANSWER_TIE_OFFER}:
            seat = self.scenario.due.seat or DEALER
            if self.due is Act.CHOOSE and seat in surrender:
                self.give(c.Surrender(seat=seat))
            elif self.due is Act.CHOOSE:
                assert seat in seats
                self.give(c.GoToWar(seat=seat))
            elif seat in wagers:
                self.give(c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=wagers[seat] * 100))
            else:
                self.give(c.DeclineTieWager(seat=seat))
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
        for player, chips in self.table.chips.items():
            won = chips - self._chips[player]
            self.lines.append(f"{player} has {dollars(chips)} in chips, {_signed(won)}.")
        self.lines.append(f"The table inventory is {dollars(self.table.inventory)}.")
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
