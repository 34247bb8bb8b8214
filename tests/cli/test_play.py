import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from casinowar.cli import main
from casinowar.cli.play.display import Display
from casinowar.cli.play.screen import Screen
from casinowar.cli.play.start import PlayOptions, play, settle, start
from casinowar.cli.play.wording import WORDS as TABLE_WORDS
from casinowar.cli.play.wording import meanings
from casinowar.game.events import EVENTS
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.table import CLOSED
from casinowar.game.words import Act
from casinowar.reports.replay.replay import read_record
from casinowar.rulebooks import names, open_rulebook
from tests.support.invariants import total_money
from tests.support.terminal import a_console, on_screen, played, said, typed

TIE_IN_ROUND_1 = {"maryland": 17, "wisconsin": 17, "washington": 3, "south_dakota": 3}
FUZZED_LINES = 600


# a round


def test_enter_alone_chooses_a_rulebook_sits_down_and_plays():
    printed = played(*[""] * 5, rulebook=None, players=())
    assert "Maryland" in printed
    assert "Player took seat 4 with $500.00 in chips." in printed
    assert "Player at seat 4: +$10.00, now $510.00 in chips" in printed
    assert "1 round played." in printed
    assert printed.rstrip().endswith("+$10.00")


@pytest.mark.parametrize("rulebook", names())
def test_every_rulebook_can_be_played(rulebook):
    printed = played(*["", "", "war"] * 20, rulebook=rulebook, neighbours=6)
    assert "Round 5 is complete." in printed


def test_a_tie_hand_chooses_and_war_is_fought():
    printed = played("", "10 5", "", "war 5", seed=TIE_IN_ROUND_1["maryland"])
    assert "Ann, your A♥ ties the dealer's A♦: war for $10 more, or surrender $5?" in printed
    assert "Ann at seat 4 placed a tie wager on the war deal of $5.00.  [7.F(2)]" in printed
    assert "Ann at seat 4: +$55.00, now $555.00 in chips" in printed


def test_a_tie_hand_surrenders():
    printed = played("", "10", "", "surrender", seed=TIE_IN_ROUND_1["maryland"])
    assert "Ann at seat 4: −$5.00, now $495.00 in chips" in printed


def test_a_tie_wager_on_the_war_deal_is_offered_and_declined_with_enter():
    printed = played("", "10", "", "war", "", rulebook="wisconsin", seed=TIE_IN_ROUND_1["wisconsin"])
    assert "a tie wager on the war deal at seat 4? It pays 10 to 1." in printed
    assert "Ann at seat 4 declined the tie wager on the war deal." in printed


def test_the_cut_is_offered_and_a_shallow_one_refused():
    printed = played("5", "100", rulebook="maryland")
    assert "The cut has to leave at least 10 cards on either side of the cover card. [5.F]" in printed
    assert "Ann at seat 4 cut the cards, 100 from the top." in printed


def test_two_numbers_are_no_cut():
    printed = played("10 50", "cut 100", rulebook="maryland")
    assert "'10 50' is no answer to this" in printed
    assert "Ann at seat 4 cut the cards, 100 from the top." in printed


def test_a_second_session_writes_its_rounds_beside_those_of_the_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = [played("10", "", "surrender", "record", rulebook="washington") for _ in range(3)]
    assert "The record of the last round is in round-1-3.txt." in printed[-1]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "round-1-2.txt",
        "round-1-3.txt",
        "round-1.txt",
    ]


def test_enter_repeats_the_last_wager():
    printed = played("", "20 5", "", "", "")
    assert "Enter $20 + tie $5" in printed
    assert printed.count("placed an initial wager of $20.00") == 2
    assert printed.count("placed a tie wager of $5.00") == 2


