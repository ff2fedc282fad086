"""A question that is worked on: work for a while, say how far it is, stop, say what is known.

Searches that know something at every moment are questions: the best packing so far, the figures
found, the periods excluded. `ask` works on one until it is answered or a limit is reached; commands
ask in the same way, and stop at Ctrl-C, too.

>>> class Halves:
...     number = 96
...
...     def steps(self):
...         while self.number % 2 == 0:
...             self.number //= 2
...             yield Progress(phase="halving")
...
...     def answer(self, stopped=""):
...         return self.number, stopped
>>> ask(Halves())
(3, '')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.system.work.deadline import check_time, current_deadline, report
from tilewright.system.work.progress import Progress

_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result", covariant=True)


class Question(Protocol[_Result]):
    """A question that is worked on."""

    def steps(self) -> Iterator[Progress]:
        """Do the work, in steps; yield the progress after each. It may raise the error of a limit,
        and is then not continued.
        """
        ...

    def answer(self, stopped: str = "") -> _Result:
        """Return what is known; `stopped` says why the work ended early, if it did."""
        ...


def ask(question: Question[_Answer]) -> _Answer:
    """Work on a question until it is answered, or a limit that holds here is reached."""
    return question.answer(work_on(question))


def work_on(question: Question[object]) -> str:
    """Do the work of a question, and return which limit ended it early; empty if none did."""
    deadline = current_deadline().inner
    try:
        for progress in question.steps():
            report(progress)
            check_time()
    except TimeLimitError:
        # What is around the question ends as a whole, and asks again later.
        if not deadline.passed:
            raise
        return "the time limit was reached"
    except MemoryLimitError as error:
        return error.message
    return ""
