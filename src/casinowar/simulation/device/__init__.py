"""The fast kernel on a CUDA device."""
