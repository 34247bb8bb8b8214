"""War in the full kernel: the choice on a tie hand, the war deals, and how wars are settled."""

from collections.abc import Iterator
from fractions import Fraction

from casinowar.game.book.cited_values import ratio
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Given
from casinowar.game.book.war import Outcome
from casinowar.game.words import Wager
from casinowar.simulation.full import chips
from casinowar.simulation.full import layout as t
from casinowar.simulation.full.bank import cannot_match, drawn_for_match, release, standing
from casinowar.simulation.full.progressive import read_settled
from casinowar.simulation.full.shoe import burn, compared, draw, strength, wins_tie_wager
from casinowar.simulation.full.ties_in_a_row import can_rise, end_hand, pay_ties

EVERYBODY = -1


# the law


def war_terms(rules: Rules) -> t.Terms:
    war, ladder = rules.book.war, rules.tie_odds(Wager.WAR_TIE)
    if war is None or not rules.plays_ties_on:
        return {t.OUTCOMES: (), t.LADDER: ()}
    again = war.again
    equals = rules.book.wagers.war_tie.equals if rules.book.wagers.war_tie else None
    return {
        t.FIGHTS: 1,
        t.TOGETHER: rules.fights_together,
        t.AT_ONCE: rules.fights_at_once,
        t.TIMES: war.times(),
        t.COLLECTS_INITIAL: war.initial.value is Given.COLLECTED,
        t.MATCHED: war.match is not None,
        t.BURN: war.burn.cards,
        t.BURN_DEALERS: rules.dealers_war_burn,
        t.BURN_WHEN: war.burn.when,
        t.DEALER_FIRST: war.deal.first_card == "dealer",
        t.WAR_TIE_EQUAL: 1 + t.code(equals) if equals else t.NO_SIZE,
        t.AGAIN_WARS: again.wars if again else None,
        t.AGAIN_TIMES: war.times(1),
        t.AGAIN_FORFEITS: Fraction(again.forfeits) if again and again.forfeits else None,
        t.OUTCOMES: [column for outcome in (war.lost, war.tied, war.won) for column in _columns(outcome)],
        t.LADDER: ladder,
    }


def _columns(outcome: Outcome) -> Iterator[t.Term]:
    for fate in (outcome.initial, outcome.war, outcome.match):
        yield 1 + t.code(fate) if fate else t.NOTHING
    yield ratio(outcome.pays) if outcome.pays else Fraction(0)
    yield outcome.base(1, 0)
    yield outcome.base(0, 1)


# the choice


@t.compiled
def cover(table: t.TableArrays, hand: int) -> None:
    """Keep the part of a tie hand that the bank covers and return the rest; without cover the hand ends."""
    rest = table.hands[hand, t.ON + t.INITIAL] - standing(table, hand)
    table.hands[hand, t.ON + t.INITIAL] -= rest
    table.hands[hand, t.NET + t.INITIAL] += rest
    table.hands[hand, t.PUT_INITIAL] -= rest
    if rest and not table.hands[hand, t.ON + t.INITIAL]:
        table.hands[hand, t.CHOOSES] = 0
        table.hands[hand, t.SETTLED] = 1


@t.compiled
def choose(table: t.TableArrays, hand: int) -> None:
    if not table.hands[hand, t.CHOOSES]:
        return
    table.hands[hand, t.CHOOSES] = 0
    price = _war_wager(table, hand, table.hands[hand, t.WARS])
    if not table.hands[hand, t.GIVES_UP] and _goes_to_war(table, hand, price):
        chips.place(table, hand, t.WAR, price)
        table.hands[hand, t.WARS] += 1
    else:
        _surrender(table, hand)


@t.compiled
def gives_up_first(table: t.TableArrays, hand: int) -> bool:
    """Let a tie hand choose before the pass of paying, where it waits if it gives up."""
    if table.terms[t.AT_THE_SEAT] == t.BEFORE_PAYMENT:
        table.hands[hand, t.GIVES_UP] = not _goes_to_war(table, hand, _war_wager(table, hand, 0))
    return bool(table.hands[hand, t.GIVES_UP])


