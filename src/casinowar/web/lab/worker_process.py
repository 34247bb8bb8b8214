"""A worker of the lab: reads a question, answers it, and reads the next; it may be ended at any time.

It takes no more of a processor for a question than that may cost, no more memory than a house can spare, and
stands behind the tables that are dealt.
"""

import os
import resource
import signal
import struct
import sys
import traceback
from typing import BinaryIO, Final

import msgspec

from casinowar.game.refusal import InputError
from casinowar.telling.wording import Language
from casinowar.web.lab.answers import ANSWERING, told
from casinowar.web.server.child_processes import limit
from casinowar.web.server.cpu_affinity import run_on_any

ANSWER, REFUSAL, FAILURE = b"+", b"-", b"!"
LENGTH: Final = struct.Struct(">I")
MOST_MEMORY: Final = 3 << 30
"""In bytes, of addresses: libraries take most of them."""
_NICER: Final = 5


def frame(*parts: bytes) -> bytes:
    """Write parts that belong together, each with its length before it."""
    return b"".join(LENGTH.pack(len(part)) + part for part in parts)


def confine() -> None:
    """Take no more than a house can spare."""
    run_on_any()
    os.nice(_NICER)
    limit(resource.RLIMIT_AS, MOST_MEMORY, MOST_MEMORY)
    limit(resource.RLIMIT_CORE, 0, 0)


def answered(name: str, said: bytes, language: Language) -> tuple[bytes, bytes]:
    """Answer a question, a report in a language, or say in a sentence why not."""
    asked = ANSWERING[name]
    try:
        found = asked.answer(msgspec.json.decode(said, type=asked.kind))
        return ANSWER, found if isinstance(found, bytes) else told(found, language)
    except InputError as no:
        return REFUSAL, str(no).encode()
    except MemoryError:
        return REFUSAL, b"That takes more memory than the lab has."
    except RecursionError:
        return REFUSAL, b"That is nested too deeply."
    except Exception:  # noqa: BLE001 - the next question is to be answered all the same
        return FAILURE, traceback.format_exc().encode()


def _read(source: BinaryIO) -> bytes:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        sys.exit()
    return source.read(LENGTH.unpack(head)[0])


def main() -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    confine()
    source = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # nothing that anybody prints is an answer
    while True:
        name, language, said = _read(source).decode(), Language(_read(source).decode()), _read(source)
        signal.setitimer(signal.ITIMER_PROF, ANSWERING[name].seconds)
        kind, content = answered(name, said, language)
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(frame(kind, content))
        answers.flush()


if __name__ == "__main__":
    main()
