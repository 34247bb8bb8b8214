"""The plain table on a CUDA device: `kernel` is what each thread does, `cuda` launches it and reads the sums.

May import `plain`, and of what stands beside this package all that a run is made of; never `full`. Only
`kernel` needs the package numba-cuda, so nothing else may import it when loaded.
"""
