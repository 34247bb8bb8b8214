"""Meters over HTTP: what those show that tables share; what happens to them is told at the tables."""

from litestar import get

from casinowar.house.meters.room import HouseMeter, house_meters
from casinowar.house.serving import Serving
from casinowar.web.access import signed_in


@get("/api/meters", guards=[signed_in])
async def meters(serving: Serving) -> list[HouseMeter]:
    """List the meters that tables share."""
    return await serving.desk.look(house_meters)
