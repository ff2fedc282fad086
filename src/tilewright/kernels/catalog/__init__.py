"""Kernels of the catalog: polyominoes are enumerated."""
