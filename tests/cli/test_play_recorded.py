"""The record of a session at the table: kept on disk round by round, however the session ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from casinowar.cli import main
from casinowar.cli.play.record_files import SessionRecord
from casinowar.cli.play.start import PlayOptions, start
from casinowar.game.refusal import InputError
from casinowar.reports.replay.replay import read_record
from tests.cli.test_play_terminal import Terminal
from tests.support.terminal import a_console, played, said, typed

COMMAND = [sys.executable, "-c", "import sys; from casinowar.cli import main; sys.exit(main())"]
WITHOUT_TIES = 5


@pytest.fixture
def file(tmp_path):
    return tmp_path / "session.txt"


def doing(*lines: object):
    """Type lines, and call what is no line before the next one is typed."""
    waiting = iter(lines)

    def read(_prompt: str) -> str:
        for each in waiting:
            if isinstance(each, str):
                return each
            each()  # type: ignore[operator] # whatever a test does meanwhile
        raise EOFError

    return read


def sitting(file: Path, *lines: object) -> str:
    console = a_console(width=300)
    wishes = PlayOptions(rulebook="washington", players=("Ann",), seed=WITHOUT_TIES, record=str(file))
    start(wishes, console, doing(*lines))
    return said(console)


def rounds(file: Path) -> list[int]:
    replay = read_record(file).replay()
    assert replay.lawful
    return [each.round for each in replay.story.dealer]


def test_the_name_is_taken_at_the_start_and_each_round_is_on_disk_when_it_is_over(file):
    kept = []

    def look() -> None:
        kept.append(rounds(file))

    sitting(file, look, "10", "", look, "", "", look)
    assert kept == [[], [1], [1, 2]]
    assert [each.name for each in file.parent.iterdir()] == ["session.txt"]


def test_a_file_that_came_meanwhile_stays_and_the_record_goes_beside_it(file):
    def another() -> None:
        file.unlink()
        file.write_text("mine", encoding="utf-8")

    printed = sitting(file, "10", "", another, "10", "")
    beside = file.with_name("session-2.txt")
    assert file.read_text(encoding="utf-8") == "mine"
    assert rounds(beside) == [1, 2]
    assert "2 rounds played." in printed
    assert printed.endswith(
        f"The record of the session is in {beside}: something else came to stand at {file} meanwhile.\n"
    )


def test_two_sessions_under_one_name_lose_nothing(file):
    first, second = SessionRecord(file), SessionRecord(file)
    first.keep("first")
    second.keep("second")
    first.keep("first and more")
    assert {first.path.read_text(), second.path.read_text()} == {"first and more", "second"}


def test_a_record_that_was_deleted_is_written_again(file):
    sitting(file, "10", "", file.unlink, "10", "")
    assert rounds(file) == [1, 2]


def test_where_the_folder_is_gone_the_record_goes_where_one_is(tmp_path, monkeypatch):
    here, gone = tmp_path / "here", tmp_path / "gone"
    here.mkdir()
    gone.mkdir()
    monkeypatch.chdir(here)

    def remove() -> None:
        for each in gone.iterdir():
            each.unlink()
        gone.rmdir()

    printed = sitting(gone / "session.txt", "10", "", remove)
    assert rounds(here / "session.txt") == [1]
    assert "Thank you for playing." in printed
    assert "The record of the session is in session.txt: " in printed


def test_what_can_be_written_nowhere_does_not_keep_the_summary_back(file, monkeypatch):
    def refuse(*_: object) -> None:
        raise InputError("the disk is full.")

    monkeypatch.setattr("casinowar.cli.play.record_files.write", refuse)
    console = a_console()
    with pytest.raises(InputError, match="the disk is full"):
        start(
            PlayOptions(rulebook="washington", players=("Ann",), seed=3, record=str(file)),
            console,
            typed(["10", ""]),
        )
    assert "Thank you for playing. 1 round played." in said(console)


def test_no_file_is_left_where_nobody_sat_down(file):
    assert main(["play", "nowhere", "--record", str(file)]) == 2
    assert not file.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_session_that_the_system_ends_is_recorded_and_summed_up(file, number):
    command = [*COMMAND, "play", "maryland", "--player", "Ann", "--seed", "17", "--record", str(file)]
    wide = {**os.environ, "COLUMNS": "300"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=wide
    ) as playing:
        assert playing.stdin
        assert playing.stdout
        playing.stdin.write(b"\n10\n\n")
        printed = b""
        while b"surrender $5?" not in printed or not printed.endswith(b"> "):
            part = os.read(playing.stdout.fileno(), 65536)
            assert part, printed.decode()
            printed += part
        playing.send_signal(number)
        last = " ".join(playing.stdout.read().decode().removeprefix("> ").split())
    assert playing.returncode == 128 + number
    assert last.startswith(
        "Stopped in round 1, which was then ended by the book: [7.B(4)] Ann −$10.00 (A♥ against A♦)."
    )
    assert last.endswith(f"The record of the session is in {file}.")
    assert read_record(file).replay().complete


def test_a_terminal_that_goes_away_takes_no_record_along(file):
    terminal = Terminal("washington", "--seed", "3", "--pace", "0", "--player", "Ann", "--record", str(file))
    terminal.asks("Ann, your wager?")
    terminal.type("10\r")
    terminal.asks("Enter deals")
    os.close(terminal.keys)
    os.waitpid(terminal.process, 0)
    assert read_record(file).replay().complete
    assert [each.name for each in file.parent.iterdir()] == ["session.txt"]


def test_an_output_that_nobody_reads_ends_the_round_by_the_book(file):
    command = [*COMMAND, "play", "washington", "--player", "Ann", "--seed", "3", "--record", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as playing:
        assert playing.stdin
        assert playing.stdout
        while not os.read(playing.stdout.fileno(), 65536).endswith(b"> "):
            pass
        playing.stdout.close()
        playing.stdin.write(b"10\n\n" * 40)
        playing.stdin.close()
    assert read_record(file).replay().complete


def test_a_session_without_a_record_writes_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played("", "10", "")
    assert not [*tmp_path.iterdir()]
