"""Settings of a server: by the command line, the environment, a file, or as they are if nobody says."""

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
"""What else is called so in the environment, and is nobody's setting."""
_SEPARATOR: Final = ","

Text = Annotated[str, Meta(min_length=1)]


class ServingSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a house is, where it is served, and how much of it one person may take."""

    database: Text = "sqlite:///casinowar.db"
    key: Text = "casinowar.key"
    signing_key: Text = "casinowar-signing.pem"
    host: Text = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    own_processors: bool = False
    """Whether each of several processes stays on a processor of its own."""
    tables: tuple[Text, ...] = ()
    """Rulebooks, or house files, of which a table is open at once."""
    play_money: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """What guests are given to play with, in cents; with 0 there are none."""
    one_person: bool = False
    """Whether one person does what otherwise takes two."""
    reality_check: Annotated[int, Meta(ge=0, le=240)] = 60
    """After how many minutes players are told how long and how they do; 0 is never."""
    behind_proxy: bool = False
    """Whether a proxy with TLS stands in front: cookies go over TLS only, and it says where people are."""
    proxies: tuple[Text, ...] = ("127.0.0.1", "::1")
    """Where that proxy is; what anybody else says of addresses is not believed."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics_token: str = ""
    """What reads the metrics without a session; nothing does, if it is empty."""
    connections: Annotated[int, Meta(ge=10, le=1_000_000)] = 10_000
    """How many connections each process takes at once; who comes after waits for one of them to end."""
    silent_seconds: Annotated[int, Meta(ge=1, le=3_600)] = 30
    """After how long whoever asks for nothing, or reads nothing of what they are told, is cut off."""
    sockets_per_person: Annotated[int, Meta(ge=1, le=100_000)] = 20
    """Few, because of each a message that has not ended is kept, of a megabyte and four longest messages."""
    sockets_per_address: Annotated[int, Meta(ge=1, le=100_000)] = 200
    guests_per_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 60
    """From one address."""
    requests_per_second: Annotated[int, Meta(ge=1, le=1_000_000)] = 500
    requests_at_once: Annotated[int, Meta(ge=1, le=100_000)] = 200
    """Of one person, or of one address of people who have not signed in."""
    longest_message: Annotated[int, Meta(ge=1_000, le=16_000_000)] = 16_384
    """In characters, over a WebSocket."""

    @property
    def care(self) -> HouseCare:
        """What the house provides for those who play and those who work."""
        return HouseCare(two_people=not self.one_person, check_seconds=60 * self.reality_check)


_FIELDS: Final = {field.name: field for field in msgspec.structs.fields(ServingSettings)}


def settings_of(
    given: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> ServingSettings:
    """Put settings together: what is given wins over the environment, and that over the file.

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


def _checked(where: str, name: str, said: object) -> Any:  # noqa: ANN401 - each setting has its own kind
    try:
        found = msgspec.convert(said, _FIELDS[name].type, strict=not isinstance(said, str))
    except msgspec.ValidationError:
        raise InputError(f"{where} cannot be {shown(said)}: it is {_kind_of(name)}.") from None
    if name == "proxies":
        _check_proxies(where, found)
    return found


def _kind_of(name: str) -> str:
    """Say what a setting has to be.

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
    """Refuse a proxy at which nobody can be: who is behind it would all have its address."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InputError(
                f"{where} cannot have {shown(proxy)}: a proxy is told by an address such as 127.0.0.1 "
                "or a network such as 172.16.0.0/12."
            ) from None
