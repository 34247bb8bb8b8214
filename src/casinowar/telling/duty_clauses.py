"""The clauses of an act that is due, with those that say what it costs and brings."""

from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.due.cutting import refusal_clause
from casinowar.game.procedure import Duty
from casinowar.game.table import Table
from casinowar.game.words import Act


def duty_clauses(rules: Rules, table: Table, duty: Duty) -> tuple[str, ...]:
    book = rules.book
    related: tuple[Cited | None, ...] = ()
    match duty.act:
        case Act.PLACE_WAGERS | Act.CALL_NO_MORE_BETS:
            wagers = book.wagers
            related = (
                wagers.placing,
                wagers.limits,
                wagers.placing_tie,
                wagers.tie,
                wagers.fixed,
                wagers.dealer_wins,
            )
            related += _offered(rules)
        case Act.ADD_TO_BANK if book.bank:
            related = (book.bank.wager, book.bank.exhausted)
        case Act.ANSWER_BANK if book.bank:
            related = (book.bank.wager, book.bank.exhausted, book.bank.held, book.bank.players)
        case Act.ANSWER_CUT:
            related = (refusal_clause(rules, table), book.cut.margin)
        case Act.CHOOSE:
            war = book.war
            related = (book.surrender, *((war.wager, war.won, war.tied, war.lost) if war else ()))
        case Act.EXCHANGE_BATCHES:
            related = (book.shuffle.turns,)
        case Act.SHUFFLE_STORED:
            related = (book.shuffle.stored,)
        case Act.ANSWER_TIE_OFFER:
            related = (book.wagers.placing_war_tie, book.wagers.war_tie)
        case _:
            pass
    cited = [duty.clause, *(each.clause for each in related if each)]
    return tuple(dict.fromkeys(clause for each in cited for clause in each.split("; ") if clause))


def _offered(rules: Rules) -> tuple[Cited | None, ...]:
    book, house = rules.book, rules.house
    offers: list[Cited | None] = []
    if house.progressive and book.progressive:
        offers += [book.progressive.offer, book.progressive.closes, *book.progressive.pays[:1]]
        offers.append(book.progressive.envy)
    if house.bonus_spin and book.bonus_spin:
        offers += [book.bonus_spin.offer, book.bonus_spin.goes_to]
    if house.electronic and book.electronic:
        offers += [book.electronic.offer, book.electronic.backing]
    if house.coupons:
        offers.append(book.wagers.coupons)
    if rules.adjacent_boxes > 1:
        offers.append(book.seating.adjacent_boxes)
    if house.backline and book.bank:
        offers.append(book.bank.backline)
    return tuple(offers)
