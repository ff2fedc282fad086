"""Kernels of the catalog.

`enumerate`
    Enumerate fixed polyforms of any lattice.
"""
