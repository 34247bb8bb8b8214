"""Saved games: resumed exactly, and refused in one sentence if edited."""

import json
import random
from contextlib import suppress

import pytest

from casinowar import Table
from casinowar.game.refusal import InputError
from casinowar.game.words import Act
from casinowar.record import saved_game
from casinowar.rulebooks import load_sample, names
from tests.support.invariants import total_money


def round_played(table: Table) -> None:
    """Play a round until a hand must choose; if a player banks, the player asked first does."""
    while table.due.act is Act.ANSWER_BANK:
        table.bank(table.due.seat or 1, 1000)
    table.wager(2 if table.state.bank.seat == 1 else 1, 10)
    table.deal()


def in_a_war(table: Table) -> Table:
    """Play until a hand has to choose."""
    table.sit("Ann", seat=1, chips=10_000)
    table.sit("Ben", seat=2, chips=10_000)
    while not table.choosing:
        round_played(table)
    return table


def played_on(table: Table) -> Table:
    """Go to war, and play three rounds more."""
    for _ in range(3):
        while table.choosing:
            table.war(table.choosing)
        round_played(table)
    return table


@pytest.mark.parametrize("rulebook", names())
def test_a_seeded_table_goes_on_as_if_it_had_never_been_put_away(rulebook, tmp_path):
    table = in_a_war(Table(rulebook, house=load_sample(rulebook), seed=5))
    table.save(tmp_path / "game.json")
    again = Table.resume(tmp_path / "game.json")
    assert again == table
    assert (again.state, again.rules, again.events) == (table.state, table.rules, table.events)
    assert played_on(again) == played_on(table)
    assert again.results == table.results
    assert again.record() == table.record()
    assert total_money(again.state) == total_money(table.state)


def test_a_table_without_a_seed_keeps_the_shoe_that_it_has(tmp_path):
    table = in_a_war(Table("maryland"))
    table.save(tmp_path / "game.json")
    again = Table.resume(tmp_path / "game.json")
    assert again.state.shoe == table.state.shoe
    assert again.war(table.choosing) == table.war(table.choosing)


def test_readings_a_rulebook_of_ones_own_and_limits_go_along(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('extends = "washington"\nname = "own"\ntitle = "Own"\n', encoding="utf-8")
    table = in_a_war(Table(own, limits={"initial": (5, 50)}, seed=1))
    table.save(tmp_path / "game.json")
    own.unlink()
    again = Table.resume(tmp_path / "game.json")
    assert again.rules == table.rules
    assert again.rules.book.name == "own"
    read = in_a_war(Table("maryland", readings={"war_burn": "before_each_card"}, seed=1))
    read.save(tmp_path / "game.json")
    assert Table.resume(tmp_path / "game.json").rules == read.rules


def test_a_table_that_waits_to_be_told_still_does(tmp_path):
    file, acts = tmp_path / "game.json", (Act.DEAL_CARD, Act.ANSWER_CUT, Act.FILL_TABLE)
    table = Table("maryland", seed=7, asking=acts)
    table.sit("Ann", seat=1, chips=100)
    assert table.due.act is Act.ANSWER_CUT
    table.save(file)
    tables = (table, Table.resume(file))
    for each in tables:
        each.answer_cut(1)
        each.wager(1, 10)
        each.deal()
        assert each.due.act is Act.DEAL_CARD
    assert tables[0] == tables[1]


def test_a_resumed_game_may_wait_for_other_acts(tmp_path):
    file = tmp_path / "game.json"
    table = Table("maryland", seed=7, asking=[Act.DEAL_CARD])
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.save(file)
    again = Table.resume(file, asking=())
    again.deal()
    assert again.state.rounds == 1


def test_a_saved_game_replaces_an_older_one_and_nothing_else(tmp_path):
    table, file = Table("maryland", seed=1), tmp_path / "game.json"
    table.save(file)
    table.sit("Ann", seat=1, chips=100)
    table.save(file)
    assert Table.resume(file) == table
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="already exists and is not a saved game"):
        table.save(other)
    assert other.read_text(encoding="utf-8") == "mine"


def test_what_a_shell_keeps_under_numbers_is_read_again_under_their_names(tmp_path):
    table, file = Table("maryland", seed=1), tmp_path / "game.json"
    table.save(file, {"a": {2: 1, 10: 2}})
    assert saved_game.read(file).shell == {"a": {"2": 1, "10": 2}}


@pytest.mark.parametrize("strange", [float("nan"), float("inf"), object(), {(1, 2): 3}, "\ud800"])
def test_what_could_not_be_read_again_is_not_written_over_an_older_game(strange, tmp_path):
    table, file = Table("maryland", seed=1), tmp_path / "game.json"
    table.save(file)
    before = file.read_bytes()
    with pytest.raises(InputError, match="own data must be a dictionary of plain values"):
        table.save(file, {"a": strange})
    assert file.read_bytes() == before
    assert Table.resume(file) == table


def test_a_table_with_its_own_shuffling_cannot_be_put_away(tmp_path):
    table = Table("maryland", shuffling=lambda cards: cards[::-1])
    with pytest.raises(InputError, match="its own shuffling function"):
        table.save(tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "game.json"
    in_a_war(Table("maryland", seed=5)).save(file)
    return file


def changed(file, change, *, signed):
    """Change the game in a file, with a checksum that fits or with the old one."""
    content = json.loads(file.read_text(encoding="utf-8"))
    change(content)
    if signed:
        content["sha256"] = saved_game.checksum(content["game"])
    file.write_text(json.dumps(content), encoding="utf-8")


def record_with(old, new):
    def change(content):
        assert old in content["game"]["record"]
        content["game"]["record"] = content["game"]["record"].replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "signed", "why"),
    [
        (record_with("chips=10000", "chips=20000"), False, "it was changed after it was saved"),
        (record_with("player PlaceWager", "player PlaceWagr"), True, "a command is a role and"),
        (record_with("  WagerPlaced seat=1", "  WagerPlaced seat=2"), True, "not what the rulebook says"),
        (lambda content: content.update(casinowar_game=2), True, "version 2; only version 1 can be read"),
        (lambda content: content["game"].update(chance=[1, 2]), True, "not a valid generator state"),
        (lambda content: content["game"].update(more=1), True, "is not a saved game"),
        (lambda content: content["game"].update(record="casinowar record 1"), True, "rulebook"),
        (lambda content: content.pop("sha256"), False, "is not a saved game"),
    ],
)
def test_an_edited_saved_game_is_refused_in_one_sentence(game, change, signed, why):
    changed(game, change, signed=signed)
    with pytest.raises(InputError, match=why) as refused:
        Table.resume(game)
    assert str(refused.value).startswith(str(game))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"casinowar record 1\n", b"\xff\xfe", b"[" * 999])
def test_a_file_that_is_not_a_saved_game_is_refused_in_one_sentence(tmp_path, content):
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(InputError, match="is not a saved game"):
        Table.resume(file)


def test_any_byte_that_is_changed_is_noticed_or_means_the_same(game):
    whole, chance = game.read_bytes(), random.Random(12)
    table = Table.resume(game)
    for _ in range(40):
        place = chance.randrange(len(whole))
        game.write_bytes(whole[:place] + bytes([chance.randrange(256)]) + whole[place + 1 :])
        with suppress(InputError):
            assert Table.resume(game) == table
