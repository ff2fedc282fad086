"""Kernels of counting: states and edges of the frontier, layer by layer or row by row, and the counts along them."""
