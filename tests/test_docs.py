"""The documentation tells the truth."""

import tomllib
from pathlib import Path

import pytest

import casinowar
from casinowar.law.catalog import Treatment, jurisdictions
from casinowar.law.coverage import coverage
from tests.support.refresh_docs import RULEBOOKS, refreshed

ROOT = Path(__file__).parent.parent


def test_the_reference_of_rulebook_values_is_up_to_date():
    assert RULEBOOKS.read_text(encoding="utf-8") == refreshed(), "run `make law`"


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/explanation/architecture.md"])
def test_the_layers_are_those_that_are_checked(document):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [layers] = [each for each in settings["tool"]["importlinter"]["contracts"] if each["id"] == "layers"]
    line = " > ".join(layers["layers"]).replace("(", "").replace(")", "")
    assert f"`{line}`" in " ".join((ROOT / document).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("name", casinowar.__all__)
def test_every_name_at_the_front_door_is_documented(name):
    assert f"`{name}`" in (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")


def test_how_to_run_its_examples_stands_in_the_documentation_of_the_library():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    flags = " ".join(
        f"-o {each}" for each in settings["tool"]["pytest"]["ini_options"]["doctest_optionflags"]
    )
    assert f"`python -m doctest {flags} docs/reference/api.md`" in (ROOT / "docs/reference/api.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("record", sorted((ROOT / "docs/decisions").glob("*.md")), ids=lambda path: path.stem)
def test_a_decision_has_the_form_that_the_first_one_sets(record):
    lines = record.read_text(encoding="utf-8").splitlines()
    number = int(record.name.partition("-")[0])
    [title] = [line for line in lines if line.startswith("# ")]
    assert title.startswith(f"# {number}. ")
    assert [line for line in lines if line.startswith("## ")] == [
        "## Context",
        "## Decision",
        "## Consequences",
    ]


def test_how_far_clauses_can_be_followed_is_counted():
    every = [each for document in jurisdictions() for each in coverage(document)]
    traced = [each for each in every if each.treatment not in {Treatment.TEXT, Treatment.EQUIPMENT}]
    kinds = [each.treatment for each in every]
    assert all(each.code and each.tests for each in traced)
    said = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"Of their {len(every)} clauses, the {len(traced)} that state a rule, a choice or a record" in said
    assert f"{kinds.count(Treatment.TEXT)} are headings and other words" in said
    assert f"{kinds.count(Treatment.EQUIPMENT)} describe equipment" in said
    for file in ("docs/explanation/architecture.md", "src/casinowar/cli/help.toml"):
        text = " ".join((ROOT / file).read_text(encoding="utf-8").replace("\\\n", "").split())
        assert f"{len(every)} clauses" in text
        assert f"{len(traced)} of them" in text
