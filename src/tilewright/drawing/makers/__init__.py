"""Build pictures: `compose` of tilings and boards, `gallery` of sets of pieces and sheets, `printed` of problems and puzzles.

`layout` says where the cells of any lattice lie in a picture, `tile_colors` which color each tile gets.
"""
