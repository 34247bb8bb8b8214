"""The story of a record, as the value that is drawn."""

import pickle

import pytest
from msgspec.structs import replace

from casinowar import Table
from casinowar.game import commands as c
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.game.table import CLOSED
from casinowar.game.words import Irregularity, Ruling, Shuffler
from casinowar.record.text import Record, write
from casinowar.reports.blocks import Grid, text_of
from casinowar.reports.replay.replay import Replay, read_record
from casinowar.rulebooks import load_sample, open_rulebook
from tests.playthroughs import scripts_with_side_wagers as _listed  # noqa: F401 - lists its playthroughs
from tests.playthroughs.scripts import played
from tests.support.scenario import Scenario, at_table

LAWFUL = "Everything is as the rulebook says."


def a_war() -> tuple[Scenario, Record]:
    scenario = at_table("maryland", cards="9H 9C 2D 9S 4C 4D 4H KH QD")
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00, 2: 10_00, 3: 10_00}, tie={1: 5_00}).dealt()
    scenario.when(c.GoToWar(hand=1), c.Surrender(hand=2)).attended()
    scenario.when(c.DeclineTieWager(hand=1)).attended()
    return scenario, Record.of(scenario.rules, before, scenario.entries[start:])


def replayed(record: Record) -> Replay:
    return read_record(write(record)).replay()


def forged(record: Record, what: str, by: str) -> Replay:
    text = write(record)
    assert what in text
    return read_record(text.replace(what, by, 1)).replay()


def rows(replay: Replay, title: str = "") -> list[str]:
    """Give the rows of a section, each in one line."""
    section = next(each for each in replay.report().sections if each.title == title)
    [grid] = section.blocks
    assert isinstance(grid, Grid)
    return [" ".join(filter(None, map(text_of, row))) for row in grid.rows]


def verdict(replay: Replay) -> list[str]:
    return [words.text for words in replay.report().foot]


def about(replay: Replay) -> list[str]:
    return [words.text for words in replay.report().about]


def test_the_round_is_told_with_its_clauses_and_with_those_who_acted():
    _, record = a_war()
    entries = (replace(record.entries[0], who="Ann"), *record.entries[1:])
    replay = replayed(replace(record, entries=entries))
    report = replay.report()
    assert (report.name, report.title) == ("maryland", "Maryland: MLGCA Casino War rules, version 1.2")
    assert about(replay) == ["Round 1"]
    told = rows(replay)
    assert told[0].endswith(" Ann at seat 1 placed an initial wager of $10.00. Ann, player 7.F(1)")
    assert any(row.endswith("9♥ was dealt to Ann at seat 1. automatic 8.F(1)") for row in told)
    burned = [row for row in told if "The dealer burned a card unseen (war deal). automatic 9.H" in row]
    assert len(burned) == 3
    assert verdict(replay) == [LAWFUL]


def test_only_the_first_event_of_a_command_says_who_gave_it():
    _, record = a_war()
    [grid] = replayed(record).report().sections[0].blocks
    assert isinstance(grid, Grid)
    by = [text_of(row[2]) for row in grid.rows]
    assert len(by) == len(record.events)
    assert [each for each in by if each] == [entry.command.by.split()[0] for entry in record.entries]


def test_hands_and_discard_rack_are_reconstructed():
    replay = replayed(a_war()[1])
    assert rows(replay, "Hands") == [
        "1 Ann initial $10.00, tie $5.00, war $10.00 9♥ K♥ war won +$60.00",
        "2 Ben initial $10.00 9♣ tie hand, surrendered −$5.00",
        "3 Cleo initial $10.00 2♦ lost −$10.00",
        "dealer 9♠ Q♦",
    ]
    assert rows(replay, "Discard rack, from the bottom up") == [
        "1 unseen there before",
        "2♦ seat 3, Cleo, round 1",
        "9♣ seat 2, Ben, round 1",
        "3 unseen burned, war deal",
        "9♥ K♥ seat 1, Ann, round 1",
        "9♠ Q♦ the dealer, round 1",
    ]


