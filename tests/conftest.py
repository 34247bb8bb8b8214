"""Choose how hard Hypothesis searches: HYPOTHESIS_PROFILE, else "ci" under CI and "dev" at a desk.

Both look at the same examples each time, so that a landing does not depend on luck; "explore" looks for new
ones, and "walks" for thousands of them (`make walks`).

Files of tests lie in memory where there is room: a house writes every commit through to the disk, thousands
of times in a suite.

A suite started with nohup or in the background would hand signals down that nobody hears; its tests of
Ctrl-C and of terminals that go away would wait for ever.
"""

import os
import shutil
import signal
import tempfile
import threading
from pathlib import Path

from hypothesis import settings

_MEMORY = Path("/dev/shm")  # noqa: S108 - each test has a folder of its own in it
_ROOM = 4 << 30
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)

if threading.current_thread() is threading.main_thread():
    for _number, _usual in (
        (signal.SIGHUP, signal.SIG_DFL),
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGQUIT, signal.SIG_DFL),
    ):
        if signal.getsignal(_number) is signal.SIG_IGN:
            signal.signal(_number, _usual)

settings.register_profile(
    "ci", derandomize=True, max_examples=100, deadline=None, database=None, print_blob=True
)
settings.register_profile("dev", derandomize=True, max_examples=50, deadline=None, database=None)
settings.register_profile("explore", max_examples=500, deadline=None)
settings.register_profile("walks", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
