"""Orders of single cells: narrow frontiers of boards that branch, and the same numbers."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

import tilewright.counting.frontier.scans as scans
from naive_count import by_piece, classes, tilings
from plain_kernels import plain
from tilewright.counting import (
    count,
    count_by_piece,
    count_details,
    count_up_to_symmetry,
    rank,
    weighted_count,
)
from tilewright.counting import tiling_set as every
from tilewright.counting.frontier.orders import narrow_order
from tilewright.counting.moves import compile_moves, options_of
from tilewright.kernels.frontier import order as kernels
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem


def comb(teeth: int, length: int) -> Board:
    """A board of teeth that are three cells wide, on a back."""
    mask = np.zeros((3 + length, 4 * teeth - 1), dtype=bool)
    mask[:3] = True
    for tooth in range(teeth):
        mask[3:, 4 * tooth : 4 * tooth + 3] = True
    return Board(mask)


def maze(seed: int, rooms: int, wide: int) -> Board:
    """A board of rooms in a square, joined by corridors of their width as a random tree."""
    rng = random.Random(seed)
    grid = nx.grid_2d_graph(rooms, rooms)
    for one, other in grid.edges:
        grid.edges[one, other]["weight"] = rng.random()
    step = wide + 1
    mask = np.zeros((rooms * step - 1, rooms * step - 1), dtype=bool)
    for (row, column), (low, right) in nx.minimum_spanning_tree(grid).edges:
        mask[row * step : low * step + wide, column * step : right * step + wide] = True
    return Board(mask)


def neighbors(problem: Problem) -> nx.Graph:
    """The cells of a problem, and which of them a placement covers together."""
    cover = compile_cover(problem)
    graph = nx.empty_graph(cover.area)
    for start, end in itertools.pairwise(cover.start.tolist()):
        graph.add_edges_from(itertools.combinations(cover.item[start:end].tolist(), 2))
    return graph


def rows_of(graph: nx.Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The neighbors of each cell as the kernels take them."""
    lists = [sorted(graph[cell]) for cell in range(len(graph))]
    begin = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    return begin, np.array([*itertools.chain(*lists)], dtype=np.int64)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(100))
def test_children_come_before_their_parents(seed: int) -> None:
    """Cells of a level in one part of the board come together, after all cells behind them."""
    rng = random.Random(seed)
    mask = np.array([[rng.random() < 0.7 for _ in range(9)] for _ in range(9)])
    mask[0, 0] = True
    graph = neighbors(Problem(Board(mask), "trominoes=0..9", "monomino+"))
    begin, beside = rows_of(graph)
    level, order = np.zeros(len(graph), dtype=np.int64), np.zeros(len(graph), dtype=np.int64)
    start = rng.randrange(len(graph))
    levels = kernels.distances(begin, beside, start, level)
    lengths = nx.single_source_shortest_path_length(graph, start)
    assert all(level[cell] == length for cell, length in lengths.items())
    kernels.order_by_levels(begin, beside, level, levels, order)
    assert sorted(order.tolist()) == list(range(len(graph)))
    place = {cell: at for at, cell in enumerate(order.tolist())}
    for each in range(levels):
        for part in nx.connected_components(graph.subgraph(np.flatnonzero(level >= each).tolist())):
            block = sorted(place[cell] for cell in part if level[cell] == each)
            behind = [place[cell] for cell in part if level[cell] > each]
            if block:
                assert block == list(range(block[0], block[0] + len(block)))
                assert all(at < block[0] for at in behind)
    # The kernels as plain Python do the same.
    same, other = np.zeros_like(level), np.zeros_like(order)
    slow = plain("frontier.order")
    assert slow.distances(begin, beside, start, same) == levels
    slow.order_by_levels(begin, beside, same, levels, other)
    assert (same == level).all() and (other == order).all()


@pytest.mark.parametrize(
    ("board", "most"), [(comb(8, 27), 12), (maze(1, 12, 2), 16), (maze(2, 10, 3), 24)]
)
def test_the_frontier_of_a_board_that_branches_is_narrow(board: Board, most: int) -> None:
    options = options_of(compile_cover(Problem(board, "trominoes+", "monomino+")))
    position = narrow_order(options)
    assert position is not None
    moves = compile_moves(options, position)
    assert moves.width <= most < board.shape[1]
    # The width, as defined: cells that are not taken yet, though one in a placement with them is.
    graph = neighbors(Problem(board, "trominoes+"))
    taken = set()
    widest = 0
    for cell in np.argsort(position).tolist():
        seen = {other for each in taken | {cell} for other in graph[each]} | {cell}
        widest = max(widest, len(seen - taken))
        taken.add(cell)
    assert moves.width <= widest + 1


def test_large_boards_that_branch_are_counted() -> None:
    """Numbers of another program, which takes the cells in another order."""
    result = count_details(comb(8, 27), "trominoes+")
    assert (result.scan, result.states < 1000) == ("cells", True)
    assert "best order of cells" in result.why
    assert result.value == int(
        "20289533701430679615797369157700255304154014753370364550177547825712711234139933373134491"
        "096135342911223"
    )
    checked = count_details(comb(6, 12), "trominoes+", check=True)
    assert checked.scan == "cells" and checked.checked


@pytest.mark.sampled(80)
@pytest.mark.parametrize("seed", range(2000))
def test_all_values_in_an_order_of_single_cells(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board that branches, all that is counted is the same along lines and cell by cell."""
    rng = random.Random(seed)
    board = maze(seed, rng.choice([2, 3]), rng.choice([1, 2]))
    pieces = rng.choice(
        [("trominoes+", "monomino=0..4"), ("dominoes+", "L3+"), ("I3+", "monomino+"), ("L3+",)]
    )
    problem = Problem(board, *pieces, empty=rng.choice([0, board.area % 3]))
    names = [piece.name for piece in problem.pieces]
    weights = {name: Fraction(number + 1, 2) for number, name in enumerate(names)}

    def values() -> tuple[object, ...]:
        whole = every(problem)
        return (
            count_by_piece(problem).counts,
            count_up_to_symmetry(problem).value,
            weighted_count(problem, weights),
            whole.count,
            {tiling: rank(problem, tiling) for tiling in whole.sample(3, seed=1)}
            if whole.count
            else {},
        )

    by_lines = values()
    monkeypatch.setattr(scans, "WIDE", -1.0)
    monkeypatch.setattr(scans, "NARROWER", 1e9)
    by_cells = values()
    assert by_cells[:4] == by_lines[:4]
    assert all(every(problem).nth(at) == tiling for tiling, at in by_cells[4].items())
    assert count(problem) == count_details(problem, direction="cells").value == by_cells[3]
    if by_cells[3] < 500:
        assert len([*tilings(problem)]) == by_cells[3]
        assert by_piece(problem) == dict(by_cells[0])
        assert classes(problem) == by_cells[1]
