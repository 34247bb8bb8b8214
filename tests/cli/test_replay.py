import json
from importlib.resources import files

import pytest

from casinowar.cli import main
from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.table import CLOSED
from casinowar.game.words import Irregularity, Ruling, Shuffler
from casinowar.record.text import Record, write
from tests.playthroughs import side_scripts as _listed  # noqa: F401 - lists its playthroughs
from tests.playthroughs.scripts import played
from tests.support.scenario import Scenario, at_table

LAWFUL = "Everything is as the rulebook says."


def a_war() -> tuple[Scenario, Record]:
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.history)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}, tie={1: 5_00}).dealt()
    scenario.when(c.GoToWar(seat=1), c.Surrender(seat=2)).attended()
    scenario.when(c.DeclineTieWager(seat=1)).attended()
    return scenario, Record.of(scenario.rules, before, scenario.history[start:])


@pytest.fixture
def war(tmp_path):
    path = tmp_path / "war.txt"
    path.write_text(write(a_war()[1]), encoding="utf-8")
    return path


def run(capsys, *arguments):
    code = main(["replay", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def line_of(path, what):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if what in line)


def forge(path, what, by):
    text = path.read_text(encoding="utf-8")
    assert what in text
    path.write_text(text.replace(what, by, 1), encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_round_is_told_with_its_clauses(capsys, monkeypatch, war, width):
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, err = run(capsys, war)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == LAWFUL
    assert max(map(len, out.splitlines())) <= width
    told = " ".join(out.split())
    assert "maryland Maryland: MLGCA Casino War rules, version 1.2 Round 1" in told
    assert "9♥ was dealt to Ann at seat 1. 8.F(1)" in told
    assert width < 80 or told.count("The dealer burned a card unseen (war deal). 9.H") == 3


def test_hands_and_discard_rack_are_reconstructed(capsys, monkeypatch, war):
    monkeypatch.setenv("COLUMNS", "120")
    lines = [" ".join(line.split()) for line in run(capsys, war)[1].splitlines()]
    hands = lines[lines.index("Hands") + 3 :][:4]
    assert hands == [
        "1 Ann initial $10.00, tie $5.00, war $10.00 9♥ K♥ war won +$60.00",
        "2 Ben initial $10.00 9♣ tie hand, surrendered -$5.00",
        "3 Cleo initial $10.00 2♦ lost -$10.00",
        "dealer 9♠ Q♦",
    ]
    rack = lines[lines.index("Discard rack, from the bottom up") + 3 :][:6]
    assert rack == [
        "1 unseen there before",
        "2♦ seat 3, Cleo, round 1",
        "9♣ seat 2, Ben, round 1",
        "3 unseen burned, war deal",
        "9♥ K♥ seat 1, Ann, round 1",
        "9♠ Q♦ the dealer, round 1",
    ]


def test_a_forged_payment_is_named(capsys, war):
    forge(war, "WagerPaid seat=1 wager=tie amount=50.00", "WagerPaid seat=1 wager=tie amount=60.00")
    code, out, _ = run(capsys, war)
    told = " ".join(out.split())
    line = line_of(war, "amount=60.00")
    assert code == 1
    assert f"Line {line} The dealer paid $60.00 on the tie wager to Ann at seat 1." in told
    assert "Should be The dealer paid $50.00 on the tie wager to Ann at seat 1. [10.A(2)]" in told
    assert out.splitlines()[-1] == f"Line {line} is not what the rulebook says."


def test_a_duty_left_out_is_named(capsys, war):
    forge(war, 'CardBurned reason="war deal"\n', "")
    code, out, _ = run(capsys, war)
    told = " ".join(out.split())
    assert code == 1
    assert "Because That is not due now; what is due is: burn a card. [9.H]" in told


def test_a_record_that_is_too_short_is_named(capsys, war):
    forge(war, "RoundCompleted round=1\n", "")
    code, out, _ = run(capsys, war)
    assert code == 1
    assert "The record ends there." in out
    assert "Should be  Round 1 is complete." in out


def test_a_record_may_end_before_the_round_does(capsys, war):
    text = war.read_text(encoding="utf-8")
    war.write_text(text[: text.index("TieHandChosen seat=1")], encoding="utf-8")
    code, out, _ = run(capsys, war)
    assert code == 0
    assert "The record ends before the round is complete." in out
    assert out.splitlines()[-1] == LAWFUL


def test_json_is_one_document(capsys, war):
    code, out, err = run(capsys, war, "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert [*told] == [
        *("rulebook", "readings", "events", "hands", "dealer", "bank", "meters", "discard_rack"),
        *("lawful", "deviation"),
    ]
    assert told["lawful"] is True
    assert told["deviation"] is None
    assert told["hands"][0]["net"] == 60_00
    assert told["hands"][0]["cards"] == ["9H", "KH"]
    assert told["events"][0]["line"] == line_of(war, "WagerPlaced")
    assert told["events"][0]["event"]["event"] == "WagerPlaced"
    assert told["dealer"] == [{"round": 1, "name": "dealer", "cards": ["9S", "QD"]}]


def test_json_names_the_deviation(capsys, war):
    forge(
        war,
        "WagerCollected seat=3 wager=initial amount=10.00",
        "WagerReturned seat=3 wager=initial amount=10.00",
    )
    code, out, _ = run(capsys, war, "--json")
    told = json.loads(out)
    assert code == 1
    assert told["lawful"] is False
    assert told["deviation"]["line"] == line_of(war, "WagerReturned seat=3")
    assert told["deviation"]["found"]["event"] == "WagerReturned"
    assert told["deviation"]["expected"]["event"] == "WagerCollected"
    assert told["deviation"]["should_be"].startswith("The dealer collected the initial wager of $10.00")


def test_a_session_is_told_from_its_opening(capsys, tmp_path):
    scenario, _ = a_war()
    scenario.next_cards("KH 9S").wagers({2: 10_00}).dealt()
    path = tmp_path / "session.txt"
    path.write_text(write(Record.of(scenario.rules, CLOSED, scenario.history)), encoding="utf-8")
    code, out, _ = run(capsys, path)
    assert code == 0
    assert "Rounds 1 to 2" in out
    assert "The 312 cards of the stack were shuffled." in out


def irregular(tmp_path, rulebook, house, *commands):
    scenario = at_table(rulebook, cards="9H KH 9S 7D", house=house)
    before, start = scenario.table, len(scenario.history)
    scenario.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets())
    for command in commands:
        scenario.when(command)
    scenario.attended()
    path = tmp_path / "irregular.txt"
    path.write_text(write(Record.of(scenario.rules, before, scenario.history[start:])), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rulebook", "house", "commands", "told"),
    [
        ("maryland", None, (c.ReportFaceUpCard(),), "went into the discard rack. 11.A"),
        ("maryland", None, (c.ReportCardDrawnInError(),), "was laid aside. 11.B"),
        ("maryland", None, (c.ReportNoCardDealt(seat=1),), "is void and out of the round. 11.C"),
        ("maryland", None, (c.ReportNoCardDealt(seat=1),), "to Ann at seat 1. 11.C"),
        (
            "maryland",
            House(shuffler=Shuffler.BATCH),
            (c.DealCard(), c.ReportShufflerJam()),
            "returned the initial wager of $10.00 to Ann at seat 1. 11.D",
        ),
        (
            "wisconsin",
            None,
            (c.ReportFaceUpCard(), c.ReportFaceUpCard()),
            "The round is void because of a card found face up in the shoe. (j)(1)",
        ),
        (
            "washington",
            None,
            (
                c.ReportIrregularity(irregularity=Irregularity.CARD_TO_EMPTY_SEAT),
                c.Rule(ruling=Ruling.VOID_THE_ROUND),
            ),
            "returned the initial wager of $10.00 to Ann at seat 1. 4",
        ),
    ],
)
def test_an_irregularity_is_told_with_its_clause(
    capsys, monkeypatch, tmp_path, rulebook, house, commands, told
):
    monkeypatch.setenv("COLUMNS", "140")
    code, out, _ = run(capsys, irregular(tmp_path, rulebook, house, *commands))
    assert code == 0
    assert told in " ".join(out.split())


# what cannot be read


def complaint(capsys, *arguments):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


def test_a_file_that_is_not_there(capsys, tmp_path):
    assert "No such file" in complaint(capsys, tmp_path / "nothing.txt")
    assert "Is a directory" in complaint(capsys, tmp_path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "a record begins with 'casinowar record 1'"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"casinowar record 1\nrulebook maryland\nbefore open=no\n", "has no events"),
        (b"casinowar record 1\nrulebook nowhere\nbefore open=no\n", "There is no rulebook 'nowhere'"),
        (b"casinowar record 1\nrulebook maryland\nreading x=y\nbefore open=no\n", "There is no reading 'x'"),
        (b"casinowar record 1\nrulebook maryland\nhouse decks=5\nbefore open=no\n", "5 is not allowed"),
        (
            b"casinowar record 1\nrulebook maryland\nbefore open=no\nDanced seat=1\n",
            "Line 4: there is no event",
        ),
    ],
)
def test_a_file_that_is_no_record(capsys, tmp_path, content, problem):
    path = tmp_path / "record.txt"
    path.write_bytes(content)
    assert problem in complaint(capsys, path)


