"""Mutation testing: break the rules one by one, and see that a test goes red each time.

`make mutants` runs it, outside `make test`. Tests are collected once; each mutant is one statement broken
in a child process of its own, which runs the tests that reach that statement, the most telling first, and
stops at the first red one. Results are kept by function in `mutants/results/`, so that a run
can be stopped and gone on with, on any machine.
No module is imported anew, so what runs only while modules are imported (tables, defaults, a test module's
rulebooks) stays whole.
"""
