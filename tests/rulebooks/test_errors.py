"""A file that cannot be used is refused in one line: which file, which line of it, what is wrong there."""

from pathlib import Path

import pytest

from casinowar.game.refusal import InputError
from casinowar.rulebooks import load_house, load_rules

TEXT = (Path(__file__).parent / "own" / "combined_stake.toml").read_text(encoding="utf-8")

# What is written in place of what, and what the error says; it has to point to the line of the first.
BAD_RULEBOOKS = [
    # not TOML, or not a rulebook at all
    ("[cards]", "[cards", "Expected ']'"),
    ('name = "combined_stake"', "name = combined", "Invalid value"),
    ('name = "combined_stake"', "name = 9" + "9" * 5000, "integer string conversion"),
    ('name = "combined_stake"', "name = 7", "name: this must be a name of small letters"),
    ('name = "combined_stake"', 'name = "Combined Stake"', "name: this must be"),
    ("[irregularities]", "[irregularity]", "there is no value 'irregularity' here"),
    # values that are no values
    ('clause = "7"', 'klause = "7"', "surrender: there is no value 'klause' here"),
    ('clause = "7"', 'clause = ""', "surrender.clause: this may not be empty"),
    ('forfeits = "1/2"', 'forfeits = "half"', "surrender.forfeits: this must be"),
    ('forfeits = "1/2"', "forfeits = 0.5", "surrender.forfeits: this must be a share such as"),
    ('forfeits = "1/2"', 'forfeits = "3/2"', "surrender.forfeits: more than the whole wager"),
    ('value = "10 to 1"', 'value = "10:1"', "wagers.tie.value: this must be"),
    ('value = "10 to 1"', 'value = "10 to 0"', "wagers.tie.value: this must be"),
    ("cards = 1, when", "cards = -1, when", "war.burn.cards: this must be a whole number of at least 0"),
    (
        'first_card = "player"',
        'first_card = "anybody"',
        "war.deal.first_card: 'anybody' is not a word for this",
    ),
    ('value = "stays"', 'value = "vanishes"', "war.initial.value: 'vanishes' is not a word for this"),
    ('"ace", "king"', '"ace", "joker"', "cards.ranking.value: 'joker' is not a word for this"),
    # what can be written instead is named, and never its opposite
    ('clause = "7"', 'klause = "7"', "did you mean 'clause'?"),
    (
        'order = { direction = "clockwise"',
        'order = { direction = "anticlockwise"',
        "it can be: 'clockwise', 'counterclockwise'",
    ),
    ('"ace", "king"', '"A", "king"', "near to it are: "),
    ('value = "stays"', 'value = "goes"', "it can be: 'stays', 'collected'"),
    ("[cards]", "[card]", "did you mean 'cards'?"),
    # values that do not go together
    ('"ace", "king"', '"ace", "ace"', "cards.ranking: every rank and suit stands exactly once"),
    ("start = 6, one_of = [6]", "start = 5, one_of = [6]", "cards.by_hand.start: 5 is not among 6"),
    ("start = 7, least = 1", "start = 9, least = 1", "seating.seats.start: 9 is not among 1 to 7"),
    ("by_hand = {", "by_foot = {", "there is no value 'by_foot' here"),
    ('cover_card = { value = "1/4"', 'cover_card = { value = "4/4"', "cut.cover_card: with 312 cards"),
    (
        'after_hand_shuffle = { value = "no one"',
        'after_hand_shuffle = { value = "players"',
        "needs cut.passes",
    ),
    ('won = { initial = "returned", war', "won = { war", "what becomes of the initial wager is missing"),
    (
        'lost = { initial = "collected",',
        'lost = { match = "collected", initial = "collected",',
        "dealer's match",
    ),
    (
        "together, against one dealer's card",
        "each as soon as it is chosen, against a dealer's card of its own",
        "war.deal: a war fought at once needs a choice made when the dealer reaches the seat",
    ),
    (
        "[irregularities]",
        """[bank]
wager = { clause = "9" }
amount = { clause = "9" }
anew = { clause = "9" }
own_seat = { clause = "9" }
behind = { clause = "9" }
never_the_house = { clause = "9" }
exhausted = { value = "payoffs use it up", clause = "9" }
start = { value = "the dealer's left", clause = "9" }
short_war = { value = "the initial wager goes back", clause = "9" }
held = { rounds = 2, clause = "9" }
first_holder = { value = "the first seat from the dealer's left that accepts", clause = "9" }
players = { start = 2, least = 2, most = 7, clause = "9" }

[irregularities]""",
        "bank: a war against a player/dealer's bank needs war.match",
    ),
    (
        "[irregularities]",
        '[war.again]\nwars = 3\nclause = "8"\n[irregularities]',
        "war.again: a war fought again",
    ),
    ("[deal]", '[burns]\nnew_shoe = { value = 312, clause = "5" }\n[deal]', "burns: 312 cards are too few"),
]

