"""The kinds of work that a run can do. Each is defined beside the question that it asks, and is
found by its name.

A work is built from its description of JSON values, which is in the ledger and goes to every
worker.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tilewright.errors import CheckpointError, EngineError
from tilewright.system.files.fields import Fields
from tilewright.system.lazy import works
from tilewright.system.runs.ledger import Outcome, Unit
from tilewright.system.runs.work import Work
from tilewright.system.values.arguments import format_value
from tilewright.system.values.arrays import Tables
from tilewright.system.values.recent import Recent
from tilewright.system.work.deadline import Deadline


class VersionError(EngineError):
    """The run and a worker have different versions."""

    kind = "version"


def versions() -> dict[str, str]:
    """Return the versions that must be equal wherever a run is worked on."""
    from tilewright.version import __version__

    return {
        "tilewright": __version__,
        "numpy": np.__version__,
    }


def check_versions(theirs: dict[str, str], worker: str) -> None:
    """Raise VersionError unless this process has the versions of the run."""
    mine = versions()
    differing = [
        f"{name} {mine.get(name)} instead of {theirs[name]}"
        for name in theirs
        if mine.get(name) != theirs[name]
    ]
    if differing:
        raise VersionError(
            f"the versions on a worker differ from those of the run ({' and '.join(differing)}); "
            "install the same versions on all machines",
            where=worker,
        )


def work_of(description: dict[str, Any]) -> Work:
    """Return the work for a description."""
    return check_description(description)(description)


def check_description(
    description: dict[str, Any], fail: Callable[[str], CheckpointError] = CheckpointError
) -> type[Work]:
    """Return the class of work for a description; raise if the description is invalid."""
    kind = description.get("kind")
    if not isinstance(kind, str) or kind not in works:
        raise fail(f"unknown kind of run {format_value(kind)}; supported: {', '.join(works)}")
    module, _, name = works[kind].partition(":")
    work: type[Work] = getattr(import_module(module), name)
    work.check(Fields(description, "the description of the run", fail))
    return work


#: The last works that this process has prepared.
_works: Recent[str, Work] = Recent(4)
_making_lock = threading.Lock()


def _cached_work(text: str, tables: Tables | None) -> Work:
    # Threads of one worker wait for the first one instead of building the same work.
    with _making_lock:
        return _works.get(text, lambda: _make_work(text, tables))


def _make_work(text: str, tables: Tables | None) -> Work:
    description = json.loads(text)
    with Deadline(memory=description.get("memory")).holds():
        work = work_of(description)
    if tables is not None:
        work.share(tables)
    return work


def do(
    text: str,
    theirs: dict[str, str],
    units: Sequence[tuple[Unit, float]],
    budget: int,
    tables: Tables | None = None,
) -> Outcome:
    """Execute a task in a worker."""
    check_versions(theirs, f"{socket.gethostname()}:{os.getpid()}")
    return _cached_work(text, tables).do_measured(units, budget)
