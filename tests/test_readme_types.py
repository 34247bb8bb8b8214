"""What the README shows is what a type checker accepts, typed line by line as it stands there."""

import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def lines_of(text: str) -> str:
    """Give the Python of a document as one program."""
    return "".join(
        each.source for block in _BLOCK.findall(text) for each in DocTestParser().get_examples(block)
    )


def checked(program: str, where: Path) -> list[str]:
    """Give what the strict type checker, set and kept as for our own modules, says of a program."""
    file = where / "typed.py"
    file.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.splitlines()


def test_the_readme_is_typed(tmp_path):
    program = lines_of((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "cw.simulate(" in program
    wrong = program + 'cw.odds("washington", decks="six")\n'
    told = checked(wrong, tmp_path)
    # The last line is wrong on purpose, so that one run shows that it looks and that it finds nothing else.
    assert [
        line for line in told if ": error: " in line and f":{len(wrong.splitlines())}: " not in line
    ] == []
    assert told[-1].startswith("Found 1 error")
