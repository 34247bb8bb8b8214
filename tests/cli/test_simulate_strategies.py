"""What `--strategy` may name, what comes of it, and what is said to strategies that cannot be."""

from pathlib import Path

import pytest

from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.refusal import InputError
from casinowar.game.words import Wager
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.hand import strategies
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import house_edge
from casinowar.reports.run.exact import exact
from casinowar.reports.run.simulate import best_strategy
from casinowar.rulebooks import load_rules, names
from casinowar.simulation import strategies as own_strategies
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import Tallied
from casinowar.simulation.plain.table import OnTie
from casinowar.simulation.request import Request
from casinowar.simulation.strategies import TieStrategy
from tests.support.varieties import source

OWN = Path(__file__).parents[1] / "rulebooks" / "own"
AGAIN = OWN / "again_at_a_price.toml"
WAR = TieStrategy(name="war", simple=OnTie.WAR, choosing=OnTie.WAR, odds="war")
NOTHING_TO_CHOOSE = TieStrategy(name="", simple=OnTie.WAR, choosing=OnTie.WAR, odds="war")
SURRENDER = TieStrategy(name="surrender", simple=OnTie.SURRENDER, choosing=OnTie.SURRENDER, odds="surrender")


def strategy(text: str, rules: Rules, decks: int | None = None) -> TieStrategy:
    return own_strategies.strategy(text, rules, lambda: best_strategy(rules, decks, usual_wager(rules)))


@pytest.fixture(scope="module")
def maryland():
    return load_rules("maryland")


