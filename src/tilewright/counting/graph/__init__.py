"""Graphs: all states and what leads to what, kept, so that counts move along them as often as needed.

Graphs of a row that repeats and of any board, how they grow and are saved on the way, how large they will be, and
the counts of ways to finish.
"""
