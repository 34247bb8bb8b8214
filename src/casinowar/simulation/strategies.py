"""What players do on a tie: war, surrender, the best strategy, a table in a TOML file, a Python function."""

import inspect
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from decimal import Decimal
from pathlib import Path
from traceback import extract_tb
from typing import Any

from msgspec import Struct

from casinowar.files.reading import read
from casinowar.game.book.rules import Rules
from casinowar.game.cards import RANK_CODES, Card
from casinowar.game.refusal import InputError
from casinowar.parsing import quoted, shown
from casinowar.rulebooks.toml_text import TomlText, parsed
from casinowar.simulation.plain.table import OnTie

BEST = "best"
_LONGEST_CODE = 1_000_000
_DEFAULT = "default"
_BY_PLACE = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
_SEEING = 3
"""Arguments of a strategy that sees cards."""

ChoiceTable = tuple[tuple[bool, ...], ...]
"""Whether a tie hand goes to war: a row per rank, lowest first, a column per number of wars fought before."""


class TieStrategy(Struct, frozen=True, kw_only=True):
    """What all players do on a tie."""

    name: str
    simple: OnTie | None
    """The choice, if it is the same in every case."""
    choosing: OnTie | ChoiceTable
    odds: str | None
    """The strategy of the exact odds that equals this one; None if there is none."""


class CardsSeen(Struct, frozen=True):
    """What a player sees on a tie: own card, dealer's card, and all cards dealt face up since the shuffle."""

    own: Card
    dealers: Card
    seen: tuple[Card, ...]
    """In dealing order, including these two."""


SeeingStrategy = Callable[[str, int, CardsSeen], bool]
"""Whether a tie hand goes to war, by rank name, wars fought before, and the cards seen."""
StrategyFunction = Callable[[str, int], bool] | SeeingStrategy
"""Whether a tie hand goes to war, by rank name and wars fought before; it may take the cards seen, too."""
SizingFunction = Callable[[Decimal, tuple[Decimal, ...]], int | str | Decimal]
"""The next wager in dollars, by the bankroll and the net result of each round so far."""


class OwnFunctions(Struct, frozen=True, kw_only=True):
    """The user's functions that must be called during play, which no kernel can do."""

    strategy: SeeingStrategy | None = None
    sizing: SizingFunction | None = None

    def __bool__(self) -> bool:
        return bool(self.strategy or self.sizing)


_CALLED: dict[str, tuple[str, tuple[int, ...]]] = {
    "a strategy": ("choose(rank, wars) or choose(rank, wars, cards)", (2, 3)),
    "a sizing": ("size(bankroll, results)", (2,)),
}
"""How the user's functions are called, and with how many arguments."""


class OwnCode:
    """A user's function, named FILE.py:NAME."""

    def __init__(self, file: str, name: str, what: str) -> None:
        self.file, self.__name__ = file, f"{Path(file).name}:{name}"
        read(file, _LONGEST_CODE, what)
        with _own_code(file):
            found = runpy.run_path(file).get(name)
        if not callable(found):
            raise InputError(f"{file} has no function {quoted(name)}.")
        self.function: Callable[..., Any] = found

    def __call__(self, *given: Any) -> Any:  # noqa: ANN401 - code of the user's own may answer anything
        with _own_code(self.file):
            return self.function(*given)


def own_code(said: object, what: str) -> Callable[..., Any] | None:
    """Find a user's function, given as a callable or as FILE.py:NAME; None for any other text."""
    found: Callable[..., Any] | None
    if isinstance(said, str):
        file, colon, name = said.rpartition(":")
        found = OwnCode(file, name, what) if colon and file.endswith(".py") else None
    else:
        found = said if callable(said) else None
    signature, (called, numbers) = _signature(found), _CALLED[what]
    if signature and not any(_takes(signature, number) for number in numbers):
        name = getattr(found, "__name__", type(found).__name__)
        raise InputError(f"{name}: {what} is a function {called}, not one that takes {signature}.")
    return found


def _signature(function: Callable[..., Any] | None) -> inspect.Signature | None:
    try:
        return inspect.signature(function.function if isinstance(function, OwnCode) else function)  # type: ignore[arg-type]  # None has no signature either
    except (TypeError, ValueError):
        return None


def _takes(signature: inspect.Signature, number: int) -> bool:
    try:
        signature.bind(*range(number))
    except TypeError:
        return False
    return True


def sees_cards(function: Callable[..., Any] | None) -> bool:
    """Check whether a strategy takes a third argument, the cards seen."""
    signature = _signature(function)
    if signature is None:
        return False
    wanted = [each for each in signature.parameters.values() if each.default is each.empty]
    return sum(each.kind in _BY_PLACE for each in wanted) == _SEEING


def strategy(text: str | StrategyFunction, rules: Rules, best: Callable[[], TieStrategy]) -> TieStrategy:
    """Find the strategy with this name; `best` comes from the odds, which simulation does not ask itself."""
    if not isinstance(text, str):
        if not callable(text):
            raise InputError(f"A strategy is a name, a file or a function, not {shown(text)}.")
        return _by_function(text, rules)
    known = {str(each): each for each in OnTie}
    if text in known:
        return always(known[text], rules)
    if text == BEST:
        return best()
    if text.endswith(".toml"):
        return _from_table(Path(text).name, _in_file(text, rules), rules)
    if code := own_code(text, "a strategy"):
        return _by_function(code, rules)
    names = ", ".join((*known, BEST))
    raise InputError(
        f"There is no strategy {quoted(text)}; there are {names}, a file FILE.toml, a function FILE.py:NAME."
    )


