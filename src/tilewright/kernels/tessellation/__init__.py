"""Kernels of `tilewright.tessellation`."""
