"""What a house chose on each option, and the set-up list."""

import json
import re
import types
import typing

import msgspec
import pytest

from casinowar.cli import main
from casinowar.game.book.house import House
from casinowar.law.catalogue import Treatment, clause, clauses, exists, jurisdictions
from casinowar.law.choices import equipment, house_values
from casinowar.rulebooks import open_rulebook, sample_house

EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())


def field(kind: type, name: str) -> object:
    """Find the type of a field, without None; a name that is none is an error."""
    found = {each.name: each.type for each in msgspec.structs.fields(kind)}[name]
    if isinstance(found, types.UnionType) or typing.get_origin(found) is typing.Union:
        [found] = [each for each in typing.get_args(found) if each is not type(None)]
    return found


def printed(capsys, *arguments: str) -> dict[str, dict[str, object]]:
    assert main(["law", *arguments, "--json"]) == 0
    return {each["clause"]: each["house"] for each in json.loads(capsys.readouterr().out)["clauses"]}


@pytest.fixture
def sample(request, tmp_path):
    """Write a jurisdiction's sample into a file."""
    path = tmp_path / "house.toml"
    path.write_text(sample_house(request.param), encoding="utf-8")
    return str(path)


# the data


@EACH_DOCUMENT
def test_every_option_names_the_house_s_values_that_choose_it(jurisdiction):
    options = {each.clause for each in clauses(jurisdiction) if each.treatment is Treatment.OPTION}
    assert options <= set(house_values(jurisdiction))


@EACH_DOCUMENT
def test_every_clause_with_choices_is_an_option_at_least_in_part(jurisdiction):
    for cited, names in house_values(jurisdiction).items():
        assert names
        assert exists(jurisdiction, cited)
        said = clause(jurisdiction, cited)
        assert said.treatment is Treatment.OPTION or re.search(
            r"\b(?:is an option|are an option|are options)\b", said.note
        )


@EACH_DOCUMENT
def test_every_name_is_a_value_of_a_house_file_or_a_reading(jurisdiction):
    readings = open_rulebook(jurisdiction).readings
    for names in house_values(jurisdiction).values():
        for name in names:
            first, _, rest = name.partition(".")
            if first == "readings":
                assert rest in readings
                continue
            kind: object = House
            for part in name.split("."):
                assert isinstance(kind, type)
                kind = field(kind, part)


# what is shown


@EACH_DOCUMENT
def test_every_option_shows_what_the_house_chose(jurisdiction, capsys):
    shown = printed(capsys, jurisdiction)
    for each in clauses(jurisdiction):
        assert tuple(shown[each.clause]) == house_values(jurisdiction).get(each.clause, ())


def test_without_a_house_file_the_rulebook_s_own_start_stands(capsys):
    shown = printed(capsys, "maryland")
    assert shown["3.A"] == {"shuffler": "by hand", "decks": 6}
    assert shown["7.E"] == {"adjacent_boxes": 1}
    assert shown["7.B(4)"] == {"readings.leaving_player": "floorperson_decides"}
    assert shown["2.B(5)(b)"] == {"payout_limit": "not offered"}
    assert shown["7.F(4)"] == {"bonus_spin": "not offered", "bonus_spin.cards": "not offered"}
    assert shown["10.C(1)"] == {"progressive.meter.rate": "not offered"}
    assert shown["9.A"] == {}
    assert printed(capsys, "south_dakota")["(1)"] == {"decks": 6}


@pytest.mark.parametrize("sample", ["maryland"], indirect=True)
def test_a_house_file_shows_its_choices(sample, capsys):
    shown = printed(capsys, "maryland", "--house", sample)
    assert shown["7.E"] == {"adjacent_boxes": 2}
    assert shown["2.B(5)(b)"] == {"payout_limit": "50000"}
    assert shown["7.F(4)"] == {
        "bonus_spin": "offered",
        "bonus_spin.cards": [{"rank": "king", "color": "red"}],
    }
    assert shown["10.C(1)"] == {"progressive.meter.rate": "12%"}
    assert shown["10.C(3)(b)"] == {
        "progressive.amounts": ["$5.00"],
        "readings.progressive_sizes": "five_dollars",
    }
    assert shown["9.L"] == {"electronic": "not offered"}


@pytest.mark.parametrize("sample", ["wisconsin"], indirect=True)
def test_choices_of_mixed_clauses_are_shown_too(sample, capsys):
    assert printed(capsys, "wisconsin", "--house", sample)["(f)(1)"] == {
        "coupons": True,
        "readings.match_play_coupons": "initial_wager_only",
    }
    assert printed(capsys, "california")["players"] == {"seats": 8, "backline": 0}


