"""Runs: one enumeration or table over many processes and machines, which survives crashes.

A run is a folder with a ledger of finished tasks (`ledger`). `works`, `lists` and `searches` define
the tasks, `run` hands them out and books the results. Tasks are executed by threads (`threads`),
local processes (`pool`) or a dask cluster (`scheduler`). `store` keeps tilings in files, and
`reading` reads them as a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

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
    from tilewright.cluster.searches import FiguresWork as FiguresWork
    from tilewright.cluster.tasks import Executor as Executor
    from tilewright.cluster.threads import Threads as Threads
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
        "searches": "FiguresWork",
        "tasks": "Executor",
        "threads": "Threads",
        "works": "ColorsWork TilingsWork",
    },
)
