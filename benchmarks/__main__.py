"""Run every benchmark."""

import sys

from benchmarks import engine

if __name__ == "__main__":
    sys.exit(engine.main())
