"""The front door to runs: what is asked for is read and checked, played, and told."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from os import PathLike, fspath

from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual import usual_wager
from casinowar.game.money import Cents, dollars
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.seats import Mix, wagered
from casinowar.parsing import RUN_BOUNDS, a_function, money, quoted, several, shown, whole_number
from casinowar.reports.house_choices import chosen_house
from casinowar.reports.rulebook_changes import based_on
from casinowar.reports.run import engine
from casinowar.reports.run.engine import OwnFunctions, OwnSizing
from casinowar.reports.run.from_tally import told
from casinowar.reports.run.run import Run
from casinowar.reports.run.strategies import OwnFunction, own_code, sees_cards
from casinowar.reports.run.strategies import strategy as strategy_named
from casinowar.rulebooks import RulebookFile, TomlText, load_rules, open_rulebook
from casinowar.rulebooks.spelling import known_as
from casinowar.simulation.each_round import check as check_hands
from casinowar.simulation.full.hands import check_wagers
from casinowar.simulation.full.sessions import SessionLimits, Sizing
from casinowar.simulation.kernels import table_of
from casinowar.simulation.random_streams import check_seed
from casinowar.simulation.request import Request
from casinowar.simulation.run import Dealing, play
from casinowar.simulation.scheduler import Progress

MOST_ROUNDS = 10**15
_NUMBER = re.compile(r"(?:\d{1,16}|\d{1,3}(?:,\d{3}){1,5})(?:\.\d{1,16})?(?:[eE]\+?\d{1,2})?", re.ASCII)
"""Digits, or thousands in groups of three, as amounts have them."""
_SHARE = re.compile(r"\d{1,6}(?:\.\d{1,6}|/[1-9]\d{0,5})?", re.ASCII)
_ADDED = (Wager.TIE, Wager.WAR_TIE, Wager.DEALER_WINS, Wager.PROGRESSIVE, Wager.BONUS_SPIN)
_SIZED = "progressive=5"

Number = int | float | str
"""A number of rounds or sessions, which may be written ``"1e9"``."""
Dollars = int | str | Decimal
"""An amount: ``10``, ``"12.50"`` or a Decimal."""
Share = float | str | Fraction
"""A share: ``0.95`` or ``"1/20"``."""


def simulate(  # noqa: PLR0913 - each parameter is a choice, and all but two have a usual answer
    rulebook: str | TomlText,
    *,
    rounds: Number,
    seats: int = 1,
    decks: int | None = None,
    house: House | str | None = None,
    sample: bool = False,
    readings: Mapping[str, str] | None = None,
    strategy: str | OwnFunction = "war",
    wager: Dollars | None = None,
    wagers: Iterable[str] = (),
    counter: Share | None = None,
    bank: Dollars | None = None,
    sessions: Number | None = None,
    bankroll: Dollars | None = None,
    win: Dollars | None = None,
    loss: Dollars | None = None,
    sizing: str | OwnSizing | None = None,
    share: Share | None = None,
    depths: int = 0,
    tables: int = 1,
    each_round: bool = False,
    seed: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    gpu: bool = False,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Deal real shoes, very fast, and estimate every figure with its standard error.

    The options of `casinowar simulate`, explained in docs/guides/simulation.md; `wagers` are those
    that are made beside the initial one (`--with`). With `each_round` every hand is kept, in the table
    `rounds`. Stopped with Ctrl-C, a run says what is known so far. A strategy that takes a third argument,
    the cards seen, and a sizing of your own are asked in play: such a run is the engine's, and slower.

    >>> run = simulate("maryland", rounds=100_000, seats=3, seed=1)
    >>> run.rounds, abs(run.house_edge - 0.0233) < 5 * run.standard_error
    (100000, True)
    """
    numbers = {"seats": seats, "depths": depths, "tables": tables}
    whole = {name: whole_number(name, said, *RUN_BOUNDS[name]) for name, said in numbers.items()}
    decks, seed, workers = (
        _perhaps(*each) for each in (("decks", decks), ("seed", seed), ("workers", workers))
    )
    a_function("progress", progress)
    for name, path in (("cluster", cluster), ("checkpoint", checkpoint)):
        if path is not None and not isinstance(path, str | PathLike):
            raise InputError(f"{name} is a text, not {shown(path)}.")
    source = open_rulebook(rulebook)
    rules = load_rules(source, chosen_house(rulebook, house, sample=sample), readings)
    unit = _amount("wager", wager) or usual_wager(rules)
    made = _wagers(rules, unit, [wagers] if isinstance(wagers, str) else several("wagers", wagers, str))
    check_wagers(rules, made)
    choose, size = own_code(strategy, "a strategy"), own_code(sizing, "a sizing")
    limits = {"bankroll": bankroll, "win": win, "loss": loss, "sizing": size or sizing, "share": share}
    request = Request(
        rulebook=rules.book.name,
        title=rules.book.title,
        decks=rules.decks if decks is None else decks,
        strategy=strategy_named(choose or strategy, rules, decks=decks, initial=unit),
        wagers=made,
        player_banks=rules.book.bank is not None,
        bank=_amount("bank", bank),
        counter=_share("counter", counter, 10),
        house="sample" if sample else house if isinstance(house, str) else None,
        based_on=based_on(source),
        readings=_as_read(source, rules, readings or {}),
        **whole,
        rounds=_number("rounds", rounds),
        sessions=None if sessions is None else _number("sessions", sessions),
        session=_session(sessions, rounds, limits, share),
        each_round=each_round,
        seed=seed,
    )
    _check(request)
    if size or sees_cards(choose):
        others = {"workers": workers, "cluster": cluster, "gpu": gpu, "checkpoint": checkpoint}
        own = OwnFunctions(strategy=choose if sees_cards(choose) else None, sizing=size)
        engine.check(request, others=others)
        if not isinstance(rulebook, str):
            raise InputError("Functions of your own play by a rulebook that has a name or a file.")
        return told(rules, request, engine.play(rulebook, rules, request, own, progress))
    file = None if checkpoint is None else fspath(checkpoint)
    dealing = Dealing(workers=workers, cluster=cluster, gpu=gpu, checkpoint=file)
    table = table_of(rules, request)
    if each_round:
        check_hands(table.seats, request.rounds)
    return told(rules, request, play(table, request, dealing, progress))


