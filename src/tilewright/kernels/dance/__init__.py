"""Kernels of dance: the search itself, and what a choice does to its state."""
