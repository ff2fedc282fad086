"""Files of polysolve, PolySolver and Polycube on cubes, triangles and hexagons, and tiles of
several shapes.

The counts are those of a slow solver that reads the file for itself and turns cells as points of
the plane or of space.
"""

from __future__ import annotations

import io
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright.apps.command import run
from tilewright.errors import FormatError
from tilewright.formats import Entry, find_format, read_entries
from tilewright.formats.puzzles.grids import GRIDS
from tilewright.formats.registry import rendered
from tilewright.model.problem import Problem
from tilewright.model.space.polyform import Polyform
from tilewright.solving.search import ExactSearch, Search

Captured = pytest.CaptureFixture[str]
Points = frozenset[tuple[float, ...]]
SQUARE, CUBE, TRIANGLE, HEXAGON = GRIDS


def where(grid: str, coords: Iterable[int]) -> NDArray[np.float64]:
    """The center of a cell. Axes of triangles and hexagons are at 120 degrees."""
    *kind, x, y = coords if grid != CUBE else (0, 0)
    if grid == CUBE:
        return np.array([*coords], dtype=float)
    if grid == SQUARE:
        return np.array([x, y], dtype=float)
    corners = [(x, y)]
    if grid == TRIANGLE:
        corners = [(x, y), (x + 1, y + 1), (x + 1, y) if kind == [1] else (x, y + 1)]
    a, b = np.mean(corners, axis=0)
    return np.array([a - b / 2, b * np.sqrt(3) / 2])


def rotations(grid: str, mobility: str) -> list[NDArray[np.float64]]:
    """The matrices that a piece may turn by."""
    dimension = 3 if grid == CUBE else 2
    if mobility == "translate":
        return [np.eye(dimension)]
    if grid in (TRIANGLE, HEXAGON):
        steps = [k * np.pi / 3 for k in range(6)]
        turned = [np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]) for t in steps]
        found = [each @ flip for each in turned for flip in (np.eye(2), np.diag([1.0, -1.0]))]
    else:
        found = [
            np.eye(dimension)[list(order)] * np.array(signs)
            for order in itertools.permutations(range(dimension))
            for signs in itertools.product([1, -1], repeat=dimension)
        ]
    return found if mobility == "mirror" else [each for each in found if np.linalg.det(each) > 0]


def rounded(cells: NDArray[np.float64]) -> Points:
    return frozenset(map(tuple, (np.round(cells, 4) + 0.0).tolist()))


def count_by_hand(text: str) -> int:
    """The tilings of a puzzle of polysolve; copies and equal shapes are told apart by their cells
    alone.
    """
    data = json.loads(text)
    grid = data["grid"]
    there = np.array([where(grid, cell) for cell in data["board"]["coords"]])
    board = rounded(there)
    laid: list[set[Points]] = []
    for shape in data["shapes"]:
        placements = set()
        for morph in shape["morphs"]:
            own = np.array([where(grid, cell) for cell in morph["coords"]])
            for matrix in rotations(grid, shape.get("mobility", "rotate")):
                turned = own @ matrix.T
                for to in there:
                    cells = rounded(turned - turned[0] + to)
                    if len(cells & board) == len(cells):
                        placements.add(cells)
        laid.append(placements)
    bounds = []
    for shape in data["shapes"]:
        amount = shape.get("amount", 1)
        bounds.append(
            (amount["min"], amount["max"]) if isinstance(amount, dict) else (amount, amount)
        )

    def fill(left: Points, used: tuple[int, ...]) -> Iterator[frozenset[tuple[int, Points]]]:
        if not left:
            if all(low <= n for n, (low, _) in zip(used, bounds, strict=True)):
                yield frozenset()
            return
        first = min(left)
        for number, placements in enumerate(laid):
            if used[number] == bounds[number][1]:
                continue
            for cells in placements:
                if first in cells and cells <= left:
                    more = tuple(n + (k == number) for k, n in enumerate(used))
                    for rest in fill(left - cells, more):
                        yield rest | {(number, cells)}

    return len(set(fill(board, (0,) * len(laid))))


def shape(grid: str, size: int, dice: random.Random) -> list[list[int]]:
    """A connected shape of the grid."""
    start = [0, 0, 0] if grid in (CUBE, TRIANGLE) else [0, 0]
    found, centers = [start], [where(grid, start)]
    near = 1 / np.sqrt(3) if grid == TRIANGLE else 1.0
    box = itertools.product(
        *([range(2)] if grid == TRIANGLE else []), *[range(-2, 4)] * (3 if grid == CUBE else 2)
    )
    around = [(list(cell), where(grid, cell)) for cell in box]
    while len(found) < size:
        able = [
            (cell, center)
            for cell, center in around
            if cell not in found
            and any(abs(np.linalg.norm(center - own) - near) < 1e-6 for own in centers)
        ]
        cell, center = dice.choice(able)
        found.append(cell)
        centers.append(center)
    return found


