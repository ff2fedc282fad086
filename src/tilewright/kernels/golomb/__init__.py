"""Kernels of Golomb's tilings: whole boards, windows of boards that are never held whole, and the check of both."""
