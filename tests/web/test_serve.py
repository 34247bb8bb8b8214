"""Where a house is served, and what is said when it cannot be."""

import socket

import pytest

from casinowar.cli import main
from casinowar.web.serve import free_port, remarks
from casinowar.web.settings import ServingSettings
from tests.web.running import Running


def test_a_port_that_another_house_has_is_said_in_a_sentence_and_nothing_is_made(
    server: Running, tmp_path, capsys
):
    database = tmp_path / "second.db"
    arguments = [
        "--port",
        str(server.port),
        "--database",
        f"sqlite:///{database}",
        "--key",
        str(tmp_path / "k"),
    ]
    assert main(["serve", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"Nobody can listen at 127.0.0.1, port {server.port}: Address already in use." in said.err
    assert not database.exists()


@pytest.mark.parametrize("port", ["65536", "-1", "abc"])
def test_what_is_no_port_is_refused(port, capsys):
    assert main(["serve", "--port", port]) == 2
    assert "--port" in capsys.readouterr().err


def test_any_free_port_is_found_and_an_address_elsewhere_is_not():
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", free_port("127.0.0.1", 0)))
    assert main(["serve", "--host", "203.0.113.1"]) == 2


def test_an_operator_is_told_of_a_wager_that_loses_the_house_money():
    [maryland, wisconsin] = remarks(ServingSettings(database="", key="", tables=("maryland", "wisconsin")))
    assert maryland.startswith("The table maryland is open, with the sample house's choices. ")
    assert "Bonus Spin" in maryland or "bonus spin" in maryland
    assert wisconsin == "The table wisconsin is open, with the sample house's choices."
