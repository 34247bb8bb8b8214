"""What a hint offers, the law accepts: every hint of a session is tried on a copy of it."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from casinowar.cli.play.display import Display
from casinowar.cli.play.display_state import Question
from casinowar.cli.play.explanation import Explanation
from casinowar.cli.play.session import Session
from casinowar.cli.play.start import PlayOptions, settle
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act
from casinowar.rulebooks import names
from casinowar.table_api import Table
from tests.support.terminal import a_console, played, typed

ELECTRONIC = 'rulebook = "maryland"\nseats = 6\n[electronic]\ncommunity_cards = 5\n'
PAGES = {"? clause", "? word", "help", "odds", "stats", "history", "skip"}


def hinted(question: Question) -> list[str]:
    """List the lines that a hint says can be typed."""
    parts = [part for part in question.hint.split(" · ") if part not in PAGES]
    return ["" if part.startswith("Enter") else part.removesuffix(" with tie") for part in parts]


class Trying(Display):
    """Tries each hint on a copy of the session, then follows one of them."""

    session: Session
    chance: Random
    tried: int = 0

    def ask(self, question: Question) -> str:
        if self.tried > 150:
            raise EOFError
        lines = hinted(question)
        table = self.session.table
        shared = (table.rules, self._console, self.session.explanation, *table.events)
        for line in lines:
            self.tried += 1
            copy = deepcopy(self.session, {id(each): each for each in shared})
            try:
                copy.answer(question, line)
            except (Refusal, InputError) as no:
                pytest.fail(f"{question.sentence} {question.hint}\n{line!r} is offered, but: {no}")
            except EOFError:
                pass
        likely = [line for line in lines if line not in {"leave", "out"} or self.chance.random() < 0.05]
        return self.chance.choice([*likely, *likely[:1] * 3])


def try_hints(seed: int, **more: Any) -> int:
    wishes = PlayOptions(**{"players": ("Ann", "Ben"), "seed": seed, "neighbours": seed % 2, **more})
    console = a_console()
    opened = settle(wishes, console, typed([]))
    display = Trying(console, opened.rules, typed([]))
    table = Table(
        opened.reference,
        house=opened.rules.house,
        readings=opened.rules.book.readings,
        seed=seed,
        asking=(Act.ANSWER_CUT, Act.ANSWER_TIE_OFFER),
        watching=display.follow,
    )
    explanation = Explanation(opened.source, opened.rules)
    session = Session(table, [*opened.people], opened.neighbours, display, explanation)
    display.session, display.chance = session, Random(seed)
    session.play(20_00 + 15_00 * seed)
    return display.tried


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("rulebook", names())
def test_nothing_is_offered_that_would_be_refused(rulebook, sample, seed):
    assert try_hints(seed, rulebook=rulebook, sample=sample) > 20


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_offered_at_terminals_that_would_be_refused(seed, tmp_path):
    house = tmp_path / "electronic.toml"
    house.write_text(ELECTRONIC)
    assert try_hints(seed, rulebook="maryland", house=str(house)) > 20


def test_what_may_not_be_changed_is_not_offered_for_change():
    printed = played("", "10", "", rulebook="wisconsin", sample=True)
    after = printed.split("Ann has $10 on the layout")[1].split("\n")[1]
    assert "raise" not in after
    assert "withdraw" not in after
    assert "coupon 10" in after


def test_a_wager_beyond_the_chips_is_not_offered():
    printed = played("", "", chips="8", rulebook="maryland")
    assert "Enter $8" in printed
    assert "20 5 with tie" not in printed
    assert "raise" not in printed


def test_who_has_too_little_for_a_wager_is_told_so_and_offered_none():
    printed = played("", "", chips="3", rulebook="washington")
    assert "Ann has $3.00 in chips, and the wager needs $5.00." in printed
    assert "buy 100 · out · leave" in printed
    assert "Enter" not in printed.split("needs $5.00.")[1].split("\n")[1]


def test_help_says_what_enter_and_other_answers_do_at_the_question_that_is_asked():
    told = played("", "", "help", rulebook="california", players=("Ann", "Ben"))
    assert "Answers to it: Enter banks $200 · bank 400 · no · buy 100 · leave\n" in told
    told = played("help", rulebook="washington")
    assert "Answers to it: Enter $10 · 20 · 20 5 with tie · out · leave\n" in told
