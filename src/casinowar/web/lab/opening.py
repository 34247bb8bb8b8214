"""Opening the lab with a house, and closing it before the house is closed."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from litestar.datastructures import State

from casinowar.web.lab.simulations import Simulations
from casinowar.web.lab.workshop import Workshop

SIMULATIONS: Final = "CASINOWAR_SERVING_LAB"
"""Where the environment says in which folder all processes of a server have their simulations."""


@asynccontextmanager
async def lab_opened(state: State) -> AsyncIterator[None]:
    """Open the lab, and end all its processes with it."""
    with TemporaryDirectory(prefix="casinowar-lab-") as own:
        state.workshop = Workshop()
        state.simulations = Simulations(Path(os.environ.get(SIMULATIONS, own)))
        try:
            yield
        finally:
            await state.simulations.close()
            await state.workshop.close()
