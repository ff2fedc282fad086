"""Kernels of matchings.

`graphs`
    The neighbors of each cell, and a coloring by two colors.
"""
