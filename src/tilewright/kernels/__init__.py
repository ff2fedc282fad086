"""Numba kernels: arrays in, arrays out. Nothing here knows the rest of the house.

Each owner of kernels has a folder of them, and folders do not know each other. What all use is beside them: the flags
of the JIT, and single machine words.
"""
