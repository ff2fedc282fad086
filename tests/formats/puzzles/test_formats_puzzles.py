"""Files of puzzle programs: what they mean, round trips, and what is wrong with bad ones."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tilewright as tw
from strategies import problems, tileable_problems
from tilewright.errors import RequestError
from tilewright.formats import Entry, find_format, read_entries
from tilewright.formats.puzzles.dahlke import hex_code, read_hex_code
from tilewright.formats.registry import rendered
from tilewright.formats.request import read_pieces
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.solving.search import ExactSearch, Search

PUZZLES = ["puzzle", "json", "psv", "polysolve", "polycube", "xmpuzzle"]
#: Those that have marks and cells that may stay empty.
RICH = ("puzzle", "json", "xmpuzzle")

PSV = """Fill 6x10 rectangle with pentominoes
Square
Board ( (9,5))
# 12 pieces
tile flip 1 1((0,1)(0,2)(1,0)(1,1)(2,1))
tile flip 1 1((0,0)(1,0)(2,0)(3,0)(4,0))
tile flip 1 1((0,0)(1,0)(2,0)(3,0)(3,1))
tile flip 1 1((0,0)(1,0)(2,0)(2,1)(3,1))
tile flip 1 1((0,0)(0,1)(1,0)(1,1)(2,0))
tile flip 1 1((0,0)(1,0)(1,1)(1,2)(2,0))
tile flip 1 1((0,0)(0,1)(1,0)(2,0)(2,1))
tile flip 1 1((0,0)(0,1)(0,2)(1,0)(2,0))
tile flip 1 1((0,1)(0,2)(1,0)(1,1)(2,0))
tile flip 1 1((0,1)(1,0)(1,1)(1,2)(2,1))
tile flip 1 1((0,0)(1,0)(2,0)(2,1)(3,0))
tile flip 1 1((0,0)(1,0)(1,1)(1,2)(2,2))
mode FillAll
# a solution that the program wrote
solution (1 (0,2|7), 2 (3,0|0), 3 (0,0|1), 4 (0,4|6), 5 (5,4|4), 6 (3,3|2), 7 (3,2|0), 8 (4,1|3), 9 (7,0|0),
 10 (1,0|0), 11 (8,1|7), 12 (7,3|0))
