"""Checkpoints: the length and hash of every journal at one moment, signed, to store out of the house's reach.

Write access to the database is enough to cut off the end of a journal, or to rewrite it from end to end. A
checkpoint stored elsewhere reveals that, and its signature proves that it is the house's own. The signing key
is a file outside the database (Ed25519, PKCS 8, PEM).
"""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization as forms
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta, Struct

from casinowar.files import reading, writing
from casinowar.game.refusal import InputError
from casinowar.house.audit.auditor import UNREADABLE, AuditFault
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store

CHECKPOINT_FORMAT: Final = 1
_LONGEST: Final = 1 << 26
_LONGEST_KEY: Final = 1 << 16
_LAST_MOMENT: Final = 253_402_300_799_999
"""The end of the year 9999, the last that `datetime` knows."""


class JournalCheckpoint(Struct, frozen=True):
    """How many commits a journal had, and its hash after the last."""

    table: Annotated[str, Meta(max_length=64)]
    version: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    link: Annotated[str, Meta(max_length=64)]


def journal_checkpoints(store: StoreReader) -> list[JournalCheckpoint]:
    found = [(table, store.version(table)) for table in store.tables()]
    return [JournalCheckpoint(table, version, _link(store, table, version)) for table, version in found]


def departures(store: StoreReader, kept: Iterable[JournalCheckpoint]) -> Iterator[AuditFault]:
    """Find the journals that do not continue from their checkpoints."""
    for point in kept:
        if _link(store, point.table, point.version) == point.link:
            continue
        short = store.version(point.table) < point.version
        problem = "ends before the checkpoint" if short else "is not the one of the checkpoint"
        yield AuditFault(point.table, point.version, f"the journal {problem}")


def _link(store: StoreReader, table: str, version: int) -> str:
    try:
        return store.link_at(table, version).hex()
    except UNREADABLE:
        return ""


class SignedCheckpoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The checkpoints of all journals, with a hash and a signature over them."""

    format: int = CHECKPOINT_FORMAT
    at: Annotated[int, Meta(ge=0, le=_LAST_MOMENT)]
    """In milliseconds."""
    journals: tuple[JournalCheckpoint, ...]
    hash: Annotated[str, Meta(max_length=64)]
    public_key: Annotated[str, Meta(max_length=64)]
    signature: Annotated[str, Meta(max_length=128)]

    @property
    def signed_bytes(self) -> bytes:
        said = msgspec.json.encode([self.format, self.at, self.journals])
        return b"casinowar checkpoint\n" + said

    @property
    def is_signed(self) -> bool:
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
            key.verify(bytes.fromhex(self.signature), self.signed_bytes)
        except (InvalidSignature, ValueError):
            return False
        return self.hash == sha256(self.signed_bytes).hexdigest()


def signed_checkpoint(store: Store, key: Ed25519PrivateKey, at: int) -> SignedCheckpoint:
    with store.consistent_reader() as moment:
        journals = tuple(journal_checkpoints(moment))
    public = key.public_key().public_bytes_raw().hex()
    plain = SignedCheckpoint(at=at, journals=journals, hash="", public_key=public, signature="")
    return msgspec.structs.replace(
        plain, hash=sha256(plain.signed_bytes).hexdigest(), signature=key.sign(plain.signed_bytes).hex()
    )


def check_replaceable(path: Path, signing: Path, store: Store) -> None:
    """Refuse to replace a file, except an earlier checkpoint of the same house that still holds.

    The new checkpoint binds all that such an earlier one did. Any other may be the only evidence of a fault.
    """
    if not path.exists():
        return
    known = signing_key(signing).public_key().public_bytes_raw() if signing.exists() else b""
    try:
        before = read_checkpoint(str(path))
    except InputError as no:
        raise _taken(path, str(no)) from None
    with store.consistent_reader() as moment:
        for fault in forgeries(before, known):
            raise _taken(path, f"{fault.problem}.")
        for fault in departures(moment, before.journals):
            raise _taken(path, f"{fault.table}, commit {fault.version}: {fault.problem}.")


def _taken(path: Path, why: str) -> InputError:
    only = "a checkpoint replaces only an earlier one of the same house"
    return InputError(f"{path} already exists, and {only}: {why}")


def written_checkpoint(point: SignedCheckpoint) -> bytes:
    return msgspec.json.format(msgspec.json.encode(point), indent=1) + b"\n"


def read_checkpoint(path: str) -> SignedCheckpoint:
    """Read a checkpoint without checking its signature."""
    held = reading.read(path, _LONGEST, "a checkpoint")
    try:
        point = msgspec.json.decode(held, type=SignedCheckpoint)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise InputError(f"{path} holds no checkpoint: {wrong}.") from None
    if point.format != CHECKPOINT_FORMAT:
        raise InputError(f"{path} has format {point.format}, which this version cannot read.")
    return point


def forgeries(point: SignedCheckpoint, known: bytes | None) -> Iterator[AuditFault]:
    """Check the signature of a checkpoint, and that it is by the house's public key if that is known."""
    if not point.is_signed:
        yield AuditFault("", 0, "the checkpoint was changed: its signature does not hold")
    elif known is not None and point.public_key != known.hex():
        yield AuditFault("", 0, "the checkpoint was signed with a key that is not the house's")


# keys


def signing_key(path: Path) -> Ed25519PrivateKey:
    """Read the signing key, or make one that only its owner can read, with its public half beside it."""
    if not path.exists():
        _make_key(path)
    held = reading.read(path, _LONGEST_KEY, "a signing key")
    try:
        key = forms.load_pem_private_key(held, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(f"{path} holds no signing key: an Ed25519 key as PEM, without a password.")
    return key


def public_half(path: Path) -> Path:
    return path.with_name(f"{path.name}.pub")


def _make_key(path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = forms.Encoding.PEM
    private = key.private_bytes(pem, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private)
    except FileExistsError:
        return  # another process made it first
    except OSError as wrong:
        raise InputError(f"The signing key {path} cannot be made: {wrong.strerror}.") from None
    public = key.public_key().public_bytes(pem, forms.PublicFormat.SubjectPublicKeyInfo)
    writing.write(public_half(path), public)


def read_public_key(path: str) -> bytes:
    held = reading.read(path, _LONGEST_KEY, "a public key")
    try:
        key = forms.load_pem_public_key(held)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise InputError(f"{path} holds no public key: an Ed25519 key as PEM.")
    return key.public_bytes_raw()
