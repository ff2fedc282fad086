"""Kernels between problems and tilings.

`decode`
    Number the tiles of label arrays.
`images`
    Images of tilings under the symmetries of their problem.
`placements`
    Place every oriented piece on every cell of a board.
`regions`
    Connected components of the cells under the placements.
`symmetries`
    Images of the placements of a cover under symmetries.
"""
