"""Writing: a file is whole or as it was, and nothing is left beside it."""

import os
import resource
import subprocess
import sys

import pytest

from casinowar.files.writing import check_place, whole, write
from casinowar.game.refusal import InputError
from casinowar.reports.pictures.files import check_pdf, check_picture


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "file"
    write(path, b"one")
    path.chmod(0o640)
    write(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_goes_on_being_one(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(path)
    for content in (b"one", b"two"):
        write(link, content)
        assert link.is_symlink()
        assert path.read_bytes() == content


def test_names_may_be_as_long_as_names_can_be(tmp_path):
    write(tmp_path / ("x" * 255), b"one")
    with pytest.raises(InputError, match=r"it cannot be written \(File name too long\)"):
        write(tmp_path / ("x" * 256), b"one")


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    path = tmp_path / "file"
    write(path, b"one")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if failing == "fsync" else type(path), failing, full)
    with pytest.raises(InputError, match=r"file: it cannot be written \(No space left on device\)\."):
        write(path, b"two")
    assert path.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [path]


def test_whatever_is_raised_while_writing_leaves_nothing(tmp_path):
    def interrupted() -> None:
        with whole(tmp_path / "file") as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not [*tmp_path.iterdir()]


def test_a_file_that_grows_beyond_the_limit_of_the_process(tmp_path):
    path = tmp_path / "file"
    write(path, b"one")
    code = (
        "import resource, sys; from casinowar.files.writing import write\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write(sys.argv[1], b'x' * 2000)\n"
        "except ValueError as sentence: print(sentence)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}: it cannot be written (File too large).\n"
    assert path.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [path]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)


def test_two_writers_do_not_meet(tmp_path):
    path = tmp_path / "file"
    with whole(path) as one, whole(path) as other:
        one.write(b"one")
        other.write(b"other")
    assert path.read_bytes() in {b"one", b"other"}
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("check", [check_place, check_picture, check_pdf])
def test_places_where_nothing_can_be_written_are_refused_before_the_work(tmp_path, check):
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "device.pdf").symlink_to("/dev/full")
    (tmp_path / "folder.pdf").mkdir()
    for name in ("pipe.pdf", "device.pdf", "folder.pdf"):
        with pytest.raises(InputError, match=rf"{name}: no file can be written there\."):
            check(tmp_path / name)
    with pytest.raises(InputError, match=r"it cannot be written \(embedded null byte\)"):
        check("a\0b.pdf")
    with pytest.raises(InputError, match="there is no folder"):
        check(tmp_path / "nowhere" / "x.pdf")
