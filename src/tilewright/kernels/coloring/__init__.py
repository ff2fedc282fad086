"""Kernels of coloring: which tiles touch, and colors for them: exactly, with bounds, for many tilings, for millions of tiles.

`adjacency`
    Which tiles touch, as a sparse graph, from one pass over the cells.
`batch`
    Judge many tilings at once, with no Python for each of them.
`bounds`
    How many colors a graph needs at least, and orders of its vertices.
`exact`
    Color the vertices of a graph with k colors, exactly, by backtracking.
`large`
    Color graphs of millions of vertices in linear time, well but not always best.
"""
