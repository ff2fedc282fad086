"""A game in progress: moves, undo, hints, what is left, saving; checked with random play."""

from __future__ import annotations

import json
import pickle
import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import ProblemError, RequestError
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Placement, Problem
from tilewright.model.puzzle import Kind, Puzzle, find_puzzle, make_puzzle, named_puzzles
from tilewright.model.space.lattice import Cell, Turn
from tilewright.model.space.symmetry import TURNS
from tilewright.puzzles import generate
from tilewright.puzzles.play import Hint, PlayError, Session, State, WaysLeft
from tilewright.solving.search import different_tilings, tilings
from tried import examples
from waiting import NEVER


def solved_moves(session: Session) -> list[Placement]:
    """The placements of one solution that are not given."""
    problem = session.problem
    tiling = next(iter(tilings(problem, limit=1)))
    full = dict(zip(problem.names, (piece.name for piece in problem.pieces), strict=True))
    given_cells = {cell for placement in problem.placed for cell in placement.cells}
    moves = []
    for tile, name in enumerate(tiling.piece_names()):
        cells = tuple((row, column) for row, column in np.argwhere(tiling.labels == tile).tolist())
        if cells[0] not in given_cells:
            moves.append(Placement(full[name], cells))
    return moves


@pytest.mark.parametrize("name", ["talos:messenger-b-2", "calendar:10-06", "classic:3x20"])
def test_play_to_the_end(name: str) -> None:
    session = Session(read_id(name))
    ways = []
    for move in solved_moves(session):
        assert not session.solved
        session = session.place(move.piece, move.cells)
        assert session.check(NEVER) == []
        ways.append(session.ways(NEVER))
    assert session.solved
    assert all(each.exact for each in ways)
    counts = [each.count for each in ways]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
    assert session.hint(NEVER).action == "done"


def test_a_session_never_changes_and_can_be_a_key() -> None:
    session = Session("talos:hub-gates-1")
    turned = session.hold("J4", 1)
    with pytest.raises(TypeError):
        turned.hand["J4"] = 3  # type: ignore[index]
    assert turned != session
    assert turned == session.hold("J4", 1)
    assert {turned: 1}[session.hold("J4", 1)] == 1
    assert pickle.loads(pickle.dumps(turned)) == turned


def test_a_dot_puzzle_by_outlines() -> None:
    session = Session(read_id("dots:6x6-medium"))
    for move in solved_moves(session):
        session = session.outline(move.cells)
        assert session.ways(NEVER) == WaysLeft(1, True)
    assert session.solved
    assert session.tiling == next(iter(tilings(session.problem)))


def test_the_hole_is_found() -> None:
    made = generate("hole", "5x5", "L3", seed=4)
    session = Session(made.puzzle)
    while not session.solved:
        session = session.take_hint(NEVER)
    assert session.tiling == made.solution
    assert (session.tiling.labels == -2).sum() == 1
    tray = Session(generate("hole", "4x4", "pentomino:LPY", seed=7).puzzle)
    for _ in range(3):
        tray = tray.take_hint(NEVER)
    assert tray.solved


def test_hints_alone_solve_a_puzzle_and_say_why() -> None:
    for name in ("dots:4x6-easy", "dots:6x6-medium", "talos:hub-gates-1", "talos:tower-gates-1"):
        session = Session(read_id(name))
        for _ in range(20):
            if session.solved:
                break
            hint = session.hint(NEVER)
            assert hint.action == "place"
            assert len(hint.text) > 10
            session = session.take_hint(NEVER)
        assert session.solved
        assert session.hints > 0


def finished(session: Session, found: list[dict[Cell, str]]) -> dict[Cell, str]:
    """The piece on each cell, where hints lead that know what was found."""
    while not session.solved:
        session = session.follow(session.hint(NEVER, found=found))
    return {cell: placement.piece for placement in session.state.placed for cell in placement.cells}


def test_a_hint_leads_away_from_what_was_found() -> None:
    """The 3 x 20 has two solutions, and four images of each."""
    start = Session("classic:3x20")
    first = finished(start, [])
    turned = {(2 - row, 19 - column): piece for (row, column), piece in first.items()}
    second = finished(start, [turned])
    assert {tuple(sorted(each.items())) for each in (first, turned)}.isdisjoint(
        [tuple(sorted(second.items()))]
    )
    # Where all was found, there is a hint all the same.
    assert start.hint(NEVER, found=[first, second]).action == "place"