@t.compiled
def choose_in_turn(table: t.TableArrays) -> None:
    for turn in range(len(table.hands)):
        hand = t.item(table, t.CHOOSE, turn)
        if table.hands[hand, t.CHOOSES]:
            choose(table, hand)
            read_settled(table)


@t.compiled
def _war_wager(table: t.TableArrays, hand: int, wars: int) -> int:
    """Give the cost of a war after this number of wars of the hand, or 0 if there is no war."""
    if not table.terms[t.FIGHTS]:
        return 0
    times = t.AGAIN_TIMES if wars else t.TIMES
    return int(table.terms[times] * table.hands[hand, t.PUT_INITIAL] // table.terms[times + 1])


@t.compiled
def _goes_to_war(table: t.TableArrays, hand: int, price: int) -> bool:
    """Tell whether a player goes to war, who may have only one choice or too few chips for the other."""
    wars = table.hands[hand, t.WARS]
    if not table.terms[t.FIGHTS]:
        return False
    if not table.terms[_price(wars) + 1]:
        return True
    columns = max(1, table.terms[t.AGAIN_WARS])
    wanted = t.item(table, t.GOES_TO_WAR, strength(table.hands[hand, t.CARD]) * columns + wars)
    return bool(wanted and _has_left(table, hand) >= price)


@t.compiled
def _has_left(table: t.TableArrays, hand: int) -> int:
    """Give a player's chips for a war; a choice in the pass of deciding comes before any payment."""
    left = chips.left(table, hand)
    if table.terms[t.AT_THE_SEAT] == t.BEFORE_PAYMENT and not table.hands[hand, t.WARS]:
        for wager in (t.TIE, t.DEALER_WINS):
            left -= table.hands[hand, t.NET + wager] + table.hands[hand, t.PLACED + wager]
    return int(left)


@t.compiled
def _price(wars: int) -> int:
    """Give the place of the share that surrender costs after this number of wars."""
    return t.AGAIN_FORFEITS if wars else t.FORFEITS


@t.compiled
def _surrender(table: t.TableArrays, hand: int) -> None:
    """Forfeit part of the wagers and return the rest; the dealer takes a match back."""
    price = _price(table.hands[hand, t.WARS])
    share, whole = table.terms[price], table.terms[price + 1]
    release(table, hand)
    for wager in (t.INITIAL, t.WAR):
        chips.forfeit(table, hand, wager, _lost(table, table.hands[hand, t.ON + wager] * share, whole))
    chips.collect_match(table, hand)
    table.hands[hand, t.SURRENDERED] = 1
    end_hand(table, hand, table.hands[hand, t.FOUGHT] + 1)


@t.compiled
def _lost(table: t.TableArrays, amount: int, parts: int) -> int:
    """Round the forfeited part to whole cents, or to whole chips if the reading of an odd half says so."""
    chip = table.terms[t.CHIP]
    if table.terms[t.ODD] == t.TO_PLAYER:
        return int(amount // (parts * chip) * chip)
    if table.terms[t.ODD] == t.TO_HOUSE:
        return int(-(-amount // (parts * chip)) * chip)
    return amount // parts


# the war deal


@t.compiled
def fight_at_once(table: t.TableArrays, hand: int) -> None:
    """Fight all the wars of one hand before the next hand is settled."""
    while _is_at_war(table, hand):
        if table.hands[hand, t.WARS] > table.hands[hand, t.CONFIRMED]:
            _confirm(table, hand)
        if _is_at_war(table, hand):
            _fight(table, hand)
        if table.hands[hand, t.CHOOSES]:
            choose(table, hand)


@t.compiled
def fight_all(table: t.TableArrays) -> None:
    while True:
        for turn in range(len(table.hands)):
            hand = t.item(table, t.CONFIRM, turn)
            if _is_at_war(table, hand) and table.hands[hand, t.WARS] > table.hands[hand, t.CONFIRMED]:
                _confirm(table, hand)
                read_settled(table)
        first = EVERYBODY
        for turn in range(len(table.hands)):
            hand = t.item(table, t.WAR_DEAL, turn)
            if first == EVERYBODY and _is_at_war(table, hand):
                first = hand
        if first == EVERYBODY:
            return
        _fight(table, EVERYBODY if table.terms[t.TOGETHER] else first)
        choose_in_turn(table)


@t.compiled
def _is_at_war(table: t.TableArrays, hand: int) -> bool:
    return bool(table.hands[hand, t.WARS] > table.hands[hand, t.FOUGHT] and not table.hands[hand, t.SETTLED])


@t.compiled
def _confirm(table: t.TableArrays, hand: int) -> None:
    """Confirm a war wager; collect the initial wager, match, and take a tie wager, as the book says."""
    match = _war_wager(table, hand, table.hands[hand, t.WARS] - 1) if table.terms[t.MATCHED] else 0
    if match and cannot_match(table, hand, match):
        release(table, hand)
        chips.give_back(table, hand, t.WAR)
        chips.give_back(table, hand, t.INITIAL)
        chips.collect_match(table, hand)
        table.hands[hand, t.SETTLED] = 1
        return
    table.hands[hand, t.CONFIRMED] = table.hands[hand, t.WARS]
    if table.terms[t.COLLECTS_INITIAL]:
        chips.collect_at_war(table, hand, t.INITIAL)
    if match:
        _match(table, hand, match)
    _place_war_tie(table, hand)


@t.compiled
def _match(table: t.TableArrays, hand: int, amount: int) -> None:
    """Match a war wager: the first from its reserve, later ones from the cover that is left."""
    first = not table.hands[hand, t.ON + t.MATCH]
    match = amount if first else drawn_for_match(table, hand, amount)
    table.hands[hand, t.ON + t.MATCH] += match
    table.hands[hand, t.ON + t.WAR] -= amount - match
    table.hands[hand, t.NET + t.WAR] += amount - match


@t.compiled
def _place_war_tie(table: t.TableArrays, hand: int) -> None:
    """Place the tie wager on the war deal, if it is offered and its player has the chips."""
    wager = table.hands[hand, t.WAGERS + t.WAR_TIE]
    if not wager or not t.number(table, t.LADDER) or table.hands[hand, t.ON + t.WAR_TIE]:
        return
    if table.terms[t.WAR_TIE_EQUAL] != t.NO_SIZE:
        wager = 0
    if table.terms[t.WAR_TIE_EQUAL] in (t.AS_INITIAL, t.AS_BOTH):
        wager += table.hands[hand, t.PUT_INITIAL]
    if table.terms[t.WAR_TIE_EQUAL] in (t.AS_WAR, t.AS_BOTH):
        wager += table.hands[hand, t.ON + t.WAR]
    if chips.left(table, hand) >= wager:
        chips.place(table, hand, t.WAR_TIE, wager)


@t.compiled
def _fight(table: t.TableArrays, only: int) -> None:
    if table.terms[t.BURN_WHEN] == t.ONCE:
        burn(table, table.terms[t.BURN])
    if table.terms[t.DEALER_FIRST]:
        _deal_to_dealer(table)
    if table.terms[t.BURN_WHEN] == t.EACH_SIDE:
        burn(table, table.terms[t.BURN])
    for place_dealt in range(t.number(table, t.WAR_SPOTS)):
        _deal_to_spot(table, only, t.item(table, t.WAR_SPOTS, place_dealt))
    if not table.terms[t.DEALER_FIRST]:
        _deal_to_dealer(table)
    for hand in range(len(table.hands)):
        if only in (EVERYBODY, hand) and _is_at_war(table, hand) and table.hands[hand, t.WARS] == 1:
            table.hands[hand, t.FIRST_CARD] = table.hands[hand, t.WAR_CARD]
            table.hands[hand, t.FIRST_AGAINST] = table.marks[t.DEALERS_WAR_CARD]
            table.hands[hand, t.FACED] = 1
    for turn in range(len(table.hands)):
        hand = t.item(table, t.WAR_SETTLE, turn)
        if only in (EVERYBODY, hand) and _is_at_war(table, hand):
            _settle_war(table, hand)
            read_settled(table)


@t.compiled
def _deal_to_dealer(table: t.TableArrays) -> None:
    if table.terms[t.BURN_WHEN] != t.ONCE:
        burn(table, table.terms[t.BURN_DEALERS])
    table.marks[t.DEALERS_WAR_CARD] = draw(table)


@t.compiled
def _deal_to_spot(table: t.TableArrays, only: int, spot: int) -> None:
    card = -1
    for hand in range(len(table.hands)):
        if table.hands[hand, t.SPOT] != spot or only not in (EVERYBODY, hand) or not _is_at_war(table, hand):
            continue
        if card < 0:
            if table.terms[t.BURN_WHEN] == t.EACH_CARD:
                burn(table, table.terms[t.BURN])
            card = draw(table)
        table.hands[hand, t.WAR_CARD] = card


# the settlement


@t.compiled
def _settle_war(table: t.TableArrays, hand: int) -> None:
    """Compare the war cards and settle the war; a tied one may be fought again."""
    fought = table.hands[hand, t.WARS]
    table.hands[hand, t.FOUGHT] = fought
    card, dealers = table.hands[hand, t.WAR_CARD], table.marks[t.DEALERS_WAR_CARD]
    result = compared(table, card, dealers, t.SUITS_AT_WAR)
    running = table.hands[hand, t.RAN_ON] > 0
    again = result == t.EQUAL and fought < table.terms[t.AGAIN_WARS] and not running
    if not again and not running:
        release(table, hand)
        _outcome(table, hand, result)
    if table.hands[hand, t.ON + t.WAR_TIE] and wins_tie_wager(table, result, card, dealers):
        chips.pay_odds(table, hand, t.WAR_TIE, _war_tie_odds(table, fought))
    elif table.hands[hand, t.ON + t.WAR_TIE]:
        chips.collect(table, hand, t.WAR_TIE, _war_tie_odds(table, fought))
    if result == t.EQUAL and not again:
        end_hand(table, hand, fought + 1)
    elif not again:
        pay_ties(table, hand, fought)
        table.hands[hand, t.SETTLED] = 1
    elif not can_rise(table, hand, fought + 1):
        pay_ties(table, hand, fought + 1)
    if again:
        table.hands[hand, t.CHOOSES] = 1


@t.compiled
def _war_tie_odds(table: t.TableArrays, fought: int) -> int:
    """Give the place of the odds of a tie wager on this war deal."""
    step = (min(fought, t.number(table, t.LADDER) // t.STEP) - 1) * t.STEP
    return int(table.terms[t.LADDER] + 1 + step)


@t.compiled
def _outcome(table: t.TableArrays, hand: int, result: int) -> None:
    start = table.terms[t.OUTCOMES] + 1 + result * t.OUTCOME
    law = table.terms[start : start + t.OUTCOME]
    if law[t.FATE_INITIAL] == t.COLLECTED:
        chips.collect_at_war(table, hand, t.INITIAL)
    base = law[t.BASE_INITIAL] * table.hands[hand, t.PUT_INITIAL]
    base += law[t.BASE_WAR] * table.hands[hand, t.ON + t.WAR]
    if law[t.FATE_WAR] == t.COLLECTED:
        chips.collect_at_war(table, hand, t.WAR)
    if law[t.PAYS]:
        chips.pay(table, hand, t.WAR, base * law[t.PAYS] // law[t.PAYS + 1])
    if law[t.FATE_MATCH] == t.COLLECTED:
        chips.collect_match(table, hand)
    elif law[t.FATE_MATCH] != t.NOTHING:
        chips.pay_match(table, hand)
    if law[t.FATE_INITIAL] == t.RETURNED:
        chips.give_back(table, hand, t.INITIAL)
    if law[t.FATE_WAR] == t.RETURNED:
        chips.give_back(table, hand, t.WAR)
