"""The search for a tiling by few rectangles: compared with another engine, stopped and resumed."""

from __future__ import annotations

import random
from typing import Any, NoReturn

import numpy as np
import pytest

import tilewright as tw
from tilewright.solving.search import Search
from tilewright.solving.search import skyline as module
from tilewright.solving.search.skyline import skyline_search
from tilewright.system.work.deadline import current_deadline

#: The squares of the only squared square with 21 squares: A. J. W. Duijvestijn, 1978.
DUIJVESTIJN = (2, 4, 6, 7, 8, 9, 11, 15, 16, 17, 18, 19, 24, 25, 27, 29, 33, 35, 37, 42, 50)


def rectangle(high: int, wide: int, **copies: Any) -> tw.Piece:
    """Return a piece that is a rectangle."""
    return tw.Piece(np.ones((high, wide), dtype=int), **{"least": 1, "most": 1, **copies})


def squared_square() -> tw.Problem:
    """Return the problem of the squared square."""
    return tw.Problem("112x112", *(rectangle(side, side) for side in DUIJVESTIJN))


def partridge(order: int) -> tw.Problem:
    """Return the problem of one square of side 1, two of side 2, and so on."""
    side = order * (order + 1) // 2
    squares = [rectangle(n, n, least=n, most=n) for n in range(1, order + 1)]
    return tw.Problem(f"{side}x{side}", *squares)


def random_problem(seed: int) -> tw.Problem:
    """Return a small board, and rectangles with a number of copies of each."""
    draw = random.Random(seed)
    rows, columns = draw.randint(2, 7), draw.randint(2, 7)
    pieces = {}
    for _ in range(draw.randint(1, 4)):
        sides = (draw.randint(1, min(4, rows)), draw.randint(1, 4))
        least = draw.choice((0, 0, 1, 2))
        pieces[tuple(sorted(sides))] = rectangle(
            *sides, least=least, most=draw.choice((None, least + 1, least + 3))
        )
    turn = draw.choice(("free", "fixed"))
    return tw.Problem(f"{rows}x{columns}", *pieces.values(), turn=turn)


@pytest.mark.parametrize("seed", range(150))
def test_there_is_a_tiling_if_another_engine_finds_one(seed: int) -> None:
    problem = random_problem(seed)
    search = skyline_search(problem, 0)
    expected = next(iter(tw.tilings(problem, engine="dance", limit=1)), None)
    if search is None:
        assert expected is None or sum(map(len, expected.cells)) == problem.board.area
        return
    found = search.find(lambda: False)
    assert (found is None) == (expected is None)
    assert search.ended == (found is None)
    assert found is None or not found.faults(problem)


def test_a_squared_square() -> None:
    problem = squared_square()
    search = Search(problem, limit=1)
    (tiling,) = search
    assert search.engine == "skyline" and "skyline" in search.reason
    assert not tiling.faults(problem)
    assert search.snapshot().nodes > 0
    assert sorted(len(cells) for _, cells in tiling) == [side**2 for side in DUIJVESTIJN]


def test_a_board_that_is_wider_than_high() -> None:
    upright = [rectangle(64, side) for side in (50, 37, 25)]
    tiling = tw.solve(tw.Problem("64x112", *upright, turn="fixed"))
    assert tiling is not None and len(tiling) == 3
    lying = [rectangle(side, 64) for side in (50, 37, 25)]
    search = skyline_search(tw.Problem("64x112", *lying, turn="fixed"))
    assert search is not None
    assert search.find(lambda: False) is None and search.ended
    assert len(tw.solve(tw.Problem("64x112", *lying))) == 3  # type: ignore[arg-type]


def test_no_tiling_is_proven() -> None:
    search = Search(partridge(6), limit=1)
    assert [*search] == []
    assert (search.complete and search.engine == "none") or search.engine == "skyline"
    assert Search(partridge(6), limit=1, engine="scan").count() == 0


@pytest.mark.parametrize(
    "problem",
    [
        tw.Problem("30x30", "L3=300"),
        tw.Problem("torus:30x30", rectangle(15, 15, least=4, most=4)),
        tw.Problem("30x30-0,0", rectangle(15, 15, least=0, most=4), rectangle(1, 29), empty=1),
        tw.Problem("30x30", "dominoes+"),
        tw.Problem("30x30", rectangle(15, 15, least=0, most=None), empty=225),
        tw.Problem("cube:30x30x1", "monomino+"),
    ],
)
def test_other_problems_are_left_to_other_engines(problem: tw.Problem) -> None:
    assert skyline_search(problem) is None


def test_several_tilings_are_left_to_other_engines() -> None:
    assert Search(partridge(4), limit=2).engine != "skyline"
    assert Search(partridge(6), limit=1, engine="dance").engine == "dance"


def test_a_search_is_stopped_and_resumed() -> None:
    search = skyline_search(partridge(8))
    assert search is not None
    assert search.find(lambda: True) is None
    assert (search.nodes, search.ended) == (0, False)
    looks = iter([False, True])
    assert search.find(lambda: next(looks)) is None
    assert search.nodes > 0 and not search.ended


def late() -> NoReturn:
    """Let the time be up, for once."""
    raise current_deadline().error()


def test_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(squared_square(), limit=1)
    with monkeypatch.context() as now:
        now.setattr(module, "check_time", late)
        assert [*search] == []
        assert search.stopped_by == "timeout" and not search.complete
    (tiling,) = search
    assert not tiling.faults(search.problem)


def test_progress() -> None:
    told: list[Any] = []
    assert tw.solve(squared_square(), progress=told.append) is not None
    assert told
