"""Audits of the house while it is served: `verify` in a child process, so that play does not wait."""

import logging
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
from casinowar.house.worker.streams import milliseconds
from casinowar.web.authentication import PIT_READERS, holding
from casinowar.web.messages import Closed
from casinowar.web.server.child_processes import (
    Child,
    ChildEndedError,
    ChildFailedError,
    Jobs,
    answer_requests,
    claimed,
    is_claimed,
    publish,
)
from casinowar.web.server.settings import ServingSettings

_LOG = logging.getLogger("casinowar.web")
_FAILED: Final = "The audit itself failed; `casinowar verify` says why."


class HouseAudit(Struct, frozen=True, kw_only=True):
    """The last audit since the server started; times in milliseconds."""

    going: bool = False
    began: int = 0
    ended: int = 0
    journals: int = 0
    commits: int = 0
    faults: tuple[AuditFault, ...] = ()
    problem: str = ""
    """Why there is no result."""
    held_to: str = ""
    """The checkpoint that the audit compared with, and whose it is."""


class AuditBody(Closed, frozen=True, kw_only=True):
    """A request for an audit against a checkpoint."""

    checkpoint: SignedCheckpoint


class AuditRequest(Struct, frozen=True):
    """An audit to make. The database's address may hold a password, so it goes to the child alone."""

    database: str
    key: str
    checkpoint: str | None
    public_key: str | None


class AuditJob:
    """Audits the house in a child process, once at a time for all processes of the server."""

    def __init__(self, settings: ServingSettings, folder: Path) -> None:
        self._settings = settings
        self._lock, self._status, self._checkpoint = (
            folder / name for name in ("audit-lock", "audit", "audit-checkpoint")
        )
        self._jobs = Jobs()

    @property
    def last(self) -> HouseAudit:
        going = is_claimed(self._lock)  # before its status: the result is written before the claim ends
        try:
            found = json.decode(self._status.read_bytes(), type=HouseAudit)
        except FileNotFoundError:
            return HouseAudit()
        if found.ended or found.problem:
            return replace(found, going=going)  # the next can begin once this one's process is gone
        going = going or is_claimed(self._lock)  # it may have begun since
        return replace(found, going=going, problem="" if going else _FAILED)

    async def start(self, checkpoint: SignedCheckpoint | None = None) -> bool:
        """Begin an audit, checked against a checkpoint if one is given; False if one is going on."""
        if (claim := claimed(self._lock)) is None:
            return False
        public = public_half(Path(self._settings.signing_key))
        if checkpoint is not None:
            write(self._checkpoint, written_checkpoint(checkpoint))
        request = AuditRequest(
            self._settings.database,
            self._settings.key,
            str(self._checkpoint) if checkpoint else None,
            str(public) if checkpoint and public.exists() else None,
        )
        begun = HouseAudit(began=milliseconds())
        publish(self._status, json.encode(begun))

        async def work(child: Child) -> None:
            try:
                found = json.decode(await child.ask(request), type=HouseAudit)
                audit = replace(found, began=begun.began, ended=milliseconds())
            except (InputError, ChildEndedError, ChildFailedError) as wrong:
                _LOG.error("an audit failed: %s", wrong)
                audit = replace(begun, problem=_FAILED)
            publish(self._status, json.encode(audit))

        try:
            await self._jobs.start("casinowar.web.audit_job", claim, work)
        except OSError:
            _LOG.exception("an audit cannot be started")
        return True

    async def aclose(self) -> None:
        await self._jobs.aclose()


class Audits(Controller):
    """The audit of the house."""

    path = "/api/audit"

    @get("/", guards=[holding(*PIT_READERS)])
    async def last(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Show the result of the last audit, and whether one is running."""
        found: HouseAudit = request.app.state.audit_job.last
        return found

    @post("/", status_code=202, guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def start(self, request: Request[Any, Any, Any]) -> HouseAudit:
        """Start an audit of every journal, cent and card; it changes nothing."""
        await request.app.state.audit_job.start()
        found: HouseAudit = request.app.state.audit_job.last
        return found

    @post("/checkpoint", status_code=202, guards=[holding(Post.SURVEILLANCE, Post.OPERATOR)])
    async def hold(self, request: Request[Any, Any, Any], data: AuditBody) -> HouseAudit:
        """Start an audit against a checkpoint: the journals must still contain what it says."""
        if data.checkpoint.format != CHECKPOINT_FORMAT:
            raise InputError(
                f"The checkpoint has format {data.checkpoint.format}, which this version cannot read."
            )
        if not await request.app.state.audit_job.start(data.checkpoint):
            raise InputError("An audit is running; start this one once it is over.")
        found: HouseAudit = request.app.state.audit_job.last
        return found


def _audited(request: AuditRequest, _progress: object) -> bytes:
    from casinowar.house.audit.report import audit_house  # noqa: PLC0415 - only in the process that audits

    found = audit_house(request.database, request.key, request.checkpoint, request.public_key)
    audit = HouseAudit(
        journals=len(found.journals),
        commits=sum(each.version for each in found.journals),
        faults=tuple(found.faults),
        held_to=found.held_to,
    )
    return json.encode(audit)


if __name__ == "__main__":
    answer_requests(AuditRequest, _audited)
