"""Casino War: five regulations made executable.

`Table` is the friendly face. The rules are in `casinowar.game`, the texts as data in `casinowar.rulebooks`,
the clauses with their tests in `casinowar.law`.
"""

from casinowar.friendly import Table
from casinowar.game.refusal import InputError, Refusal
from casinowar.telling.result import Result

__all__ = ["InputError", "Refusal", "Result", "Table"]
