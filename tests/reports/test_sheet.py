"""The PAR sheet as a value: its words, its digits, its sections, and what a value has to be able to do."""

import json
import pickle
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from casinowar.cli import rendering
from casinowar.game.book.house import House
from casinowar.game.citation import clause_in_words
from casinowar.game.refusal import InputError
from casinowar.odds.reading_effects import reading_effects
from casinowar.reports import numbers
from casinowar.reports.blocks import Grid, Report, Section, text_of
from casinowar.reports.par_sheet import clauses_cited
from casinowar.reports.par_sheet.report import report
from casinowar.reports.par_sheet.sheet import Sheet, odds
from casinowar.reports.par_sheet.warnings import wager_warnings
from casinowar.reports.pictures.files import check_pdf
from casinowar.rulebooks import load_rules, load_sample, names, open_rulebook, sample_house
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.wording import Language
from tests.support.progressives import house_of_sizes, house_of_three_sizes
from tests.support.reported import words_of, words_of_section
from tests.support.varieties import EXAMPLES

OWN = Path(__file__).parents[1] / "rulebooks" / "own"
TEXTS = [*sorted(OWN.glob("*.toml")), *EXAMPLES]
sheet_of = cache(odds)


@cache
def sample_report(name: str) -> Report:
    """Build the whole report of a sample, with what readings change."""
    return paper(odds(name, sample=True))


def paper(sheet: Sheet, *, effects: bool = True) -> Report:
    """Build a report as it goes to paper."""
    texts = {"rulebook": sheet.source.text}
    if sheet.house_text is not None:
        texts["house file"] = sheet.house_text
    found = sheet.readings().effects if effects else ()
    return report(sheet.odds, sheet.source.readings, texts, found)


def titles(made: Report) -> list[str]:
    """List the sections of a report."""
    return [each.title for each in made.sections]


@pytest.mark.parametrize("name", names())
def test_a_sheet_says_what_it_is_made_from(name):
    made = sample_report(name)
    text = words_of(made)
    assert made.title == open_rulebook(name).book().title
    assert "casinowar 0." in made.made_with
    for digest in (open_rulebook(name).text, sample_house(name)):
        assert sha256(digest.encode()).hexdigest() in text
    assert "Casino War is a trademark of SHFL Entertainment, Inc." in made.notice
    assert "not affiliated with" in made.notice
    assert open_rulebook(name).book().wagers.initial.clause.split("; ")[0] in text


def test_maryland_shows_its_exact_figures():
    text = words_of(sample_report("maryland"))
    shown = (
        *("23138/993023", "2.3301%", "23/622", "3.6977%", "58/311", "18.6495%", "2974/15965"),
        *("11569/533231", "5515206403776/4930473392645"),
        *("2/993023", "1 in 496,512", "$641,047.50", "736604/993023", "21494169/24825575"),
        *("12000/993023", "61/175", "710900523078420/2119117464158821", "1378801600944/669208805"),
        *("10.A(2)", "9.I(3); 10.A(4) (R2)", "tied_war = tie_wager_pays_2_to_1"),
    )
    assert [each for each in shown if each not in text] == []
    assert "So war is never worse than surrender" in text


def test_the_element_of_risk_is_explained_where_it_stands():
    text = words_of_section(sample_report("washington"), "Summary")
    assert "element of risk" in text
    assert "The element of risk is the same per unit of all that is wagered, war wagers included." in text


def test_california_shows_the_bank():
    made = sample_report("california")
    text = words_of(made)
    assert "The player/dealer's bank" in titles(made)
    assert "69414/993023" in text
    assert "house wins" not in text
    before = text[: text.index("Readings in force")]
    assert "table" not in re.sub(r"seats table|table\b \d", "", before)
    assert "One of 8 seats banks, so at most 7 wager" in text
    assert "the player/dealer's theoretical win is" in text


