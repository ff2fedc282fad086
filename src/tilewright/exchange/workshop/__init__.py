"""What is cut, printed and photographed: outlines for cutters (DXF), solids for printers (STL), boards from pictures.

`cutting`
    SVG for cutters: pieces laid as a tiling of the board, each shared edge once, or side by side; tray and lid.
`dxf`
    DXF for laser cutters: one closed path for each piece, and the tray; kerf and corner radius as options.
`layout`
    The parts that are made of a puzzle: each copy of each piece, laid side by side, and the tray.
`paths`
    Closed paths around cells: what a cutter follows, moved outwards or inwards, with its corners rounded.
`picture`
    A board from a picture: a grid of cells is laid over it, and what is dark, or not transparent, is the board.
`stl`
    STL for printers in space: pieces as prisms and a tray with walls, each a closed surface.
"""
