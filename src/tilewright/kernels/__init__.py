"""Numba kernels: arrays in, arrays out. Nothing here knows the rest of the house."""
