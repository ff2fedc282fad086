"""Numba kernels: arrays in, arrays out. They import nothing else of the package.

Each owner has a folder of kernels, and the folders do not import each other. What all use is beside them: the
flags of the JIT, and operations on single machine words.
"""
