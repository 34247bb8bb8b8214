"""The page's parts: whoever asks for what is none is told so."""

from pathlib import Path

from litestar import Litestar
from litestar.testing import TestClient

from casinowar.web.static_page import page


def test_a_name_that_no_file_can_have_is_that_of_no_part(tmp_path: Path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "part.js").write_text("1")
    asked = ["part.js", "another.js", "%00", "part.js%00", "x" * 300, "%C3%A9" * 200, "a/" * 3000]

    with TestClient(Litestar(page(tmp_path))) as client:
        found = [client.get(f"/assets/{name}").status_code for name in asked]

    assert found == [200, *[404] * 6]