@pytest.fixture(scope="module")
def again():
    """Up to three wars."""
    return load_rules(str(AGAIN))


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a file where the command is run, and name it."""
    monkeypatch.chdir(tmp_path)

    def write(text: str, name: str = "own.toml") -> str:
        Path(name).write_text(text)
        return name

    return write


def fought_again(folder: Path, forfeits: str, surrender: str = "1/2") -> Rules:
    """Let a war given up, and a surrender, cost such a share."""
    text = AGAIN.read_text().replace(
        '[surrender]\nforfeits = "1/2"', f'[surrender]\nforfeits = "{surrender}"'
    )
    file = folder / "again.toml"
    file.write_text(text.replace('times = 1, forfeits = "1/2"', f'times = 1, forfeits = "{forfeits}"'))
    return load_rules(str(file))


# by name


def test_war_and_surrender(maryland):
    assert strategy("war", maryland) == WAR
    assert strategy("surrender", maryland) == SURRENDER


def test_surrender_where_there_is_none(tmp_path):
    text = (
        (OWN / "again_for_free.toml").read_text().replace('[surrender]\nforfeits = "1/2"\nclause = "7"', "")
    )
    file = tmp_path / "own.toml"
    file.write_text(text)
    rules = load_rules(str(file))
    with pytest.raises(InputError, match="knows no surrender"):
        strategy("surrender", rules)
    assert strategy("best", rules) == WAR


@pytest.mark.parametrize("text", ["luck", "", "War", "luck.py", "luck.csv:war", "own"])
def test_names_that_nobody_knows(maryland, text):
    with pytest.raises(InputError, match=r"there are war, surrender, best, .*FILE\.toml.*FILE\.py:NAME"):
        strategy(text, maryland)


# the best


@pytest.mark.parametrize("name", names())
def test_the_best_is_what_the_odds_prefer_under_every_reading(name):
    for readings in source(name).every_reading():
        rules = load_rules(name, readings=readings)
        edges = [house_edge(rules, Shoe.fresh(rules), OddsStrategy(str(each))) for each in OnTie]
        named = WAR if edges[0] <= edges[1] else SURRENDER
        assert strategy("best", rules) == (named if rules.plays_ties_on else NOTHING_TO_CHOOSE), readings


@pytest.mark.parametrize(
    ("forfeits", "surrender", "best"),
    [("1/2", "1/2", WAR), ("1/2", "1/4", SURRENDER), ("1/10", "1/2", (True, False, False))],
)
def test_the_best_where_wars_are_fought_again(tmp_path, forfeits, surrender, best):
    rules = fought_again(tmp_path, forfeits, surrender)
    found = strategy("best", rules)
    if isinstance(best, TieStrategy):
        assert found == best
        return
    assert (found.name, found.simple, found.odds) == ("best", None, "best")
    assert found.choosing == (best,) * 13


def test_the_best_is_dealt_as_the_odds_have_it(tmp_path):
    rules = fought_again(tmp_path, "1/10")
    found = strategy("best", rules)
    wagers = {Wager.INITIAL: 10_00, Wager.WAR_TIE: 10_00}
    tally = FullTable.of(rules, dict.fromkeys((1, 2, 3), wagers), strategy=found.choosing).block(
        1, 1, shoes=10_000
    )
    edges = exact(
        rules,
        Request(rulebook="own", title="", decks=6, seats=3, strategy=found, wagers=wagers, rounds=1),
    )
    assert edges["initial"].value == house_edge(rules, Shoe.fresh(rules), OddsStrategy.BEST)
    for figure in (Tallied.INITIAL, Tallied.WAR_TIE):
        edge = tally.edge(figure)
        assert edge
        assert edge.standard_error
        assert abs(edge.z_score(float(edges[figure].value)) or 0) < 4.5


def test_no_odds_where_the_best_would_have_to_look_at_the_war_cards(tmp_path):
    rules = fought_again(tmp_path, "237/1000", "1")
    found = strategy("best", rules, decks=1)
    assert found.choosing == ((True, False, False),) * 13
    assert found.odds is None
    assert strategy("best", rules, decks=6).odds == "war"


def test_the_best_for_a_tie_that_is_no_choice():
    rules = load_rules("south_dakota", readings={"tie_hand": "loses"})
    assert not strategies(rules)
    assert strategy("best", rules) == NOTHING_TO_CHOOSE


# a file


def test_a_table_in_a_file(maryland, written):
    found = strategy(written('[tie]\ndefault = "war"\nace = "surrender"\n10 = "surrender"'), maryland)
    assert (found.name, found.simple, found.odds) == ("own.toml", None, None)
    given_up = {"10", "ace"}
    ranks = reversed(maryland.book.cards.ranking.value)
    assert found.choosing == tuple((rank not in given_up,) for rank in ranks)


def test_every_rank_by_itself_needs_no_default(maryland, written):
    words = "\n".join(f'{rank} = "{"war" if rank in "A2" else "surrender"}"' for rank in "AKQJT98765432")
    found = strategy(written(f"[tie]\n{words}"), maryland)
    assert found.choosing == ((True,), *[(False,)] * 11, (True,))


def test_a_list_by_wars_fought_before(again, written):
    found = strategy(written('[tie]\ndefault = ["war", "surrender", "war"]\nking = "war"'), again)
    assert found.choosing == (*[(True, False, True)] * 11, (True, True, True), (True, False, True))


def test_a_file_that_says_the_same_in_every_case(maryland, written):
    found = strategy(written('[tie]\ndefault = "surrender"'), maryland)
    assert (found.name, found.simple, found.odds) == ("own.toml", OnTie.SURRENDER, "surrender")
    assert found.choosing is OnTie.SURRENDER


@pytest.mark.parametrize("text", ['[tie]\ndefault = "war"\nace = "surrender"', '[tie]\ndefault = "war"'])
def test_the_kernel_takes_what_a_file_says(maryland, written, text):
    chosen = strategy(written(text), maryland)
    assert FullTable.of(maryland, {1: {Wager.INITIAL: 10_00}}, strategy=chosen.choosing).terms is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tie]\nace = "war"', "own.toml, line 1: tie: nothing is said about king, queen, .* or a default"),
        (
            '[tie]\ndefault = "war"\ntwo = "war"',
            "line 3: tie.two: there is no such rank; there are ace, king",
        ),
        ('[tie]\ndefault = "peace"', "line 2: tie.default: 'peace' is not one of war, surrender"),
        ("[tie]\ndefault = true", "line 2: tie.default: 'True' is not one of war, surrender"),
        ('[tie]\ndefault = "war"\n\n9 = ["war", 3]', "line 4: tie.9: '3' is not one of"),
        ('[tie]\ndefault = ["war", "war"]', "line 2: tie.default: 2 words, where a hand fights only one war"),
        ("[tie]\ndefault = []", "line 2: tie.default: 0 words"),
        ('[tie]\ndefault = "war"\nking = "war"\nK = "war"', "line 4: tie.K: king is named twice"),
        ('[tie]\ndefault = "war"\n[war]', r"own.toml: a strategy says in a table \[tie\]"),
        ("tie = 3", r"own.toml: a strategy says in a table \[tie\]"),
        ("", r"own.toml: a strategy says in a table \[tie\]"),
        ("[tie", r"own.toml: Expected '\]'"),
        ('[tie]\ndefault = "war"\ndefault = "war"', "own.toml: Cannot overwrite a value"),
    ],
)
def test_files_that_cannot_be_used(maryland, written, text, said):
    with pytest.raises(InputError, match=said) as refused:
        strategy(written(text), maryland)
    assert "\n" not in str(refused.value)


def test_a_list_has_a_word_for_each_war(again, written):
    with pytest.raises(InputError, match="2 words, where a hand fights up to 3 wars"):
        strategy(written('[tie]\ndefault = ["war", "surrender"]'), again)


def test_files_that_cannot_be_read(maryland, tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.toml: No such file"):
        strategy("nowhere.toml", maryland)
    with pytest.raises(InputError, match="null"):
        strategy("\0.toml", maryland)
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not text in UTF-8"):
        strategy(str(file), maryland)


# a function


def test_a_function(again, written, capsys):
    code = (
        "print('hello')\nBOLD = ('ace', 'king')\ndef bold(rank, wars):\n    return rank in BOLD or wars > 1"
    )
    found = strategy(f"{written(code, 'mine.py')}:bold", again)
    assert (found.name, found.simple, found.odds) == ("mine.py:bold", None, None)
    assert found.choosing == (*[(False, False, True)] * 11, *[(True, True, True)] * 2)
    assert capsys.readouterr().out == ""


def test_a_function_that_says_the_same_in_every_case(maryland, written):
    found = strategy(f"{written('def war(rank, wars): return True', 'mine.py')}:war", maryland)
    assert (found.name, found.simple, found.odds) == ("mine.py:war", OnTie.WAR, "war")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def other(rank, wars): return True", "mine.py has no function 'go'"),
        ("go = 3", "mine.py has no function 'go'"),
        ("def go(rank, wars): return 1", "asked about 2 after 0 wars the function answers with int"),
        ("def go(rank, wars): return None", "answers with NoneType, not with True or False"),
        ("def go(rank): return True", "a strategy is a function choose"),
        ("def go(rank, wars):\n    return {}[rank]", "mine.py, line 2: KeyError: '2'"),
        ("import nowhere", "mine.py, line 1: ModuleNotFoundError"),
        ("def go(:", "mine.py: SyntaxError"),
        ("raise SystemExit(3)", "mine.py, line 1: SystemExit: 3"),
        ("def go(rank, wars):\n    raise GeneratorExit", "mine.py, line 2: GeneratorExit"),
        ("class Odd(BaseException): pass\ndef go(rank, wars): raise Odd(7)", "mine.py, line 2: Odd: 7"),
        (
            "class Mute(Exception):\n    def __str__(self): raise OSError\ndef go(rank, wars): raise Mute",
            r"mine.py, line 3: Mute\.$",
        ),
        ("#" * 1_000_001, "mine.py: The file is too large to be a strategy"),
        ("def go(rank, wars):\n    raise ValueError('one\\ntwo')", "mine.py, line 2: ValueError: one two"),
    ],
)
def test_functions_that_cannot_be_used(maryland, written, code, said):
    with pytest.raises(InputError, match=said) as refused:
        strategy(f"{written(code, 'mine.py')}:go", maryland)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["nowhere.py:go", ".py:", "tests.py:go"])
def test_a_function_in_no_file(maryland, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    Path("tests.py").mkdir()
    with pytest.raises(InputError, match=r"No such file|Is a directory"):
        strategy(text, maryland)
