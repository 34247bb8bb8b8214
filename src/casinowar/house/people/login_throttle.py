"""Patience: whoever gives wrong passwords waits longer and longer, as a name and as an address."""

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, case, delete, select

from casinowar.house.storage.schema import FAILURES
from casinowar.house.storage.store import Store, delete_expired, upsert

_OF_A_PAIR: Final = 5
"""So many wrong passwords for a name from an address cost nothing; each further one doubles the wait."""
_OF_AN_ADDRESS: Final = 50
_OF_A_NAME: Final = 500
"""More, so that nobody keeps another from signing in."""
_LONGEST_WAIT: Final = 900_000
_FORGOTTEN: Final = 24 * 3_600_000
_SUBJECT: Final = FAILURES.c.subject


class LoginThrottle:
    """What is known of wrong passwords."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        """Keep it in a house's database."""
        self._store, self._clock = store, clock

    def wait(self, name: str, address: str) -> int:
        """Tell for how many milliseconds nobody may try a password for a name from an address."""
        free = _free(name, address)
        rows = self._store.rows_of(select(FAILURES).where(_SUBJECT.in_(free)))
        return max((at + _wait(count - free[who]) - self._clock() for who, count, at in rows), default=0)

    def failed(self, name: str, address: str) -> None:
        """Note a wrong password."""
        now = self._clock()
        old = FAILURES.c.at <= now - _FORGOTTEN
        with self._store.writing() as connection:
            for subject in sorted(_free(name, address)):
                new = upsert(connection, FAILURES).values(subject=subject, count=1, at=now)
                more = {"count": case((old, 1), else_=FAILURES.c.count + 1), "at": now}
                connection.execute(new.on_conflict_do_update(index_elements=["subject"], set_=more))
            connection.execute(delete_expired(FAILURES, old))

    def forget(self, connection: Connection, name: str, address: str) -> None:
        """Forget those for a name, and for it from an address, but not those of the address."""
        _forget(connection, [_pair(name, address), _name(name)])

    def forget_all(self, connection: Connection, name: str) -> None:
        """Forget those for a name from wherever they came."""
        # The database finds those of "Mary Ann" too, and may take small letters for capitals.
        pairs = _SUBJECT.startswith("pair "), _SUBJECT.endswith(f" {name[:90]}", autoescape=True)
        found = connection.scalars(select(_SUBJECT).where(*pairs))
        own = [pair for pair in found if pair.split(" ", 2)[2] == name[:90]]
        _forget(connection, [*own, _name(name)])


# Each kind begins with its own word, and an address has no spaces: no name is taken for another.


def _pair(name: str, address: str) -> str:
    return f"pair {address[:90]} {name[:90]}"


def _name(name: str) -> str:
    return f"name {name[:90]}"


def _free(name: str, address: str) -> dict[str, int]:
    """Tell how many wrong passwords cost nothing, for whomever they are noted."""
    free = {_pair(name, address): _OF_A_PAIR, _name(name): _OF_A_NAME}
    return free | ({f"address {address[:90]}": _OF_AN_ADDRESS} if address else {})


def _forget(connection: Connection, subjects: Iterable[str]) -> None:
    """Forget in the order in which they are noted, so that nobody waits for each other in a ring."""
    for subject in sorted(subjects):
        connection.execute(delete(FAILURES).where(FAILURES.c.subject == subject))


def _wait(more: int) -> int:
    """Tell how long to wait after so many failures beyond those that cost nothing.

    >>> _wait(0), _wait(1), _wait(4), _wait(500)
    (0, 1000, 8000, 900000)
    """
    return 0 if more <= 0 else min(_LONGEST_WAIT, 1000 << min(more - 1, 30))