def puzzle(grid: str, seed: int, morphs: int = 1) -> str:
    """A random puzzle of polysolve with shapes from which the board is made."""
    dice = random.Random(f"{grid} {seed}")
    size = {SQUARE: 10, CUBE: 12, TRIANGLE: 14, HEXAGON: 10}[grid]
    board = shape(grid, size, dice)
    shapes: list[dict[str, Any]] = [
        {
            "mobility": dice.choice(["mirror", "rotate", "translate"]),
            "amount": {"min": 0, "max": dice.choice([2, 20])},
            "morphs": [
                {"coords": shape(grid, long, dice)} for _ in range(dice.choice([1, morphs]))
            ],
        }
        for long in dice.sample([2, 2, 3, 3, 4], 2)
    ]
    shapes.append(
        {
            "mobility": "rotate",
            "amount": {"min": 0, "max": 3},
            "morphs": [{"coords": shape(grid, 1, dice)}],
        }
    )
    return json.dumps({"grid": grid, "board": {"coords": board}, "shapes": shapes})


def as_psv(text: str) -> str:
    """The same puzzle as PolySolver writes it: a far corner, and the cells that are not on the
    board.
    """
    data = json.loads(text)
    triangle = data["grid"] == TRIANGLE

    def word(cell: Iterable[int]) -> str:
        kind, *own = cell if triangle else (0, *cell)
        return f"({','.join(map(str, own))}{f':{kind}' if triangle else ''})"

    board = [tuple(cell) for cell in data["board"]["coords"]]
    far = [max(0, *values) for values in zip(*board, strict=True)]
    if triangle:
        far[0] = 1
    box = set(itertools.product(*(range(size + 1) for size in far)))
    lines = [
        "A random puzzle",
        data["grid"].title(),
        f"Board ({word(far)}{''.join(map(word, sorted(box ^ set(board))))})",
    ]
    for each in data["shapes"]:
        turn = {"mirror": "flip ", "rotate": "", "translate": "fixed "}[each["mobility"]]
        shapes = "+".join("".join(map(word, morph["coords"])) for morph in each["morphs"])
        lines.append(f"tile {turn}{each['amount']['max']} {each['amount']['min']} ({shapes})")
    return "\n".join([*lines, "mode FillAll", ""])


def counted(entry: Entry) -> int:
    """The tilings of a puzzle that was read; shapes that are told apart are counted apart."""
    if entry.problem is not None:
        return Search(entry.problem).count()
    assert entry.cover is not None
    return ExactSearch(entry.cover).count()


def told_apart(text: str) -> bool:
    """Whether two shapes of a puzzle can cover the same cells: then they are one piece here."""
    data, seen = json.loads(text), Counter[Points]()
    for each in data["shapes"]:
        looks = set()
        for morph in each["morphs"]:
            own = np.array([where(data["grid"], cell) for cell in morph["coords"]])
            for matrix in rotations(data["grid"], each["mobility"]):
                turned = own @ matrix.T
                looks |= {rounded(turned - to) for to in turned}
        seen.update(looks)
    return any(number > 1 for number in seen.values())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("seed", range(25))
def test_puzzles_of_every_grid_have_the_tilings_that_trying_all_finds(grid: str, seed: int) -> None:
    text = puzzle(grid, seed)
    if told_apart(text):
        return
    expected = count_by_hand(text)
    for name, data in (("polysolve", text), ("psv", as_psv(text))):
        (entry,) = read_entries(io.BytesIO(data.encode()))[1]
        assert entry.problem is not None
        assert entry.problem.board.lattice is GRIDS[grid].lattice
        assert counted(entry) == expected, name


@pytest.mark.sampled(4)
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("seed", range(25))
def test_each_copy_of_a_tile_has_one_of_its_shapes(grid: str, seed: int) -> None:
    text = puzzle(grid, seed, morphs=3)
    if told_apart(text):
        return
    expected = count_by_hand(text)
    for data in (text, as_psv(text)):
        (entry,) = read_entries(io.BytesIO(data.encode()))[1]
        assert counted(entry) == expected


