"""Cells, and the finite sets of them.

`lattice` knows what cells there are, what touches what and what turns into what; `symmetry` the eight symmetries of the
square among them; `surface` how sides of a board are joined. A `polyform` is a finite set of cells up
to translation, a `polyomino` one of squares, and `catalog` names them and enumerates all of one size.
"""
