"""Answers: one question each, asked of problems in words of the library.

The number of tilings, by piece, up to symmetry, weighted, cheapest; the k-th tiling and random ones; how often
edges are boundaries; strips of every length.
"""
