"""Auditing the house while it is served: `verify` in a process of its own, so that nobody waits for it."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from litestar import Controller, Request, get, post
from msgspec import Struct, json
from msgspec.structs import replace

from casinowar.files.writing import write
from casinowar.game.refusal import InputError
from casinowar.house.audit.auditor import AuditFault
from casinowar.house.audit.checkpoints import (
    CHECKPOINT_FORMAT,
    SignedCheckpoint,
    public_half,
    written_checkpoint,
)
from casinowar.house.people.posts import Post
from casinowar.house.serving.startup import milliseconds
from casinowar.web.authentication import PIT_READERS, holding
from casinowar.web.messages import Closed
from casinowar.web.server.child_processes import claimed, end_with_the_server, is_claimed, shared_folder
from casinowar.web.server.cpu_affinity import run_on_any
from casinowar.web.server.settings import ServingSettings

_LOG = logging.getLogger("casinowar.web")
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
    held_to: str = ""
    """The checkpoint that the journals were held to, and whose it is, where somebody gave one."""


class AuditBody(Closed, frozen=True, kw_only=True):
    """An audit that is wanted, held to a checkpoint that was kept elsewhere."""

    checkpoint: SignedCheckpoint


class AuditJob:
    """Has the house audited, one audit at a time; what is known of it lies in a folder for all processes."""

    def __init__(self, settings: ServingSettings, folder: Path) -> None:
        """Audit the house of these settings."""
        self._asked = {"database": settings.database, "key": settings.key}
        self._public = public_half(Path(settings.signing_key))
        self._lock, self._told = folder / "audit-lock", folder / "audit"
        self._checkpoint = folder / "audit-checkpoint"
        self._going: dict[Process, asyncio.Task[int]] = {}

    @property
    def last(self) -> HouseAudit:
        """What the last audit found, or that one is going on."""
        going = is_claimed(self._lock)
        try:
            found = json.decode(self._told.read_bytes(), type=HouseAudit)
        except FileNotFoundError:
            return HouseAudit()
        if found.ended:
            return replace(found, going=going)  # the next can begin once its process is gone
        going = going or is_claimed(self._lock)  # it may have begun, or ended, while that was read
        return replace(found, going=going, problem="" if going else _FAILED)

    async def start(self, checkpoint: SignedCheckpoint | None = None) -> bool:
        """Begin an audit, unless one is going on; a checkpoint holds the house to its past."""
        asked = self._asked
        with claimed(self._lock) as claim:
            if claim is None:
                return False
            if checkpoint is not None:
                write(self._checkpoint, written_checkpoint(checkpoint))
                known = {"public_key": str(self._public)} if self._public.exists() else {}
                asked = asked | {"checkpoint": str(self._checkpoint)} | known
            write(self._told, json.encode(HouseAudit(began=milliseconds())))
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "casinowar.web.audit_job", str(self._told)),
                    stdin=PIPE,
                    pass_fds=[claim],
                )
            except OSError:
                _LOG.exception("an audit cannot be started")
                return True
        assert process.stdin is not None  # noqa: S101 - it was started with a pipe
        process.stdin.write(json.encode(asked) + b"\n")
        self._going[process] = asyncio.create_task(process.wait())
        self._going[process].add_done_callback(lambda _: self._going.pop(process))
        return True

    async def close(self) -> None:
        """Give up an audit that is going on."""
        for process in self._going:
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*self._going.values())


@asynccontextmanager
async def audit_job(settings: ServingSettings) -> AsyncIterator[AuditJob]:
    """Run audits for as long as the house is served."""
    with shared_folder() as folder:
        made = AuditJob(settings, folder)
        try:
            yield made
        finally:
            await made.close()


class AuditDesk(Controller):
    """The audit of the house."""

    path = "/api/audit"

    @get("/", guards=[holding(*PIT_READERS)])
    async def last(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Tell what the last audit found, or that one is going on."""
        found: HouseAudit = request.app.state.audit_job.last
        return found

    @post("/", status_code=202, guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def start(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Have every journal, cent and card of the house audited; it reads, and changes nothing."""
        await request.app.state.audit_job.start()
        found: HouseAudit = request.app.state.audit_job.last
        return found

    @post("/checkpoint", status_code=202, guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def hold(self, request: Request[Any, Any, Any], data: AuditBody) -> HouseAudit:
        """Audit the house, and hold it to a checkpoint: what was committed then has to stand unchanged."""
        if data.checkpoint.format != CHECKPOINT_FORMAT:
            raise InputError(
                f"The checkpoint has format {data.checkpoint.format}, which cannot be read here."
            )
        if not await request.app.state.audit_job.start(data.checkpoint):
            raise InputError("An audit is going on; hold the house to the checkpoint once it is over.")
        found: HouseAudit = request.app.state.audit_job.last
        return found


def _main() -> None:
    """Audit the house that standard input names; the address, which may hold a password, is nobody else's."""
    from casinowar.house.audit.report import audited  # noqa: PLC0415 - only in the process that audits

    asked = json.decode(sys.stdin.buffer.readline(), type=dict[str, str])
    end_with_the_server()
    run_on_any()
    told = Path(sys.argv[1])
    found = audited(asked["database"], asked["key"], asked.get("checkpoint"), asked.get("public_key"))
    ended = replace(
        json.decode(told.read_bytes(), type=HouseAudit),
        ended=milliseconds(),
        journals=len(found.journals),
        commits=sum(each.version for each in found.journals),
        faults=tuple(found.faults),
        held_to=found.held_to,
    )
    write(told, json.encode(ended))


if __name__ == "__main__":
    _main()
