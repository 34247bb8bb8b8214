"""What the command line asks for, read and put together: rules, players, the table that a kernel deals."""

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.electronic import Backing
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import OddHalf
from casinowar.game.money import Cents
from casinowar.game.refusal import InputError
from casinowar.game.words import PLACES, Wager
from casinowar.odds.hand import usual_wager
from casinowar.odds.seats import Mix, wagered
from casinowar.reports.run.setting import Setting
from casinowar.reports.run.strategies import Chosen, strategy
from casinowar.rulebooks import load_rules, load_sample
from casinowar.simulation.dealing import AnyTable
from casinowar.simulation.full.hands import check_wagers
from casinowar.simulation.full.sessions import SessionLimits, SessionTable, Sizing
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.plan import NotSimulated, plan
from casinowar.written import money, quoted, readings

MOST_ROUNDS = 10**15
BANK_IN_WAGERS = 1_000
"""The player/dealer's bank unless one is named: so many initial wagers, more than can be lost in a round."""
_NUMBER = re.compile(r"\d{1,16}(?:\.\d{1,16})?(?:[eE]\d{1,2})?")
_SHARE = re.compile(r"\d{1,6}(?:\.\d{1,6}|/[1-9]\d{0,5})?")
_ADDED = (Wager.TIE, Wager.WAR_TIE, Wager.PROGRESSIVE, Wager.BONUS_SPIN)


class Wishes(Struct, frozen=True, kw_only=True):
    """The options as they were written."""

    rulebook: str
    rounds: str
    seats: int
    decks: int | None
    house: str | None
    sample: bool
    readings: tuple[str, ...]
    strategy: str
    wager: str | None
    wagers: tuple[str, ...]
    counter: str | None
    bank: str | None
    depths: int
    tables: int
    sessions: str | None
    bankroll: str | None
    win: str | None
    loss: str | None
    sizing: str | None
    share: str | None
    seed: int | None


class Simulation(Struct, frozen=True, kw_only=True):
    """A table to be dealt: whose rules, with which wagers and players, and how long."""

    rules: Rules
    decks: int
    seats: int
    strategy: Chosen
    wagers: Mapping[Wager, Cents]
    """What each hand wagers."""
    bank: Cents | None
    """The player/dealer's wager, where a player banks."""
    counter: Fraction | None
    session: SessionLimits | None
    setting: Setting
    table: AnyTable
    wanted: int
    seed: int


def simulation(wishes: Wishes) -> Simulation:
    """Read the wishes, and compile the table for the kernel that can deal it."""
    return _Reading(wishes).simulation()


