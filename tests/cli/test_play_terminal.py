"""The command in a terminal of its own: a pseudo-terminal, keys in, screen out."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from codecs import getincrementaldecoder

import pytest

from casinowar.cli.play.screen import WIDEST

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

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal, whose process must not be told another one."""
        fcntl.ioctl(self.keys, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def is_drawn(self, columns: int) -> None:
        """Read until a frame was drawn as wide as the terminal, which tells again that it was resized."""
        end = time.monotonic() + PATIENCE
        while max(map(len, self.frame()[:-1] or [""])) != columns or not self.seen.endswith(
            self.prompt + "1"
        ):
            assert time.monotonic() < end, f"it was not drawn anew: {self.seen[-2000:]!r}"
            # A signal that comes between the prompt and the waiting for keys is heard with the next one.
            os.kill(self.process, signal.SIGWINCH)
            assert self._read()

    def frame(self) -> list[str]:
        """Give the lines of the last frame that was drawn."""
        drawn = self.seen.split("\x1b[H\x1b[2J")[-1]
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", drawn).splitlines()

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


@pytest.mark.parametrize(
    ("key", "code", "said"), [("\x03", 130, "Stopped between rounds."), ("\x04", 0, "0 rounds played.")]
)
def test_ctrl_c_and_ctrl_d_leave_at_any_question(key, code, said):
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", prompt="> ")
    terminal.asks("Who sits down?")
    assert terminal.ended(pressing=key) == code
    assert "Traceback" not in terminal.seen
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", "--player", "Ann")
    terminal.asks("Ann, your wager?")
    assert terminal.ended(pressing=key) == code
    assert said in terminal.seen
    assert "Traceback" not in terminal.seen


def test_a_dumb_terminal_gets_plain_lines():
    terminal = Terminal("washington", "--seed", "3", "--player", "Ann", prompt="> ", TERM="dumb")
    terminal.asks("Ann, your wager?")
    terminal.type("\r")
    terminal.asks("Enter deals")
    terminal.type("quit\r")
    assert terminal.ended() == 0
    assert "\x1b" not in terminal.seen


def last_line(terminal: Terminal) -> str:
    """Give what stands on the terminal after the full screen was left."""
    return terminal.seen.rsplit("\x1b[?1049l", 1)[1].replace("\x1b[?25h", "").strip()


def test_ctrl_c_at_a_war_choice_says_what_became_of_the_hand():
    terminal = Terminal("maryland", "--player", "Ann", "--seed", "17", "--pace", "0")
    terminal.asks("will you cut the cards?")
    terminal.type("\r")
    terminal.asks("Ann, your wager?")
    terminal.type("10\r")
    terminal.asks("Enter deals")
    terminal.type("\r")
    terminal.asks("surrender $5?")
    assert terminal.ended(pressing="\x03") == 130
    line = " ".join(last_line(terminal).split())
    assert line.startswith(
        "Stopped in round 1, which was then ended by the book: [7.B(4)] Ann −$10.00 (A♥ against A♦)."
    )
    assert "Traceback" not in terminal.seen


def test_ctrl_c_while_cards_fall_says_how_the_round_ended():
    terminal = Terminal("maryland", "--player", "Ann", "--seed", "3", "--pace", "5")
    terminal.asks("will you cut the cards?")
    terminal.type("\r")
    terminal.asks("Ann, your wager?")
    terminal.type("10\r")
    terminal.asks("Enter deals")
    terminal.type("\r")
    terminal.wait_for("was dealt to Ann")
    assert terminal.ended(pressing="\x03") == 130
    assert "Stopped in round 1, whose wagers were settled by then: Ann" in last_line(terminal)


def test_a_terminal_that_changes_its_size_is_drawn_anew():
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", "--player", "Ann", COLUMNS="", LINES="")
    terminal.resize(100, 30)
    terminal.asks("Ann, your wager?")
    assert max(map(len, terminal.frame())) == 100
    terminal.type("1")
    for columns in (60, 40, 120, 300):
        terminal.resize(columns, 30)
        terminal.is_drawn(min(columns, WIDEST))
    terminal.type("5\r")
    terminal.asks("Ann has $15 on the layout")
    terminal.type("\x04")
    assert terminal.ended() == 0


def test_a_narrow_terminal_shows_the_table_from_the_start():
    terminal = Terminal("washington", "--seed", "3", "--player", "Ann", COLUMNS="40", LINES="24")
    terminal.asks("Ann, your wager?")
    assert terminal.frame()[0].startswith("╭─ Washington")
    terminal.type("\x04")
    assert terminal.ended() == 0
