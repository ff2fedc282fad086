"""Packings: how many cells of a board pieces cover at most, where not all of them can be covered.

>>> found = best_packing("5x5", "I4")
>>> len(found.tiling), found.empty, found.proven
(6, 1, True)
"""

from tilewright.solving.packing.packing import Packer, Packing, best_packing, relax_problem

__all__ = ["Packer", "Packing", "best_packing", "relax_problem"]
