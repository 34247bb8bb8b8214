"""Whoever waits for a kernel to be compiled is told so."""

import logging
import threading

import pytest

from casinowar.cli import main
from casinowar.reports.run.simulate import simulate
from casinowar.simulation import playing
from casinowar.simulation.dealing import deal

SAYS = "Compiling the simulator for these rules; this takes a minute or two the first time."


class _Heard(logging.Handler):
    """Tells a thread that waits that something was said."""

    def __init__(self) -> None:
        super().__init__()
        self.event = threading.Event()
        self.said: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append((record.levelname, record.getMessage()))
        self.event.set()


@pytest.fixture(name="heard")
def heard_fixture():
    handler = _Heard()
    logger = logging.getLogger("casinowar.simulation")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def test_a_compile_that_takes_more_than_a_moment_is_announced(heard, monkeypatch):
    def slowly(*asked):
        assert heard.event.wait(60)
        return deal(*asked)

    monkeypatch.setattr(playing, "deal", slowly)
    monkeypatch.setattr(playing, "_A_MOMENT", 0.0)
    simulate("maryland", rounds=1000, seed=1)
    assert heard.said == [("WARNING", SAYS)]


def test_what_is_there_at_once_is_not(heard, monkeypatch):
    monkeypatch.setattr(playing, "_A_MOMENT", 3600.0)
    simulate("maryland", rounds=1000, seed=1)
    assert heard.said == []
    assert not [each for each in threading.enumerate() if isinstance(each, threading.Timer)]


def test_the_command_lets_it_be_said(heard, monkeypatch, capsys):
    def slowly(*asked):
        assert heard.event.wait(60)
        return deal(*asked)

    monkeypatch.setattr(playing, "deal", slowly)
    monkeypatch.setattr(playing, "_A_MOMENT", 0.0)
    assert main(["simulate", "maryland", "--rounds", "1000", "--seed", "1", "--json"]) == 0
    assert heard.said == [("WARNING", SAYS)]
    assert SAYS not in capsys.readouterr().out