def test_a_wager_is_raised_replaced_and_withdrawn():
    printed = played("", "10", "raise 5", "tie 5", "20", "withdraw")
    assert "Ann has $15 + tie $5 on the layout and $480.00 in chips." in printed
    assert "Ann has $20 on the layout and $480.00 in chips." in printed
    assert "Ann took" in printed
    assert printed.rstrip().endswith("$0.00")


def test_a_wager_once_placed_stays_where_the_text_says_so():
    printed = played("", "10", "withdraw", "20", rulebook="wisconsin")
    assert printed.count("A wager once placed may not be changed or taken back at this table. [(f)(2)]") == 2


def test_several_people_and_neighbours_take_their_turns():
    printed = played("", "", "10", "", "20", "", players=("Ann", "Bob"), neighbours=3)
    assert "Ann at seat 3" in printed
    assert "Bob at seat 4" in printed
    assert "Rosa at seat 2" in printed
    assert printed.index("Ann, your wager?") < printed.index("Bob, your wager?")


def test_adjacent_boxes_where_the_house_allows_them(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("adjacent_boxes = 2\n")
    printed = played("", "10", "box 5 10 5", "box 6 10", "box 1 10", "", "", house=str(house))
    assert "Ann has $10 on the layout" in printed
    assert "Ann has box 4 $10, box 5 $10 + tie $5 on the layout" in printed
    assert "A player may wager on 2 boxes in one round here, including their own. [7.E]" in printed
    assert "Enter box 4 $10, box 5 $10 + tie $5" in printed
    assert "[7.E]" in played("", "10", "box 5 10")


def test_chips_can_be_bought_and_a_poor_player_is_told():
    printed = played("", "60", "buy 100", "60", chips="50")
    assert "Ann has $50.00 in chips, and the wager needs $60.00." in printed
    assert "Ann bought $100.00 more in chips." in printed
    assert "$150.00" in printed.splitlines()[-1]


def test_one_may_leave_while_the_others_play_on():
    printed = played("", "", "leave", "10", "", players=("Ann", "Bob"))
    assert "Ann left the table with $500.00 in chips." in printed
    assert "Round 1 is complete." in printed


def test_leaving_in_mid_round_ends_the_round_by_the_book():
    printed = played("", "10", "", seed=TIE_IN_ROUND_1["maryland"])
    assert "Ann at seat 4 left in mid-round and the hand stays.  [7.B(4)]" in printed
    assert "Round 1 is complete." in printed
    assert printed.rstrip().endswith("−$10.00")


def test_whoever_is_at_the_keyboard_rules_when_the_shoe_runs_out(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("decks = 1\n")
    chosen = ("decks=any_number",)
    table: dict[str, Any] = {
        "seats": 60,
        "neighbours": 55,
        "chips": "5000",
        "house": str(house),
        "readings": chosen,
    }
    printed = played("10", "", "7", "?", "2", rulebook="washington", **table)
    assert "Play is stopped: a shoe that ran out. You are the floorperson; how do you rule?" in printed
    assert "The round is void because of a shoe that ran out." in printed
    assert printed.rstrip().endswith("$0.00")
    assert "The floorperson ruled to void the round." in played("10", "", rulebook="washington", **table)


# questions and pages


def test_a_refusal_is_shown_with_its_clause_and_the_question_asked_again():
    printed = played("1000", "10", rulebook="washington")
    assert "The initial wager may be at most $300.00. [limits]" in printed
    assert printed.count("Ann, your wager?") == 2


def test_limits_that_a_text_requires_are_posted_and_said():
    printed = played("rules", rulebook="washington")
    amounts = "initial wager $5.00 to $300.00; tie wager $1.00 to $300.00"
    assert f"Limits have to be posted; this table's are: {amounts}. [limits]" in printed.replace("\n", " ")
    assert "initial wager $5.00 to $300.00" in printed


def test_a_question_mark_shows_the_clauses_behind_what_is_due():
    printed = played("", "10", "", "?", seed=TIE_IN_ROUND_1["maryland"])
    assert "9.E(1)(c)\n  The dealer goes on clockwise to each further player with a tie hand" in printed
    assert "R16 When does a tie hand choose? choice_timing = after_all_hands" in printed


def test_any_clause_is_shown_on_request():
    printed = played("? 9.h", "?9.H(2)", "? 99.Z")
    assert "9.H\n  The War deal starts with three cards burned unseen" in printed
    assert "9.H(2)\n" in printed
    assert "There is no clause '99.z' in maryland" in printed


@pytest.mark.parametrize("rulebook", names())
@pytest.mark.parametrize("word", ["tie", "war", "surrender", "burn", "cut", "wagers", "Shuffle", "tie wager"])
def test_a_word_is_answered_with_the_clauses_that_treat_it(rulebook, word):
    printed = played(f"? {word}", rulebook=rulebook)
    answer = printed.split("? word")[1].split("\n\n")[0].casefold()
    assert "there is no clause" not in printed.casefold()
    assert word.split()[0].removesuffix("s").casefold() in answer, "the best one speaks of it"


@pytest.mark.parametrize(
    ("rulebook", "word", "best"),
    [
        ("maryland", "surrender", "9.E(1)"),
        ("wisconsin", "surrender", "(h)(3)(i)"),
        ("washington", "burn", "4.c.ii.1"),
        ("california", "tie", "payout.2"),
        ("maryland", "envy", "10.C(3)(c)(i)"),
    ],
)
def test_the_clause_that_is_about_a_word_comes_first(rulebook, word, best):
    printed = played(f"?{word}", rulebook=rulebook)
    assert printed.split("? word · help\n")[1].startswith(f"{best}\n")


def test_a_word_that_no_clause_speaks_of_is_said_to_be_none():
    assert "Nothing in maryland speaks of 'baccarat'." in played("? baccarat")


def test_what_the_trade_calls_otherwise_is_explained_too():
    assert "11.A" in played("? exposed card")
    assert "5.A(3)" in played("? pit boss")
    assert "Spelt most like it: surrender" in played("? surender")


def test_a_reading_is_told_in_words_and_not_by_its_letter():
    printed = played("? 1.A(3)")
    assert "Read here: " in printed
    assert "Read here: (a)" not in printed


def test_help_says_where_an_irregularity_is_reported():
    assert "docs/reference/api.md" in played("help")


def test_nobody_is_called_a_question_mark(capsys):
    console = a_console()
    start(PlayOptions(rulebook="maryland", seed=1), console, typed(["?", "help", "?tie", "Ann"]))
    assert "'?' is no name here: at the table it asks for something." in said(console)
    assert "Ann took seat 4" in said(console)
    for name in ("?", "skip", "Ann,Ben"):
        assert main(["play", "maryland", "--player", name]) == 2
        assert "is no name here" in capsys.readouterr().err


def test_who_quits_is_asked_for_no_rulebook():
    console = a_console()
    start(PlayOptions(), console, typed(["quit"]))
    assert "There is no rulebook" not in said(console)


@pytest.mark.parametrize(("word", "meant"), [("w", "war"), ("s", "surrender"), ("wr", "war"), ("10", "")])
def test_a_tie_is_decided_in_whole_words(word, meant):
    printed = played("", "10", "", word, seed=TIE_IN_ROUND_1["maryland"])
    hint = f"did you mean {meant}? (type it in full)" if meant else "type help to see what is."
    assert f"'{word}' is no answer to this; {hint}" in printed


def test_a_rulebook_of_ones_own_shows_its_clauses(tmp_path):
    from importlib.resources import files  # noqa: PLC0415 - only this test copies a rulebook

    text = files("casinowar.rulebooks").joinpath("washington.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('name = "washington"\ndocument = "washington"', 'name = "mine"'))
    printed = played("? 4.c.ii", rulebook=str(mine))
    assert "4.c.ii\n  Cited by war.wager, war.confirmed" in printed


def test_a_letter_in_the_number_of_a_clause_is_no_reading():
    assert "the terms hold throughout; (c)(i) is the amount." in played("", "? 10.C(3)(c)", sample=True)


def test_a_q_too_many_ends_nobody_s_game():
    printed = played("", "q", "10", "", "Q", "war", "quit", "10", seed=TIE_IN_ROUND_1["maryland"])
    assert printed.count("To end the game type quit; save FILE keeps it.\n") == 2
    assert "1 round played." in printed


def test_help_lists_what_can_be_typed():
    printed = played("help")
    assert "record, record FILE" in printed
    assert printed.index("save, save FILE") < printed.index("quit, Ctrl-D") < printed.index("10 5  ")


def test_help_lists_what_the_table_has():
    anywhere = set(TABLE_WORDS.help) - set(TABLE_WORDS.needs)
    changes = "raise 5", "withdraw, withdraw tie"
    for wishes, has in (
        ({"rulebook": "washington"}, {"10 5", "tie 5", *changes, "war, surrender"}),
        ({"rulebook": "california"}, {"10 5", "tie 5", *changes, "war, surrender", "bank 200, no"}),
        ({"rulebook": "wisconsin"}, {"10 5", "tie 5", "war, surrender", "war 5"}),
        (
            {"rulebook": "maryland", "sample": True},
            {"10 5", "tie 5", *changes, "war, surrender", "war 5", "10 prog 5", "10 spin 5", "box 3 10"},
        ),
    ):
        page = played("help", **wishes).split("What you can type")[1]
        rows = [line.split("   ")[0] for line in page.splitlines()]
        clause = open_rulebook(str(wishes["rulebook"])).book().deal.call.clause
        listed = {keys for keys in TABLE_WORDS.help if keys.format(clause=clause) in rows}
        assert listed == anywhere | has


def test_rules_show_pay_table_cards_and_readings():
    printed = played("rules", readings=("tied_war=tie_wager_pays_2_to_1",))
    assert "pays 2 to 1" in printed
    assert "6 decks, by hand" in printed
    assert "A Tie Wager made with a War Wager pays 2 to 1" in printed


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("", r"payout limit +none +our assumption R11"),
        ('payout_limit = "none"\n', r"payout limit +none +2\.B\(5\)\(b\)"),
        ('payout_limit = "500"\n', r"payout limit +\$500\.00 per hand +2\.B\(5\)\(b\)"),
    ],
)
def test_rules_show_the_payout_limit_and_whose_choice_it_is(tmp_path, stated, shown):
    house = tmp_path / "house.toml"
    house.write_text(stated, encoding="utf-8")
    assert re.search(shown, played("rules", rulebook="maryland", house=str(house)))


def test_the_record_of_the_last_round_goes_to_a_file(tmp_path):
    file = tmp_path / "round.txt"
    printed = played("", "record", "10", "", f"record {file}", f"record {file}")
    assert "No round is complete at this table yet." in printed
    assert file.read_text().startswith("casinowar record")
    assert "cannot be written" in printed


def test_the_record_of_the_session_goes_to_a_file(tmp_path):
    file = tmp_path / "session.txt"
    printed = played("", "10", "", "war", "quit", record=str(file), neighbours=1)
    assert printed.endswith(f"The record of the session is in {file}.\n")
    replay = read_record(file).replay()
    assert replay.complete
    assert replay.record.before == CLOSED
    assert {entry.who for entry in replay.record.entries} == {"", "Ann", "Rosa"}
    assert [path.name for path in tmp_path.iterdir()] == ["session.txt"]


def test_a_session_that_is_interrupted_is_recorded_all_the_same(tmp_path):
    def read(_prompt):
        raise KeyboardInterrupt

    file = tmp_path / "session.txt"
    wanted = PlayOptions(rulebook="maryland", players=("Ann",), seed=3, record=str(file))
    with pytest.raises(SystemExit, match="130"):
        start(wanted, a_console(), read)
    assert read_record(file).replay().lawful


@pytest.mark.parametrize(
    ("rulebook", "lines", "fate"),
    [
        ("maryland", [], "Stopped between rounds."),
        ("maryland", ["", "10"], "Stopped before the deal; the wagers went back."),
        (
            "maryland",
            ["", "10", ""],
            (
                "Stopped in round 1, which was then ended by the book: [7.B(4)] Ann −$10.00 (A♥ against A♦). "
                "The abandoned hand counted as lost, with every wager still open."
            ),
        ),
        (
            "wisconsin",
            ["", "10"],
            (
                "Stopped in round 1, which was then ended by the book: [our assumption R40] Ann −$5.00 "
                "(A♥ against A♦). The abandoned hand counted as surrendered."
            ),
        ),
    ],
)
def test_ctrl_c_says_what_became_of_the_round(rulebook, lines, fate):
    waiting = iter(lines)

    def read(_prompt):
        for line in waiting:
            return line
        raise KeyboardInterrupt

    console = a_console(width=500)
    with pytest.raises(SystemExit, match="130"):
        start(PlayOptions(rulebook=rulebook, players=("Ann",), seed=17), console, read)
    last = said(console).splitlines()[-1]
    assert last.startswith(fate)
    assert re.search(r" Ann leaves with \$\d+\.\d\d in chips, [+−]?\$\d+\.\d\d in all\.", last)
    assert "Thank you for playing" not in said(console)


@pytest.mark.parametrize("end", [KeyboardInterrupt, EOFError])
def test_what_is_said_at_the_end_has_a_line_of_its_own(end):
    console = a_console(width=500)

    def read(prompt):
        console.print(prompt, end="")
        raise end

    with suppress(SystemExit):
        start(PlayOptions(rulebook="washington", players=("Ann",), seed=17), console, read)
    assert said(console).split("? word · help\n> ")[1].startswith("\n")


@pytest.mark.parametrize("chips", ["-5", "0"])
def test_chips_that_nobody_brings_are_refused_before_names_are_asked(chips):
    console = a_console()
    with pytest.raises((InputError, Refusal)):
        start(PlayOptions(rulebook="maryland", chips=chips), console, typed(["Ann"]))
    assert "Who sits down?" not in said(console)


def test_ctrl_c_says_what_chips_everybody_at_the_keyboard_leaves_with():
    waiting = iter(["", "", "10", "20", "surrender", "leave"])

    def read(_prompt):
        for line in waiting:
            return line
        raise KeyboardInterrupt

    console = a_console(width=500)
    wanted = PlayOptions(rulebook="maryland", players=("Ann", "Ben"), neighbours=1, seed=17)
    with pytest.raises(SystemExit, match="130"):
        start(wanted, console, read)
    last = said(console).splitlines()[-1]
    assert re.search(r" Ann leaves with \$[\d.]+ in chips, \S+ in all; Ben with \$[\d.]+ in chips, ", last)


@pytest.mark.parametrize("file", [".", "nowhere/session.txt"])
def test_a_session_is_not_recorded_where_no_new_file_can_be(tmp_path, file):
    with pytest.raises(InputError, match="The record cannot be written to"):
        played("", record=str(tmp_path / file))


# the screen


@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24), (100, 30), (120, 40), (300, 60)])
@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {"neighbours": 6},
        {"seats": 9, "neighbours": 8},
        {"players": ("Ann", "Bartholomew Longfellow"), "chips": "1234567.50"},
        {"rulebook": "south_dakota", "seats": 40, "neighbours": 30},
        {"rulebook": "washington", "seed": 3},
    ],
)
def test_every_frame_fits_and_leaves_the_last_line_for_the_answer(size, wishes):
    width, height = size
    frames = on_screen(
        "", "10 5", "", "?", "", "war", "5", "1000000000", "", "", "?", "rules", "", size=size, **wishes
    )
    assert frames
    for frame in frames:
        assert len(frame) == height - 1
        assert max(map(len, frame)) <= width


