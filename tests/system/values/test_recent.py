"""The last few results, asked for by many threads at once."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from tilewright.system.values.recent import Recent


def test_the_last_few_are_kept_in_the_order_of_asking() -> None:
    made: list[int] = []
    recent: Recent[int, int] = Recent(2)

    def ask(number: int) -> int:
        return recent.get(
            number, lambda: made.append(number) or number, keep=lambda value: value != 9
        )

    assert [ask(number) for number in (1, 2, 1, 3, 1, 2, 9, 9)] == [1, 2, 1, 3, 1, 2, 9, 9]
    assert made == [1, 2, 3, 2, 9, 9]
    recent.clear()
    ask(1)
    assert made[-1] == 1


class Slow(int):
    """A key that lets other threads go on whenever it is looked up."""

    def __hash__(self) -> int:
        time.sleep(0)
        return super().__hash__()


def test_threads_do_not_disturb_each_other() -> None:
    recent: Recent[Slow, int] = Recent(3)

    def ask(first: int) -> list[int]:
        return [
            recent.get(Slow(number % 7), lambda number=number: number % 7)
            for number in range(first, first + 500)
        ]

    with ThreadPoolExecutor(8) as pool:
        for first, answers in zip(range(8), pool.map(ask, range(8)), strict=True):
            assert answers == [number % 7 for number in range(first, first + 500)]
