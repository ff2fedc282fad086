"""Kernels of `tilewright.shapes.rectangles`.

`states`
    The states of a strip that grows column by column, and their successors.
`walks`
    Closed walks in the graph of the states of a strip, and their lengths.
"""
