"""Runs: one enumeration, or one table, over many processes and machines, that loses nothing.

A run is a folder with a ledger: `ledger` is the book of what is done, `works` and `lists` say what a task is, `run` hands
tasks out and books what comes back. An executor does the tasks: `pool` has processes of this machine, `scheduler` a cluster of
dask. `store` keeps the tilings in files, `reading` reads a run as a table of tilings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.cluster.ledger import is_run as is_run
    from tilewright.cluster.lists import CountsWork as CountsWork
    from tilewright.cluster.lists import PlaneWork as PlaneWork
    from tilewright.cluster.lists import PuzzlesWork as PuzzlesWork
    from tilewright.cluster.lists import RectanglesWork as RectanglesWork
    from tilewright.cluster.pool import Pool as Pool
    from tilewright.cluster.reading import Recorded as Recorded
    from tilewright.cluster.reading import RunTable as RunTable
    from tilewright.cluster.run import Report as Report
    from tilewright.cluster.run import Run as Run
    from tilewright.cluster.run import RunTuning as RunTuning
    from tilewright.cluster.scheduler import Cluster as Cluster
    from tilewright.cluster.tasks import Executor as Executor
    from tilewright.cluster.works import ColorsWork as ColorsWork
    from tilewright.cluster.works import TilingsWork as TilingsWork

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "ledger": "is_run",
        "lists": "CountsWork PlaneWork PuzzlesWork RectanglesWork",
        "pool": "Pool",
        "reading": "Recorded RunTable",
        "run": "Report Run RunTuning",
        "scheduler": "Cluster",
        "tasks": "Executor",
        "works": "ColorsWork TilingsWork",
    },
)
