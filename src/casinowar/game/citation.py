"""How a clause is written where people read it."""

import re
from typing import Final

_ASSUMPTION: Final = re.compile(r"R[0-9]+")


def is_assumption(clause: str) -> bool:
    """Tell whether a value cites no clause but the reading that assumes it where the text is silent.

    >>> is_assumption("R36"), is_assumption("round.3")
    (True, False)
    """
    return _ASSUMPTION.fullmatch(clause) is not None


def clause_in_words(clause: str) -> str:
    """Write clauses for people; an assumption is shown as ours.

    >>> clause_in_words("9.H; R94")
    '9.H; our assumption R94'
    """
    return "; ".join(f"our assumption {each}" if is_assumption(each) else each for each in clause.split("; "))


def cited(clause: str) -> str:
    """Write clauses as a citation; an assumption is shown as ours.

    >>> cited("9.E(1)"), cited("R36"), cited("9.H; R94"), cited("")
    (' [9.E(1)]', ' [our assumption R36]', ' [9.H; our assumption R94]', '')
    """
    return f" [{clause_in_words(clause)}]" if clause else ""
