"""Which engine for which problem, why, and which placements it has to look at.

One engine where the problem tells which is best, a race of several for one hard tiling; and symmetry, which leaves an
engine fewer placements and makes the other tilings of those that it finds.
"""