def test_a_wrong_piece_is_found() -> None:
    session = Session(read_id("talos:hub-gates-1")).place("Z4", [(1, 0), (1, 1), (2, 1), (2, 2)])
    assert session.ways(NEVER) == WaysLeft(0, True)
    assert session.check(NEVER) == ["with the Z here, the board cannot be finished"]
    hint = session.hint(NEVER)
    assert (hint.action, hint.placement) == ("lift", session.state.placed[0])
    assert session.take_hint(NEVER).state.placed == ()


def test_pieces_in_several_parts_are_not_drawn() -> None:
    """An outline closes one part only, which is no piece: they come from a tray, and hints go all
    the way.
    """
    session = Session(make_puzzle("dots", Board.parse("1x6"), ("#.#+", "##+")))
    closed = session.toggle([((0, 0), (0, 1))])
    assert not closed.check(), closed.check()
    for _ in range(3):
        hint = session.hint(NEVER)
        assert hint.placement is not None, hint
        session = session.place(hint.placement.piece, hint.placement.cells)
    assert session.solved


def test_the_smallest_of_several_wrong_outlines_is_told() -> None:
    """Not the rest of the board, which comes first and cannot be filled either."""
    session = Session(read_id("id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA"))
    drawn = session.outline([(0, 2), (0, 3), (0, 4)])
    hint = drawn.hint(NEVER)
    assert (hint.action, sorted(hint.cells)) == ("outline", [(0, 2), (0, 3), (0, 4)])
    (said,) = drawn.check(NEVER)
    assert said == "this closed region has 3 cells, but its number is 2"


def test_a_wrong_outline_is_found() -> None:
    """Four cells are no tromino, and no two: a closed region that nothing fits is wrong at once."""
    session = Session(read_id("dots:4x6-easy")).outline([(0, 0), (0, 1), (1, 0), (1, 1)])
    assert session.ways(NEVER) == WaysLeft(0, True)
    (wrong,) = session.position.regions
    assert (wrong.kind, wrong.cells) == ("wrong", ((0, 0), (0, 1), (1, 0), (1, 1)))
    (said,) = session.check(NEVER)
    assert said == "this closed region of 4 cells cannot be filled, because each piece has 3 cells"
    # The right shape with the wrong dots, and two cells.
    straight = Session(read_id("dots:4x6-easy")).outline([(0, 2), (0, 3), (0, 4)])
    assert straight.check(NEVER) == [
        "this closed region of 3 cells has the shape of a piece, but not its dots"
    ]
    closed = Session(read_id("dots:4x6-easy")).outline([(0, 0), (1, 0)])
    assert closed.hint(NEVER).action == "outline"
    assert closed.ways(NEVER) == WaysLeft(0, True)


