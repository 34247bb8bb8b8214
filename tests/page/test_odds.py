"""The odds lab in a browser: what it shows is what the command line prints."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from casinowar.reports.numbers import percent
from tests.page.people import violations
from tests.support.printing import printed
from tests.web.served_house import ServedHouse

SLOW = 30_000
"""Milliseconds: exact odds take their time on a busy machine."""
LAB = "/#/odds"


@pytest.fixture(autouse=True)
def _patient(page: Page):
    page.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    yield
    expect.set_options(timeout=5_000)


def asked(*arguments: str, folder: Path | None = None) -> Any:
    return json.loads(printed(*arguments, "--json", folder=folder))


def edge_of(wager: Mapping[str, Any]) -> str:
    return percent(Fraction(wager["house_edge"]["exact"]))


def expect_summary(page: Page, *arguments: str) -> None:
    """Wait until the first table of the sheet has the edges that the command line gives."""
    wanted = [edge_of(each) for each in asked("odds", *arguments)["wagers"] if each.get("house_edge")]
    rows = page.get_by_role("region", name="Summary 1").locator("tbody tr")
    expect(rows.first).to_be_visible()
    expect(page.get_by_text("Computing…")).to_have_count(0)
    heads = page.get_by_role("region", name="Summary 1").locator("thead th").all_inner_texts()
    column = next(at for at, head in enumerate(heads) if head.endswith("edge"))
    shown = [row.locator("td").nth(column).inner_text() for row in rows.all()]
    assert shown
    assert set(shown) <= {*wanted}
    assert shown[0] == wanted[0]


def fits(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return wide


_TOPS = "all => all.map(each => each.offsetTop)"


def test_sheets_plots_and_comparisons_show_the_command_lines_figures(page: Page, house: ServedHouse):
    page.goto(f"{house.address}{LAB}")
    expect_summary(page, "maryland")
    assert violations(page) == []

    with page.expect_response("**/api/odds"):
        page.get_by_role("spinbutton", name="Decks").fill("8")
        page.get_by_label("Sample house").check()
        page.get_by_label("Progressive meter").fill("50000")
    expect_summary(page, "maryland", "--sample", "--decks", "8", "--meter", "50000")
    with page.expect_response("**/api/odds"):
        page.get_by_role("combobox", name="Rulebook", exact=True).select_option("Wisconsin")
        page.get_by_label("Sample house").uncheck()
        page.get_by_role("spinbutton", name="Decks").fill("")
        page.get_by_text("Pick cards").click()
        page.get_by_role("button", name="A ♠, seen 0").click()
        page.get_by_role("button", name="A ♠, seen 1").click()
    expect(page.get_by_label("Cards seen")).to_have_value("AS AS")
    expect_summary(page, "wisconsin", "--seen", "AS AS")
    page.get_by_role("spinbutton", name="Decks").fill("101")
    expect(page.get_by_role("alert")).to_contain_text("<= 100")
    page.get_by_role("spinbutton", name="Decks").fill("")
    page.get_by_role("button", name="Clear").click()

    page.get_by_role("link", name="Plots").click()
    slider = page.get_by_role("slider", name="By decks")
    expect(slider).to_have_attribute("aria-valuetext", "6 decks: house edge 2.3301%")
    by_decks = asked("odds", "wisconsin", "--decks", "4,5")
    for decks, name, figure in ((5, "tie", "tie"), (4, "initial, surrender on ties", "initial_surrender")):
        page.get_by_role("radio", name=name, exact=True).check()
        slider.focus()
        page.keyboard.press("ArrowLeft")
        [values] = [each["values"] for each in by_decks["figures"] if each["figure"] == figure]
        edge = percent(Fraction(values[by_decks["decks"].index(decks)]["exact"]))
        expect(slider).to_have_attribute("aria-valuetext", f"{decks} decks: house edge {edge}")
    assert page.get_by_role("spinbutton", name="Decks").input_value() == "4"
    assert violations(page) == []

    page.get_by_role("link", name="Compare").click()
    page.get_by_role("checkbox", name="Washington").check()
    page.get_by_role("checkbox", name="Maryland").uncheck()
    edges = page.get_by_role("region", name="Edges 1").locator("tbody tr")
    expect(page.get_by_role("heading", name="Washington and Wisconsin compared")).to_be_visible()
    document = asked("compare", "washington", "wisconsin", "--decks", "4")
    assert edges.count() == len(document["edges"])
    assert [percent(Fraction(each["exact"])) for each in document["edges"][0]["values"]] == [
        cell.inner_text().split("\n")[0] for cell in edges.first.locator("td").all()[2:]
    ]
    with page.expect_download() as kept:
        page.get_by_role("button", name="JSON").click()
    assert json.loads(kept.value.path().read_text()) == document
    assert violations(page) == []
    for width in (320, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        for bench in ("sheet", "plots", "compare", "simulate", "editor"):
            page.goto(f"{house.address}{LAB}/{bench}")
            expect(page.get_by_role("heading", name="Odds lab")).to_be_visible()
            assert fits(page), (width, bench)
            assert len(set(page.locator(".heading nav a").evaluate_all(_TOPS))) == 1, "one line of benches"


def test_the_editor_shows_the_line_of_a_fault_and_then_the_changed_edge(
    page: Page, house: ServedHouse, tmp_path: Path
):
    page.goto(f"{house.address}{LAB}/editor")
    area = page.get_by_label("Your rulebook, in TOML")
    expect(page.get_by_text("my_maryland is valid.")).to_be_visible()
    expect(page.get_by_text("No figure differs.")).to_be_visible()
    text = area.input_value()

    (tmp_path / "rulebook.toml").write_text(text.replace("10 to 1", "10 two 1"))
    area.fill(text.replace("10 to 1", "10 two 1"))
    [fault] = asked("rulebooks", "--check", "rulebook.toml", folder=tmp_path)["faults"]
    shown = page.get_by_role("button", name="Line 8")
    expect(shown).to_be_visible()
    line, sentence = shown.locator("b, span").all_inner_texts()
    assert fault == f"rulebook.toml, {line.lower()}: {sentence}"
    assert violations(page) == []
    shown.click()
    selected = area.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert selected.startswith("tie = ")

    (tmp_path / "rulebook.toml").write_text(text.replace("10 to 1", "11 to 1"))
    area.fill(text.replace("10 to 1", "11 to 1"))
    expect(page.get_by_text("figures differ.")).to_be_visible()
    document = asked("compare", "maryland", "rulebook.toml", folder=tmp_path)
    [tie] = [each for each in document["edges"] if each["figure"] == "tie"]
    row = page.get_by_role("region", name="Edges 1").get_by_role("row", name="Tie wager ≠")
    expect(row).to_contain_text(percent(Fraction(tie["values"][0]["exact"])))
    expect(row).to_contain_text(percent(Fraction(tie["values"][1]["exact"])))
    assert violations(page) == []

    page.get_by_role("button", name="Start over").click()
    expect(area).to_have_value(text)
    page.get_by_role("button", name="Restore my text").click()
    expect(area).to_have_value(text.replace("10 to 1", "11 to 1"))
    expect(page.get_by_role("button", name="Restore my text")).to_have_count(0)
    expect(page.get_by_text("figures differ.")).to_be_visible()

    page.get_by_role("link", name="PAR sheet").click()
    page.get_by_role("combobox", name="Rulebook", exact=True).select_option("my_maryland (yours)")
    [own] = [
        each for each in asked("odds", "rulebook.toml", folder=tmp_path)["wagers"] if each["wager"] == "tie"
    ]
    expect(page.get_by_role("region", name="Summary 1")).to_contain_text(edge_of(own))
    with page.expect_download() as kept:
        page.get_by_role("button", name="PDF").click()
    assert kept.value.suggested_filename == "odds.pdf"
    assert kept.value.path().read_bytes().startswith(b"%PDF")


def test_a_simulation_runs_in_the_background_and_is_stopped(page: Page, house: ServedHouse):
    page.goto(f"{house.address}{LAB}/simulate")
    page.get_by_role("button", name="Continue as a guest").click()
    page.get_by_role("combobox", name="Rounds", exact=True).select_option("3,000,000,000")
    page.get_by_role("spinbutton", name="Seats").fill("3")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 700})
    page.get_by_role("button", name="Deal", exact=True).click()
    bar = page.get_by_role("progressbar", name="Simulation")
    expect(bar).to_be_in_viewport()
    expect(page.get_by_role("status").filter(has_text="Dealing")).to_have_count(1)
    page.reload()
    expect(bar).to_be_visible()  # it goes on, whoever looks
    expect(bar).not_to_have_attribute("aria-valuenow", "0")
    page.get_by_role("button", name="Stop").click()

    expect(page.get_by_role("status").filter(has_text="Stopped")).to_have_count(1)
    with page.expect_download() as kept:
        page.get_by_role("button", name="JSON").click()
    document = json.loads(kept.value.path().read_text())
    assert not document["finished"]
    assert f"{document['rounds']:,} of 3,000,000,000 rounds" in page.inner_text("main")
    expect(page.get_by_text(f"seed {document['seed']}")).to_be_visible()
    assert violations(page) == []


HOUSE = 'rulebook = "maryland"\ndecks = 8\n[limits.initial]\nminimum = "10"\nmaximum = "50"\n'


def test_a_house_file_of_ones_own_and_sessions(page: Page, house: ServedHouse, tmp_path: Path):
    (tmp_path / "house.toml").write_text(HOUSE)
    page.goto(f"{house.address}{LAB}")
    page.get_by_text("Your house file", exact=True).click()
    with page.expect_response("**/api/odds"):
        page.get_by_label("Load a file").set_input_files(tmp_path / "house.toml")
    expect(page.get_by_text("The house file is valid")).to_be_visible()
    expect(page.get_by_label("Sample house")).to_be_hidden()
    expect_summary(page, "maryland", "--decks", "8")
    assert violations(page) == []
    page.get_by_label("House file, in TOML").fill(HOUSE.replace("8", "7"))
    expect(page.get_by_text(re.compile("^Line 2"))).to_be_visible()
    page.get_by_label("House file, in TOML").fill(HOUSE)

    page.get_by_text("Sessions and ruin").first.click()
    page.get_by_label("Bankroll, units").fill("30")
    page.get_by_label("Session lengths, in rounds").fill("25, 400")
    ruined = page.locator("th", has_text="ruined with 30 units")
    expect(ruined).to_have_count(1)
    (tmp_path / "house.toml").write_text(HOUSE)
    arguments = [
        "maryland",
        "--house",
        "house.toml",
        "--bankroll",
        "30",
        "--session",
        "25",
        "--session",
        "400",
    ]
    told = asked("odds", *arguments, folder=tmp_path)["bankroll"]["sessions"]
    table = page.locator("table", has=ruined)
    shown = [row.locator("td").last.text_content() for row in table.locator("tbody tr").all()]
    assert shown == [percent(each["ruined"]["value"], 2) for each in told]
    page.evaluate("localStorage.clear()")


def test_a_slider_stands_under_the_point_of_its_plot(page: Page, house: ServedHouse):
    page.goto(f"{house.address}/#/odds/plots/maryland")
    slider = page.get_by_role("slider", name="By the progressive meter")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("house edge"), timeout=60_000)
    slider.focus()
    for key in ("End", "ArrowLeft", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(key)
        places = slider.evaluate("""slider => {
          const box = slider.getBoundingClientRect();
          const part = (slider.value - slider.min) / (slider.max - slider.min);
          const mark = slider.closest(".plot").querySelector(".mark").getBoundingClientRect();
          return [box.left + 8 + part * (box.width - 16), mark.left + mark.width / 2]; }""")
        assert abs(places[0] - places[1]) < 2, (key, places)


def test_the_lab_reads_spanish_as_far_as_it_says(page: Page, house: ServedHouse):
    page.goto(f"{house.address}/#/odds/plots/maryland")
    slider = page.get_by_role("slider", name="By decks")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("6 decks: house edge"), timeout=60_000)
    page.get_by_role("radio", name="tie", exact=True).check()
    page.get_by_role("combobox", name="Language").select_option("es")
    slider = page.get_by_role("slider", name="Según las barajas")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("6 barajas: ventaja de la casa"))
    expect(page.get_by_role("radio", name="empate", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="inicial, guerra en los empates")).to_be_visible()
    page.goto(f"{house.address}/#/odds/sheet/maryland")
    expect(page.get_by_role("heading", name="Resumen")).to_be_visible(timeout=60_000)
    head = page.get_by_role("region", name="Resumen 1").get_by_role("columnheader")
    expect(head.filter(has_text=re.compile("^ventaja de la casa$"))).to_be_visible()
    english = page.locator("details p[lang=en]").filter(has_text="The house edge is what the house wins")
    expect(english).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 700})
    tabs = page.get_by_role("navigation", name="Laboratorio de probabilidades")
    assert tabs.evaluate("each => each.scrollWidth <= each.clientWidth"), "no bench is cut off"
    assert violations(page) == []
