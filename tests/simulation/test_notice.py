"""Whoever waits for a kernel to be compiled is told so."""

import logging
import threading
import time

import pytest

from casinowar.cli import main
from casinowar.reports.run.simulate import simulate
from casinowar.simulation import run
from casinowar.simulation.kernels import deal

SAYS = "Compiling the simulator for these rules, once: about ten seconds, longer on a busy machine."
LONG = "Compiling the simulator for these rules, once: one or two minutes, longer on a busy machine."


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

    monkeypatch.setattr(run, "deal", slowly)
    monkeypatch.setattr(run, "_A_MOMENT", 0.0)
    simulate("maryland", rounds=1000, seed=1)
    assert heard.said == [("WARNING", SAYS)]


def test_how_long_it_has_taken_is_told_while_it_goes_on(heard, monkeypatch):
    def slowly(*asked):
        until = time.monotonic() + 60
        while len(heard.said) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        return deal(*asked)

    monkeypatch.setattr(run, "deal", slowly)
    monkeypatch.setattr(run, "_A_MOMENT", 0.0)
    monkeypatch.setattr(run, "_BETWEEN_NOTICES", 0.01)
    simulate("maryland", rounds=1000, depths=2, seed=1)
    first, *later = heard.said
    assert first == ("WARNING", LONG)
    assert set(later) == {("WARNING", "Still compiling, after 0 s.")}


def test_what_is_there_at_once_is_not(heard, monkeypatch):
    monkeypatch.setattr(run, "_A_MOMENT", 3600.0)
    simulate("maryland", rounds=1000, seed=1)
    assert heard.said == []
    assert not [each for each in threading.enumerate() if each.name == "notices"]


def test_the_command_lets_it_be_said(heard, monkeypatch, capsys):
    def slowly(*asked):
        assert heard.event.wait(60)
        return deal(*asked)

    monkeypatch.setattr(run, "deal", slowly)
    monkeypatch.setattr(run, "_A_MOMENT", 0.0)
    assert main(["simulate", "maryland", "--rounds", "1000", "--seed", "1", "--json"]) == 0
    assert heard.said == [("WARNING", SAYS)]
    assert SAYS not in capsys.readouterr().out
