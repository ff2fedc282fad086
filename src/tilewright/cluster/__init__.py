"""Runs: one enumeration, or one table, over many processes and machines, that loses nothing.

A run is a folder with a ledger: `ledger` is the book of what is done, `works` and `lists` say what a task is, `run` hands
tasks out and books what comes back. Who works is a crew: `pool` has processes of this machine, `scheduler` a cluster of
dask. `store` is the tilings in files, `reading` a run as a table of tilings, `reports` how far it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.cluster.crew import Crew as Crew
    from tilewright.cluster.ledger import is_run as is_run
    from tilewright.cluster.lists import CountsWork as CountsWork
    from tilewright.cluster.lists import PlaneWork as PlaneWork
    from tilewright.cluster.lists import PuzzlesWork as PuzzlesWork
    from tilewright.cluster.lists import RectanglesWork as RectanglesWork
    from tilewright.cluster.pool import Pool as Pool
    from tilewright.cluster.reading import Recorded as Recorded
    from tilewright.cluster.reading import RunTable as RunTable
    from tilewright.cluster.reports import Report as Report
    from tilewright.cluster.run import Run as Run
    from tilewright.cluster.run import RunTuning as RunTuning
    from tilewright.cluster.scheduler import Cluster as Cluster
    from tilewright.cluster.works import ColorsWork as ColorsWork
    from tilewright.cluster.works import TilingsWork as TilingsWork

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "crew": "Crew",
        "ledger": "is_run",
        "lists": "CountsWork PlaneWork PuzzlesWork RectanglesWork",
        "pool": "Pool",
        "reading": "Recorded RunTable",
        "reports": "Report",
        "run": "Run RunTuning",
        "scheduler": "Cluster",
        "works": "ColorsWork TilingsWork",
    },
)
