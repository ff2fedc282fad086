"""Sets of tilings: one question after another, beside a plain list and a decision diagram of
another program (Graphillion, if it is installed).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.timing import median_seconds, row
from tilewright.counting import TilingSet, tiling_set
from tilewright.model.problem import Problem
from tilewright.model.puzzle.calendar import CALENDARS
from tilewright.solving.search import Search

PENTOMINOES = Problem("6x10", "pentominoes")
ASKED = 200


def _seconds(function: Callable[[], object]) -> float:
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def _compiled(problem: Problem) -> TilingSet:
    every = tiling_set(problem)
    assert every.count
    return every


def _listed() -> list[frozenset[int]]:
    found = Search(PENTOMINOES, threads=1)
    return [frozenset(row[row >= 0].tolist()) for rows in found.batches() for row in rows]


def _questions() -> list[str]:
    """Return the rows of the 6x10 by pentominoes: one placement after another."""
    every = _compiled(PENTOMINOES)
    words = list(every.marginals())[::10][:ASKED]
    wanted = [every.marginals()[word] for word in words]
    ours = median_seconds(lambda: [every.where(placed=word).count for word in words]) / len(words)
    listed = _listed()
    # On this board, marginals are in the order of the placements.
    place = {word: number for number, word in enumerate(every.marginals())}
    numbers = [place[word] for word in words]
    plain = median_seconds(
        lambda: [sum(number in tiling for tiling in listed) for number in numbers]
    ) / len(words)
    assert [sum(number in tiling for tiling in listed) for number in numbers] == wanted
    rows = [
        ("compile", _seconds(lambda: _compiled(PENTOMINOES)), _seconds(_listed)),
        ("`where` one placement, count", ours, plain),
    ]
    other: list[float] = []
    try:
        from graphillion import setset  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        pass
    else:
        setset.set_universe(sorted(set().union(*listed)))
        begin = time.perf_counter()
        diagram = setset(listed)
        other.append(time.perf_counter() - begin + rows[0][2])
        assert [diagram.supersets(setset([{number}])).len() for number in numbers] == wanted
        other.append(
            median_seconds(
                lambda: [diagram.supersets(setset([{number}])).len() for number in numbers]
            )
            / len(words)
        )
    return [
        row(
            f"6x10 by pentominoes: {name}",
            _milliseconds(ours),
            _milliseconds(plain),
            _milliseconds(other[place]) if other else "",
        )
        for place, (name, ours, plain) in enumerate(rows)
    ]


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.3g}"


def _large() -> list[str]:
    every = _compiled(Problem("9x12", "trominoes+"))
    rows = [
        ("9x12 by trominoes: compile", _seconds(lambda: _compiled(every.problem))),
        ("9x12 by trominoes: all marginals", _seconds(every.marginals)),
        ("9x12 by trominoes: 1,000 samples", _seconds(lambda: every.sample(1000, seed=1))),
        ("the 366 dates of a calendar, from one set", _seconds(_dates)),
    ]
    return [row(name, _milliseconds(seconds), "", "") for name, seconds in rows]


def _dates() -> None:
    calendar = CALENDARS["calendar"]
    from tilewright.model.board import Board

    every = tiling_set(Problem(Board(calendar.mask), *calendar.pieces, empty=2))
    cells = {name: cell for cell, name in calendar.names.items()}
    numbers = {}
    for month in calendar.month_names:
        days = every.where(empty=cells[month]).marginals().empty
        numbers.update({(month, day): days[cells[str(day)]] for day in range(1, 32)})
    assert (numbers["Oct", 6], numbers["Jan", 25]) == (7, 216)


def report() -> str:
    """Return the section of the page of benchmarks."""
    return "\n".join(
        [
            "## Sets of tilings",
            "",
            "Milliseconds. The plain list is a list of sets in Python that is searched.",
            "Graphillion builds its diagram from this list.",
            "",
            row("question", "tilewright", "plain list", "Graphillion"),
            "| --- | ---: | ---: | ---: |",
            *_questions(),
            *_large(),
        ]
    )
