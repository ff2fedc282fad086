"""The fewest cells with a number of each group: as in brute force, even if HiGHS is wrong."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from tilewright.solving import covering
from tilewright.solving.covering import Covering, Group


def random_groups(seed: int) -> tuple[int, list[Group]]:
    """Return a number of cells, and groups of them."""
    draw = random.Random(seed)
    count = draw.randint(3, 10)
    groups = []
    for _ in range(draw.randint(1, 14)):
        cells = sorted(draw.sample(range(count), draw.randint(1, count)))
        groups.append(Group(tuple(cells), draw.randint(1, len(cells))))
    return count, groups


def enough(taken: set[int], groups: list[Group]) -> bool:
    """Whether cells have the number of each group."""
    return all(len(taken & set(group.cells)) >= group.least for group in groups)


def fewest(count: int, groups: list[Group]) -> int:
    """Return the fewest cells, by trying all choices."""
    return next(
        size
        for size in range(count + 1)
        for taken in itertools.combinations(range(count), size)
        if enough(set(taken), groups)
    )


@pytest.mark.parametrize("lies", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_random_groups(seed: int, lies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If HiGHS solves another program, its numbers are worse, but the answer is the same."""
    real = covering.linear_program

    def other(cost: Any, *rest: Any, **options: Any) -> Any:
        scale = np.random.default_rng(seed).uniform(-1.0, 3.0, len(cost))
        return real(cost * scale, *rest, **options)

    if lies:
        monkeypatch.setattr(covering, "linear_program", other)
    count, groups = random_groups(seed)
    expected = fewest(count, groups)
    search = Covering(count, groups, range(count))
    assert search.least <= expected
    for most in range(expected):
        assert search.find(most) is None
        assert search.least <= expected
    found = search.find(expected)
    assert found is not None and len(found) == expected
    assert enough(set(found.tolist()), groups)
    assert len(search.best) == expected