def test_a_wager_that_returns_more_than_it_costs_is_flagged_in_words():
    sheet = sheet_of("maryland", sample=True)
    said = (
        "Favors the player: bonus spin $5.00 returns 233.08% (1 position), "
        "135.12% (2 positions), 102.46% (3 positions)."
    )
    made, document = sheet.report(), sheet.to_dict()
    assert said in words_of_section(made, "Summary")
    assert f"<b>{said}</b>" in sheet._repr_html_()
    assert said in document["flags"]
    assert any("in the long run: bonus spin $5.00 returns 245.08%" in each for each in document["flags"])
    spins = [each for each in document["wagers"] if each["wager"] == "bonus_spin"]
    assert [each["favours_player"] for each in spins] == [True] * 3 + [False] * 4
    assert sheet_of("washington").to_dict()["flags"] == []


def in_spanish(rulebook: str, house: House) -> list[str]:
    told = (refusal_told(each, Language.SPANISH) for each in wager_warnings(load_rules(rulebook, house)))
    return [sentence for sentence, language in told if language is Language.SPANISH]


def test_what_is_off_about_odds_is_said_in_spanish_too():
    now, later = in_spanish("maryland", load_sample("maryland"))
    assert now == (
        "Favorece al jugador: la apuesta de Bonus Spin de $5.00 devuelve 233.08% (1 posición), "
        "135.12% (2 posiciones), 102.46% (3 posiciones)."
    )
    assert later.startswith("Favorece al jugador a la larga: la apuesta de Bonus Spin de $5.00 ")
    limited = replace(load_sample("maryland"), payout_limit="100", bonus_spin=None)
    cut, *_ = in_spanish("maryland", limited)
    assert cut == (
        "El límite de pago de $100.00 recorta lo que gana la apuesta inicial por encima de $50.00: con la "
        "apuesta máxima de $1,000.00, la ventaja de la casa es de 48.12% (guerra en los empates), "
        "45.37% (rendición en los empates), 45.37% (la mejor decisión)."
    )


def limited_to(limit: str) -> Sheet:
    house = replace(load_sample("maryland"), payout_limit=limit, bonus_spin=None)
    return odds("maryland", house=house)


def test_a_payout_limit_below_what_posted_wagers_win_is_flagged():
    sheet = limited_to("100")
    said = (
        "The payout limit of $100.00 cuts what the initial wager wins above $50.00: at the maximum "
        "wager of $1,000.00, the house edge is 48.12% (war on ties), 45.37% (surrender on ties), "
        "45.37% (best play)."
    )
    document = sheet.to_dict()
    assert said in document["flags"]
    assert said in words_of_section(sheet.report(), "Summary")
    assert any(
        "the tie wager wins above $10.00: at the maximum wager of $200.00" in each
        for each in document["flags"]
    )
    initial, tie, war_tie = document["payout_limit_cuts"]
    assert (initial["paid_in_full_in_cents"], initial["most_in_cents"]) == (50_00, 1_000_00)
    assert [tie["wager"], war_tie["wager"]] == ["tie", "war_tie"]


def test_a_payout_limit_cuts_from_the_first_cent_above_it():
    assert limited_to("6000").to_dict()["flags"] == []
    [together] = limited_to("5999").to_dict()["flags"]
    assert together == (
        "The payout limit of $5,999.00 cuts the total win of a hand, which can reach $6,000.00 at the "
        "maximum wagers."
    )
    assert limited_to("2000").to_dict()["payout_limit_cuts"] == []
    assert len(limited_to("1999").to_dict()["payout_limit_cuts"]) == 3


def test_a_meter_above_break_even_is_flagged():
    [said] = sheet_of("maryland", meter=700_000).to_dict()["flags"]
    assert said.startswith("Favors the player: progressive $5.00 returns 102.37% (war on ties)")


def test_what_no_house_offers_is_marked():
    bare, offered = paper(sheet_of("maryland"), effects=False), sample_report("maryland")
    text = words_of(bare)
    for title in ("Progressive wager", "The meter", "Envy Bonus"):
        assert f"{title}, if offered" in titles(bare)
        assert title in titles(offered)
    assert "Electronic version, if offered" in titles(bare)
    assert (
        "No house file offers this version; if offered, the figures assume up to 3 community cards." in text
    )
    least = "if offered, computed with the meter at $10,000.00, the least that the text allows"
    assert least in text
    assert least not in words_of(offered)


