"""Files of BurrTools: what they mean, what is refused, and bombs."""

from __future__ import annotations

import gzip
import io
import itertools
import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Tree

import numpy as np
import pytest

from tilewright import read
from tilewright.apps.command import run
from tilewright.errors import FormatError, RequestError
from tilewright.formats import Entry, read_entries, write_entries
from tilewright.formats.puzzles.burrtools import BURRTOOLS, rotations
from tilewright.formats.registry import known_formats, rendered
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.solving.search import Search

Captured = pytest.CaptureFixture[str]


def puzzle(
    shapes: list[str], problems: str, grid: int = 0, colors: int = 0, comment: str = ""
) -> bytes:
    """A file: each shape is 'x y z states [attributes]'."""
    voxels = []
    for shape in shapes:
        x, y, z, states, *more = shape.split(" ", 4)
        voxels.append(f'<voxel x="{x}" y="{y}" z="{z}" type="0" {" ".join(more)}>{states}</voxel>')
    inks = '<color red="1" green="2" blue="3"/>' * colors
    return (
        f'<?xml version="1.0"?><puzzle version="2"><gridType type="{grid}"/><colors>{inks}</colors>'
        f"<shapes>{''.join(voxels)}</shapes><problems>{problems}</problems><comment>{comment}</comment></puzzle>"
    ).encode()


def problem(
    shapes: str, result: int = 0, bitmap: str = "", more: str = "", **attributes: object
) -> str:
    words = " ".join(
        f'{name}="{value}"' for name, value in {"name": "p", "state": 0, **attributes}.items()
    )
    return (
        f"<problem {words}><shapes>{shapes}</shapes><result "
        f'id="{result}"/><bitmap>{bitmap}</bitmap>{more}</problem>'
    )


def entries_of(data: bytes) -> list[Entry]:
    return read_entries(io.BytesIO(data), format="xmpuzzle", where="burr")[1]


def test_rotations_are_those_of_the_cube() -> None:
    matrices = rotations()
    assert matrices.shape == (48, 3, 3)
    assert np.linalg.det(matrices).round().tolist() == [1] * 24 + [-1] * 24
    assert len({matrix.tobytes() for matrix in matrices}) == 48


def test_a_board_of_one_layer() -> None:
    shapes = ["3 2 1 ######", '2 2 1 ###_ name="Ell"']
    (entry,) = entries_of(puzzle(shapes, problem('<shape id="1" count="2"/>'), comment="a note"))
    assert entry.problem is not None
    assert entry.problem.board.text() == "###\n###"
    assert [
        (p.name, p.least, p.most, p.turn or entry.problem.turn) for p in entry.problem.pieces
    ] == [("Ell", 2, 2, "free")]
    assert entry.notes == "a note"
    assert Search(entry.problem).count() == 2


@pytest.mark.parametrize(
    ("size", "piece"), [("1 3 2", "1 2 2"), ("3 1 2", "2 1 2"), ("3 2 1", "1 2 2")]
)
def test_a_layer_may_lie_any_way(size: str, piece: str) -> None:
    shapes = [f"{size} ######", f"{piece} ###_"]
    (entry,) = entries_of(gzip.compress(puzzle(shapes, problem('<shape id="1" count="2"/>'))))
    assert entry.problem is not None
    assert sorted(entry.problem.board.shape) == [2, 3]
    assert Search(entry.problem).count() == 2


def test_cells_that_may_stay_empty_and_ranges() -> None:
    shapes = ["3 2 1 #+#+##", "2 1 1 ##"]
    used = '<shape id="1" min="1" max="4"/>'
    (entry,) = entries_of(puzzle(shapes, problem(used)))
    (limited,) = entries_of(puzzle(shapes, problem(used, maxHoles=1)))
    assert entry.problem is not None and limited.problem is not None
    assert entry.problem.board.text() == "#?#\n?##"
    assert (entry.problem.empty_least, entry.problem.empty_most) == (0, 2)
    assert (limited.problem.empty_least, limited.problem.empty_most) == (0, 1)
    assert (entry.problem.pieces[0].least, entry.problem.pieces[0].most) == (1, 4)


def test_color_rules_are_marks() -> None:
    shapes = ["2 2 1 #1#2#2#1", "2 1 1 #1#2"]
    pairs = '<pair piece="0" result="0"/><pair piece="1" result="1"/>'
    (entry,) = entries_of(
        puzzle(shapes, problem('<shape id="1" count="2"/>', bitmap=pairs), colors=2)
    )
    assert entry.problem is not None
    assert len(set(entry.problem.board.text()) - {"\n"}) == 2
    assert Search(entry.problem).count() == 2
    crossed = '<pair piece="0" result="1"/>'
    (entry,) = entries_of(
        puzzle(shapes, problem('<shape id="1" count="2"/>', bitmap=crossed), colors=2)
    )
    assert entry.problem is not None
    assert Search(entry.problem).count() == 0


