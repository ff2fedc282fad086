"""Playing on every lattice and surface: moves, turns, hints, saving, IDs and files."""

from __future__ import annotations

import random

import pytest

from tilewright.errors import FormatError
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    Puzzle,
    find_puzzle,
    make_puzzle,
    named_puzzles,
    puzzle_id,
    puzzle_text,
    read_puzzle_text,
)
from tilewright.model.space.lattice import Turn
from tilewright.model.space.surface import is_flat_squares
from tilewright.puzzles.play import PlayError, Session
from tilewright.solving.search import is_mirrored, solve, tilings
from waiting import NEVER

#: A board and pieces that tile it, of each lattice and surface.
SPACES = [
    ("tri:hexagon2", ("tetriamonds+",)),
    ("tri:2x3", ("triamonds=2", "diamonds=3")),
    ("hex:3x4", ("trihexes+",)),
    ("hex:hexagon2", ("hex:'##'=2", "trihexes=0..3")),
    ("cube:2x2x3", ("tetracubes=0..1",)),
    ("torus:4x4", ("tetromino:LLTT",)),
    ("torus:4x4", ("tetrominoes=0..2",)),
    ("cylinder:3x4", ("L4=0..3", "I4=0..1")),
    ("moebius:3x4", ("trominoes=0..2",)),
    ("klein:4x4", ("tetrominoes=0..2",)),
    ("torus:hex:3x4", ("trihexes=0..3",)),
    ("cylinder:tri:2x3", ("triamonds=0..9",)),
    ("tri:2x2", ("diamonds=0..4", "moniamonds=0..8")),
]


def puzzle_of(board: str, pieces: tuple[str, ...]) -> Puzzle:
    return make_puzzle("sigil", Board.parse(board), tuple(word.replace("'", "") for word in pieces))


@pytest.mark.parametrize(("board", "pieces"), SPACES)
def test_an_id_and_a_file_say_the_whole_puzzle(board: str, pieces: tuple[str, ...]) -> None:
    puzzle = puzzle_of(board, pieces)
    for again in (read_id(puzzle_id(puzzle)), read_puzzle_text(puzzle_text(puzzle))):
        assert again.board == Board.parse(board)
        assert again.problem().words() == puzzle.problem().words()
        assert puzzle_id(again) == puzzle_id(puzzle)


def test_ids_and_files_say_that_different_wraps_count() -> None:
    problem = Problem("torus:4x4", "I4+", by_wrap=True, placed=["I4:0,0-0,1-0,2-0,3"])
    puzzle = Puzzle.of(problem)
    for again in (puzzle, read_id(puzzle_id(puzzle)), read_puzzle_text(puzzle_text(puzzle))):
        assert again.problem() == problem
        assert puzzle_id(again) == puzzle_id(puzzle)
    with pytest.raises(FormatError, match="by-wrap must be yes or no, got 'maybe'"):
        read_puzzle_text(puzzle_text(puzzle).replace("by-wrap: yes", "by-wrap: maybe"))
    # A player lays a piece on cells, and cannot say which way round it goes.
    assert Session(puzzle).ways(NEVER).text == "1 solution left"


def test_random_boards_come_back_from_their_ids() -> None:
    dice = random.Random(3)
    for word in ("tri:3x4", "hex:4x5", "cube:2x3x4", "torus:4x5", "klein:3x6", "torus:hex:4x4"):
        for _ in range(8):
            whole = Board.parse(word)
            cells = [tuple(cell) for cell in zip(*whole.mask.nonzero(), strict=True)]
            mask = whole.mask.copy()
            for cell in dice.sample(cells, dice.randrange(len(cells) - 1)):
                mask[cell] = False
            board = Board(mask, lattice=whole.lattice, surface=whole.surface)
            puzzle = Puzzle("", "", board, ("#+",), "free", "")
            assert read_id(puzzle_id(puzzle)).board == board


