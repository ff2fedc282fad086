"""Small problems for engines, and a run of an engine to its end."""

from __future__ import annotations

from tilewright.model.problem import Problem
from tilewright.solving.search.running.protocol import EngineRun, Status

#: With few tilings; of all lattices.
PROBLEMS = [
    Problem("2x4", "dominoes+"),
    Problem("3x3", "L3=1..2", "I3=0..1", empty=(0, 3), turn="fixed"),
    Problem("2x3", "L3=2"),
    Problem("3x3", "L3=2"),
    Problem("3x2", "dominoes+", empty=(2, 6)),
    Problem("3x5", "trominoes+", "monomino=0..3"),
    Problem("4x4", "L4=2..4", "I4=0..1", turn="one-sided"),
    Problem("tri:hexagon2", "tetriamonds+"),
    Problem("hex:hexagon2", "dihexes+", "monohex=1"),
    Problem("torus:4x4", "L4=4"),
    Problem("cube:2x2x3", "tricubes+"),
]


def everything(run: EngineRun, ending: Status = Status.DONE) -> list[tuple[int, ...]]:
    """Return the placements of each tiling, sorted; the run has to end as it says."""
    tilings: list[tuple[int, ...]] = []
    status = Status.MORE
    while status in (Status.MORE, Status.FULL):
        status = run.advance(1)
        tilings += [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
    assert status is ending
    return sorted(tilings)
