"""Shoes: fair shuffles, sealed orders, and cards that are proved one by one."""

import os
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.cards import ALL
from casinowar.house.commitment import Tree, holds
from casinowar.house.shoes import Order, RandomBytes, WrongKeyError, below, opened, sealed, shuffled

KEY = bytes(32)
DECK = sorted(ALL)


@given(
    st.lists(st.sampled_from(DECK), min_size=1, max_size=40), st.binary(min_size=32, max_size=32), st.data()
)
def test_every_card_is_proved_and_no_other(order, secret, data):
    tree = Tree(tuple(order), secret)
    place = data.draw(st.integers(0, len(order) - 1))
    proof = tree.proof(place)
    assert holds(proof, tree.commitment)
    other = data.draw(st.sampled_from([card for card in DECK if card != proof.card]))
    assert not holds(replace(proof, card=other), tree.commitment)
    assert not holds(replace(proof, place=place + 1), tree.commitment)
    assert not holds(replace(proof, salt="00" * 32), tree.commitment)
    assert not holds(replace(proof, cards=len(order) * 2 + 1), tree.commitment)
    assert not holds(replace(proof, path=proof.path[1:] if proof.path else ("00" * 32,)), tree.commitment)
    assert not holds(proof, Tree(tuple(order), secret[::-1] + b"x").commitment)


@pytest.mark.parametrize("junk", ["", "zz", "0" * 63])
def test_proofs_of_anything_else_are_none(junk):
    tree = Tree(("AS", "KH"), KEY)
    assert not holds(replace(tree.proof(0), salt=junk or "q"), tree.commitment)
    assert not holds(replace(tree.proof(0), path=(junk or "q",)), tree.commitment)


def _said(*bytes_drawn: bytes) -> RandomBytes:
    """Draw these bytes, one after another."""
    stream = iter(bytes_drawn)

    def random_bytes(size: int) -> bytes:
        drawn = next(stream)
        assert len(drawn) == size
        return drawn

    return random_bytes


def test_each_number_is_as_likely_as_any_other():
    """Take every value that the bytes can have: what is not rejected falls evenly."""
    for limit in (1, 2, 3, 5, 6, 13, 52):
        draws: Counter[int] = Counter()
        for value in range(256**2):
            drawn = below(limit, _said(value.to_bytes(2, "big"), bytes(2)))
            first = value < 256**2 - 256**2 % limit
            draws[drawn] += first
        assert len({*draws.values()}) == 1, limit


def test_each_order_is_as_likely_as_any_other():
    """Take every path of Fisher and Yates on four cards: 24 paths, 24 orders."""
    found = set()
    for picks in ((a, b, c) for a in range(4) for b in range(3) for c in range(2)):
        found.add(shuffled("ABCD", _said(*(pick.to_bytes(2, "big") for pick in picks))))
    assert found == {*permutations("ABCD")}


def test_an_order_opens_with_its_key_at_its_table_only():
    order = Order(shuffled(DECK * 6, os.urandom), os.urandom(32))
    kept = sealed(KEY, "t", "s", order, "c", os.urandom)
    assert opened(KEY, "t", kept) == order
    faces = [f'"{card}"'.encode() for card in DECK]
    assert not any(face in kept.sealed for face in faces)
    for key, table, other in (
        (b"x" * 32, "t", kept),
        (KEY, "u", kept),
        (KEY, "t", replace(kept, shuffle="s2")),
        (KEY, "t", replace(kept, sealed=kept.sealed[:-1] + bytes([kept.sealed[-1] ^ 1]))),
    ):
        with pytest.raises(WrongKeyError, match="cannot be opened with this key"):
            opened(key, table, other)
