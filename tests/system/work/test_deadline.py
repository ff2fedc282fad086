"""Deadlines: they hold for a block of work, and the earliest counts."""

from __future__ import annotations

import threading

import pytest

from tilewright.errors import RequestError, TimeLimitError
from tilewright.system.work.deadline import Deadline, check_time, current_deadline


def passed(seconds: float = 1e-9) -> Deadline:
    deadline = Deadline(seconds, "--timeout")
    while not deadline.passed:
        pass
    return deadline


def test_a_deadline_that_never_comes() -> None:
    never = Deadline()
    assert not never.passed
    assert never.left == float("inf")
    never.check()
    with never.holds():
        check_time()


def test_it_holds_for_a_block_and_no_longer() -> None:
    with (
        passed().holds(),
        pytest.raises(
            TimeLimitError, match=r"--timeout: the time limit of 1e-09 seconds was reached"
        ) as caught,
    ):
        check_time()
    assert caught.value.exit_code == 3
    check_time()


def test_the_earliest_holds() -> None:
    late, early = Deadline(1000), passed()
    with early.holds(), late.holds():
        assert current_deadline().seconds == early.seconds
        assert current_deadline().inner is late
        with pytest.raises(TimeLimitError):
            check_time()
    with late.holds():
        with early.holds(), pytest.raises(TimeLimitError):
            check_time()
        assert current_deadline().seconds == late.seconds
        check_time()


def test_another_thread_has_its_own() -> None:
    seen: list[Deadline] = []
    with passed().holds():
        thread = threading.Thread(target=lambda: seen.append(current_deadline()))
        thread.start()
        thread.join()
    assert seen[0].seconds is None


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), "soon"])
def test_a_time_is_a_number_above_zero(wrong: float) -> None:
    with pytest.raises(RequestError, match="`timeout` must be"):
        Deadline(wrong)