@pytest.mark.parametrize("name", ["dots:4x6-easy", "dots:6x6-medium", "dots:6x9-hard"])
def test_every_edge_that_parts_a_piece_is_wrong_and_no_other_is(name: str) -> None:
    """By the one solution: a single edge that is drawn is right between two of its tiles, and wrong
    inside one.
    """
    start = Session(read_id(name))
    (solution,) = tilings(start.problem)
    rows, columns = solution.labels.shape
    edges = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    edges += [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    dice = random.Random(name)
    for edge in dice.sample(edges, 30):
        session = start.toggle([edge])
        inside = solution.labels[edge[0]] == solution.labels[edge[1]]
        assert session.ways(NEVER) == WaysLeft(0 if inside else 1, True), edge
        wrong = session.wrong(5.0)
        assert (wrong is not None) == inside
        if wrong is not None:
            assert (wrong.action, wrong.edges, wrong.cells) == ("outline", (edge,), edge)
            assert "separates two cells of one piece" in session.check(NEVER)[0]
    right = [edge for edge in edges if solution.labels[edge[0]] != solution.labels[edge[1]]]
    session = start.toggle(right)
    assert session.solved
    assert session.check(NEVER) == []
    one_wrong = next(edge for edge in edges if edge not in right)
    assert not session.toggle([one_wrong]).solved


def test_a_loose_edge_inside_a_tile_is_no_outline() -> None:
    """Two cells of the square are parted, though a way leads around: it is not closed as a piece,
    and it is wrong.
    """
    session = Session(make_puzzle("dots", Board.parse("2x4"), ("O4+",))).outline(
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    )
    assert session.solved
    loose = session.toggle([((0, 0), (0, 1))])
    assert not loose.solved
    assert loose.ways(NEVER) == WaysLeft(0, True)
    dominoes = Session(make_puzzle("dots", Board.parse("2x4"), ("O4+", "domino+"))).outline(
        [(0, 0), (0, 1), (1, 0), (1, 1)]
    )
    half = dominoes.toggle([((0, 0), (0, 1))])
    assert half.wrong(5.0) is None  # two upright dominoes, of which the line is not finished
    assert half.toggle([((1, 0), (1, 1))]).ways(NEVER).count == half.ways(NEVER).count


def test_edges_are_notes_where_pieces_come_from_a_tray() -> None:
    session = Session("talos:hub-gates-1")
    assert session.toggle([((0, 0), (0, 1)), ((0, 0), (1, 0))]).ways(NEVER) == session.ways(NEVER)


def test_a_large_region_that_nothing_covers_is_found_by_the_ways_that_are_left() -> None:
    """More cells than a closed region is looked at: 17 of them, which no trominoes cover."""
    session = Session(make_puzzle("dots", Board.parse("2x18"), ("trominoes+",)))
    cut = session.toggle([((0, 8), (0, 9)), ((0, 8), (1, 8)), ((1, 7), (1, 8))])
    assert cut.position.regions == () == session.position.regions
    assert cut.ways(NEVER) == WaysLeft(0, True)
    wrong = cut.wrong(5.0)
    assert wrong is not None
    assert wrong.edges


@pytest.mark.parametrize(
    ("board", "pieces", "turn", "every", "different"),
    [
        # Turned halfway round, a solution is another tiling, but nobody would say another solution.
        ("4x5", ("I4", "L4", "O4=2", "T4"), "free", None, None),
        ("6x10", ("pentominoes",), "free", 9356, 2339),
        # Flipped over it is another one where the pieces are not.
        ("4x5", ("I4", "J4", "L4", "O4=2"), "one-sided", None, None),
        ("3x3", ("I3=3",), "fixed", 1, 1),
        ("3x3", ("I3=3",), "free", 2, 1),
        ("1x2", ("monomino=2",), "free", 1, 1),
    ],
)
def test_ways_that_turn_into_each_other_are_one(
    board: str,
    pieces: tuple[str, ...],
    turn: Turn,
    every: int | None,
    different: int | None,
) -> None:
    problem = Problem(board, *pieces, turn=turn)
    found = list(tilings(problem))
    square = problem.board.shape[0] == problem.board.shape[1]
    turns = [element for element in TURNS[turn] if square or element in (0, 2, 4, 6)]
    classes = {tiling.canonical(turns) for tiling in found}
    assert every in (None, len(found))
    assert different in (None, len(classes))
    session = Session(make_puzzle("sigil", problem.board, pieces, turn=turn))
    left = session.ways(NEVER)
    assert (left.count, left.exact) == (len(classes), True)


def test_ways_are_told_apart_by_the_first_piece_that_turning_moves() -> None:
    session = Session("classic:6x10")
    put = session.place("P5", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])
    problem = Problem("6x10", "pentominoes", placed=["P5:0,0-0,1-1,0-1,1-2,0"])
    assert put.ways(NEVER) == WaysLeft(sum(1 for _ in tilings(problem)), True)
    # In the middle of a board the X leaves all its turnings.
    middle = Session(make_puzzle("sigil", Board.parse("5x5"), ("X5", "L5=4"))).place(
        "X5", [(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)]
    )
    left = middle.position.after(middle.state.placed)
    found = list(tilings(left))
    assert middle.ways(NEVER).count == len({tiling.canonical(TURNS["free"]) for tiling in found})


@pytest.mark.parametrize("seed", range(6))
def test_a_puzzle_with_one_solution_has_one_way_left_from_the_first_moment_to_the_last(
    seed: int,
) -> None:
    """What is promised is what is counted, on boards that can be turned."""
    kind, board, pieces = (
        ("sigil", "4x5", "tetrominoes"),
        ("sigil", "4x4", "tetrominoes"),
        ("sigil", "5x6", "pentominoes"),
        ("hole", "5x5", "L3"),
        ("given", "4x5", "tetromino:ILTTZ"),
        ("dots", "4x6", "trominoes"),
    )[seed]
    made = generate(
        kind, board, pieces, turn="one-sided" if kind == "given" else None, seed=4 * seed
    )
    session = Session(made.puzzle)
    while not session.solved:
        assert session.ways(NEVER) == WaysLeft(1, True)
        session = session.take_hint(NEVER)


def test_moves_that_cannot_be_made() -> None:
    session = Session(read_id("talos:hub-gates-1"))
    placed = session.place("J4", [(0, 0), (0, 1), (1, 0), (2, 0)])
    for move, message in (
        (lambda: session.place("X5", [(0, 0)]), "no piece 'X5'"),
        (lambda: session.place("J4", [(0, 0), (0, 1), (0, 2), (0, 3)]), "has no orientation"),
        (lambda: session.place("Z4", [(2, 2), (2, 3), (3, 3), (3, 4)]), "not on the board"),
        (lambda: placed.place("Z4", [(0, 0), (0, 1), (1, 1), (1, 2)]), "is already covered"),
        (lambda: session.lift((0, 0)), "is empty"),
        (lambda: session.toggle([((0, 0), (2, 0))]), "do not share an edge"),
        (lambda: session.toggle([((0, 3), (0, 4))]), "not on the board"),
    ):
        with pytest.raises(PlayError, match=message):
            move()
    second = placed.place("J4", [(0, 3), (1, 3), (2, 3), (2, 2)])
    assert second.left("J4") == 0
    with pytest.raises(PlayError, match="at most 2"):
        second.place("J4", [(0, 2), (1, 2), (1, 1), (2, 1)])


