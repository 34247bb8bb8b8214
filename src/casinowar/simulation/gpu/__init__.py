"""The plain table on a CUDA device: `kernel` is the code of a thread, `launch` starts it and reads the sums.

May import `plain` and the modules beside this package, never `full`. Only `kernel` needs the package
numba-cuda, so nothing else may import it while loading.
"""
