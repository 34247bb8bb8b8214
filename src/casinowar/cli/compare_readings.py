"""Which readings and which houses hold for which of the rulebooks that are compared."""

from collections.abc import Sequence

from casinowar.game.refusal import InputError
from casinowar.parsing import quoted
from casinowar.rulebooks import RulebookFile, open_rulebook
from casinowar.rulebooks.spelling import known_as


def chosen(references: Sequence[str], pairs: Sequence[str]) -> list[dict[str, str]]:
    """Read pairs such as ``maryland:tied_war=tie_wager_pays_2_to_1`` or ``2:odd_half=exact``.

    A pair without a rulebook holds for each that can be read so.
    """
    sources = [open_rulebook(reference) for reference in references]
    wanted: list[dict[str, str]] = [{} for _ in references]
    for pair in pairs:
        before, equals, value = pair.partition("=")
        prefix, colon, name = before.rpartition(":")
        if not (equals and name):
            raise InputError(
                f"A reading is given as RULEBOOK:NAME=VALUE or NAME=VALUE, not as {quoted(pair)}."
            )
        if colon:
            places = _named(prefix, references, sources)
        else:
            places = [place for place, source in enumerate(sources) if known_as(name, source.readings)]
            able = [place for place in places if _can_be_read(sources[place], name, value)]
            places = able or places
        if not places:
            what = f"is compared as {quoted(prefix)}" if colon else f"has a reading {quoted(name)}"
            raise InputError(f"None of the rulebooks {what}.")
        for place in places:
            wanted[place][name] = value
    return wanted


def _can_be_read(source: RulebookFile, name: str, value: str) -> bool:
    reading = known_as(name, source.readings)
    return reading is not None and known_as(value, source.readings[reading].choices) is not None


def houses(references: Sequence[str], pairs: Sequence[str]) -> list[str | None]:
    """Read pairs such as ``maryland:our_house.toml`` or ``2:their_house.toml``."""
    sources = [open_rulebook(reference) for reference in references]
    wanted: list[str | None] = [None for _ in references]
    for pair in pairs:
        # A path may have colons, in a rulebook's place as in the house file's.
        splits = [(pair[:at], pair[at + 1 :]) for at, sign in enumerate(pair) if sign == ":"]
        found = [(places, file) for prefix, file in splits if (places := _named(prefix, references, sources))]
        if not splits:
            raise InputError(f"A house is given as RULEBOOK:FILE, not as {quoted(pair)}.")
        if not found:
            raise InputError(f"None of the rulebooks is compared as {quoted(splits[0][0])}.")
        places, file = found[0]
        for place in places:
            wanted[place] = file
    return wanted


def _named(prefix: str, references: Sequence[str], sources: Sequence[RulebookFile]) -> list[int]:
    """Find the rulebooks that a prefix means: by what was written, by name, or by place."""
    if prefix.isascii() and prefix.isdecimal():
        return [place for place in range(len(references)) if place + 1 == int(prefix)]
    return [
        place
        for place, (reference, source) in enumerate(zip(references, sources, strict=True))
        if prefix == reference or known_as(prefix, [str(source.values.get("name"))])
    ]
