import json
import subprocess
import sys

import pytest

from casinowar.cli import main
from casinowar.law.catalog import clauses, jurisdictions

KEYS = {
    "values",
    "clause",
    "treatment",
    "summary",
    "status",
    "code",
    "tests",
    "readings",
    "note",
    "later",
    "partly_later",
    "under_other_readings",
    "here",
    "house",
}
COMMAND = [sys.executable, "-c", "import sys; from casinowar.cli import main; sys.exit(main())"]


@pytest.mark.parametrize("jurisdiction", jurisdictions())
def test_json_has_every_clause_and_nothing_else(jurisdiction, capsys):
    assert main(["law", jurisdiction, "--json"]) == 0
    out, err = capsys.readouterr()
    printed = json.loads(out)
    assert printed["rulebook"] == jurisdiction
    assert [each["clause"] for each in printed["clauses"]] == [each.clause for each in clauses(jurisdiction)]
    assert all(set(each) == KEYS for each in printed["clauses"])
    assert set(printed) == {"rulebook", "title", "document", "clauses", "assumptions", "changes", "readings"}
    assert err == ""


def test_json_of_one_clause_has_the_same_form(capsys):
    assert main(["law", "maryland", "--clause", "9.E(1)", "--json"]) == 0
    printed, *_ = json.loads(capsys.readouterr().out)["clauses"]
    assert (printed["clause"], printed["readings"]) == ("9.E(1)", ["R8", "R51"])