notes fegfhdhecagnhjcagggphcgngbhecagdgpgohggfhchegphccoakeigfgmgmgpcahhgphcgmgecadkcncj
"""  # noqa: E501
BOX = "D:xDim=4:yDim=4:zDim=1\nL:stationary=a\na a a b # names\nc a b b\nc c d b\nc d d d\n~L\n~D\n"


def sense(problem: Problem) -> tuple[Any, ...]:
    """What decides which tilings a problem has, whatever its pieces are called and however they
    lie.
    """
    mask = problem.board.mask
    box = np.s_[mask.any(axis=1).argmax() :, mask.any(axis=0).argmax() :]
    letters = np.array([".", *problem.board.alphabet])[problem.board.marks]
    may = problem.optional & (problem.empty_most > 0)
    cells = sorted(
        zip(*np.nonzero(mask[box]), letters[box][mask[box]], may[box][mask[box]], strict=True)
    )
    board = tuple(tuple(map(str, cell)) for cell in cells)
    room = problem.board.area
    used = Counter(problem.piece_index(each.piece) for each in problem.placed)
    pieces = set()
    for index, piece in enumerate(problem.pieces):
        limit = max(room // len(piece.polyomino), piece.least)
        left = (limit if piece.most is None else min(piece.most, limit)) - used[index]
        if left:
            pieces.add((piece.orientations(problem.turn), max(piece.least - used[index], 0), left))
    rows, columns = (problem.board.mask.any(axis=axis).argmax() for axis in (1, 0))
    placed = {
        tuple((row - rows, column - columns) for row, column in each.cells)
        for each in problem.placed
    }
    return board, frozenset(pieces), frozenset(placed), problem.empty_least, problem.empty_most


def there_and_back(entry: Entry, name: str) -> tuple[list[Entry], list[str]]:
    data, lost = rendered([entry], find_format(name))
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return read_entries(stream, format=name)[1], lost


#: Boards that are not flat, or not of squares, and two of squares that are too large for an ID.
ELSEWHERE = [
    Problem("cube:3x3x3", "soma"),
    Problem("cube\n#?\n##\n\n##\n?#\n", "soma:V=0..2", "cube:##", empty=(0, 2)),
    Problem("tri:2x4", "tetriamonds=0..2", turn="one-sided"),
    Problem("hex:3x4", "hex:trihexes+", placed=["trihex:1:0,0-0,1-0,2"]),
    Problem("torus:4x6", "I4+"),
    Problem("klein:4x6", "I4+"),
    Problem("65x64", "I4+", "L3"),
    Problem("100x100-0,0", "L3+"),
    Problem("torus:4x4", "I4+", by_wrap=True),
    Problem("torus:hex:3x3", "trihexes+"),
]


@pytest.mark.parametrize("problem", ELSEWHERE, ids=str)
def test_tilewrights_own_files_say_every_lattice_and_surface(problem: Problem) -> None:
    for name in ("puzzle", "json"):
        (entry,), lost = there_and_back(Entry(problem=problem), name)
        assert entry.problem == problem, name
        assert not lost
    (entry,), _ = there_and_back(Entry(problem=problem), "board")
    assert entry.board == problem.board


@pytest.mark.parametrize("problem", ELSEWHERE[:6], ids=str)
def test_solvers_get_problems_of_every_lattice_and_surface(problem: Problem) -> None:
    expected = Search(problem).count()
    assert expected > 0
    (entry,), lost = there_and_back(Entry(problem=problem), "dlx")
    assert entry.cover is not None and not lost
    assert ExactSearch(entry.cover).count() == expected
    (entry,), lost = there_and_back(Entry(problem=problem), "cnf")
    assert entry.problem == problem and not lost


@pytest.mark.parametrize("name", PUZZLES)
@given(data=st.data())
def test_problems_come_back_as_they_were(name: str, data: st.DataObject) -> None:
    problem = data.draw(problems(optional=name in RICH, marks="ab" if name in RICH else ""))
    assume(any(piece.most != 0 for piece in problem.pieces))
    try:
        entries, lost = there_and_back(Entry(problem=problem), name)
    except RequestError as error:
        if "turns only by half" in str(error):
            assert name in ("psv", "polysolve")
        else:
            assert name == "polycube" and "fixed number of copies" in str(error)
        return
    again = entries[0].problem
    assert again is not None
    if set(lost) <= {"the names of the pieces", "variable numbers of copies of a piece"}:
        # The area may have said how often a piece is there; colors have other letters than marks
        # had.
        marked = problem.board.marks.any() or any(piece.marks for piece in problem.pieces)
        same = name == "polycube" or (name == "xmpuzzle" and marked)
        assert same or sense(again) == sense(problem)
        assert Search(again).count() == Search(problem).count()


@pytest.mark.parametrize("name", ["psv", "xmpuzzle"])
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_solutions_come_back_as_they_were(name: str, data: st.DataObject) -> None:
    problem = data.draw(tileable_problems(marks="ab" if name in RICH else ""))
    assume(name in RICH or not problem.optional.any())
    # BurrTools turns pieces over, and places none beforehand.
    assume(name != "xmpuzzle" or not find_format(name).losses([Entry(problem=problem)]))
    assume(problem.board == problem.board.cropped())
    tilings = tuple(Search(problem, limit=3))
    entries, _ = there_and_back(Entry(problem=problem, tilings=tilings), name)
    assert entries[0].tilings == tilings


def test_a_file_of_polysolver() -> None:
    entries = read_entries(io.BytesIO(PSV.encode()), format="psv")[1]
    (entry,) = entries
    assert entry.problem is not None
    assert sorted(name[0] for name in entry.problem.names) == list("FILNPTUVWXYZ")
    assert entry.name == "Fill 6x10 rectangle with pentominoes"
    assert entry.notes == "Test my format convertor.\nHello world :-)"
    (tiling,) = entry.tilings
    assert tiling.faults(Problem("6x10", "pentominoes")) == []


def test_pieces_of_polysolver_turn_and_are_there_as_it_says() -> None:
    text = (
        "t\nboard ((2,1))\ntile 4 (0,0)\ntile fixed 2 1 ((0,0)(1,0))\ntile flip((0,0)(1,0)(1,1))\n"
    )
    text = text.replace("4 (0,0)", "4 ((0,0))")
    (entry,) = read_entries(io.BytesIO(text.encode()), format="psv")[1]
    assert entry.problem is not None
    assert [(p.least, p.most, p.turn or entry.problem.turn) for p in entry.problem.pieces] == [
        (0, 4, "one-sided"),
        (1, 2, "fixed"),
        (0, 1, "free"),
    ]
    (entry,) = read_entries(io.BytesIO((text + "mode UseAll").encode()), format="psv")[1]
    assert entry.problem is not None
    assert [(p.least, p.most) for p in entry.problem.pieces] == [(4, 4), (2, 2), (1, 1)]
    assert entry.problem.empty_most == 6


def test_a_box_of_busche() -> None:
    (entry,) = read_entries(io.BytesIO(BOX.encode()), format="polycube")[1]
    problem = entry.problem
    assert problem is not None
    assert problem.board.shape == (4, 4)
    assert [placement.cells for placement in problem.placed] == [((0, 0), (0, 1), (0, 2), (1, 1))]
    assert sum(len(piece.polyomino) * piece.least for piece in problem.pieces) == 16
    assert Search(problem).count() >= 1


def test_several_boxes_are_several_problems() -> None:
    entries = [Entry(problem=Problem("2x3", "L3=2")), Entry(problem=Problem("5x4-0,0-4,3", "L3=6"))]
    data, lost = rendered(entries, find_format("polycube"))
    again = read_entries(io.BytesIO(str(data).encode()))[1]
    assert not lost
    assert [sense(entry.problem) for entry in again if entry.problem] == [
        sense(entry.problem) for entry in entries if entry.problem
    ]


def test_the_area_says_how_many_there_are_where_one_number_is_open() -> None:
    (entry,), lost = there_and_back(Entry(problem=Problem("4x4", "dominoes+", "I4=2")), "polycube")
    assert entry.problem is not None
    assert sense(entry.problem) == sense(Problem("4x4", "dominoes=4", "I4=2"))
    assert not lost
    with pytest.raises(RequestError, match="got domino\\+"):
        there_and_back(Entry(problem=Problem("4x4", "dominoes+", "I4+")), "polycube")


def test_shapes_of_polysolve_move_as_it_says() -> None:
    text = """{"grid": "square", "board": {"tiles": [[1, 1, 1], [0, 1, 1]]}, "shapes": [
        {"amount": {"max": 2}, "morphs": [{"tiles": [1, 1]}]},
        {"mobility": "stationary", "name": "s", "morphs": [{"coords": [[2, 1]]}]},
        {"mobility": "translate", "amount": {"min": 0, "max": 3}, "morphs": [{"coords": [[0, 0], [0, 1]]}]}]}"""  # noqa: E501
    (entry,) = read_entries(io.BytesIO(text.encode()))[1]
    problem = entry.problem
    assert problem is not None
    assert problem.board.text() == "###\n.##"
    assert [(p.least, p.most, p.turn or problem.turn) for p in problem.pieces] == [
        (2, 2, "one-sided"),
        (0, 3, "fixed"),
        (1, 1, "fixed"),
    ]
    assert problem.placed[0].cells == ((1, 2),)


@pytest.mark.parametrize("name", ["heesch", "dahlke", "pieces"])
@pytest.mark.parametrize("words", ["pentominoes", "hexominoes L3", "domino monomino"])
def test_shapes_come_back(name: str, words: str) -> None:
    pieces = tuple(piece for word in words.split() for piece in parse_pieces(word))
    (entry,), lost = there_and_back(Entry(pieces=pieces), name)
    assert [piece.polyomino.canonical() for piece in entry.pieces] == [
        p.polyomino.canonical() for p in pieces
    ]
    assert not lost


def test_hex_codes() -> None:
    y = read_hex_code("f840")
    assert y.polyomino.text() == ".#/#####"
    assert hex_code(y) == "f840"
    wide = Piece(read_hex_code("ff+ff{c0}").polyomino)
    assert (wide.polyomino.columns, len(wide.polyomino)) == (10, 19)
    assert hex_code(wide) == "ff+ff{c0}"
    widest = Piece(read_hex_code("ff{ff}00{01}").polyomino)
    assert (widest.polyomino.columns, len(widest.polyomino)) == (16, 17)
    assert hex_code(widest) == "ff{ff}00{01}"
    (entry,) = read_entries(io.BytesIO(b"f840_ff80\nc0\n"), format="dahlke")[1]
    assert [len(piece.polyomino) for piece in entry.pieces] == [6, 9, 2]


def test_shapes_of_heesch_sat() -> None:
    text = (
        "O? 0 0 1 0 1 1\nO 0 0 0 1\n~ 1 2 2\n2\n0 <1,0,0,0,1,0>\n1 <1,0,1,0,1,0>\n1\n0 "
        "<1,0,0,0,1,0>\n0 0 1 0\nI 1 0\n"
    )
    found, (entry,) = read_entries(io.BytesIO(text.encode()))
    assert found.name == "heesch"
    assert [len(piece.polyomino) for piece in entry.pieces] == [3, 2, 2]
    assert entry.lost


def test_results_without_a_number_of_patches_are_skipped() -> None:
    shapes = ["I 0 0 3 0 -2 1 1 1", "I 0 0 1 1 3 0", "I 0 0 -2 1", "I 0 0 1 1", "I 0 0"]
    text = "".join(
        f"{shape}\n{result}\n"
        for shape, result in zip(shapes, ["I 1", "~ 0 1", "O", "!", "I 2 0"], strict=True)
    )
    _, (entry,) = read_entries(io.BytesIO(text.encode()))
    assert [len(piece.polyomino) for piece in entry.pieces] == [4, 3, 2, 2, 1]
    assert entry.lost


#: The steps to the neighbors of a cell of heesch-sat, for each kind of cell: x modulo 3 for
#: triangles.
HEESCH_STEPS = {
    "O": [[(1, 0), (-1, 0), (0, 1), (0, -1)]] * 3,
    "H": [[(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, 1)]] * 3,
    "I": [[(1, 1), (-2, 1), (1, -2)], [(-1, -1), (2, -1), (-1, 2)]],
}


@pytest.mark.parametrize(
    ("letter", "lattice", "numbers"),
    [
        ("O", "square", [1, 1, 2, 5, 12, 35]),
        ("H", "hex", [1, 1, 3, 7, 22]),
        ("I", "tri", [1, 1, 1, 3, 4, 12]),
    ],
)
def test_shapes_of_heesch_sat_on_each_lattice(
    letter: str, lattice: str, numbers: list[int], tmp_path: Path
) -> None:
    shapes = {frozenset([(0, 0)])}
    for size, number in enumerate(numbers, start=1):
        text = "".join(
            f"{letter}? {' '.join(f'{x} {y}' for x, y in sorted(shape))}\n" for shape in shapes
        )
        _, (entry,) = read_entries(io.BytesIO(text.encode()))
        assert all(piece.polyomino.is_connected() for piece in entry.pieces)
        assert {piece.lattice.name for piece in entry.pieces} == {lattice}
        assert len({piece.polyomino.canonical() for piece in entry.pieces}) == number
        again, _ = there_and_back(Entry(pieces=entry.pieces), "heesch")
        assert again[0].pieces == entry.pieces
        (tmp_path / "shapes.txt").write_text(text)
        assert len(read_pieces(str(tmp_path / "shapes.txt"))) == len(shapes), size
        shapes = {
            shape | {(x + right, y + up)}
            for shape in shapes
            for x, y in shape
            for right, up in HEESCH_STEPS[letter][x % 3]
            if (x + right, y + up) not in shape
        }


def test_shapes_of_heesch_sat_stand_where_pieces_stand(tmp_path: Path) -> None:
    (tmp_path / "hexes").write_text("H? 0 0 1 0 2 0\nH? 0 0 1 0 0 1\n")
    (tmp_path / "iamonds.txt").write_text("I? 0 0 1 1\n")
    assert tw.count(f"hex:3x4 {tmp_path}/hexes+") == tw.count("hex:3x4 ###+ ##/#+")
    assert (
        tw.count(f"tri:hexagon2 {tmp_path}/iamonds.txt+")
        == tw.count("tri:hexagon2 diamonds+")
        == 20
    )


@pytest.mark.parametrize("name", ["shapes.txt", "7", "12_3", "a", "shapes.heesch", "6.omino"])
@pytest.mark.parametrize(
    ("board", "text", "words"),
    [
        ("4x6", "0 0 1 0 2 0\n0 0 1 0 0 1\n", "I3=0..9 L3=0..9"),
        ("4x6", "? 0 0 1 0 2 0\n? 0 0 1 0 0 1\n", "I3=0..9 L3=0..9"),
        ("4x6", "(0,0),(1,0),(2,0)\n\n(0,0),(1,0),(0,1)", "I3=0..9 L3=0..9"),
        ("4x6", "0,0 1,0 2,0\n~ 1 1 0\n0,0 1,0 0,1\n~ 1 1 0\n", "I3=0..9 L3=0..9"),
        ("hex:3x4", "0 0 1 0 2 0\n0 0 1 0 0 1\n", "###=0..9 ##/#=0..9"),
        ("tri:hexagon2", "0 0 1 1\n0 0 1 1 3 0 4 1\n", "diamonds=0..99 ####=0..99"),
    ],
)
def test_shapes_without_letters_are_recognized_by_their_numbers(
    name: str, board: str, text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text)
    assert tw.count(f"{board} ./{name}+") == tw.count(f"{board} {words}") > 0
    assert len(read_pieces(name)) == 2


def test_numbers_that_are_no_shapes_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "shapes"
    for text, board, says in (
        ("0 0 1 0\n0 0 1 0 0 0\n", "4x4", "line 2: the cell 0,0 is listed twice"),
        (
            "0 0 1 0\n",
            "tri:hexagon2",
            "line 1: a triangle must be at 3a 3b or 3a\\+1 3b\\+1, got 1 0",
        ),
        ("0 0 1 0\n", "cube:2x2x2", "line 1: shapes of cubes must be drawn or named"),
    ):
        path.write_text(text)
        with pytest.raises(RequestError, match=says) as caught:
            tw.count(f"{board} {path}+")
        assert "\n" not in str(caught.value)


def test_equal_pieces_of_a_file_are_merged_and_said() -> None:
    shapes = [{"name": name, "morphs": [{"tiles": [[1, 1], [1, 0]]}]} for name in "AB"]
    text = json.dumps(
        {"grid": "square", "board": {"tiles": [[1, 1, 1], [1, 1, 1]]}, "shapes": shapes}
    )
    _, (entry,) = read_entries(io.BytesIO(text.encode()))
    assert entry.ignored == (
        "the difference between equal pieces: A and B are read as 2 copies of one piece (if "
        "counted separately, there are 2 times as many tilings)",
    )
    _, (entry,) = read_entries(io.BytesIO(text.replace('"B"', '"A"').encode()))
    assert "pieces: A (listed 2 times) is read as 2 copies of one" in entry.ignored[0]


BAD = [
    (
        "psv",
        "t\n",
        "line 1, column 1: the first line ends too early: after the title, the grid is missing",
    ),
    (
        "psv",
        "t\ntan\nboard((1,1))",
        "line 2, column 1: the grid must be one of Square, .*, got 'tan'",
    ),
    (
        "psv",
        "t\ntriangle\nboard((1,1:2))",
        "line 3, column 12: the kind of a cell must be 0 to 1, got '2'",
    ),
    ("psv", "t\nboard((1,1)", "line 2, column 11: expected '\\)', got the end"),
    ("psv", "t\nboard((1,1,3))", "line 2, column 12: a board of squares has only one layer"),
    ("psv", "t\nboard((9999999,1))", "at most 6 digits, got '9999999'"),
    ("psv", "t\nboard((99999,99999))", "a board must have"),
    ("psv", "t\nboard((1,1))\ntile x ((0,0))", "line 3, column 6: expected an integer, got 'x'"),
    ("psv", "t\nboard((1,1))\ntile 1 2 ((0,0))", "got 2 and 1"),
    ("psv", "t\nboard((1,1))\ntile ((0,0)+)", "without duplicates"),
    ("psv", "t\nboard((1,1))\ntile ((0,0)(0,0))", "without duplicates"),
    (
        "psv",
        "t\nboard((1,1))\ntile ((0,0))\nmode Most",
        "the mode must be FillAll or UseAll, got 'most'",
    ),
    (
        "psv",
        "t\nboard((0,0))\ntile ((0,0))\nsolution (2 (0,0|0))",
        "tile numbers must be 1 to 1, got 2",
    ),
    ("psv", "t\nboard((0,0))\ntile ((0,0))\nsolution (1 (0,0|4))", "must be 0 to 0, got 4"),
    ("psv", "t\nboard((1,0))\ntile ((0,0))\nsolution (1 (0,0|0))", "cell 0,1 is not covered"),
    ("psv", "t\nboard((0,0))\ntile ((0,0))\nsolution (1 (5,0|0))", "cell 0,5 is not on the board"),
    ("psv", "t\nboard((0,0))\ntile ((0,0))\nnonsense", "line 4, column 1: unexpected 'nonsense'"),
    ("polycube", "L\n", "line 1: a puzzle must begin with 'D:xDim"),
    (
        "polycube",
        "D:xDim=2:yDim=2:zDim=2:oneSide\n",
        "line 1: oneSide requires a puzzle with one layer",
    ),
    ("polycube", "D:xDim=2:yDim=x\n", "got 'x'"),
    ("polycube", "D:xDim=2:yDim=2\nL\na a\n", "'~D' is missing at the end of the puzzle"),
    (
        "polycube",
        "D:xDim=2:yDim=2\nL:stationary=b\na a\n~L\n~D",
        "the stationary piece 'b' must have a layout",
    ),
    ("polycube", "D:xDim=2:yDim=2\nL\na a , a\n~L\n~D\n", "'a' has several layers, but zDim is 1"),
    ("polycube", "D:xDim=1:yDim=1:zDim=2\nC:name=a:type=S:layout=0 0 2\n~D", "is not on the board"),
    ("polycube", "D:xDim=2:yDim=2\nC:name=a:layout=0 0 0, 0 0 0\n", "lists the same cell twice"),
    ("polycube", "D:xDim=1:yDim=1\nC:name=a:type=S:layout=3 3 0\n~D", "is not on the board"),
    ("polycube", "D:xDim=1:yDim=1\n~D", "the problem contains no pieces"),
    ("polysolve", "{", "line 1, column 2: invalid JSON"),
    ("polysolve", '{"grid": "square",\n "board": }', "line 2, column 11: invalid JSON"),
    ("json", '{"board": "4x4",\n "pieces": ]}', "line 2, column 12: invalid JSON"),
    ("json", '{"board": "4x4", "pieces": 3}', "'pieces' must be a list of strings"),
    ("json", "[" * 100_000, "nested too deeply"),
    ("polysolve", "[]", "must be an object with 'grid'"),
    ("polysolve", '{"grid": "cube"}', "bad: the board must have a list"),
    ("polysolve", '{"grid": "tan"}', "'grid' must be one of square, .*, got 'tan'"),
    (
        "polysolve",
        '{"grid": "hexagon", "board": {"coords": [[0, 0, 1]]}}',
        "3 coordinates .* but the grid has 2",
    ),
    (
        "polysolve",
        '{"grid": "triangle", "board": {"coords": [[2, 0, 0]]}}',
        "is the kind of cell, and must be 0 to 1",
    ),
    (
        "polysolve",
        '{"grid": "square", "board": {"coords": [[0]]}, "shapes": []}',
        "'shapes' must be a list",
    ),
    ("polysolve", '{"grid": "square", "board": {"coords": [["a"]]}}', "must be pairs"),
    (
        "polysolve",
        '{"grid": "square", "board": {"tiles": [[1]]}, "shapes": [{"morphs": [1, 2]}]}',
        "shape 1 must have a list 'coords' or 'tiles'",
    ),
    (
        "polysolve",
        '{"grid": "square", "board": {"tiles": [[1]]}, "shapes": [{"amount": -1, "morphs": '
        '[{"tiles": [1]}]}]}',
        "an integer from 0",
    ),
    ("dahlke", "f840 f8!40", "column 6: 'f8!40' has a second layer"),
    ("dahlke", "f84", "line 1, column 1: 'f84' is not a hex code"),
    ("heesch", "O? 0 0\nK? 0 0 0 1\n", "line 2: tilewright does not support shapes of kites"),
    ("heesch", "I? 0 0 1 0\n", "line 1: a triangle must be at 3a 3b or 3a\\+1 3b\\+1, got 1 0"),
    ("heesch", "O 0 0\n~ 1 1 1\n5\n", "the patch is incomplete"),
    ("heesch", "O? 0 0 0 0\n", "line 1: the cell 0,0 is listed twice"),
    ("heesch", "O 0 0\n", "line 2: a shape without '\\?' must be followed"),
]


@pytest.mark.parametrize(("name", "text", "says"), BAD)
def test_bad_files_say_what_and_where(name: str, text: str, says: str) -> None:
    with pytest.raises(RequestError, match=says) as caught:
        read_entries(io.BytesIO(text.encode()), format=name, where="bad")
    assert str(caught.value).startswith("bad")


@pytest.mark.parametrize(
    ("problem", "on"),
    [
        (ELSEWHERE[2], "triangles"),
        (ELSEWHERE[3], "hexagons"),
        (ELSEWHERE[4], "a torus of squares"),
        (Problem("torus:hex:3x3", "trihexes+"), "a torus of hexagons"),
    ],
)
def test_a_format_names_the_boards_that_it_supports(problem: Problem, on: str) -> None:
    says = f"polycube files support only flat boards of cubes or squares, not {on}"
    with pytest.raises(RequestError, match=says):
        rendered([Entry(problem=problem)], find_format("polycube"))
