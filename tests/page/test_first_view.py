"""The first view is small: what a browser has to fetch before it shows anything, compressed."""

import gzip
import re
from pathlib import Path
from typing import Final

import casinowar.web

BUILT: Final = Path(casinowar.web.__file__).parent / "built"
MOST: Final = 200_000
_NAMED = {
    ".html": re.compile(r'(?:src|href)="/?([^"]+\.(?:js|css|svg))"'),
    ".js": re.compile(r'(?:\bfrom|\bimport)\s*["\']([^"\']+\.js)["\']'),
    ".css": re.compile(r'url\(["\']?([^"\')]+\.woff2)["\']?\)'),
}
"""What a file makes a browser fetch at once; `import(…)` is for a room that somebody enters."""


def fetched(first: Path) -> set[Path]:
    """Find a file and everything that is fetched with it."""
    found, waiting = set[Path](), [first]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        named = _NAMED.get(file.suffix)
        for name in named.findall(file.read_text(encoding="utf-8")) if named else ():
            inside = file.parent if name.startswith(".") else BUILT
            waiting.append((inside / name.lstrip("/")).resolve())
    return found


def compressed(file: Path) -> int:
    """Give so many bytes as go over the network; fonts are compressed as they are."""
    content = file.read_bytes()
    return len(content) if file.suffix == ".woff2" else len(gzip.compress(content))


def test_the_first_view_is_less_than_200_kilobytes_with_its_fonts():
    files = fetched(BUILT / "index.html")
    assert {".js", ".css", ".woff2"} <= {each.suffix for each in files}, "something is not followed"
    assert all(each.is_file() for each in files)
    sizes = {each.name: compressed(each) for each in files}
    assert sum(sizes.values()) < MOST, sizes


def test_rooms_are_fetched_only_by_who_enters_them():
    names = " ".join(each.name for each in fetched(BUILT / "index.html"))
    for room in ("Odds", "Floor", "Watch", "Dealer", "Law", "Fairness", "Sign", "Account"):
        assert list(BUILT.glob(f"assets/{room}-*.js")), room
        assert f"{room}-" not in names
