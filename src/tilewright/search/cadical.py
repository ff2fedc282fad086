"""CaDiCaL in a process of its own: it works until it has an answer, and a process can be ended at any time.

Run as a program, this module is that process, and imports next to nothing of the house, so that it begins at once. It reads
how many numbers there are and the clauses, signed integers of 32 bits, each clause ended by 0; it writes a 1 and the literals
that are true, or a 0.

References
----------
A. Biere, K. Fazekas, M. Fleury and M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT
Competition 2020", and A. Ignatiev, A. Morgado and J. Marques-Silva, "PySAT: A Python Toolkit for Prototyping with SAT Oracles",
SAT 2018, Lecture Notes in Computer Science 10929, which brings it to Python.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from typing import BinaryIO

__all__ = ["Cadical", "has_cadical"]


def has_cadical() -> bool:
    """Return whether PySAT is installed (the extra ``sat``)."""
    return find_spec("pysat") is not None


class Cadical:
    """CaDiCaL on clauses; see `tilewright.search.clauses.Solver`. It has one answer.

    Parameters
    ----------
    blocks : sequence of array of int
        Literals, each clause ended by 0.
    """

    def __init__(self, blocks: Sequence[array[int]]) -> None:
        # The process of the solver does without (see below).
        from tilewright.system.interrupts import sheltered

        with sheltered():
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        #: It does not say how far it is.
        self.conflicts = 0
        self._model: array[int] | None = None
        self._failed = ""
        self._talk = threading.Thread(target=self._ask, args=(blocks,), daemon=True)
        self._talk.start()

    def _ask(self, blocks: Sequence[array[int]]) -> None:
        """Hand the clauses to the process, and wait for what it says."""
        send, hear = self._process.stdin, self._process.stdout
        assert send is not None
        assert hear is not None
        try:
            send.write(array("q", [sum(map(len, blocks))]).tobytes())
            for block in blocks:
                send.write(block.tobytes())
            send.flush()
            model = array("i")
            # All that it says; its input stays open until then, so that it ends with this process.
            said = hear.read()
            model.frombytes(said[: len(said) // model.itemsize * model.itemsize])
            if not model:
                self._failed = f"the process of the solver ended with {self._process.wait()}"
            self._model = model
        except (OSError, ValueError) as error:
            self._failed = f"the process of the solver has ended: {error}"

    def solve(self, seconds: float) -> tuple[bool | None, Sequence[int]]:
        """Wait for the answer for some seconds.

        Raises
        ------
        EngineError
            If the process has ended without an answer.
        """
        self._talk.join(seconds)
        if self._talk.is_alive():
            return None, ()
        self.close()
        if self._failed or self._model is None:
            from tilewright.errors import EngineError

            raise EngineError(self._failed, where="clauses")
        return bool(self._model[0]), [literal for literal in self._model[1:] if literal > 0]

    def forbid(self, clause: Sequence[int]) -> None:
        """Refuse: the process ends with its answer."""
        from tilewright.errors import EngineError

        raise EngineError("CaDiCaL has one answer here", where="clauses")

    def close(self) -> bool:
        """End the process, and the solver with it."""
        self._process.kill()
        self._process.wait()
        if threading.current_thread() is not self._talk:
            self._talk.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                # What it had not read is lost.
                with contextlib.suppress(OSError):
                    pipe.close()
        return True


def _numbers(stream: BinaryIO, kind: str, many: int) -> array[int]:
    found = array(kind)
    found.frombytes(stream.read(many * found.itemsize))
    if len(found) < many:
        sys.exit(1)
    return found


def _work() -> None:
    """Solve what is read."""
    sys.path[:] = json.loads(sys.argv[1])
    from pysat.solvers import Solver

    from tilewright.system.pipes import end_with

    literals = _numbers(sys.stdin.buffer, "i", _numbers(sys.stdin.buffer, "q", 1)[0])
    end_with(sys.stdin.buffer)
    with Solver(name="cadical195") as solver:
        clause: list[int] = []
        for literal in literals:
            if literal:
                clause.append(literal)
            else:
                solver.add_clause(clause)
                clause = []
        del literals
        answer = solver.solve()
        model = solver.get_model() if answer else []
    # Where nobody is left who would read it, nothing is to be said.
    with contextlib.suppress(OSError), sys.stdout.buffer as out:
        out.write(array("i", [int(bool(answer)), *model]).tobytes())


if __name__ == "__main__":
    _work()
