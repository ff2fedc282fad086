"""Kernels of scan: states of one machine word, and of any number of words."""
