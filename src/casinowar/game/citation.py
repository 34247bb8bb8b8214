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


def cited(clause: str) -> str:
    """Write clauses as a citation; an assumption is shown as ours.

    >>> cited("9.E(1)"), cited("R36"), cited("9.H; R94"), cited("")
    (' [9.E(1)]', ' [our assumption R36]', ' [9.H; our assumption R94]', '')
    """
    if not clause:
        return ""
    each = (f"our assumption {part}" if is_assumption(part) else part for part in clause.split("; "))
    return f" [{'; '.join(each)}]"