def _as_read(source: RulebookFile, rules: Rules, said: Mapping[str, str]) -> dict[str, str]:
    """Name the readings that were asked for, and those that are not the defaults."""
    asked = {known_as(name, source.readings) for name in said}
    return {
        name: value
        for name, value in rules.book.readings.items()
        if name in asked or value != source.readings[name].default
    }


def _check(request: Request) -> None:
    """Refuse choices that do not go together."""
    if request.counter is not None and Wager.TIE not in request.wagers:
        raise InputError("A counter decides on tie wagers, so they have to be made: add the wager tie.")
    if request.bank and not request.player_banks:
        raise InputError("No player banks this game, so a bank has no meaning.")
    if request.tables > 1 and (request.session or not request.metered):
        raise InputError(
            "Several tables are for rounds with wagers that raise meters: progressive, bonus_spin."
        )
    if request.session and request.session.sized_by and request.wagers.keys() != {Wager.INITIAL}:
        raise InputError("A sizing of your own is for initial wagers alone.")
    if request.session and request.depths:
        raise InputError("Depths have no meaning for sessions, which go on through many shoes.")
    if request.session and request.each_round:
        raise InputError("Each round can be kept where rounds are played, not sessions.")
    if request.seed is not None:
        check_seed(request.seed)


# wagers


def _wagers(rules: Rules, unit: Cents, asked: list[str]) -> dict[Wager, Cents]:
    """Find what each hand wagers; a tie wager that the rulebook requires is made unasked.

    A wager that is made instead of an initial one takes its place.
    """
    known = {str(wager): wager for wager in _ADDED}
    said = {name: size if equals else None for name, equals, size in (each.partition("=") for each in asked)}
    for name in said:
        if name not in known:
            raise InputError(f"There is no wager {quoted(name)} to add; there are {', '.join(known)}.")
    law = rules.book.wagers.tie
    required = {str(Wager.TIE): None} if law and law.required else {}
    sizes = {
        known[name]: _size(rules, unit, known[name]) if size is None else _one_of(rules, known[name], size)
        for name, size in (required | said).items()
    }
    return sizes if rules.exclude_initial & sizes.keys() else {Wager.INITIAL: unit} | sizes


def _size(rules: Rules, unit: Cents, wager: Wager) -> Cents:
    """Find how large a wager is: on ties as large as the initial one, as far as book and house let it."""
    laws = {Wager.TIE: rules.book.wagers.tie, Wager.WAR_TIE: rules.book.wagers.war_tie}
    if wager is Wager.DEALER_WINS:
        if rules.book.wagers.dealer_wins is None:
            raise InputError(f"The rulebook has no {wager} wager.")
        return _within(rules, wager, unit)
    if wager not in laws:
        return _offered(rules, wager)[0]
    law = laws[wager]
    if law is None:
        raise InputError(f"The rulebook has no {wager.words} wager.")
    both = wagered(rules, Mix.WITH_BOTH, unit)
    amount = both.tie if wager is Wager.TIE else both.war_tie
    return amount if law.equal else _within(rules, wager, amount)


