"""What a run says of rulebooks that none of the five texts is like."""

from pathlib import Path

from casinowar import simulate

OWN = Path(__file__).parents[1] / "rulebooks" / "own"


def test_no_distance_is_told_from_a_fresh_shoe_where_the_long_run_is_not_known():
    run = simulate(str(OWN / "again_at_a_price.toml"), rounds=20_000, decks=12, strategy="best", seed=1)
    initial = run.wagers["initial"]
    assert initial.compared_with == "fresh shoe"
    assert initial.z_score is None
    assert initial.cover_card_unknown
    assert "†" in repr(run.report())


def test_a_game_without_war_names_no_strategy():
    run = simulate(str(OWN / "no_war.toml"), rounds=100_000, seed=1)
    assert "war" not in run.about.replace("no_war", "")
    assert run.wagers["initial"].z_score is not None
