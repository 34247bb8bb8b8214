"""The house that a report is about, and its choices in words."""

from collections.abc import Mapping
from hashlib import sha256

from casinowar.files.reading import path_of
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.rulebooks import TomlText, load_sample, sample_house


def chosen_house(rulebook: str | TomlText, house: House | str | None, *, sample: bool) -> House | str | None:
    """Return the house asked for: a value, the path of its file, the sample, or None."""
    if house and sample:
        raise InputError("Choose between a house and the sample; the sample is a house file too.")
    return load_sample(_named(rulebook)) if sample else house


def digest(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, which identifies the file."""
    return sha256(text.encode()).hexdigest()


def house_text(rulebook: str | TomlText, house: House | str | None, *, sample: bool) -> str | None:
    """Return the text of the house file; None if there is no file."""
    if sample:
        return sample_house(_named(rulebook))
    return None if house is None or isinstance(house, House) else TomlText.read(path_of(house)).text


def choices_in_words(values: Mapping[str, object]) -> str:
    return "; ".join(f"{name} = {value_in_words(value)}" for name, value in values.items())


def value_in_words(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            between = "; " if any("weight" in each for each in value if isinstance(each, dict)) else ", "
            return between.join(map(value_in_words, value)) or "none"
        case {"symbol": symbol, "weight": weight}:
            return f"{symbol}: {weight}"
        case {"rank": rank, "color": color}:
            return f"{color} {rank}"
        case {"minimum": least, "maximum": most, "of_initial": str(share)}:
            return f"{least} to {most} (at most {share} of the initial wager's maximum)"
        case {"minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case dict():
            return ", ".join(f"{name} {value_in_words(each)}" for name, each in value.items()) or "not set"
        case _:
            return str(value)


def _named(rulebook: str | TomlText) -> str:
    """Name a rulebook; a custom text has no sample."""
    return rulebook if isinstance(rulebook, str) else rulebook.where
