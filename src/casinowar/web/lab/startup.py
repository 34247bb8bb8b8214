"""Opening the lab with a house, and closing it before the house is closed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.datastructures import State

from casinowar.web.lab.simulations import Simulations
from casinowar.web.lab.worker_pool import Workshop
from casinowar.web.server.child_processes import shared_folder


@asynccontextmanager
async def lab_opened(state: State) -> AsyncIterator[None]:
    """Open the lab, and end all its processes with it."""
    with shared_folder() as folder:
        state.workshop = Workshop()
        state.simulations = Simulations(folder / "simulations")
        try:
            yield
        finally:
            await state.simulations.close()
            await state.workshop.close()
