"""Reading: bounded in bytes and in time, whatever kind of file it is."""

import io
import os
import subprocess
import sys
import threading

import pytest

from casinowar.files import reading
from casinowar.game.refusal import InputError
from casinowar.record.text import write
from casinowar.reports.replay.replay import read_record
from casinowar.reports.run.simulate import simulate
from casinowar.rulebooks import load_house, load_rules, open_rulebook
from casinowar.simulation.checkpoint_file import open_checkpoint
from tests.reports.test_replay import a_war

MOST = 1_000


def read(path, **also):
    return reading.read(path, MOST, "a test", **also)


def waiting_pipe(tmp_path, *parts: bytes):
    """Make a pipe with a writer; without parts, no writer."""
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    if parts:

        def write_parts() -> None:
            with path.open("wb", buffering=0) as file:
                for part in parts:
                    file.write(part)

        threading.Thread(target=write_parts, daemon=True).start()
    return path


def test_a_file_is_read_up_to_its_bound(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"x" * MOST)
    assert read(path) == b"x" * MOST
    path.write_bytes(b"x" * (MOST + 1))
    with pytest.raises(InputError, match=r"file: The file is too large to be a test\."):
        read(path)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty0"])
def test_devices_are_refused(tmp_path, device):
    if not os.path.exists(device):  # noqa: PTH110 - as the parameter is
        pytest.skip("this machine has no such device")
    link = tmp_path / "link.toml"
    link.symlink_to(device)
    for path in (device, link):
        with pytest.raises(InputError, match=r"Is a device, not a file\.|Permission denied"):
            read(path, pipes=True)


@pytest.mark.parametrize(
    "use",
    [
        open_rulebook,
        load_house,
        lambda path: load_rules("maryland", path),
        lambda path: simulate("maryland", rounds=1, strategy=path),
        read_record,
    ],
)
def test_no_door_leads_to_a_device(tmp_path, use):
    link = tmp_path / "zero.toml"
    link.symlink_to("/dev/zero")
    with pytest.raises(InputError, match=r"zero\.toml: Is a device, not a file\."):
        use(str(link))


def test_a_device_is_no_checkpoint():
    with (
        pytest.raises(InputError, match=r"/dev/zero: no file can be written there\."),
        open_checkpoint("/dev/zero"),
    ):
        pass


def test_a_pipe_without_a_writer_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "SECONDS_FOR_A_PIPE", 0.05)
    path = waiting_pipe(tmp_path)
    with pytest.raises(
        InputError, match=r"pipe\.toml: Nothing more came, and no end of it, within 0 seconds\."
    ):
        read(path, pipes=True)
    with pytest.raises(InputError, match=r"pipe\.toml: Is a pipe, which can be read only once; save what"):
        load_house(str(path))


def test_a_pipe_is_read_to_its_end(tmp_path):
    assert read(waiting_pipe(tmp_path, b"one ", b"two"), pipes=True) == b"one two"


def test_a_pipe_without_an_end_is_too_large(tmp_path):
    path = waiting_pipe(tmp_path, *[b"x" * MOST] * 2)
    with pytest.raises(InputError, match="too large"):
        read(path, pipes=True)


def test_a_record_comes_through_a_pipe(tmp_path):
    text = write(a_war()[1])
    path = waiting_pipe(tmp_path, text.encode())
    assert read_record(path).replay().lawful
    command = "import sys; from casinowar.cli import main; sys.exit(main(['replay', '-', '--json']))"
    done = subprocess.run(
        [sys.executable, "-c", command], input=text.encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"lawful": true' in done.stdout


def test_standard_input_may_be_closed_endless_or_silent(monkeypatch):
    with pytest.raises(InputError, match=r"It is closed\."):
        reading.read_stream(None, MOST, "a test")
    with open("/dev/zero", "rb") as zero, pytest.raises(InputError, match="too large"):  # noqa: PTH123 - a device
        reading.read_stream(zero, MOST, "a test")
    monkeypatch.setattr(reading, "SECONDS_FOR_STANDARD_INPUT", 0.05)
    silent, other = os.pipe()
    with os.fdopen(silent, "rb") as pipe, pytest.raises(InputError, match="Nothing more came"):
        reading.read_stream(pipe, MOST, "a test")
    os.close(other)
    assert reading.read_stream(io.BytesIO(b"x"), MOST, "a test") == b"x"


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbfseats = 5\n")
    assert load_house(str(path)).seats == 5
    path.write_bytes("seats = 5\n".encode("utf-16"))
    with pytest.raises(InputError, match=r"house\.toml: The file is not text in UTF-8\."):
        load_house(str(path))


def test_what_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"none: No such file or directory\."):
        read(tmp_path / "none")
    with pytest.raises(InputError, match=r"Is a directory\."):
        read(tmp_path)
    with pytest.raises(InputError, match="null"):
        read("a\0b")
