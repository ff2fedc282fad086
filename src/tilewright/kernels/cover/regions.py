"""Connected components of the cells under the placements, or of the vertices of a graph. Unchecked:
called by `tilewright.solving.proofs.reasons` and `tilewright.solving.coloring.exact`.

Legend (a = cells of the board, p = placements)
start   (p + 1,) int64  placement j covers item[start[j]:start[j + 1]]
item    (nnz,)   int32  cell numbers
parent  (a,)     int32  a cell of the same region with a lower number; the lowest cell of a region
                        has itself
"""

from __future__ import annotations

from ..library import kernel


@kernel
def join(begin, end, start, item, parent, regions):
    """Join the cells of the placements begin:end, given the number of regions; return the new
    number (it stops at 1).

    R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", J. ACM 22, 1975.
    """
    for placement in range(begin, end):
        if regions == 1:
            break
        root = item[start[placement]]
        while parent[root] != root:
            parent[root] = parent[parent[root]]
            root = parent[root]
        for k in range(start[placement] + 1, start[placement + 1]):
            other = item[k]
            while parent[other] != other:
                parent[other] = parent[parent[other]]
                other = parent[other]
            if other != root:
                regions -= 1
                if other < root:
                    parent[root] = other
                    root = other
                else:
                    parent[other] = root
    return regions


@kernel
def number(parent):
    """Write to each cell the number of its region, in the order of their lowest cells."""
    count = 0
    for cell in range(parent.size):
        # Parents come before their children, so they already have the numbers of their regions.
        if parent[cell] == cell:
            parent[cell] = count
            count += 1
        else:
            parent[cell] = parent[parent[cell]]
