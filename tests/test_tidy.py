"""Keep the project tidy: each rule is held against every file, and against one example that breaks it."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import pytest

from casinowar.game.refusal import Reason

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"build", "dist", "node_modules", "__pycache__"}
HIDDEN_BUT_OURS = {".ci", ".gitignore"}
# This file spells out what it forbids.
THIS_FILE = PurePosixPath("tests/test_tidy.py")

GAME = PurePosixPath("src/casinowar/game")
LONGEST_MODULE = 400

POSTPONED = re.compile(r"\b(TODO|FIXME|XXX)\b")
SHAPELESS = re.compile(r"(utils?|commons?|helpers?|cores?|models?|services?)")
JURISDICTION = re.compile(r"maryland|washington|south[ _-]?dakota|california|wisconsin", re.IGNORECASE)
EXCEPTION = re.compile(
    r"#\s*((ruff:\s*|flake8:\s*)?noqa|type:\s*ignore)\b"
    r"(?P<codes>:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*|\[[^\]]+\])?"
)
REASON = re.compile(r"^[\s#:–-]*\w+[\w'’-]*\s+\w+")
REGISTRY = re.compile(
    r"pypi\.(org|python\.org)|pythonhosted\.org|npmjs\.(org|com)|yarnpkg\.com|(deb|security)\.debian\.org"
    r"|index-url|\"resolved\":\s*\"http",
    re.IGNORECASE,
)
MACHINE_PATH = re.compile(r"(?<![\w.}*-])/(work|root|home|Users)/")


@dataclass(frozen=True)
class Source:
    """A text file of the project: where it is, and what it says."""

    path: PurePosixPath
    text: str

    @property
    def is_python(self) -> bool:
        return self.path.suffix == ".py"

    def lines_matching(self, pattern: re.Pattern[str]) -> Iterator[str]:
        for number, line in enumerate(self.text.splitlines(), 1):
            if pattern.search(line):
                yield f"{self.path}:{number}: {line.strip()}"


def work_is_not_postponed(source: Source) -> Iterator[str]:
    yield from source.lines_matching(POSTPONED)


def modules_are_nouns_of_the_domain(source: Source) -> Iterator[str]:
    if source.is_python and any(SHAPELESS.fullmatch(part) for part in source.path.with_suffix("").parts):
        yield f"{source.path}: the name says nothing about what is inside"


def the_game_names_no_jurisdiction(source: Source) -> Iterator[str]:
    if GAME in source.path.parents:
        yield from source.lines_matching(JURISDICTION)
        if JURISDICTION.search(source.path.name):
            yield f"{source.path}: named after a jurisdiction"


def the_game_imports_only_the_standard_library_and_msgspec(source: Source) -> Iterator[str]:
    if not source.is_python or GAME not in source.path.parents:
        return
    for node in ast.walk(ast.parse(source.text)):
        match node:
            case ast.Import(names=names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module)):
                imported = [module]
            case _:
                continue
        for name in imported:
            top = name.partition(".")[0]
            ours = name == "casinowar.game" or name.startswith("casinowar.game.")
            if not ours and top != "msgspec" and top not in sys.stdlib_module_names:
                yield f"{source.path}:{node.lineno}: imports {name}"


def modules_fit_on_a_few_screens(source: Source) -> Iterator[str]:
    length = len(source.text.splitlines())
    if source.is_python and source.path.parts[0] == "src" and length > LONGEST_MODULE:
        yield f"{source.path}: {length} lines, more than {LONGEST_MODULE}"


def packages_say_what_lives_in_them(source: Source) -> Iterator[str]:
    if source.path.name == "__init__.py" and not ast.get_docstring(ast.parse(source.text)):
        yield f"{source.path}: opens without a docstring"


def exceptions_carry_a_reason(source: Source) -> Iterator[str]:
    if not source.is_python:
        return
    for number, line in enumerate(source.text.splitlines(), 1):
        for exception in EXCEPTION.finditer(line):
            if not exception["codes"] or not REASON.match(line[exception.end() :]):
                yield f"{source.path}:{number}: {line.strip()}"


def no_registry_is_named(source: Source) -> Iterator[str]:
    yield from source.lines_matching(REGISTRY)


def no_machine_path_is_named(source: Source) -> Iterator[str]:
    yield from source.lines_matching(MACHINE_PATH)


Rule: TypeAlias = Callable[[Source], Iterator[str]]

# Each rule, and files that must offend it: a rule that cannot fail is no rule.
BROKEN_BY: dict[Rule, list[tuple[str, str]]] = {
    work_is_not_postponed: [
        ("src/casinowar/odds/war.py", "x = 1  # TODO: check"),
        ("docs/ARCHITECTURE.md", "FIXME"),
        ("Makefile", "# XXX later"),
    ],
    modules_are_nouns_of_the_domain: [
        ("src/casinowar/house/utils.py", ""),
        ("src/casinowar/core/shoe.py", ""),
        ("tests/helpers.py", ""),
    ],
    the_game_names_no_jurisdiction: [
        ("src/casinowar/game/decide.py", "# as in South Dakota"),
        ("src/casinowar/game/war.py", "south_dakota = 1"),
        ("src/casinowar/game/wisconsin.py", ""),
    ],
    the_game_imports_only_the_standard_library_and_msgspec: [
        ("src/casinowar/game/shoe.py", "import numpy as np"),
        ("src/casinowar/game/shoe.py", "from attrs import frozen"),
        ("src/casinowar/game/shoe.py", "def late():\n    from casinowar.odds import war"),
    ],
    modules_fit_on_a_few_screens: [("src/casinowar/odds/war.py", "pass\n" * (LONGEST_MODULE + 1))],
    packages_say_what_lives_in_them: [
        ("src/casinowar/odds/__init__.py", ""),
        ("src/casinowar/odds/__init__.py", "import fractions"),
    ],
    exceptions_carry_a_reason: [
        ("src/casinowar/odds/war.py", "import os  # noqa"),
        ("src/casinowar/odds/war.py", "import os  # noqa because we like it"),
        ("src/casinowar/odds/war.py", "import os  # noqa: F401"),
        ("src/casinowar/odds/war.py", "# ruff: noqa: F401"),
        ("tests/test_war.py", "x: int = ''  # type: ignore"),
        ("tests/test_war.py", "x: int = ''  # type: ignore[assignment]"),
    ],
    no_registry_is_named: [
        ("constraints.txt", "--extra-index-url https://mirror.example/simple"),
        ("README.md", "https://pypi.org/project/casinowar"),
        ("frontend/package-lock.json", '"resolved": "http://mirror.example/svelte.tgz"'),
    ],
    no_machine_path_is_named: [
        ("docs/ARCHITECTURE.md", "see /work/shared/design.md"),
        ("src/casinowar/cli/play.py", 'open("/root/table.toml")'),
    ],
}

KEEPS_EVERY_RULE = [
    (
        "src/casinowar/game/cards.py",
        "import enum\nfrom msgspec import Struct\nfrom casinowar.game.money import Cents",
    ),
    ("src/casinowar/rulebooks/maryland.toml", "# the network/work/ of Maryland"),
    ("src/casinowar/odds/war.py", "pass\n" * LONGEST_MODULE),
    ("src/casinowar/odds/__init__.py", '"""Exact odds."""'),
    ("src/casinowar/odds/tie.py", "import os  # noqa: F401, E402 - the plugin needs it"),
    ("src/casinowar/odds/tie.py", "x: int = y  # type: ignore[assignment]  # the stub is too narrow"),
]


def files_below(directory: Path) -> Iterator[Path]:
    for path in sorted(directory.iterdir()):
        if path.name in NOT_OURS or (path.name.startswith(".") and path.name not in HIDDEN_BUT_OURS):
            continue
        if path.is_dir():
            yield from files_below(path)
        elif path.is_file():
            yield path


def read_project() -> Iterator[Source]:
    for path in files_below(ROOT):
        relative = PurePosixPath(path.relative_to(ROOT).as_posix())
        if relative == THIS_FILE:
            continue
        try:
            yield Source(relative, path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue  # a picture or another binary file has no lines to read


@pytest.fixture(scope="module")
def project() -> list[Source]:
    return list(read_project())


def test_the_project_is_read(project):
    paths = {str(source.path) for source in project}
    assert {"pyproject.toml", ".ci/run", "src/casinowar/__init__.py", "tests/conftest.py"} <= paths


@pytest.mark.parametrize("rule", BROKEN_BY, ids=lambda rule: rule.__name__)
def test_the_project_keeps(rule, project):
    assert [offence for source in project for offence in rule(source)] == []


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        pytest.param(rule, path, text, id=f"{rule.__name__}-{number}")
        for rule, examples in BROKEN_BY.items()
        for number, (path, text) in enumerate(examples, 1)
    ],
)
def test_an_offender_is_caught(rule, path, text):
    assert list(rule(Source(PurePosixPath(path), text)))


@pytest.mark.parametrize(("path", "text"), KEEPS_EVERY_RULE)
def test_an_innocent_file_is_left_alone(path, text):
    assert [offence for rule in BROKEN_BY for offence in rule(Source(PurePosixPath(path), text))] == []


def test_every_reason_to_refuse_is_used():
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    unused = [reason.name for reason in Reason if f"Reason.{reason.name}" not in code]
    assert not unused, f"no command is refused for: {unused}"