@pytest.mark.parametrize(("pair", "tilings"), [("0", 2), ("1", 0)])
def test_pairs_count_colors_from_0_and_states_from_1(pair: str, tilings: int) -> None:
    text = (
        '<?xml version="1.0"?><puzzle version="2"><gridType type="0"/>'
        '<colors><color red="255" green="0" blue="0"/><color red="0" green="255" '
        'blue="0"/></colors>'
        '<shapes><voxel x="2" y="2" z="1" type="0">#1#1#1#1</voxel><voxel x="2" y="1" z="1" '
        'type="0">#1#1</voxel></shapes>'
        '<problems><problem state="0"><shapes><shape id="1" count="2"/></shapes><result id="0"/>'
        f'<bitmap><pair piece="{pair}" result="{pair}"/></bitmap></problem></problems></puzzle>'
    )
    (entry,) = entries_of(text.encode())
    assert entry.problem is not None
    assert Search(entry.problem).count() == tilings


def test_a_neutral_color_agrees_with_all_and_that_is_no_mark() -> None:
    shapes = ["2 2 1 #1#2#2#1", "2 1 1 ##", "2 1 1 #1#2"]
    pairs = '<pair piece="0" result="0"/><pair piece="1" result="1"/>'
    (plain,) = entries_of(puzzle(shapes, problem('<shape id="1" count="2"/>'), colors=2))
    assert plain.problem is not None
    assert not plain.problem.board.marks.any()
    (both,) = entries_of(
        puzzle(
            shapes,
            problem('<shape id="1" count="1"/><shape id="2" count="1"/>', bitmap=pairs),
            colors=2,
        )
    )
    assert both.problem is not None
    assert both.problem.board.text() == "#a\na#"
    assert both.problem.marks_agree == {"": ("", "a"), "A": ("",), "B": ("a",)}
    # The colored domino lies along each side of the square; the other opposite to it.
    assert Search(both.problem).count() == 4


