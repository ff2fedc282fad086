"""Verify that a label array is a tiling by L-trominoes, and that a coloring of it is proper.

The public functions are in `tilewright.solving.theorems`.

Legend
labels  (h, w)  signed  tile of each cell, 0 to tiles - 1; negative for none
colors  (h, w)  int8    color of each cell; negative without a tile
seen    (tiles,) uint8  all 0 at first: cells of each tile, plus 16 for each corner of it
fault   (3,)    int64   code, row, column of the first fault: 1 label out of range, 2 a tile is not
                        an L-tromino (row has its number), 3 two colors in one tile, 4 one color in
                        two tiles that touch
"""

from __future__ import annotations

from ..library import kernel


@kernel
def trominoes(labels, seen, fault):
    """Check that each tile is three cells of one 2 x 2 square."""
    tiles = seen.shape[0]
    for row in range(labels.shape[0]):
        for column in range(labels.shape[1]):
            label = labels[row, column]
            if label >= tiles:
                fault[0] = 1
                fault[1] = row
                fault[2] = column
                return
            if label >= 0:
                # Saturate, so that a count cannot wrap around: 13 cells are already too many.
                seen[label] = min(seen[label] + 1, 250)
    for row in range(1, labels.shape[0]):
        for column in range(1, labels.shape[1]):
            a = labels[row - 1, column - 1]
            b = labels[row - 1, column]
            c = labels[row, column - 1]
            d = labels[row, column]
            # Two diagonal pairs: three equal cells make one pair equal, and one more cell.
            if a == d:
                if a >= 0 and (b == a) != (c == a):
                    seen[a] = min(seen[a] + 16, 250)
            elif b == c and b >= 0 and (a == b or d == b):
                seen[b] = min(seen[b] + 16, 250)
    for label in range(tiles):
        if seen[label] != 19:
            fault[0] = 2
            fault[1] = label
            return


@kernel
def proper(labels, colors, strong, fault):
    """Verify that cells of one tile have one color, and cells of two tiles that touch have
    different ones.
    """
    for row in range(labels.shape[0]):
        for column in range(labels.shape[1]):
            label = labels[row, column]
            if label < 0:
                continue
            color = colors[row, column]
            for step in range(4 if strong else 2):  # east, south, south-west, south-east
                y = row + (1 if step else 0)
                x = column + (1 if step == 0 or step == 3 else (-1 if step == 2 else 0))
                if y < labels.shape[0] and x >= 0 and x < labels.shape[1] and labels[y, x] >= 0:
                    same = labels[y, x] == label
                    if same != (colors[y, x] == color):
                        fault[0] = 3 if same else 4
                        fault[1] = row
                        fault[2] = column
                        return