@pytest.mark.parametrize(("meter", "said"), [(9_999, True), (10_000, False), (10_001, False)])
@pytest.mark.parametrize("sample", [True, False])
def test_a_meter_below_the_least_of_the_text_says_so(sample, meter, said):
    sheet = odds("maryland", meter=meter, sample=sample)
    below = f"with the meter at ${meter:,}.00, less than the text allows."
    assert (below in words_of(paper(sheet, effects=False)).lower().replace("\n", " ")) is said


def test_the_won_chip_is_said_once_and_pays_stand_as_in_the_text():
    assert "A won chip stays with the house (R50)." in words_of(sample_report("maryland"))
    text = words_of(paper(odds("maryland", readings={"progressive_chip": "given_back"}), effects=False))
    assert "A won chip is given back (R50)." in text
    assert "1 in 67.2 15 to 1" in text


def test_net_results_stand_lowest_first():
    war, surrender, _ = tables(sample_report("washington"), "Initial wager")
    assert [text_of(row[0]) for row in war.rows] == ["−2", "−1", "+1", "+2"]
    assert [text_of(row[0]) for row in surrender.rows] == ["−1", "−1/2", "+1"]
    assert [text_of(row[1]) for row in surrender.rows] == ["144", "23", "144"], "ways in a cycle of 311"


def tables(made: Report, title: str) -> list[Grid]:
    """Find the tables of a section."""
    [found] = [each for each in made.sections if each.title == title]
    return [block for block in found.blocks if isinstance(block, Grid)]


def test_a_sheet_without_a_house_says_whose_figures_the_readings_have():
    made = paper(sheet_of("washington"))
    text = words_of_section(made, "What readings change")
    assert "This sheet has no house, so only these figures are those of the rulebook's sample house" in text
    assert "Surrender, odd number of chips (11 chips, $5.50)" in text
    assert "−0.3362%" in text


def test_a_sheet_of_a_shoe_partly_seen_has_nothing_of_whole_shoes():
    sheet = odds("maryland", seen="AS 10H 7D")
    made = report(
        sheet.odds, sheet.source.readings, {"rulebook": sheet.source.text}, reading_effects("maryland")
    )
    text = words_of(made)
    assert "The effects of readings are computed for complete shoes, so they are not on this sheet." in text
    assert {"Sessions", "What readings change"}.isdisjoint(titles(made))
    for absent in ("hold, low", "theoretical win"):
        assert absent not in text, absent
    assert "A♠ 10♥ 7♦" in text


def test_sessions_say_with_what_a_player_is_ruined():
    assert "ruined with 20 units" in words_of_section(sample_report("washington"), "Sessions")


def test_clauses_of_a_text_without_a_catalogue_have_no_empty_column():
    made = paper(odds(str(OWN / "no_war.toml")), effects=False)
    [clauses] = [each for each in made.appendices if each.title == "Clauses cited"]
    assert [column.head for column in only_table(clauses).columns] == ["clause", "decides"]


def only_table(section: Section) -> Grid:
    """Find the table of a section that has one."""
    [grid] = [block for block in section.blocks if isinstance(block, Grid)]
    return grid


def test_fractions_too_long_to_read_are_left_to_programs():
    text = words_of(sample_report("washington"))
    assert not re.search(r"\d digits", text)
    assert not re.search(r"\d{60}", text[: text.index("Provenance")])
    long_run = sheet_of("washington").to_dict()["long_run"][0]["initial"]["exact"]
    assert len(long_run) > 400


def test_without_a_house_file_the_sheet_says_so_and_names_what_is_left_out():
    made = paper(sheet_of("maryland"), effects=False)
    text = words_of(made)
    assert "no house file" in text
    assert "none: as the rulebook starts" in text
    assert "Bonus Spin: the wheel is the operator's" in words_of_section(made, "Left out")


