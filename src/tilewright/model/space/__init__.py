"""Cells, and the finite sets of them.

`lattice` defines the cells, their neighbors and their symmetries. `symmetry` has the eight
symmetries of the square. `surface` says how the sides of a board are joined. A `polyform` is a
finite set of cells up to translation, a `polyomino` one of squares, and `catalog` names them and
enumerates all of one size.
"""
