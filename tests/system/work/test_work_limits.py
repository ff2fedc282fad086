"""The limits of public functions, and questions that are worked on within them."""

from __future__ import annotations

import inspect
from typing import Unpack

import pytest

from tilewright.errors import RequestError, TimeLimitError
from tilewright.system.platform.machine import allowed_memory, useful_threads
from tilewright.system.work.deadline import Deadline, check_time, current_deadline, report
from tilewright.system.work.limits import Limits, ThreadLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask


@limited
def held(size: int = 0, **limits: Unpack[ThreadLimits]) -> tuple[float | None, int, int]:
    assert not limits
    report(Progress(done=size))
    return current_deadline().seconds, allowed_memory(), useful_threads()


@limited
def around(**limits: Unpack[Limits]) -> tuple[float | None, int, int]:
    return held(progress=None)


def test_limits_hold_inside() -> None:
    heard: list[int] = []
    limits: ThreadLimits = {"timeout": 60, "max_memory": "1M", "threads": 1}
    answer = held(7, **limits, progress=lambda progress: heard.append(progress.done))
    assert answer == (60, 1 << 20, 1)
    assert heard == [7]
    assert current_deadline().seconds is None
    # A function that is called in another one is within its limits, but does not report for it.
    assert around(timeout=60, max_memory=1000)[:2] == (60, 1000)
    with Deadline(listener=lambda progress: heard.append(0)).holds():
        held(8)
    assert heard == [7]


def test_the_signature_names_the_limits() -> None:
    assert [*inspect.signature(held).parameters] == [
        *("size", "timeout", "max_memory", "progress", "threads")
    ]
    assert [*inspect.signature(around).parameters] == ["timeout", "max_memory"]
    with pytest.raises(TypeError, match="threads"):
        around(threads=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"timeout": 0}, "`timeout` must be greater than 0"),
        ({"max_memory": "much"}, "`max_memory` must be an amount"),
        ({"threads": 0}, "`threads` must be at least 1"),
        ({"progress": 3}, "`progress` must be callable"),
    ],
)
def test_limits_are_checked(limits: ThreadLimits, message: str) -> None:
    with pytest.raises(RequestError, match=message):
        held(**limits)


class Sum:
    """Adds numbers as long as there is time."""

    def __init__(self) -> None:
        self.sum = 0

    def run(self) -> None:
        for number in range(5):
            check_time()
            self.sum += number

    def answer(self, stopped: str = "") -> tuple[int, str]:
        return self.sum, stopped


def stopping(looks: int) -> Deadline:
    """Return a deadline that passes when it was looked at that many times."""
    left = iter(range(looks))
    return Deadline(stop=lambda: next(left, None) is None)


def test_a_question_says_what_is_known() -> None:
    assert ask(Sum()) == (10, "")
    with stopping(3).holds():
        assert ask(Sum()) == (3, "the time limit was reached")


def test_a_limit_around_a_question_ends_it_without_an_answer() -> None:
    with stopping(3).holds(), Deadline(60).holds(), pytest.raises(TimeLimitError):
        ask(Sum())


@limited
def summed(**limits: Unpack[Limits]) -> tuple[int, str]:
    return ask(Sum())


def test_a_function_without_a_limit_is_ended_by_that_around_it() -> None:
    """It does not take that limit for its own, and answer with what it knows."""
    with stopping(3).holds(), pytest.raises(TimeLimitError):
        summed()


def test_the_threads_of_the_inner_limit_hold() -> None:
    with Deadline(threads=2).holds():
        assert (held(threads=1)[2], held()[2]) == (1, 2)
