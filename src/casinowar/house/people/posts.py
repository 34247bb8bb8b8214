"""Posts: people's jobs in the house, and the roles that come with them."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec import Struct

from casinowar.game.words import Role, Word
from casinowar.house.journal.requests import Actor


class Post(Word):
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    MANAGER = "manager"
    SURVEILLANCE = "surveillance"
    """Reads everything and changes nothing."""
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
    name: str
    posts: frozenset[Post]

    @property
    def actor(self) -> Actor:
        return Actor(self.name, _roles(self.posts), cage=Post.OPERATOR in self.posts)


@cache
def _roles(posts: frozenset[Post]) -> frozenset[Role]:
    return frozenset(role for post in posts for role in _ROLES[post])


def encode_posts(posts: Iterable[Post]) -> str:
    """Write posts for the database.

    >>> encode_posts([Post.MANAGER, Post.DEALER])
    'dealer manager'
    """
    return " ".join(sorted(post.value for post in {*posts}))


def decode_posts(posts: str) -> frozenset[Post]:
    return frozenset(map(Post, posts.split()))
