"""Runs: what a count is asked for with, and what is known while it goes on.

The checks of arguments, progress and limits, how much memory there is, checkpoints, and the second opinion on a
small number.
"""