def _offered(rules: Rules, wager: Wager) -> tuple[Cents, ...]:
    """List the sizes of a side wager that the house offers."""
    if sizes := rules.fixed_amounts(wager):
        return sizes
    raise InputError(f"The house does not offer a {wager.words} wager; its house file, or the sample, may.")


def _one_of(rules: Rules, wager: Wager, written: str) -> Cents:
    """Take one of the sizes that a side wager has, as it was written."""
    if wager not in {Wager.PROGRESSIVE, Wager.BONUS_SPIN}:
        raise InputError(f"Only progressive and bonus_spin have sizes to choose from, as in {_SIZED}.")
    sizes, size = _offered(rules, wager), money(written)
    if size not in sizes:
        *others, last = map(dollars, sizes)
        known = f"{', '.join(others)} or {last}" if others else last
        raise InputError(f"A {wager.words} wager is {known} here, not {dollars(size)}.")
    return size


def _within(rules: Rules, wager: Wager, amount: Cents) -> Cents:
    """Bring an amount within the limits of a wager, as a multiple of its unit."""
    least, most = rules.span(wager)
    amount = min(max(amount, least), most)
    return amount - amount % rules.unit(wager)


# sessions


def _session(
    sessions: Number | None,
    rounds: Number,
    limits: Mapping[str, Dollars | Share | OwnSizing | None],
    share: Share | None,
) -> SessionLimits | None:
    """Read when a session begins and ends."""
    own = limits["sizing"] if callable(limits["sizing"]) else None
    said = {name: str(value) for name, value in limits.items() if value is not None}
    if sessions is None and said:
        raise InputError(f"{next(iter(said))} is for sessions; say how many there are.")
    if sessions is None:
        return None
    bankroll = _amount("bankroll", said.get("bankroll"))
    if bankroll is None:
        raise InputError("Sessions need a bankroll, an amount of dollars.")
    sizing = Sizing.FLAT if own else said.get("sizing") or Sizing.FLAT
    if sizing not in set(Sizing):
        named = ", ".join(Sizing)
        raise InputError(f"There is no sizing {quoted(sizing)}; there are {named}, a function FILE.py:NAME.")
    if "share" in said and sizing != Sizing.SHARE:
        raise InputError("A share goes with the sizing share.")
    return SessionLimits(
        bankroll=bankroll,
        win=_amount("win", said.get("win")),
        loss=_amount("loss", said.get("loss")),
        rounds=_number("rounds", rounds),
        sizing=Sizing(sizing),
        sized_by=getattr(own, "__name__", type(own).__name__) if own else "",
        share=Fraction(_share("share", share, 1) or "1/20"),
    )


# what people write


def _number(what: str, said: Number) -> int:
    """Read how many rounds or sessions are wanted."""
    text = str(said)
    number = Decimal(text.replace(",", "")) if _NUMBER.fullmatch(text) else Decimal(0)
    if number < 1 or number != int(number):
        comma = "; a comma only groups thousands, as in 1,000" if "," in text else ""
        raise InputError(f"{quoted(text)} is not a number of {what} such as 1000000 or 1e9{comma}.")
    if number > MOST_ROUNDS:
        raise InputError(f"{quoted(str(said))} {what} are too many; {MOST_ROUNDS:.0e} is the most.")
    return int(number)


def _perhaps(what: str, said: int | None) -> int | None:
    """Read a whole number that need not be said."""
    return None if said is None else whole_number(what, said, *RUN_BOUNDS[what])


def _share(what: str, said: Share | None, most: int) -> str | None:
    """Read a share such as 0.95 or 1/20, above nothing and at most so much."""
    if said is None:
        return None
    text = str(said)
    if isinstance(said, float) and isfinite(said) and not _SHARE.fullmatch(text):
        # What Python writes with sixteen digits is meant as the plain share beside it: 0.1 + 0.2, 1 / 3.
        text = str(Fraction(said).limit_denominator(10**6 - 1))
    share = Fraction(text) if _SHARE.fullmatch(text) else Fraction(0)
    if not 0 < share <= most:
        raise InputError(f"{what} is a share such as 0.95 or 1/20, at most {most}, not {shown(said)}.")
    return text


def _amount(what: str, said: Dollars | None) -> Cents | None:
    """Read an amount of dollars that is not nothing."""
    if said is None:
        return None
    amount = money(str(said))
    if amount <= 0:
        raise InputError(f"{what} is an amount of dollars, not nothing.")
    return amount
