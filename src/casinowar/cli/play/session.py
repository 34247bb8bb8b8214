"""A session at a table: asks the player who has to act, and carries out the answer."""

from pathlib import Path

import msgspec

from casinowar.cli.play import questions as ask
from casinowar.cli.play.betting import Betting
from casinowar.cli.play.display import Display
from casinowar.cli.play.display_state import Question
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.history import history, stats
from casinowar.cli.play.live_odds import live_odds
from casinowar.cli.play.parser import answers, unclear, words_of
from casinowar.cli.play.player_actions import PlayerActions
from casinowar.cli.play.players import ComputerPlayer, Person, SavedPlayers, newcomer, usual_bank, wagers_of
from casinowar.cli.play.record_files import OwnFiles, SessionRecord, free_name, write_record
from casinowar.cli.play.rules_page import rules_in_force
from casinowar.cli.play.summary import RoundLeft
from casinowar.game import commands as c
from casinowar.game.citation import cited
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act, Ruling
from casinowar.parsing import money, number
from casinowar.signals import INTERRUPTED, Ended, shut_out
from casinowar.table_api import Table
from casinowar.telling.duty_clauses import duty_clauses
from casinowar.telling.phrases import player_at

_BETTING = frozenset({Act.TAKE_SEAT, Act.PLACE_WAGERS, Act.CALL_NO_MORE_BETS})


