"""Shoes: fair shuffles, sealed orders and proofs of single cards."""

import os
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.cards import ALL
from casinowar.house.journal.commitments import MerkleTree, Proof, _leaf, _lefts, _node, verify_proof
from casinowar.house.journal.shoe_vault import (
    Order,
    RandomBytes,
    WrongKeyError,
    open_order,
    random_below,
    seal_order,
    shuffle_cards,
)

KEY = bytes(32)
DECK = sorted(ALL)


@given(
    st.lists(st.sampled_from(DECK), min_size=1, max_size=40), st.binary(min_size=32, max_size=32), st.data()
)
def test_a_proof_holds_for_its_card_only(order, secret, data):
    tree = MerkleTree(tuple(order), secret)
    place = data.draw(st.integers(0, len(order) - 1))
    proof = tree.proof(place)
    assert verify_proof(proof, tree.commitment, len(tree.order))
    other = data.draw(st.sampled_from([card for card in DECK if card != proof.card]))
    assert not verify_proof(replace(proof, card=other), tree.commitment, len(tree.order))
    assert not verify_proof(replace(proof, place=place + 1), tree.commitment, len(tree.order))
    assert not verify_proof(replace(proof, salt="00" * 32), tree.commitment, len(tree.order))
    assert not verify_proof(replace(proof, cards=len(order) * 2 + 1), tree.commitment, len(tree.order))
    assert not verify_proof(
        replace(proof, path=proof.path[1:] if proof.path else ("00" * 32,)), tree.commitment, len(tree.order)
    )
    assert not verify_proof(proof, MerkleTree(tuple(order), secret[::-1] + b"x").commitment, len(order))


def test_a_prover_cannot_choose_the_number_of_cards():
    """Build a root under which place 260 is one card in a tree of 312, and another in a tree of 264."""
    place, salted = 260, b"a" * 32
    found = [_leaf(card, salted, place) for card in ("AS", "2C")]
    sides = [[*reversed(_lefts(place, cards))] for cards in (312, 264)]
    parting = next(step for step, (one, other) in enumerate(zip(*sides, strict=False)) if one != other)
    other = b"o" * 32
    paths: list[list[bytes]] = [[], []]
    for each in (0, 1):
        for is_left in reversed(sides[each][parting + 1 :]):
            found[each] = _node(other, found[each]) if is_left else _node(found[each], other)
            paths[each].append(other)
    paths[0].append(found[1])
    paths[1].append(found[0])
    root = _node(*(found[::-1] if sides[0][parting] else found))
    for is_left in reversed(sides[0][:parting]):
        root = _node(other, root) if is_left else _node(root, other)
        paths[0].append(other)
        paths[1].append(other)
    honest, forged = (
        Proof(place, card, salted.hex(), tuple(each.hex() for each in path), cards)
        for card, path, cards in (("AS", paths[0], 312), ("2C", paths[1], 264))
    )
    assert verify_proof(honest, root.hex(), 312)
    assert not verify_proof(forged, root.hex(), 312)
    assert not verify_proof(replace(forged, cards=312), root.hex(), 312)


@pytest.mark.parametrize("junk", ["", "zz", "0" * 63])
def test_altered_proofs_fail(junk):
    tree = MerkleTree(("AS", "KH"), KEY)
    assert not verify_proof(replace(tree.proof(0), salt=junk or "q"), tree.commitment, len(tree.order))
    assert not verify_proof(replace(tree.proof(0), path=(junk or "q",)), tree.commitment, len(tree.order))


def _said(*bytes_drawn: bytes) -> RandomBytes:
    """Draw these bytes, one after another."""
    stream = iter(bytes_drawn)

    def random_bytes(size: int) -> bytes:
        drawn = next(stream)
        assert len(drawn) == size
        return drawn

    return random_bytes


def test_random_below_is_unbiased():
    """Take every value that the bytes can have: what is not rejected falls evenly."""
    for limit in (1, 2, 3, 5, 6, 13, 52):
        draws: Counter[int] = Counter()
        for value in range(256**2):
            drawn = random_below(limit, _said(value.to_bytes(2, "big"), bytes(2)))
            first = value < 256**2 - 256**2 % limit
            draws[drawn] += first
        assert len({*draws.values()}) == 1, limit


def test_shuffles_are_unbiased():
    """Take every path of Fisher and Yates on four cards: 24 paths, 24 orders."""
    found = set()
    for picks in ((a, b, c) for a in range(4) for b in range(3) for c in range(2)):
        found.add(shuffle_cards("ABCD", _said(*(pick.to_bytes(2, "big") for pick in picks))))
    assert found == {*permutations("ABCD")}


def test_an_order_opens_only_with_its_key_at_its_table():
    order = Order(shuffle_cards(DECK * 6, os.urandom), os.urandom(32))
    kept = seal_order(KEY, "t", "s", order, "c", os.urandom)
    assert open_order(KEY, "t", kept) == order
    faces = [f'"{card}"'.encode() for card in DECK]
    assert not any(face in kept.sealed for face in faces)
    for key, table, other in (
        (b"x" * 32, "t", kept),
        (KEY, "u", kept),
        (KEY, "t", replace(kept, shuffle="s2")),
        (KEY, "t", replace(kept, sealed=kept.sealed[:-1] + bytes([kept.sealed[-1] ^ 1]))),
    ):
        with pytest.raises(WrongKeyError, match="cannot be opened with this key"):
            open_order(key, table, other)