@examples(40)
@given(seed=st.integers(0, 1 << 20), moves=st.integers(1, 25))
def test_random_play_keeps_its_history_and_survives_saving(seed: int, moves: int) -> None:
    dice = random.Random(seed)
    session = Session(read_id(dice.choice(["talos:hub-gates-1", "dots:4x6-easy"])))
    states = [session.state]
    for _ in range(moves):
        kind = dice.choice(["place", "place", "lift", "draw", "undo"])
        before = session
        try:
            if kind == "place":
                piece = dice.choice(session.problem.pieces)
                shape, _ = dice.choice(piece.orientations(session.problem.turn))
                row, column = dice.randrange(4), dice.randrange(4)
                session = session.place(piece.name, [(row + r, column + c) for r, c in shape.cells])
            elif kind == "lift":
                session = session.lift((dice.randrange(3), dice.randrange(4)))
            elif kind == "draw":
                row, column = dice.randrange(3), dice.randrange(3)
                session = session.toggle([((row, column), (row, column + 1))])
            else:
                session = session.undo()
                if states[1:]:
                    states.pop()
                assert session.state == states[-1]
                continue
        except PlayError:
            session = before
            continue
        states.append(session.state)
    loaded = Session.load(json.loads(json.dumps(session.save())))
    assert loaded.state == session.state
    assert loaded.past == session.past
    for expected in reversed(states):
        assert loaded.state == expected
        loaded = loaded.undo()
    for _ in states[1:]:
        loaded = loaded.redo()
    assert loaded.state == session.state


def test_a_broken_save_is_refused() -> None:
    good = (
        Session(read_id("talos:hub-gates-1")).place("J4", [(0, 0), (0, 1), (1, 0), (2, 0)]).save()
    )
    for change in (
        {"puzzle": "talos:nothing"},
        {"start": "J4:9,9-9,8-9,7-8,7"},
        {"start": "J4:0,0-0,1-0,2-0,3"},
        {"start": "J4"},
        {"start": "9,9r"},
        {"start": "-0,0"},
        {"moves": "J4"},
        {"moves": ["J4:0,0-0,1-1,0-2,0", "Z4:0,0-0,1-1,1-1,2"]},
        {"moves": ["J4:0,0-0,1-1,0-2,0", "-2,2"]},
        {"done": 2},
        {"done": -1},
        {"hand": {"J4": 8}},
        {"hand": {"X5": 0}},
        {"hand": 1},
        {"seconds": "long"},
        {"seconds": float("nan")},
        {"hints": -1},
    ):
        with pytest.raises(RequestError):
            Session.load({**good, **change})
    with pytest.raises(RequestError):
        Session.load({})


def test_a_saved_game_is_short_and_keeps_what_is_nearest() -> None:
    session = Session("talos:hub-gates-1")
    for _ in range(20):
        session = session.place("J4", [(0, 0), (0, 1), (1, 0), (2, 0)]).lift((0, 0))
    session = session.place("Z4", [(0, 1), (0, 2), (1, 2), (1, 3)]).undo().undo()
    whole = session.save()
    assert whole["start"] == ""
    assert (len(whole["moves"]), whole["done"]) == (41, 39)
    short = session.save(longest=60)
    assert sum(map(len, short["moves"])) <= 60
    loaded = Session.load(json.loads(json.dumps(short)))
    assert loaded.state == session.state
    assert loaded.future == session.future
    assert loaded.past == session.past[-len(loaded.past) :]
    none = session.save(longest=0)
    assert (none["moves"], none["done"]) == ([], 0)
    assert Session.load(none).state == session.state


def test_moving_a_piece_is_one_move() -> None:
    session = Session("talos:hub-gates-1").place("J4", [(0, 0), (0, 1), (1, 0), (2, 0)])
    moved = session.shift((1, 0), [(0, 1), (0, 2), (1, 1), (2, 1)])
    assert [placement.cells[0] for placement in moved.state.placed] == [(0, 1)]
    assert (moved.undo().state, moved.undo().past) == (session.state, session.past)
    with pytest.raises(PlayError, match="is already covered"):
        moved.place("Z4", [(1, 0), (1, 1), (2, 1), (2, 2)]).shift(
            (0, 1), [(0, 0), (0, 1), (1, 0), (2, 0)]
        )
    assert session.shift((0, 0), [(0, 0), (0, 1), (1, 0), (2, 0)]) == session  # nothing moves


