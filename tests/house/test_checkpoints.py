"""Checkpoints hold a house to its past: nothing is cut off or written anew, and nobody forges them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.cli import main
from casinowar.game import commands as c
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.house.audit import checkpoints
from casinowar.house.audit.report import audit_house
from casinowar.house.journal import commits
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.store import Store
from tests.house.sample_house import ANN, PIT, SETTINGS, Served

WAGER = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)


class Kept:
    """A house in a folder, its keys, and a checkpoint of it that was kept."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.database = folder, f"sqlite:///{folder}/house.db"
        self.point, self.public = folder / "kept.json", folder / "signing.pem.pub"
        store = Store(self.database)
        house = Served(store)
        house.worker.open("t", SETTINGS)
        house.must(c.OpenTable(), PIT)
        house.seat(ANN).play(1)
        house.ask(WAGER, ANN, name="w1")
        house.ask(c.BuyChips(player="Ann", amount=1_00), ANN, name="b1")
        self.last = store.version("t")
        store.close()
        self.write(self.point)

    def write(self, file: Path, key: str = "signing.pem") -> int:
        return main(
            [
                "checkpoint",
                str(file),
                "--database",
                self.database,
                "--signing-key",
                str(self.folder / key),
            ]
        )

    def problems(self, file: Path | None = None) -> list[str]:
        found = audit_house(self.database, checkpoint=str(file or self.point), public_key=str(self.public))
        return [fault.problem for fault in found.faults]

    def change(self, *statements: str) -> None:
        """Change the database behind the house's back."""
        with closing(sqlite3.connect(self.folder / "house.db")) as connection, connection:
            for statement in statements:
                assert connection.execute(statement).rowcount, statement


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path)


def test_a_new_signing_key_is_announced(kept, tmp_path, capsys):
    wrote = f"Wrote {tmp_path / 'other.json'}.\n"
    capsys.readouterr()
    assert kept.write(tmp_path / "other.json") == 0
    assert capsys.readouterr().out == wrote
    wrote = f"Wrote {tmp_path / 'new.json'}.\n"
    assert kept.write(tmp_path / "new.json", "other.pem") == 0
    new = tmp_path / "other.pem"
    said = f"Created the key {new}. Auditors need {new}.pub.\n"
    assert capsys.readouterr().out == said + wrote
    assert kept.problems(tmp_path / "new.json") == [
        "the checkpoint was signed with a key that is not the house's"
    ]


def test_a_house_that_went_on_still_matches_its_checkpoint(kept, capsys):
    assert kept.problems() == []
    store = Store(kept.database)
    again = Served(store)
    again.must(c.BuyChips(player="Ann", amount=1_00), ANN)
    store.close()
    arguments = ["verify", "--database", kept.database, "--checkpoint", str(kept.point)]
    assert main([*arguments, "--public-key", str(kept.public)]) == 0
    assert "signed by the house" in " ".join(capsys.readouterr().out.split())
    assert main(arguments) == 0
    assert "an unverified key" in " ".join(capsys.readouterr().out.split())


def test_a_checkpoint_replaces_an_earlier_one_of_the_same_house(kept):
    """Lose nothing where a job keeps one name: the later one binds what the earlier did."""
    before = checkpoints.read_checkpoint(str(kept.point))
    store = Store(kept.database)
    Served(store).must(c.BuyChips(player="Ann", amount=1_00), ANN)
    store.close()
    assert kept.write(kept.point) == 0
    after = checkpoints.read_checkpoint(str(kept.point))
    assert after.journals != before.journals
    assert kept.problems() == []


def test_a_checkpoint_replaces_no_other_file(kept, capsys):
    notes, other = kept.folder / "notes.txt", kept.folder / "other.json"
    notes.write_text("Call the auditor.\n", encoding="utf-8")
    changed = forged(kept, at=7)
    assert kept.write(other, "other.pem") == 0
    for place, said in (
        (notes, "holds no checkpoint"),
        (changed, "its signature does not hold"),
        (other, "signed with a key"),
    ):
        before = place.read_bytes()
        capsys.readouterr()
        assert kept.write(place) == 2
        assert place.read_bytes() == before
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert said in told.err
        assert f"{place} already exists" in told.err


def test_a_checkpoint_that_reveals_a_cut_journal_is_not_replaced(kept, capsys):
    last = f"\"table\" = 't' AND version = {kept.last}"
    kept.change(f"DELETE FROM journal WHERE {last}")  # noqa: S608 - written here
    before = kept.point.read_bytes()
    assert kept.write(kept.point) == 2
    assert "the journal ends before the checkpoint" in capsys.readouterr().err
    assert kept.point.read_bytes() == before


def test_no_key_is_made_for_a_refused_checkpoint(kept):
    assert kept.write(kept.point, "new.pem") == 2
    assert not (kept.folder / "new.pem").exists()


def test_a_cut_journal_is_found(kept):
    """Cut off the last commit with all that belongs to it: without the checkpoint nothing is found."""
    last = f"WHERE \"table\" = 't' AND version = {kept.last}"
    kept.change(
        "UPDATE accounts SET balance = balance + 100 WHERE name = 'player/Ann'",
        "UPDATE accounts SET balance = balance - 100 WHERE name = 'table/t/chips/Ann'",
        f"DELETE FROM postings {last}",  # noqa: S608 - written here
        "DELETE FROM requests WHERE id = 'Ann/b1'",
        f"DELETE FROM journal {last}",  # noqa: S608 - written here
    )
    assert audit_house(kept.database).in_order
    assert kept.problems() == ["the journal ends before the checkpoint"]


