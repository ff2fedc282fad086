"""Waiting for what happens elsewhere, however long that takes here; and deadlines that do not
depend on the clock.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from tilewright.system.work.deadline import Deadline, current_deadline

#: Seconds after which nothing will come any more, on the slowest and busiest of machines.
NEVER = 300.0


class Countdown(Deadline):
    """A deadline that has passed when it is checked for the n-th time, whatever the clock says.

    Attributes
    ----------
    checks : int
        How often it was checked.
    """

    __slots__ = ("_number", "checks")

    def __init__(self, number: int) -> None:
        super().__init__(NEVER, stop=self._look)
        self._number, self.checks = number, 0

    def _look(self) -> bool:
        self.checks += 1
        return self.checks >= self._number


def out_of_time() -> NoReturn:
    """Let the time of the work that is under way here be up."""
    deadline = current_deadline()
    deadline._end = deadline.inner._end = 0.0
    raise deadline.error()


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait until something has happened; fail if it never does."""
    given_up = time.monotonic() + NEVER
    while not happened():
        assert time.monotonic() < given_up, f"{what}: not in {NEVER:.0f} seconds"
        time.sleep(0.01)


async def soon(happened: Callable[[], bool], what: str) -> None:
    """Wait like `until`, but let an event loop go on meanwhile."""
    given_up = time.monotonic() + NEVER
    while not happened():
        assert time.monotonic() < given_up, f"{what}: not in {NEVER:.0f} seconds"
        await asyncio.sleep(0.01)


def worked(process: int, seconds: float) -> None:
    """Wait until a process has worked so long: on a busy machine that is much later than the clock
    says.
    """
    stat = Path(f"/proc/{process}/stat")
    ticks = os.sysconf("SC_CLK_TCK")

    def enough() -> bool:
        used = stat.read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) >= seconds * ticks

    until(enough, f"the process works for {seconds} seconds")
