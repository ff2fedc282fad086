"""Progress: what long work tells whoever asked for it; one value for every ``progress=``.

>>> from tilewright import count
>>> told = []
>>> count("6x6", "dominoes+", progress=told.append)
6728
>>> told[-1].unit, told[-1].done == told[-1].total
('row', True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tilewright.system.bars import notebook_bar

__all__ = ["Progress", "RunProgress", "SearchProgress", "StatesProgress", "shown_in_notebook"]


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The progress of work. Subclasses add the details of each kind of work.

    Attributes
    ----------
    phase : str
        The current phase, in a few words.
    unit : str
        The unit that `done`, `total` and `rate` count, in the singular.
    done, total : int
        The finished and total units of the phase; `total` is 0 if unknown.
    share : float or None
        The finished share of all work, from 0 to 1; None if unknown. For searches, the share is an estimate.
    seconds : float or None
        The time spent so far; None if it is not measured.
    rate : float
        Units per second; 0 if unknown.
    left : float or None
        The estimated seconds to the end of the phase; None if no estimate is possible yet.
    """

    phase: str = ""
    unit: str = ""
    done: int = 0
    total: int = 0
    share: float | None = None
    seconds: float | None = None
    rate: float = 0.0
    left: float | None = None

    @property
    def text(self) -> str:
        """The progress as one line of text."""
        of = f" of {self.total:,}" if self.total else ""
        return f"{self.phase}: {self.unit} {self.done:,}{of}{self._ending}" if self.unit else self.phase

    @property
    def _ending(self) -> str:
        return f", about {self.left:,.0f} s left" if self.left else ""


@dataclass(frozen=True, kw_only=True)
class StatesProgress(Progress):
    """How far work on states is: a count, or the strips of a list of rectangles.

    A count has the phases ``"states"`` (states are found), ``"counts"`` (counts move along them),
    ``"recurrence"`` (the recurrence of a strip is found) and ``"tilings"`` (they are listed, as that is quicker). Its unit is
    ``"row"`` or ``"column"`` if one state graph serves all of them, and ``"cell"`` layer by layer. It is ``"step"`` where lines
    close on themselves, and states are folded between two of them. For ``"state"``, `total` is an estimate from narrower
    boards. The other units are ``"term"`` of a sequence and ``"tiling"`` of a list. A list of rectangles has the phases
    ``"side"``, ``"strip"`` and ``"search"``.

    Attributes
    ----------
    states : int
        States held.
    nbytes : int
        Bytes held.
    part : str
        Which of several this is about, such as ``"half turn, 2 of 4"`` or a width; empty if there is one only.
    """

    states: int = 0
    nbytes: int = 0
    part: str = ""

    @property
    def text(self) -> str:
        """The progress as one line of text."""
        of = f" of {self.total:,}" if self.total else ""
        part = f"{self.part}: " if self.part else ""
        held = f", {self.states:,} states" if self.states or self.unit != "tiling" else ""
        return f"{part}{self.unit or self.phase} {self.done:,}{of}{held}{self._ending}"


@dataclass(frozen=True, kw_only=True)
class SearchProgress(Progress):
    """How far a search is; its unit is the node, a placement tried.

    Attributes
    ----------
    found : int
        Tilings found so far; those that wait to be handed out are included.
    delivered : int
        Tilings handed out so far.
    nodes : int
        Placements tried on the way to what was found, in the order of one thread: what threads do ahead counts when
        its turn comes. With any number of threads it is about the same; they share the dead ends that they remember.
    worked : int
        Placements tried so far, what threads did ahead included.
    share : float
        Estimated share of the search tree that is done.
    seconds : float
        Time since the start, that before a checkpoint included.
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
        """Return it with its rate, by all threads, and the time that is left."""
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

    @property
    def text(self) -> str:
        """The progress as one line of text."""
        return f"{self.found:,} found, {self.worked:,} placements tried{self._ending}"


@dataclass(frozen=True, kw_only=True)
class RunProgress(Progress):
    """How far a run over many processes is; its unit is the task.

    Attributes
    ----------
    what : str
        What is counted: ``tilings``.
    count : int
        How many were found.
    nodes : int
    under_way, aside : int
        Tasks that are handed out, and that were set aside.
    workers, threads : int
        Who works now.
    waiting : str
        Why nobody can work now, for people; empty if somebody can.
    share : float
        Estimated share of the work that is done.
    seconds : float
        Since the work was taken up this time.
    rate : float
        Nodes a second since then.
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

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values; numbers of tilings are strings of digits."""
        data = asdict(self) | {"count": str(self.count), "nodes": str(self.nodes), "tasks": self.total}
        for name in ("phase", "unit", "total"):
            del data[name]
        for name, digits in (("share", 9), ("seconds", 3), ("rate", 1), ("left", 1)):
            if data[name] is not None:
                data[name] = round(data[name], digits)
        return data


def shown_in_notebook() -> Callable[[Progress], None] | None:
    """Return what shows how far work is as a bar below the cell of a notebook; None where there is none."""
    bar = notebook_bar()
    if bar is None:
        return None

    def show(progress: Progress) -> None:
        share = (
            progress.done / progress.total if progress.share is None and progress.total else progress.share
        )
        bar.show(share, progress.text)

    return show
