"""Kernels of Golomb's tilings.

`labels`
    Label arrays of Golomb's tilings, row by row.
`verify`
    Verify that a label array is a tiling by L-trominoes, and that a coloring of it is proper.
`window`
    Cells and windows of tilings that are never stored whole.
"""
