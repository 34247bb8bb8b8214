"""Arguments and options that several commands share."""

from typing import Annotated, Any

import typer

from casinowar.cli import completion
from casinowar.game.refusal import InputError
from casinowar.game.words import Word
from casinowar.parsing import ODDS_BOUNDS, a_word


def option(metavar: str | None, text: str, *names: str, **also: Any) -> Any:  # noqa: ANN401 - Typer's own
    """Describe an option; a metavar of None makes it a switch."""
    return typer.Option(*names, metavar=metavar, help=text, **also)


def bounds(span: tuple[int, int | None]) -> dict[str, int | None]:
    return {"min": span[0], "max": span[1]}


def check_plot(plot: str | None, figure: str | None) -> None:
    if figure is not None and plot is None:
        raise InputError("--figure chooses a picture; say where to draw it with --plot FILE.")


def check_paper_used(paper: str | None, pdf: str | None) -> None:
    if paper is not None and pdf is None:
        raise InputError("--paper goes with --pdf FILE, which is typeset on it.")


Rulebook = Annotated[
    str,
    typer.Argument(
        metavar="RULEBOOK",
        help="A built-in rulebook, or the path of a TOML file.",
        autocompletion=completion.rulebooks,
    ),
]
_COUNTED = "Count with N decks, whether or not the rulebook allows it."
Decks = Annotated[int | None, option("N", _COUNTED, **bounds(ODDS_BOUNDS["decks"]))]
House = Annotated[str | None, option("FILE", "The house's choices.", autocompletion=completion.toml_files)]
Sample = Annotated[bool, option(None, "Take the sample choices that come with the rulebook.", "--sample")]
Readings = Annotated[
    list[str] | None,
    option(
        "NAME=VALUE",
        "Choose a reading; may be repeated.",
        "--reading",
        autocompletion=completion.readings,
    ),
]
Paper = Annotated[str | None, option("letter|a4", "The paper of the PDF.", show_default="letter")]
AsJson = Annotated[bool, option(None, "Print one JSON document and nothing else.", "--json")]


class Form(Word):
    JSON = "json"
    CSV = "csv"
    LATEX = "latex"


AsForm = Annotated[
    str | None,
    option(
        "NAME",
        "Print it as csv (its tables), latex (for a paper of yours) or json (like --json).",
        "--format",
        autocompletion=completion.among(Form),
    ),
]


def form_of(said: str | None, *, as_json: bool) -> Form | None:
    """None means text for people."""
    form = None if said is None else a_word(Form, said)
    if as_json and form not in {None, Form.JSON}:
        raise typer.BadParameter("one kind of output at a time.", param_hint="--json --format")
    return Form.JSON if as_json else form
