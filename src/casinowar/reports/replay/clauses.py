"""Which clause stands behind each recorded event: that of the void round it belongs to, or its own."""

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.table import Table
from casinowar.telling.citations import behind_event


class Clauses:
    """Finds clauses event by event; what follows from a void round stands under the clause that voids it."""

    def __init__(self, rules: Rules) -> None:
        """Begin where no round is void."""
        self._rules = rules
        self._voiding = ""

    def behind(self, event: e.Event, table: Table) -> str:
        """Find the clause behind the next event; the table is the one before it."""
        if isinstance(event, e.RoundCompleted):
            self._voiding = ""
        clause = self._voiding or behind_event(self._rules, table, event)
        if isinstance(event, e.RoundVoided | e.RoundCutShort):
            self._voiding = clause
        return clause
