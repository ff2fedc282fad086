"""Kernels of rectangles: of `tilewright.shapes.rectangles`, and tilings by rectangles.

`skyline`
    Tile a rectangle with rectangles, always in the lowest gap.
`states`
    The states of a strip that grows column by column, and their successors.
`walks`
    Closed walks in the graph of the states of a strip, and their lengths.
"""