@pytest.mark.parametrize("sample", ["maryland"], indirect=True)
def test_the_table_has_a_line_for_each_choice(sample, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["law", "maryland", "--house", sample]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "House: shuffler = by hand; decks = 6" in out
    assert "House: preshuffled = no" in out
    assert "House: bonus_spin = offered; bonus_spin.cards = red king" in out
    assert "House: electronic = not offered" in out
    assert out.count("House: ") == len(house_values("maryland"))


@pytest.mark.parametrize("sample", ["maryland"], indirect=True)
def test_a_clause_in_full_has_the_choice_and_others_do_not(sample, capsys):
    assert main(["law", "maryland", "--clause", "7.E", "--house", sample]) == 0
    assert "adjacent_boxes = 2" in capsys.readouterr().out
    assert main(["law", "maryland", "--clause", "9.A", "--house", sample]) == 0
    assert "House" not in capsys.readouterr().out


def test_a_reading_chosen_in_the_house_file_is_shown(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text('[readings]\nmanner_of_paying = "lay_and_pay"\n', encoding="utf-8")
    shown = printed(capsys, "washington", "--house", str(path))
    assert shown["4.c.iii"] == {"readings.manner_of_paying": "lay_and_pay"}


@pytest.mark.parametrize("sample", ["maryland"], indirect=True)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wisconsin", "--house", "SAMPLE"], "is for the rulebook 'maryland', not for 'wisconsin'"),
        (["maryland", "--house", "nowhere.toml"], "nowhere.toml: No such file"),
        (["maryland", "--checklist", "--clause", "9.A"], "does not go with --clause"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(sample, arguments, said, capsys):
    assert main(["law", *(sample if each == "SAMPLE" else each for each in arguments)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_wrong_house_file_is_refused_with_its_line_and_clause(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text("seats = 7\ndecks = 5\n", encoding="utf-8")
    assert main(["law", "maryland", "--house", str(path)]) == 2
    assert "line 2: decks: 5 is not allowed" in capsys.readouterr().err


# the set-up list


def listed(capsys, *arguments: str) -> list[tuple[str, str, str]]:
    assert main(["law", *arguments, "--checklist", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert set(made) == {"rulebook", "title", "checklist"}
    return [(each["kind"], each["clause"], each["item"]) for each in made["checklist"]]


@EACH_DOCUMENT
def test_every_equipment_clause_is_on_the_set_up_list(jurisdiction, capsys):
    wanted = [each for each in clauses(jurisdiction) if each.treatment is Treatment.EQUIPMENT]
    mixed = [each for each in clauses(jurisdiction) if each not in wanted and equipment(each)]
    on_list = [cited for kind, cited, _ in listed(capsys, jurisdiction) if kind == "equipment"]
    assert set(on_list) == {each.clause for each in (*wanted, *mixed)}
    assert len(on_list) == len(set(on_list))
    for each in wanted:
        assert equipment(each) == each.summary


@pytest.mark.parametrize(
    ("jurisdiction", "mixed"),
    [
        ("maryland", {}),
        ("washington", {}),
        ("south_dakota", {"(5)": "The display of the schedule, as this says: "}),
        (
            "california",
            {
                "table": "The circle and the sides, as this says: ",
                "dealing.1": "The place of the rack, as this says: ",
            },
        ),
        (
            "wisconsin",
            {
                "(b)(1)": "Backs and cutting card, as this says: ",
                "(g)(1)": "The place of the rack, as this says: ",
            },
        ),
    ],
)
def test_the_equipment_of_mixed_clauses_is_on_it_too(jurisdiction, mixed):
    found = {
        each.clause: equipment(each).removesuffix(each.summary)
        for each in clauses(jurisdiction)
        if equipment(each) and each.treatment is not Treatment.EQUIPMENT
    }
    assert found == mixed


@pytest.mark.parametrize(
    ("jurisdiction", "cited", "item"),
    [
        ("maryland", "2.B", "Confirm that the layout is approved."),
        ("south_dakota", "(1)", "Confirm that the table is designated for the game."),
    ],
)
def test_the_approvals_come_first(jurisdiction, cited, item, capsys):
    assert listed(capsys, jurisdiction)[0] == ("approval", cited, item)


def test_further_approvals_follow_from_the_house(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text(
        'odds_on_sign = true\ntip_box_elsewhere = true\nshuffler = "continuous shuffler"\n', encoding="utf-8"
    )
    approvals = [
        cited for kind, cited, _ in listed(capsys, "maryland", "--house", str(path)) if kind == "approval"
    ]
    assert approvals == ["2.B", "2.B(6)", "2.E", "5.J"]


@EACH_DOCUMENT
def test_the_list_fits_into_80_columns_with_a_box_for_each_item(jurisdiction, capsys, monkeypatch):
    items = listed(capsys, jurisdiction)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["law", jurisdiction, "--checklist"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("[ ]") == len(items)
    for _, cited, _ in items:
        assert f"[ ]  {cited} " in out
    assert ("The text asks for nothing." in out) == (len({kind for kind, _, _ in items}) < 2)


@EACH_DOCUMENT
def test_text_is_shown_in_the_table(jurisdiction, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    assert main(["law", jurisdiction]) == 0
    out = capsys.readouterr().out
    for each in clauses(jurisdiction):
        if each.treatment is Treatment.TEXT:
            assert " ".join(each.summary.split()[:5]) in out
