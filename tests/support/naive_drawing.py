"""Slow, obvious twins of what `tilewright.drawing` does by kernels and arrays, and color vision."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Corner = tuple[int, int]


def inside(row: float, column: float, loops: Sequence[Sequence[Corner]]) -> bool:
    """Whether a point is inside closed outlines by the even-odd rule: count crossings to the
    right."""
    crossings = 0
    for loop in loops:
        for (r0, c0), (r1, c1) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if c0 == c1 and c0 > column and min(r0, r1) < row < max(r0, r1):
                crossings += 1
    return crossings % 2 == 1


def signed_area(loop: Sequence[Corner]) -> float:
    """The shoelace formula: positive for outlines that run clockwise, rows downwards."""
    return (
        sum(
            c0 * r1 - c1 * r0 for (r0, c0), (r1, c1) in zip(loop, [*loop[1:], loop[0]], strict=True)
        )
        / 2
    )


def average(cells: np.ndarray, height: int, width: int) -> np.ndarray:
    """Average an array (rows, columns, channels) down, a pixel and a cell at a time."""
    rows, columns, channels = cells.shape
    out = np.zeros((height, width, channels))
    for y in range(height):
        for x in range(width):
            weights = 0.0
            for r in range(rows):
                tall = min((y + 1) * rows / height, r + 1) - max(y * rows / height, r)
                for c in range(columns):
                    wide = min((x + 1) * columns / width, c + 1) - max(x * columns / width, c)
                    if tall > 0 and wide > 0:
                        out[y, x] += tall * wide * cells[r, c]
                        weights += tall * wide
            out[y, x] /= weights
    return out


#: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation
#: of color vision deficiency", IEEE TVCG 15(6), 2009, severity 1.0, on linear RGB.
VISION = {
    "full color": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def lab(color: str, vision: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of ``#rrggbb`` as seen with a kind of color vision."""
    value = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = np.array([v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in value])
    seen = np.clip(VISION[vision] @ linear, 0, 1)
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    x, y, z = (
        v ** (1 / 3) if v > (6 / 29) ** 3 else v / (3 * (6 / 29) ** 2) + 4 / 29
        for v in to_xyz @ seen / np.array([0.95047, 1.0, 1.08883])
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """The color difference CIEDE2000 (G. Sharma, W. Wu, E. N. Dalal, Color Res. Appl. 30(1),
    2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean7 / (mean7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2
    if not c1 * c2:
        mh = h1 + h2
    elif abs(h1 - h2) <= 180:
        mh = (h1 + h2) / 2
    else:
        mh = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(mh - 30))
        + 0.24 * math.cos(math.radians(2 * mh))
        + 0.32 * math.cos(math.radians(3 * mh + 6))
        - 0.20 * math.cos(math.radians(4 * mh - 63))
    )
    rt = (
        -2
        * math.sqrt(mc**7 / (mc**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((mh - 275) / 25) ** 2))))
    )
    l_, c_, h_ = (
        dl / (1 + 0.015 * (ml - 50) ** 2 / math.sqrt(20 + (ml - 50) ** 2)),
        dc / (1 + 0.045 * mc),
        dh / (1 + 0.015 * mc * t),
    )
    return math.sqrt(l_**2 + c_**2 + h_**2 + rt * c_ * h_)
