"""The examples of how a house is run can be used as they are."""

import re
import shlex
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types

from casinowar.cli import main
from casinowar.web.server.settings import ServingSettings, settings_of

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_settings_are_settings():
    found = settings_of({}, {}, DEPLOY / "house.toml")
    assert (found.behind_proxy, found.tables) == (True, ("maryland",))
    limits = ("sockets_per_person", "requests_per_second", "longest_message")
    assert {name: getattr(found, name) for name in limits} == {
        name: getattr(ServingSettings(), name) for name in limits
    }, "who copies it gets the limits that are documented"


def test_the_compose_file_sets_what_there_is():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    house = services["house"]
    found = settings_of(
        {}, {name: re.sub(r"\$\{.*?\}", "x", said) for name, said in house["environment"].items()}
    )
    assert (found.workers, found.tables, found.behind_proxy) == (2, ("maryland", "wisconsin"), True)
    assert (
        (DEPLOY / "compose.yaml")
        .parent.joinpath(house["build"]["context"], house["build"]["dockerfile"])
        .is_file()
    )
    assert {*house["depends_on"]} <= {*services}


def test_an_image_has_the_page_and_no_secret():
    steps = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "make page" in steps
    assert steps.index("pip wheel") < steps.rindex("FROM ")  # what was built with is left behind
    left_out = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {".house", "**/*.db", "**/*.key", "**/*.pem", ".venv"} <= {*left_out}


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.name)
def test_a_unit_starts_what_there_is(unit, capsys):
    started = re.findall(
        r"/opt/casinowar/bin/casinowar (.*?)\'?$", unit.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert started
    for words in started:
        assert main([*shlex.split(words), "--help"]) == 0
        assert "Usage" in capsys.readouterr().out