def test_a_rewritten_journal_is_found(kept):
    """Give a commit another time, and all after it the hashes that follow: the chain holds, the past not."""
    store = Store(kept.database)
    link, pages = store.link_at("t", 0), store.pages("t")
    with store.writing() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute("PRAGMA defer_foreign_keys = ON")
        for version, body, _ in pages:
            commit = commits.decode_commit(body)
            if version == kept.last:
                commit = replace(commit, at=commit.at + 1)
            anew = commits.encode_commit(commit)
            before, link = link, commits.next_link(link, anew)
            change = "UPDATE journal SET body = ?, link = ?, before = ?, at = ? WHERE version = ?"
            values = (anew, link, None if version == 1 else before, commit.at, version)
            raw.execute(f"{change} AND \"table\" = 't'", values)
    store.close()
    assert audit_house(kept.database).in_order
    assert kept.problems() == ["the journal is not the one of the checkpoint"]


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (
            ["UPDATE journal SET body = CAST(replace(body, 'Ann', 'Bob') AS BLOB) WHERE version = 3"],
            "its hash does not follow",
        ),
        (["DELETE FROM journal WHERE \"table\" = 't' AND version = 3"], "version 3 is missing"),
        (
            [
                "UPDATE journal SET version = version + 1000 WHERE \"table\" = 't' AND version >= 3",
                "UPDATE journal SET version = version - 999 WHERE \"table\" = 't' AND version > 1000",
                "INSERT INTO journal SELECT 't', 3, at, body, link, 2, before FROM journal WHERE version = 2",
            ],
            "it says it is version 2 of t",
        ),
        (
            [
                "UPDATE journal SET version = 1000 WHERE \"table\" = 't' AND version = 3",
                "UPDATE journal SET version = 3 WHERE \"table\" = 't' AND version = 4",
                "UPDATE journal SET version = 4 WHERE \"table\" = 't' AND version = 1000",
            ],
            "its hash does not follow",
        ),
        (
            ["DELETE FROM streams WHERE \"table\" = 't'", "DELETE FROM journal WHERE \"table\" = 't'"],
            "the journal ends before the checkpoint",
        ),
    ],
    ids=["flipped", "removed", "inserted", "reordered", "a whole table"],
)
def test_changed_rows_of_a_journal_are_found(kept, statements, said):
    kept.change("PRAGMA ignore_check_constraints = ON", *statements)
    assert any(said in problem for problem in kept.problems()), kept.problems()


def forged(kept, **changed):
    file = kept.folder / "forged.json"
    file.write_text(json.dumps({**json.loads(kept.point.read_text()), **changed}), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "changed",
    [
        {"at": 5},
        {"journals": []},
        {"signature": "00" * 64},
        {"signature": "none"},
        {"hash": "00" * 32},
        {"public_key": "00" * 32},
        {"public_key": ""},
    ],
    ids=str,
)
def test_a_changed_checkpoint_is_found(kept, changed):
    said = "the checkpoint was changed: its signature does not hold"
    assert kept.problems(forged(kept, **changed))[0] == said


def test_journals_are_not_compared_with_a_forged_checkpoint(kept):
    """Whoever makes one up says nothing about the journals, however many they name."""
    made_up = [{"table": f"t{number}", "version": 9, "link": "00" * 32} for number in range(1_000)]
    said = "the checkpoint was changed: its signature does not hold"
    assert kept.problems(forged(kept, journals=made_up)) == [said]


def test_a_checkpoint_with_another_key_is_found(kept):
    another = kept.folder / "another.json"
    assert kept.write(another, key="another.pem") == 0
    assert kept.problems(another) == ["the checkpoint was signed with a key that is not the house's"]


def test_keys_are_made_once_and_readable_only_by_their_owner(kept):
    key = kept.folder / "signing.pem"
    before = key.read_bytes()
    assert key.stat().st_mode & 0o777 == 0o600
    assert kept.write(kept.folder / "again.json") == 0
    assert key.read_bytes() == before
    assert b"PRIVATE" not in kept.public.read_bytes()
    assert before not in (kept.folder / "house.db").read_bytes()


def test_invalid_keys_and_checkpoints_are_refused_in_one_sentence(kept, capsys):
    wrong = kept.folder / "wrong"
    wrong.write_text("nonsense", encoding="utf-8")
    assert kept.write(kept.folder / "x.json", key="wrong") == 2
    assert "holds no signing key" in capsys.readouterr().err
    with pytest.raises(InputError, match="holds no public key"):
        audit_house(kept.database, checkpoint=str(kept.point), public_key=str(wrong))
    with pytest.raises(InputError, match="holds no checkpoint"):
        audit_house(kept.database, checkpoint=str(wrong))
    with pytest.raises(InputError, match="has format 2"):
        checkpoints.read_checkpoint(str(forged(kept, format=2)))
    with pytest.raises(InputError, match="name one with --checkpoint"):
        audit_house(kept.database, public_key=str(kept.public))
    assert kept.write(kept.folder / "nowhere" / "x.json") == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_checkpoint_is_of_one_moment(kept, monkeypatch):
    store = Store(kept.database)
    house = Served(store)
    real = StoreReader.version

    def going_on(self, table):
        if self is not store:
            house.ask(c.BuyChips(player="Ann", amount=1), ANN)
        return real(self, table)

    monkeypatch.setattr(StoreReader, "version", going_on)
    key = checkpoints.signing_key(kept.folder / "signing.pem")
    point = checkpoints.signed_checkpoint(store, key, 7)
    monkeypatch.undo()
    assert [each.version for each in point.journals if each.table == "t"] == [kept.last]
    assert store.version("t") > kept.last
    store.close()
