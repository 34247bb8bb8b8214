"""Waiting: what somebody began to send is waited for as long as their silence is borne, and no longer."""

import asyncio

from litestar.exceptions import HTTPException
from litestar.types import HTTPReceiveMessage, Receive, ReceiveMessage


class TooSlowError(HTTPException):
    """Say that the rest of a request did not come."""

    status_code = 408


def in_time(receive: Receive, seconds: float) -> Receive:
    """Receive the whole of a request within so many seconds from when it is first asked for."""
    ends: float | None = None
    whole = False

    async def received() -> HTTPReceiveMessage | ReceiveMessage:
        nonlocal ends, whole
        if whole:  # what comes now is that somebody went
            return await receive()
        if ends is None:
            ends = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise TooSlowError("The rest of the request did not come in time.") from None
        whole = message["type"] != "http.request" or not message.get("more_body")
        return message

    return received