MORE = '\n[readings.x]\ncites = "R1"\nquestion = "?"\ndefault = "a"\n'
BAD_READINGS = [
    (
        "[readings.x]\ndefault = 1\n",
        2,
        "readings.x.default: this must be text in quotes, not a whole number",
    ),
    (f"{MORE}[readings.x.choices.b]\nsays = 'b'\n", 5, "readings.x.default: 'a' is not among the choices"),
    (f"{MORE}[readings.x.choices.a]\nset = 1\n", 7, "readings.x.choices"),
    (
        f"{MORE}[readings.x.choices.a]\nsays = 'a'\nset.war.burn.cards = -1\n",
        8,
        "war.burn.cards: this must be a whole number",
    ),
    (
        f"{MORE}[readings.x.choices.a]\nsays = 'a'\nunset = ['shuffle']\n",
        8,
        "the value 'shuffle' is missing",
    ),
    (
        f"{MORE}[readings.x.choices.a]\nsays = 'a'\nunset = ['wagers.tiee']\n",
        8,
        "there is no value 'wagers.tiee' to take out; did you mean 'tie'?",
    ),
    (
        f"{MORE}[readings.x.choices.a]\nsays = 'a'\nset.war.won = {{ war = 'returned', clause = '8' }}\n",
        8,
        "war.won: what becomes of the initial wager is missing",
    ),
]


def refused(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules(str(path))
    assert str(wrong.value).isprintable()
    return str(wrong.value)


@pytest.mark.parametrize(("old", "new", "problem"), BAD_RULEBOOKS)
def test_a_bad_rulebook_is_refused_at_its_line(old, new, problem, tmp_path):
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    said = refused(path, text)
    assert problem in said
    assert said.startswith(f"{path}")
    line = text[: text.index(new)].count("\n") + 1
    assert f"line {line}" in said or _is_said_of_the_whole(problem), f"{line}: {said}"


def _is_said_of_the_whole(problem: str) -> bool:
    """Tell whether the error is about a part or the file as a whole, which has no line of its own."""
    return problem.startswith(("unknown field", "integer", "surrender: Object"))


def test_the_margin_of_a_cut_needs_enough_cards(tmp_path):
    text = TEXT.replace("load = {", 'margin = { value = 200, clause = "2" }\nload = {')
    text = text.replace('after_hand_shuffle = { value = "no one"', 'after_hand_shuffle = { value = "dealer"')
    said = refused(tmp_path / "mine.toml", text)
    assert ", line 19: cut.margin: 312 cards are too few to be cut with 200 on either side." in said


@pytest.mark.parametrize(("more", "line", "problem"), BAD_READINGS)
def test_a_bad_reading_is_refused_at_its_line(more, line, problem, tmp_path):
    said = refused(tmp_path / "mine.toml", f"{TEXT}{more}")
    assert problem in said
    if line:
        assert f"line {TEXT.count(chr(10)) + line}:" in said


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe", "not text in UTF-8"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"x" * 1_000_001, "too large"),
        (b"", "the value 'name' is missing"),
    ],
)
def test_a_file_that_is_no_rulebook(content, problem, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=problem):
        load_rules(str(path))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nevada", "There is no rulebook 'nevada'; the built-in ones are maryland, washington"),
        ("Marylnd", "did you mean maryland"),
        ("", "There is no rulebook ''"),
        ("./nowhere.toml", "No such file or directory"),
        (".", "Is a directory"),
        ("x" * 5000, "There is no rulebook 'xxx"),
        ("a\0b.toml", "null byte"),
        ("a\nb", "There is no rulebook 'a b'"),
    ],
)
def test_a_rulebook_that_is_not_there(name, problem):
    with pytest.raises(InputError, match=problem) as wrong:
        load_rules(name)
    assert str(wrong.value).isprintable()


# house files