def always(simple: OnTie, rules: Rules) -> TieStrategy:
    late = any(rules.can_give_up(wars) for wars in range(rules.most_wars))
    if simple is OnTie.SURRENDER and rules.most_wars and not late:
        raise InputError("The rulebook knows no surrender.")
    # If a tie is settled at once there is nothing to choose, and no name.
    name = str(simple) if rules.plays_ties_on else ""
    return TieStrategy(name=name, simple=simple, choosing=simple, odds=str(simple))


def gives_up_after(wars: int, rules: Rules, odds: str | None) -> TieStrategy:
    """Surrender once this many wars were tied; `odds` names the equal strategy of the exact odds."""
    row = tuple(fought < wars for fought in range(_wars(rules)))
    choosing = (row,) * len(rules.book.cards.ranking.value)
    return TieStrategy(name=BEST, simple=None, choosing=choosing, odds=odds)


def _from_table(name: str, choices: ChoiceTable, rules: Rules) -> TieStrategy:
    """Make a strategy of a table, which may turn out to make the same choice in every case."""
    for wars in range(rules.most_wars):
        if not rules.can_give_up(wars) and not all(row[wars] for row in choices):
            when = f"after {_counted(wars, 'tied war')}" if wars else "on a tie"
            raise InputError(f"{name}: the rulebook knows no surrender {when}.")
    cases = {each for row in choices for each in row}
    if len(cases) > 1:
        return TieStrategy(name=name, simple=None, choosing=choices, odds=None)
    simple = OnTie.WAR if cases == {True} else OnTie.SURRENDER
    return TieStrategy(name=name, simple=simple, choosing=simple, odds=str(simple))


def _wars(rules: Rules) -> int:
    war = rules.book.war
    return war.again.wars if war and war.again else 1


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# a file


def _in_file(name: str, rules: Rules) -> ChoiceTable:
    """Read a choice table: `[tie]` with one word per rank, or a list of one per number of wars."""
    file = TomlText.read(name)
    values = parsed(file)
    if values.keys() != {"tie"} or not isinstance(values["tie"], dict):
        raise InputError(f"{name}: a strategy says in a table [tie] what a tie hand does, and nothing else.")
    tie = values["tie"]
    ranks = tuple(reversed(rules.book.cards.ranking.value))
    keys = _keys(file, tie, ranks)
    rows = {key: _row(file, key, value, _wars(rules)) for key, value in tie.items()}
    missing = [rank for rank in reversed(ranks) if rank not in keys]
    if missing and _DEFAULT not in rows:
        raise file.wrong("tie", f"nothing is said about {', '.join(missing)}; name them, or a default")
    return tuple(rows[keys.get(rank, _DEFAULT)] for rank in ranks)


def _keys(file: TomlText, tie: Mapping[str, object], ranks: tuple[str, ...]) -> dict[str, str]:
    """Map each rank to its key, which is its name or the letter of its cards."""
    names = {rank: rank for rank in ranks} | {RANK_CODES[rank].lower(): rank for rank in ranks}
    keys: dict[str, str] = {}
    for key in tie:
        rank = names.get(key.lower())
        if rank is not None and rank not in keys:
            keys[rank] = key
        elif rank is not None:
            raise file.wrong(f"tie.{key}", f"{rank} is named twice")
        elif key != _DEFAULT:
            raise file.wrong(f"tie.{key}", f"there is no such rank; there are {', '.join(reversed(ranks))}")
    return keys


def _row(file: TomlText, key: str, value: object, wars: int) -> tuple[bool, ...]:
    words = [str(word) for word in value] if isinstance(value, list) else [str(value)] * wars
    known = {str(each): each is OnTie.WAR for each in OnTie}
    if strange := [word for word in words if word not in known]:
        raise file.wrong(f"tie.{key}", f"{quoted(strange[0])} is not one of {', '.join(known)}")
    if len(words) != wars:
        fought = "only one war" if wars == 1 else f"up to {wars} wars"
        raise file.wrong(f"tie.{key}", f"{len(words)} words, where a hand fights {fought}")
    return tuple(known[word] for word in words)


# a function


def _by_function(function: Callable[..., Any], rules: Rules) -> TieStrategy:
    """Call a user's function for every case before the run; one that sees cards is called during play."""
    name = getattr(function, "__name__", type(function).__name__)
    if sees_cards(function):
        return TieStrategy(name=name, simple=None, choosing=OnTie.WAR, odds=None)
    place = function.file if isinstance(function, OwnCode) else name
    return _from_table(name, _answers(place, function, rules), rules)


def _answers(place: str, function: Callable[..., Any], rules: Rules) -> ChoiceTable:
    def asked(rank: str, fought: int) -> bool:
        answer: object = function(rank, fought)
        if isinstance(answer, bool):
            return answer
        case, kind = f"{rank} after {_counted(fought, 'war')}", type(answer).__name__
        raise InputError(
            f"{place}: asked about {case} the function answers with {kind}, not with True or False."
        )

    ranks, wars = reversed(rules.book.cards.ranking.value), range(_wars(rules))
    return tuple(tuple(asked(rank, fought) for fought in wars) for rank in ranks)


@contextmanager
def _own_code(file: str) -> Iterator[None]:
    """Run the user's code: its output goes to stderr, and its exceptions become one sentence."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as wrong:  # noqa: BLE001 - code of the user's own may raise anything
        lines = [frame.lineno for frame in extract_tb(wrong.__traceback__) if frame.filename == file]
        place = f"{file}, line {lines[-1]}" if lines else file
        raise InputError(f"{place}: {type(wrong).__name__}{_said(wrong)}.") from None


def _said(wrong: BaseException) -> str:
    try:
        return f": {wrong}"
    except Exception:  # noqa: BLE001 - as above
        return ""
