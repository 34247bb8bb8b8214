"""OpenAPI description, made from the route handlers and the msgspec types that they read and return."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from litestar.routes import HTTPRoute

from casinowar.house.journal.requests import LONGEST_ID
from casinowar.version import __version__
from casinowar.web.messages import Problem

_REFERENCE: Final = "#/components/schemas/{name}"
_NAME: Final = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID}
_NUMBER: Final = {"type": "integer"}
_OPEN: Final = frozenset(
    {
        *("/api/sign-in", "/api/sign-up", "/api/join", "/api/come-back", "/api/guest"),
        *("/api/schema", "/health", "/ready"),
        *("/api/rulebooks", "/api/rulebooks/{name}", "/api/rulebooks/{name}/text", "/api/rulebooks/check"),
        *("/api/odds", "/api/odds/json", "/api/odds/pdf", "/api/odds/curve"),
        *("/api/compare", "/api/compare/json"),
    }
)
"""Routes that need no session."""
_OPEN_PREFIXES: Final = ("/api/law",)


def described(app: Litestar) -> dict[str, Any]:
    handlers = [
        (route, handler)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if "OPTIONS" not in handler.http_methods and handler.resolve_include_in_schema()
    ]
    said = (kind for _, handler in handlers for kind in (_read(handler), _given(handler)))
    kinds = dict.fromkeys([Problem, *(kind for kind in said if kind not in {None, bytes})])
    schemas, components = msgspec.json.schema_components([*kinds], ref_template=_REFERENCE)
    known = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route, handler in handlers:
        path = route.path_format
        for method in handler.http_methods:
            paths.setdefault(path, {})[method.lower()] = _operation(path, handler, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "casinowar", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _read(handler: HTTPRouteHandler) -> Any:  # noqa: ANN401 - any type
    data = handler.parsed_fn_signature.parameters.get("data")
    return data.annotation if data else None


def _given(handler: HTTPRouteHandler) -> Any:  # noqa: ANN401 - any type
    given = handler.parsed_fn_signature.return_type
    if given.annotation is type(None):
        return None
    return given.args[0] if given.origin is Response else given.annotation


def _operation(path: str, handler: HTTPRouteHandler, known: dict[Any, Any]) -> dict[str, Any]:
    read, given = _read(handler), _given(handler)
    done: dict[str, Any] = {"description": "Success."}
    if given is not None:
        file = {str(handler.media_type): {"schema": {"type": "string", "format": "binary"}}}
        done["content"] = file if given is bytes else _as_json(known[given])
    told = {
        "summary": (handler.fn.__doc__ or "").strip(),
        "operationId": f"{handler.fn.__qualname__}".replace(".", "_").lower(),
        "parameters": [*_parameters(path, handler)],
        "responses": {
            str(handler.status_code): done,
            "4XX": {"description": "The reason for the refusal.", "content": _as_json(known[Problem])},
        },
        "security": [] if path in _OPEN or path.startswith(_OPEN_PREFIXES) else [{"session": []}],
    }
    if read is not None:
        told["requestBody"] = {"required": True, "content": _as_json(known[read])}
    return told


def _parameters(path: str, handler: HTTPRouteHandler) -> Iterator[dict[str, Any]]:
    for name, field in handler.parsed_fn_signature.parameters.items():
        said = field.kwarg_definition
        if f"{{{name}}}" in path:
            schema = _NUMBER if field.annotation is int else _NAME
            yield {"name": name, "in": "path", "required": True, "schema": schema}
        elif isinstance(said, ParameterKwarg):
            limits: dict[str, Any] = {"type": "integer", "minimum": said.ge, "maximum": said.le}
            if field.annotation is str:
                limits = {"type": "string", "maxLength": said.max_length}
            schema = {**limits, "default": field.default}
            yield {"name": name, "in": "query", "required": False, "schema": schema}


def _as_json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
