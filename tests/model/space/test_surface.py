"""Boards of all lattices and surfaces, from words to tilings, against published numbers and a slow
twin.
"""

from __future__ import annotations

import io
import itertools
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import naive_lattice
import naive_surface as naive
from strategies import BOARDS, drawn_problems
from tilewright.apps.command import run
from tilewright.counting import count
from tilewright.errors import BoardError, ProblemError, RequestError
from tilewright.formats import write
from tilewright.model.board import Board
from tilewright.model.cover import Unique, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import BALLS, LATTICES
from tilewright.model.space.surface import FLAT, Surface
from tilewright.model.tiling import Tiling
from tilewright.solving.search import Search, tilings
from tried import examples

KNOWN = Path(__file__).parents[2] / "known" / "surfaces.tsv"
PIECES = {
    "any domino": "dominoes+",
    "any tromino": "trominoes+",
    "any tetromino": "tetrominoes+",
    "any pentomino": "pentominoes+",
}
#: So large numbers of tilings are gone through in the suite.
LISTED = 8_000


def _published() -> list[object]:
    rows: list[object] = []
    for line in KNOWN.read_text(encoding="utf-8").splitlines()[1:]:
        surface, size, pieces, value, _, convention, *_ = line.split("\t")
        name = surface.split(" ")[0].rstrip(",")
        prefix = {
            "rectangle": "",
            "cylinder": "cylinder:",
            "torus": "torus:",
            "moebius": "moebius:",
            "klein": "klein:",
        }
        match = re.fullmatch(r"H(\d+)xW(\d+)", size)
        if match is None or name not in prefix or int(value) > LISTED:
            continue
        word = pieces.split(" (")[0]
        word = PIECES.get(word) or " ".join(f"{name}+" for name in word.split("+"))
        by_wrap = convention.startswith("edge-labelled")
        board = f"{prefix[name]}{match[1]}x{match[2]}"
        rows.append(pytest.param(board, word, by_wrap, int(value), id=f"{board} {word} {by_wrap}"))
    return rows


def test_the_published_numbers_are_of_all_surfaces_and_both_conventions() -> None:
    rows = [row.values for row in _published()]  # type: ignore[attr-defined]
    assert {board.partition(":")[0] for board, *_ in rows if ":" in board} == {
        "cylinder",
        "torus",
        "moebius",
        "klein",
    }
    assert {by_wrap for _, _, by_wrap, _ in rows} == {False, True}
    assert len(rows) > 60


@pytest.mark.parametrize(("board", "pieces", "by_wrap", "value"), _published())
def test_numbers_of_tilings_are_the_published_ones(
    board: str, pieces: str, by_wrap: bool, value: int
) -> None:
    search = Search(Problem(board, *pieces.split(), by_wrap=by_wrap))
    if by_wrap or len(search.problem.pieces) == 1:
        assert search.count() == value
    else:
        # The table counts sets of cells, whichever piece covers them: round a side two pieces may
        # cover the same.
        assert len({tiling.labels.tobytes() for tiling in search}) == value


@pytest.mark.parametrize(
    ("board", "pieces", "value"),
    [
        ("tri:4x9", "hexiamonds", 74),
        ("tri:3x12", "hexiamonds", 0),
        ("hex:4x7", "tetrahexes", 9),
        ("cube:3x3x3", "soma", 240),
        ("cube:2x3x10", "pentominoes", 12),
    ],
)
def test_classic_puzzles_have_as_many_solutions_as_published(
    board: str, pieces: str, value: int
) -> None:
    search = Search(Problem(board, pieces), unique=True)
    found = list(search)
    assert (len(found), search.complete) == (value, True)
    for tiling in found[:20]:
        assert tiling.faults(search.problem) == []


def naive_ways(problem: Problem) -> dict[tuple[str, frozenset[tuple[int, ...]]], int]:
    """How often each piece lies on each set of cells."""
    board = problem.board
    cells = set(map(tuple, np.argwhere(board.mask).tolist()))
    shape = board.shape
    found: dict[tuple[str, frozenset[tuple[int, ...]]], int] = {}
    for piece in problem.pieces:
        laid = naive.ways(
            board.lattice.name,
            cells,
            shape,
            board.surface.name,
            piece.polyomino.cells,
            piece.turn or problem.turn,
        )
        for own, wraps in laid.items():
            found[piece.name, own] = len(wraps) if problem.by_wrap else 1
    return found


