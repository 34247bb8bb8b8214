"""What `?` tells at a table of the user's own rulebook: what holds there, not what its base says."""

import pytest

from tests.support.terminal import played

OWN = """
extends = "washington"
name = "own"
title = "Own"
unset = ["surrender"]
[wagers]
tie = { value = "12 to 1", clause = "house rule 1" }
[war]
tied.pays = "3 to 1"
burn = { cards = 1, when = "before the war deal", clause = "house rule 2" }
"""


@pytest.fixture(name="asked")
def asked_fixture(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")

    def asked(words: str) -> str:
        printed = played(f"? {words}", rulebook=str(path))
        return printed.partition("? word · help\n")[2].partition("\nAnn, your wager?")[0]

    return asked


def part(told: str, clause: str) -> str:
    """Give what is told under a clause."""
    [found] = [each for each in told.split("\n\n") if each.split("  ")[0].split("\n")[0] == clause]
    return found


TIE = "Here wagers.tie: 12 to 1, with an initial wager (house rule 1), not 10 to 1, with an initial wager"


def test_a_word_tells_what_the_own_rulebook_pays_beside_what_its_base_says(asked):
    told = asked("tie")
    for clause in ("4.c", "paytable.tie-bet"):
        assert part(told, clause).startswith(f"{clause}  changed here\n")
        assert TIE in part(told, clause)
    assert TIE in part(told, "house rule 1")
    assert "3 to 1 paid on the initial wager" in part(told, "paytable.tie-after-war")


def test_a_clause_that_is_not_changed_is_told_as_it_was(asked):
    told = part(asked("4.a"), "4.a")
    assert "Here" not in told
    assert "changed" not in told


def test_what_is_taken_out_is_said_to_be(asked):
    assert part(asked("4.c.i"), "4.c.i").startswith("4.c.i  taken out here\n")
    assert "Here surrender is taken out" in part(asked("surrender"), "paytable.surrender")


def test_a_reading_that_the_rulebook_decides_itself_is_said_not_to_be_in_force(asked):
    told = asked("4.c.ii.1")
    assert "R19 Not in force: this rulebook sets war.burn itself." in told
    assert "war_burn = " not in told


@pytest.mark.parametrize(
    ("unset", "brings"),
    [("surrender", "war; surrender is not offered"), ("war", "surrender; war is not offered")],
)
def test_the_rules_offer_no_choice_that_the_rulebook_took_out(tmp_path, unset, brings):
    path = tmp_path / "own.toml"
    path.write_text(
        f'extends = "washington"\nname = "own"\ntitle = "Own"\nunset = ["{unset}"]\n', encoding="utf-8"
    )
    printed = played("rules", rulebook=str(path))
    [line] = [each for each in printed.splitlines() if each.startswith("A tie brings")]
    assert brings in line
    assert "the choice to" not in printed
