"""The last few results, asked for by many threads at once."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from tilewright.system.recent import Recent


def test_the_last_few_are_kept_in_the_order_of_asking() -> None:
    made: list[int] = []
    recent: Recent[int, int] = Recent(2)

    def ask(number: int) -> int:
        return recent.get(number, lambda: made.append(number) or number, keep=lambda value: value != 9)

    assert [ask(number) for number in (1, 2, 1, 3, 1, 2, 9, 9)] == [1, 2, 1, 3, 1, 2, 9, 9]
    assert made == [1, 2, 3, 2, 9, 9]
    recent.clear()
    ask(1)
    assert made[-1] == 1


def test_threads_do_not_disturb_each_other() -> None:
    recent: Recent[int, int] = Recent(3)
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            asked = [number % 7 for number in range(20_000)]
            assert list(pool.map(lambda number: recent.get(number, lambda: -number), asked)) == [
                -number for number in asked
            ]
    finally:
        sys.setswitchinterval(switching)
