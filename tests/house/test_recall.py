"""Recall: any round of any time again, as a record that the law itself checks."""

import pytest

from casinowar.game import commands as c
from casinowar.game.events import CardDealt, RoundCompleted
from casinowar.game.refusal import InputError
from casinowar.house.backoffice.recall import Recall
from casinowar.house.storage.store import Store
from casinowar.record.text import read, write
from casinowar.reports.replay.replay import read_from
from tests.house.sample_house import ANN, BEN, PIT, SETTINGS, Served


@pytest.fixture
def played(store: Store) -> Served:
    house = Served(store)
    house.worker.open("t", SETTINGS)
    house.must(c.OpenTable(), PIT)
    return house.seat(ANN, BEN).play(12)


def test_every_round_is_listed_once(played: Served):
    rounds = Recall(played.store, "t").rounds()

    assert [each.round for each in rounds] == [*range(1, 13)]
    assert all(each.first <= each.last for each in rounds)
    assert all({*each.players} == {"Ann", "Ben"} for each in rounds)


def test_a_recalled_round_names_commands_and_actors(played: Served):
    record, _ = Recall(played.store, "t").round(7)

    assert [event.round for event in record.events if isinstance(event, RoundCompleted)] == [7]
    assert {entry.who for entry in record.entries} >= {"Ann", "Ben", "pit", "house"}
    assert read(write(record)) == record


def test_each_card_of_a_round_comes_with_its_proof(played: Served):
    record, proofs = Recall(played.store, "t").round(3)

    shown = [event.card for event in record.events if isinstance(event, CardDealt)]
    assert [proof.card for proof in proofs][: len(shown)] == shown


@pytest.mark.parametrize("number", [1, 5, 12])
def test_a_recalled_round_is_as_the_rulebook_says(played: Served, number: int):
    record, _ = Recall(played.store, "t").round(number)

    replayed = _replayed(write(record))

    assert replayed.complete, str(replayed)


def test_the_whole_session_is_as_the_rulebook_says(played: Served):
    assert _replayed(write(Recall(played.store, "t").session())).complete


def _replayed(text: str):
    from io import BytesIO  # noqa: PLC0415 - for this alone

    return read_from(BytesIO(text.encode()), "a journal").replay()


@pytest.mark.parametrize(("table", "number"), [("nowhere", 1), ("t", 0), ("t", 13)])
def test_an_unknown_round_is_refused(played: Served, table: str, number: int):
    with pytest.raises(InputError, match=r"There is no (table|round)"):
        Recall(played.store, table).round(number)
