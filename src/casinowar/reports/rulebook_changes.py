"""What a custom rulebook changes in or removes from the clauses of its document."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from casinowar.game.book.rules import Rules
from casinowar.game.money import dollars
from casinowar.game.words import Wager
from casinowar.law.catalog import under
from casinowar.law.choices import Chosen, is_taken_out, places
from casinowar.reports.blocks import Grid, Section, StyledText, section, text_column
from casinowar.reports.numbers import counted
from casinowar.rulebooks import RulebookFile, is_built_in
from casinowar.rulebooks.diff import ChangedValue, base_of, changes, overridden
from casinowar.rulebooks.topics import statements
from casinowar.telling.phrases import listed

CHANGED: Final = "changed here"
UNDER_A_CHANGE: Final = "under a clause changed here"
TAKEN_OUT: Final = "taken out here"
OWN: Final = "a clause of this rulebook itself"
OWN_TEXT: Final = "a text of its own"
_MOST_CLAUSES: Final = 3
_MOST_VALUES: Final = 4


def change_marks(
    rules: Rules, found: Iterable[ChangedValue], clauses: Iterable[str], cited: Mapping[str, object]
) -> dict[str, str]:
    """Mark the clauses that a rulebook changes or removes; `cited` are those it cites.

    A clause that no value cites goes with the one that it stands under, or with all that stand under it.
    """
    known, document = [*clauses], rules.book.document
    found = [*found]
    changed = {one for each in found if each.what != "taken out" for one in _clauses(each)}
    gone = {one for each in found if each.what == "taken out" for one in _clauses(each)} - cited.keys()
    gone |= {one for one in known if is_taken_out(rules, document, one)}
    marked = dict.fromkeys(gone, TAKEN_OUT) | dict.fromkeys(changed, CHANGED)
    settled = {*marked, *cited}
    for clause in [one for one in known if one in marked]:
        below = [each for each in under(clause, known) if each not in settled]
        marked |= dict.fromkeys(below, TAKEN_OUT if clause in gone - changed else UNDER_A_CHANGE)
    for clause in known:
        below = under(clause, known)[1:]
        if clause not in settled and below and all(marked.get(each) == TAKEN_OUT for each in below):
            marked[clause] = TAKEN_OUT
    return {clause: marked[clause] for clause in known if clause in marked}


def _clauses(change: ChangedValue) -> list[str]:
    return [one for said in (change.base_clause, change.clause) for one in said.split("; ") if one]


def own_clauses(found: Iterable[ChangedValue], made: Chosen) -> dict[str, str]:
    """Map clauses of the document to the rulebook's own clauses for the same choice."""
    by_place = {each.value: each for each in found if each.what == "changed" and each.clause}
    own: dict[str, str] = {}
    for clause, values in made.items():
        for change in (by_place[place] for name in values for place in places(name) if place in by_place):
            before, after = change.base_clause.split("; "), change.clause.split("; ")
            if clause in before and clause not in after:
                own[clause] = change.clause
    return own


def changes_under(found: Iterable[ChangedValue], clause: str) -> str:
    about = (each for each in found if clause in (*_clauses(each), *each.beside.split("; ")))
    return "\n".join(map(_in_a_line, about))


def beside_readings(found: Iterable[ChangedValue], base: RulebookFile, rules: Rules) -> dict[str, str]:
    """Describe, by reading, the changes to the values that it decides."""
    decided = {each.place: each.reading.split("; ") for each in statements(base.book())}
    lines: dict[str, list[str]] = {}
    for change in found:
        unit = f". An initial wager is a multiple of {dollars(rules.unit(Wager.INITIAL))}."
        said = f"{_in_a_line(change)}{unit if change.value == 'surrender' else '.'}"
        for number in decided.get(change.value, ()):
            lines.setdefault(number, []).append(said)
    return {number: "\n".join(each) for number, each in lines.items()}


def _in_a_line(change: ChangedValue) -> str:
    if change.what == "taken out":
        return f"{change.value} is taken out"
    base = f", not {change.base_says} ({change.base_clause})" if change.what == "changed" else ""
    return f"{change.value}: {change.says} ({change.clause}){base}"


def change_summary(title: str, found: Iterable[ChangedValue]) -> str:
    said = _counts(found)
    here = f"This rulebook has {said}" if said else "This rulebook changes none of its values"
    return f"These are the clauses of {title}. {here}."


def _counts(found: Iterable[ChangedValue]) -> str:
    kinds = [each.what for each in found]
    return ", ".join(f"{counted(kinds.count(what), 'value')} {what}" for what in dict.fromkeys(kinds))


def based_on(source: RulebookFile) -> str:
    """Name the built-in rulebook behind a custom one, and its changes; empty if built in."""
    if is_built_in(str(source.values.get("name"))):
        return ""
    base = base_of(source)
    if base is None:
        return OWN_TEXT
    found = changes(base, source)
    if not found:
        return f"{base.values['name']} with no value changed"
    named, more = found[:_MOST_VALUES], found[_MOST_VALUES:]
    which = ", ".join([each.value for each in named] + ([f"{len(more)} more"] if more else []))
    return f"{base.values['name']} with {_counts(found)} ({which})"


def not_built_in(name: str, base: str) -> str:
    return f"The rulebook {name} is not built in: it is {base}."


def changes_section(found: Iterable[ChangedValue]) -> Iterator[Section]:
    heads = (text_column("Value"), text_column("In the document", 1), text_column("Here", 1))
    rows = tuple(
        (
            StyledText(each.value, "strong"),
            StyledText(each.base_says or "–", adds=_short(each.base_clause)),
            StyledText(each.says or each.what, adds=_short(each.clause)),
        )
        for each in found
    )
    if rows:
        yield section("What this rulebook changes", Grid(columns=heads, rows=rows))


def readings_overridden(rules: Rules, base: RulebookFile, source: RulebookFile) -> dict[str, tuple[str, ...]]:
    """Map each reading to the values that the custom rulebook sets itself."""
    found: dict[str, dict[str, None]] = {}
    for name, values in overridden(source, rules.book.readings).items():
        found.setdefault(source.readings[name].cites, {}).update(dict.fromkeys(values))
    # Selectable readings list their values; for others, each value names the reading behind it.
    named = {"", *(each.cites for each in base.readings.values())}
    decided = {each.place: each.reading.split("; ") for each in statements(base.book())}
    for change in changes(base, source):
        for number in {*decided.get(change.value, ())} - named:
            found.setdefault(number, {})[change.value] = None
    return {number: tuple(values) for number, values in found.items()}


def not_in_force(places: Iterable[str]) -> str:
    """Say that a reading has no effect because the rulebook sets its values."""
    return f"Not in force: this rulebook sets {listed(places)} itself."


def _short(clause: str) -> str:
    first, more = clause.split("; ")[:_MOST_CLAUSES], clause.split("; ")[_MOST_CLAUSES:]
    return f"{'; '.join(first)} and {len(more)} more" if more else "; ".join(first)
