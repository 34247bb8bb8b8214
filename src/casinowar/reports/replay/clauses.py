"""Which clause stands behind each recorded event: that of an irregularity's remedy, or that of the play."""

from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.table import Table
from casinowar.game.words import Irregularity
from casinowar.telling.citations import behind_event


class Clauses:
    """Finds clauses event by event; what follows from an irregularity stands under its clause."""

    def __init__(self, rules: Rules) -> None:
        """Begin where nothing irregular has happened."""
        self._rules = rules
        self._voiding = ""

    def behind(self, event: e.Event, table: Table) -> str:
        """Find the clause behind the next event; the table is the one before it."""
        clause = self._irregular(event, table)
        if isinstance(event, e.RoundVoided):
            self._voiding = clause
        if isinstance(event, e.RoundCutShort):
            self._voiding = behind_event(self._rules, table, event)
        if isinstance(event, e.RoundCompleted):
            self._voiding = ""
        return clause or behind_event(self._rules, table, event)

    def _irregular(self, event: e.Event, table: Table) -> str:
        if self._voiding:
            return "" if isinstance(event, e.RoundCompleted) else self._voiding
        match event:
            case e.RoundVoided() | e.IrregularityReported():
                return self._remedy(event.irregularity)
            case e.CardFoundFaceUp():
                return self._remedy(Irregularity.FACE_UP_CARD)
            case e.CardDrawnInError(exposed=False):
                return self._remedy(Irregularity.CARD_DRAWN_IN_ERROR)
            case e.CardDrawnInError() | e.CardDiscarded():
                return self._rules.book.irregularities.ruling.clause
            case e.HandVoided():
                return self._remedy(Irregularity.NO_CARD_DEALT)
            case e.WagerReturned(hand=seat) if table.round and not table.round.hands[seat].card:
                return self._remedy(Irregularity.NO_CARD_DEALT)
            case _:
                return ""

    def _remedy(self, irregularity: Irregularity) -> str:
        law = self._rules.book.irregularities
        return (law.provision(irregularity) or law.ruling).clause
