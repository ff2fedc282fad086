"""Scans: in which order the cells are taken, and what may be placed at each of them.

The scans of a board, the moves along a scan as kernels read them, and the moves of a row that repeats.
"""
