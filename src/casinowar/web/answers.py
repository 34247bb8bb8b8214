"""Answers: what a house says to a client over HTTP, and what it raises there."""

from typing import Final, TypeVar

from msgspec import json

from casinowar.game.refusal import InputError
from casinowar.web import messages as m

T = TypeVar("T")

_LEAST_ERROR: Final = 400


class ClientError(InputError):
    """Say why the house did not do it."""

    def __init__(self, problem: m.Problem, status: int = 0) -> None:
        """Pass on what the house said."""
        super().__init__(problem.sentence)
        self.code, self.clause, self.status = problem.code, problem.clause, status


class UnreachableError(InputError, ConnectionError):
    """Say that a house is not there, or has closed the connection."""


def understood(status: int, content: bytes, kind: type[T]) -> T:
    """Read what was asked for, or raise why it was not given."""
    if status >= _LEAST_ERROR:
        raise ClientError(json.decode(content, type=m.Problem), status)
    return json.decode(content or b"null", type=kind)
