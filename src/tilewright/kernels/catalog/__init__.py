"""Kernels of the catalog: polyominoes are enumerated.

`enumerate`
    Enumerate fixed polyforms of any lattice.
"""
