"""Closed streams, odd terminals and Ctrl-C: one line, the right exit code, and never a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "casinowar"]
CLOSING = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.argv[2], sys.argv[2:])"


def closed(stream: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command without one of the three standard streams."""
    command = [sys.executable, "-c", CLOSING, str(stream), *COMMAND, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, input="")


def test_nowhere_to_write_to():
    done = closed(1, "rulebooks")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr == "casinowar: Standard output is closed, so there is nowhere to write to.\n"


def test_a_closed_standard_error_takes_nothing_away(tmp_path: Path):
    done = closed(2, "law", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    picture = tmp_path / "picture.svg"
    assert closed(2, "odds", "wisconsin", "--plot", str(picture)).returncode == 0
    assert picture.read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_a_closed_standard_input_is_one_that_has_ended():
    done = closed(0, "replay", "-")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    played = closed(0, "play", "wisconsin", "--seed", "1")
    assert played.returncode == 0
    assert "Traceback" not in played.stderr


@pytest.mark.parametrize("columns", ["0", "00", "1", "-5", "", "many", "100000"])
def test_any_width_that_a_terminal_may_tell(columns: str):
    given = {**os.environ, "COLUMNS": columns}
    done = subprocess.run(
        [*COMMAND, "rulebooks"], capture_output=True, text=True, timeout=60, check=True, env=given
    )
    assert "maryland" in done.stdout.replace("\n", "")
    assert not done.stderr


def test_nowhere_to_keep_a_cache_is_not_worth_a_word(tmp_path: Path):
    given = {**os.environ, "MPLCONFIGDIR": os.devnull}
    command = [*COMMAND, "odds", "wisconsin", "--plot", str(tmp_path / "picture.svg")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=given)
    assert done.stderr.count("\n") == 1, "the word that a file was written"


STARTING = """
import signal, sys
from casinowar.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job hands down an ignored one
print(flush=True)
sys.exit(main())
"""


@pytest.mark.parametrize("eighths", range(8))
def test_ctrl_c_at_any_moment_is_one_line(eighths: int):
    """Interrupt a command that takes about a second, beginning before most of it is loaded."""
    running = subprocess.Popen(
        [sys.executable, "-c", STARTING, "odds", "maryland", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout
    running.stdout.readline()
    time.sleep(0.01 + eighths / 8)
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=60)[1]
    assert (running.returncode, said) in [(130, "casinowar: Stopped.\n"), (0, "")]