def test_tiles_with_several_shapes_are_alternatives(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "morphs.psv"
    text = (
        "Two faces\nSquare\nBoard ((4,1))\ntile ((0,0)(1,0)(2,0)+(0,0)(1,0)(0,1))\ntile 3 "
        "((0,0))\ntile 2 ((0,0)(1,0))\n"
    )
    path.write_text(text)
    cells = [[x, y] for x in range(5) for y in range(2)]
    shapes = [
        {
            "amount": {"min": 0, "max": 1},
            "morphs": [{"coords": [[0, 0], [1, 0], [2, 0]]}, {"coords": [[0, 0], [1, 0], [0, 1]]}],
        },
        {"amount": {"min": 0, "max": 3}, "morphs": [{"coords": [[0, 0]]}]},
        {"amount": {"min": 0, "max": 2}, "morphs": [{"coords": [[0, 0], [1, 0]]}]},
    ]
    # Three cells, three cells and four are all that there is.
    data = json.dumps({"grid": SQUARE, "board": {"coords": cells}, "shapes": shapes})
    found = count_by_hand(data)
    (tmp_path / "morphs.json").write_text(data)
    for name in ("morphs.psv", "morphs.json"):
        assert run(["count", str(tmp_path / name), "-q"]) == 0
        assert capsys.readouterr().out == f"{found}\n" and found > 0
    assert run(["convert", str(path), "-o", str(tmp_path / "problem.json")]) == 0
    assert run(["solve", str(tmp_path / "problem.json"), "--all", "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(found)


def test_tiles_may_share_some_of_their_shapes() -> None:
    text = "t\nBoard ((3,2))\ntile 2 2 ((0,0)(1,0)(2,0)+(0,0)(1,0)(0,1))\ntile 3 3 ((0,0)(1,0))\n"
    (entry,) = read_entries(io.BytesIO(text.encode()), format="psv")[1]
    assert entry.problem is not None
    assert [rule.word() for rule in entry.problem.rules] == ["tiles 2 I3|L3"]
    shared = text.replace("tile 3 3 ((0,0)(1,0))", "tile 2 2 ((0,0)(0,1)(1,0))")
    (entry,) = read_entries(io.BytesIO(shared.encode()), format="psv")[1]
    assert entry.problem is not None
    assert [(piece.least, piece.most) for piece in entry.problem.pieces] == [(0, 2), (2, 4)]
    assert [rule.word() for rule in entry.problem.rules] == ["tiles 4 I3|L3"]


#: Problems of every lattice, with holes, placed pieces and several turns.
ELSEWHERE = [
    Problem("cube:3x3x3", "soma"),
    Problem(
        "cube\n##\n##\n\n##\n.#\n",
        "soma:V=0..2",
        "cube:##=0..2",
        "cube:#/=0..3",
        placed=["cube:##:0,0,0-0,0,1"],
    ),
    Problem("tri:hexagon2", "triamonds=0..2", "diamonds=1..12", turn="one-sided"),
    Problem("tri:2x5-0,0", "diamond=0..8", "moniamond=0..5"),
    Problem("hex:3x4", "hex:trihexes+", placed=["trihex:1:0,0-0,1-0,2"]),
    Problem("hex:..##/.###/##..", "trihexes=0..1", "dihex=0..3", "monohex=0..1", turn="fixed"),
]


@pytest.mark.parametrize("problem", ELSEWHERE, ids=str)
@pytest.mark.parametrize("name", ["psv", "polysolve"])
def test_problems_of_every_lattice_come_back(problem: Problem, name: str) -> None:
    tilings = tuple(Search(problem, limit=20))
    assert tilings
    data, lost = rendered([Entry(problem=problem, tilings=tilings)], find_format(name))
    assert lost == {"psv": [], "polysolve": [f"the {len(tilings)} tilings"]}[name]
    (entry,) = read_entries(io.BytesIO(str(data).encode()))[1]
    assert entry.problem is not None
    assert len(entry.problem.placed) == len(problem.placed)
    assert Search(entry.problem).count() == Search(problem).count()
    if name == "psv":
        # The grid of a file may lie elsewhere, but each tiling is one of the problem in the file.
        assert len(set(entry.tilings)) == len(tilings)
        assert not any(tiling.faults(entry.problem) for tiling in entry.tilings)
        assert [len(tiling) for tiling in entry.tilings] == [len(tiling) for tiling in tilings]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("turn", ["free", "one-sided", "fixed"])
def test_images_are_those_of_the_lattice(grid: str, turn: Any) -> None:
    own, dice = GRIDS[grid], random.Random(grid)
    for size in range(1, 7):
        points = [(*([] if grid == TRIANGLE else [0]), *cell) for cell in shape(grid, size, dice)]
        images = own.images(points, turn)
        shapes = [
            Polyform(tuple(own.cell(point) for point in image), own.lattice) for image in images
        ]
        first = Polyform(tuple(own.cell(point) for point in points), own.lattice)
        assert len(shapes) == len(set(shapes))
        assert set(shapes) == set(first.orientations(turn))


def test_layers_of_polycube_are_cubes(tmp_path: Path, capsys: Captured) -> None:
    text = """# Two layers: an L of three, a corner in space, and a block of two that stays
D:xDim=2:yDim=2:zDim=2
L:stationary=b
a a , b c
a c , b c
~L
~D
"""
    (entry,) = read_entries(io.BytesIO(text.encode()))[1]
    problem = entry.problem
    assert problem is not None
    assert problem.board.shape == (2, 2, 2)
    assert problem.turn == "one-sided"
    assert [each.cells for each in problem.placed] == [((1, 0, 0), (1, 1, 0))]
    # The corner and the L fill what the block leaves: the L lies below or beside it.
    expected = Search(
        Problem("cube:2x2x2", "cube:##/#.=2", "cube:##", placed=["cube:##:1,0,0-1,1,0"])
    ).count()
    assert Search(problem).count() == expected
    soma = Problem("cube:3x3x3", "soma")
    path = tmp_path / "soma.def"
    path.write_text(str(rendered([Entry(problem=soma)], find_format("polycube"))[0]))
    assert "zDim=3" in path.read_text()
    assert run(["count", str(path)]) == 0
    assert capsys.readouterr().out == "11520\n"
    holed = Problem(
        "cube\n##\n##\n\n##\n.#\n", "cube:##/#.", "cube:##=2", placed=["cube:##:0,0,0-0,0,1"]
    )
    path.write_text(str(rendered([Entry(problem=holed)], find_format("polycube"))[0]))
    (entry,) = read_entries(path)[1]
    assert entry.problem is not None
    assert Search(entry.problem).count() == Search(holed).count() > 0
    with pytest.raises(
        FormatError, match=re.escape("does not mirror pieces of cubes. Use --turn one-sided")
    ):
        rendered(
            [Entry(problem=Problem("cube:3x3x3", "soma", turn="free"))], find_format("polycube")
        )


def test_a_stationary_shape_of_several_places_breaks_the_symmetry(
    tmp_path: Path, capsys: Captured
) -> None:
    """The X in a quarter of the 6x10: as many tilings as there are up to symmetry, as polysolve's
    own example counts them.
    """
    rows = {
        "F": [[0, 1], [0, 2], [1, 0], [1, 1], [2, 1]],
        "I": [[k, 0] for k in range(5)],
        "L": [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]],
        "N": [[0, 0], [1, 0], [2, 0], [2, 1], [3, 1]],
        "P": [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]],
        "T": [[0, 0], [1, 0], [1, 1], [1, 2], [2, 0]],
        "U": [[0, 0], [0, 1], [1, 0], [2, 0], [2, 1]],
        "V": [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]],
        "W": [[0, 1], [0, 2], [1, 0], [1, 1], [2, 0]],
        "Y": [[0, 0], [1, 0], [2, 0], [2, 1], [3, 0]],
        "Z": [[0, 0], [1, 0], [1, 1], [1, 2], [2, 2]],
    }
    shapes: list[dict[str, Any]] = [
        {
            "name": name,
            "mobility": "mirror",
            "amount": {"max": 1, "min": 1},
            "morphs": [{"coords": cells}],
        }
        for name, cells in rows.items()
    ]
    places = [(x, y) for x in range(1, 5) for y in (1, 2)]
    cross = [
        {"coords": [[x, y], [x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]}
        for x, y in places
        if (x, y) != (1, 1)
    ]
    shapes.append({"name": "X", "mobility": "stationary", "morphs": cross})
    board = {"size": [10, 6], "coords": [[x, y] for x in range(10) for y in range(6)]}
    path = tmp_path / "symmetry.json"
    path.write_text(
        json.dumps({"grid": "square", "board": board, "shapes": shapes, "mode": "fillall"})
    )
    assert run(["solve", str(path), "--all", "-q"]) == 0
    assert capsys.readouterr().out == "2339\n"
    assert run(["count", str(path)]) == 2
    assert "X: only an exact cover problem can express stationary shapes" in capsys.readouterr().err
