"""How words are looked up in the law, at the table and on the command line: by their forms."""

import re
from typing import Final

_SHORT: Final = 3
"""Words of so many letters begin too many others."""
_ENDINGS: Final = "s|es|d|ed|r|er|ing|ting"


def forms(word: str) -> re.Pattern[str]:
    """Find a word in its forms, such as burned of burns; a longer one by its beginning too.

    >>> [bool(forms("cut").match(each)) for each in ("cut", "cutting", "cute")]
    [True, True, False]
    >>> [bool(forms(word).search("a warning")) for word in ("war", "warn", "arning")]
    [False, True, False]
    """
    stem = word.removesuffix("s") or word
    ending = rf"(?:{_ENDINGS})?(?!\w)" if len(stem) <= _SHORT else ""
    return re.compile(rf"(?<!\w){re.escape(stem)}{ending}", re.IGNORECASE)