def test_edges_in_one_move() -> None:
    session = Session("dots:4x6-easy").toggle([((0, 0), (0, 1)), ((1, 0), (0, 0))])
    assert len(session.state.edges) == 2
    assert session.toggle([((0, 1), (0, 0))]).state.edges == {((0, 0), (1, 0))}
    assert session.undo().state == State()
    assert Session.load(session.save()) == session


def test_notes_say_where_no_edge_is() -> None:
    session = Session("dots:4x6-easy")
    first, second = ((0, 0), (0, 1)), ((0, 1), (1, 1))
    noted = session.note([first, ((1, 1), (0, 1))])
    assert noted.state.notes == {first, second}
    assert noted.undo().state == State()
    # An edge is drawn or noted to be none, never both.
    drawn = noted.toggle([first])
    assert (drawn.state.edges, drawn.state.notes) == ({first}, {second})
    assert drawn.note([first]).state == noted.state
    assert noted.outline([(0, 1), (0, 2)]).state.notes.isdisjoint(
        noted.outline([(0, 1), (0, 2)]).state.edges
    )
    assert drawn.erase([first, second]).state == State()
    # They are the player's own: nothing follows from them.
    for piece in solved_moves(session):
        noted = noted.outline(piece.cells)
    assert noted.solved
    assert noted.check(NEVER) == []
    saved = json.loads(json.dumps(drawn.save()))
    assert saved["moves"] == ["x0,0r x0,1d", "0,0r x0,0r"]
    assert Session.load(saved).state == drawn.state
    assert State.from_json(json.loads(json.dumps(drawn.state.to_json()))) == drawn.state
    with pytest.raises(RequestError, match="both drawn and marked as not an edge"):
        Session.load({"puzzle": "dots:4x6-easy", "moves": ["0,0r x0,0r"]})
    with pytest.raises(RequestError, match="both drawn and marked as not an edge"):
        Session.resume("dots:4x6-easy", State(edges=frozenset({first}), notes=frozenset({first})))
    with pytest.raises(PlayError, match="not on the board"):
        session.note([((3, 5), (4, 5))])


def test_notes_say_which_piece_does_not_cover_a_cell() -> None:
    session = Session("talos:hub-gates-1")
    name = session.problem.names[0]
    noted = session.exclude(name, [(0, 0), (1, 2)])
    assert noted.state.excluded == {(name, (0, 0)), (name, (1, 2))}
    assert noted.exclude(name, [(0, 0)]).state.excluded == {(name, (1, 2))}
    assert noted.undo().state == State() and noted.clear().state == State()
    # They are the player's own: nothing follows from them.
    played = noted
    for piece in solved_moves(session):
        played = played.place(piece.piece, piece.cells)
    assert played.solved and played.check(NEVER) == []
    assert played.state.excluded == noted.state.excluded
    saved = json.loads(json.dumps(noted.save()))
    assert saved["moves"] == [f"x0,0:{name} x1,2:{name}"]
    assert Session.load(saved).state == noted.state
    assert State.from_json(json.loads(json.dumps(noted.state.to_json()))) == noted.state
    assert Session.resume("talos:hub-gates-1", noted.state).state == noted.state
    with pytest.raises(PlayError, match="9,9 is not on the board"):
        session.exclude(name, [(9, 9)])
    for wrong, said in ((("Q", (0, 0)), "no piece 'Q'"), ((name, (9, 9)), "not on the board")):
        with pytest.raises(RequestError, match=said):
            Session.resume("talos:hub-gates-1", State(excluded=frozenset({wrong})))
        with pytest.raises(RequestError, match=said):
            Session.load(
                {
                    "puzzle": "talos:hub-gates-1",
                    "moves": [f"x{wrong[1][0]},{wrong[1][1]}:{wrong[0]}"],
                }
            )
    with pytest.raises(RequestError, match="'placed' and 'excluded'"):
        State.from_json({"excluded": ["0,0"]})


@pytest.mark.parametrize(
    "request_", ["2x2 dominoes+", "2x3 dominoes+", "2x4 dominoes+", "4x4 L4=4", "4x6 L3=8"]
)
def test_solutions_are_said_to_be_one_only_if_they_are(request_: str) -> None:
    """Copies of a piece lie differently in solutions that have the same pieces on all cells."""
    assert "lead to a solution" in tw.hint(request_).text