def lay_by_hand(file: bytes) -> Counter[frozenset[tuple[int, frozenset[tuple[int, ...]]]]]:
    """How often each filling of a result comes about, by BurrTools' own rules: turned, laid
    everywhere, and asked for each cell.
    """
    root = Tree.fromstring(file)
    shapes = []
    for voxel in root.iterfind("shapes/voxel"):
        size = [int(voxel.get(axis, 0)) for axis in "xyz"]
        states = re.findall("[#+_][0-9]*", voxel.text or "")
        cells = {}
        for index, state in enumerate(states):
            place = (index % size[0], index // size[0] % size[1], index // size[0] // size[1])
            if state[0] != "_":
                cells[place] = (state[0], int(state[1:] or 0))
        shapes.append(cells)
    (asked,) = root.iterfind("problems/problem")
    # Colors count from 0 in pairs, and from 1 in states.
    pairs = {
        (int(pair.get("piece", 0)) + 1, int(pair.get("result", 0)) + 1)
        for pair in asked.iterfind("bitmap/pair")
    }
    (result,) = [shapes[int(each.get("id", 0))] for each in asked.iterfind("result")]
    pieces, copies = [], []
    for number, shape in enumerate(asked.iterfind("shapes/shape")):
        placements = set()
        for matrix in rotations()[:24].tolist():
            turned = {
                tuple(sum(a * b for a, b in zip(row, place, strict=True)) for row in matrix): color
                for place, (_, color) in shapes[int(shape.get("id", 0))].items()
            }
            first = min(turned)
            for to in result:
                moved = {
                    tuple(x - y + z for x, y, z in zip(place, first, to, strict=True)): color
                    for place, color in turned.items()
                }
                if all(
                    place in result
                    and (0 in (color, result[place][1]) or (color, result[place][1]) in pairs)
                    for place, color in moved.items()
                ):
                    placements.add(frozenset(moved))
        #: The cells that a placement covers, by the first of them.
        starting: dict[tuple[int, ...], list[frozenset[tuple[int, ...]]]] = {}
        for cells in placements:
            starting.setdefault(min(cells), []).append(cells)
        pieces.append((number, starting))
        copies.append(int(shape.get("count", 0)))

    def fill(left: list[tuple[int, ...]], used: tuple[int, ...]) -> Iterator[frozenset[object]]:
        if not left:
            if used == tuple(copies):
                yield frozenset()
            return
        free = set(left)
        for number, starting in pieces:
            if used[number] == copies[number]:
                continue
            for cells in starting.get(left[0], ()):
                if cells <= free:
                    more = tuple(n + (k == number) for k, n in enumerate(used))
                    for rest in fill([cell for cell in left if cell not in cells], more):
                        yield rest | {(number, cells)}
        if result[left[0]][0] == "+":
            yield from fill(left[1:], used)

    return Counter(fill(sorted(result), (0,) * len(pieces)))  # type: ignore[arg-type]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(40))
def test_any_color_rules_are_those_of_burrtools(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.choice([(4, 2, 1), (3, 3, 1), (2, 2, 2), (3, 2, 2), (2, 1, 4)])
    area, some = math.prod(size), dice.choice([0, 0, 1])
    colors = dice.choice([2, 3, 4])
    free = dice.choice(["+", "+", "any"])
    states = [
        f"{'+' if place < some * dice.choice([1, 3]) else '#'}{dice.choice([0, *range(1, colors + 1)])}"  # noqa: E501
        if free == "any"
        else "+"
        if place < some
        else f"#{dice.choice([0, *range(1, colors + 1)])}"
        for place in range(area)
    ]
    bars = [dice.choice([1, 2, 2, 3]) for _ in range(area)]
    bars = bars[: next(k for k in range(area) if sum(bars[: k + 1]) >= area)]
    bars.append(area - sum(bars))
    shapes = [f"{size[0]} {size[1]} {size[2]} {''.join(states)}"]
    shapes += [
        f"{long} 1 1 " + "".join(f"#{dice.choice([0, *range(1, colors + 1)])}" for _ in range(long))
        for long in bars
    ]
    pairs = "".join(
        f'<pair piece="{piece}" result="{cell}"/>'
        for piece in range(colors)
        for cell in range(colors)
        if dice.random() < 0.7
    )
    used = "".join(f'<shape id="{number}" count="1"/>' for number in range(1, len(shapes)))
    file = puzzle(shapes, problem(used, bitmap=pairs), colors=colors)
    (entry,) = entries_of(file)
    assert entry.problem is not None
    axes = (0, 2) if size == (2, 1, 4) else (1, 0) if size[2] == 1 else (2, 1, 0)
    bars = [shape.split("#", 1)[1] for shape in shapes[1:]]
    alike = [min(bar, "#".join(bar.split("#")[::-1])) for bar in bars]
    filled = [
        Counter(
            (alike[number], frozenset(tuple(cell[axis] for axis in axes) for cell in cells))
            for number, cells in filling
        )
        for filling in lay_by_hand(file)
    ]
    tilings = tuple(Search(entry.problem))
    seen = {frozenset(frozenset(cells) for _, cells in tiling) for tiling in tilings}
    assert seen == {frozenset(cells for _, cells in filling) for filling in filled}
    if not entry.problem.marks_agree:
        return
    # Each color has its mark, so shapes that look alike are one piece, and others are not.
    assert len(tilings) == len({frozenset(filling.items()) for filling in filled})
    # Some problems have thousands of tilings: a hundred are written.
    some = tilings[:100]
    data, lost = rendered([Entry(problem=entry.problem, tilings=some)], BURRTOOLS)
    assert lost == []
    assert isinstance(data, bytes)
    (again,) = entries_of(data)
    assert again.problem is not None
    assert Search(again.problem).count() == len(tilings)
    if again.problem.marks_agree:
        assert (
            Search(again.problem, unique=True).count() == Search(entry.problem, unique=True).count()
        )
    assert [tiling.text() for tiling in again.tilings] == [tiling.text() for tiling in some]
    assert not any(tiling.faults(again.problem) for tiling in again.tilings)
    assert Problem.from_json(json.loads(json.dumps(entry.problem.to_json()))) == entry.problem


def test_formats_that_cannot_say_what_agrees_refuse_it_in_one_line() -> None:
    given = Problem("#x/y#", "#a=2", marks_agree={"a": "xy", "": ["", "x"]})
    for name in ("psv", "polysolve", "polycube"):
        kind = next(each for each in known_formats() if each.name == name)
        with pytest.raises(
            FormatError,
            match=r"match only identical marks\. Formats that let different marks agree: json",
        ) as caught:
            rendered([Entry(problem=given)], kind)
        assert "\n" not in str(caught.value)
    for name in ("puzzle", "dlx", "json", "xmpuzzle", "cnf", "minizinc"):
        kind = next(each for each in known_formats() if each.name == name)
        assert rendered([Entry(problem=given)], kind)[1] == []


def test_marks_that_all_agree_with_the_same_are_listed_as_lost() -> None:
    given = Problem("#x/x#", "#a", "##", marks_agree={"a": ["", "x"], "": ["", "x"]})
    assert rendered([Entry(problem=given)], BURRTOOLS)[1] == ["the marks"]
    paired = Problem("#x/#x", "#a=2", marks_agree={"a": "x"})
    data, lost = rendered([Entry(problem=paired)], BURRTOOLS)
    assert lost == []
    assert isinstance(data, bytes)
    (entry,) = entries_of(data)
    assert entry.problem is not None
    assert Search(entry.problem).count() == Search(paired).count() == 1


def test_a_symmetry_keeps_the_colors_of_the_result() -> None:
    shapes = ["2 2 1 #1#1#2#2", "2 1 1 #1#1"]
    pairs = '<pair piece="0" result="0"/><pair piece="0" result="1"/><pair piece="1" result="0"/>'
    shapes.append("2 1 1 #1#2")
    used = '<shape id="1" count="1"/><shape id="2" count="1"/>'
    (entry,) = entries_of(puzzle(shapes, problem(used, bitmap=pairs), colors=2))
    assert entry.problem is not None
    # The second domino above, in two ways that are one here; or both upright, and it at either
    # side: the mirror keeps the rows.
    assert [tiling.text() for tiling in Search(entry.problem)] == ["AA\nBB", "AB\nAB", "AB\nAB"]
    assert Search(entry.problem, unique=True).count() == 2


def test_solutions_are_read_with_hot_spots_and_rotations() -> None:
    # The second tromino is turned by half about its hot spot at (1, 1).
    shapes = ["3 2 1 ######", "2 2 1 ###_ ", '2 2 1 ###_ hx="1" hy="1" hz="0"']
    half = next(
        t for t, m in enumerate(rotations().tolist()) if m == [[-1, 0, 0], [0, -1, 0], [0, 0, 1]]
    )
    solutions = (
        f"<solutions><solution><assembly>0 0 0 0 1 0 0 {half}</assembly></solution></solutions>"
    )
    used = '<shape id="1" count="1"/><shape id="2" count="1"/>'
    (entry,) = entries_of(puzzle(shapes, problem(used, more=solutions)))
    assert [tiling.text() for tiling in entry.tilings] == ["AAB\nABB"]
    bad = solutions.replace("1 0 0", "0 0 0")
    with pytest.raises(FormatError, match="solution 1 of the problem 'p': cell"):
        entries_of(puzzle(shapes, problem(used, more=bad)))


def test_several_problems_have_numbers(tmp_path: Path, capsys: Captured) -> None:
    shapes = ["3 2 1 ######", "2 2 1 ###_", "2 1 1 ##", "2 2 2 ########"]
    listed = [
        problem('<shape id="1" count="2"/>', name="ells", state=2, assemblies=1),
        problem('<shape id="2" count="3"/>', name="dominoes", state=2, assemblies=2),
        problem('<shape id="3" count="1"/>', result=3, name="cube", state=1, assemblies=7),
    ]
    path = tmp_path / "three.xmpuzzle"
    path.write_bytes(puzzle(shapes, "".join(listed[:2])))
    assert run(["count", f"{path}#2"]) == 0
    assert capsys.readouterr().out == "3\n"
    assert run(["count", str(path)]) == 2
    assert "the file contains 2 problems" in capsys.readouterr().err
    assert run(["convert", str(path), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "problems": [
            {"name": "ells", "stated": "1", "counted": "1"},
            {"name": "dominoes", "stated": "2", "counted": "2"},
        ]
    }
    path.write_bytes(puzzle(shapes, "".join(listed).replace('assemblies="1"', 'assemblies="9"')))
    assert run(["convert", f"{path}#1", "--verify"]) == 1
    assert capsys.readouterr().out == "ells: stated 9, counted 1\n"
    assert run(["convert", f"{path}#3", "--verify"]) == 0
    assert capsys.readouterr().out == "cube: stated nothing, counted 1\n"
    assert run(["convert", f"{path}#2", "-o", str(tmp_path / "p.txt")]) == 0
    capsys.readouterr()


def test_a_problem_that_is_refused_does_not_keep_the_others_from_being_counted(
    tmp_path: Path, capsys: Captured
) -> None:
    shapes = ["3 2 1 ######", "2 2 1 ###_", "2 1 1 #+"]
    listed = [
        problem('<shape id="2" count="3"/>', name="odd"),
        problem('<shape id="1" count="2"/>', name="ells", state=2, assemblies=1),
    ]
    path = tmp_path / "two.xmpuzzle"
    path.write_bytes(puzzle(shapes, "".join(listed)))
    assert run(["convert", str(path), "--verify", "--json"]) == 2
    out, err = capsys.readouterr()
    odd, ells = json.loads(out)["problems"]
    assert (odd["name"], odd["counted"]) == ("odd", None)
    assert "has variable cells" in odd["refused"]
    assert ells == {"name": "ells", "stated": "1", "counted": "1"}
    assert err.count("\n") == 1
    assert odd["refused"] in err
    path.write_bytes(puzzle(shapes, "".join(listed).replace('assemblies="1"', 'assemblies="9"')))
    assert run(["convert", str(path), "--verify"]) == 1
    assert capsys.readouterr().out == "ells: stated 9, counted 1\n"


def test_boards_of_several_layers_are_boards_of_cubes() -> None:
    # Two tricubes and two cells that may stay empty, in a box of 2 x 2 x 2; one solution of
    # BurrTools.
    shapes = ["2 2 2 ######++", "2 2 1 ###_", "1 1 1 #"]
    one = (
        "<solutions><solution><assembly>0 0 0 0 1 1 0 0 x x 0 0 1 0 1 0 1 "
        "0</assembly></solution></solutions>"
    )
    used = '<shape id="1" min="1" max="2"/><shape id="2" min="0" max="6"/>'
    (entry,) = entries_of(puzzle(shapes, problem(used, maxHoles=1)))
    assert entry.problem is not None
    assert str(entry.problem.board.lattice.name) == "cube"
    assert entry.problem.board.text() == "cube\n##\n##\n\n##\n??"
    assert (entry.problem.turn, entry.problem.empty_most) == ("one-sided", 1)
    shapes[0] = "2 2 2 ####++##"
    used = '<shape id="1" count="1"/><shape id="2" min="0" max="5"/>'
    one = (
        "<solutions><solution><assembly>1 1 0 16 x 0 0 1 0 1 0 1 0 0 1 1 0 1 1 1 "
        "0</assembly></solution></solutions>"
    )
    with pytest.raises(FormatError, match=r"solution 1 of the problem 'p': cell"):
        entries_of(puzzle(shapes, problem(used, more=one)))


@pytest.mark.parametrize(
    ("board", "pieces", "count"),
    [
        ("cube:3x3x3", ("soma",), 11520),
        ("cube:2x2x3", ("tricubes=0..4",), 0),
        ("cube:2x2x2", ("L3=0..2", "O1=0..8"), 0),
    ],
)
def test_what_is_found_among_cubes_is_written_for_burrtools(
    board: str, pieces: tuple[str, ...], count: int, tmp_path: Path
) -> None:
    given = Problem(board, *pieces)
    found = tuple(Search(given))
    assert len(found) == (count or len(found))
    path = tmp_path / "found.xmpuzzle"
    assert write_entries(Entry(problem=given, tilings=found[:200], name="cubes"), path) == []
    (entry,) = read_entries(path)[1]
    assert entry.problem is not None
    assert (entry.problem.board, entry.problem.turn) == (given.board, given.turn)
    assert [tiling.text() for tiling in entry.tilings] == [tiling.text() for tiling in found[:200]]
    assert entry.problem == given
    assert Search(entry.problem).count() == len(found)
    # The orientation numbers are those of its 24 rotations.
    numbers = [
        int(turn)
        for each in Tree.fromstring(gzip.decompress(path.read_bytes())).iterfind(".//assembly")
        for turn in (each.text or "").replace("x", "").split()[3::4]
    ]
    assert numbers
    assert set(numbers) <= set(range(24))


def test_marks_among_cubes_are_colors(tmp_path: Path) -> None:
    board = Board.from_text("cube\no#\n\n##")
    given = Problem(board, Piece.parse("o#", lattice=board.lattice), "domino", turn="one-sided")
    path = tmp_path / "marked.xmpuzzle"
    assert write_entries(Entry(problem=given), path) == []
    assert Search(read(path)).count() == Search(given).count() == 2


def test_cells_of_several_colors_that_no_piece_covers_may_stay_empty(tmp_path: Path) -> None:
    given = Problem("ay##", "##=0..1", marks_agree={"?": ("a", "y")})
    path = tmp_path / "empty.xmpuzzle"
    write_entries(Entry(problem=given), path)
    assert Search(read(path)).count() == Search(given).count() == 1


def test_what_pieces_of_cubes_cannot_do_is_refused_or_listed() -> None:
    with pytest.raises(FormatError, match="BurrTools does not mirror"):
        rendered([Entry(problem=Problem("cube:3x3x3", "soma", turn="free"))], BURRTOOLS)
    _, lost = rendered([Entry(problem=Problem("cube:2x2x2", "domino=4", turn="fixed"))], BURRTOOLS)
    assert lost == ["the rule for turning pieces (all pieces turn freely instead)"]
    with pytest.raises(RequestError, match="not triangles"):
        rendered([Entry(problem=Problem("tri:3x3", "triamonds+"))], BURRTOOLS)
    mixed = [
        Entry(problem=Problem(board, f"{pieces}+"))
        for board, pieces in (("3x3", "L3"), ("hex:3x3", "dihex"))
    ]
    with pytest.raises(RequestError, match="a BurrTools file must have one grid"):
        rendered(mixed, BURRTOOLS)


def test_what_is_found_is_written_for_burrtools(tmp_path: Path) -> None:
    given = Problem("4x5", "pentomino:LPVZ")
    tilings = tuple(Search(given))
    assert len(tilings) == 8
    path = tmp_path / "found.xmpuzzle"
    lost = write_entries(
        Entry(problem=given, tilings=tilings, name="four", notes="two\nlines"), path
    )
    assert lost == []
    assert gzip.decompress(path.read_bytes()).startswith(b"<?xml")
    (entry,) = read_entries(path)[1]
    assert entry.problem is not None
    assert (entry.name, entry.notes) == ("four", "two\nlines")
    assert sorted(tiling.text() for tiling in entry.tilings) == sorted(
        tiling.text() for tiling in tilings
    )
    assert read(path) == given


def test_what_pieces_cannot_do_in_space_is_listed() -> None:
    given = Problem("3x4", "L3=4", turn="fixed", placed=["L3:0,0-1,0-1,1"])
    _, lost = rendered([Entry(problem=given)], BURRTOOLS)
    assert lost == [
        "the rule for turning pieces (all pieces turn freely instead)",
        "the pieces that are already placed",
    ]


def sphere_rotations() -> list[list[list[int]]]:
    """Three times the 120 rotations of spheres in BurrTools: those of the cube, and a sixth of a
    turn about a diagonal after each.
    """
    cube = [np.array(matrix) for matrix in rotations()[:24].tolist()]
    found = [3 * matrix for matrix in cube]
    sixth = np.array([[2, -1, 2], [2, 2, -1], [-1, 2, 2]])
    for diagonal in [(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)]:
        signs = np.diag(diagonal) * (1 if math.prod(diagonal) == 1 else -1)
        found += [signs @ sixth @ signs @ matrix for matrix in cube]
    assert len({each.tobytes() for each in found}) == 120
    assert all((each @ each.T == 9 * np.eye(3)).all() for each in found)
    return [each.tolist() for each in found]


SPHERES = sphere_rotations()


def lay_spheres(result: set[tuple[int, ...]], pieces: list[list[tuple[int, ...]]]) -> int:
    """The fillings of a result by one copy of each piece, in all 120 rotations; equal pieces are
    told apart.
    """
    laid = []
    for piece in pieces:
        own = set()
        for matrix in SPHERES:
            first = piece[0]
            turned = [
                [
                    sum(a * (b - c) for a, b, c in zip(row, place, first, strict=True))
                    for row in matrix
                ]
                for place in piece
            ]
            if any(x % 3 for place in turned for x in place):
                continue
            for to in result:
                cells = frozenset(
                    tuple(x // 3 + y for x, y in zip(place, to, strict=True)) for place in turned
                )
                if cells <= result:
                    own.add(cells)
        laid.append(own)

    def fill(left: frozenset[tuple[int, ...]], free: tuple[int, ...]) -> int:
        if not left:
            return int(not free)
        first = min(left)
        return sum(
            fill(left - cells, tuple(k for k in free if k != number))
            for number in free
            for cells in laid[number]
            if first in cells and cells <= left
        )

    return fill(frozenset(result), tuple(range(len(pieces))))


def sphere_shape(dice: random.Random, normal: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Spheres of a layer that touch each other."""
    steps = [
        step
        for step in itertools.product((-1, 0, 1), repeat=3)
        if step.count(0) == 1 and not sum(a * b for a, b in zip(step, normal, strict=True))
    ]
    found = [(0, 0, 0)]
    while len(found) < size:
        near = tuple(a + b for a, b in zip(dice.choice(found), dice.choice(steps), strict=True))
        if near not in found:
            found.append(near)
    return found


def sphere_voxel(points: list[tuple[int, ...]]) -> str:
    """The shape as BurrTools writes it: its box begins where x + y + z is even."""
    least = [min(values) for values in zip(*points, strict=True)]
    least[0] -= sum(least) % 2
    places = {tuple(x - low for x, low in zip(point, least, strict=True)) for point in points}
    x, y, z = (max(values) + 1 for values in zip(*places, strict=True))
    text = "".join(
        "#" if (a, b, c) in places else "_" for c in range(z) for b in range(y) for a in range(x)
    )
    return f"{x} {y} {z} {text}"


AXIAL, DIAGONAL = [(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(40))
def test_layers_of_spheres_have_the_fillings_that_120_rotations_find(seed: int) -> None:
    dice = random.Random(f"spheres {seed}")
    layers = dice.choice([AXIAL, DIAGONAL])
    sizes = dice.choice([(1, 2, 3), (2, 3, 3), (3, 4), (2, 2, 4), (1, 4, 4)])
    result = sphere_shape(dice, dice.choice(layers), sum(sizes))
    pieces = [sphere_shape(dice, dice.choice(layers), size) for size in sizes]
    shapes = [sphere_voxel(points) for points in (result, *pieces)]
    used = "".join(f'<shape id="{number}" count="1"/>' for number in range(1, len(shapes)))
    (entry,) = entries_of(puzzle(shapes, problem(used), grid=2))
    assert entry.problem is not None
    assert entry.problem.board.lattice.name == ("square" if layers is AXIAL else "hex")
    alike = math.prod(math.factorial(piece.least) for piece in entry.problem.pieces)
    assert lay_spheres({*result}, pieces) == alike * Search(entry.problem).count()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(30))
def test_stacks_of_spheres_have_the_fillings_that_120_rotations_find(seed: int) -> None:
    dice = random.Random(f"stacks {seed}")
    sizes = dice.choice([(1, 2, 3), (2, 3, 3), (3, 4), (2, 2, 4), (4, 4)])
    pieces = [sphere_shape(dice, dice.choice([(0, 0, 0), *DIAGONAL]), size) for size in sizes]
    # Pieces beside each other, so that there is a filling.
    result = {*pieces[0]}
    for piece in pieces[1:]:
        places = [
            {tuple(map(sum, zip(place, to, strict=True))) for place in piece}
            for to in itertools.product(range(-4, 5), repeat=3)
            if sum(to) % 2 == 0
        ]
        result |= dice.choice([place for place in places if not place & result])
    shapes = [sphere_voxel(points) for points in ([*result], *pieces)]
    used = "".join(f'<shape id="{number}" count="1"/>' for number in range(1, len(shapes)))
    (entry,) = entries_of(puzzle(shapes, problem(used), grid=2))
    assert entry.problem is not None
    alike = math.prod(math.factorial(piece.least) for piece in entry.problem.pieces)
    found = lay_spheres(result, pieces)
    assert found > 0
    assert found == alike * Search(entry.problem).count()


def test_balls_are_written_as_spheres(tmp_path: Path) -> None:
    given = Problem(Board("pyramid:5"), "kanoodle")
    path = tmp_path / "pyramid.xmpuzzle"
    assert write_entries(Entry(problem=given), path) == []
    assert b'<gridType type="2"' in gzip.decompress(path.read_bytes())
    (entry,) = read_entries(path)[1]
    assert entry.problem is not None
    assert entry.problem.board == given.board
    assert Search(entry.problem).count() == 2448
    mirrored = Problem(Board("pyramid:3"), "tetraball:8=3", "diball", turn="free")
    with pytest.raises(FormatError, match="does not mirror pieces of balls"):
        write_entries(Entry(problem=mirrored), path)


def test_pieces_of_spheres_turn_as_the_lattice_does() -> None:
    for layers, board in ((AXIAL, "7x7"), (DIAGONAL, "hex:7x7")):
        for seed in range(20):
            dice = random.Random(f"{board} {seed}")
            points = sphere_shape(dice, dice.choice(layers), dice.randint(1, 5))
            normal = layers[0]
            images = set()
            for matrix in SPHERES:
                turned = [
                    [sum(a * b for a, b in zip(row, place, strict=True)) for row in matrix]
                    for place in points
                ]
                flat = (
                    len(
                        {sum(a * b for a, b in zip(place, normal, strict=True)) for place in turned}
                    )
                    == 1
                )
                if flat and not any(x % 3 for place in turned for x in place):
                    low = min(turned)
                    images.add(
                        frozenset(
                            tuple(x - y for x, y in zip(place, low, strict=True))
                            for place in turned
                        )
                    )
            shapes = [sphere_voxel(points), sphere_voxel(points)]
            (entry,) = entries_of(puzzle(shapes, problem('<shape id="1" count="1"/>'), grid=2))
            assert entry.problem is not None
            if entry.problem.board.lattice.name == board.partition(":")[0].replace("7x7", "square"):
                assert len(images) == len(entry.problem.pieces[0].orientations(entry.problem.turn))


@pytest.mark.parametrize(
    ("shapes", "says"),
    [
        (
            [
                sphere_voxel([(0, 0, 0), (1, 1, 0), (1, -1, 0), (1, 0, 1)]),
                sphere_voxel([(0, 0, 0), (1, -1, 2)]),
            ],
            "spheres that do not touch, which is supported only in one layer",
        ),
        (
            [sphere_voxel([(0, 0, 0), (1, 1, 0)]), sphere_voxel([(0, 0, 0), (2, 0, 0)])],
            "spheres that do not touch",
        ),
        (["2 1 1 ##", "1 1 1 #"], "where x \\+ y \\+ z is odd"),
    ],
)
def test_spheres_that_are_not_supported_are_refused_in_one_line(
    shapes: list[str], says: str
) -> None:
    used = "".join(f'<shape id="{number}" count="1"/>' for number in range(1, len(shapes)))
    try:
        (entry,) = entries_of(puzzle(shapes, problem(used), grid=2))
        said = entry.refused
    except RequestError as error:
        said = str(error)
    assert re.search(says, said)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("hex:4x5", ("tetrahexes=0..1", "monohex=0..2")),
        ("hex:??##/.#o#/#?..", ("dihex=0..4", "hex:o#=0..1", "monohex=0..2")),
        ("hex:3x4", ("trihexes+",)),
    ],
)
def test_hexagons_are_written_as_spheres(
    board: str, pieces: tuple[str, ...], tmp_path: Path
) -> None:
    given = Problem(board, *pieces)
    found = tuple(Search(given, limit=3))
    assert found
    path = tmp_path / "hexagons.xmpuzzle"
    assert write_entries(Entry(problem=given, tilings=found, name="hexes"), path) == [
        f"the {len(found)} tilings"
    ]
    assert b'<gridType type="2"' in gzip.decompress(path.read_bytes())
    (entry,) = read_entries(path)[1]
    assert entry.problem is not None
    assert entry.problem.board.area == given.board.area
    assert Search(entry.problem).count() == Search(given).count()


BAD = [
    (b"", "invalid XML"),
    (b"<puzzle>", "line 1, column"),
    (b"<nothing/>", "must be <puzzle>, got <nothing>"),
    (b"<puzzle/>", "the file contains no problem"),
    (puzzle(["1 1 1 #"], problem(""), grid=1), "grid not supported: triangular prisms"),
    (puzzle(["1 1 1 #"], problem(""), grid=3), "Supported: cubes, spheres"),
    (puzzle(["1 1 1 #"], problem(""), grid=4), "tetrahedra and octahedra"),
    (puzzle(["1 1 1 #"], problem("")), "the problem contains no pieces"),
    (puzzle(["2 1 1 #"], problem("")), "the shape 0 is 2x1x1, but has 1 states"),
    (puzzle(["2 1 1 #?"], problem("")), "an invalid state"),
    (puzzle(["-1 1 1 #"], problem("")), "'x' of <voxel> must be an integer"),
    (
        puzzle(["1 1 1 #"], problem('<shape id="5" count="1"/>')),
        "shape numbers must be 0 to 0, got 5",
    ),
    (
        puzzle(["1 1 1 #"], problem('<shape id="0" min="3" max="1"/>')),
        "a shape whose min 3 is greater than its max 1",
    ),
    (puzzle(["1 1 1 #"], problem('<shape id="0"/>')), "the problem contains no pieces"),
    (
        puzzle(
            ["1 1 1 #"],
            problem(
                '<shape id="0" count="1"/>',
                more="<solutions><solution><assembly>0 0 0 99</assembly></solution></solutions>",
            ),
        ),
        "must be 0 to 47, got 99",
    ),
    (
        puzzle(
            ["1 1 1 #"],
            problem(
                '<shape id="0" count="1"/>',
                more="<solutions><solution><assembly>0 0</assembly></solution></solutions>",
            ),
        ),
        "four integers",
    ),
    (gzip.compress(b"<puzzle/>", mtime=0)[:-4], "the gzip data is incomplete"),
    (b"\x1f\x8bnonsense", "the gzip data is damaged"),
]


@pytest.mark.parametrize(("data", "says"), BAD)
def test_bad_files_are_refused_in_one_line(data: bytes, says: str) -> None:
    with pytest.raises(RequestError, match=says) as caught:
        entries_of(data)
    assert str(caught.value).startswith("burr")
    assert "\n" not in str(caught.value)


def test_a_gzip_bomb_is_not_unpacked() -> None:
    bomb = gzip.compress(bytes(1 << 28))
    assert len(bomb) < 1 << 20
    with pytest.raises(FormatError, match=r"must not be larger than 64\.0 MiB"):
        entries_of(bomb)


def test_entities_are_refused() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "lol"}">' for i in range(10))
    for head in (
        f"<!DOCTYPE puzzle [{laughs}]>",
        '<!DOCTYPE puzzle [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ):
        with pytest.raises(FormatError, match="document types and entities"):
            entries_of(f'<?xml version="1.0"?>{head}<puzzle>&l9;</puzzle>'.encode())


def test_text_of_windows_is_read() -> None:
    data = (
        puzzle(["1 1 1 #"], problem('<shape id="0" count="1"/>'), comment="Röver")
        .decode()
        .encode("cp1252")
    )
    assert entries_of(data)[0].notes == "Röver"
