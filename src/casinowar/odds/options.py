"""The options of an odds sheet and their defaults, for Python, the command line and the lab."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from casinowar.game.cards import Card
from casinowar.game.money import Cents
from casinowar.parsing import ODDS_BOUNDS, cards, money, several, whole_number, yes_or_no


class OddsOptions(Struct, frozen=True, kw_only=True):
    """The options of a sheet beyond the rules; money is in cents."""

    decks: int | None = None
    seen: tuple[Card, ...] = ()
    wager: Cents | None = None
    meter: Cents | None = None
    sessions: tuple[int, ...] = (10, 100, 1000)
    """Lengths of sessions, in rounds."""
    bankroll: int = 20
    """What a player brings to a session, in units of the initial wager."""
    rounds_per_hour: int = 60
    counter: bool = False
    """Whether to follow counting through whole shoes, which takes seconds."""

    @classmethod
    def read(cls, **given: object) -> "OddsOptions":
        """Check options as people give them; those left out keep their defaults.

        >>> OddsOptions.read(decks=8, wager="12.50", seen="AS 10h").wager
        1250
        """
        said = {name: each for name, each in given.items() if each is not None or name not in _OPTIONAL}
        return cls(**{name: _READERS[name](each) for name, each in said.items()})  # type: ignore[arg-type]  # each reader gives its field's type


def _whole(name: str, what: str = "") -> Callable[[object], int]:
    return lambda said: whole_number(what or name, said, *ODDS_BOUNDS[name])


_OPTIONAL: Final = ("decks", "wager", "meter")
_READERS: Final[dict[str, Callable[[object], object]]] = {
    "decks": _whole("decks"),
    "seen": lambda said: cards(said if isinstance(said, str) else " ".join(several("seen", said, str))),
    "wager": lambda said: money(str(said)),
    "meter": lambda said: money(str(said)),
    "sessions": lambda said: tuple(map(_whole("sessions", "A session"), several("sessions", said))),
    "bankroll": _whole("bankroll"),
    "rounds_per_hour": _whole("rounds_per_hour"),
    "counter": lambda said: yes_or_no("counter", said),
}
