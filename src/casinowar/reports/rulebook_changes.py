"""What a rulebook of the user's own does to the clauses of its document: changed here, or taken out."""

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
    """Mark the clauses of the document that a rulebook changes or takes out; `cited` are those it cites.

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
    """Name, by clause of the document, the rulebook's own clause that leaves the same choice to the house."""
    by_place = {each.value: each for each in found if each.what == "changed" and each.clause}
    own: dict[str, str] = {}
    for clause, values in made.items():
        for change in (by_place[place] for name in values for place in places(name) if place in by_place):
            before, after = change.base_clause.split("; "), change.clause.split("; ")
            if clause in before and clause not in after:
                own[clause] = change.clause
    return own


def changes_under(found: Iterable[ChangedValue], clause: str) -> str:
    """Say in lines what of a clause is otherwise here."""
    about = (each for each in found if clause in (*_clauses(each), *each.beside.split("; ")))
    return "\n".join(map(_in_a_line, about))


def beside_readings(found: Iterable[ChangedValue], base: RulebookFile, rules: Rules) -> dict[str, str]:
    """Say, by reading, what of the values that it decides in the document is otherwise here."""
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
    """Say whose clauses these are, and how many values are otherwise."""
    said = _counts(found)
    here = f"This rulebook has {said}" if said else "This rulebook changes none of its values"
    return f"These are the clauses of {title}. {here}."


def _counts(found: Iterable[ChangedValue]) -> str:
    kinds = [each.what for each in found]
    return ", ".join(f"{counted(kinds.count(what), 'value')} {what}" for what in dict.fromkeys(kinds))


def based_on(source: RulebookFile) -> str:
    """Say of a rulebook of the user's own which built-in one it is, and what of that is otherwise."""
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
    """Tell, of a rulebook of the user's own, that it is none of the built-in ones, in a sentence."""
    return f"The rulebook {name} is not built in: it is {base}."


def changes_section(found: Iterable[ChangedValue]) -> Iterator[Section]:
    """List each value that is otherwise, with what the base says and what is said here."""
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
    """Name, by reading, the values that the user's own rulebook says otherwise than so read."""
    found: dict[str, dict[str, None]] = {}
    for name, values in overridden(source, rules.book.readings).items():
        found.setdefault(source.readings[name].cites, {}).update(dict.fromkeys(values))
    # What can be chosen is known value by value; of the rest a value says which reading decided it.
    named = {"", *(each.cites for each in base.readings.values())}
    decided = {each.place: each.reading.split("; ") for each in statements(base.book())}
    for change in changes(base, source):
        for number in {*decided.get(change.value, ())} - named:
            found.setdefault(number, {})[change.value] = None
    return {number: tuple(values) for number, values in found.items()}


def not_in_force(places: Iterable[str]) -> str:
    """Say that a reading does not hold, because the rulebook itself says what it would decide."""
    return f"Not in force: this rulebook sets {listed(places)} itself."


def _short(clause: str) -> str:
    first, more = clause.split("; ")[:_MOST_CLAUSES], clause.split("; ")[_MOST_CLAUSES:]
    return f"{'; '.join(first)} and {len(more)} more" if more else "; ".join(first)