def test_readings_cards_seen_and_decks_stand_in_the_heading():
    made = paper(
        odds("south_dakota", readings={"tie_hand": "loses"}, decks=2, seen=("AS", "TH")), effects=False
    )
    facts = {fact.label: fact for fact in made.facts}
    assert text_of(facts["Readings"].value) == "tie_hand = loses (R1)"
    assert text_of(facts["Cards"].value).startswith(
        "2 decks, which the rulebook does not allow; 102 cards can come"
    )
    assert text_of(facts["Cards seen"].value) == "A♠ 10♥"
    assert not any(facts[each].paper for each in ("Readings", "Cards", "Cards seen")), "in the terminal too"
    assert "not the default" in words_of_section(made, "Readings in force")


def test_a_small_number_is_written_with_a_power_of_ten():
    assert numbers.power(sheet_of("washington").odds.counter[-1].worth) == "9.003 × 10⁻⁶"


def test_every_clause_that_a_part_rests_on_is_cited_once():
    made = sample_report("maryland")
    [clauses] = [each for each in made.appendices if each.title == "Clauses cited"]
    listed = [text_of(row[0]) for row in only_table(clauses).rows]
    resting = {part for each in made.sections for cite in each.rests_on for part in cite.clause.split("; ")}
    assert sorted(listed) == sorted(map(clause_in_words, resting))


def test_every_place_that_figures_rest_on_is_cited_by_some_text():
    every = [*(load_rules(name, load_sample(name)) for name in names()), *map(load_rules, map(str, TEXTS))]
    for place in {place for part in clauses_cited.PLACES.values() for place in part.values()}:
        assert any(clauses_cited.value(rules, place) for rules in every), place


