"""``tilewright runs``: how far a run over many processes is."""

from __future__ import annotations

import json
from pathlib import Path

from tilewright.cli.output.answers import print_json
from tilewright.cli.output.progress import duration

__all__ = ["runs"]

#: Workers that are listed.
_WORKERS = 20


def runs(
    folder: Path,
    /,
    *,
    json: bool = False,
) -> int:
    """Tell how far a run over many processes is.

    FOLDER is that of --run. It is only read, also while the run is at work. Exits
    with 3 if the run is not complete.

    For example:

      tilewright runs runs/9x10
      tilewright runs runs/9x10 --json

    Parameters
    ----------
    folder
        The folder of the run.
    json
        Print one JSON object instead.
    """
    from tilewright.cluster import Report

    found = Report.of(folder)
    code = 0 if found.state == "complete" else 3
    if json:
        print_json(found.to_json())
        return code
    sums = found.sums
    print(f"{_about(found.description)}: {found.state}")
    nodes = f", {sums['nodes']:,} nodes" if sums["nodes"] else ""
    print(f"{sums['count']:,} found, {sums['share']:.1%} of the work{nodes}")
    aside = f", {sums['aside']:,} set aside" if sums["aside"] else ""
    print(
        f"{sums['done']:,} tasks done, {sums['waiting']:,} waiting{aside}; "
        f"{duration(sums['seconds'])} of work, the longest task {duration(found.slowest)}"
    )
    if found.crew:
        rate = found.status.get("rate")
        speed = f", {rate / 1e6:.1f} million nodes/s" if rate and sums["nodes"] else ""
        left = found.status.get("left")
        until = f", {duration(left)} left" if left and found.state == "at work" else ""
        print(f"{found.crew}{speed}{until}; last seen {found.seen}")
    for worker in found.workers[:_WORKERS]:
        print(f"  {worker['worker']}: {worker['tasks']:,} tasks, {duration(worker['seconds'])}")
    if len(found.workers) > _WORKERS:
        print(f"  and {len(found.workers) - _WORKERS:,} more")
    for unit, why in found.aside:
        print(f"set aside: {_short(unit)}: {why}")
    return code


def _short(unit: object) -> str:
    text = json.dumps(unit)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _about(description: dict[str, object]) -> str:
    """Say what a run is about."""
    problem = description.get("problem")
    if not isinstance(problem, dict):
        # A list: of boards, of puzzles, of pieces.
        kind = description.get("puzzle")
        pieces = description.get("pieces")
        words = [*([kind] if kind else []), *(pieces if isinstance(pieces, list) else ())]
        return (
            f"{description.get('kind')}: {' '.join(map(str, words))}"
            if words
            else str(description.get("kind"))
        )
    from tilewright.problem import Problem

    given = Problem.from_json(problem)
    unique = " up to symmetry" if description.get("unique") else ""
    return (
        f"{description.get('kind')}{unique} of {given.board.name} by {' '.join(given.words())} ({given.turn})"
    )
