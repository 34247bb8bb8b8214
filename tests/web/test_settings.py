"""Settings: the command line wins over the environment, that over the file; what is not known is said."""

import pytest

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.web.server.settings import ServingSettings, settings_of


@pytest.fixture
def file(tmp_path):
    def written(text: str):
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_nobody_has_to_say_anything():
    assert settings_of({}, {}) == ServingSettings()


def test_who_is_nearer_wins(file):
    path = file('port = 1001\nworkers = 2\nhost = "file"\ntables = ["maryland", "wisconsin"]\n')
    environment = {"CASINOWAR_PORT": "1002", "CASINOWAR_WORKERS": "3", "HOME": "elsewhere"}
    found = settings_of({"port": 1003, "host": None}, environment, path)
    assert (found.port, found.workers, found.host) == (1003, 3, "file")
    assert found.tables == ("maryland", "wisconsin")


def test_the_environment_names_the_file_and_lists(file):
    path = file("port = 1001\nbehind_proxy = false\n")
    environment = {
        "CASINOWAR_CONFIG": str(path),
        "CASINOWAR_TABLES": "maryland, wisconsin",
        "CASINOWAR_BEHIND_PROXY": "true",
        "CASINOWAR_TEST_POSTGRES": "not a setting",
    }
    found = settings_of({}, environment)
    assert (found.port, found.tables, found.behind_proxy) == (1001, ("maryland", "wisconsin"), True)


@pytest.mark.parametrize(
    ("text", "environment", "said"),
    [
        ('databse = "x"', {}, r"There is no setting databse \(.*house.toml\); did you mean database\?"),
        ("xyzzy = 1", {}, r"There is no setting xyzzy \(.*\); there are: database, key"),
        ("", {"CASINOWAR_DATABSE": "x"}, r"no setting CASINOWAR_DATABSE .*mean CASINOWAR_DATABASE\?"),
        ("port = -1", {}, r"house.toml: port cannot be -1: it is a whole number from 0 to 65,535\.$"),
        ('port = "80x"', {}, r"house.toml: port cannot be '80x': it is a whole number from "),
        ("play_money = 10.5", {}, r"play_money cannot be 10\.5: it is a whole number from 0 to "),
        ("", {"CASINOWAR_WORKERS": "many"}, r"CASINOWAR_WORKERS cannot be 'many': it is a whole number "),
        ('log_level = "loud"', {}, r"log_level cannot be 'loud': it is debug, info, warning or error\.$"),
        ("port = ", {}, r"house.toml cannot be read: "),
        ('database = ""', {}, r"database cannot be '': it is a text that is not empty\.$"),
        ("metrics_token = 5", {}, r"metrics_token cannot be 5: it is a text\.$"),
        ("behind_proxy = 3", {}, r"behind_proxy cannot be 3: it is true or false\.$"),
        ("", {"CASINOWAR_BEHIND_PROXY": "maybe"}, r"cannot be 'maybe': it is true or false\.$"),
        (
            'tables = "maryland"',
            {},
            r'tables cannot be \'maryland\': it is a list, such as \["maryland"\]\.$',
        ),
        ("tables = [3]", {}, r"tables cannot be \[3\]: it is a list, such as "),
        (f'log_level = "{"x" * 500}"', {}, r"log_level cannot be 'x{30}…': "),
    ],
)
def test_what_is_wrong_gets_one_sentence(file, text, environment, said):
    with pytest.raises(InputError, match=said) as told:
        settings_of({}, environment, file(text))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("proxy", ["proxy.example", "172.16.0.0/99", "10.0.0.1/8", "*", "10.0.0"])
def test_a_proxy_that_nobody_could_be_at_is_refused(file, proxy):
    """Where a proxy is not recognized, everybody has its address, and nobody would notice."""
    for text, environment in ((f'proxies = ["::1", "{proxy}"]', {}), ("", {"CASINOWAR_PROXIES": proxy})):
        with pytest.raises(InputError, match=r"an address such as 127\.0\.0\.1 or a network") as told:
            settings_of({}, environment, file(text))
        assert f"'{proxy}'" in str(told.value)


def test_addresses_and_networks_of_proxies_are_taken():
    said = {"CASINOWAR_PROXIES": "127.0.0.1, ::1, 172.16.0.0/12, fd00::/8"}
    assert settings_of({}, said).proxies == ("127.0.0.1", "::1", "172.16.0.0/12", "fd00::/8")


def test_the_command_says_it_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text("wokers = 2\n", encoding="utf-8")
    assert main(["serve", "--config", "house.toml"]) == 2
    assert capsys.readouterr().err == (
        "casinowar: There is no setting wokers (house.toml); did you mean workers?\n"
    )
    assert main(["serve", "--config", "nowhere.toml"]) == 2
    assert "nowhere.toml" in capsys.readouterr().err
    assert main(["serve", "--port", "70000"]) == 2
    assert "--port cannot be 70000" in capsys.readouterr().err
    assert main(["serve", "--reality-check", "999"]) == 2
    assert "--reality-check cannot be 999: it is a whole number from 0 to 240." in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.toml"], "nothing was made"
