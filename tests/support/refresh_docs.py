"""Write the parts of the documentation that are made from the code; `make law` runs this."""

from pathlib import Path

from tests.support.reference import reference

RULEBOOKS = Path(__file__).parent.parent.parent / "docs/reference/rulebooks.md"
MARK = "<!-- made by `make law` from the types; do not edit below -->\n"


def refreshed() -> str:
    """Give the text of docs/reference/rulebooks.md with its reference made anew."""
    return RULEBOOKS.read_text(encoding="utf-8").split(MARK)[0] + MARK + "\n" + reference()


if __name__ == "__main__":
    RULEBOOKS.write_text(refreshed(), encoding="utf-8")
