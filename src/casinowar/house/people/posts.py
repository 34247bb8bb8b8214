"""Posts: what people are in the house, and what they may do there."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from casinowar.game.words import Role, Word
from casinowar.house.journal.requests import Actor


class Post(Word):
    """What somebody is in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    MANAGER = "manager"
    SURVEILLANCE = "surveillance"
    """Reads everything that was dealt and done, and changes nothing."""
    OPERATOR = "operator"
    """Sets up tables, invites people, and runs the cage."""


_ROLES: Final = {
    Post.PLAYER: {Role.PLAYER},
    Post.DEALER: {Role.DEALER},
    Post.FLOORPERSON: {Role.FLOORPERSON},
    Post.MANAGER: {Role.MANAGER, Role.FLOORPERSON},
    Post.SURVEILLANCE: set[Role](),
    Post.OPERATOR: set[Role](),
}


class Member(Struct, frozen=True, gc=False):
    """Somebody whom the house knows."""

    name: str
    posts: frozenset[Post]

    @property
    def actor(self) -> Actor:
        """Who they are at a table."""
        return Actor(self.name, _roles(self.posts), cage=Post.OPERATOR in self.posts)


@cache
def _roles(posts: frozenset[Post]) -> frozenset[Role]:
    """Tell what somebody with such posts is at a table; asked with every request."""
    return frozenset(role for post in posts for role in _ROLES[post])


def encode_posts(posts: Iterable[Post]) -> str:
    """Write posts as they are kept.

    >>> written([Post.MANAGER, Post.DEALER])
    'dealer manager'
    """
    return " ".join(sorted(post.value for post in {*posts}))


def decode_posts(posts: str) -> frozenset[Post]:
    """Read what is kept."""
    return frozenset(map(Post, posts.split()))
