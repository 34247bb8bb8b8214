"""The search through seeds goes on where it was stopped, and begins anew with other code."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import json

from tests.house import seeds


def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, ran = tmp_path / "seeds.json", list[int]()

    def run(seed: int, _folder: Path) -> object:
        if seed == 3 and 3 not in ran:
            ran.append(seed)
            raise KeyboardInterrupt
        ran.append(seed)
        if seed == 4:
            raise AssertionError("a cent is lost")
        return SimpleNamespace(crashes=1, acknowledged={"a": 1}, slips=Counter(done=2), coupons=1)

    monkeypatch.setattr(seeds, "run", run)
    arguments = ["0", "5", "--file", str(file)]
    with pytest.raises(KeyboardInterrupt):
        seeds.main(arguments)
    assert json.decode(file.read_bytes(), type=seeds.Search).next == 3
    assert seeds.main(arguments) == 1
    assert ran == [0, 1, 2, 3, 3, 4, 5]
    found = json.decode(file.read_bytes(), type=seeds.Search)
    assert (found.next, found.crashes, found.slips, found.wrong) == (6, 5, 10, {4: "a cent is lost"})

    monkeypatch.setattr(seeds, "code", lambda _folder: "another")
    ran.clear()
    seeds.main(["0", "1", "--file", str(file)])
    assert ran == [0, 1]


def test_several_processes_find_what_one_does(tmp_path: Path):
    for workers in "1", "2":
        assert seeds.main(["0", "3", "--file", str(tmp_path / workers), "--workers", workers]) == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
