"""Bodies: what is sent over HTTP is read as a message over a WebSocket is, where no text passes for a number.

The framework would take "50.00" for fifty cents.
"""

from typing import Any

from litestar import Request
from litestar.exceptions import ClientException
from msgspec import DecodeError, json


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is what its handler wants, or is refused."""

    async def json(self) -> Any:  # noqa: ANN401 - each handler wants something else
        """Read the body."""
        wanted = self.route_handler.parsed_data_field
        try:
            return json.decode(await self.body(), type=wanted.annotation if wanted is not None else Any)
        except (DecodeError, UnicodeEncodeError) as wrong:
            raise ClientException(f"The request cannot be read: {wrong}.") from None
