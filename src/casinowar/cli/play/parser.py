"""Parser of typed answers."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from casinowar.cli.play.wording import WORDS, meanings
from casinowar.game import commands as c
from casinowar.game.acts.wager_set import Wagers
from casinowar.game.money import Cents
from casinowar.game.procedure import Duty
from casinowar.game.refusal import InputError
from casinowar.game.words import Act, Wager
from casinowar.parsing import money, number, quoted

_NAMES: Final = meanings(WORDS.wagers)
_WAGERS: Final = {
    "tie": Wager.TIE,
    "dealer_wins": Wager.DEALER_WINS,
    "progressive": Wager.PROGRESSIVE,
    "spin": Wager.BONUS_SPIN,
}


class Wagering(Struct, frozen=True):
    """Wagers as typed: on which box or card (0 means one's own), and whether to add to the wagers there."""

    box: int = 0
    wagers: Wagers = Wagers()
    adds: bool = False


def words_of(line: str) -> list[str]:
    """Split a line into lowercase words.

    >>> words_of("  War  TIE 5 ")
    ['war', 'tie', '5']
    """
    return line.casefold().split()


def wagering(words: list[str]) -> Wagering | None:
    """Parse wagers; None if the words are something else.

    >>> typed = wagering(["10", "5", "spin", "5"])
    >>> typed.wagers
    Wagers(initial=1000, tie=500, progressive=0, spin=500, coupon=0, dealer_wins=0)
    >>> wagering(["box", "4", "raise", "2.50"]).wagers.initial
    250
    """
    match words:
        case ["box" | "card", box, *rest]:
            found = wagering(rest)
            return Wagering(number(box), found.wagers, found.adds) if found else None
        case ["raise", *rest] if rest and rest[0] != "raise":
            found = wagering(rest)
            return Wagering(0, found.wagers, adds=True) if found else None
        case [amount, *rest] if amount[0] == "+":
            return _amounts({"initial": money(amount[1:])}, rest, adds=True)
        case [amount, tie, *rest] if _is_amount(amount) and _is_amount(tie):
            return _amounts({"initial": money(amount), "tie": money(tie)}, rest)
        case [amount, *rest] if _is_amount(amount):
            return _amounts({"initial": money(amount)}, rest)
        case _:
            return _amounts({}, words, adds=True)


def _amounts(amounts: dict[str, Cents], words: list[str], *, adds: bool = False) -> Wagering | None:
    if len(words) % 2 or not (amounts or words):
        return None
    for name, amount in zip(words[::2], words[1::2], strict=True):
        if name not in _NAMES:
            return None
        if _NAMES[name] in amounts:
            raise InputError(f"Name each wager once: {name} is there twice.")
        amounts[_NAMES[name]] = money(amount)
    return Wagering(0, Wagers(**amounts), adds)


def answers(due: Duty, seat: int, words: list[str], bank: Cents) -> Iterator[c.Command]:
    """Return the commands that answer the current duty; Enter takes a suggested bank."""
    hand = due.seat or 0
    match due.act, words:
        case Act.CHOOSE, ["war"]:
            yield c.GoToWar(hand=hand)
        case Act.CHOOSE, ["war", tie] | ["war", "tie", tie]:
            yield from (c.GoToWar(hand=hand), _tie_wager(hand, tie))
        case Act.CHOOSE, ["surrender"]:
            yield c.Surrender(hand=hand)
        case Act.ANSWER_CUT, [] | ["no" | "n" | "refuse"]:
            yield c.RefuseCut(seat=hand)
        case Act.ANSWER_CUT, [depth] | ["cut", depth]:
            yield c.CutStack(seat=hand, depth=number(depth))
        case Act.ANSWER_TIE_OFFER, [] | ["no" | "n" | "decline"]:
            yield c.DeclineTieWager(hand=hand)
        case Act.ANSWER_TIE_OFFER, [tie] | ["tie", tie]:
            yield _tie_wager(hand, tie)
        case Act.ADD_TO_BANK, [] | ["no" | "n" | "nothing"]:
            yield c.AddToBank(amount=0)
        case Act.ADD_TO_BANK, [amount]:
            yield c.AddToBank(amount=money(amount))
        case Act.ANSWER_BANK, [] if bank:
            yield c.TakeBank(seat=seat, amount=bank)
        case Act.ANSWER_BANK, [] | ["no" | "n" | "decline" | "pass" | "out"]:
            yield c.DeclineBank(seat=seat)
        case Act.ANSWER_BANK, ["bank", amount] | [amount]:
            yield c.TakeBank(seat=seat, amount=money(amount))
        case Act.CHOOSE, [word, *_]:
            raise unclear(words, meant=get_close_matches(word, ("war", "surrender"), 1, cutoff=0.1))
        case _:
            raise unclear(words)


def _tie_wager(hand: int, amount: str) -> c.Command:
    return c.PlaceWager(hand=hand, wager=Wager.WAR_TIE, amount=money(amount))


def wager_named(word: str) -> Wager | None:
    return _WAGERS.get(_NAMES.get(word, ""))


def unclear(words: list[str], meant: Sequence[str] = ()) -> InputError:
    typed = quoted(" ".join(words)) if words else "An empty line"
    instead = f"did you mean {meant[0]}? (type it in full)" if meant else "type help to see what is."
    return InputError(f"{typed} is no answer to this; {instead}")


def _is_amount(text: str) -> bool:
    return text[0] in "$0123456789"
