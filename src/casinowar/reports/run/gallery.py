"""The pictures of a run, chosen by its results."""

import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from casinowar.game.refusal import InputError
from casinowar.reports import numbers
from casinowar.reports.pictures.page import Draw, Page, Picture
from casinowar.reports.run import panels_edges, panels_hands, panels_meters, panels_sessions
from casinowar.reports.run.report import bank_in_words, exact_in_words, likeliest, sessions_in_words
from casinowar.reports.run.results import RunResults
from casinowar.version import made_with

_MOST_RESULTS: Final = 18
"""Net results of a hand that are drawn one by one."""
_FRAMES: Final = tomllib.loads(Path(__file__).with_name("pictures.toml").read_text(encoding="utf-8"))
"""The fixed texts and sizes of each picture."""


def page(run: RunResults) -> Page:
    below = f"{run.about} · {made_with()}"
    drawn = Page(heading=run.request.title, below=below, pictures=tuple(gallery(run)))
    if not drawn.pictures:
        raise InputError("There is nothing to draw, because nothing was wagered.")
    return drawn


def gallery(run: RunResults) -> Iterator[Picture]:
    if edges := [*run.wagers.values()]:
        kind = "scores" if panels_edges.are_scored(edges) else "edges"
        bank = ""
        if run.operator:
            told = bank_in_words(run.operator, banked=run.request.player_banks)
            bank = f"{told} Here ± is one standard error."
        draw = partial(panels_edges.edges, wagers=edges)
        yield _picture(kind, draw, len(edges), exact=exact_in_words(edges), bank=bank)
    if found := likeliest(run, _MOST_RESULTS):
        yield _picture("outcomes", partial(panels_hands.outcomes, found=found), len(found))
    if by_depth := [each for depth in run.depths for each in depth.wagers.values()]:
        rows, _ = panels_edges.grid_of(run.depths)
        draw = partial(panels_edges.edges_by_depth, depths=run.depths)
        yield _picture("depths", draw, rows, exact=exact_in_words(by_depth))
    if won := panels_meters.won(run.meters, run.meter_wins):
        yield _picture("meters", partial(panels_meters.meter_wins, found=won), len(won))
    if (sessions := run.sessions) and sessions.nets:
        draw = partial(panels_sessions.nets, sessions=sessions)
        yield _picture("nets", draw, sessions=sessions_in_words(sessions, banked=run.request.player_banks))
        number = numbers.counted(sessions.number, "session")
        yield _picture("lengths", partial(panels_sessions.lengths, sessions=sessions), number=number)


def _picture(kind: str, draw: Draw, rows: int = 0, **said: str) -> Picture:
    frame = _FRAMES[kind]
    least, each = frame["height"]
    words = {"says": frame["says"].format(**said).strip(), "height": least + each * rows}
    return Picture(**frame | words, draw=draw)
