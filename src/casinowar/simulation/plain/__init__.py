"""The fast kernel: the plain table, dealt in lanes."""
