"""Words looked for in the law."""

import json
import re

import pytest

from casinowar.cli import main
from casinowar.game.refusal import InputError
from casinowar.law.catalog import decoded
from casinowar.reports.law_search import search_law
from casinowar.rulebooks import names


def test_all_texts_are_searched():
    found = search_law("tie hand")
    assert [each.rulebook for each in found.found] == [*names()]
    for each in found.found:
        assert all(
            "tie" in said.lower() and "hand" in said.lower()
            for clause in each.clauses
            for said in [f"{clause.clause} {clause.summary} {clause.note}"]
        )


def test_one_rulebook_is_searched_and_each_word_has_to_be_there():
    [found] = search_law("half surrender", "maryland").found
    more = search_law("surrender", "maryland").found[0]
    assert {each.clause for each in found.clauses} < {each.clause for each in more.clauses}
    assert "R8" in {each.reading for each in search_law("odd amount", "maryland").found[0].readings}


def test_words_are_found_by_their_beginning_in_any_case():
    assert search_law("SURRENDER").to_dict()["rulebooks"] == search_law("surrender").to_dict()["rulebooks"]
    assert (
        search_law("invent", "maryland").found[0].clauses
        == search_law("inventory", "maryland").found[0].clauses
    )
    assert search_law("urrender", "maryland").found == ()


def test_words_are_found_in_their_forms_and_short_ones_in_no_other_word():
    assert search_law("burns", "maryland").found == search_law("burn", "maryland").found
    for each in search_law("war", "california").found[0].clauses:
        assert re.search(r"\bwars?\b", f"{each.clause} {each.summary} {each.note}", re.IGNORECASE)
    assert [each.reading for each in search_law("r8", "maryland").found[0].readings] == ["R8"]


def test_readings_of_other_texts_are_left_out():
    assert "R1" not in {each.reading for each in search_law("tie", "maryland").found[0].readings}
    assert "R1" in {each.reading for each in search_law("tie", "south_dakota").found[0].readings}


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_command_shows_them(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["law", "--search", "burns"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= int(columns)
    assert "maryland" in out
    assert "9.H" in out


def test_the_document_has_clauses_and_readings(capsys):
    assert main(["law", "Maryland", "--search", "odd amount", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["search"] == "odd amount"
    [book] = printed["rulebooks"]
    assert book["rulebook"] == "maryland"
    assert set(book["readings"][0]) == {"reading", "title", "says"}


def test_nothing_found_is_the_answer_no(capsys):
    assert main(["law", "--search", "elephant"]) == 1
    assert "No clause and no reading has the words “elephant”." in capsys.readouterr().out


def test_no_words_are_refused(capsys):
    with pytest.raises(InputError, match="Say which words"):
        search_law("  ")
    assert main(["law", "--search", ""]) == 2
    assert main(["law", "maryland", "--search", "tie", "--clause", "9"]) == 2
    assert "--search" in capsys.readouterr().err
    assert main(["law", "tests/rulebooks/own/no_war.toml", "--search", "tie"]) in (0, 1)


def clauses_with(wanted, rulebook):
    return {each.clause for found in search_law(wanted, rulebook).found for each in found.clauses}


@pytest.mark.parametrize(
    "wanted", ["misdeal", "irregularity", "irregularities", "exposed card", "boxed card"]
)
def test_what_the_trade_calls_otherwise_is_found(wanted):
    assert "11.A" in clauses_with(wanted, "maryland")
    assert "(j)(1)" in clauses_with(wanted, "wisconsin")


@pytest.mark.parametrize(
    ("wanted", "rulebook", "clause"),
    [
        ("expose", "maryland", "11.B"),
        ("exposed", "maryland", "11.B"),
        ("jammed", "wisconsin", "(j)(4)"),
        ("rake", "california", "round.9"),
        ("Pit boss", "maryland", "5.A(3)"),
        ("burning", "maryland", "9.H"),
        ("going to war", "maryland", "9.H"),
        ("ties", "wisconsin", "(a)(1)(vi)"),
        ("surrender", "maryland", "9.E(1)"),
        ("forfeit", "washington", "4.c.i"),
    ],
)
def test_words_are_found_in_their_forms_and_by_their_synonyms(wanted, rulebook, clause):
    assert clause in clauses_with(wanted, rulebook)


def test_a_form_is_no_other_word():
    assert not search_law("dealing").also
    assert "2.D" not in clauses_with("dealing", "maryland")


def test_the_report_says_what_else_was_looked_for():
    found = search_law("pit boss", "maryland")
    assert found.also == ("floorperson",)
    assert "floorperson" in found.report().about[0].text
    assert found.to_dict()["also"] == ["floorperson"]


def test_words_that_are_spelt_right_are_not_said_to_be_spelt_like_themselves(capsys):
    assert search_law("wheel", "wisconsin").nearest == ()
    assert search_law("coupon", "washington").nearest == ()
    assert main(["law", "wisconsin", "--search", "wheel"]) == 1
    assert "No clause and no reading of wisconsin has the words “wheel”.\n" in capsys.readouterr().out


def test_where_nothing_is_found_the_nearest_words_are_named(capsys):
    assert main(["law", "--search", "surender"]) == 1
    assert "Spelt most like it: surrender" in " ".join(capsys.readouterr().out.split())
    assert "misdeal" in search_law("missdeal").nearest


def test_what_stands_for_a_word_of_the_trade_stands_somewhere():
    every = decoded(dict[str, tuple[str, ...]], "synonyms.toml")
    for phrase in every:
        assert search_law(phrase).found, phrase


def test_a_box_is_no_boxed_card():
    assert search_law("drop box").also == search_law("box").also == ()