# in the terminal


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("reference", ["maryland", "california", str(OWN / "again_at_a_price.toml")])
def test_the_sheet_fits_the_terminal(capsys, monkeypatch, reference, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    rendering.draw(sheet_of(reference).report())
    printed = capsys.readouterr().out
    assert "18.6495%" in printed
    assert max(map(len, printed.splitlines())) <= columns


def test_the_terminal_leaves_fractions_to_paper_where_it_has_no_room(capsys, monkeypatch):
    for columns, shown in (("70", False), ("120", True)):
        monkeypatch.setenv("COLUMNS", columns)
        rendering.draw(sheet_of("washington").report())
        assert ("11569/533231" in capsys.readouterr().out) is shown


def test_appendices_digests_and_derivations_are_for_paper():
    made = sample_report("maryland")
    shown, everything = words_of(made, terminal=True), words_of(made)
    for each in (
        "Clauses cited",
        "SHA-256",
        "So war is worth",
        "What readings change",
        "surrender on ties\nhand",
    ):
        assert each in everything, each
        assert each not in shown, each


# as a value


def test_a_sheet_is_a_value():
    tiny = str(OWN / "tiny.toml")
    sheet, same = odds(tiny), odds(tiny)
    assert repr(sheet_of("washington")) == "<Sheet: washington, 6 decks, house edge 2.3301%>"
    assert sheet == same
    assert sheet != odds(tiny, decks=2)
    assert sheet != odds(tiny, house=House(name="another"))
    again = pickle.loads(pickle.dumps(sheet))  # noqa: S301 - our own bytes
    assert again == sheet
    assert again.to_dict() == sheet.to_dict()
    assert json.loads(sheet.to_json()) == sheet.to_dict()


def test_figures_of_a_sheet_are_fractions():
    sheet = sheet_of("washington")
    assert str(sheet.initial.house_edge) == "23138/993023"
    assert [str(each.strategy) for each in sheet.strategies] == ["war", "surrender", "best"]
    assert sheet.tie is not None
    assert str(sheet.tie.house_edge) == "58/311"
    assert sheet.rules.book.name == "washington"


def test_amounts_are_dollars_in_any_form():
    assert odds("maryland", sample=True, wager=25).odds.wager == 25_00
    assert odds("maryland", sample=True, wager="12.50", meter=20_000).odds.progressive[0].meter == 20_000_00


def test_a_notebook_shows_the_sheet_escaped():
    shown = sheet_of("washington")._repr_html_()
    assert "<h3>Washington: WSGC rules of play</h3>" in shown
    assert '<td style="text-align: right">23138/993023</td>' in shown
    assert "player&#x27;s edge" in shown


def test_house_and_sample_exclude_each_other():
    with pytest.raises(InputError, match="Choose between a house and the sample"):
        odds("maryland", house="x.toml", sample=True)


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(
        InputError, match=r"sheet\.txt: the sheet can be typeset to a file that ends in \.pdf\."
    ):
        sheet_of("washington").to_pdf(tmp_path / "sheet.txt")
    check_pdf(tmp_path / "SHEET.PDF")


# several sizes of the progressive wager on one meter


@pytest.mark.parametrize("columns", [80, 120])
def test_the_meter_of_several_sizes_keeps_its_labels_and_its_numbers_whole(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", f"{columns}")
    made = odds("maryland", house=house_of_three_sizes()).report()
    [meter] = [each for each in made.sections if each.title == "The meter"]
    rendering.draw(replace(made, sections=(meter,)))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    [*even] = [line for line in lines if line.startswith("meter at which the wager is even")]
    assert [line.split()[7] for line in even] == ["$641,047.50", "$1,282,095.00", "$128,209.50"]


def test_each_size_is_said_to_be_counted_alone():
    several = words_of_section(odds("maryland", house=house_of_three_sizes()).report(), "The meter")
    assert "Each size is computed as if" in several
    assert "Each size is computed as if" not in words_of_section(sample_report("maryland"), "The meter")


def test_a_small_wager_that_wins_a_meter_fed_by_large_ones_is_flagged():
    sheet = odds("maryland", house=house_of_three_sizes())
    [said] = sheet.to_dict()["flags"]
    assert said == (
        "Several sizes share one meter: a progressive wager of $1.00 wins all of it (R107), and returns "
        "up to 276.19% in the long run if wagers of $10.00 feed it."
    )
    assert said in words_of(sheet.report())
    shared = odds("maryland", house=house_of_three_sizes(), readings={"meter_share": "by_the_wager"})
    assert "wager of $5.00" in shared.to_dict()["flags"][0]
    two = house_of_sizes("1", "5")
    assert odds("maryland", house=two, readings={"meter_share": "by_the_wager"}).to_dict()["flags"] == []


# the wheel


def test_the_wheel_is_on_the_sheet_with_its_weights_and_pays():
    said = words_of_section(sample_report("maryland"), "Bonus spin")
    assert "primary jackpot 1 of 2,000 the primary meter 10.D(1)(a) (R60)" in said
    assert "$1,000 16 of 2,000 $1,000.00 10.D(1)(c)" in said
    assert "$100 4 of 100 $125.00 10.E(1)(b) (R62)" in said
    assert "Community Pay $100 10.E(1)(b) (R62)" in said
    read = odds("maryland", sample=True, readings={"community_pays": "as_shown"}).report()
    assert "$100 4 of 100 $100.00" in words_of_section(read, "Bonus spin")


def test_the_wheel_is_told_to_programs():
    wheel = odds("maryland", sample=True).to_dict()["bonus_spin_wheel"]
    assert (wheel["size_in_cents"], wheel["positions"]) == (500, [1] * 7)
    assert (wheel["hot_spot"]["stops"], wheel["community"]["stops"]) == (2000, 100)
    hundred = next(each for each in wheel["community"]["segments"] if each["symbol"] == "$100")
    assert (hundred["weight"], hundred["pays_in_cents"], hundred["reading"]) == (4, 12500, "R62")
    assert hundred["probability"]["exact"] == "1/25"
    jackpot = wheel["hot_spot"]["segments"][0]
    assert (jackpot["meter"], jackpot["pays_in_cents"]) == ("primary", None)
    assert odds("maryland").to_dict()["bonus_spin_wheel"] is None


def test_symbols_that_are_paired_have_no_weights_of_their_own():
    house = load_sample("maryland")
    assert house.bonus_spin
    house = replace(
        house,
        readings={**house.readings, "wheel_symbols": "paired"},
        bonus_spin=replace(house.bonus_spin, community=None, positions=(2, 1, 1, 1, 1, 1, 1)),
    )
    said = words_of_section(odds("maryland", house=house).report(), "Bonus spin")
    assert "$100 paired $125.00 10.E(1)(b) (R62)" in said
    assert "2, 1, 1, 1, 1, 1, 1" in said