class _Reading:
    """Wishes as they are read, one by one."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        self.rules = rules = self._rules()
        self.rounds = _number("--rounds", wishes.rounds)
        self.decks = rules.decks if wishes.decks is None else wishes.decks
        self.unit = _amount("--wager", wishes.wager) if wishes.wager else usual_wager(rules)
        self.wagers = self._wagers()
        check_wagers(rules, self.wagers)
        self.strategy = strategy(wishes.strategy, rules, decks=self.decks, initial=self.unit)
        self.counter = _share("--counter", wishes.counter, 10) if wishes.counter else None
        if self.counter is not None and Wager.TIE not in self.wagers:
            raise InputError("--counter decides on tie wagers; say that they are made with: --with tie")
        if wishes.bank and not rules.book.bank:
            raise InputError("No player banks this game, so --bank has no meaning.")
        self.session = self._session()
        metered = {Wager.PROGRESSIVE, Wager.BONUS_SPIN} & set(self.wagers)
        if wishes.tables > 1 and (self.session or not metered):
            raise InputError("--tables is for rounds with wagers that raise meters: progressive, bonus_spin.")

    def simulation(self) -> Simulation:
        wishes = self.wishes
        if self.session and wishes.depths:
            raise InputError("--depths has no meaning for sessions, which go on through many shoes.")
        return Simulation(
            rules=self.rules,
            decks=self.decks,
            seats=wishes.seats,
            strategy=self.strategy,
            wagers=self.wagers,
            bank=self._bank()[1] or None,
            counter=self.counter,
            session=self.session,
            setting=self._setting(),
            table=self._table(),
            wanted=_number("--sessions", wishes.sessions) if wishes.sessions else self.rounds,
            seed=secrets.randbits(63) if wishes.seed is None else wishes.seed,
        )

    def _setting(self) -> Setting:
        wishes = self.wishes
        return Setting(
            wagers=self.wagers,
            bank=self._bank()[1] or None,
            counter=wishes.counter,
            house="sample" if wishes.sample else wishes.house,
            readings=readings(wishes.readings),
            tables=wishes.tables,
            session=self.session,
        )

    def _rules(self) -> Rules:
        wishes = self.wishes
        if wishes.house and wishes.sample:
            raise InputError("Choose between --house and --sample; the sample is a house file too.")
        house = load_sample(wishes.rulebook) if wishes.sample else wishes.house
        return load_rules(wishes.rulebook, house, readings(wishes.readings))

    # wagers

    def _wagers(self) -> dict[Wager, Cents]:
        """Find what each hand wagers; a tie wager that the rulebook requires is made unasked."""
        known = {str(wager): wager for wager in _ADDED}
        for name in self.wishes.wagers:
            if name not in known:
                raise InputError(f"There is no wager {quoted(name)} to add; there are {', '.join(known)}.")
        law = self.rules.book.wagers.tie
        required = [Wager.TIE] if law and law.required else []
        made = [known[name] for name in self.wishes.wagers]
        return {Wager.INITIAL: self.unit} | {wager: self._amount(wager) for wager in (*required, *made)}

    def _amount(self, wager: Wager) -> Cents:
        """Find how large a wager is: on ties as large as the initial one, as far as book and house let it."""
        laws = {Wager.TIE: self.rules.book.wagers.tie, Wager.WAR_TIE: self.rules.book.wagers.war_tie}
        if wager not in laws:
            sizes = self.rules.side_amounts(wager)
            if not sizes:
                hint = "" if self.wishes.house or self.wishes.sample else "; give its house file with --house"
                raise InputError(f"The house does not offer a {wager} wager{hint}.")
            return sizes[0]
        law = laws[wager]
        if law is None:
            raise InputError(f"The rulebook has no {wager} wager.")
        both = wagered(self.rules, Mix.WITH_BOTH, self.unit)
        amount = both.tie if wager is Wager.TIE else both.war_tie
        if law.equal:
            return amount
        least, most = self.rules.span(wager)
        amount = min(max(amount, least), most)
        return amount - amount % self.rules.unit(wager)

    # the table

    def _table(self) -> AnyTable:
        """Choose the kernel: the fast one for the plain table, the full one for all else."""
        hands, simple = self._hands(), self.strategy.simple
        if self._is_plain() and simple:
            with suppress(NotSimulated):
                return plan(self.rules, self.wishes.seats, decks=self.wishes.decks, strategy=simple)
        full = FullTable.of(
            self.rules,
            dict.fromkeys(hands, self.wagers),
            decks=self.wishes.decks,
            strategy=self.strategy.choosing,
            bank=self._bank(),
            counter=self.counter,
            depths=self.wishes.depths,
            tables=self.wishes.tables,
        )
        return SessionTable.of(self.rules, full, self.session) if self.session else full

    def _is_plain(self) -> bool:
        rules, wishes = self.rules, self.wishes
        again = rules.book.war is not None and rules.book.war.again is not None
        side = Wager.PROGRESSIVE in self.wagers or Wager.BONUS_SPIN in self.wagers
        special = wishes.bank or wishes.depths or self.session or self.counter is not None
        law = rules.book.surrender
        rounded = law is not None and law.odd in {OddHalf.TO_PLAYER, OddHalf.TO_HOUSE}
        uneven = law and rounded and Fraction(law.forfeits) * self.unit % rules.chip
        return not (again or side or special or rules.caps_payouts or rules.house.electronic or uneven)

    def _hands(self) -> list[int]:
        """Give hands their numbers: by seats, or by terminals and the community cards that they back."""
        seats, electronic, law = self.wishes.seats, self.rules.house.electronic, self.rules.book.electronic
        most = self.rules.seats - 1 if self.rules.book.bank else self.rules.seats
        if not 1 <= seats <= most:
            raise InputError(f"At this table 1 to {most} seats can wager, not {seats}.")
        if electronic and law:
            cards = electronic.community_cards
            return [
                terminal * PLACES + card
                for terminal in range(1, seats + 1)
                for card in range(1, cards + 1)
                if law.backing.value is Backing.ALL or card == (terminal - 1) % cards + 1
            ]
        return list(range(1, seats + 1))

    def _bank(self) -> tuple[int, Cents]:
        """Put the player/dealer at the last seat."""
        if not self.rules.book.bank:
            return (0, 0)
        named = self.wishes.bank
        return self.rules.seats, _amount("--bank", named) if named else BANK_IN_WAGERS * self.unit

    # sessions

    def _session(self) -> SessionLimits | None:
        wishes = self.wishes
        only = {"--bankroll": wishes.bankroll, "--win": wishes.win, "--loss": wishes.loss}
        only |= {"--sizing": wishes.sizing, "--share": wishes.share}
        if not wishes.sessions:
            for option, said in only.items():
                if said:
                    raise InputError(f"{option} is for sessions; say how many with --sessions N.")
            return None
        if not wishes.bankroll:
            raise InputError("Sessions need a bankroll; give it with --bankroll DOLLARS.")
        bankroll = _amount("--bankroll", wishes.bankroll)
        sizing = wishes.sizing or Sizing.FLAT
        if sizing not in set(Sizing):
            raise InputError(f"There is no sizing {quoted(sizing)}; there are {', '.join(Sizing)}.")
        if wishes.share and sizing != Sizing.SHARE:
            raise InputError("--share goes with --sizing share.")
        return SessionLimits(
            bankroll=bankroll,
            win=_amount("--win", wishes.win) if wishes.win else None,
            loss=_amount("--loss", wishes.loss) if wishes.loss else None,
            rounds=self.rounds,
            sizing=Sizing(sizing),
            share=_share("--share", wishes.share, 1) if wishes.share else Fraction(1, 20),
        )


def _number(option: str, text: str) -> int:
    """Read how many rounds or sessions are wanted."""
    plain = text.replace(",", "").replace("_", "")
    number = Decimal(plain) if _NUMBER.fullmatch(plain) else Decimal(0)
    what = option.removeprefix("--")
    if number < 1 or number != int(number):
        raise InputError(f"{quoted(text)} is not a number of {what} such as 1000000 or 1e9.")
    if number > MOST_ROUNDS:
        raise InputError(f"{quoted(text)} {what} are too many; {MOST_ROUNDS:.0e} is the most.")
    return int(number)


def _share(option: str, text: str, most: int) -> Fraction:
    """Read a share such as 0.95 or 1/20, above nothing and at most so much."""
    share = Fraction(text) if _SHARE.fullmatch(text) else Fraction(0)
    if not 0 < share <= most:
        raise InputError(f"{option} is a share such as 0.95 or 1/20, at most {most}, not {quoted(text)}.")
    return share


def _amount(option: str, text: str) -> Cents:
    """Read an amount of dollars that is not nothing."""
    amount = money(text)
    if amount <= 0:
        raise InputError(f"{option} is an amount of dollars, not nothing.")
    return amount
