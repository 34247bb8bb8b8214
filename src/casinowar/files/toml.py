"""TOML with limits: long keys would take the parser too long."""

import re
import tomllib
from typing import Any, Final

LONGEST: Final = 400_000
"""The longest rulebook, house file or table of choices, in characters or bytes."""
_DEEPEST: Final = 32
_LONGEST_KEY: Final = 400
_NEW_LINE: Final = "\n"
_TEXTS: Final = "\"'#"
"""First characters of strings and comments."""
_DEEPER: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_UNCLOSED: Final = {
    r"Illegal character '\n'": "a quote is not closed on its line",
    "Unterminated string": "a quote is not closed",
    """Expected "'\"""": "a quote is not closed",
    """Expected "\'\'\'\"""": "a quote is not closed",
}
"""Beginnings of the parser's messages for an unclosed string, and their replacements."""
_TOKENS: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'  # texts, to their end or to that of the file
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}.=,\n]",
    re.DOTALL,
)


def parsed(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise ValueError("the text is too long to be a rulebook or a house file")
    # The parser, too, reads these two characters as one.
    _check_bounds(text.replace("\r\n", "\n"))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        problem = str(wrong)
        begins = next(filter(problem.startswith, _UNCLOSED), "")
        raise ValueError(_UNCLOSED.get(begins, "") + problem.removeprefix(begins)) from None


def _check_bounds(text: str) -> None:
    deep = parts = begins = 0
    in_value = False
    for token in _TOKENS.finditer(text):
        place, sign = token.start(), text[token.start()]
        if sign in _TEXTS:
            continue
        is_key = sign == "=" or (sign == "]" and not in_value)
        if is_key and len(text[begins:place].strip()) > _LONGEST_KEY:
            raise ValueError(f"a key is too long (at line {text.count(_NEW_LINE, 0, place) + 1})")
        parts = parts + 1 if sign == "." else 0
        deep += _DEEPER.get(sign, 0)
        if max(parts, deep) > _DEEPEST:
            raise ValueError(
                f"the values are nested too deeply (at line {text.count(_NEW_LINE, 0, place) + 1})"
            )
        if sign != ".":
            begins = token.end()
        in_value = sign == "=" or (in_value and (deep > 0 or sign != _NEW_LINE))
