"""Kernels between problems and tilings: placements are laid, choices decoded, images under symmetries taken.

`decode`
    Number the tiles of label arrays.
`images`
    Images of tilings under the symmetries of their problem.
`placements`
    Lay every oriented piece on every cell of a board.
`regions`
    Which cells hang together by placements.
`symmetries`
    What symmetries make of the placements of a cover.
"""
