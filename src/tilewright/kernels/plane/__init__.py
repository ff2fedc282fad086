"""Kernels of `tilewright.shapes.plane`.

`factors`
    Factor the boundary of a piece into sides that match.
`isohedral`
    Find isohedral tilings from these factors.
`lattice`
    The symmetries and sides of a lattice, and the boundary of a piece.
`periods`
    The tiles on a torus, and the smallest period and the classes of a tiling.
`plan`
    Choose the next search for a piece without an isohedral tiling.
`repeats`
    The tiles that touch each other in a periodic tiling, and the graphs that repeat.
`surround`
    Surround a piece with rings of copies, or prove that it is impossible.
`torus`
    Tile a torus.
"""