class Session:
    def __init__(
        self,
        table: Table,
        people: list[Person],
        neighbours: list[ComputerPlayer],
        display: Display,
        explanation: Explanation,
        company: SavedPlayers | None = None,
        record: SessionRecord | None = None,
    ) -> None:
        self.table = table
        self.people = people
        self.neighbours = {each.name: each for each in neighbours}
        self.display = display
        self.explanation = explanation
        self.betting = Betting(table, people, neighbours)
        self.names = [person.name for person in people]
        """All people who sat down at the keyboard."""
        self._resumed = company is not None
        if company:
            self.names = [*company.names]
            self.betting.go_on(company)
        self._chips: Cents = 0
        self.record = record
        self._recorded = 0
        """Number of rounds in the record file."""
        self.saved = ""
        """The file of the last save."""
        self._own = OwnFiles()
        self.walked_out = False
        """Whether a person was still at the table when the session ended."""
        self.fate = ""
        """What became of the round that was left."""
        self.code = 0
        """Exit code: nonzero if Ctrl-C or a signal stopped the session."""

    def play(self, chips: Cents) -> None:
        """Seat everyone, play until the last person leaves, and end the round by the book."""
        self._chips = chips
        try:
            self.keep_record()
            self._play()
        except KeyboardInterrupt as stop:
            with shut_out():
                self.display.hush()
                self.code = stop.code if isinstance(stop, Ended) else INTERRUPTED
                self._stop()
        except OSError:
            # The terminal is gone: end the round all the same.
            self.display.hush()
            self.end()
            raise
        finally:
            with shut_out():
                self.keep_record()

    def _play(self) -> None:
        try:
            everyone: list[Person | ComputerPlayer] = [*self.people, *self.neighbours.values()]
            for each in everyone if not self._resumed else ():
                self.table.give(c.Sit(player=each.name, seat=each.seat, chips=self._chips))
            while self.people:
                self.step()
                if len(self.display.scene.past) != self._recorded:
                    self.keep_record()
        except EOFError:
            self._stop()
        else:
            self.end()

    def keep_record(self) -> None:
        """Write the record file, and say if it had to go elsewhere."""
        self._recorded = len(self.display.scene.past)
        if self.record is None:
            return
        before = str(self.record), self.record.wrong
        self.record.keep(self.table.record(all=True))
        if self.record.wrong and not before[1]:
            self.display.say(str(self.record.wrong), "yellow")
        elif str(self.record) != before[0]:
            self.display.say(str(self.record), "yellow")

    def _stop(self) -> None:
        scene = self.display.scene
        leaving = RoundLeft.of(self.table, (person.name for person in self.people), scene.table.rounds)
        self.end()
        if leaving.has_part or self.code:
            self.fate = leaving.became(self.table, scene.past)

    def step(self) -> None:
        """Do the next thing: a computer player's, the dealer's, or one question to a person."""
        try:
            if not self._computer_acts() and self.people:
                question = self.question()
                self.answer(question, self.display.ask(question))
        except Refusal as no:
            self.display.say(str(no), "red")
        except InputError as wrong:
            self.display.say(str(wrong), "yellow")

    def end(self) -> None:
        """Let all people leave, the player/dealer last, and have the dealer end the round."""
        staying = [person.name for person in self.people]
        self.walked_out |= bool(staying)
        self.people.clear()
        self.betting.to_wager = []
        staying = self._left_behind(staying)
        while self._unfinished(staying) and (self._rules() or self._computer_acts()):
            staying = self._left_behind(staying)
        self._left_behind(staying)

    def _left_behind(self, names: list[str]) -> list[str]:
        return [name for name in names if not self._leaves(name)]

    def _rules(self) -> bool:
        """Rule for people who have left: void the round, or else forfeit the hand that stopped play."""
        if (stop := self.table.state.stop) is None:
            return False
        void = Ruling.VOID_THE_ROUND
        self.table.rule(void if void in stop.possible else stop.possible[0])
        return True

    def _leaves(self, name: str) -> bool:
        try:
            if name in self.table.state.chips:
                self.table.leave(name)
        except Refusal:
            return False
        return True

    def _unfinished(self, staying: list[str]) -> bool:
        """Whether a round is in progress that a person left or has to stay for."""
        current = self.table.state.round
        if current is None:
            return False
        return any(hand.abandoned for hand in current.hands.values()) or bool(staying and current.closed)

    # who acts

    def _computer_acts(self) -> bool:
        """Do what needs no person; False if nothing does."""
        duty = self.table.due
        if duty.act is Act.TAKE_SEAT and self.people:
            return self._seat_newcomer()
        if duty.act in _BETTING:
            return self.betting.open() or self.betting.close()
        if duty.act is Act.ANSWER_BANK and duty.seat is None:
            return self._computer_banks()
        if duty.act is Act.ANSWER_CUT and self.display.scene.skips:
            self.table.answer_cut(duty.seat or 0)
            return True
        neighbour = self.neighbours.get(player_at(self.table.state, duty.seat or 0))
        if neighbour is None:
            return False
        neighbour.answer(self.table, duty.act, duty.seat or 0)
        return True

    def _seat_newcomer(self) -> bool:
        law = self.table.rules.book.bank
        if law is None or len(self.table.state.seats) >= law.players.least:
            return False
        joins = newcomer(self.table, self.names)
        self.display.say(
            f"A player banks this game, so a computer player joins you.{cited(law.players.clause)}", "yellow"
        )
        self.table.give(c.Sit(player=joins.name, seat=joins.seat, chips=self._chips))
        self.neighbours[joins.name] = joins
        self.betting.welcome(joins)
        return True

    def _computer_banks(self) -> bool:
        for neighbour in self.neighbours.values():
            try:
                neighbour.take_bank(self.table)
            except Refusal:
                continue
            return True
        return False

    @property
    def _asked(self) -> Person | None:
        """The person whose answer is due."""
        duty = self.table.due
        if duty.act in _BETTING:
            return self.betting.to_wager[0] if self.betting.to_wager else None
        if duty.act is Act.ANSWER_BANK and duty.seat is None:
            return self._next_to_bank()
        player = player_at(self.table.state, duty.seat or 0)
        return next((person for person in self.people if person.name == player), None)

    def _next_to_bank(self) -> Person | None:
        """Choose whom to ask after everyone has declined: in turn, those without wagers first."""
        table = self.table
        may = [
            each
            for each in self.people
            if PlayerActions(table.rules, table.state, each.name).find(c.DeclineBank)
        ]
        free = [each for each in may if not wagers_of(table, each.name)] or may or self.people
        asked = table.state.bank.declined[-1:] or (0,)
        return min(free, key=lambda person: (person.seat <= asked[0], person.seat), default=None)

    @property
    def _enter_banks(self) -> bool:
        """Whether Enter takes the bank: to keep it, or if no other player would."""
        person, held, offered = self._asked, self.table.state.bank, self.table.due.seat
        free = person is not None and not wagers_of(self.table, person.name)
        keeps = held.last == offered and held.rounds > 0
        return free and (keeps or not self.neighbours or offered is None)

    # what is asked

    def question(self) -> Question:
        duty, person = self.table.due, self._asked
        if person is None:
            return ask.ruling(self.table)
        if duty.act is Act.ANSWER_BANK:
            return ask.bank(self.table, person, enter_banks=self._enter_banks)
        asks = {
            Act.ANSWER_CUT: ask.cut,
            Act.CHOOSE: ask.choice,
            Act.ANSWER_TIE_OFFER: ask.tie_offer,
            Act.ADD_TO_BANK: ask.short_bank,
        }
        if duty.act in asks:
            return asks[duty.act](self.table, person)
        return ask.wager(self.table, person, last=len(self.betting.to_wager) == 1)

    # what is answered

    def answer(self, question: Question, line: str) -> None:
        person = self._asked
        match words_of(line):
            case ["?"] | ["law"]:
                due = duty_clauses(self.table.rules, self.table.state, self.table.due)
                self.display.show(self.explanation.clauses(*due))
            case ["?" | "law", *wanted]:
                self.display.show(self.explanation.asked(" ".join(wanted)))
            case [first, *wanted] if first[0] == "?":
                self.display.show(self.explanation.asked(" ".join([first[1:], *wanted])))
            case ["help" | "h"]:
                self.display.show(ask.help_page(question, self.table.rules))
            case ["rules" | "r"]:
                self.display.show(rules_in_force(self.explanation.source, self.table.rules))
            case ["skip"]:
                self._skip()
            case ["ceremony"]:
                self.display.show(ask.ceremony_page(self.display.scene.ceremony))
            case ["odds"] if person:
                self.display.show(live_odds(self.table, person, self.display.scene.seen))
            case ["stats"]:
                self.display.show(stats(self.display.scene.past, self.names))
            case ["history"]:
                self.display.show(history(self.table.rules, self.display.scene.past, self.names))
            case ["record"] | ["record", _]:
                self._record(*line.split()[1:])
            case ["save"] | ["save", _]:
                self._save(*line.split()[1:])
            case ["quit" | "exit"]:
                raise EOFError
            case ["q"]:  # q closes a page; typed once too often, it must not end the game
                raise InputError("To end the game type quit; save FILE keeps it.")
            case ["buy", chips] if person:
                self.table.give(c.BuyChips(player=person.name, amount=money(chips)))
            case ["add", chips] if person:
                self.table.give(c.AddToBank(amount=money(chips), player=person.name))
            case ["leave"] if person:
                self.table.leave(person.name)
                self.people.remove(person)
                self.betting.forget(person)
            case words:
                self._answer_due(person, words)

    def _answer_due(self, person: Person | None, words: list[str]) -> None:
        if person is None:
            self._rule(words)
        elif self.table.due.act in _BETTING:
            self.betting.answer(person, words)
        elif self.table.due.act is Act.ANSWER_BANK and words == ["withdraw"]:
            self.betting.take_back(person)
        else:
            bank = usual_bank(self.table, person) if self._enter_banks else 0
            self.table.give(*answers(self.table.due, person.seat, words, bank))

    def _rule(self, words: list[str]) -> None:
        stop = self.table.state.stop
        possible = stop.possible if stop else ()
        chosen = number(words[0]) if words else 0
        if not 1 <= chosen <= len(possible):
            raise unclear(words)
        self.table.rule(possible[chosen - 1])

    def _skip(self) -> None:
        """Toggle between a summary and every act of preparing the cards."""
        scene = self.display.scene
        scene.skips = not scene.skips
        how = "told in one line, and the cut refused" if scene.skips else "shown again"
        self.display.say(f"The preparation of the cards is {how}.", "green")

    def _record(self, file: str = "") -> None:
        path = Path(file) if file else free_name(Path(f"round-{self.table.state.rounds}.txt"))
        write_record(path, self.table.record())
        self.display.say(f"The record of the last round is in {path}.", "green")

    def saved_in(self, path: Path) -> None:
        """Remember the file of the saved game: it may be overwritten."""
        self.saved = str(path)
        self._own.add(path)

    def _save(self, file: str = "") -> None:
        company = SavedPlayers(
            names=tuple(self.names),
            people=tuple(self.people),
            neighbours=tuple(self.neighbours.values()),
            skips=self.display.scene.skips,
            **self.betting.kept(),
        )
        path = Path(file or self.saved or free_name(Path("casinowar-game.json")))
        self._own.check(path)
        self.table.save(path, msgspec.to_builtins(company, str_keys=True))
        self.saved_in(path)
        resumed = f"go on with it: casinowar play --resume {path}"
        self.display.say(f"The game is saved in {path}; {resumed}", "green")