def test_a_forged_payment_is_named():
    replay = forged(a_war()[1], "wager=tie amount=50.00", "wager=tie amount=60.00")
    line = replay.found_on
    assert not replay.lawful
    assert verdict(replay) == [
        f"Line {line}  The dealer paid $60.00 on the tie wager to Ann at seat 1.",
        "Should be  The dealer paid $50.00 on the tie wager to Ann at seat 1. [10.A(2)]",
        "What follows (25 more events) is not told.",
        f"Line {line} is not what the rulebook says.",
    ]


def test_a_duty_left_out_is_named():
    replay = forged(a_war()[1], 'automatic BurnCard\n  CardBurned reason="war deal" clause=9.H\n', "")
    assert "Because  That is not due now; what is due is: burn a card. [9.H]" in verdict(replay)


def test_a_record_that_breaks_off_in_a_line_says_so():
    text = write(a_war()[1])
    whole = text[: text.index('reason="war deal"') + len('reason="wa')]
    with pytest.raises(InputError, match=r"Line \d+: .* The record seems to break off there\.$"):
        read_record(whole)
    with pytest.raises(InputError) as wrong:
        read_record(f"{whole}\n")
    assert "break off" not in str(wrong.value)


def test_a_record_that_is_too_short_is_named():
    replay = forged(a_war()[1], "  RoundCompleted round=1\n", "")
    found, should, last = verdict(replay)
    assert found.endswith("The record seems to break off there.")
    assert should == "Should be  Round 1 is complete."
    assert last.endswith("is not what the rulebook says.")
    assert not replay.complete


def test_a_record_may_end_before_the_round_does():
    text = write(a_war()[1])
    replay = read_record(text[: text.index("player GoToWar")]).replay()
    assert verdict(replay) == [
        "As far as the record goes, everything is as the rulebook says.",
        "It ends before the round is complete.",
    ]
    assert replay.lawful
    assert not replay.complete
    assert not replay.to_dict()["complete"]


def test_a_session_is_told_from_its_opening():
    scenario, _ = a_war()
    scenario.next_cards("KH 9S").wagers({2: 10_00}).dealt()
    replay = replayed(Record.of(scenario.rules, CLOSED, scenario.entries))
    assert about(replay) == ["Rounds 1 to 2"]
    assert any("The 312 cards of the stack were shuffled." in row for row in rows(replay))
    assert rows(replay, "Hands")[0] == "Round 1"
    assert replay.complete


def test_a_replay_is_a_value():
    replay = replayed(a_war()[1])
    assert "<td" in replay._repr_html_()
    assert pickle.loads(pickle.dumps(replay)).to_dict() == replay.to_dict()  # noqa: S301 - our own


def test_a_record_and_its_replay_print_shortly():
    scenario, record = a_war()
    opening = Record.of(scenario.rules, CLOSED, scenario.entries[:4])
    assert repr(read_record(write(record))) == "<record of maryland, round 1>"
    assert repr(read_record(write(opening))) == "<record of maryland, no round>"
    assert repr(replayed(record)) == "<replay of maryland, round 1: lawful, complete>"
    assert repr(replayed(opening)) == "<replay of maryland, no round: lawful, complete>"
    text = write(record)
    unfinished = read_record(text[: text.index("player GoToWar")]).replay()
    assert repr(unfinished) == "<replay of maryland, round 1: lawful, incomplete>"
    assert repr(forged(record, "amount=50.00", "amount=49.00")).endswith(", round 1: not lawful>")
    table = Table("maryland", seed=7)
    table.sit("Ann", seat=1, chips=1000)
    for _ in range(3):
        table.wager(1, 10)
        table.deal()
        if table.choosing:
            table.surrender(1)
    session = read_record(table.record(all=True))
    assert repr(session) == "<record of maryland, rounds 1 to 3>"
    assert repr(session.replay()) == "<replay of maryland, rounds 1 to 3: lawful, complete>"


