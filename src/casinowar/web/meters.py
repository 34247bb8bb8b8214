"""Meters over HTTP: what those show that tables share; what happens to them is told at the tables."""

from litestar import get

from casinowar.house.meters.room import HouseMeter, SignMeter, house_meters, sign_meters
from casinowar.house.serving import Serving
from casinowar.web.access import signed_in


@get("/api/meters", guards=[signed_in])
async def meters(serving: Serving) -> list[HouseMeter]:
    """List the meters that tables share."""
    return await serving.desk.look(house_meters)


@get("/api/signs", guards=[signed_in])
async def signs(serving: Serving) -> list[SignMeter]:
    """List all meters that a sign can show, with what they show now."""
    return await serving.desk.look(sign_meters)