BAD_HOUSES = [
    ("decks = 9", 1, "decks: 9 is not allowed; the rulebook has 6 or 8 [3.A]"),
    ('name = "x"\ndecks = 7', 2, "decks: 7 is not allowed; the rulebook has 6 or 8 [3.A]"),
    ("seats = 10", 1, "seats: 10 is not allowed; the rulebook has 1 to 9 [2.A]"),
    ('shuffler = "batch shuffler"\ndecks = 3', 2, "decks: 3 is not allowed; the rulebook has 6 to 8 [3.B]"),
    ("adjacent_boxes = 8", 1, "adjacent_boxes: the table has only 7 seats [2.A]"),
    ("cards_behind_cover_card = 10", 1, "cards_behind_cover_card: at least 78 of 312 cards [5.F(2)]"),
    ("cards_behind_cover_card = 312", 1, "cards_behind_cover_card: at least 78 of 312 cards [5.F(2)]"),
    (
        '[limits.initial]\nminimum = "10"\nmaximum = "5"',
        1,
        "the minimum $10.00 is above the maximum $5.00 [our assumption R12]",
    ),
    (
        '[limits.war]\nminimum = "10"',
        1,
        "limits.war: the rulebook sets no limits on a war wager [our assumption R12]",
    ),
    (
        'smallest_chip = "1"\n[limits.initial]\nminimum = "0.10"\nmaximum = "0.50"',
        2,
        "limits.initial: no wager between them is a multiple of $1.00, as payments need [our assumption R12]",
    ),
    ('smallest_chip = "0"', 1, "smallest_chip: a chip is worth something [our assumption R12]"),
    (
        'smallest_chip = "0"\n[limits.initial]\nminimum = "5"\nmaximum = "500"',
        1,
        "smallest_chip: a chip is worth something [our assumption R12]",
    ),
    ('smallest_chip = "a"', 1, "smallest_chip: this must be"),
    ("decks = 0", 1, "decks: this must be a whole number of at least 1"),
    ('decks = "6"', 1, "decks: this must be a whole number, not text in quotes"),
    ('shuffler = "by foot"', 1, "shuffler: 'by foot' is not a word for this"),
    ('gaming_day_starts = "24:00"', 1, "gaming_day_starts: this must be"),
    ('automatic = ["dance"]', 1, "automatic: 'dance' is not a word for this"),
    ("[limits.initial]\nminimum = 5", 2, "limits.initial.minimum: this must be an amount of dollars"),
    (
        '[limits.tie]\nmaximum = "5"\n[limits.initial]\nminimum = 5',
        4,
        "limits.initial.minimum: this must be an amount of dollars",
    ),
    ("[limits.foot]", 1, "limits: 'foot' is not a word for this"),
    (
        '[limits.initial]\nminimum = "5"\nmaximum = "9"\n[limits.tye]\nminimum = "1"\nmaximum = "9"',
        4,
        "limits: 'tye' is not a word for this; did you mean 'tie'?",
    ),
    ("tables = 3", None, "there is no value 'tables' here"),
    ('rulebook = "wisconsin"', None, "The house file is for the rulebook 'wisconsin', not for 'maryland'."),
    ('[readings]\nwar_burn = "never"', None, "The reading 'war_burn' cannot be 'never'; it can be: 'once',"),
    ('[readings]\nburn = "once"', None, "There is no reading 'burn'; did you mean 'war_burn'?"),
    ('[readings]\nwar_burn = "onec"', None, "The reading 'war_burn' cannot be 'onec'; did you mean 'once'?"),
    ('[readings]\nzzz = "once"', None, "There is no reading 'zzz'; near to it are: "),
    ("decks = ", None, "Invalid value (at end of document)"),
]


@pytest.mark.parametrize(("text", "line", "problem"), BAD_HOUSES)
def test_a_bad_house_file_is_refused_at_its_line(text, line, problem, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules("maryland", str(path))
    said = str(wrong.value)
    assert said.isprintable()
    assert problem in said
    assert line is None or f"line {line}" in said, said


@pytest.mark.parametrize(
    ("rulebook", "text", "problem"),
    [
        ("washington", "decks = 8", "decks: 8 is not allowed; the rulebook has 6 [our assumption R36]"),
        ("wisconsin", "decks = 5", "decks: 5 is not allowed; the rulebook has 6 to 8 [(b)(1)]"),
        ("south_dakota", "preshuffled = true", "does not provide for preshuffled cards [our assumption R36]"),
        (
            "south_dakota",
            'shuffler = "batch shuffler"',
            "does not provide for a batch shuffler [our assumption R36]",
        ),
        ("wisconsin", "preshuffled = true", "does not provide for preshuffled cards [(e)(1)]"),
        (
            "wisconsin",
            'shuffler = "continuous shuffler"',
            "does not provide for a continuous shuffler [(b)(2)]",
        ),
        ("california", 'shuffler = "by hand"', "does not provide for a shuffle by hand [decks.3]"),
        ("california", "seats = 9", "seats: 9 is not allowed; the rulebook has 8 [table]"),
        ("california", "adjacent_boxes = 2", "adjacent_boxes: the rulebook knows one box per player [table]"),
        ("california", '[limits.war_tie]\nmaximum = "5"', "sets no limits on a war tie wager [betting.1]"),
    ],
)
def test_a_choice_that_the_rulebook_does_not_allow_is_refused_with_its_clause(
    rulebook, text, problem, tmp_path
):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules(rulebook, str(path))
    assert f"{path}, line 1: " in str(wrong.value)
    assert problem in str(wrong.value)


@pytest.mark.parametrize("amount", ["1", "$1,000", "2.50", "9999999999999"])
def test_amounts_as_people_write_them(amount, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(f'[limits.initial]\nmaximum = "{amount}"', encoding="utf-8")
    assert load_house(str(path)).limits
    assert load_rules("maryland", str(path)).limits