def test_a_byte_order_mark_means_nothing(tmp_path):
    text = write(a_war()[1])
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8-sig")
    assert read_record(f"\ufeff{text}").record == read_record(path).record == read_record(text).record


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("nowhere.txt", r"^nowhere\.txt: No such file or directory\.$"),
        (".", r"^\.: Is a directory\.$"),
        ("a\0b", r"^a\?b: .*null.*\.$"),
        ("", r"^\.: Is a directory\.$"),
        ("casinowar record 1\n\ud800", r"^record: The file is not text in UTF-8\.$"),
        ("some\ntext " + "x" * 5000, r"^record: Line 1: a record begins with 'casinowar record 1'\.$"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(source, problem):
    with pytest.raises(InputError, match=problem):
        read_record(source)


def test_the_cards_of_the_head_have_to_be_right():
    text = write(a_war()[1])
    assert "before shoe=311" in text
    with pytest.raises(InputError, match="record: Before the first command the table has 99999 cards"):
        read_record(text.replace("before shoe=311", "before shoe=99998")).replay()


def test_the_seats_of_the_head_have_to_be_those_of_the_table():
    with pytest.raises(InputError, match=r"^record: There is no seat 9; the table has seats 1 to 7\."):
        forged(a_war()[1], "cut_by=dealer", "cut_by=9")


def test_a_rulebook_of_ones_own_is_in_the_record():
    scenario, record = a_war()
    text = open_rulebook("maryland").text.replace('name = "maryland"', 'name = "mine"')
    own = replace(record, rulebook="mine", text=text.rstrip())
    assert replayed(own).lawful
    assert not scenario.rules.house.readings
    broken = replace(own, text=text.replace('title = "', "title = ", 1))
    with pytest.raises(InputError, match="record: rulebook mine: "):
        replayed(broken)


def irregular(rulebook, house, *commands):
    scenario = at_table(rulebook, cards="9H KH 9S 7D", house=house)
    before, start = scenario.table, len(scenario.entries)
    scenario.wagers({1: 10_00, 2: 10_00}).when(c.CallNoMoreBets())
    for command in commands:
        scenario.when(command)
    scenario.attended()
    return Record.of(scenario.rules, before, scenario.entries[start:])


@pytest.mark.parametrize(
    ("rulebook", "house", "commands", "told"),
    [
        ("maryland", None, (c.ReportFaceUpCard(),), "went into the discard rack. dealer 11.A"),
        ("maryland", None, (c.ReportCardDrawnInError(),), "was laid aside. dealer 11.B"),
        ("maryland", None, (c.ReportNoCardDealt(hand=1),), "is void and out of the round. 11.C"),
        ("maryland", None, (c.ReportNoCardDealt(hand=1),), "to Ann at seat 1. dealer 11.C"),
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
            "returned the initial wager of $10.00 to Ann at seat 1. our assumption R68",
        ),
    ],
)
def test_an_irregularity_is_told_with_its_clause(rulebook, house, commands, told):
    replay = replayed(irregular(rulebook, house, *commands))
    assert replay.lawful
    assert any(told in row for row in rows(replay))


# side wagers and the bank


def recorded(rulebook, name):
    return replayed(played(rulebook, name).record)


def test_meters_and_side_wagers_are_shown():
    replay = recorded("maryland", "progressive")
    assert about(replay)[1] == (
        "The house offers: the progressive wager, the bonus spin wager, 2 adjacent boxes,"
        " a payout limit of $50,000.00 per hand"
    )
    assert rows(replay, "Meters")[0] == "progressive meter $10,000.00 $10,001.80"
    assert rows(replay, "Hands")[1] == (
        "2 Ben initial $10.00, progressive $5.00 9♦ tie hand, surrendered, suited tie +$65.00"
    )


