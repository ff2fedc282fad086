"""Kernels of `tilewright.shapes.plane`.

`factors`
    Factor the boundary of a piece into sides that match.
`periods`
    The tiles on a torus, and the smallest period and the classes of a tiling.
`surround`
    Surround a piece with rings of copies, or prove that it is impossible.
`torus`
    Tile a torus.
"""
