"""Kernels of drawing: outlines, tints and pictures of any size."""
