"""Progress: what long work tells whoever asked for it; one value for every ``progress=``.

>>> from tilewright import count
>>> told = []
>>> count("6x6", "dominoes+", progress=told.append)
6728
>>> told[-1].unit, told[-1].done == told[-1].total
('row', True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tilewright.system.values.arguments import counted, duration, in_units
from tilewright.system.work.notebook_bars import notebook_bar


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The progress of a long computation. Subclasses add details for each kind of work.

    Attributes
    ----------
    phase : str
        A short name of the current phase.
    unit : str
        The unit of `done`, `total` and `rate`, as a singular noun.
    done, total : int
        The number of finished units and the total number of units in this phase; `total` is 0 if
        unknown.
    share : float or None
        The fraction of the work done, from 0 to 1, or None if unknown. For searches, the fraction
        is an estimate.
    seconds : float or None
        The time spent so far, in seconds; None if it is not measured.
    rate : float
        The number of units finished per second; 0 if unknown.
    left : float or None
        The estimated number of seconds until the phase ends; None if no estimate is available yet.
    answer : object
        The best answer so far, if any.
    """

    phase: str = ""
    unit: str = ""
    done: int = 0
    total: int = 0
    share: float | None = None
    seconds: float | None = None
    rate: float = 0.0
    left: float | None = None
    answer: Any = None

    @property
    def text(self) -> str:
        """The progress as one line of text."""
        return " · ".join(filter(None, [*self._words(), self._left]))

    @property
    def where(self) -> str:
        """A phrase that describes the state of the work and can be added to a sentence; empty if
        unknown.
        """
        return ""

    def _words(self) -> Iterator[str]:
        """Yield the parts of the text, apart from the time that is left."""
        yield f"{self.phase}: {self._number}" if self.unit and self.phase else self.phase

    @property
    def _number(self) -> str:
        about = "about " if self.unit == "state" else ""
        return f"{self.unit} {self.done:,}" + (f" of {about}{self.total:,}" if self.total else "")

    @property
    def _left(self) -> str:
        return f"about {duration(self.left)} left" if self.left else ""


@dataclass(frozen=True, kw_only=True)
class StatesProgress(Progress):
    """The progress of a count or of a list of rectangles.

    A count has the phases ``"states"`` (finding the states), ``"counts"`` (counting tilings from
    these states), ``"recurrence"`` (finding the recurrence of a strip) and ``"tilings"`` (listing
    the tilings, if that is faster). The phase ``"matching"`` computes determinants; its units are
    ``"cell"`` and ``"prime"``. In all other phases, the unit is ``"row"`` or ``"column"`` if all
    lines share one state graph, ``"step"`` if lines form closed loops, and ``"cell"`` otherwise.
    For the unit ``"state"``, `total` is estimated from narrower boards. The other units are
    ``"term"`` (of a sequence) and ``"tiling"``. A list of rectangles has the phases ``"side"``,
    ``"strip"`` and ``"search"``.

    Attributes
    ----------
    states : int
        The number of states in memory.
    nbytes : int
        The memory in use, in bytes.
    growing : bool
        Whether the layers of states are still growing. As long as the layers are growing, the
        remaining time cannot be estimated.
    part : str
        The current part of the work, such as ``"half turn, 2 of 4"`` or a width; empty if there is
        only one part.
    """

    states: int = 0
    nbytes: int = 0
    growing: bool = False
    part: str = ""

    @property
    def where(self) -> str:
        """A phrase that describes the state of the work and can end a sentence, such as "after row
        5 of 18, with 7 states".
        """
        part = f" ({self.part})" if self.part else ""
        if phase := _WHILE.get(self.phase):
            number = self.done if self.phase == "tilings" else self.states
            return f" while {phase}, {number:,} so far{part}"
        first = f"before the first {self.unit} of {self.total:,}"
        place = f"after {self._number}" if self.done else first
        return f" {place}, with {self._held}{part}"

    def _words(self) -> Iterator[str]:
        doing = _DOING.get(self.phase, "")
        yield f"{doing} {self.part}" if self.phase in _SECTIONS else self.part
        yield "" if self.phase in _SECTIONS else doing
        yield self._number if self.unit else ""
        if self.states and self.unit not in ("state", "tiling"):
            yield f"{self._held}, still growing" if self.growing else self._held
        yield in_units(self.nbytes) if self.nbytes else ""
        if self.rate and (self.total or self.unit == "state"):
            yield _speed_words(self.rate, self.unit)

    @property
    def _held(self) -> str:
        if self.phase == "matching":
            return f"a matrix of {self.states:,} rows"
        return counted(self.states, "state")


