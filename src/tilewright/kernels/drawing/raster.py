"""Kernels behind pictures of any size. Unchecked: `tilewright.drawing` checks the arguments.

Legend (rows x columns = the grid, n = tiles, k = colors)
labels      (rows, columns)     int32    tile of each cell, negative for none
start       (n + 1,)            int64    tile t has the cells cells[start[t]:start[t + 1]]
cells       (covered,)          int64    row * columns + column, reading order inside a tile
preferred   (n,)                int16    the color that a tile would like, -1 for no wish
color       (n,)                int16    the color of each tile, -1 while it has none
used        (most,)             int64    how many tiles have each color so far
region      (rows, columns)     int32    like labels: what to trace
corner      (m, 2)              int32    row and column of each corner of a closed outline
loop_start  (loops,)            int64    where each closed outline starts in corner
loop_region (loops,)            int32    the region that the outline belongs to
fill        (rows, columns)     int16    color number of each cell, -3..-1 as in a picture
horizontal  (rows + 1, columns) uint8    weight of the edge above each row
vertical    (rows, columns + 1) uint8    weight of the edge left of each column
light       (k + 3, 3)          float32  linear light of color -3, -2, -1, 0, 1, …
image       (height, width, 3)  float32  linear light of each pixel
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def spread_colors(labels, start, cells, preferred, wheel, used, color):
    """Give each tile, in order, its preferred color if no neighbor (along an edge) has it, else the
    least used one.

    The first `wheel` colors are tried before any others.
    """
    rows, columns = labels.shape
    most = used.shape[0]
    seen = np.full(most, -1, np.int64)
    for tile in range(color.shape[0]):
        for index in range(start[tile], start[tile + 1]):
            row = cells[index] // columns
            column = cells[index] % columns
            for side in range(4):
                r = row + (side == 1) - (side == 0)
                c = column + (side == 3) - (side == 2)
                if 0 <= r < rows and 0 <= c < columns:
                    other = labels[r, c]
                    if other >= 0 and other != tile and color[other] >= 0:
                        seen[color[other]] = tile
        choice = -1
        if preferred[tile] >= 0 and seen[preferred[tile]] != tile:
            choice = preferred[tile]
        else:
            for candidate in range(most):
                if candidate == wheel and choice >= 0:
                    break
                if seen[candidate] != tile and (
                    choice < 0 or (candidate < wheel and used[candidate] < used[choice])
                ):
                    choice = candidate
        if choice < 0:
            choice = 0
        color[tile] = choice
        used[choice] += 1


@kernel
def trace_outlines(region, corner, loop_start, loop_region):
    """Trace the outline of every region, including holes; return (corners, loops).

    Outlines have the region on their right (clockwise, holes counterclockwise). If a region touches
    itself at a corner, the outline turns right, so its parts stay separate. Nothing is written if
    the arrays are too short; call again with longer ones.
    """
    rows, columns = region.shape
    seen = np.zeros((rows, columns), np.uint8)
    corners = 0
    loops = 0
    # Direction 0 east along the top side of a cell, 1 south along its right, 2 west along the
    # bottom, 3 north along its left side.
    step_row = np.array([0, 1, 0, -1], np.int64)
    step_column = np.array([1, 0, -1, 0], np.int64)
    for top in range(rows):
        for left in range(columns):
            tile = region[top, left]
            if tile < 0:
                continue
            # Every closed outline has an eastward side, the top of some cell.
            if seen[top, left] & 1 or (top > 0 and region[top - 1, left] == tile):
                continue
            row, column, direction = top, left, 0
            if loops < loop_start.shape[0]:
                loop_start[loops] = corners
                loop_region[loops] = tile
            loops += 1
            while not (seen[row, column] >> direction) & 1:
                seen[row, column] |= np.uint8(1 << direction)
                ahead_row = row + step_row[direction]
                ahead_column = column + step_column[direction]
                left_turn = (direction + 3) % 4
                ahead = (
                    0 <= ahead_row < rows
                    and 0 <= ahead_column < columns
                    and region[ahead_row, ahead_column] == tile
                )
                if not ahead:
                    turn = (direction + 1) % 4
                else:
                    side_row = ahead_row + step_row[left_turn]
                    side_column = ahead_column + step_column[left_turn]
                    beside = (
                        0 <= side_row < rows
                        and 0 <= side_column < columns
                        and region[side_row, side_column] == tile
                    )
                    turn = left_turn if beside else direction
                if turn != direction:
                    if corners < corner.shape[0]:
                        # The end of this side of the cell.
                        corner[corners, 0] = row + (1 if direction == 1 or direction == 2 else 0)
                        corner[corners, 1] = column + (1 if direction == 0 or direction == 1 else 0)
                    corners += 1
                if ahead:
                    row, column = ahead_row, ahead_column
                    if turn == left_turn:
                        row, column = side_row, side_column
                direction = turn
    return corners, loops


@kernel
def shrink(fill, horizontal, vertical, light, lines, thickness, top, height, image):
    """Average the grid down to the pixel rows top..top + image.shape[0] of `height` (area
    weighting).

    `lines` (2, 3) is the linear light of thin and thick lines, `thickness` (2,) their width in
                      cells; half of a
    line is in the cell on either side of the edge.
    """
    rows, columns = fill.shape
    band, width = image.shape[0], image.shape[1]
    tall = rows / height
    wide = columns / width
    scale = 1.0 / (tall * wide)
    for y in range(band):
        from_row = (top + y) * tall
        to_row = from_row + tall
        last_row = min(rows, int(np.ceil(to_row - 1e-9)))
        for x in range(width):
            from_column = x * wide
            to_column = from_column + wide
            last_column = min(columns, int(np.ceil(to_column - 1e-9)))
            red = 0.0
            green = 0.0
            blue = 0.0
            for row in range(int(from_row), last_row):
                high = min(to_row, row + 1.0) - max(from_row, row)
                for column in range(int(from_column), last_column):
                    share = high * (min(to_column, column + 1.0) - max(from_column, column)) * scale
                    above = horizontal[row, column]
                    below = horizontal[row + 1, column]
                    left = vertical[row, column]
                    right = vertical[row, column + 1]
                    thick = 1.0 - (
                        1.0 - 0.5 * thickness[1] * (int(above == 2) + int(below == 2))
                    ) * (1.0 - 0.5 * thickness[1] * (int(left == 2) + int(right == 2)))
                    thin = 1.0 - (
                        1.0 - 0.5 * thickness[0] * (int(above == 1) + int(below == 1))
                    ) * (1.0 - 0.5 * thickness[0] * (int(left == 1) + int(right == 1)))
                    thin = (1.0 - thick) * thin
                    rest = 1.0 - thick - thin
                    color = fill[row, column] + 3
                    red += share * (
                        rest * light[color, 0] + thick * lines[1, 0] + thin * lines[0, 0]
                    )
                    green += share * (
                        rest * light[color, 1] + thick * lines[1, 1] + thin * lines[0, 1]
                    )
                    blue += share * (
                        rest * light[color, 2] + thick * lines[1, 2] + thin * lines[0, 2]
                    )
            image[y, x, 0] = red
            image[y, x, 1] = green
            image[y, x, 2] = blue
