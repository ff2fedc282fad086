"""Files for making puzzles: `cutting` for laser cutters (SVG, DXF), `stl` for 3D printers; boards
from a `picture`.

`parts` has what both need: the parts of a puzzle side by side, and closed paths around cells.
"""