def test_a_rulebook_of_ones_own_is_given_with_the_record(capsys, tmp_path, war):
    text = files("casinowar.rulebooks").joinpath("maryland.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text.replace('name = "maryland"', 'name = "mine"'), encoding="utf-8")
    assert "under the rulebook 'maryland', not 'mine'" in complaint(capsys, war, "--rulebook", own)
    forge(war, "rulebook maryland", "rulebook mine")
    assert "There is no rulebook 'mine'" in complaint(capsys, war)
    assert run(capsys, war, "--rulebook", own)[0] == 0


# side wagers and the bank


@pytest.fixture
def record_of(tmp_path):
    def written(rulebook, name):
        path = tmp_path / f"{name}.txt"
        path.write_text(write(played(rulebook, name).record), encoding="utf-8")
        return path

    return written


def section(out, title):
    lines = [" ".join(line.split()) for line in out.splitlines()]
    rest = lines[lines.index(title) + 3 :]
    return rest[: rest.index("")]


def test_meters_and_side_wagers_are_shown(capsys, monkeypatch, record_of):
    monkeypatch.setenv("COLUMNS", "130")
    code, out, _ = run(capsys, record_of("maryland", "progressive"))
    assert code == 0
    assert "The house offers: the progressive wager, the bonus spin wager, 2 adjacent boxes," in out
    assert "a payout limit of $50,000.00 per hand" in out
    assert section(out, "Meters")[0] == "progressive meter $10,000.00 $10,001.80"
    hands = section(out, "Hands")
    assert hands[1] == "2 Ben initial $10.00, progressive $5.00 9♦ tie hand, surrendered, suited tie +$65.00"


def test_the_bank_of_each_round_is_shown(capsys, monkeypatch, record_of):
    monkeypatch.setenv("COLUMNS", "130")
    code, out, _ = run(capsys, record_of("california", "bank_goes_around"))
    assert code == 0
    assert section(out, "Bank") == [
        "1 Ben at seat 2 $200.00 $200.00 $0.00",
        "2 Ben at seat 2 $100.00 $110.00 +$10.00",
        "3 Cleo at seat 3 $100.00 $110.00 +$10.00",
    ]
    assert "player/dealer 9♣" in section(out, "Hands")


def test_what_the_player_dealer_adds_is_put_up_too(capsys, record_of):
    told = json.loads(run(capsys, record_of("california", "bank_raised"), "--json")[1])
    bank = {"round": 1, "seat": 3, "player": "Cleo", "put_up": 100_00, "took_back": 40_00}
    assert told["bank"] == [bank]


@pytest.mark.parametrize(
    ("rulebook", "name", "places"),
    [
        ("california", "backline", ["seat 1", "backline 1 at seat 1", "backline 2 at seat 1", "seat 2"]),
        (
            "maryland",
            "electronic",
            [f"terminal {t} on community card {n}" for t, n in ((1, 1), (1, 2), (2, 2))],
        ),
    ],
)
def test_a_hand_is_named_by_its_place(capsys, record_of, rulebook, name, places):
    told = json.loads(run(capsys, record_of(rulebook, name), "--json")[1])
    assert [hand["place"] for hand in told["hands"]] == places


def test_the_rack_names_community_cards(capsys, monkeypatch, record_of):
    monkeypatch.setenv("COLUMNS", "130")
    out = run(capsys, record_of("maryland", "electronic"))[1]
    assert section(out, "Discard rack, from the bottom up")[1:5] == [
        "4♦ community card 3, round 1",
        "K♥ community card 1, round 1",
        "3 unseen burned, war deal",
        "9♠ Q♠ community card 2, round 1",
    ]


def test_coupons_are_shown_and_a_void_round_leaves_nobody_richer(capsys, record_of):
    told = json.loads(run(capsys, record_of("wisconsin", "coupons_as_chips"), "--json")[1])
    assert [(hand["coupon"], hand["net"]) for hand in told["hands"]] == [(10_00, 0)] * 3


@pytest.mark.parametrize(
    ("reference", "what", "by", "clause"),
    [
        ("maryland progressive_meter_won_twice", "amount=10001.80", "amount=10001.90", "10.B(1)"),
        ("maryland envy_bonus", "envy amount=5000.00", "envy amount=500.00", "10.C(3)(c)(i)"),
        ("maryland progressive", "progressive amount=1.80", "progressive amount=1.81", "10.C(1)"),
        ("california bank_runs_short", "CoverLeft amount=40.00", "CoverLeft amount=50.00", "round.9"),
        ("california bank_runs_short", "seat=5 amount=50.00", "seat=5 amount=60.00", "betting.5"),
    ],
)
def test_a_forged_side_wager_or_bank_is_named_with_its_clause(capsys, record_of, reference, what, by, clause):
    path = record_of(*reference.split())
    forge(path, what, by)
    code, out, _ = run(capsys, path)
    assert code == 1
    assert f"[{clause}]" in " ".join(out[out.index("Should be") :].split())
