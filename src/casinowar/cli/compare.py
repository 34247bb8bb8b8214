"""The command `compare`: rulebooks side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from casinowar.cli import completion
from casinowar.cli.arguments import AsForm, AsJson, Decks, form_of, option
from casinowar.game.refusal import InputError
from casinowar.parsing import quoted

if TYPE_CHECKING:
    from casinowar.rulebooks import RulebookFile

WIDEST = 140


def compare(
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B …",
            help="Two or more built-in rulebooks, or paths of TOML files.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    decks: Decks = None,
    reading: Annotated[
        list[str] | None,
        option(
            "[RULEBOOK:]NAME=VALUE",
            "Choose a reading of one rulebook, named or counted from 1, or of each that can be read so.",
            autocompletion=completion.readings,
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        option(
            "RULEBOOK:FILE",
            "The house's choices for one rulebook, named or counted from 1; may be repeated.",
        ),
    ] = None,
    every: Annotated[bool, option(None, "Show the rules that do not differ too.", "--all")] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Compare rulebooks: the rules that differ, the chips that move differently, the edges."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports import comparison  # noqa: PLC0415 - the same
    from casinowar.rulebooks import open_rulebook  # noqa: PLC0415 - the same

    form = form_of(as_form, as_json=as_json)
    names = rulebooks or []
    sources = [open_rulebook(name) for name in names]
    found = comparison.compare(
        *names,
        readings=_readings(names, sources, reading or []),
        houses=_houses(names, sources, house or []),
        decks=decks,
        every=every,
    )
    more = "" if every else "Rules that do not differ too: --all · whole fractions: --json"
    print_report(found, form, more=more, widest=WIDEST)


def _readings(
    references: Sequence[str], sources: Sequence["RulebookFile"], pairs: Sequence[str]
) -> list[dict[str, str]]:
    """Read pairs such as ``maryland:tied_war=tie_wager_pays_2_to_1`` or ``2:odd_half=exact``.

    A pair without a rulebook applies to each rulebook that has that reading and that choice.
    """
    from casinowar.rulebooks.spelling import known_as  # noqa: PLC0415 - loaded on use, so that --help is quick

    wanted: list[dict[str, str]] = [{} for _ in references]
    for pair in pairs:
        before, equals, value = pair.partition("=")
        prefix, colon, name = before.rpartition(":")
        if not (equals and name):
            raise InputError(f"Write a reading as RULEBOOK:NAME=VALUE or NAME=VALUE, not as {quoted(pair)}.")
        if colon:
            places = _places(prefix, references, sources)
        else:
            known = {
                place: source.readings[reading]
                for place, source in enumerate(sources)
                if (reading := known_as(name, source.readings))
            }
            able = [place for place, reading in known.items() if known_as(value, reading.choices)]
            places = able or [*known]
        if not places:
            what = f"is compared as {quoted(prefix)}" if colon else f"has a reading {quoted(name)}"
            raise InputError(f"None of the rulebooks {what}.")
        for place in places:
            wanted[place][name] = value
    return wanted


def _houses(
    references: Sequence[str], sources: Sequence["RulebookFile"], pairs: Sequence[str]
) -> list[str | None]:
    """Read pairs such as ``maryland:our_house.toml`` or ``2:their_house.toml``."""
    wanted: list[str | None] = [None for _ in references]
    for pair in pairs:
        # Both the rulebook and the house file may be paths with colons.
        splits = [(pair[:at], pair[at + 1 :]) for at, sign in enumerate(pair) if sign == ":"]
        found = [
            (places, file) for prefix, file in splits if (places := _places(prefix, references, sources))
        ]
        if not splits:
            raise InputError(f"Write a house as RULEBOOK:FILE, not as {quoted(pair)}.")
        if not found:
            raise InputError(f"None of the rulebooks is compared as {quoted(splits[0][0])}.")
        places, file = found[0]
        for place in places:
            wanted[place] = file
    return wanted


def _places(prefix: str, references: Sequence[str], sources: Sequence["RulebookFile"]) -> list[int]:
    """Find the rulebooks that a prefix means: by the argument, by name, or by position."""
    from casinowar.rulebooks.spelling import known_as  # noqa: PLC0415 - loaded on use, so that --help is quick

    if prefix.isascii() and prefix.isdecimal():
        return [place for place in range(len(references)) if place + 1 == int(prefix)]
    return [
        place
        for place, (reference, source) in enumerate(zip(references, sources, strict=True))
        if prefix == reference or known_as(prefix, [str(source.values.get("name"))])
    ]
