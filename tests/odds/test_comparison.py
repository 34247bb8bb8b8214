"""Rulebooks side by side: what differs is shown, what does not is known to be equal."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from msgspec.structs import fields, replace

from casinowar.game.book.cited_values import Cited, Part
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.odds.comparison import RuleRow, _chips, _rules, compare
from casinowar.odds.figures import Figure
from casinowar.odds.hand_endings import ending, ends
from casinowar.odds.moves import Motion
from casinowar.rulebooks import load_rules, names, open_rulebook
from casinowar.rulebooks.topics import KINDS, MENTIONS, NAMES, NOT_TOPICS, ORDER, statements
from tests.support.varieties import OWN, own_rules

FIVE = [load_rules(name) for name in names()]
ENDS = ("higher card", "lower card", "tie surrendered", "war won", "war tied", "war lost")


def row(rows: list[RuleRow], topic: str) -> RuleRow:
    [found] = [each for each in rows if each.topic == topic]
    return found


# the chips


def test_all_five_have_the_same_net_results_although_chips_move_differently():
    chips = compare(FIVE).chips
    assert [each.end for each in chips] == [*ENDS]
    nets = [next(iter({ending.net for ending in each.endings if ending})) for each in chips]
    assert nets == [1, -1, Fraction(-1, 2), 1, 2, -2]
    assert not any(each.net_differs for each in chips)
    assert [each.end for each in chips if each.chips_differ] == ["war won", "war tied", "war lost"]


def test_who_gives_what_at_a_tied_war():
    [tied] = [each for each in compare(FIVE).chips if each.end == "war tied"]
    said = dict(zip(names(), [[*map(str, each.moves)] for each in tied.endings if each], strict=True))
    assert said["maryland"] == [
        "initial wager returned",
        "war wager returned",
        "2 to 1 paid on the war wager",
    ]
    assert (
        said["washington"]
        == said["south_dakota"]
        == [
            "initial wager returned",
            "war wager returned",
            "match paid",
            "1 to 1 paid on the initial wager",
        ]
    )
    assert said["wisconsin"] == [
        "initial wager collected, when war is chosen",
        "war wager returned",
        "3 to 1 paid on the war wager",
    ]


def _moves_come_to_the_net(rules: Rules) -> None:
    for end, path in ends(rules).items():
        found = ending(rules, path)
        assert sum(move.net for move in found.moves) == found.net, end
        assert found.clause
        assert all(move.units > 0 for move in found.moves if move.motion is not Motion.PAID)


@pytest.mark.parametrize("reference", [*names(), *map(str, OWN)])
def test_the_moves_of_each_end_come_to_its_net_result(reference):
    source = open_rulebook(reference)
    for readings in source.every_reading():
        _moves_come_to_the_net(Rules(source.book(readings)))


@given(own_rules())
@settings(max_examples=50, deadline=None)
def test_the_moves_come_to_the_net_result_in_random_rulebooks(rules):
    if rules.house.payout_limit is None:
        _moves_come_to_the_net(rules)


def test_a_tie_that_loses_has_no_war_to_follow():
    loses = load_rules("south_dakota", readings={"tie_hand": "loses"})
    chips = compare([FIVE[2], loses]).chips
    assert [(each.end, each.endings[1] is not None) for each in chips] == [
        ("higher card", True),
        ("lower card", True),
        ("tie surrendered", False),
        ("war won", False),
        ("war tied", False),
        ("war lost", False),
        ("tie", True),
    ]


# the rules


@pytest.mark.parametrize(("one", "other"), [*combinations(range(5), 2)])
def test_rows_that_differ_are_shown_and_the_others_on_request(one, other):
    found = compare([FIVE[one], FIVE[other]])
    assert all(each.differ and not each.detail for each in found.rows())
    assert {id(each) for each in found.rows()} < {id(each) for each in found.rows(every=True)}
    assert all(each.differ or len(set(each.values)) == 1 for each in found.rules)


def test_what_maryland_and_washington_say_on_burns():
    rows = compare([FIVE[0], FIVE[1]]).rows()
    war = row(rows, "Burned in the war deal")
    assert war.values == ("3, once", "3 before the players, 3 before the dealer")
    assert war.clauses == ("9.H", "4.c.ii.1")
    assert row(rows, "Burned from a new shoe").values == ("1 card", None)


def test_who_banks_the_game():
    banks = row(compare([FIVE[0], FIVE[3]]).rows(), "Who banks the game")
    assert banks.values == ("the house", "a player/dealer")
    assert banks.clauses == (None, "betting.5")


def test_a_rulebook_differs_from_itself_in_nothing():
    found = compare([FIVE[0], load_rules("maryland")])
    assert found.rows() == []
    assert all(each.equal for each in found.edges)
    assert not any(each.chips_differ for each in found.chips)
    assert [each.label for each in found.rulebooks] == ["maryland (1)", "maryland (2)"]


@pytest.mark.parametrize("name", names())
def test_every_reading_of_a_rulebook_shows_in_a_comparison(name):
    source = open_rulebook(name)
    default = Rules(source.book())
    for readings in source.every_reading():
        if readings:
            pair = [default, Rules(source.book(readings))]
            rows = [each.differ and not each.detail for each in _rules(pair)]
            assert any(rows) or any(each.chips_differ for each in _chips(pair)), readings


def _places(kind: type, place: str = "") -> set[str]:
    """List every value that a rulebook can have, by its place."""
    found = set()
    for field in fields(kind):
        here = f"{place}.{field.name}" if place else field.name
        inner = [each for each in getattr(field.type, "__args__", (field.type,)) if isinstance(each, type)]
        parts = [each for each in inner if issubclass(each, Part)]
        found |= {here} if not parts else {here, *(deep for part in parts for deep in _places(part, here))}
    return found


def test_topics_are_named_after_values_that_there_are():
    known = _places(Rulebook)
    assert {*NAMES, *MENTIONS, *NOT_TOPICS} <= known
    parts = {field.name for field in fields(Rulebook)} - NOT_TOPICS
    assert set(ORDER) == parts


def test_phrases_are_written_for_kinds_of_values_that_there_are():
    assert {*KINDS} <= set(_kinds(Cited))


def _kinds(kind: type[Cited]) -> Iterator[str]:
    """Name every kind of values below one."""
    for each in kind.__subclasses__():
        yield each.__name__
        yield from _kinds(each)


@pytest.mark.parametrize("name", names())
def test_every_clause_that_a_rulebook_cites_stands_in_some_row_or_with_the_chips(name):
    rules = load_rules(name)
    shown = {each.clause for each in statements(rules.book)}
    shown |= {ending(rules, path).clause for path in ends(rules).values()}
    pieces = {piece for clause in shown for piece in clause.split("; ")}

    def cited(value: object) -> set[str]:
        if isinstance(value, tuple):
            return {clause for each in value for clause in cited(each)}
        own = {value.clause} if isinstance(value, Cited) else set()
        below = [getattr(value, each) for each in getattr(value, "__struct_fields__", ())]
        return own.union(*map(cited, below)) if below else own

    wanted = {piece for clause in cited(rules.book) for piece in clause.split("; ")}
    assert wanted <= pieces


def test_acts_that_differ_are_told_apart():
    book = FIVE[0].book
    acts = book.opening.by_hand
    other = replace(book, opening=replace(book.opening, by_hand=(acts[1], acts[0], *acts[2:])))
    [opened] = compare([FIVE[0], Rules(other)]).rows()
    assert opened.topic == "Opening, shuffled by hand"
    assert opened.values[0] != opened.values[1]
    assert opened.values[0] is not None
    assert opened.values[0].startswith("inspect the cards for defects; verify")


def test_of_procedures_the_acts_that_differ_are_named():
    rows = compare([FIVE[0], FIVE[4]]).rows()
    assert row(rows, "Opening, each batch").values == (
        "7 acts, only here: wash the cards",
        "7 acts, only here: sort the cards",
    )
    stored = row(rows, "Idle table, stored batch").values
    assert stored == ("6 acts, only here: wash the cards; stack the cards", "4 acts")
    five = row(compare(FIVE).rows(), "Opening, each batch").values
    assert five[0] == "7 acts, only here: wash the cards"


@pytest.mark.parametrize("books", [FIVE, *combinations(FIVE, 2)])
def test_every_topic_has_a_name_of_its_own(books):
    topics = [each.topic for each in compare([*books]).rules]
    assert sorted(set(topics)) == sorted(topics)


# the edges


def test_edges_that_all_five_have_in_common():
    edges = {each.figure: each for each in compare(FIVE).edges}
    assert edges[Figure.INITIAL_WAR].values == (Fraction(23138, 993023),) * 5
    assert edges[Figure.TIE].values == (Fraction(58, 311),) * 5
    common = {Figure.INITIAL_SURRENDER, Figure.INITIAL_BEST, Figure.RISK_WAR, Figure.VARIANCE_WAR}
    assert all(edges[figure].equal for figure in common)
    assert not edges[Figure.WAR_TIE].equal
    assert [value is None for value in edges[Figure.PROGRESSIVE_WAR].values] == [False, *[True] * 4]


def test_more_burned_cards_move_the_long_run_a_little():
    [edge] = [each for each in compare(FIVE).edges if each.figure is Figure.LONG_RUN_INITIAL]
    once, twice = edge.values[0], edge.values[1]
    assert once is not None
    assert twice is not None
    assert edge.values == (once, twice, twice, once, once)
    assert 0 < once - twice < Fraction(1, 1_000_000)


def test_decks_are_counted_as_asked_and_noted_where_they_are_not_allowed():
    found = compare(FIVE[:3], decks=8)
    assert [each.decks for each in found.rulebooks] == [8, 8, 8]
    assert [each.decks_allowed for each in found.rulebooks] == [True, False, True]
    assert found.edges[0].values == (Fraction(276706, 11826255),) * 3


# rulebooks of a user's own


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_a_rulebook_of_a_users_own_is_compared(path):
    found = compare([FIVE[0], load_rules(str(path))])
    assert [each.label for each in found.rulebooks] == ["maryland", path.stem]
    assert found.rows()
    assert found.chips[0].endings[0] is not None


def test_wars_fought_again_are_named_one_by_one():
    path = str(next(each for each in OWN if each.stem == "again_at_a_price"))
    again = {each.end: each.endings[1] for each in compare([FIVE[0], load_rules(path)]).chips}
    assert again["war tied"] is None
    given_up, third = again["second war tied and given up"], again["third war tied"]
    assert given_up is not None
    assert third is not None
    assert (given_up.net, third.net) == (Fraction(-3, 2), Fraction(6))


def test_one_rulebook_is_no_comparison():
    with pytest.raises(InputError, match="at least two"):
        compare(FIVE[:1])


@pytest.mark.parametrize("rulebook", names())
def test_no_statement_shows_a_code(rulebook):
    said = [(each.topic, each.says, each.in_full) for each in statements(load_rules(rulebook).book)]
    assert [words for words in said if "_" in " ".join(words)] == []
    assert all(type(words) is str for three in said for words in three)
