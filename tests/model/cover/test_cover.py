"""The compiled problem: its arrays, its symmetries, and the way back to tilings."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_cover_compile as naive
from plain_kernels import plain
from strategies import problems
from tilewright.errors import MemoryLimitError, ProblemError
from tilewright.kernels.cover import decode as decode_kernels
from tilewright.kernels.cover import symmetries as symmetry_kernels
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover, decode, decode_batch
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.system.work.deadline import Deadline

EVERY_KIND = problems(marks="ab")


def spots(cover: Cover) -> list[naive.Spot]:
    """Return each placement in the words of the twin."""
    cells = [tuple(cell) for cell in cover.cells.tolist()]
    return [
        naive.Spot(int(piece), frozenset(cells[item] for item in cover.item[first:after].tolist()))
        for piece, first, after in zip(
            cover.placement_piece, cover.start, cover.start[1:], strict=False
        )
    ]


@given(EVERY_KIND)
def test_placements_are_those_of_the_twin(problem: Problem) -> None:
    found = spots(compile_cover(problem))
    assert len(set(found)) == len(found)
    assert set(found) == naive.placements(problem)


@given(EVERY_KIND)
def test_symmetries_are_those_of_the_twin(problem: Problem) -> None:
    cover = compile_cover(problem)
    listed = spots(cover)
    group = cover.symmetries()
    pairs = {
        frozenset(zip(listed, (listed[image] for image in row.tolist()), strict=True))
        for row in group
    }
    assert pairs == naive.symmetries(problem)
    assert len(pairs) == len(group)
    assert group.dtype == np.int32
    assert group[0].tolist() == list(range(cover.size))


@given(EVERY_KIND)
def test_symmetries_are_a_group_that_takes_tilings_to_tilings(problem: Problem) -> None:
    cover = compile_cover(problem)
    group = {tuple(row) for row in cover.symmetries().tolist()}
    for left, right in itertools.product(group, repeat=2):
        assert tuple(left[image] for image in right) in group
    number = {spot: index for index, spot in enumerate(spots(cover))}
    found = {
        frozenset(number[spot] for spot in tiling)
        for tiling in itertools.islice(naive.tilings(problem), 300)
    }
    everything = {frozenset(number[spot] for spot in tiling) for tiling in naive.tilings(problem)}
    for row in group:
        assert {frozenset(row[placement] for placement in tiling) for tiling in found} <= everything


@given(EVERY_KIND)
def test_the_arrays_agree_with_each_other(problem: Problem) -> None:
    cover = compile_cover(problem)
    rows, columns = problem.board.shape
    expected = {
        "cells": (np.int32, (cover.area, 2)),
        "number": (np.int32, (rows, columns)),
        "optional": (np.bool_, (cover.area,)),
        "start": (np.int64, (cover.size + 1,)),
        "item": (np.int32, (int(cover.start[-1]),)),
        "orientation": (np.int32, (cover.size,)),
        "anchor": (np.int32, (cover.size, 2)),
        "piece": (np.int32, (len(cover.oriented),)),
        "shape_start": (np.int32, (len(cover.oriented) + 1,)),
        "shape_cells": (np.int32, (int(cover.shape_start[-1]), 2)),
        "least": (np.int64, (len(problem.pieces),)),
        "most": (np.int64, (len(problem.pieces),)),
        "unlimited": (np.bool_, (len(problem.pieces),)),
        "first": (np.int32, (cover.size,)),
        "placement_piece": (np.int32, (cover.size,)),
    }
    for name, (dtype, shape) in expected.items():
        array = getattr(cover, name)
        assert (array.dtype, array.shape) == (dtype, shape), name
        assert array.flags.c_contiguous, name
    assert [tuple(cell) for cell in cover.cells.tolist()] == [
        cell for cell in itertools.product(range(rows), range(columns)) if problem.board.mask[cell]
    ]
    for index, (row, column) in enumerate(cover.cells.tolist()):
        assert cover.number[row, column] == index
    assert (cover.number < 0).sum() == rows * columns - cover.area
    order = list(zip(cover.first.tolist(), cover.orientation.tolist(), strict=True))
    assert order == sorted(set(order))
    for placement in range(cover.size):
        items = cover.item[cover.start[placement] : cover.start[placement + 1]]
        assert (np.diff(items) > 0).all()
        oriented = cover.orientation[placement]
        shape = cover.shape_cells[cover.shape_start[oriented] : cover.shape_start[oriented + 1]]
        assert (cover.cells[items] == shape + cover.anchor[placement]).all()
        assert shape.min(axis=0).tolist() == [0, 0]


def test_a_rectangle_by_hand() -> None:
    cover = compile_cover(Problem("2x3", "domino+", "monomino=0..9"))
    assert cover.cells.tolist() == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    assert cover.shape_cells.tolist() == [[0, 0], [0, 1], [0, 0], [1, 0], [0, 0]]
    assert cover.piece.tolist() == [0, 0, 1]
    items = [cover.item[a:b].tolist() for a, b in itertools.pairwise(cover.start.tolist())]
    assert items == [
        [0, 1],
        [0, 3],
        [0],
        [1, 2],
        [1, 4],
        [1],
        [2, 5],
        [2],
        [3, 4],
        [3],
        [4, 5],
        [4],
        [5],
    ]
    assert cover.least.tolist() == [0, 0]
    assert cover.most.tolist() == [3, 6]
    assert cover.unlimited.tolist() == [True, False]
    assert (cover.empty_least, cover.empty_most) == (0, 0)


def test_copies_beyond_machine_numbers_are_clipped() -> None:
    cover = compile_cover(Problem("2x3", "L3=999999999999999999.."))
    assert (cover.least.tolist(), cover.most.tolist()) == ([3], [2])


def test_a_piece_that_fits_nowhere_has_no_placement() -> None:
    cover = compile_cover(Problem("2x2", "I5", "O4"))
    assert cover.placement_piece.tolist() == [1]
    nothing = compile_cover(Problem("1x1", "I5"))
    assert (nothing.size, nothing.start.tolist()) == (0, [0])
    assert nothing.symmetries().shape == (1, 0)
    assert decode(nothing, np.array([], dtype=np.int32)).labels.tolist() == [[-2]]


def test_a_piece_of_which_no_copy_is_left_has_no_other_placement() -> None:
    problem = Problem(
        "2x3", "domino+", "monomino=2", "I3=0", placed=["monomino:0,0", "monomino:1,2"]
    )
    assert spots(compile_cover(problem)) == [
        naive.Spot(1, frozenset({(0, 0)})),
        naive.Spot(0, frozenset({(0, 1), (0, 2)})),
        naive.Spot(0, frozenset({(0, 1), (1, 1)})),
        naive.Spot(0, frozenset({(1, 0), (1, 1)})),
        naive.Spot(1, frozenset({(1, 2)})),
    ]


def test_faults_are_refused() -> None:
    with pytest.raises(ProblemError, match="no pieces"):
        compile_cover(Problem("2x2"))


def test_marks_agree_exactly() -> None:
    board = "a#\n#b\n"
    assert compile_cover(Problem(board, "##")).size == 0
    assert compile_cover(Problem(board, "a#")).size == 2
    assert compile_cover(Problem(board, "a#@fixed")).size == 1
    assert compile_cover(Problem(board, "c#")).size == 0
    assert compile_cover(Problem("2x2", "a#")).size == 0


def test_the_cells_of_a_placed_piece_are_settled() -> None:
    problem = Problem("2x3", "L3", "I3=0..1", placed=["L3:0,0-0,1-1,0"], empty=3)
    cover = compile_cover(problem)
    assert cover.optional.tolist() == [False, False, True, False, True, True]
    assert cover.empty_most == 3
    assert spots(cover) == [naive.Spot(0, frozenset({(0, 0), (0, 1), (1, 0)}))]
    limited = compile_cover(Problem("2x3", "L3=0..2", placed=["L3:0,0-0,1-1,0"], empty=6))
    assert limited.empty_most == 3


@pytest.mark.parametrize(
    ("board", "pieces", "turn", "placed", "elements"),
    [
        ("6x10", ["pentominoes"], "free", (), 4),
        ("8x8-3,3-3,4-4,3-4,4", ["pentominoes"], "free", (), 8),
        # The mirror image of a one-sided set is the same set, so reflections are symmetries.
        ("5x18", ["pentominoes"], "one-sided", (), 4),
        # With L but not J they are not.
        ("4x4", ["tetromino:LLLL"], "one-sided", (), 4),
        ("4x6", ["tetromino:LLLLLL"], "one-sided", (), 2),
        ("4x6", ["tetromino:LLLJJJ"], "one-sided", (), 4),
        ("4x6", ["tetromino:LLLLJJ"], "one-sided", (), 2),
        # Fixed pieces turn as sets, too.
        ("2x2", ["##@fixed+", "#/#@fixed+"], "free", (), 8),
        ("2x3", ["I2.1+"], "fixed", (), 4),
        # What fits nowhere does not break a symmetry.
        ("1x6", ["##@fixed+", "##/#@fixed=0..1"], "free", (), 2),
        # On one row, the reflection and the half turn act alike.
        ("1x7", ["domino+", "monomino+"], "free", (), 2),
        ("1x1", ["monomino"], "free", (), 1),
        # Marks and cells that may stay empty belong to the board.
        ("###\na##\n###\n", ["L3+", "a/"], "free", (), 2),
        ("?##\n###\n##?\n", ["L3+"], "free", (), 4),
        ("?##\n###\n###\n", ["L3+"], "free", (), 2),
        # A placed piece, and two that are each other's image.
        ("4x4", ["L3+", "monomino+"], "free", ["L3:0,0-0,1-1,0"], 2),
        ("4x4", ["L3+", "monomino+"], "free", ["L3:0,0-0,1-1,0", "L3:2,3-3,2-3,3"], 4),
        ("4x4", ["L3+", "monomino+"], "free", ["monomino:0,1"], 1),
    ],
)
def test_symmetries_by_hand(
    board: str, pieces: list[str], turn: str, placed: list[str], elements: int
) -> None:
    assert (
        len(compile_cover(Problem(board, *pieces, turn=turn, placed=placed)).symmetries())
        == elements
    )


def test_a_board_away_from_the_corner_has_its_symmetries() -> None:
    board = "......\n..###.\n..#.#.\n..###.\n"
    assert len(compile_cover(Problem(board, "domino+")).symmetries()) == 8


@given(EVERY_KIND, st.data())
def test_decoding_gives_the_tilings_that_were_chosen(problem: Problem, data: st.DataObject) -> None:
    cover = compile_cover(problem)
    number = {spot: index for index, spot in enumerate(spots(cover))}
    found = list(itertools.islice(naive.tilings(problem), 20))
    depth = max(map(len, found), default=0)
    batch = np.full((len(found), depth), -1, dtype=np.int32)
    for row, tiling in enumerate(found):
        chosen = data.draw(st.permutations([number[spot] for spot in tiling]))
        batch[row, : len(chosen)] = chosen
    labels, pieces = decode_batch(cover, batch)
    assert labels.shape == (len(found), *problem.board.shape)
    for row, tiling in enumerate(found):
        single = decode(cover, batch[row])
        assert single == Tiling(labels[row])
        assert single.faults(problem) == []
        assert len(single) == len(tiling)
        assert pieces[row, : len(single)].tolist() == single.piece.tolist()
        assert (pieces[row, len(single) :] == -1).all()
        for tile in range(len(single)):
            cells = frozenset(map(tuple, np.argwhere(single.labels == tile).tolist()))
            assert naive.Spot(int(single.piece[tile]), cells) in tiling


@given(problems())
def test_the_decoding_kernel_is_right_as_plain_python(problem: Problem) -> None:
    cover = compile_cover(problem)
    choices = (
        np.array([[0, -1], [-1, 0]], dtype=np.int32)
        if cover.size
        else np.full((2, 2), -1, np.int32)
    )
    results = []
    for fill in (decode_kernels.decode, plain("cover.decode").decode):
        labels = np.full((2, cover.area), -2, dtype=np.int32)
        pieces = np.full((2, 2), -1, dtype=np.int32)
        fill(choices, cover.start, cover.item, cover.placement_piece, labels, pieces)
        results.append((labels.tolist(), pieces.tolist()))
    assert results[0] == results[1]


def test_decoding_refuses_what_is_no_placement() -> None:
    cover = compile_cover(Problem("2x3", "L3+"))
    with pytest.raises(ProblemError, match=r"placement numbers must be between 0 and 7, got 8"):
        decode(cover, np.array([8]))
    with pytest.raises(ProblemError, match="got 4294967296"):
        decode(cover, np.array([2**32]))
    assert decode(cover, np.array([0, 7, -1, -5])).text() == "AAB\nABB"


def test_placements_that_would_not_fit_into_memory_are_refused() -> None:
    # Under the bound for the whole rectangle, but what is there fits.
    line = np.eye(300, dtype=bool)
    line[0] = True
    with Deadline(memory=100_000).holds():
        assert compile_cover(Problem(Board(line), "I2+")).size == 300
        with pytest.raises(MemoryLimitError) as caught:
            compile_cover(Problem("50x50", "pentominoes"))
    assert str(caught.value) == (
        "the 145696 placements of the pieces on this board need about 12.5 MiB, more than the "
        "97.7 KiB allowed"
    )


def test_a_hundred_thousand_placements() -> None:
    cover = compile_cover(Problem("45x45", "pentominoes"))
    # The 63 orientations: 2 in a box of 1x5, 12 of 2x3, 24 of 2x4, 25 of 3x3.
    assert cover.size == 2 * 45 * 41 + 12 * 44 * 43 + 24 * 44 * 42 + 25 * 43 * 43 == 116_971
    assert len(cover.symmetries()) == 8


def test_symmetries_of_a_problem_with_many_orientations() -> None:
    cover = compile_cover(Problem("15x15", "hexominoes"))
    group = cover.symmetries()
    assert len(group) == 8
    assert (np.sort(group, axis=1) == np.arange(cover.size)).all()


@pytest.mark.parametrize("size", [20, 130])
def test_symmetries_take_placements_to_those_that_cover_the_images_of_their_cells(
    size: int,
) -> None:
    """Also where placements are too many for a table of all places."""
    cover = compile_cover(Problem(f"{size}x{size}-0,0", "pentominoes"))
    assert (size == 130) == (len(cover.located[0]) == 0)
    items = cover.item.reshape(cover.size, 5)
    symmetries = cover.cell_symmetries()
    assert len(symmetries) == 2
    for symmetry in symmetries:
        images = np.sort(symmetry.cells[items], axis=1)
        assert (images == items[symmetry.placements]).all()
        assert (cover.placement_piece[symmetry.placements] == cover.placement_piece).all()
    assert cover.find(cover.first, cover.orientation).tolist() == list(range(cover.size))


def test_problems_of_the_same_pieces_share_no_copies_and_no_turns() -> None:
    one = compile_cover(Problem("3x3", "L3=1", "monomino+"))
    assert (one.least.tolist(), one.most.tolist(), len(one.oriented)) == ([1, 0], [1, 9], 5)
    two = compile_cover(Problem("3x4", "L3=2..", "monomino+"))
    assert (two.least.tolist(), two.most.tolist(), len(two.oriented)) == ([2, 0], [4, 12], 5)
    fixed = compile_cover(Problem("3x3", "L3=1", "monomino+", turn="fixed"))
    assert len(fixed.oriented) == 2
    with pytest.raises(ValueError, match="read-only"):
        one.piece[0] = 1


@given(EVERY_KIND)
def test_the_kernel_of_symmetries_is_right_as_plain_python_and_without_a_table(
    problem: Problem,
) -> None:
    cover = compile_cover(problem)
    symmetries = cover.cell_symmetries()
    turned = cover.shapes.turned
    turning = symmetry_kernels.Turning(
        turned.target, turned.lead, cover.piece, cover.used, cover.least, cover.most
    )
    laid = symmetry_kernels.Covered(cover.start, cover.item, cover.orientation)
    table, key, placement = cover.located
    element = np.array([symmetry.element for symmetry in symmetries])
    images = np.stack([symmetry.cells for symmetry in symmetries])
    for move in (symmetry_kernels.move, plain("cover.symmetries").move):
        for known in (table, table[:0]):
            group = np.empty((len(symmetries), cover.size), dtype=np.int32)
            holds = np.zeros(len(symmetries), dtype=np.bool_)
            move(
                element,
                images,
                turning,
                laid,
                symmetry_kernels.Located(known, key, placement),
                group,
                holds,
            )
            assert holds.all()
            assert (group == cover.symmetries()).all()
