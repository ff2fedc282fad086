"""Kernels of `tilewright.shapes.plane`.

`factors`
    Factor the boundary of a piece into sides that match.
`surround`
    Surround a piece with rings of copies, or prove that it is impossible.
`torus`
    Tile a torus.
"""
