"""Values of the front door in a notebook, and as dictionaries."""

import json

import casinowar as cw


def played() -> cw.Table:
    table = cw.Table("wisconsin", seed=6)
    table.sit("<Ann>", seat=1, chips=100)
    table.wager(1, 10, tie=5)
    table.deal()
    while table.choosing:
        table.war(table.choosing)
    return table


def test_a_result_is_a_dictionary_too():
    [result] = played().results
    made = result.to_dict()
    assert json.loads(json.dumps(made)) == made
    assert made["player"] == "<Ann>"
    assert (made["net"], made["war_cards"]) == (f"{result.net:.2f}", [*result.war_cards])


def test_events_and_results_show_as_lists_in_a_notebook():
    table = cw.Table("wisconsin", seed=6)
    shown = table.sit("<Ann>", seat=1, chips=100)._repr_html_()
    assert shown.startswith("<ol><li>&lt;Ann&gt; took seat 1")
    assert "<Ann>" not in played().results[0]._repr_html_()


def test_a_rulebook_shows_its_readings_in_a_notebook():
    [maryland, *_] = cw.rulebooks()
    assert "war_burn" in maryland._repr_html_()
    assert maryland.to_dict()["name"] == "maryland"


def test_a_record_shows_in_a_notebook(tmp_path):
    path = tmp_path / "round.txt"
    path.write_text(played().record(), encoding="utf-8")
    shown = cw.read_record(path)._repr_html_()
    assert "<pre>" in shown
    assert "<Ann>" not in shown
