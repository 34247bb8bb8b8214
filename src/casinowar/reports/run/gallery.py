"""Which pictures a run has."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from casinowar.game.refusal import InputError
from casinowar.reports import numbers
from casinowar.reports.pictures.page import Page, Picture
from casinowar.reports.run import panels_edges, panels_hands, panels_meters, panels_sessions
from casinowar.reports.run.report import bank_in_words, exact_in_words, likeliest, sessions_in_words
from casinowar.reports.run.run import Run, SessionResults
from casinowar.version import made_with

_MOST_RESULTS: Final = 18
"""So many net results of a hand stand alone."""
_ONE_ERROR: Final = "Here ± is one standard error."


def page(run: Run) -> Page:
    """Put all pictures on a page."""
    below = f"{run.about} · {made_with()}"
    drawn = Page(heading=run.request.title, below=below, pictures=tuple(gallery(run)))
    if not drawn.pictures:
        raise InputError("There is nothing to draw, because nothing was wagered.")
    return drawn


def gallery(run: Run) -> Iterator[Picture]:
    """List the pictures that this run has something for."""
    if edges := [*run.wagers.values()]:
        scored = panels_edges.are_scored(edges)
        said = [f"In the band 19 of 20 are expected. {exact_in_words(edges)}"] if scored else []
        said += [f"{bank_in_words(run.operator)} {_ONE_ERROR}"] if run.operator else []
        yield Picture(
            name="edges",
            title="Edges beside the exact ones" if scored else "Edges",
            says=" ".join(said),
            draw=partial(panels_edges.edges, wagers=edges),
            wide=True,
            height=0.55 + 0.19 * len(edges),
        )
    if found := likeliest(run, _MOST_RESULTS):
        yield Picture(
            name="outcomes",
            title="Where a hand ends",
            says="",
            draw=partial(panels_hands.outcomes, found=found),
            wide=True,
            height=0.5 + 0.165 * len(found),
        )
    if by_depth := [each for depth in run.depths for each in depth.wagers.values()]:
        yield Picture(
            name="depths",
            title="Edges by depth of the shoe",
            says="Rounds by how much of the shoe was gone when they began, with 95 % intervals; the line is "
            f"the exact edge. {exact_in_words(by_depth)}",
            draw=partial(panels_edges.edges_by_depth, depths=run.depths),
            wide=True,
            height=0.3 + 1.35 * panels_edges.grid_of(run.depths)[0],
        )
    if won := panels_meters.won(run.meters, run.meter_wins):
        yield Picture(
            name="meters",
            title="Meters when they were won",
            says="One mark for each win; the dashed line is the average win. At the right, how often which "
            "amount was won, and what the meter shows in an average round.",
            draw=partial(panels_meters.meter_wins, found=won),
            wide=True,
            height=0.3 + 1.2 * len(won),
        )
    if run.sessions and run.sessions.nets:
        yield from _sessions(run.sessions)


def _sessions(sessions: SessionResults) -> Iterator[Picture]:
    yield Picture(
        name="nets",
        title="What sessions brought",
        says=f"{sessions_in_words(sessions)} {_ONE_ERROR} The orange mark is the average.",
        draw=partial(panels_sessions.nets, sessions=sessions),
    )
    if sessions.lengths:
        yield Picture(
            name="lengths",
            title="How long sessions took, and why they ended",
            says=f"{numbers.counted(sessions.number, 'session')}.",
            draw=partial(panels_sessions.lengths, sessions=sessions),
        )
