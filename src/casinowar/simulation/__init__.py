"""The fast twin of the engine: Numba kernels, many processes and machines, one very fast device.

A rulebook and a house's choices are compiled into the numbers of a `Plan`; kernels deal real shoes without
replacement from it, block by block, and everything they say comes with its standard error. May import
`rulebooks`, `law` and `game`'s values; never `decide`, and never `odds`, the other answer to one question.
"""
