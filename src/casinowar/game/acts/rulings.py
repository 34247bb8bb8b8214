"""Rulings: what a floorperson says where no clause provides, and the reshuffle of a device that jammed."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import failed_checks, preparation
from casinowar.game.acts.dealing import discards_again
from casinowar.game.acts.layout import in_round, provided
from casinowar.game.acts.voiding import cut_short, hands_voided, void_round
from casinowar.game.acts.war import lost, surrendered
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Remedy
from casinowar.game.due.hands import hand_to_choose, has_open_wagers
from casinowar.game.evolve import evolve_all
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import Act, Irregularity, Occasion, Ruling, Shuffler

_SHUFFLES = frozenset({Act.SHUFFLE, Act.SHUFFLE_STORED})


def rule(rules: Rules, table: Table, command: c.Rule) -> e.Events:
    stop = table.stop
    if stop is None:
        raise Refusal(Reason.NOTHING_TO_RULE_ON)
    if command.ruling not in stop.possible:
        raise Refusal(Reason.RULING_NOT_POSSIBLE, stop.clause, possible=stop.possible)
    recorded = e.RulingRecorded(ruling=command.ruling, note=command.note, by=command.by, clause=stop.clause)
    leaving = rules.clauses.leaving
    what = stop.irregularity
    done: e.Events = ()
    match command.ruling:
        case Ruling.PLAY_ON if what is Irregularity.SHOE_RAN_OUT:
            return (recorded, *discards_again(rules, table, rules.book.irregularities.ruling))
        case Ruling.PLAY_ON:
            pass
        case Ruling.DISCARD_THE_CARD:
            done = (e.CardDiscarded(place=len(table.aside) - 1, clause=rules.clauses.ruling),)
        case Ruling.SURRENDER_THE_HAND:
            hand = hand_to_choose(rules, in_round(table))
            done = surrendered(rules, in_round(table), hand) if hand else ()
        case Ruling.LOSE_THE_HAND:
            hand = provided(hand_to_choose(rules, in_round(table)))
            forfeited = e.HandForfeited(hand=hand.number, clause=leaving)
            done = (forfeited, *lost(rules, in_round(table), hand, leaving))
        case Ruling.RETURN_THE_CHIP:
            done = failed_checks.chip_returned(rules, table)
        case Ruling.DENY_THE_PAYOUT:
            done = failed_checks.denied(rules, table)
        case Ruling.VOID_THE_HAND:
            done = hands_voided(rules, table, in_round(table).hands[provided(stop.hand)])
        case Ruling.VOID_THE_ROUND:
            done = void_round(rules, table, what, reshuffle=reshuffled_for(rules, what))
        case Ruling.LET_SETTLED_STAND:
            done = cut_short(rules, table, what, reshuffle=reshuffled_for(rules, what))
    events = (recorded, *done)
    if what is Irregularity.SHUFFLER_JAM:
        events += device_again(rules, evolve_all(table, events))
    return events


def reshuffled_for(rules: Rules, what: Irregularity) -> Cited | None:
    """Find the clause under which a round that is void for this reason ends with a shuffle, if any."""
    provision = rules.book.irregularities.provision(what)
    if provision is None:
        return None
    if what is Irregularity.SHUFFLER_JAM:
        return provision if rules.shuffler is Shuffler.CONTINUOUS else None
    return provision if Remedy.VOID_ROUND in {provision.remedy, provision.repeated} else None


def acts_with_cards(rules: Rules, table: Table) -> list[Act]:
    """List what is to be done with the cards, less what a dealer who comes says about dealing them."""
    said = {task.act for task in rules.book.deal.hands}
    return [step.act for step in table.to_do if step.act not in said]


def device_again(rules: Rules, table: Table) -> e.Events:
    """Have the cards of a jammed device taken out, where the book says so, and shuffled again.

    A shuffle that is due is the one that was not completed, but for that of one batch while the other is in
    the device. A round goes on with what is left in the device, shuffled; a continuous device shuffles anyway
    when the round is over.
    """
    law = rules.book.irregularities
    because = law.provision(Irregularity.SHUFFLER_JAM) or law.ruling
    emptied = preparation.steps_of(law.jammed_device)
    alone = (e.StepsInserted(steps=emptied, clause=emptied[0].clause),) if emptied else ()
    due, acts = table.to_do[:1], [step.act for step in table.to_do]
    batch = rules.shuffler is Shuffler.BATCH
    if due and due[0].act in _SHUFFLES and (Act.SHUFFLE_STORED in acts or not batch):
        again = (*emptied, replace(due[0], clause=because.clause))
        return (e.StepsInserted(steps=again, instead=True, clause=again[0].clause),)
    still_due = Act.SHUFFLE_STORED in acts and acts_with_cards(rules, table)[0] is Act.SHUFFLE
    if still_due:  # Before it a dealer who has come says how the cards are dealt.
        return alone
    if batch or (Act.LOAD_SHOE in acts and Act.SHUFFLE not in acts):
        again = (*emptied, *preparation.shuffle_device_again(rules, because.clause))
        return (e.StepsInserted(steps=again, clause=again[0].clause),)
    called = table.round is not None and table.round.closed
    if called and table.shoe.left and has_open_wagers(in_round(table)):
        again = (*emptied, *preparation.in_mid_round(because))
        return (
            e.JammedCardsTaken(clause=because.clause),
            e.StepsInserted(steps=again, clause=again[0].clause),
        )
    if called or Act.SHUFFLE in acts:
        return alone
    steps = (*emptied, *preparation.reshuffle(rules, table, because), *table.to_do)
    occasion = Occasion.RESHUFFLE
    clause = preparation.called_for_by(rules, table, occasion, steps)
    return (e.ProcedureBegan(occasion=occasion, steps=steps, clause=clause),)
