"""Plain characters for terminals that cannot encode suits, dots and dashes."""

import codecs
import sys
from io import TextIOWrapper
from typing import Final

_IN_PLACE_OF: Final = dict(zip("♣♦♥♠·–−›×’…", "cdhs--->x'.", strict=True))
_HANDLER: Final = "casinowar.plain"


def replace_missing_characters() -> None:
    """Write what the output encoding lacks in plain letters: ``10h`` for the ten of hearts.

    Input that cannot be decoded is read with replacement characters.
    """
    codecs.register_error(_HANDLER, _plain)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=_HANDLER)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_IN_PLACE_OF.get(letter, "?") for letter in lacking), error.end
