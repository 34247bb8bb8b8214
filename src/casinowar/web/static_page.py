"""The page: the files that `make page` builds from `frontend/`."""

from pathlib import Path
from typing import Any, Final

from litestar import Router, get
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.response import File
from litestar.static_files import create_static_files_router

BUILT: Final = Path(__file__).parent / "built"
_YEAR: Final = 31_536_000
_LONGEST_NAME: Final = 255


def page(built: Path = BUILT) -> list[Router | HTTPRouteHandler]:
    """Serve the page at the root, and its assets, which browsers cache forever: their names hold a hash."""
    parts = built / "assets"
    if not parts.is_dir():
        return [_first]
    kept = CacheControlHeader(max_age=_YEAR, immutable=True, public=True)
    router = create_static_files_router("/assets", [parts], cache_control=kept, guards=[_check_file_name])
    return [_first, router]


def _check_file_name(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Answer 404 to names that a file system would refuse."""
    path = connection.scope["path"]
    if "\0" in path or len(path.encode()) > _LONGEST_NAME:
        raise NotFoundException


@get("/", include_in_schema=False)
async def _first() -> File:
    """Serve the page."""
    index = BUILT / "index.html"
    if not index.is_file():
        raise NotFoundException("The page is not built here: make page builds it.")
    return File(index, media_type="text/html", content_disposition_type="inline")