def test_what_the_first_of_many_solutions_share_is_not_said_to_be_certain() -> None:
    hint = tw.hint("6x6 dominoes+", timeout=NEVER)
    assert hint.kinds == ("try",)
    assert "dead end" not in hint.text


def test_a_hint_that_was_given_can_be_followed_later() -> None:
    session = Session("talos:hub-gates-1")
    hint = session.hint(NEVER)
    followed = session.follow(hint)
    assert followed.hints == 1
    assert followed.state.placed == (hint.placement,)
    with pytest.raises(PlayError):
        followed.follow(hint)
    assert session.follow(Hint("none", "no way")) == session


@pytest.mark.parametrize("name", ["talos:hub-gates-1", "calendar:10-06", "dots:4x6-easy"])
def test_a_hint_for_a_board_is_that_of_a_game(name: str) -> None:
    session = Session(name)
    placed: list[Placement] = []
    for move in solved_moves(session):
        assert tw.hint(session.puzzle, placed, timeout=NEVER) == session.hint(NEVER)
        placed.append(move)
        session = session.place(move.piece, move.cells)
    assert tw.hint(name, placed=placed, timeout=NEVER).action == "done"
    with pytest.raises(ProblemError, match="is already covered by"):
        tw.hint(name, placed=[*placed, placed[0]])


def test_a_hint_names_a_piece_that_has_to_go() -> None:
    wrong = "Z4:1,0-1,1-2,1-2,2"
    piece, cells = Placement.parse(wrong).piece, Placement.parse(wrong).cells
    found = tw.hint("talos:hub-gates-1", placed=[wrong], timeout=NEVER)
    assert found == Session("talos:hub-gates-1").place(piece, cells).hint(NEVER)
    assert (found.action, found.placement.word()) == ("lift", wrong)
    # What belongs to the puzzle stays.
    given_too = tw.read("talos:hub-gates-1").with_rules(placed=[wrong])
    assert tw.hint(given_too, timeout=NEVER).text == "this puzzle has no solution"


def test_a_placed_piece_says_how_it_lies() -> None:
    session = Session("calendar:10-06")
    session = session.place("L5", [(2, 0), (3, 0), (4, 0), (5, 0), (5, 1)])
    lying = session.orientation("L5")
    assert session.rules.orientation(session.state.placed[0]) == lying
    assert session.undo().hand == session.hand
    lifted = session.hold("L5", (lying + 1) % 8).lift((2, 0))
    assert lifted.orientation("L5") == lying  # back in the tray as it lay
    assert lifted.hold("L5", 3).held("L5") == lifted.rules.orientations[0][3][0]
    with pytest.raises(PlayError, match="must be between 0 and 7, got 8"):
        lifted.hold("L5", 8)


def test_a_state_is_taken_up_by_short_names_and_checked() -> None:
    state = State.from_json({"placed": ["J:0,0-0,1-1,0-2,0"], "edges": [[0, 0, 0, 1]]})
    session = Session.resume("talos:hub-gates-1", state)
    assert session.state.placed[0].piece == "J4"
    for wrong in ({"placed": ["J:0,0-0,1-1,0-2,2"]}, {"edges": [[2, 3, 3, 3]]}):
        with pytest.raises(RequestError, match="does not match the puzzle"):
            Session.resume("talos:hub-gates-1", State.from_json(wrong))


@pytest.mark.parametrize(
    ("board", "pieces", "rules", "word", "cells"),
    [
        (
            *("1x3", ["11/@free", "1/"]),
            *({"marks_agree": {"1": ["", "x"]}, "rules": ["equal 0,0-0,1"]}, "11/@free"),
            [(0, 0), (0, 1)],
        ),
        ("2x3", ["L3=2"], {}, "#./##", [(0, 0), (1, 0), (1, 1)]),
        (
            "2x3",
            ["#a/#.", "#a/.#"],
            {"marks_agree": {"a": [""]}},
            "##/.a",
            [(0, 1), (0, 2), (1, 2)],
        ),
        ("2x3", ["L3@one-sided=2"], {}, "L3@one-sided", [(0, 0), (1, 0), (1, 1)]),
        ("2x3", ["L3@free=2"], {}, "L", [(0, 0), (1, 0), (1, 1)]),
        ("cube:1x2x3", ["L3=2"], {}, "cube:##/.#", [(0, 0, 0), (0, 1, 0), (0, 1, 1)]),
    ],
)
def test_a_piece_is_the_same_by_every_word(
    board: str, pieces: list[str], rules: dict[str, Any], word: str, cells: list[Cell]
) -> None:
    plain = Problem(board, *pieces, **rules)
    index = plain.piece_index(word)
    assert index is not None
    own = plain.names[index]
    standing = Problem(board, *pieces, placed=[(word, cells)], **rules)
    assert standing.placed[0].piece == own
    assert standing == Problem(board, *pieces, placed=[(own, cells)], **rules)
    most = plain.pieces[index].most
    assert most is not None
    puzzle, placement = Puzzle.of(plain), Placement(word, tuple(cells))
    for session in (
        Session(Puzzle.of(standing)),
        Session(puzzle, State((placement,))),
        Session.resume(puzzle, State((placement,))),
        Session(puzzle).place(word, cells),
        Session(puzzle).follow(Hint("place", (), placement)),
    ):
        assert [*session.tiling] == [(own, tuple(cells))]
        assert session.left(word) == session.left(own) == most - 1
        assert session.hint(NEVER).action == "place"
        assert session.check(NEVER) == [] and not session.solved
        assert Session.load(session.save()).tiling == session.tiling


