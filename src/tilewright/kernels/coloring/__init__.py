"""Kernels of coloring.

`adjacency`
    Which tiles touch, as a sparse graph.
`batch`
    Color many tilings at once.
`bounds`
    Lower bounds on the number of colors, and orders of the vertices.
`exact`
    Color a graph with k colors, exactly, by backtracking.
`large`
    Color graphs of millions of vertices in linear time, well but not always best.
"""
