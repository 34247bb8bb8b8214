"""Run every benchmark, or those named: ``python -m benchmarks engine odds``."""

import sys
from importlib import import_module

BENCHMARKS = ("engine", "odds", "simulation", "house_throughput", "load")

if __name__ == "__main__":
    wanted = sys.argv[1:] or BENCHMARKS
    results = [import_module(f"benchmarks.{name}").main() for name in wanted]
    sys.exit(max(results))