def test_given_pieces_are_cut_out_of_a_board_that_is_drawn_on() -> None:
    puzzle = make_puzzle("given", Board.parse("2x6"), ("L3+",), placed=("L3:0,0-0,1-1,0",))
    session = Session(puzzle)
    assert session.rules.drawn
    assert session.position.regions == ()
    session = session.outline([(1, 1), (1, 2), (0, 2)])
    assert [(region.kind, region.piece) for region in session.position.regions] == [("piece", "L3")]
    assert session.position.share == pytest.approx(1 / 3)
    session = session.outline([(0, 3), (0, 4), (1, 3)])
    assert session.solved  # what is left is a piece, too
    with pytest.raises(PlayError, match="is covered by a piece that is part of the puzzle"):
        session.lift((0, 0))


def test_a_session_begins_with_a_puzzle_its_name_or_its_id() -> None:
    puzzle = read_id("talos:hub-gates-1")
    by_name = Session("talos:hub-gates-1")
    assert by_name == Session(puzzle)
    assert by_name.puzzle.title == "Hub Gates (Green) #1"  # always the puzzle, never the word
    hand = {"J4": 1}
    held = Session(puzzle, hand=hand)
    hand["J4"] = 2
    assert held.hand == {"J4": 1}
    with pytest.raises(RequestError, match="did you mean"):
        Session("talos:hub-gates-11")


def test_clearing() -> None:
    session = Session(read_id("talos:hub-gates-1"))
    moved = session.place("J4", [(0, 0), (0, 1), (1, 0), (2, 0)]).clear()
    assert moved.state == State()
    assert len(moved.undo().state.placed) == 1


def test_ways_in_words() -> None:
    assert WaysLeft(1, True).text == "1 solution left"
    assert WaysLeft(2339, True).text == "2,339 solutions left"
    assert WaysLeft(480, True, mirrored=True).text == "480 solutions left"
    assert WaysLeft(1, True, mirrored=True).text == "1 solution left"
    assert WaysLeft(5, False).text == "5 solutions or more"
    assert WaysLeft(0, False).text == "no solution found yet"


def test_the_ways_of_a_board_that_nobody_has_touched_are_those_that_were_counted_before() -> None:
    """They are there in no time at all; of boards where a mirror image is another way, at least as
    many are.
    """
    small = [
        puzzle for puzzle in named_puzzles() if puzzle.tilings is not None and puzzle.tilings < 24
    ]
    assert len(small) > 20
    for puzzle in small:
        known = Session(puzzle).ways(NEVER)
        counted = different_tilings(compile_cover(puzzle.problem()), timeout=NEVER)
        assert (known.count, known.exact) == (counted.count, True), puzzle.name
    # What was counted before is looked up whatever the time.
    long = Session(find_puzzle("classic:hexiamonds-4x9"))
    assert long.ways(1e-3) == WaysLeft(74, True)
    solid = Session(find_puzzle("solid:pentominoes-3x4x5")).ways(1e-3)
    assert not solid.exact
    assert solid.count >= 3940


@pytest.mark.parametrize("most", [1, 0])
def test_a_piece_is_outlined_more_often_than_it_exists(most: int) -> None:
    session = Session(make_puzzle("dots", Board.parse("3x5"), (f"I3=0..{most}", "L3+")))
    for row in range(3):
        session = session.outline([(row, column) for column in range(3)])
    assert len(session.check(NEVER)) == 1
    assert session.hint(NEVER).action == "outline"
    assert session.ways(NEVER) == WaysLeft(0, True)
    assert not session.solved


def test_a_theorem_does_not_answer_for_outlines() -> None:
    session = Session(make_puzzle("dots", Board.parse("4x4-0,0"), ("L3+",))).toggle(
        [((0, 3), (1, 3))]
    )
    assert session.ways(NEVER) == WaysLeft(0, True)
    assert session.check(NEVER) != []
    assert session.hint(NEVER).action == "outline"


