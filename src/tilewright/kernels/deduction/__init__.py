"""Kernels of deduction: the steps that a person takes, regions that do not fit, and all ways to finish."""