@given(drawn_problems())
def test_placements_are_those_of_the_slow_twin(problem: Problem) -> None:
    cover = compile_cover(problem)
    laid = Counter(
        (
            problem.names[int(cover.placement_piece[j])],
            frozenset(
                map(tuple, cover.cells[cover.item[cover.start[j] : cover.start[j + 1]]].tolist())
            ),
        )
        for j in range(cover.size)
    )
    assert laid == Counter(naive_ways(problem))


def naive_tilings(
    problem: Problem, most: int
) -> Counter[frozenset[tuple[str, frozenset[tuple[int, ...]]]]]:
    """All tilings, each with the number of ways to go round; a problem with more than so many is
    drawn anew at once.
    """
    ways = naive_ways(problem)
    sets = list(ways)
    found: Counter[frozenset[tuple[str, frozenset[tuple[int, ...]]]]] = Counter()
    cells = frozenset(map(tuple, np.argwhere(problem.board.mask).tolist()))
    for cover in naive.covers(cells, sets):
        used = Counter(sets[number][0] for number in cover)
        if all(piece.most is None or used[piece.name] <= piece.most for piece in problem.pieces):
            times = 1
            for number in cover:
                times *= ways[sets[number]]
            found[frozenset(sets[number] for number in cover)] += times
            assume(len(found) <= most)
    return found


def as_sets(tiling: Tiling) -> frozenset[tuple[str, frozenset[tuple[int, ...]]]]:
    return frozenset((name, frozenset(cells)) for name, cells in tiling)


@pytest.mark.parametrize("engine", ["scan", "dance"])
@given(problem=drawn_problems())
def test_engines_find_the_tilings_of_the_slow_twin(engine: str, problem: Problem) -> None:
    expected = naive_tilings(problem, 2000)
    assume(sum(expected.values()) <= 2000)
    search = Search(problem, engine=engine)  # type: ignore[arg-type]
    found = list(search)
    assert Counter(map(as_sets, found)) == expected
    assert search.complete
    for tiling in found[:5]:
        assert tiling.faults(problem) == []
        assert Tiling.from_json(tiling.to_json()) == tiling


@examples(40)
@given(drawn_problems(), st.sampled_from([True, "rotations"]))
def test_unique_is_one_of_each_orbit(problem: Problem, unique: Unique) -> None:
    assume(not problem.by_wrap)
    expected = set(naive_tilings(problem, 300))
    assume(expected)
    found = [as_sets(tiling) for tiling in Search(problem, unique=unique)]
    assert set(found) <= expected
    moves = naive_symmetries(problem, "one-sided" if unique == "rotations" else "free")
    left = {frozenset(own for _, own in tiling) for tiling in expected}
    orbits = 0
    while left:
        orbits += 1
        tiles = left.pop()
        left -= {
            frozenset(frozenset(image[cell] for cell in own) for own in tiles) for image in moves
        }
    assert len(found) == orbits == count(problem, unique=unique)


def naive_symmetries(problem: Problem, turn: str) -> list[dict[tuple[int, ...], tuple[int, ...]]]:
    """All permutations of the cells that a turn and a move of the plane make, and that take pieces
    to pieces.
    """
    board = problem.board
    name, shape = board.lattice.name, board.shape
    cells = set(map(tuple, np.argwhere(board.mask).tolist()))
    fold = naive.folded(board.surface.name, shape)
    ways = dict.fromkeys(naive_ways(problem), 1)
    limits = {piece.name: piece.most for piece in problem.pieces}
    found = []
    plane = [tuple(cell) for cell in itertools.product(*(range(-size, 2 * size) for size in shape))]
    folded = [(cell, fold(cell)) for cell in plane if fold(cell) in cells]
    reach = 2 * max(shape)

    def moved(cell: tuple[int, ...], move: tuple[int, ...]) -> tuple[int, ...]:
        return fold(tuple(x + y for x, y in zip(cell, move, strict=True)))

    for matrix in naive_lattice.maps(name, turn):
        turned = {cell: naive_lattice.image(name, cell, matrix) for cell in plane}
        for move in itertools.product(*(range(-reach, reach + 1) for _ in shape)):
            if name == "tri" and move[1] % 2:
                continue
            image = {cell: moved(turned[cell], move) for cell in cells}
            if set(image.values()) != cells:
                continue
            # What is joined stays joined.
            if any(moved(turned[cell], move) != image[own] for cell, own in folded):
                continue
            pieces: dict[str, set[str]] = {}
            for piece, own in ways:
                target = frozenset(image[cell] for cell in own)
                pieces.setdefault(piece, {*limits})
                pieces[piece] &= {other for other in limits if (other, target) in ways}
            alike = all(
                limits[piece] in {limits[other] for other in able} for piece, able in pieces.items()
            )
            if alike and image not in found:
                found.append(image)
    return found


