"""The arguments and options that several commands share."""

from typing import Annotated, Any

import typer

from casinowar.written import ODDS_BOUNDS


def option(metavar: str | None, text: str, *names: str, **also: Any) -> Any:  # noqa: ANN401 - Typer's own
    """Describe an option: what stands for its value, none for a switch, and what it does."""
    return typer.Option(*names, metavar=metavar, help=text, **also)


def bounds(span: tuple[int, int | None]) -> dict[str, int | None]:
    """Give the least and the most of a whole number as Typer wants them."""
    return {"min": span[0], "max": span[1]}


Rulebook = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="A built-in rulebook, or the path of a TOML file.")
]
_COUNTED = "Count with N decks, whether or not the rulebook allows it."
Decks = Annotated[int | None, option("N", _COUNTED, **bounds(ODDS_BOUNDS["decks"]))]
House = Annotated[str | None, option("FILE", "The house's choices.")]
Sample = Annotated[bool, option(None, "Take the sample choices that come with the rulebook.", "--sample")]
Readings = Annotated[
    list[str] | None, option("NAME=VALUE", "Choose a reading; may be repeated.", "--reading")
]
AsJson = Annotated[bool, option(None, "Print one JSON document and nothing else.", "--json")]
