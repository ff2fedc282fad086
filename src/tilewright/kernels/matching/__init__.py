"""Kernels of matchings.

`augment`
    A matching to begin with, and shortest augmenting paths in graphs of two colors.
`banded`
    Elimination of band matrices in floating point, and the inverse where they have entries.
`blossoms`
    Alternating trees in any graph: augmenting paths, and sets of cells that have too few neighbors.
`derivatives`
    How many matchings use each edge, modulo primes.
`elimination`
    Elimination over the integers and modulo primes, determinants and Pfaffians.
`heights`
    Heights of the corners of the cells of a tiling.
`graphs`
    The neighbors of each cell, and a coloring by two colors.
`lozenges`
    Random tilings of hexagons by lozenges.
`planar`
    Faces of a planar graph, and signs of its edges.
`shuffling`
    Domino shuffling with weights.
"""
