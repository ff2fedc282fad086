"""A run of an engine, to its end."""

from __future__ import annotations

from tilewright.search.engines.protocol import EngineRun, Status


def everything(run: EngineRun, ending: Status = Status.DONE) -> list[tuple[int, ...]]:
    """Return the placements of each tiling, sorted; the run has to end as it says."""
    found: list[tuple[int, ...]] = []
    status = Status.MORE
    while status in (Status.MORE, Status.FULL):
        status = run.advance(1)
        found += [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
    assert status is ending
    return sorted(found)
