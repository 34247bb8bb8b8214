"""Shell completion for rulebooks, readings, clauses and short lists of words."""

from collections.abc import Callable, Iterable
from glob import escape, glob
from typing import Any

import typer

from casinowar.game.refusal import CasinoWarError

Said = tuple[str, str]
"""A word with its description."""


def rulebooks(incomplete: str) -> list[Said]:
    from casinowar.law.catalog import documents  # noqa: PLC0415 - loaded on use, so that --help is quick

    built_in = [(name, document.title) for name, document in documents().items()]
    return [*built_in, *((path, "") for path in toml_files(incomplete))]


def toml_files(incomplete: str) -> list[str]:
    return sorted(glob(f"{escape(incomplete)}*.toml")) if incomplete else []  # noqa: PTH207 - as it was typed


def clauses(ctx: typer.Context) -> Iterable[Said]:
    from casinowar.reports.law import law_behind  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.rulebooks import load_rules  # noqa: PLC0415 - the same

    for reference in _named(ctx):
        try:
            law = law_behind(reference, load_rules(reference))
        except CasinoWarError:
            continue
        yield from ((each.clause, each.summary) for each in law.clauses)


def readings(ctx: typer.Context) -> Iterable[Said]:
    """Offer every choice of every reading of the rulebooks named before."""
    from casinowar.rulebooks import open_rulebook  # noqa: PLC0415 - loaded on use, so that --help is quick

    found: dict[str, str] = {}
    for reference in _named(ctx):
        try:
            known = open_rulebook(reference).readings
        except CasinoWarError:
            continue
        for name, reading in known.items():
            found |= {f"{name}={value}": choice.says for value, choice in reading.choices.items()}
    return found.items()


def among(words: Iterable[str]) -> Callable[[], list[str]]:
    return lambda: [*words]


def _named(ctx: typer.Context) -> list[str]:
    """Find the rulebooks named so far; Click has not split all words yet."""
    params: dict[str, Any] = ctx.params
    told = [params.get("rulebook"), *(params.get("rulebooks") or ()), *ctx.args]
    return [word for word in told if word and not word.startswith("-")]