@pytest.mark.parametrize("columns", ["80", "120"])
def test_the_table_fits_and_ends_with_the_counts_and_what_more_there_is(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["law", "maryland"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= int(columns)
    at = lines.index("235 clauses: 148 rule, 18 option, 24 record, 14 equipment, 31 text")
    assert "45 shown" in lines[at + 1]
    assert lines[at + 2].startswith("A clause in full")


@pytest.mark.parametrize("columns", ["60", "80", "110"])
@pytest.mark.parametrize("arguments", [["--checklist"], ["--clause", "9.E(1)"], ["--clause", "9"]])
def test_the_other_screens_fit_too(arguments, columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["law", "maryland", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "maryland  MLGCA Casino War rules, version 1.2"
    assert max(map(len, lines)) <= int(columns)


def test_a_clause_is_shown_with_the_readings_that_it_refers_to(capsys):
    assert main(["law", "maryland", "--clause", "9.E(1)"]) == 0
    assert "R8  Half of an odd amount" in capsys.readouterr().out


@pytest.mark.parametrize("spelt", ["9.e(1)", "9.E (1)", " 9.E(1)"])
def test_a_clause_is_found_however_it_is_spelt(spelt, capsys):
    assert main(["law", "Maryland", "--clause", spelt, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clauses"][0]["clause"] == "9.E(1)"


@pytest.mark.parametrize(
    ("rulebook", "clause", "found"),
    [
        ("maryland", "9.f", ["9.F", "9.F(1)"]),
        ("maryland", "8.D(1)", ["8.D(1)", "8.D(1)(a)", "8.D(1)(b)", "8.D(1)(c)"]),
        ("washington", "4.c.ii.1", ["4.c.ii.1", "4.c.ii.1.a", "4.c.ii.1.b", "4.c.ii.1.c"]),
        ("california", "ranking", ["ranking.heading", "ranking.1"]),
        ("california", "round.1", ["round.1", "round.1.a", "round.1.b", "round.1.c"]),
    ],
)
def test_a_clause_comes_with_what_stands_under_it(rulebook, clause, found, capsys):
    assert main(["law", rulebook, "--clause", clause, "--json"]) == 0
    assert [each["clause"] for each in json.loads(capsys.readouterr().out)["clauses"]] == found
    assert main(["law", rulebook, "--clause", clause]) == 0
    printed = capsys.readouterr().out
    assert all(f"\n{each} " in printed for each in found)


def test_a_reading_is_shown_by_its_number_with_the_clauses_that_it_is_about(capsys):
    assert main(["law", "maryland", "--clause", "r8"]) == 0
    printed = capsys.readouterr().out
    assert printed.index("R8  Half of an odd amount") < printed.index("9.E(1)")
    assert main(["law", "maryland", "--clause", "R8", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["reading"]["title"] == "Half of an odd amount"
    assert all("R8" in each["readings"] for each in document["clauses"])
    assert main(["law", "maryland", "--clause", "R999"]) == 2


def test_the_law_opens_with_what_it_is_and_not_with_a_list_of_contents(capsys):
    assert main(["law", "maryland"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "toc.3" not in printed
    assert printed.index("Every clause in our own words") < printed.index("Heads chapter 1")
    assert printed.index("Heads chapter 1") < printed.index("--clause ID") < printed.index("--clause toc")
    assert main(["law", "maryland", "--clause", "toc"]) == 0
    assert "toc.3" in capsys.readouterr().out


def test_the_set_up_list_has_its_own_json(capsys):
    assert main(["law", "maryland", "--checklist", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    first = {"rulebook", "title", "house", "checklist"}
    assert (printed["rulebook"], set(printed)) == (
        "maryland",
        first | {"readings", "warnings", "sha256", "based_on"},
    )
    assert printed["checklist"][0] == {
        "kind": "approval",
        "clause": "2.B",
        "item": "Confirm that the layout is approved.",
    }


def test_a_house_file_is_read(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text("decks = 8\n", encoding="utf-8")
    assert main(["law", "south_dakota", "--clause", "(1)", "--house", str(path), "--json"]) == 0
    [printed] = json.loads(capsys.readouterr().out)["clauses"]
    assert printed["house"] == {"decks": 8}


def test_a_wrong_house_file_is_refused_with_its_line_and_clause(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text("seats = 7\ndecks = 5\n", encoding="utf-8")
    assert main(["law", "maryland", "--house", str(path)]) == 2
    assert "line 2: decks: 5 is not allowed" in capsys.readouterr().err


def test_a_house_file_for_another_rulebook_is_refused(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text('rulebook = "maryland"\n', encoding="utf-8")
    assert main(["law", "wisconsin", "--house", str(path)]) == 2
    assert "is for the rulebook 'maryland', not for 'wisconsin'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["law", "atlantis"], "'atlantis'"),
        (["law", ""], "''"),
        (["law", "two\nlines\x1b"], "two"),
        (["law", "maryland", "--clause", "8.H"], "no clause '8.H' in maryland; close to it: "),
        (["law", "maryland", "--clause", ""], "no clause ''"),
        (["law", "maryland", "--house", "nowhere.toml"], "nowhere.toml: No such file"),
        (["law", "maryland", "--checklist", "--clause", "9.A"], "does not go with --clause"),
        (["law", "--search", "war", "--house", "nowhere.toml"], "--house: does not go with --search"),
        (["law", "maryland", "--checklist", "--paper", "a4"], "--paper goes with --pdf"),
        (["law", "maryland", "--checklist", "--pdf", "x.pdf", "--paper", "legal"], "no paper 'legal'"),
        (["law"], "Missing argument 'RULEBOOK'. See 'casinowar law --help'."),
        (["law", "maryland", "--jsn"], "--jsn"),
        (["lwa"], "'law'"),
        (["law", "maryland", "washington"], "washington"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("casinowar: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("arguments", [[], ["--help"], ["law", "-h"], ["--version"]])
def test_help_and_version_are_fine(arguments, capsys):
    assert main(arguments) == 0
    assert "casinowar" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["law", "maryland"], ["law", "washington", "--clause", "1"]])
def test_a_reader_that_leaves_early_sees_no_traceback(arguments):
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (141, b"")


def test_help_loads_no_command():
    program = (
        "from casinowar.cli import main, sys; main(['--help']); sys.exit('casinowar.law' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=False)
    assert done.returncode == 0


def test_a_terminal_without_the_characters_is_served(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = subprocess.run([*COMMAND, "law", "maryland\u2019s"], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"maryland?s" in done.stderr


def test_a_reading_names_the_choices_that_select_it(capsys):
    assert main(["law", "maryland", "--clause", "R62", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reading"]["choices"] == [
        "community_pays = as_stated (a, the default, in force)",
        "community_pays = as_shown (b)",
        "community_pays = symbols_corrected (c)",
    ]
    assert main(["law", "maryland", "--clause", "R62"]) == 0
    assert "community_pays = as_shown (b)" in capsys.readouterr().out
    assert main(["law", "washington", "--clause", "R62"]) == 0
    assert "community_pays" not in capsys.readouterr().out
