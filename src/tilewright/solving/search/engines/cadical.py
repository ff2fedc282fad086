"""Run CaDiCaL in a separate process, which can be ended at any time.

Run as a program, this module is that process. It imports almost nothing from the package, so it
starts at once. It reads four numbers (literals, decision variables, whether one solution is enough,
whether a solution may be part of another), then the clauses as signed 32-bit integers, each ended
by 0, then the decision variables. For each solution, it writes the number of true decision
variables, the number of conflicts so far, and these variables. At the end, it writes -1 and the
number of conflicts.

References
----------
A. Biere, K. Fazekas, M. Fleury and M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and
Treengeling entering the SAT Competition 2020". A. Ignatiev, A. Morgado and J. Marques-Silva,
"PySAT: A Python Toolkit for Prototyping with SAT Oracles", SAT 2018, Lecture Notes in Computer
Science 10929.
"""

from __future__ import annotations

import contextlib
import json
import queue
import sys
import threading
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from typing import IO

#: The largest number of solutions that wait; the process pauses at this point.
_WAITING = 256


def has_cadical() -> bool:
    """Return whether PySAT is installed (the extra ``sat``)."""
    return find_spec("pysat") is not None


class Cadical:
    """CaDiCaL on clauses (`blocks` contains literals, with 0 after each clause), for the values of
    `variables`.

    With `one`, it stops at the first solution. With `parts`, a solution may contain another.
    """

    def __init__(
        self, blocks: Sequence[array[int]], variables: array[int], *, one: bool, parts: bool = False
    ) -> None:
        # Most searches need no other process.
        import subprocess

        # The process of the solver must not import this (see below).
        from tilewright.system.platform.interrupts import sheltered

        with sheltered():
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        self.conflicts = 0
        #: Solutions in order of arrival; None at the end, a text if the process died.
        self._heard: queue.Queue[array[int] | str | None] = queue.Queue(_WAITING)
        head = array("q", [sum(map(len, blocks)), len(variables), one, parts])
        self._talk = threading.Thread(
            target=self._send_clauses, args=([head, *blocks, variables],), daemon=True
        )
        self._talk.start()

    def _send_clauses(self, blocks: Sequence[array[int]]) -> None:
        """Send all data to the process, and read all of its answers."""
        send, hear = self._process.stdin, self._process.stdout
        assert send is not None
        assert hear is not None
        try:
            # Its input stays open, so it ends with this process.
            for block in blocks:
                send.write(block.tobytes())
            send.flush()
            while True:
                length, self.conflicts = _read_numbers(hear, "i", 2)
                if length < 0:
                    self._heard.put(None)
                    return
                self._heard.put(_read_numbers(hear, "i", length))
        except (EOFError, OSError, ValueError) as error:
            self._heard.put(
                f"the solver process ended with exit code {self._process.wait()}: {error}"
            )

    def next(self, seconds: float) -> array[int] | None:
        """Wait up to `seconds` for the next solution: its true variables, or None if there are no
        more.
        """
        heard = self._heard.get(timeout=seconds)
        if isinstance(heard, str):
            from tilewright.errors import EngineError

            raise EngineError(heard, where="clauses")
        return heard

    def close(self) -> None:
        """End the solver process."""
        self._process.kill()
        self._process.wait()
        while self._talk.is_alive() and threading.current_thread() is not self._talk:
            with contextlib.suppress(queue.Empty):
                self._heard.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                # Input that it has not read is lost.
                with contextlib.suppress(OSError):
                    pipe.close()


def _read_numbers(stream: IO[bytes], kind: str, many: int) -> array[int]:
    numbers = array(kind)
    numbers.frombytes(stream.read(many * numbers.itemsize))
    if len(numbers) < many:
        raise EOFError("incomplete output")
    return numbers


def _solve_clauses() -> None:
    """Solve the clauses from standard input."""
    sys.path[:] = json.loads(sys.argv[1])
    from pysat.solvers import Solver

    from tilewright.system.platform.pipes import end_with

    hear, out = sys.stdin.buffer, sys.stdout.buffer
    literals, variables, one, parts = _read_numbers(hear, "q", 4)
    formula = _read_numbers(hear, "i", literals)
    projection = set(_read_numbers(hear, "i", variables))
    end_with(hear)
    with Solver(name="cadical195") as solver:
        clause: list[int] = []
        for literal in formula:
            if literal:
                clause.append(literal)
            else:
                solver.add_clause(clause)
                clause = []
        del formula
        while solver.solve():
            true = projection.intersection(solver.get_model())
            out.write(array("i", [len(true), _count_conflicts(solver), *true]).tobytes())
            out.flush()
            if one:
                return
            # The next solution must differ: not all of these variables, or, if it may contain this
            # one, one more.
            solver.add_clause(
                [*(-variable for variable in true), *(projection - true if parts else ())]
            )
        out.write(array("i", [-1, _count_conflicts(solver)]).tobytes())


def _count_conflicts(solver: object) -> int:
    return min(int((solver.accum_stats() or {}).get("conflicts", 0)), (1 << 31) - 1)  # type: ignore[attr-defined]


if __name__ == "__main__":
    # If the reader is gone, there is nobody to tell.
    with contextlib.suppress(BrokenPipeError, EOFError):
        _solve_clauses()
        sys.stdout.buffer.flush()
