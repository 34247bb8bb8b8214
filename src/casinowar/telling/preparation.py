"""Which clauses stand behind the preparation of the cards, and behind acts that come in between."""

from casinowar.game import events as e
from casinowar.game.book.citing import Cited
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.due.shuffling import needs_new_decks
from casinowar.game.table import Step, Table
from casinowar.game.words import Act, Occasion


def behind_preparation(
    rules: Rules, table: Table, event: e.ProcedureBegan | e.StepsInserted
) -> Cited | Step | None:
    """Find what calls for it: an order, a rule, or what the first act is done under."""
    book, due = rules.book, table.to_do[0] if table.to_do else None
    match event:
        case e.ProcedureBegan(occasion=Occasion.ORDERED):
            return book.shuffle.by_order
        case e.ProcedureBegan(steps=steps) if due and _is_ordered_now(book, table, steps):
            return book.shuffle.by_order
        case e.ProcedureBegan(occasion=Occasion.RESHUFFLE | Occasion.UNLISTED, steps=steps) if due:
            return next((step for step in steps if step not in table.to_do), due)
        case e.ProcedureBegan(occasion=Occasion.CHANGE) if not (due or table.device_failed) and (
            needs_new_decks(rules, table)
        ):  # A device that is back lacks the batches or decks that it is used with.
            return book.cards.decks[rules.shuffler]
        case e.ProcedureBegan(occasion=Occasion.CHANGE) if book.cards.change and not due:
            return book.cards.change
        case e.ProcedureBegan(occasion=Occasion.IDLE) if book.idle and book.idle.begins and not due:
            return book.idle.begins
        case _:
            return next(iter(event.steps), due)


def _is_ordered_now(book: Rulebook, table: Table, steps: tuple[Step, ...]) -> bool:
    """Tell whether what is to be done anew is a shuffle by order, while a table is made ready."""
    order = book.shuffle.by_order
    ordered = {step for step in steps if order and step.act is Act.SHUFFLE and step.clause == order.clause}
    return not ordered <= {*table.to_do}
