"""The command in a terminal of its own: a pseudo-terminal, keys in, screen out."""

import contextlib
import os
import pty
import select
import signal
import sys
import time
from codecs import getincrementaldecoder

import pytest

COMMAND = "import sys; from casinowar.cli import main; sys.exit(main())"
PATIENCE = 120
PAUSE = 10


class Terminal:
    """A process behind a pseudo-terminal of 80 by 24."""

    def __init__(self, *arguments: str, prompt: str = "› ", **environment: str) -> None:
        """Start the command."""
        self.prompt = prompt
        self.seen = ""
        self.read = 0
        self.decoder = getincrementaldecoder("utf-8")("replace")
        self.process, self.keys = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background job hands down an ignored one
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment})
            os.execv(sys.executable, [sys.executable, "-c", COMMAND, "play", *arguments])  # noqa: S606 - our own command

    def wait_for(self, text: str) -> None:
        """Read until a text was shown."""
        end = time.monotonic() + PATIENCE
        while (place := self.seen.find(text, self.read)) < 0:
            assert time.monotonic() < end, f"{text!r} did not come; the screen was {self.seen[-2000:]!r}"
            assert self._read(), f"it ended without {text!r}: {self.seen[-2000:]!r}"
        self.read = place + len(text)

    def asks(self, text: str) -> None:
        """Read until a question was shown, and the prompt after it."""
        self.wait_for(text)
        self.wait_for(self.prompt)

    def _read(self) -> bool:
        if not select.select([self.keys], [], [], 0.2)[0]:
            return True
        try:
            data = os.read(self.keys, 65536)
        except OSError:
            return False
        self.seen += self.decoder.decode(data)
        return bool(data)

    def type(self, keys: str) -> None:
        """Press keys, unless nobody is there any more."""
        with contextlib.suppress(OSError):
            os.write(self.keys, keys.encode())

    def ended(self, pressing: str = "") -> int:
        """Wait for the end, and give the exit code; press keys again that no question listened to."""
        end = time.monotonic() + PATIENCE
        press = 0.0
        while time.monotonic() < end:
            if pressing and time.monotonic() > press:
                self.type(pressing)
                press = time.monotonic() + PAUSE
            self._read()
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                while self._read() and time.monotonic() < end and select.select([self.keys], [], [], 0)[0]:
                    pass
                return os.waitstatus_to_exitcode(status)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        raise AssertionError(f"it did not end; the screen was {self.seen[-2000:]!r}")


def test_a_round_in_a_terminal_and_a_polite_end():
    terminal = Terminal("maryland", "--player", "Ann", "--seed", "17", "--pace", "0.01")
    terminal.asks("will you cut the cards?")
    terminal.type("\r")
    terminal.asks("Ann, your wager?")
    terminal.type("10 5\r")
    terminal.asks("Enter deals")
    terminal.type("\r")
    terminal.asks("surrender $5?")
    terminal.type("?\r")
    terminal.wait_for("R16")
    terminal.asks("Enter")
    terminal.type("q\r")
    terminal.asks("surrender $5?")
    terminal.type("war 5\r")
    terminal.asks("You have $555.00 in chips.")
    terminal.type("\x04")
    assert terminal.ended() == 0
    assert "Thank you for playing. 1 round played." in terminal.seen
    assert "\x1b[?1049l" in terminal.seen
    assert "Traceback" not in terminal.seen


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_leave_at_any_question(key):
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", prompt="> ")
    terminal.asks("Who sits down?")
    assert terminal.ended(pressing=key) == 0
    assert "Traceback" not in terminal.seen
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", "--player", "Ann")
    terminal.asks("Ann, your wager?")
    assert terminal.ended(pressing=key) == 0
    assert "0 rounds played." in terminal.seen
    assert "Traceback" not in terminal.seen


def test_a_dumb_terminal_gets_plain_lines():
    terminal = Terminal("washington", "--seed", "3", "--player", "Ann", prompt="> ", TERM="dumb")
    terminal.asks("Ann, your wager?")
    terminal.type("\r")
    terminal.asks("Enter deals")
    terminal.type("quit\r")
    assert terminal.ended() == 0
    assert "\x1b" not in terminal.seen
