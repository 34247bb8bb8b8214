"""The rules page of a table: what the house chose, what the text says, and the readings."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Column
from rich.text import Text

from casinowar.cli.play.drawing import ResponsiveTable
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.rules import Rules
from casinowar.game.citation import clause_in_words
from casinowar.game.money import Cents, dollars
from casinowar.game.words import Wager
from casinowar.reports.rulebook_changes import not_in_force
from casinowar.rulebooks import RulebookFile
from casinowar.rulebooks.diff import overridden
from casinowar.rulebooks.topics import Statement, statements
from casinowar.telling.phrases import WAGERS

Fact = tuple[str, str, str]
"""Topic, rule and clause."""


def rules_in_force(source: RulebookFile, rules: Rules) -> RenderableType:
    columns = Column(style="cyan", max_width=44), Column(), Column(style="dim", max_width=24)
    said = [
        part
        for facts in (_chosen(rules), _said(rules))
        for part in (Text(), ResponsiveTable(facts, *columns))
    ]
    readings: list[RenderableType] = []
    if source.readings:
        columns = Column(no_wrap=True), Column(), Column(style="dim", no_wrap=True)
        readings = [
            Text("Readings in force", style="bold"),
            ResponsiveTable(_readings(source, rules), *columns),
        ]
    return Group(Text(rules.book.title, style="bold"), *said, Text(), *readings)


def _chosen(rules: Rules) -> Iterator[Fact]:
    house, spin, limits = rules.house, rules.house.bonus_spin, rules.book.wagers.limits
    posted, limit, capped = "; ".join(limits_posted(rules)), rules.payout_limit, rules.payout_limit_law
    assumed = rules.is_assumed(Wager.TIE) and rules.book.wagers.tie
    starting = " or ".join(f"{card.color} {card.rank}" for card in spin.cards) if spin else ""
    chosen = {
        "cards": f"{rules.decks} decks, {rules.shuffler}",
        "seats": f"{rules.seats}",
        "limits": posted or "none posted",
        "tie limit": assumed and f"at most {dollars(rules.span(Wager.TIE)[1])}, as nothing else is posted",
        "authorized limit": house.authorized_limit and f"${house.authorized_limit}",
        "table inventory": not rules.book.bank and f"opens with {dollars(rules.opening_inventory)}",
        "payout limit": capped and (f"{dollars(limit)} per hand" if limit else "none"),
        "boxes": rules.adjacent_boxes > 1 and f"up to {rules.adjacent_boxes} adjacent ones for each player",
        "backline": house.backline and f"{house.backline} behind each seat",
        "match play coupons": house.coupons and "are taken",
        "community cards": house.electronic and f"{house.electronic.community_cards}",
        "progressive meter": house.progressive and _meter(house.progressive.meter),
        "bonus wheel": spin and f"a {starting} of the dealer starts the wheel",
        "primary meter": spin and _meter(spin.primary),
        "secondary meter": spin and _meter(spin.secondary),
    }
    for topic, says in chosen.items():
        if says:
            clauses = {
                "limits": limits.clause,
                "authorized limit": limits.clause,
                "tie limit": limits.reading or limits.clause,
                "payout limit": capped.clause if capped else "",
            }
            yield topic, str(says), clause_in_words(clauses.get(topic, ""))


def limits_posted(rules: Rules) -> Iterator[str]:
    yield from (f"{WAGERS[wager]} {_span(*span)}" for wager, span in rules.limits.items())


def _span(least: Cents, most: Cents) -> str:
    return f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"


def _meter(meter: MeterChoices) -> str:
    linked = ", shared with other tables" if meter.linked else ""
    return f"{meter.rate} of each wager; starts at ${meter.initial}, again at ${meter.reset}{linked}"


def _said(rules: Rules) -> Iterator[Fact]:
    house = rules.house
    offered = {
        **dict.fromkeys(("wagers", "deal", "shuffle", "settlement", "surrender", "war", "bank"), True),
        "progressive": house.progressive,
        "bonus_spin": house.bonus_spin,
        "electronic": house.electronic,
    }
    for each in statements(rules.book):
        if offered.get(each.place.partition(".")[0]) and not each.mention and not each.acts:
            says = _choice_left(rules, each) or each.says
            yield each.topic, says + _stops(rules, each), clause_in_words(each.clause)


def _choice_left(rules: Rules, statement: Statement) -> str:
    """Describe the choice on a tie if the rulebook has no war or no surrender."""
    if statement.place != "settlement.tie_hand" or not rules.offers_choice:
        return ""
    if not rules.book.surrender:
        return "war; surrender is not offered"
    return "" if rules.book.war else "surrender; war is not offered"


def _stops(rules: Rules, statement: Statement) -> str:
    """Count the stops of a symbol on its wheel."""
    spin = rules.house.bonus_spin
    wheels = {"hot_spot": spin.hot_spot, "community": spin.community} if spin else {}
    _, _, place = statement.place.partition(".")
    wheel = wheels.get(place.partition(".")[0])
    segments = wheel.segments if wheel else ()
    weights = [each.weight for each in segments if place.endswith(f".{each.symbol}")]
    return f", {sum(weights)} of {wheel.stops} stops" if wheel and weights else ""


def _readings(source: RulebookFile, rules: Rules) -> Iterator[tuple[Text, str, str]]:
    own = overridden(source, rules.book.readings)
    for name, value in rules.book.readings.items():
        reading = source.readings[name]
        style = "cyan" if value == reading.default else "bold yellow"
        yield (
            Text(name, style=style),
            not_in_force(own[name]) if name in own else reading.choices[value].says,
            reading.cites,
        )
