"""Choose how hard Hypothesis searches: HYPOTHESIS_PROFILE, else "ci" under CI and "dev" at a desk.

Both look at the same examples each time, so that a landing does not depend on luck; "explore" looks for new
ones, and "walks" for thousands of them (`make walks`).
"""

import os

from hypothesis import settings

settings.register_profile(
    "ci", derandomize=True, max_examples=200, deadline=None, database=None, print_blob=True
)
settings.register_profile("dev", derandomize=True, max_examples=50, deadline=None, database=None)
settings.register_profile("explore", max_examples=500, deadline=None)
settings.register_profile("walks", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
