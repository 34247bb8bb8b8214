"""Mutation testing: break the rules one statement at a time, and check that a test fails each time.

`make mutants` runs it, outside `make test`. Tests are collected once. Each mutant runs in its own child
process, which runs the tests that reach the broken statement, the most specific first, and stops at the first
failure. Results are stored by function in `mutants/results/`, so that a stopped run resumes on any machine.

Modules are not imported again, so code that runs only on import (tables, defaults, a test module's rulebooks)
stays unbroken.
"""
