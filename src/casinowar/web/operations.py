"""Operations over HTTP: metrics, and checkpoints to store elsewhere."""

import asyncio
from hmac import compare_digest
from typing import Any, Final

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from casinowar.house.audit.checkpoints import SignedCheckpoint, signed_checkpoint
from casinowar.house.people.posts import Post
from casinowar.house.serving.metrics import Metrics
from casinowar.house.serving.startup import Serving
from casinowar.house.worker.streams import milliseconds
from casinowar.web.authentication import Connection, holding

_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


def _may_measure(connection: Connection, _handler: BaseRouteHandler) -> None:
    token, member = connection.app.state.settings.metrics_token, connection.scope.get("user")
    if token and compare_digest(str(connection.scope.get("auth") or "").encode(), token.encode()):
        return
    if member is None:
        raise NotAuthorizedException("Sign in first, or send the token of the settings.")
    if not member.posts & {Post.OPERATOR, Post.SURVEILLANCE}:
        raise PermissionDeniedException("Only the operator or surveillance may do that.")


@get("/metrics", guards=[_may_measure], include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], serving: Serving) -> Response[bytes]:
    """Export metrics in the format of Prometheus."""
    counted: Metrics = request.app.state.metrics
    tables = await serving.desk.look_at_each_table(lambda worker, name: worker.position(name).table.open)
    told = await asyncio.to_thread(counted.told, sum(tables))
    return Response(told, media_type=_TEXT)


class Checkpoints(Controller):
    """Checkpoints to store elsewhere."""

    path = "/api/checkpoints"
    guards = (holding(Post.OPERATOR, Post.SURVEILLANCE),)

    @get("/")
    async def checkpoint(self, request: Request[Any, Any, Any], serving: Serving) -> SignedCheckpoint:
        """Sign the length and hash of every journal as of now."""
        return await asyncio.to_thread(
            signed_checkpoint, serving.store, request.app.state.signing_key, milliseconds()
        )