Listed = list[frozenset[tuple[str, tuple[Cell, ...]]]]


def agreeing(session: Session, every: Listed) -> Listed:
    """The tilings that agree with what is placed and drawn, and with outlines as pieces if any
    does.
    """
    placed = {(tile.piece, tile.cells) for tile in session.state.placed}
    tiles = {(tile.piece, tile.cells) for tile in session.position.tiles}
    edges = session.position.drawn
    left = [
        tiling
        for tiling in every
        if placed <= tiling
        and not any(one in cells and other in cells for _, cells in tiling for one, other in edges)
    ]
    return [tiling for tiling in left if tiles <= tiling] or left


#: The numbers of a suggestion: how many of the ways to cover a cell are in a solution.
OFTEN = re.compile(r"(?:(\d+) of the|all) (\d+) ways to cover the cell")


@pytest.mark.parametrize(
    ("drawing", "pieces"),
    [
        ("?###/?###/?###", ("I3+", "L3+", "monomino=0..2")),
        ("?##?/####/?##?", ("L3+", "##+")),
        ("??#/###/##?/#?#", ("I3=0..2", "L3+", "##=0..2")),
        ("####/#?#?/####", ("T4+", "L3+", "monomino=0..3")),
    ],
)
@pytest.mark.parametrize("kind", ["dots", "given"])
def test_numbers_in_hints_are_those_of_a_listing(
    drawing: str, pieces: tuple[str, ...], kind: Kind
) -> None:
    session = Session(make_puzzle(kind, Board.parse(drawing), pieces))
    every = [frozenset(tiling) for tiling in tilings(session.problem)]
    counted = 0
    while (hint := session.hint(NEVER)).action == "place":
        assert hint.placement is not None
        here = (hint.placement.piece, hint.placement.cells)
        solutions = agreeing(session, every)
        with_it = sum(here in solution for solution in solutions)
        if found := OFTEN.search(hint.text):
            some, of = found.groups()
            (cell,) = hint.cells
            ways = {tile for solution in solutions for tile in solution if cell in tile[1]}
            assert len(ways) == int(some or of)
            counted += 1
        elif not {"try", "look"} & set(hint.kinds):
            assert with_it == len(solutions)
        assert with_it
        session = session.follow(hint)
    assert hint.action == "done"
    assert counted


def test_hints_and_grades_are_words_and_json() -> None:
    """JSON has what a program needs to show a hint, without objects of Python."""
    found = tw.hint("talos:hub-gates-1")
    assert str(found) == found.text
    assert repr(found) == "<Hint: place J4:0,3-1,3-2,2-2,3>"
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["action"], data["piece"]) == ("place", "J4")
    assert data["place"] == [[0, 3], [1, 3], [2, 2], [2, 3]]
    spoken = "".join(
        part
        if isinstance(part, str)
        else f"{part['word']} ({','.join(map(str, part['cell']))})"
        if isinstance(part, dict)
        else ",".join(map(str, part))
        for part in data["words"]
    )
    assert spoken == data["text"] == found.text
    assert [picture["tried"][0]["piece"] for picture in data["pictures"][:1]] == ["Z4"]
    done = tw.hint("2x3 L3=2", placed=["L3:0,0-0,1-1,0", "L3:0,2-1,1-1,2"])
    assert (repr(done), done.to_json()["piece"], done.to_json()["place"]) == (
        "<Hint: done>",
        None,
        [],
    )
    puzzle_grade = tw.grade("talos:hub-gates-1")
    data = puzzle_grade.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["level"] == "medium"
    assert [step["text"] for step in data["steps"]] == [str(step) for step in puzzle_grade.steps]
    assert sum(data["counts"].values()) == len(data["steps"])


@pytest.mark.parametrize("kind", ["given", "shikaku", "pentominous", "sigil"])
def test_a_puzzle_shows_its_clues(kind: Kind) -> None:
    made = tw.generate(kind, "4x5" if kind == "sigil" else "5x6", seed=1)
    shown, puzzle = str(made.puzzle), made.puzzle
    assert made.id == puzzle.name
    assert tw.read(made.id) == puzzle.problem()
    first, *clues = shown.splitlines()
    assert first.startswith(f"{puzzle.name}: {puzzle.title}: ")
    assert len(repr(made)) < 120
    expected = {
        "given": [f"placed: {word}" for word in puzzle.placed],
        "shikaku": puzzle.board.text().splitlines(),
        "pentominous": [f"rule: {word}" for word in puzzle.conditions],
        "sigil": [],
    }
    assert clues == expected[kind]
    assert clues or kind == "sigil"
