"""A session at a table: asks whoever has to act, and does what they answer."""

from pathlib import Path

from casinowar.cli import play_questions as ask
from casinowar.cli.play_answers import Wagering, money, number, quoted, wagering, words_of
from casinowar.cli.play_citations import behind_duty
from casinowar.cli.play_display import Display
from casinowar.cli.play_explanation import Explanation
from casinowar.cli.play_people import Neighbour, Person, wagers_of
from casinowar.cli.play_rules import rules_in_force
from casinowar.cli.play_scene import Question
from casinowar.friendly import Table
from casinowar.game import commands as c
from casinowar.game.money import Cents
from casinowar.game.phrases import player_at
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act, Ruling, Wager

LEAVING = (EOFError, KeyboardInterrupt)
_BETTING = frozenset({Act.TAKE_SEAT, Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS})


class Session:
    """People and neighbours at one table, until the last person leaves."""

    def __init__(
        self,
        table: Table,
        people: list[Person],
        neighbours: list[Neighbour],
        display: Display,
        explanation: Explanation,
    ) -> None:
        """Bring everybody to the table."""
        self.table = table
        self.people = people
        self.neighbours = {each.name: each for each in neighbours}
        self.display = display
        self.explanation = explanation
        self._betting_in = -1
        self._to_wager: list[Person] = []
        self._sitting_still: list[Neighbour] = []

    def play(self, chips: Cents) -> None:
        """Seat everybody, play until nobody at the keyboard is left, and end the round by the book."""
        try:
            arriving = [(each.name, each.seat) for each in self.people]
            arriving += [(each.name, each.seat) for each in self.neighbours.values()]
            for name, seat in arriving:
                self.table.give(c.Sit(player=name, seat=seat, chips=chips))
            while self.people:
                self.step()
        except LEAVING:
            pass
        self.end()

    def step(self) -> None:
        """Do the next thing: a neighbour's, the dealer's, or one question to a person."""
        try:
            if not self._computer_acts() and self.people:
                question = self.question()
                self.answer(question, self.display.ask(question))
        except Refusal as no:
            self.display.say(str(no), "red")
        except InputError as wrong:
            self.display.say(str(wrong), "yellow")

    def end(self) -> None:
        """Let everybody at the keyboard leave, and the dealer end the round."""
        if self.table.state.stop is not None:
            self.table.rule(Ruling.VOID_THE_ROUND)
        for person in self.people:
            if person.name in self.table.state.chips:
                self.table.leave(person.name)
        self.people, self._to_wager = [], []
        while self._unfinished and self._computer_acts():
            pass

    @property
    def _unfinished(self) -> bool:
        """Whether a round is in progress that somebody has left in the middle."""
        current = self.table.state.round
        return current is not None and any(hand.abandoned for hand in current.hands.values())

    # who acts

    def _computer_acts(self) -> bool:
        """Do what no person has to do, if there is anything, and tell whether there was."""
        duty = self.table.due
        if duty.act in _BETTING:
            return self._open_betting() or self._close_betting()
        neighbour = self.neighbours.get(player_at(self.table.state, duty.seat or 0))
        if neighbour is None:
            return False
        neighbour.answer(self.table, duty.act, duty.seat or 0)
        return True

    def _open_betting(self) -> bool:
        if self._betting_in == self.table.state.rounds:
            return False
        self._betting_in = self.table.state.rounds
        self._to_wager = list(self.people)
        self._sitting_still = list(self.neighbours.values())
        return True

    def _neighbours_wager(self) -> None:
        """Let neighbours wager once a person has, so that the last round stays on the table until then."""
        while self._sitting_still:
            self._sitting_still.pop(0).place_wager(self.table)

    def _close_betting(self) -> bool:
        if self._to_wager:
            return False
        self._neighbours_wager()
        self._to_wager = list(self.people)
        for person in self.people:
            person.last = wagers_of(self.table, person.name) or person.last
        self.table.deal()
        return True

    @property
    def _asked(self) -> Person | None:
        """The person whose answer is due."""
        duty = self.table.due
        if duty.act in _BETTING:
            return self._to_wager[0] if self._to_wager else None
        player = player_at(self.table.state, duty.seat or 0)
        return next((person for person in self.people if person.name == player), None)

    # what is asked

    def question(self) -> Question:
        """Put what is due into a question."""
        duty, person = self.table.due, self._asked
        if person is None:
            return ask.ruling(self.table)
        match duty.act:
            case Act.ANSWER_CUT:
                return ask.cut(self.table, person)
            case Act.CHOOSE:
                return ask.choice(self.table, person)
            case Act.ANSWER_TIE_OFFER:
                return ask.tie_offer(self.table, person)
            case _:
                return ask.wager(self.table, person, last=len(self._to_wager) == 1)

    # what is answered

    def answer(self, question: Question, line: str) -> None:
        """Do what was typed: something that is always possible, or the answer to the question."""
        person = self._asked
        match words_of(line):
            case ["?"]:
                self.display.show(self.explanation.clauses(*behind_duty(self.table.rules, self.table.due)))
            case ["?", clause] | ["law", clause]:
                self.display.show(self.explanation.clauses(clause))
            case [clause] if clause[0] == "?":
                self.display.show(self.explanation.clauses(clause[1:]))
            case ["help" | "h"]:
                self.display.show(ask.help_page(question))
            case ["rules" | "r"]:
                self.display.show(rules_in_force(self.explanation.source, self.table.rules))
            case ["record"]:
                self._record("")
            case ["record", _]:
                self._record(line.split()[1])
            case ["quit" | "exit" | "q"]:
                raise EOFError
            case ["buy", chips] if person:
                self.table.give(c.BuyChips(player=person.name, amount=money(chips)))
            case ["leave"] if person:
                self._leave(person)
            case words:
                self._answer_due(person, words)

    def _answer_due(self, person: Person | None, words: list[str]) -> None:
        duty = self.table.due
        seat = duty.seat or 0
        if person is None:
            self._rule(words)
        elif duty.act is Act.CHOOSE:
            self._choose(seat, words)
        elif duty.act is Act.ANSWER_CUT:
            no = words in ([], ["no"], ["n"], ["refuse"])
            depth = 0 if no else number(words[-1])
            self.table.give(c.RefuseCut(seat=seat) if no else c.CutStack(seat=seat, depth=depth))
        elif duty.act is Act.ANSWER_TIE_OFFER:
            no = words in ([], ["no"], ["n"], ["decline"])
            tie = 0 if no else money(words[-1])
            placed = c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=tie)
            self.table.give(c.DeclineTieWager(seat=seat) if no else placed)
        else:
            self._wager(person, words)
            self._neighbours_wager()

    def _choose(self, seat: int, words: list[str]) -> None:
        match words:
            case ["war" | "w"]:
                self.table.give(c.GoToWar(seat=seat))
            case ["war" | "w", tie] | ["war" | "w", "tie", tie]:
                placed = c.PlaceWager(seat=seat, wager=Wager.WAR_TIE, amount=money(tie))
                self.table.give(c.GoToWar(seat=seat), placed)
            case ["surrender" | "s"]:
                self.table.give(c.Surrender(seat=seat))
            case _:
                raise _unclear(words)

    def _rule(self, words: list[str]) -> None:
        stop = self.table.state.stop
        possible = stop.possible if stop else ()
        chosen = number(words[0]) if words else 0
        if not 1 <= chosen <= len(possible):
            raise _unclear(words)
        self.table.rule(possible[chosen - 1])

    def _leave(self, person: Person) -> None:
        self.table.leave(person.name)
        self.people.remove(person)
        self._to_wager = [each for each in self._to_wager if each is not person]

    def _record(self, file: str) -> None:
        record = self.table.record()
        path = Path(file or f"round-{self.table.state.rounds}.txt")
        try:
            with path.open("x", encoding="utf-8") as new:
                new.write(record)
        except (OSError, ValueError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise InputError(f"The record cannot be written to {quoted(str(path))}: {reason}.") from None
        self.display.say(f"The record of the last round is in {path}.", "green")

    # wagers

    def _wager(self, person: Person, words: list[str]) -> None:
        match words:
            case [] if wagers_of(self.table, person.name):
                self._to_wager.remove(person)
            case []:
                self._repeat(person)
            case ["done" | "deal" | "d"] | ["out"] | ["sit", "out"] | ["pass"]:
                self._to_wager.remove(person)
            case ["withdraw"]:
                boxes = wagers_of(self.table, person.name) or {person.seat: (0, 0)}
                self.table.give(*(c.WithdrawWager(seat=box, wager=Wager.INITIAL) for box in boxes))
            case ["withdraw", "tie"]:
                self.table.give(c.WithdrawWager(seat=person.seat, wager=Wager.TIE))
            case ["withdraw", "box", box]:
                self.table.give(c.WithdrawWager(seat=number(box), wager=Wager.INITIAL))
            case _:
                typed = wagering(words)
                if typed is None:
                    raise _unclear(words)
                self._place(person, typed)

    def _repeat(self, person: Person) -> None:
        wagers = person.last or {person.seat: (ask.first_wager(self.table.rules), 0)}
        commands: list[c.Command] = []
        for box, (initial, tie) in sorted(wagers.items(), key=lambda item: abs(item[0] - person.seat)):
            commands += _placed(person, box, initial, tie)
        self.table.give(*commands)

    def _place(self, person: Person, typed: Wagering) -> None:
        box = typed.box or person.seat
        lying = wagers_of(self.table, person.name).get(box)
        commands: list[c.Command] = []
        if lying and not typed.adds:
            commands.append(c.WithdrawWager(seat=box, wager=Wager.INITIAL))
        self.table.give(*commands, *_placed(person, box, typed.initial, typed.tie))


def _placed(person: Person, box: int, initial: int, tie: int) -> list[c.Command]:
    amounts = {Wager.INITIAL: initial, Wager.TIE: tie}
    return [
        c.PlaceWager(seat=box, wager=wager, amount=amount, player=person.name)
        for wager, amount in amounts.items()
        if amount or (wager is Wager.INITIAL and not tie)
    ]


def _unclear(words: list[str]) -> InputError:
    typed = quoted(" ".join(words)) if words else "An empty line"
    return InputError(f"{typed} is no answer to this; type help to see what is.")
