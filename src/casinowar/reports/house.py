"""Which house a report is about: a value, a file, or the sample that comes with a rulebook."""

from hashlib import sha256

from casinowar.files.reading import path_of
from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.rulebooks import TomlText, load_sample, sample_house


def chosen_house(rulebook: str | TomlText, house: House | str | None, *, sample: bool) -> House | str | None:
    """Give the house that is asked for: a value, the path of its file, or None."""
    if house and sample:
        raise InputError("Choose between a house and the sample; the sample is a house file too.")
    return load_sample(_named(rulebook)) if sample else house


def digest(text: str) -> str:
    """Give the SHA-256 of a text in UTF-8, by which the file can be known again."""
    return sha256(text.encode()).hexdigest()


def house_text(rulebook: str | TomlText, house: House | str | None, *, sample: bool) -> str | None:
    """Give the text of the house file; None where there is no file."""
    if sample:
        return sample_house(_named(rulebook))
    return None if house is None or isinstance(house, House) else TomlText.read(path_of(house)).text


def _named(rulebook: str | TomlText) -> str:
    """Tell how a rulebook is named; a text of somebody's own has no sample."""
    return rulebook if isinstance(rulebook, str) else rulebook.where
