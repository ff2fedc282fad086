"""Kernels of Golomb's tilings: whole boards, windows of boards that are never held whole, and the check of both.

`labels`
    Label arrays of Golomb's tilings, row by row.
`verify`
    Is a label array a tiling by L-trominoes, and is a coloring of it proper?
`window`
    Cells and windows of Golomb's tilings that are never held whole.
"""