@pytest.mark.parametrize(("board", "pieces"), SPACES)
def test_a_game_is_played_to_its_end_and_read_again(board: str, pieces: tuple[str, ...]) -> None:
    session = Session(puzzle_of(board, pieces))
    tiling = solve(session.problem)
    assert tiling is not None
    for name, cells in tiling:
        assert not session.solved
        session = session.place(name, cells)
        assert (
            session.held(name)
            == session.rules.orientations[session.rules.number(name)][session.orientation(name)][0]
        )
    assert session.solved and not session.check(NEVER)
    again = Session.load(session.save())
    assert again.state == session.state and again.solved
    lifted = session.lift(session.state.placed[0].cells[-1])
    assert not lifted.solved
    assert lifted.ways(NEVER).count >= 1
    assert lifted.undo().solved


@pytest.mark.parametrize(
    "puzzle", [each for each in named_puzzles() if not is_flat_squares(each.board)]
)
def test_a_hint_to_each_named_puzzle_can_be_taken(puzzle: Puzzle) -> None:
    """A tiling but for its last piece: what is left is the one that a person sees."""
    tiling = solve(puzzle.problem())
    assert tiling is not None
    session = Session(puzzle)
    tiles = list(tiling)
    for name, cells in tiles[:-1]:
        session = session.place(name, cells)
    hint = session.hint(NEVER)
    assert hint.action == "place" and hint.placement is not None
    assert hint.kinds[-1] in ("cell", "piece")
    assert session.follow(hint).solved


def test_a_board_is_solved_only_by_the_pieces_that_the_puzzle_asks_for() -> None:
    before = Session(Puzzle.of(Problem("torus:1x3", "domino=1..", "#.#+", empty=(0, 3))))
    assert not before.solved
    assert before.place("domino", [(0, 0), (0, 2)]).solved
    # Both pieces cover the whole torus, but the S is what has to be used.
    square = Session(Puzzle.of(Problem("torus:2x2", "O4=0..1", "S4=1")))
    everything = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert not square.place("O4", everything).solved
    assert square.place("S4", everything).solved


def test_outlines_are_drawn_between_any_two_neighbors() -> None:
    session = Session(make_puzzle("dots", Board.parse("torus:hex:3x3"), ("trihexes+",)))
    assert session.rules.drawn
    drawn = session.toggle([((0, 0), (2, 0)), ((1, 1), (0, 2)), ((0, 0), (0, 1))])
    assert Session.load(drawn.save()).state == drawn.state
    assert type(drawn.state).from_json(drawn.state.to_json()) == drawn.state
    assert drawn.toggle([((2, 0), (0, 0))]).state.edges == drawn.state.edges - {((0, 0), (2, 0))}
    with pytest.raises(PlayError, match="do not share an edge"):
        session.toggle([((0, 0), (1, 1))])
    tiling = solve(session.problem)
    assert tiling is not None
    for _, cells in tiling:
        session = session.outline(cells)
    assert session.solved


@pytest.mark.parametrize(
    ("name", "ways"),
    [("solid:soma", 480), ("solid:diabolical", 26), ("classic:one-sided-3x30", 92)],
)
def test_mirror_images_are_counted_apart_where_pieces_are_not_flipped(name: str, ways: int) -> None:
    puzzle = find_puzzle(name)
    left = Session(puzzle).ways(NEVER)
    assert left.mirrored
    assert left.text == f"{ways} solutions left"
    assert puzzle.tilings == ways // 2 == sum(1 for _ in tilings(puzzle.problem(), unique=True))


def test_ways_of_pieces_that_may_be_flipped_over_have_no_mirror_images_apart() -> None:
    left = Session("classic:tetrahexes-4x7").ways(NEVER)
    assert not left.mirrored
    assert left.text == "9 solutions left"


@pytest.mark.parametrize(
    ("turn", "mirrored"), [("free", False), ("one-sided", True), ("fixed", False)]
)
def test_mirror_images_are_apart_only_where_the_board_turns_but_does_not_flip(
    turn: Turn, mirrored: bool
) -> None:
    assert is_mirrored(compile_cover(Problem("2x4", "dominoes+", turn=turn))) == mirrored
