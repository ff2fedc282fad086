"""Packings: the largest number of cells of a board that pieces can cover, if they cannot cover all
of them.

>>> found = best_packing("5x5", "I4")
>>> len(found.tiling), found.empty, found.proven
(6, 1, True)
"""

from tilewright.solving.packing.packing import Packer, Packing, best_packing, relax_problem

__all__ = ["Packer", "Packing", "best_packing", "relax_problem"]
