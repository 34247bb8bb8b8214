"""Settings of a server, from the command line, the environment, a file, or their defaults."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct, inspect

from casinowar.files import reading, toml
from casinowar.game.refusal import InputError
from casinowar.house.offices.care import HouseCare
from casinowar.parsing import shown

_PREFIX: Final = "CASINOWAR_"
_OTHERS: Final = ("CASINOWAR_TEST_", "CASINOWAR_UPDATE_", "CASINOWAR_SERVING")
"""Prefixes of environment variables that are not settings."""
_SEPARATOR: Final = ","

Text = Annotated[str, Meta(min_length=1)]


class ServingSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a server: its database, its address, and its limits."""

    database: Text = "sqlite:///casinowar.db"
    key: Text = "casinowar.key"
    signing_key: Text = "casinowar-signing.pem"
    host: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    own_processors: bool = False
    """Whether each of several processes stays on its own processor."""
    tables: tuple[Text, ...] = ()
    """Rulebooks or house files whose tables open at startup."""
    play_money: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """The play money of a guest, in cents; 0 allows no guests."""
    one_person: bool = False
    """Whether one person may do what otherwise takes two."""
    reality_check: Annotated[int, Meta(ge=0, le=240)] = 60
    """Minutes between reality checks; 0 is never."""
    behind_proxy: bool = False
    """Whether a TLS proxy is in front: cookies need TLS, and the proxy gives clients' addresses."""
    proxies: tuple[Text, ...] = ("127.0.0.1", "::1")
    """The addresses of that proxy; forwarded addresses from others are ignored."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics_token: str = ""
    """The token to read metrics without a session; empty for none."""
    connections: Annotated[int, Meta(ge=10, le=1_000_000)] = 10_000
    """Connections of each process at once; more wait for one to end."""
    silent_seconds: Annotated[int, Meta(ge=1, le=3_600)] = 30
    """Timeout for clients that send no request, or read no response."""
    sockets_per_person: Annotated[int, Meta(ge=1, le=100_000)] = 20
    """Each may buffer an incomplete message of 1 MB plus four of the longest messages."""
    sockets_per_address: Annotated[int, Meta(ge=1, le=100_000)] = 200
    guests_per_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 60
    """Of one address."""
    requests_per_second: Annotated[int, Meta(ge=1, le=1_000_000)] = 500
    requests_at_once: Annotated[int, Meta(ge=1, le=100_000)] = 200
    """Of one person, or of one address without a session."""
    longest_message: Annotated[int, Meta(ge=1_000, le=16_000_000)] = 16_384
    """Of a WebSocket message, in characters."""

    @property
    def care(self) -> HouseCare:
        return HouseCare(two_people=not self.one_person, check_seconds=60 * self.reality_check)


_FIELDS: Final = {field.name: field for field in msgspec.structs.fields(ServingSettings)}


def settings_of(
    given: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> ServingSettings:
    """Merge settings: those given win over the environment, and the environment over the file.

    >>> settings_of({"port": 9000}, {"CASINOWAR_PORT": "8001", "CASINOWAR_WORKERS": "2"}).port
    9000
    """
    named = file or (Path(environment["CASINOWAR_CONFIG"]) if environment.get("CASINOWAR_CONFIG") else None)
    found = {} if named is None else _of_file(named)
    found |= _of_environment(environment)
    for name, said in given.items():
        if said is not None:
            found[name] = _checked(f"--{name.replace('_', '-')}", name, said)
    return ServingSettings(**found)


def _of_file(path: Path) -> dict[str, Any]:
    text = reading.read_text(path, toml.LONGEST, "a house's settings")
    try:
        said = toml.parsed(text)
    except ValueError as wrong:
        raise InputError(f"{path} cannot be read: {wrong}.") from None
    return {_known(f"{path}", name): _checked(f"{path}: {name}", name, value) for name, value in said.items()}


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for variable, said in environment.items():
        if not variable.startswith(_PREFIX) or variable.startswith(_OTHERS) or variable == "CASINOWAR_CONFIG":
            continue
        name = _known("the environment", variable.removeprefix(_PREFIX).lower(), variable)
        value: Any = said
        if isinstance(_FIELDS[name].default, tuple):
            value = [each.strip() for each in said.split(_SEPARATOR) if each.strip()]
        found[name] = _checked(variable, name, value)
    return found


def _known(where: str, name: str, written: str = "") -> str:
    if name in _FIELDS:
        return name
    near = get_close_matches(name, _FIELDS, 1, 0.5)
    meant = near[0] if near else ""
    if meant and written:
        meant = f"{_PREFIX}{meant.upper()}"
    hint = f"did you mean {meant}?" if meant else f"there are: {', '.join(_FIELDS)}."
    raise InputError(f"There is no setting {written or name} ({where}); {hint}")


def _checked(where: str, name: str, said: object) -> Any:  # noqa: ANN401 - each setting has its own type
    try:
        found = msgspec.convert(said, _FIELDS[name].type, strict=not isinstance(said, str))
    except msgspec.ValidationError:
        raise InputError(f"{where} cannot be {shown(said)}: it is {_kind_of(name)}.") from None
    if name == "proxies":
        _check_proxies(where, found)
    return found


def _kind_of(name: str) -> str:
    """Describe the values of a setting.

    >>> _kind_of("workers"), _kind_of("one_person")
    ('a whole number from 1 to 256', 'true or false')
    """
    match inspect.type_info(_FIELDS[name].type):
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most:,}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            *others, last = get_args(_FIELDS[name].type)
            return f"{', '.join(others)} or {last}"
        case inspect.VarTupleType():
            return 'a list, such as ["127.0.0.1"]' if name == "proxies" else 'a list, such as ["maryland"]'
        case inspect.StrType(min_length=1):
            return "a text that is not empty"
        case _:
            return "a text"


def _check_proxies(where: str, proxies: Iterable[str]) -> None:
    """Refuse an invalid proxy address: all its clients would share one address."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InputError(
                f"{where} cannot have {shown(proxy)}: give an address such as 127.0.0.1 "
                "or a network such as 172.16.0.0/12."
            ) from None
