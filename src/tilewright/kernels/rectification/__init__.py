"""Kernels of `tilewright.rectification`: the states of a strip, and the lengths at which it can end."""
