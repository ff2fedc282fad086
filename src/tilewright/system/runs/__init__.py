"""Runs: one enumeration or table over many processes and machines, which survives crashes.

A run is a folder with a ledger of finished tasks (`ledger`). `work` defines what a task is, and
`lists` tasks that are items of a list; the kinds of work themselves are defined beside their
questions, and `registry` finds them. `run` hands the tasks out and books the results. They are
executed by threads (`threads`), local processes (`pool`) or a dask cluster (`dask`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.system.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.system.runs.dask import Cluster as Cluster
    from tilewright.system.runs.ledger import is_run as is_run
    from tilewright.system.runs.pool import Pool as Pool
    from tilewright.system.runs.run import Report as Report
    from tilewright.system.runs.run import Run as Run
    from tilewright.system.runs.run import RunTuning as RunTuning
    from tilewright.system.runs.threads import Threads as Threads
    from tilewright.system.runs.work import Executor as Executor

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "dask": "Cluster",
        "ledger": "is_run",
        "pool": "Pool",
        "run": "Report Run RunTuning",
        "threads": "Threads",
        "work": "Executor",
    },
)