def test_the_screen_shows_cards_wagers_chips_and_what_was_won():
    frames = on_screen("", "10 5", "", "war 5")
    tied, won = "\n".join(frames[3]), "\n".join(frames[4])
    assert "│A♥ │" in tied
    assert "dealer │A♦ │" in tied
    assert "▶4 Ann" in tied
    assert "●$540" in tied
    assert "│A♥ │10♥│" in won
    assert "+$55" in won
    assert "●$555" in won
    assert "304 " in won


def test_red_suits_are_red_and_color_can_be_turned_off(monkeypatch):
    def printed() -> str:
        console = a_console(terminal=True, color_system="standard")
        wanted = PlayOptions(rulebook="maryland", players=("Ann",), seed=17)
        opened = settle(wanted, console, typed([]))
        play(wanted, opened, Screen(console, opened.rules, typed(["", "10", ""])))
        return said(console)

    assert "\x1b[1;31mA♥" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in printed()


def test_letters_that_the_output_lacks_are_written_otherwise():
    command = [sys.executable, "-c", "import sys; from casinowar.cli import main; sys.exit(main())"]
    done = subprocess.run(
        [*command, "play", "maryland", "--player", "Ann", "--seed", "3"],
        input=b"\n10\n\n\xff\xfe\n",
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    printed = done.stdout.decode("ascii")
    assert "As was dealt to Ann at seat 4." in printed
    assert "Enter $10 - 20 - 20 5 with tie" in printed
    assert not done.stderr


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_closed_stream_ends_a_session_without_a_traceback(stream):
    """Standard input that is closed has ended; with nowhere to write to there is no session."""
    closing = "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.argv[2], sys.argv[2:])"
    command = [sys.executable, "-c", "import sys; from casinowar.cli import main; sys.exit(main())"]
    done = subprocess.run(
        [sys.executable, "-c", closing, str(stream), *command, "play", "washington", "--player", "Ann"],
        input=b"" if stream else None,
        capture_output=True,
        check=False,
    )
    assert done.returncode == (2 if stream == 1 else 0)
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"Thank you for playing." in done.stdout or stream == 1


def test_a_pipe_gets_no_control_codes():
    assert "\x1b" not in played("", "10 5", "", "war", "help", "rules", "?", neighbours=4)


def test_a_terminal_too_small_for_the_screen_gets_lines_that_break_between_words():
    console = a_console(terminal=True, width=50, height=15, color_system=None)
    wanted = PlayOptions(rulebook="maryland", players=("Ann",), seed=17)
    opened = settle(wanted, console, typed([]))
    play(wanted, opened, Display(console, opened.rules, typed(["", "10", "", "war"])))
    lines = said(console).splitlines()
    assert max(map(len, lines)) <= 50
    whole = played("", "10", "", "war", seed=17)
    assert {word for line in lines for word in line.split()} <= set(whole.split())


def test_what_is_said_of_events_is_said_of_events_that_there_are():
    told = {*TABLE_WORDS.quiet, *TABLE_WORDS.worth_a_look, *meanings(TABLE_WORDS.colors)}
    assert told <= set(EVENTS)


# whatever is typed

WORDS = (
    *(
        "war",
        "w",
        "surrender",
        "10",
        "20 5",
        "tie 5",
        "raise 5",
        "+5",
        "withdraw",
        "withdraw tie",
        "box 3 10",
    ),
    *(
        "box 5 5 5",
        "out",
        "done",
        "",
        "",
        "",
        "",
        "?",
        "? 9.H",
        "help",
        "rules",
        "record",
        "buy 100",
        "leave",
    ),
    *(
        "no",
        "156",
        "0",
        "1",
        "-5",
        "999999999999",
        "0.01",
        "12.505",
        "?x",
        "box",
        "box x 5",
        "war 5",
        "war tie x",
    ),
    *(
        "\x1b[2J",
        "record /nonexistent/x",
        "record x\0y",
        "withdraw box 3",
        "$",
        "+",
        "tie",
        "raise",
        "\udc80",
    ),
)


def anything(seed: int, lines: int) -> Iterable[str]:
    """Type words that mean something somewhere, and lines that never do."""
    chance = random.Random(seed)
    for _ in range(lines):
        match chance.randrange(10):
            case 0:
                yield "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(40)))
            case 1:
                yield " ".join(chance.choices(WORDS, k=chance.randrange(1, 5)))
            case _:
                word = chance.choice(WORDS)
                yield word if word != "leave" or chance.random() < 0.05 else ""


@pytest.mark.parametrize("rulebook", names())
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_typed_breaks_the_table(rulebook, seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console = a_console(terminal=seed == 0)
    wishes = PlayOptions(
        rulebook=rulebook, players=("Ann", "Bob", "Cem"), neighbours=seed, seed=seed, chips="300"
    )
    read = typed(anything(seed, FUZZED_LINES if seed else FUZZED_LINES // 8))
    opened = settle(wishes, console, read)
    display = Display(console, opened.rules, read) if seed else Screen(console, opened.rules, read)
    session = play(wishes, opened, display)
    assert session.table.state.rounds
    assert total_money(session.table.state) == 0
    assert not session.people
    assert session.table.due.act is not Act.CHOOSE


@pytest.mark.parametrize("seed", range(10))
def test_nothing_that_is_typed_breaks_the_opening(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console = a_console()
    start(PlayOptions(seed=1), console, typed(anything(seed, 100)))
    assert "Which rulebook" in said(console)


# the command


def test_wrong_usage_is_one_line(capsys):
    for arguments, problem in (
        (["atlantis"], "There is no rulebook 'atlantis'"),
        (["maryland", "--reading", "decks"], "A reading is given as NAME=VALUE"),
        (["maryland", "--reading", "decks=99"], "The reading 'decks' cannot be '99'"),
        (["maryland", "--house", "nowhere.toml"], "nowhere.toml: No such file or directory."),
        (["maryland", "--seats", "99"], "99 is not allowed"),
        (["maryland", "--player", "A", "--neighbours", "7"], "There is room for 0 to 6 neighbours"),
        (["maryland", "--player", "A", "--player", "A"], "Two players cannot both be 'A'."),
        (["maryland", "--player", "A=1"], "A player needs a name"),
        (["maryland", "--player", "A", "--chips", "many"], "'many' is not an amount of dollars"),
        (["maryland", "--player", "A", "--chips", "0"], "has to be more than zero"),
        (["maryland", "--seed", "x"], "--seed is a whole number, not 'x'"),
    ):
        assert main(["play", *arguments]) == 2, arguments
        out, err = capsys.readouterr()
        assert problem in err, (arguments, err)
        assert err.count("\n") == 1
        assert "Traceback" not in out + err


def test_ctrl_d_at_a_tie_says_what_became_of_the_round():
    printed = played("", "10", "", seed=17)
    assert (
        "Stopped in round 1, which was then ended by the book: [7.B(4)] Ann −$10.00 (A♥ against A♦)."
        in printed
    )
    assert printed.index("Stopped in round 1") < printed.index("Thank you for playing. 1 round played.")


def test_the_last_sentence_after_ctrl_c_breaks_between_words():
    waiting = iter(["", "10", ""])

    def read(_prompt):
        for line in waiting:
            return line
        raise KeyboardInterrupt

    console = a_console(width=100)
    with pytest.raises(SystemExit, match="130"):
        start(PlayOptions(rulebook="maryland", players=("Ann",), seed=17), console, read)
    _, told = said(console).rsplit("\n\n", 1)
    assert max(map(len, told.splitlines())) <= 100
    assert "Ann leaves with $490.00 in chips, −$10.00 in all." in " ".join(told.split())
