"""The client by itself: a program that plays needs nothing of what a house is made with."""

import subprocess
import sys

_BLOCKED = """
import sys
for name in ("argon2", "cryptography", "granian", "litestar", "psycopg", "sqlalchemy"):
    sys.modules[name] = None
import casinowar.client
"""


def test_a_client_needs_nothing_that_a_house_is_made_with():
    subprocess.run([sys.executable, "-c", _BLOCKED], check=True)
