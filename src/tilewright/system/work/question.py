"""A question that is worked on: work for a while, say how far it is, stop, say what is known.

Searches that know something at every moment are questions: the best packing so far, the periods
excluded, the widths decided. `ask` works on one until it is answered or its time is up; commands
ask in the same way, and stop at Ctrl-C, too.

>>> class Halves:
...     number = 96
...
...     def run(self):
...         while self.number % 2 == 0:
...             self.number //= 2
...
...     def answer(self, stopped=""):
...         return self.number, stopped
>>> ask(Halves())
(3, '')
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from tilewright.errors import TimeLimitError
from tilewright.system.work.deadline import current_deadline

_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result", covariant=True)

#: Why a question was stopped, in its answer.
OUT_OF_TIME, INTERRUPTED = "the time limit was reached", "interrupted"


class Question(Protocol[_Result]):
    """A question that is worked on."""

    def run(self) -> None:
        """Do the work, and say with `report` how far it is.

        It may end anywhere, by an error of a limit or an interrupt, so what is known must be true
        at any moment.
        """
        ...

    def answer(self, stopped: str = "") -> _Result:
        """Return what is known; `stopped` says why the work ended early, if it did."""
        ...


def ask(question: Question[_Answer]) -> _Answer:
    """Work on a question until it is answered, or the time limit that holds here is reached."""
    return question.answer(work_on(question))


def work_on(question: Question[object]) -> str:
    """Do the work of a question, and return why it ended early; empty if it did not."""
    deadline = current_deadline().inner
    try:
        question.run()
    except TimeLimitError:
        # What is around the question ends as a whole, and asks again later.
        if not deadline.passed:
            raise
        return OUT_OF_TIME
    return ""