@given(st.sampled_from(BOARDS), st.data())
def test_transform_of_boards_is_a_group_action(word: str, data: st.DataObject) -> None:
    board = Board.parse(word)
    mask = board.mask.copy()
    mask[tuple(data.draw(st.sampled_from(np.argwhere(mask).tolist())))] = False
    assume(mask.any())
    board = Board(mask, lattice=board.lattice, surface=board.surface).cropped()
    elements = st.integers(0, board.lattice.order - 1)
    g, h = data.draw(elements), data.draw(elements)
    assert board.transform(h).transform(g) == board.transform(int(board.lattice.compose[g, h]))
    assert Board.from_text(board.text()) == board
    assert Board.parse(board.name) == board


def test_periods_may_be_any_two() -> None:
    sheared = Board.from_array(np.ones((2, 4)), surface=Surface(((2, 1), (0, 4))))
    straight = Board.parse("torus:2x4")
    assert sheared != straight
    assert Surface(((2, 5), (2, 1))) == Surface(((2, 1), (0, 4)))
    assert Board.parse(sheared.name) == sheared
    numbers = [Search(Problem(board, "dominoes+")).count() for board in (sheared, straight)]
    assert numbers == [len(naive_sheared(4, 2, shift)) for shift in (1, 0)]


def naive_sheared(columns: int, rows: int, shift: int) -> list[tuple[int, ...]]:
    """Domino tilings of a torus whose top is joined to its bottom with a shift."""
    dominoes = set()
    for row, column in itertools.product(range(rows), range(columns)):
        below = ((row + 1) % rows, (column - (shift if row + 1 == rows else 0)) % columns)
        for other in ((row, (column + 1) % columns), below):
            dominoes.add(frozenset(((row, column), other)))
    cells = frozenset(itertools.product(range(rows), range(columns)))
    return list(naive.covers(cells, [("I", own) for own in dominoes]))


def test_a_problem_is_the_same_after_json() -> None:
    for board, pieces, rules in (
        ("torus:4x4", "T4+", {"by_wrap": True}),
        ("cube:2x2x3-0,0,0", "V3+", {}),
        ("hex:3x3", "hex:##/.#+", {"placed": ["hex:##/.#:0,0-0,1-1,1"]}),
        ("tri:2x2", "diamond+", {"turn": "fixed"}),
    ):
        pieces = pieces.replace("V3", "L3")
        problem = Problem(board, pieces, **rules)  # type: ignore[arg-type]
        assert Problem.from_json(problem.to_json()) == problem


def test_a_piece_may_stand_across_a_joined_side() -> None:
    problem = Problem("torus:2x4", "dominoes+", placed=["domino:0,0-0,3"])
    for tiling in tilings(problem):
        assert tiling.faults(problem) == []
        assert tiling.labels[0, 0] == tiling.labels[0, 3]
    wrong = Problem("cylinder:2x4", "dominoes+", placed=["domino:0,0-0,2"])
    assert "no orientation with these cells" in wrong.faults()[0]


