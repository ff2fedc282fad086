"""Kernels of `tilewright.tessellation`.

`factors`
    Factor the boundary of a piece into sides that fit each other.
`surround`
    Surround a piece by rings of copies, or show that this cannot be done.
`torus`
    Cover a torus by pieces.
"""
