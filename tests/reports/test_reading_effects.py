"""What readings change, as a report and for programs."""

import json
import pickle
from functools import cache

import pytest

from casinowar.cli import rendering
from casinowar.reports.blocks import Grid, Report, text_of
from casinowar.reports.par_sheet.appendices import what_readings_change
from casinowar.reports.par_sheet.sheet import odds
from casinowar.reports.reading_effects import ReadingEffects, readings
from casinowar.rulebooks import names
from tests.support.reported import words_of, words_of_section

effects_of = cache(readings)


def rows(made: Report, reading: str) -> list[tuple[str, ...]]:
    """List the rows of a reading's tables."""
    [section] = [each for each in made.sections if each.title == reading]
    grids = [block for block in section.blocks if isinstance(block, Grid)]
    return [tuple(map(text_of, row)) for grid in grids for row in grid.rows]


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", names())
def test_the_table_of_readings_fits_and_ends_with_the_counts(name, columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    found = effects_of(name)
    rendering.draw(found.report())
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert all(each.choice in out for each in found.effects)
    assert f"{len({each.reading for each in found.effects})} readings, " in out


def test_what_a_reading_does_is_written_below_it():
    made = readings("south_dakota", decks=6).report()
    assert ("Initial wager, played best", "2.3301%", "7.3955%", "+5.0654%") in rows(made, "tie_hand")
    text = words_of(made)
    assert "changes no odds (settlement.choice)" in text
    assert "Not at this house: limits.initial" in words_of_section(made, "wagering_limit")


def test_a_report_without_a_house_says_which_one_it_takes():
    assert "No house was given." in words_of(effects_of("washington").report())
    assert "No house was given." not in words_of(readings("washington", sample=True).report())


def test_figures_say_the_wager_and_the_decks_that_they_are_counted_with():
    found = effects_of("maryland")
    made = found.report()
    odd = "Surrender, odd number of chips (11 chips, $5.50)"
    assert (odd, "3.6977%", "3.3616%", "−0.3362%") in rows(made, "odd_half")
    most = "Best play, most decks allowed (8 decks → 1,000 decks, for want of a maximum)"
    assert (most, "2.3398%", "2.3667%", "+0.0269%") in rows(made, "decks")
    fewest = "Best play, fewest decks allowed (6 decks → 3 decks)"
    assert (fewest, "2.3301%", "2.2879%", "−0.0422%") in [
        row for each in made.sections for row in rows(made, each.title)
    ]

    by_name = {each["reading"]: each for each in found.to_dict()["readings"]}
    [change] = next(
        each["changes"] for each in by_name["decks"]["choices"] if each["choice"] == "six_or_more"
    )
    assert change["default_counted_with"] == {"decks": 8, "assumed_for_want_of_a_limit": False}
    assert change["value_counted_with"] == {"decks": 1000, "assumed_for_want_of_a_limit": True}
    [refused, *_] = by_name["odd_half"]["choices"][1]["changes"]
    assert refused["default_counted_with"] == {"wager_in_cents": 550, "chip_in_cents": 50, "chips": 11}
    assert refused["value_counted_with"] is None


def test_what_favours_the_house_is_told_apart_from_what_favours_players():
    [grid] = [
        block
        for each in effects_of("south_dakota").report().sections
        if each.title == "tie_hand"
        for block in each.blocks
        if isinstance(block, Grid)
    ]
    tones = {text_of(row[0]): getattr(row[3], "tone", "") for row in grid.rows}
    assert tones["Initial wager, played best"] == "bad"
    assert tones["Tie, long run to cover card (war on ties)"] == "good"
    assert tones["Covariance of two seats (war on ties)"] == ""


def test_a_rulebook_without_readings_says_so(capsys):
    none = ReadingEffects(())
    rendering.draw(none.report())
    assert capsys.readouterr().out == "The rulebook has no readings to choose from.\n"
    assert none.to_dict()["readings"] == []
    assert repr(none) == "<ReadingEffects: 0 readings>"


def test_the_document_of_readings_is_exact():
    found = readings("south_dakota", sample=True, decks=6)
    printed = json.loads(found.to_json())
    [tie_hand] = [each for each in printed["readings"] if each["reading"] == "tie_hand"]
    assert [each["choice"] for each in tie_hand["choices"]] == ["choice", "loses"]
    changes = {each["figure"]: each for each in tie_hand["choices"][1]["changes"]}
    assert changes["initial_best"]["value"]["exact"] == "23/311"
    assert changes["initial_best"]["difference"]["exact"] == "50301/993023"
    assert changes["initial_war"]["value"] is None
    assert (printed["sample"], printed["decks"]) == (False, 6)


def test_readings_are_a_value():
    found = effects_of("washington")
    assert repr(found) == f"<ReadingEffects: washington, {len(found.report().sections)} readings>"
    assert found == pickle.loads(pickle.dumps(found))  # noqa: S301 - our own bytes
    assert "<h4>war_burn <small>R19" in found._repr_html_()


def test_what_is_not_covered_is_not_said_to_change_nothing():
    sheet, effects = odds("maryland"), effects_of("maryland").effects
    [section] = what_readings_change(sheet.odds, effects)
    others = [each for each in effects if not (each.default or each.changes or each.problem)]
    beyond = sum(bool(each.left_out) for each in others)
    assert beyond
    assert f"{len(others) - beyond} other choices change none" in str(section.blocks[0])
    assert f"{beyond} further choices are not covered by the odds" in str(section.blocks[0])
