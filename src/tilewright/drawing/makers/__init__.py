"""Build pictures: `compose` draws tilings and boards, `gallery` draws sets of pieces and sheets,
and `printed` draws puzzles.

`layout` places the cells of any lattice in a picture, and `tile_colors` chooses the color of each
tile.
"""
