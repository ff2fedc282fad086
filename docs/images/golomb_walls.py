"""Draw the walls and arms of the strong coloring: ``python docs/images/golomb_walls.py >
docs/images/golomb-walls.svg``.
"""

from __future__ import annotations

import sys

from tilewright.drawing.model.palette import LIGHT, TILEWRIGHT, rgb
from tilewright.solving.theorems import golomb_colors

INK = {1: "#e96a93", 2: "#8d447f", 3: "#487403"}
UNIT = 24


def arms(
    i: int,
    j: int,
    level: int,
    walls: tuple[int, int, int, int],
    odd: int,
    found: list[tuple[float, ...]],
) -> None:
    """Collect the four arms of a square of blocks, and those of the squares inside it."""
    if level == 0:
        return
    north, east, south, west = walls
    x = north ^ (west if odd else east)
    y = south ^ (east if odd else west)
    right, left = (y, x) if odd else (x, y)
    half = 1 << (level - 1)
    row, column = (i << level) + half, (j << level) + half
    for down, across, color in ((-half, 0, x), (0, half, right), (half, 0, y), (0, -half, left)):
        found.append((row, column, row + down, column + across, color, level))
    arms(2 * i, 2 * j, level - 1, (north, x, left, west), 0, found)
    arms(2 * i, 2 * j + 1, level - 1, (north, east, right, x), 1, found)
    arms(2 * i + 1, 2 * j, level - 1, (left, y, south, west), 1, found)
    arms(2 * i + 1, 2 * j + 1, level - 1, (right, east, south, y), 0, found)


def pale(color: tuple[int, int, int]) -> str:
    """Return a color halfway to white, so that walls stand out on it."""
    return "#" + "".join(f"{(value + 255) // 2:02x}" for value in color)


def main() -> None:
    """Print the picture of a 32 x 32 board: 16 x 16 blocks."""
    n = 5
    colors = golomb_colors(n, (0, 0), touch="strong")
    blocks = 1 << (n - 1)
    size = blocks * UNIT + 20
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 {size} {size}" width="{size}" '
        f'height="{size}">'
    )
    print("<title>Walls in three classes between blocks in four colors</title>")
    print(f'<rect x="-10" y="-10" width="{size}" height="{size}" fill="{LIGHT.background}"/>')
    side = blocks * UNIT
    print(
        f'<rect x="-5" y="-5" width="{side + 10}" height="{side + 10}" rx="6" fill="{LIGHT.well}"/>'
    )
    for row in range(blocks):
        for column in range(blocks):
            part = colors[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].ravel()
            kinds, counts = [], []
            for kind in sorted(set(part.tolist()) - {-1}):
                kinds.append(kind)
                counts.append(int((part == kind).sum()))
            own = kinds[counts.index(max(counts))]
            shade = rgb(TILEWRIGHT.colors[own])
            print(
                f'<rect x="{column * UNIT + 0.8}" y="{row * UNIT + 0.8}" width="{UNIT - 1.6}" '
                f'height="{UNIT - 1.6}" '
                f'rx="3" fill="{pale(shade)}"/>'
            )
    found: list[tuple[float, ...]] = []
    arms(0, 0, n - 1, (1, 2, 1, 2), 0, found)
    for row, column, to_row, to_column, kind, level in found:
        print(
            f'<line x1="{column * UNIT}" y1="{row * UNIT}" x2="{to_column * UNIT}" '
            f'y2="{to_row * UNIT}" '
            f'stroke="{INK[int(kind)]}" stroke-width="{1.5 + 1.2 * level}" stroke-linecap="round"/>'
        )
    for row, column, _, _, _, level in found[::4]:
        print(
            f'<circle cx="{column * UNIT}" cy="{row * UNIT}" r="{2.5 + level}" '
            f'fill="{LIGHT.text}"/>'
        )
    print("</svg>")


if __name__ == "__main__":
    sys.exit(main())
