"""A rulebook may say only what differs from a built-in one."""

from fractions import Fraction
from pathlib import Path

import pytest

import casinowar as cw
from casinowar.cli import main
from casinowar.game.book.variants import ChoiceWhen
from casinowar.game.refusal import InputError
from casinowar.rulebooks import load_rules, open_rulebook

EXAMPLE = Path(__file__).parents[2] / "src" / "casinowar" / "rulebooks" / "examples" / "maryland_at_home.toml"
TABLE = "war.wager: this must be a table such as { value = …, clause = … }"
HEAD = 'extends = "maryland"\nname = "mine"\ntitle = "Mine"\n'
WAYS = (
    "[readings.war_bonus.choices.as_base]",
    "says = 'As Maryland.'",
    "[readings.war_bonus.choices.two]",
    "says = '4 to 1.'",
    "set.war.tied.pays = '4 to 1'",
)


def own(tmp_path: Path, more: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + more, encoding="utf-8")
    return path


def test_nothing_more_is_the_built_in_rulebook(tmp_path):
    book, maryland = load_rules(own(tmp_path, "")).book, load_rules("maryland").book
    assert (book.name, book.title) == ("mine", "Mine")
    assert book.war == maryland.war
    assert book.readings == maryland.readings
    assert book.document == "maryland"


def test_what_differs_replaces_and_the_rest_stays():
    book, maryland = load_rules(EXAMPLE).book, load_rules("maryland").book
    assert book.surrender is not None
    assert (book.surrender.forfeits, book.surrender.clause) == ("3/4", "house rule 1")
    assert book.war is not None
    assert maryland.war is not None
    assert book.war.burn.cards == 1
    assert book.war.burn.clause == maryland.war.burn.clause
    assert book.war.won == maryland.war.won
    assert book.progressive is None
    assert book.bonus_spin is None
    assert book.settlement.choice.when is ChoiceWhen.AT_THE_SEAT


def test_the_readings_of_the_base_can_be_chosen():
    assert load_rules(EXAMPLE, readings={"choice_timing": "after_all_hands"}).book.settlement.choice.when is (
        ChoiceWhen.AFTER_ALL
    )


def test_its_odds_are_its_own():
    # A tie comes 23 times in 311, and now costs three quarters.
    [surrender] = [each for each in cw.odds(str(EXAMPLE)).strategies if each.strategy == "surrender"]
    assert surrender.house_edge == Fraction(23, 311) * Fraction(3, 4)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (
            'extends = "marylnd"\nname = "mine"\n',
            1,
            "'marylnd' is no built-in rulebook; did you mean 'maryland'?",
        ),
        ("extends = 7\n", 1, "'7' is no built-in rulebook"),
        (
            f"{HEAD}unset = ['wagers.tiee']\n",
            4,
            "there is no value 'wagers.tiee' to take out; did you mean 'tie'?",
        ),
        (f"{HEAD}unset = 'war'\n", 4, "unset: this must be a list"),
        (f"{HEAD}unset = ['wagers.initial']\n", 4, "wagers: the value 'initial' is missing"),
        (
            f"{HEAD}[wagers]\ntie = {{ value = '9 to 1', made = 'without an initial wager', clause = '' }}\n",
            5,
            "'without an initial wager' is not a word for this; it can be: 'with an initial wager', 'with or",
        ),
        (
            f"{HEAD}[war]\nburn = {{ cardz = 2 }}\n",
            5,
            "war.burn: there is no value 'cardz' here; did you mean 'cards'?",
        ),
        (
            f"{HEAD}[war]\nburn = {{ cards = -2 }}\n",
            5,
            "war.burn.cards: this must be a whole number of at least 0",
        ),
        (
            f"{HEAD}[readings.war_brn]\ndefault = 'before_each_card'\n",
            4,
            "readings.war_brn: there is no such reading to change; did you mean 'war_burn'?",
        ),
        (
            f"{HEAD}[readings.war_brn.choices.once]\nset.war.burn.cards = 4\n",
            4,
            "readings.war_brn: there is no such reading to change; did you mean 'war_burn'?",
        ),
        (
            f"{HEAD}[readings.war_burn.choices.onec]\nset.war.burn.cards = 4\n",
            4,
            "readings.war_burn.choices.onec: there is no such choice to change; did you mean 'once'?",
        ),
        *(
            (
                HEAD + "\n".join(["[readings.war_bonus]", *said, *WAYS]),
                4,
                f"readings.war_bonus: the value '{missing}' is missing",
            )
            for missing, said in (
                ("question", ["cites = 'K 7'", "default = 'as_base'"]),
                ("default", ["cites = 'K 7'", "question = 'What does a tied war pay?'"]),
                ("cites", ["question = 'What does a tied war pay?'", "default = 'as_base'"]),
            )
        ),
        (
            HEAD.replace('name = "mine"\n', ""),
            1,
            "the value 'name' is missing",
        ),
        (
            f"{HEAD}[readings.weather]\ndefault = 'fair'\n",
            4,
            "readings.weather: the value 'cites' is missing",
        ),
        (
            f"{HEAD}[readings.war_burn]\ndefault = 'onec'\n",
            5,
            "readings.war_burn.default: 'onec' is not among the choices; did you mean 'once'?",
        ),
        *(
            (
                f"{HEAD}[war]\nwager = {value}\n",
                5,
                f'{TABLE}, not {kind}; its value is a number such as 2, or a share such as "1/2".',
            )
            for value, kind in (
                ("-1", "a whole number"),
                ("0", "a whole number"),
                ("'two'", "text in quotes"),
            )
        ),
        *(
            (
                f"{HEAD}[war.wager]\nvalue = {value}\n",
                5,
                f"""war.wager.value: this must be a number such as 2, or a share such as "1/2"{more}.""",
            )
            for value, more in (("-1", ", and at least 0"), ("1001", ", and at most 1000"), ("'two'", ""))
        ),
        (
            f"{HEAD}[war.wager]\nvalue = 0\n",
            4,
            "war.wager: the tie wager on the war deal is offered with the war wager, so one is required",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_line(text, line, problem, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules(path)
    assert f"{path}, line {line}: " in str(wrong.value)
    assert problem in str(wrong.value)


def test_what_the_base_needs_is_said_in_the_base(tmp_path):
    """Without surrender and war the choice on a tie, which only the base states, has no sense."""
    with pytest.raises(
        InputError, match=r"maryland\.toml, line \d+: settlement\.tie_hand: the choice on a tie"
    ):
        open_rulebook(own(tmp_path, "unset = ['war', 'surrender', 'wagers.war_tie']\n"))


def test_every_command_takes_it(capsys):
    assert main(["odds", str(EXAMPLE), "--json"]) == 0
    assert main(["law", str(EXAMPLE), "--json"]) == 0
    assert '"rulebook"' in capsys.readouterr().out