#: What is done in a phase; counting itself goes without saying.
_DOING = {
    "states": "finding states",
    "recurrence": "finding the recurrence",
    "tilings": "listing the tilings",
    "side": "sides",
    "strip": "strip",
    "search": "searching",
}
#: The phases of a list of rectangles, whose part is what is done.
_SECTIONS = frozenset({"side", "strip", "search"})
#: The phases in which nothing is counted yet.
_WHILE = {
    "states": "finding the states",
    "recurrence": "finding the recurrence",
    "tilings": "listing the tilings",
}


def _speed_words(rate: float, unit: str) -> str:
    """Say how many units a second, or how long one of them takes."""
    if rate < 1:
        return f"{duration(1 / rate)} a {unit}"
    return f"{rate:,.1f} {unit}s/s" if rate < 100 else f"{rate:,.0f} {unit}s/s"


@dataclass(frozen=True, kw_only=True)
class SearchProgress(Progress):
    """The progress of a search, measured in nodes. A node is a placement that the search tries.

    Attributes
    ----------
    found : int
        The number of tilings found so far, including those waiting to be returned.
    delivered : int
        The number of tilings returned so far.
    nodes : int
        The number of placements tried so far, in the order in which a single thread would search.
        Work that other threads did in advance is counted when its turn comes. The number of threads
        hardly affects this count; only dead ends that threads share make a difference.
    worked : int
        The number of placements tried so far, including work that other threads did in advance.
    share : float
        The estimated fraction of the search tree that has been searched.
    seconds : float
        The time since the start, in seconds, including the time before the search was resumed from
        a checkpoint.
    """

    found: int = 0
    delivered: int = 0
    nodes: int = 0
    worked: int = 0
    share: float = 0.0
    seconds: float = 0.0

    @classmethod
    def of(
        cls, *, found: int, delivered: int, nodes: int, worked: int, share: float, seconds: float
    ) -> SearchProgress:
        """Return the progress, with the total rate of all threads and the remaining time."""
        early = share <= 0 or seconds < 0.2
        return cls(
            phase="search",
            unit="node",
            done=worked,
            share=share,
            seconds=seconds,
            rate=worked / seconds if seconds > 0 else 0.0,
            left=None if early else seconds * (1.0 - share) / share,
            found=found,
            delivered=delivered,
            nodes=nodes,
            worked=worked,
        )

    def _words(self) -> Iterator[str]:
        yield f"{self.found:,} found"
        yield f"{self.worked / 1e6:,.1f} million nodes"
        yield f"{self.rate / 1e6:.0f} million/s"
        yield f"{self.share:.1%} done"


@dataclass(frozen=True, kw_only=True)
class RunProgress(Progress):
    """The progress of a run in several processes, measured in tasks.

    Attributes
    ----------
    what : str
        The kind of result being counted, such as ``tilings``.
    count : int
        The number of results so far.
    nodes : int
    under_way, aside : int
        The number of tasks assigned to workers, and the number of tasks set aside after failures.
    workers, threads : int
        The numbers of active workers and threads.
    waiting : str
        A readable reason why no worker can continue; empty if the run can continue.
    share : float
        The estimated fraction of the work done.
    seconds : float
        The time since the run was last started or resumed, in seconds.
    rate : float
        The number of nodes per second since the run was last started or resumed.
    """

    what: str = ""
    count: int = 0
    nodes: int = 0
    under_way: int = 0
    aside: int = 0
    workers: int = 0
    threads: int = 0
    waiting: str = ""
    share: float = 0.0
    seconds: float = 0.0

    def _words(self) -> Iterator[str]:
        yield f"{self.count:,} found"
        yield f"{self.rate / 1e6:.0f} million nodes/s" if self.nodes else ""
        yield f"{self.share:.1%} done"
        yield "waiting" if self.waiting else counted(self.workers, "worker")
        yield f"{self.done:,} tasks"
        yield f"{self.aside} skipped" if self.aside else ""

    def to_json(self) -> dict[str, Any]:
        """Return the progress as JSON values. Numbers of tilings are strings of digits."""
        data = asdict(self) | {
            "count": str(self.count),
            "nodes": str(self.nodes),
            "tasks": self.total,
        }
        for name in ("phase", "unit", "total", "answer"):
            del data[name]
        for name, digits in (("share", 9), ("seconds", 3), ("rate", 1), ("left", 1)):
            if data[name] is not None:
                data[name] = round(data[name], digits)
        return data


def shown_in_notebook() -> Callable[[Progress], None] | None:
    """Return what shows how far work is as a bar below the cell of a notebook; None where there is
    none.
    """
    bar = notebook_bar()
    if bar is None:
        return None

    def show(progress: Progress) -> None:
        share = (
            progress.done / progress.total
            if progress.share is None and progress.total
            else progress.share
        )
        bar.show(share, progress.text)

    return show
