"""How far a count is: no time is promised while its layers of states grow, and compiling is
announced.
"""

from __future__ import annotations

import pytest

from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import Show
from tilewright.counting import count
from tilewright.counting.resources import Reporter
from tilewright.system.work.progress import StatesProgress

Captured = pytest.CaptureFixture[str]


class Clock:
    """A clock that goes on by as many seconds as layers have states."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def told_of(sizes: list[int], unit: str = "cell") -> list[StatesProgress]:
    """What is told of layers of these sizes, each of which takes a second for each state."""
    told: list[StatesProgress] = []
    clock = Clock()
    reporter = Reporter(told.append, 0.0, clock)
    reporter.begin()
    reporter.tell("counts", 0, len(sizes), 1, 0, unit=unit)
    for done, size in enumerate(sizes, start=1):
        clock.now += size
        reporter.tell("counts", done, len(sizes), size, 0, unit=unit)
    return told


def test_nothing_is_promised_while_layers_grow_and_never_too_little_afterwards() -> None:
    sizes = [2**k for k in range(20)] + [2**k for k in reversed(range(20))]
    told = told_of(sizes)
    assert all(progress.left is None and progress.growing for progress in told[1:21])
    later = told[26:-1]
    assert all(progress.left is not None and not progress.growing for progress in later)
    for progress in later:
        assert progress.left >= sum(sizes[progress.done :])
    assert not told[-1].growing
    assert "still growing" in told[10].text
    assert "still growing" not in told[30].text


def test_layers_of_one_size_and_lines_of_larger_and_smaller_ones_are_estimated() -> None:
    for sizes in ([5] * 80, [5, 9, 7, 3] * 20):
        for progress in told_of(sizes)[16:-8]:
            assert progress.left == pytest.approx(sum(sizes[progress.done :]), rel=0.4)


def test_other_units_go_by_their_mean_speed() -> None:
    told = told_of([2**k for k in range(10)], unit="row")
    assert all(progress.left is not None for progress in told[1:])


def test_a_count_tells_whether_its_layers_grow() -> None:
    told: list[StatesProgress] = []
    assert count("8x8-0,0", "trominoes+", progress=told.append) > 0
    assert told[-1].done == told[-1].total
    assert not told[-1].growing


def test_a_long_count_without_a_terminal_says_how_far_it_is(capsys: Captured) -> None:
    far = StatesProgress(phase="counts", unit="cell", done=3, total=9, states=7, growing=True)
    for plain, expected in ((True, 2), (False, 0)):
        work = CommandWork(Show(), plain=plain)
        for seconds in (1.0, 40.0, 50.0, 70.0, 90.0):
            work.began -= seconds - work.seconds
            work.report(far)
        said = capsys.readouterr().err.splitlines()
        assert len(said) == expected
        assert all("cell 3 of 9 · 7 states, still growing" in line for line in said)
