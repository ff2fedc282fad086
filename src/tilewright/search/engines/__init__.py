"""The engines, all written to two protocols (`.protocol`): cut the tree, start a run on a part, advance the run.

Scan fills the first empty cell, dance goes where there are the fewest choices, sat asks CP-SAT, blocks puts a rectangle
together from copies of a smaller one. An engine knows nothing of threads, limits, files or symmetry.
"""
