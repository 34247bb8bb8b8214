"""Auditing the house while it is served: `verify` in a process of its own, so that nobody waits for it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Controller, Request, get, post
from msgspec import Struct, json
from msgspec.structs import replace

from casinowar.house.audit import AuditFault
from casinowar.house.posts import Post
from casinowar.house.serving import milliseconds
from casinowar.web.access import holding
from casinowar.web.settings import ServingSettings

_READERS: Final = (Post.FLOORPERSON, Post.MANAGER, Post.SURVEILLANCE, Post.OPERATOR)
_FAILED: Final = "The audit itself failed; `casinowar verify` says why."


class HouseAudit(Struct, frozen=True, kw_only=True):
    """The last audit that somebody had made while this server runs; moments in milliseconds."""

    going: bool = False
    began: int = 0
    ended: int = 0
    journals: int = 0
    commits: int = 0
    faults: tuple[AuditFault, ...] = ()
    problem: str = ""
    """Why there is no result."""


class _Journal(Struct):
    version: int


class _Found(Struct):
    journals: list[_Journal]
    faults: tuple[AuditFault, ...]


class Auditor:
    """Has the house audited, one audit at a time."""

    def __init__(self, settings: ServingSettings) -> None:
        """Audit the house of these settings."""
        self._asked = json.encode({"database": settings.database, "key": settings.key})
        self._task: asyncio.Task[None] | None = None
        self.last = HouseAudit()

    def start(self) -> None:
        """Begin an audit, unless one is going on."""
        if not self.last.going:
            self.last = HouseAudit(going=True, began=milliseconds())
            self._task = asyncio.create_task(self._audit())

    async def close(self) -> None:
        """Give up an audit that is going on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _audit(self) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "casinowar.web.auditing"), stdin=pipe, stdout=pipe
        )
        try:
            said, _ = await process.communicate(self._asked)
        finally:
            if process.returncode is None:
                process.kill()
        ended = replace(self.last, going=False, ended=milliseconds())
        if process.returncode:
            self.last = replace(ended, problem=_FAILED)
            return
        found = json.decode(said, type=_Found)
        commits = sum(each.version for each in found.journals)
        self.last = replace(ended, journals=len(found.journals), commits=commits, faults=found.faults)


@asynccontextmanager
async def auditor(settings: ServingSettings) -> AsyncIterator[Auditor]:
    """Have an auditor for as long as the house is served."""
    made = Auditor(settings)
    try:
        yield made
    finally:
        await made.close()


class AuditDesk(Controller):
    """The audit of the house."""

    path = "/api/audit"

    @get("/", guards=[holding(*_READERS)])
    async def last(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Tell what the last audit found, or that one is going on."""
        found: HouseAudit = request.app.state.auditor.last
        return found

    @post("/", status_code=202, guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def start(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Have every journal, cent and card of the house audited; it reads, and changes nothing."""
        request.app.state.auditor.start()
        found: HouseAudit = request.app.state.auditor.last
        return found


def _main() -> None:
    """Audit the house that standard input names; the address, which may hold a password, is nobody else's."""
    from casinowar.house.audited import audited  # noqa: PLC0415 - only in the process that audits

    asked = json.decode(sys.stdin.buffer.read(), type=dict[str, str])
    sys.stdout.buffer.write(json.encode(audited(asked["database"], asked["key"]).to_dict()))


if __name__ == "__main__":
    _main()
