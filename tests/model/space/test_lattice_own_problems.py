"""Random problems on lattices of one's own: searches, counts, colors, deductions, games and
pictures against the naive twin.
"""

from __future__ import annotations

import pytest

import own_cases

#: Problems of one test; of the suite; and of `make test-all`.
EACH, FEW, MANY = 2, 6, 1200


def _shares() -> list[object]:
    return [
        pytest.param(first, marks=[] if first < FEW else [pytest.mark.slow])
        for first in range(0, MANY, EACH)
    ]


@pytest.mark.parametrize("first", _shares())
def test_all_ways_agree_with_the_naive_twin(first: int) -> None:
    for number in range(first, first + EACH):
        wrong = own_cases.judge(own_cases.own_case(number), number)
        assert not wrong, f"\npython tests/support/own_cases.py {number} 1\n" + "\n".join(
            wrong.values()
        )
