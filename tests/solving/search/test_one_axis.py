"""Tilings that are symmetric about one axis, which is given by its angle."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import tilewright as tw
from tilewright.errors import EngineError
from tilewright.model.space.symmetry import apply


def symmetric_partitions(n: int) -> int:
    """Symmetric plane partitions in a cube (Andrews 1978), OEIS A049505."""
    pairs = itertools.combinations(range(1, n + 1), 2)
    above = math.prod(i + j + n - 1 for i, j in pairs) * math.prod(
        2 * i + n - 1 for i in range(1, n + 1)
    )
    pairs = itertools.combinations(range(1, n + 1), 2)
    below = math.prod(i + j - 1 for i, j in pairs) * math.prod(2 * i - 1 for i in range(1, n + 1))
    return above // below


def number(board: str, pieces: str, symmetric: str) -> int:
    return len([*tw.tilings(board, pieces, symmetric=symmetric)])


def test_symmetric_plane_partitions() -> None:
    assert [symmetric_partitions(n) for n in range(1, 5)] == [2, 10, 112, 2772]
    for size in (1, 2, 3):
        for angle in (0, 60, 120):
            found = number(f"tri:hexagon{size}", "diamond+", f"mirror-{angle}")
            assert found == symmetric_partitions(size)
    # Those that are their own complement after transposing have an even side (OEIS A181119).
    assert [number(f"tri:hexagon{size}", "diamond+", "mirror-90") for size in (2, 3, 4)] == [
        2,
        0,
        84,
    ]


@pytest.mark.parametrize(("angle", "element"), [(90, 4), (135, 5), (0, 6), (45, 7)])
def test_axes_of_squares(angle: int, element: int) -> None:
    for board, pieces in (("4x4", "L3+ monomino=0..4"), ("3x5", "L3+"), ("4x4", "tetrominoes+")):
        if board == "3x5" and angle in (45, 135):
            with pytest.raises(EngineError, match=f"does not have the symmetry mirror-{angle}"):
                number(board, pieces, f"mirror-{angle}")
            continue
        wanted = 0
        for tiling in tw.tilings(board, *pieces.split()):
            image = apply(element, tiling.labels)
            pairs = {*zip(tiling.labels.ravel().tolist(), image.ravel().tolist(), strict=True)}
            wanted += len(pairs) == len(np.unique(tiling.labels))
        found = [*tw.tilings(board, *pieces.split(), symmetric=f"mirror-{angle}")]
        assert len(found) == wanted


def test_other_axes_are_refused() -> None:
    with pytest.raises(EngineError, match="unknown symmetry 'mirror-7'"):
        number("4x4", "domino+", "mirror-7")
    with pytest.raises(EngineError, match="does not have the symmetry mirror-30"):
        number("4x4", "domino+", "mirror-30")
    with pytest.raises(EngineError, match="does not have the symmetry mirror-90"):
        number("cube:2x2x2", "dicubes+", "mirror-90")
