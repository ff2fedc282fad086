"""Build pictures: `compose` draws tilings and boards, `gallery` sets of pieces and sheets,
`printed` puzzles.

`layout` places the cells of any lattice in a picture, and `tile_colors` chooses the color of each
tile.
"""
