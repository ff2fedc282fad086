"""The cases of a test that run in `make test`, if it has many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest


def sample(items: Sequence[pytest.Item]) -> None:
    """Mark all but every n-th case of a test with the mark `sampled(n)` as slow.

    Where cases have two parameters, those that remain do not all have the same value of the second one.
    """
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is None or item.get_closest_marker("slow") is not None:
            continue
        test = (item.path, item.name.partition("[")[0])
        case, every = cases[test], mark.args[0]
        cases[test] += 1
        if (case + case // every) % every:
            item.add_marker("slow")
