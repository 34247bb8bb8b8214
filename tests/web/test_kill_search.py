"""The server is killed at random moments while bots play: what was acknowledged is there, and only once."""

import asyncio
from pathlib import Path

import pytest
from msgspec import json

from tests.web import kill_search
from tests.web.kill_scenario import Killed, played_through_kills
from tests.web.served_house import ServedHouse


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_acknowledged_survives_every_kill(workers: str, address: str, tmp_path: Path):
    running = ServedHouse(tmp_path, address, ["--workers", workers]).start()
    try:
        done = asyncio.run(played_through_kills(running, rounds=40, kills=5))
    finally:
        running.kill()
    assert done.rounds >= 40
    assert done.kills >= 5
    assert done.acknowledged


def test_killing_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, left = tmp_path / "kills.json", list[int]()

    def one_house(_server: str, _workers: int, rounds: int) -> Killed:
        left.append(rounds)
        if left == [500, 250]:
            raise KeyboardInterrupt
        return Killed(250, 9, 1000)

    monkeypatch.setattr(kill_search, "one_house", one_house)
    monkeypatch.setattr(kill_search, "WORKERS", {"sqlite": 1})
    with pytest.raises(KeyboardInterrupt):
        kill_search.main(["500", "--file", str(file)])
    assert kill_search.main(["500", "--file", str(file)]) == 0
    assert left == [500, 250, 250]
    assert json.decode(file.read_bytes(), type=kill_search.KillSearch).done == {
        "sqlite": Killed(500, 18, 2000)
    }

    monkeypatch.setattr(kill_search, "code", lambda _folder: "another")
    left.clear()
    kill_search.main(["250", "--file", str(file)])
    assert left == [250]
