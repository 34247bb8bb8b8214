"""What a rulebook may not combine: `inconsistent.toml` has a file for every sentence."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from casinowar.game.refusal import InputError
from casinowar.rulebooks import consistency, load_rules

FILES = tomllib.loads((Path(__file__).parent / "inconsistent.toml").read_text(encoding="utf-8"))["file"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file["says"])
def test_what_does_not_go_together_is_refused_in_one_sentence(file, tmp_path):
    path = tmp_path / "mine.toml"
    head = f'extends = "{file["extends"]}"\nname = "mine"\ntitle = "Mine"\n'
    path.write_text(head + file["text"], encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules(str(path))
    _, _, said = str(wrong.value).partition(": ")
    assert said == f"{file['says']}."


def sentences() -> Iterator[str]:
    """List the pieces of which the sentences of the module are made."""
    tree = ast.parse(Path(consistency.__file__).read_text(encoding="utf-8"))
    for function in (each for each in tree.body if isinstance(each, ast.FunctionDef)):
        for node in (each for line in function.body[1:] for each in ast.walk(line)):
            if isinstance(node, ast.Constant) and " " in str(node.value).strip(" ,';:"):
                yield str(node.value)


def test_every_sentence_has_its_file():
    said = "\n".join(file["says"] for file in FILES)
    assert [piece for piece in sentences() if piece not in said] == []