def test_the_wheel_that_paid_is_named_with_where_it_stopped():
    table = Table("maryland", house=load_sample("maryland"), seed=9)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
        table.wager(seat, 10, spin=5)
    table.deal()
    replay = read_record(table.record()).replay()
    assert rows(replay, "Hands")[:2] == [
        "1 Ann initial $10.00, bonus spin $5.00 5♦ lost, community $40 paid $50.00 +$35.00",
        "2 Ben initial $10.00, bonus spin $5.00 10♠ lost, hot spot $350 paid $350.00 +$335.00",
    ]


def test_the_wheel_that_paid_from_a_meter_is_named():
    hands = [row for row in rows(recorded("maryland", "bonus_spin_jackpot"), "Hands") if "paid" in row]
    assert any("hot spot" in row and "from the primary" in row for row in hands)


def test_the_bank_of_each_round_is_shown():
    replay = recorded("california", "bank_goes_around")
    assert rows(replay, "Bank") == [
        "1 Ben at seat 2 $200.00 $200.00 $0.00",
        "2 Ben at seat 2 $100.00 $110.00 +$10.00",
        "3 Cleo at seat 3 $100.00 $110.00 +$10.00",
    ]
    assert "player/dealer 9♣" in rows(replay, "Hands")


def test_what_the_player_dealer_adds_is_put_up_too():
    bank = {"round": 1, "seat": 3, "player": "Cleo", "put_up": 100_00, "took_back": 80_00}
    assert recorded("california", "bank_raised").to_dict()["bank"] == [bank]


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
def test_a_hand_is_named_by_its_place(rulebook, name, places):
    assert [hand.place for hand in recorded(rulebook, name).story.hands] == places


def test_the_rack_names_community_cards():
    rack = rows(recorded("maryland", "electronic"), "Discard rack, from the bottom up")
    assert rack[1:5] == [
        "4♦ community card 3, round 1",
        "K♥ community card 1, round 1",
        "3 unseen burned, war deal",
        "9♠ Q♠ community card 2, round 1",
    ]


def test_coupons_are_shown_and_a_void_round_leaves_nobody_richer():
    hands = recorded("wisconsin", "coupons_as_chips").story.hands
    assert [(hand.coupon, hand.net) for hand in hands] == [(10_00, 0)] * 3


@pytest.mark.parametrize(
    ("reference", "what", "by", "clause"),
    [
        ("maryland progressive_meter_won_twice", "amount=10001.80", "amount=10001.90", "10.B(1)"),
        ("maryland envy_bonus", "envy amount=5000.00", "envy amount=500.00", "10.C(3)(c)(i)"),
        ("maryland progressive", "progressive amount=1.80", "progressive amount=1.81", "10.C(1)"),
        ("california bank_runs_short", "CoverLeft amount=40.00", "CoverLeft amount=50.00", "betting.5"),
        ("california bank_runs_short", "seat=5 amount=80.00", "seat=5 amount=90.00", "our assumption R111"),
    ],
)
def test_a_forged_side_wager_or_bank_is_named_with_its_clause(reference, what, by, clause):
    replay = forged(played(*reference.split()).record, what, by)
    assert f"[{clause}]" in next(words for words in verdict(replay) if words.startswith("Should be"))


def test_a_hand_that_is_not_settled_where_the_story_ends_is_open():
    _, record = a_war()
    whole = replayed(record)
    assert [hand.open for hand in whole.story.hands] == [False] * 3
    paid = "WagerPaid seat=1 wager=war amount="
    wrong = forged(record, f"{paid}10.00", f"{paid}20.00")
    assert [hand.open for hand in wrong.story.hands] == [True, False, False]
    assert [row.split()[-1] for row in rows(wrong, "Hands")[:3]] == ["open", "−$5.00", "−$10.00"]
    assert [hand["open"] for hand in wrong.to_dict()["hands"]] == [True, False, False]
    short = replayed(replace(record, entries=record.entries[:3]))
    assert {hand.open for hand in short.story.hands} == {True}
