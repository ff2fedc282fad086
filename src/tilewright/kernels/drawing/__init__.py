"""Kernels of drawing.

`raster`
    Colors, outlines and pixels of pictures of any size.
"""
