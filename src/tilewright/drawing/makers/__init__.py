"""What makes pictures: `compose` of tilings and boards, `gallery` of sets and sheets, `printed` of problems and puzzles.

`weights` draws proofs; `tint` says which color each tile gets, `signs` what stands on the cells.
"""
