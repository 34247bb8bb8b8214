"""A journal of every released format is read for ever, and found in order by the audit of today."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from casinowar.game.events import EVENTS, RoundCompleted
from casinowar.house.audited import audited
from casinowar.house.journal import FORMAT, read
from casinowar.house.recall import Recall
from casinowar.house.running.backups import restore
from casinowar.house.store import opened_store
from casinowar.rulebooks import names
from tests.house.kept_journals import KEY, make

KEPT = sorted((Path(__file__).parent / "journals").glob("*.db.gz"))


def test_there_is_one_of_todays_format():
    assert f"format_{FORMAT}.db.gz" in {path.name for path in KEPT}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name)
def test_a_kept_house_is_read_recalled_and_in_order(kept, address, tmp_path):
    file = tmp_path / "kept.db"
    file.write_bytes(gzip.decompress(kept.read_bytes()))
    (tmp_path / "house.key").write_text(KEY.hex(), encoding="utf-8")
    restore(file, address)
    found = audited(address, str(tmp_path / "house.key"))
    assert found.in_order, found.faults
    with opened_store(address, existing=True) as store:
        happened = Counter(
            type(event)
            for table in store.tables()
            for _, body, _ in store.pages(table)
            for event in read(body).events
        )
        assert {*names()} <= {*store.tables()}
        assert all(Recall(store, table).rounds() for table in names())
    assert happened[RoundCompleted] > 25
    assert len(happened.keys() & {*EVENTS.values()}) > 40


def test_a_house_to_be_kept_can_be_made_at_any_time(tmp_path):
    """The next format needs one made by the code of its time."""
    file = tmp_path / "made.db.gz"
    make(file)
    (tmp_path / "made.db").write_bytes(gzip.decompress(file.read_bytes()))
    assert audited(f"sqlite:///{tmp_path}/made.db").in_order
