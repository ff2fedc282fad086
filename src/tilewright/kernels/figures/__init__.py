"""Kernels of `tilewright.shapes.figures`.

`grow`
    Find the figures of a given number of cells that all layers tile.
`meet`
    Find a number of cells that meet requirements.
"""
