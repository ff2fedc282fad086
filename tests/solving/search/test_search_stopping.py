"""Searches that are stopped or interrupted, and continued: no tiling is lost and none comes
twice."""

from __future__ import annotations

import sys
import textwrap
import threading

import pytest

import tilewright as tw
from commands import run_process
from tilewright.errors import TimeLimitError
from tilewright.model.problem import Problem
from tilewright.solving.search import Search, tilings
from tilewright.solving.search.running.pace import SearchTuning
from tilewright.system.work.progress import SearchProgress


def same(one: list[tw.Tiling], other: list[tw.Tiling]) -> bool:
    return [t.labels.tobytes() for t in one] == [t.labels.tobytes() for t in other]


def test_stop_and_go_on() -> None:
    problem = Problem("6x10", "pentominoes")
    whole = list(tilings(problem))
    search = Search(problem, threads=2)
    found = []
    for tiling in search:
        found.append(tiling)
        if len(found) == 1234:
            search.stop()
    assert len(found) == 1234
    assert search.stopped_by == "stop"
    found += list(search)
    assert search.complete
    assert same(found, whole)


def test_stop_from_another_thread() -> None:
    search = Search(Problem("9x10", "pentominoes", turn="one-sided"))
    threading.Timer(0.3, search.stop).start()
    search.count()
    assert search.stopped_by == "stop"


def test_interrupts_lose_nothing() -> None:
    """Ctrl-C again and again while the search is at work; each time it is gone on with."""
    program = textwrap.dedent("""
        import signal
        from tilewright.model.problem import Problem
        from tilewright.solving.search import Search

        # A runner in the background may have Ctrl-C ignored, and children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def interrupt(*_):
            if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
                signal.raise_signal(signal.SIGINT)

        signal.signal(signal.SIGALRM, interrupt)
        problem = Problem("6x10", "pentominoes")
        wanted = [tiling.text() for tiling in Search(problem)]
        for threads in (1, 2):
            search = Search(problem, threads=threads)
            found, interrupts = [], 0
            signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
            while True:
                try:
                    for tiling in search:
                        found.append(tiling.text())
                    break
                except KeyboardInterrupt:
                    interrupts += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert interrupts > 0
            assert search.complete
            assert found == wanted, (len(found), len(wanted))
        print("whole")
    """)
    result = run_process([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "whole\n", result.stderr


def test_an_interrupted_count_knows_what_it_has_counted() -> None:
    def interrupt(snapshot: SearchProgress) -> None:
        if snapshot.found and not seen:
            seen.append(snapshot.found)
            raise KeyboardInterrupt

    seen: list[int] = []
    search = Search(
        Problem("8x8", "domino+"),
        progress=interrupt,
        threads=2,
        tuning=SearchTuning(report_every=0.0),
    )
    with pytest.raises(KeyboardInterrupt):
        search.count()
    assert 0 < seen[0] <= search.delivered < 12_988_816
    assert not search.complete


def test_a_search_that_is_prepared_late_keeps_its_time_limit() -> None:
    search = Search(tw.Problem("20x20", "pentominoes+"), timeout=1e-9)
    with pytest.raises(TimeLimitError):
        search.step()
