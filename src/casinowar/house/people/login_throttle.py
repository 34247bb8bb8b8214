"""Login throttle: exponential backoff after wrong passwords, by name and by address."""

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, case, delete, select

from casinowar.house.storage.schema import FAILURES
from casinowar.house.storage.store import Store, delete_expired, upsert

_FREE_FOR_PAIR: Final = 5
"""Free wrong passwords for a name from one address; each further one doubles the wait."""
_FREE_FOR_ADDRESS: Final = 50
_FREE_FOR_NAME: Final = 500
"""Higher, so that an attacker cannot lock a person out."""
_LONGEST_WAIT: Final = 900_000
_MEMORY: Final = 24 * 3_600_000
_SUBJECT: Final = FAILURES.c.subject


class LoginThrottle:
    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    def wait(self, name: str, address: str) -> int:
        """Give the milliseconds until the next attempt for a name from an address; 0 or less means now."""
        free = _free(name, address)
        rows = self._store.rows_of(select(FAILURES).where(_SUBJECT.in_(free)))
        return max((at + _wait(count - free[who]) - self._clock() for who, count, at in rows), default=0)

    def failed(self, name: str, address: str) -> None:
        now = self._clock()
        old = FAILURES.c.at <= now - _MEMORY
        with self._store.writing() as connection:
            for subject in sorted(_free(name, address)):
                new = upsert(connection, FAILURES).values(subject=subject, count=1, at=now)
                more = {"count": case((old, 1), else_=FAILURES.c.count + 1), "at": now}
                connection.execute(new.on_conflict_do_update(index_elements=["subject"], set_=more))
            connection.execute(delete_expired(FAILURES, old))

    def forget(self, connection: Connection, name: str, address: str) -> None:
        """Forget failures for a name, in general and from an address, but not those of the address."""
        _forget(connection, [_pair(name, address), _name(name)])

    def forget_all(self, connection: Connection, name: str) -> None:
        """Forget failures for a name from all addresses."""
        # LIKE also finds "Mary Ann" for "Ann", and may ignore case.
        pairs = _SUBJECT.startswith("pair "), _SUBJECT.endswith(f" {name[:90]}", autoescape=True)
        found = connection.scalars(select(_SUBJECT).where(*pairs))
        own = [pair for pair in found if pair.split(" ", 2)[2] == name[:90]]
        _forget(connection, [*own, _name(name)])


# Subjects cannot collide: each kind has its own prefix, and an address has no spaces.


def _pair(name: str, address: str) -> str:
    return f"pair {address[:90]} {name[:90]}"


def _name(name: str) -> str:
    return f"name {name[:90]}"


def _free(name: str, address: str) -> dict[str, int]:
    free = {_pair(name, address): _FREE_FOR_PAIR, _name(name): _FREE_FOR_NAME}
    return free | ({f"address {address[:90]}": _FREE_FOR_ADDRESS} if address else {})


def _forget(connection: Connection, subjects: Iterable[str]) -> None:
    """Delete in the order in which failures are written, so that writers cannot deadlock."""
    for subject in sorted(subjects):
        connection.execute(delete(FAILURES).where(FAILURES.c.subject == subject))


def _wait(more: int) -> int:
    """Give the wait in milliseconds after a number of failures beyond the free ones.

    >>> _wait(0), _wait(1), _wait(4), _wait(500)
    (0, 1000, 8000, 900000)
    """
    return 0 if more <= 0 else min(_LONGEST_WAIT, 1000 << min(more - 1, 30))
