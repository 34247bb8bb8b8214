"""Simulation, the fast twin of the engine: Numba kernels on many cores, machines, or one GPU.

`run.run` plays a request. The rules are compiled into the numbers of a table, kernels deal real shoes without
replacement from them, block by block, and every figure comes with its standard error.

May import `rulebooks`, `law` and `game`'s values; never `decide`, and never `odds`, the other answer to the
same question.
"""
