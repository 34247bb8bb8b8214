"""A house file for a rulebook of one's own: the same file, however its path is spelt."""

from pathlib import Path

import pytest

import casinowar as cw
from casinowar.game.refusal import InputError
from casinowar.reports.file_check import check_file
from casinowar.reports.reading_effects import readings
from casinowar.rulebooks import TomlText, load_rules
from casinowar.rulebooks.check import check

MINE = 'extends = "wisconsin"\nname = "joes"\ntitle = "Joe\'s"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    (tmp_path / "other.toml").write_text(MINE.replace("joes", "ones"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def house(folder: Path, rulebook: str) -> str:
    path = folder / "h.toml"
    path.write_text(f'rulebook = "{rulebook}"\ndecks = 6\n', encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "named", ["mine.toml", "./mine.toml", "{folder}/mine.toml", "joes", "sub/../mine.toml"]
)
@pytest.mark.parametrize("asked", ["mine.toml", "./mine.toml", "{folder}/mine.toml"])
def test_the_same_file_is_accepted_however_its_path_is_spelt(folder, named, asked):
    file = house(folder, named.format(folder=folder))
    rules = load_rules(asked.format(folder=folder), file)
    assert rules.house.rulebook == "joes", "as which it is known in a record too"


def test_a_path_is_looked_for_beside_the_house_file_too(folder, monkeypatch):
    file = house(folder, "mine.toml")
    monkeypatch.chdir(folder / "sub")
    assert load_rules("../mine.toml", "../h.toml").book.name == "joes"
    assert readings("../mine.toml", house="../h.toml").effects
    found = check_file(file)
    assert (found.found.rulebook, found.found.faults) == ("joes", ())


def test_a_house_file_for_another_file_is_told_what_to_write(folder):
    with pytest.raises(InputError) as wrong:
        load_rules("./mine.toml", house(folder, "other.toml"))
    assert str(wrong.value) == (
        "The house file is for the rulebook 'other.toml', not for 'joes'. "
        'Write rulebook = "./mine.toml" for that one.'
    )


@pytest.mark.parametrize("named", ["/proc/1/root/mine.toml", "a\\u0000b"])
def test_a_path_where_nobody_may_look_is_no_file(folder, named):
    with pytest.raises(InputError, match="not for 'joes'"):
        load_rules("mine.toml", house(folder, named))


def test_a_text_that_is_no_files_learns_nothing_of_paths(folder):
    said = (folder / "mine.toml").read_text(encoding="utf-8")
    for named in (f"{folder}/mine.toml", "./mine.toml", "sub/../mine.toml"):
        with pytest.raises(InputError, match="not for 'joes'"):
            load_rules(TomlText("mine.toml", said), TomlText("h.toml", f'rulebook = "{named}"\n'))
    for named in ("mine.toml", "joes"):
        load_rules(TomlText("mine.toml", said), TomlText("h.toml", f'rulebook = "{named}"\n'))


def test_a_game_of_a_house_with_a_rulebook_of_its_own_is_gone_on_with(folder):
    table = cw.Table("./mine.toml", house=house(folder, "mine.toml"), seed=1)
    table.save("game.cw")
    assert cw.Table.resume("game.cw").rules.house.rulebook == "joes"


def test_check_finds_a_rulebook_beside_the_house_file_by_its_inner_name(tmp_path):
    book, house = tmp_path / "book_1.toml", tmp_path / "house.toml"
    book.write_text('extends = "wisconsin"\nname = "kasbah"\ntitle = "Kasbah"\n', encoding="utf-8")
    house.write_text('rulebook = "kasbah"\nname = "kasbah"\ndecks = 5\n', encoding="utf-8")
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    found = check(str(house))
    assert found.rulebook == "kasbah"
    assert [each.partition("line ")[2][:8] for each in found.faults] == ["3: decks"]
    house.write_text('rulebook = "kasbah"\ndecks = 6\n', encoding="utf-8")
    assert check_file(str(house)).in_order
    (tmp_path / "book_2.toml").write_text(book.read_text(encoding="utf-8"), encoding="utf-8")
    assert "There is no rulebook 'kasbah'" in check(str(house)).faults[0]
