"""The obvious numbering of tiles."""

from __future__ import annotations

import numpy as np


def naive_number(labels: np.ndarray) -> list[list[int]]:
    """Number tiles by first appearance in reading order; numbers below 0 stay."""
    names: dict[int, int] = {}
    return [
        [label if label < 0 else names.setdefault(label, len(names)) for label in row]
        for row in labels.tolist()
    ]
