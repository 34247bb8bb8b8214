"""Linked meters over HTTP: their amounts, and managers' changes to them; tables show what happens to them."""

from typing import Any

from litestar import Request, get, post

from casinowar.house.backoffice.meters import house_meters, sign_meters
from casinowar.house.backoffice.views import HouseMeter, SignMeter
from casinowar.house.offices.linked_meters import METER_ROOM
from casinowar.house.people.posts import Member, Post
from casinowar.house.serving.startup import Serving
from casinowar.telling.wording import Language
from casinowar.web.authentication import holding, signed_in
from casinowar.web.messages import MeterBody, Reply
from casinowar.web.proposals import submit_to_office


@get("/api/meters", guards=[signed_in])
async def meters(serving: Serving) -> list[HouseMeter]:
    """List the meters that tables share."""
    return await serving.desk.look(house_meters)


@get("/api/signs", guards=[signed_in])
async def signs(serving: Serving) -> list[SignMeter]:
    """List all meters that a sign can show, with their amounts."""
    return await serving.desk.look(sign_meters)


@post("/api/meters/requests", status_code=200, guards=[holding(Post.MANAGER)])
async def change_meter(
    request: Request[Member, str, Any], data: MeterBody, serving: Serving, spoken: Language
) -> Reply:
    """Raise or lower a linked meter with a reason; another manager confirms it."""
    # Forget cached amounts: other processes change them, too.
    await serving.desk.look(lambda worker: worker.meters.forget())
    return await submit_to_office(serving, request, METER_ROOM, data, spoken)
