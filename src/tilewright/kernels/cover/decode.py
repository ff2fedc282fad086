"""Number the tiles of label arrays. Unchecked: `tilewright.model.tiling` and
`tilewright.model.cover` check the arguments.

Legend (b = tilings in a batch, a = cells of the board, d = depth, p = placements)
labels   (rows, columns) or (b, a)  signed  tile of each cell, negative for none
choices  (b, d)   int32  placement numbers, -1 padded
start    (p + 1,) int64  placement j covers item[start[j]:start[j + 1]]
item     (nnz,)   int32  cell numbers
flat     (cells,) int64  tile of each cell in reading order, negative for none
cursor   (tiles,) int64  where the next cell of each tile goes
cells    (covered,) int64  cells by tile, ascending inside each
piece    (p,)     int32  piece of each placement
pieces   (b, d)   int32  piece of each tile in the order of the tile numbers, -1 padded
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def renumber(labels, renamed):
    """Number tiles 0, 1, … by first appearance, in place; return their number.

    `renamed` is all -1 and as long as the largest label.
    """
    count = 0
    for row in range(labels.shape[0]):
        for column in range(labels.shape[1]):
            label = labels[row, column]
            if label >= 0:
                if renamed[label] < 0:
                    renamed[label] = count
                    count += 1
                labels[row, column] = renamed[label]
    return count


@kernel
def gather(flat, cursor, cells):
    """Sort the cells by tile, in one pass."""
    for cell in range(flat.shape[0]):
        tile = flat[cell]
        if tile >= 0:
            cells[cursor[tile]] = cell
            cursor[tile] += 1


@kernel
def decode(choices, start, item, piece, labels, pieces):
    """Fill `labels` (all -2 at first) and `pieces` (all -1) from a batch of choices."""
    depth = choices.shape[1]
    renamed = np.empty(depth, np.int32)
    for row in range(choices.shape[0]):
        for tile in range(depth):
            renamed[tile] = -1
            placement = choices[row, tile]
            if placement >= 0:
                for k in range(start[placement], start[placement + 1]):
                    labels[row, item[k]] = tile
        count = 0
        for cell in range(labels.shape[1]):
            tile = labels[row, cell]
            if tile >= 0:
                if renamed[tile] < 0:
                    renamed[tile] = count
                    pieces[row, count] = piece[choices[row, tile]]
                    count += 1
                labels[row, cell] = renamed[tile]
