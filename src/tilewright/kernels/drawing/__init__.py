"""Kernels of drawing: outlines, tints and pictures of any size.

`raster`
    Kernels behind pictures of any size.
"""