def test_layers_of_cubes_are_parted_by_empty_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("cube\n##\n#.\n\n##\n##\n", encoding="utf-8")
    board = Board.read(path)
    assert board.shape == (2, 2, 2)
    assert board == Board.parse("cube:##/#.//##/##") == Board.parse("cube:2x2x2-0,1,1")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board.parse("moebius:hex:3x3"), "rows are slanted"),
        (lambda: Board.parse("torus:cube:2x2x2"), "only flat boards"),
        (lambda: Board.parse("cube:3x3"), "layers x rows x columns"),
        (lambda: Board.parse("penrose:3x3"), "is not a board"),
        (lambda: Board.parse("tri:hexagon0"), "at least one cell"),
        (lambda: Board.parse("torus:tri:###/###"), "of each kind"),
        (lambda: Board.from_array(np.ones((2, 3)), surface="sphere"), "unknown surface 'sphere'"),
        (
            lambda: Board.from_array(np.ones((3, 3)), surface=Surface(((2, 0), (0, 3)))),
            "2,0 and 0,0 coincide",
        ),
        (lambda: Board.from_array(np.ones((3, 4)), "tri", Surface(((0, 3),))), "a different kind"),
        (lambda: Surface(((2, 2), (1, 1))), "must be linearly independent"),
        (
            lambda: Problem("tri:4x9", "pentominoes"),
            "the board is made of triangles, but the piece F5 is made of squares",
        ),
        (
            lambda: Problem("4x4", "hexiamonds"),
            "the board is made of squares, but the piece hexiamond:1 is made of triangles",
        ),
        (
            lambda: Problem("moebius:4x4", "L4+", turn="one-sided").check(),
            "returns flipped",
        ),
    ],
)
def test_what_cannot_be_is_said(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises((BoardError, ProblemError, RequestError), match=message):
        make()


@pytest.mark.parametrize(
    ("board", "pieces"), [("torus:2x3", "trominoes+"), ("tri:2x3", "triamonds+")]
)
def test_xmpuzzle_files_hold_only_flat_boards(board: str, pieces: str) -> None:
    with pytest.raises(RequestError, match="only flat boards of "):
        write(Problem(board, pieces), "-", format="xmpuzzle")


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        ("solve hex:4x7 tetrahexes --all --unique -q", 0, "9\n"),
        ("solve torus:2x2 dominoes+ --all -q", 0, "2\n"),
        ("solve torus:2x2 dominoes+ --all -q --rule by-wrap", 0, "8\n"),
        ("solve cube:1x1x2 monomino=2", 0, "┌───┬───┐\n│   │   │\n└───┴───┘\n"),
        ("solve hex:1x2 monohex=2", 0, " ╱ ╲ ╱ ╲\n│   │   │\n ╲ ╱ ╲ ╱\n"),
        (
            "solve tri:1x1 moniamond=2",
            0,
            "______\n╲    ╱╲\n ╲  ╱  ╲\n  ╲╱____╲\n",
        ),
    ],
)
def test_the_command_prints(
    words: str, code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == code
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("solve torus:1x5 X5", 1, "fits nowhere on the board"),
        (
            "solve tri:4x9 pentominoes",
            2,
            "the board is made of triangles, but the piece F5 is made of squares",
        ),
        ("solve moebius:4x4 L4+ --turn fixed", 2, "a Möbius strip returns flipped"),
    ],
)
def test_the_command_says_why_not(
    words: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == code
    spoken = capsys.readouterr()
    assert said in (spoken.err + spoken.out).replace("\n", " ")


def test_flat_is_no_surface_at_all() -> None:
    assert Board.parse("3x3").surface is FLAT
    assert {board.lattice for board in map(Board.parse, BOARDS)} == set(LATTICES.values()) - {BALLS}


def test_tilings_of_fixed_pieces_that_only_a_half_turn_exchanges_are_different() -> None:
    # Turned by a half, ##.# covers on this torus what it covers elsewhere as it is, but it is not
    # the piece.
    problem = Problem("torus:1x5-0,3", "##.#+", "#+", turn="fixed")
    assert Search(problem).count() == Search(problem, unique=True).count() == 3


@pytest.mark.sampled(5)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("torus:4x4", "tetrominoes=0..2"),
        ("torus:2x4", "I4=2"),
        ("torus:3x4", "trominoes+"),
        ("torus:1x4", "domino=2"),
        ("torus:4x1", "domino=2"),
        ("cylinder:3x5", "trominoes+"),
        ("moebius:3x4", "trominoes+"),
        ("moebius:2x3", "I3=2"),
        ("klein:4x4", "tetrominoes=0..2"),
        ("klein:3x4", "trominoes=0..3"),
    ],
)
def test_a_printed_tiling_of_a_joined_board_is_read_again(
    board: str, words: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles go on beyond the sides that the arrows say are joined, over the flip of a Moebius
    strip, too.
    """
    problem = Problem(board, words)
    path = tmp_path / "printed.txt"
    for seed in range(5):
        stream = io.TextIOWrapper(io.BytesIO(), encoding)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            assert run(["solve", board, words, "--seed", str(seed)]) == 0
        stream.flush()
        text = stream.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]
        assert text.isascii() == (encoding == "ascii")
        (wanted,) = Search(problem, limit=1, seed=seed, threads=1)
        found = Tiling.from_text(text)
        assert number_tiles(found.labels).tolist() == number_tiles(wanted.labels).tolist(), text
        path.write_text(text, encoding="utf-8")
        assert run(["nth", board, words, str(path)]) == 0


def test_a_wrong_character_in_a_drawing_with_arrows_is_where_it_stands() -> None:
    with pytest.raises(RequestError, match=r"'x'.*line 2, column 6|line 2, column 6.*'x'"):
        Tiling.from_text("      ⇒\n    ╶x──────╴\n\n  ↓ ╶───────╴ ↓\n\n    ╶───────╴\n      ⇒\n")
