"""Files as other programs write them, with published numbers of solutions: ten or more of each
format.
"""

from __future__ import annotations

import gzip
import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tilewright.apps.command import run

Captured = pytest.CaptureFixture[str]
Point = tuple[int, ...]


def drawn(text: str) -> list[Point]:
    """The cells (x, y) of a drawing in one line."""
    return [
        (x, y) for y, row in enumerate(text.split("/")) for x, sign in enumerate(row) if sign == "#"
    ]


PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "###./..##",
    "P": "###/##.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
SOMA = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "A": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)],
    "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
}


@dataclass(frozen=True)
class Known:
    """A puzzle with a published number.

    Attributes
    ----------
    board : list of points (x, y), (x, y, z) or, of triangles, (kind, x, y)
    pieces : name: (points, least, most)
    tilings : int
    unique : bool
        Whether rotations and reflections of a tiling count once.
    sided : bool
        Whether pieces are not turned over.
    """

    board: list[Point]
    pieces: dict[str, tuple[list[Point], int, int]]
    tilings: int
    unique: bool = False
    grid: str = "square"
    sided: bool = False


def box(*sizes: int) -> list[Point]:
    return list(itertools.product(*map(range, sizes)))


def once(shapes: dict[str, str]) -> dict[str, tuple[list[Point], int, int]]:
    return {name: (drawn(shape), 1, 1) for name, shape in shapes.items()}


def hexiamonds() -> dict[str, tuple[list[Point], int, int]]:
    """The twelve shapes of six triangles, grown cell by cell; turned ones are recognized by their
    complex centers.
    """

    def near(cell: Point) -> list[Point]:
        kind, x, y = cell
        return (
            [(1, x, y), (1, x - 1, y), (1, x, y + 1)]
            if kind == 0
            else [(0, x, y), (0, x + 1, y), (0, x, y - 1)]
        )

    def center(cell: Point) -> complex:
        kind, x, y = cell
        corners = [(x, y), (x + 1, y + 1), (x + 1, y) if kind else (x, y + 1)]
        return sum(a + b * complex(-0.5, 3**0.5 / 2) for a, b in corners) / 3

    def look(cells: frozenset[Point]) -> frozenset[frozenset[tuple[float, float]]]:
        centers = [center(cell) for cell in cells]
        found = set()
        for step, mirrored in itertools.product(range(6), (False, True)):
            turned = [
                complex(0.5, 3**0.5 / 2) ** step * (z.conjugate() if mirrored else z)
                for z in centers
            ]
            middle = sum(turned) / len(turned)
            found.add(
                frozenset(
                    (round((z - middle).real, 3) + 0.0, round((z - middle).imag, 3) + 0.0)
                    for z in turned
                )
            )
        return frozenset(found)

    shapes = {look(cells): cells for cells in [frozenset([(0, 0, 0)])]}
    for _ in range(5):
        shapes = {
            look(cells | {other}): cells | {other}
            for cells in shapes.values()
            for cell in cells
            for other in near(cell)
            if other not in cells
        }
    assert len(shapes) == 12
    return {f"h{number}": (sorted(cells), 1, 1) for number, cells in enumerate(shapes.values())}


L3, I3, DOMINO, T4, L4 = (drawn(text) for text in ("##/#.", "###", "##", "###/.#.", "###/#.."))
WITH_HOLE = [(x, y) for x, y in box(8, 8) if not {x, y} <= {3, 4}]
FLAT = {
    "3x20 pentominoes": Known(box(20, 3), once(PENTOMINOES), 2, unique=True),
    "4x15 pentominoes": Known(box(15, 4), once(PENTOMINOES), 368, unique=True),
    "5x12 pentominoes": Known(box(12, 5), once(PENTOMINOES), 1010, unique=True),
    "6x10 pentominoes": Known(box(10, 6), once(PENTOMINOES), 2339, unique=True),
    "8x8 with a hole": Known(WITH_HOLE, once(PENTOMINOES), 65, unique=True),
    "5x6 by L3 (A084478)": Known(box(6, 5), {"L": (L3, 10, 10)}, 72),
    "3x8 by dominoes (A099390)": Known(box(8, 3), {"d": (DOMINO, 12, 12)}, 153),
    "4x8 by T4": Known(box(8, 4), {"T": (T4, 8, 8)}, 6),
    "4x12 by L4 (A084480)": Known(box(12, 4), {"L": (L4, 12, 12)}, 3432),
    "6x9 by I3 (A236577)": Known(box(9, 6), {"I": (I3, 18, 18)}, 783),
}
RANGES = {
    "3x5 by I3, L3 (A134438)": Known(box(5, 3), {"I": (I3, 0, 5), "L": (L3, 0, 5)}, 62),
    "4x4 by dominoes, L3 (A219994)": Known(box(4, 4), {"d": (DOMINO, 0, 8), "L": (L3, 0, 5)}, 380),
}
SOLID = {
    "Soma": Known(
        box(3, 3, 3),
        {name: (cells, 1, 1) for name, cells in SOMA.items()},
        240,
        unique=True,
        grid="cube",
    )
}
TRIANGLES = {
    "4x9 hexiamonds": Known(box(2, 9, 4), hexiamonds(), 74, unique=True, grid="triangle"),
    "3x12 hexiamonds": Known(box(2, 12, 3), hexiamonds(), 0, unique=True, grid="triangle"),
}


def xmpuzzle(name: str, known: Known) -> bytes:
    """As BurrTools writes it: compressed, one shape after the other, the number of assemblies in
    the problem.
    """

    def voxel(points: list[Point], title: str) -> str:
        spatial = {(*point, 0)[:3] for point in points}
        x, y, z = (max(values) + 1 for values in zip(*spatial, strict=True))
        text = "".join(
            "#" if (a, b, c) in spatial else "_"
            for c in range(z)
            for b in range(y)
            for a in range(x)
        )
        return f'  <voxel x="{x}" y="{y}" z="{z}" type="0" name="{title}">{text}</voxel>\n'

    shapes = voxel(known.board, "result") + "".join(
        voxel(cells, each) for each, (cells, _, _) in known.pieces.items()
    )
    used = "".join(
        f'<shape id="{number}" count="{least}"/>'
        if least == most
        else f'<shape id="{number}" min="{least}" max="{most}"/>'
        for number, (_, least, most) in enumerate(known.pieces.values(), start=1)
    )
    state = (
        f'state="2" assemblies="{known.tilings}" solutions="0" time="3"'
        if known.unique
        else 'state="0"'
    )
    return gzip.compress(
        '<?xml version="1.0"?>\n<puzzle version="2">\n <gridType type="0"/>\n <colors/>\n '
        f"<shapes>\n{shapes} </shapes>\n"
        f' <problems>\n  <problem name="{name}" {state}>\n   <shapes>{used}</shapes>\n   <result '
        'id="0"/>\n   <bitmap/>\n'
        "  </problem>\n </problems>\n <comment/>\n</puzzle>\n".encode()
    )


def psv(name: str, known: Known) -> bytes:
    """As PolySolver writes it: the far corner of the board, then what is not on it, and a line for
    each tile.
    """

    def word(point: Point) -> str:
        if known.grid == "triangle":
            return f"({point[1]},{point[2]}:{point[0]})"
        return f"({','.join(map(str, point))})"

    far = tuple(max(values) for values in zip(*known.board, strict=True))
    holes = sorted(set(itertools.product(*(range(size + 1) for size in far))) - set(known.board))
    lines = [
        name,
        known.grid.title(),
        f"Board ( {word(far)}{''.join(map(word, holes))})",
        f"# {len(known.pieces)} pieces",
    ]
    for cells, least, most in known.pieces.values():
        turn = "" if known.sided or known.grid == "cube" else "flip "
        lines.append(f"tile {turn}{most} {least}({''.join(map(word, cells))})")
    return "\r\n".join([*lines, "mode FillAll", ""]).encode()


def polysolve(name: str, known: Known) -> bytes:
    """As polysolve's converter writes it."""
    shapes = [
        {
            "name": each,
            "mobility": "rotate" if known.sided or known.grid == "cube" else "mirror",
            "amount": {"max": most, "min": least},
            "morphs": [{"coords": cells}],
        }
        for each, (cells, least, most) in known.pieces.items()
    ]
    board = {"coords": known.board}
    return json.dumps(
        {
            "description": name,
            "grid": known.grid,
            "board": board,
            "shapes": shapes,
            "mode": "fillall",
        }
    ).encode()


def polycube(name: str, known: Known) -> bytes:
    """As Busche writes it: pieces drawn in a layout, layers side by side."""
    sizes = [max(values) + 1 for values in zip(*known.board, strict=True)]
    x, y, z = (*sizes, 1)[:3]
    sided = ":oneSide" if known.sided else ""
    lines = [f"# {name}", f"D:xDim={x}:yDim={y}:zDim={z}{sided}"]
    holes = [
        (*point, 0)[:3] for point in set(itertools.product(*map(range, sizes))) - set(known.board)
    ]
    if holes:
        lines.append(
            f"C:name=hole:type=S:layout={', '.join(' '.join(map(str, hole)) for hole in holes)}"
        )
    lines.append("L")
    for each, (cells, least, _) in known.pieces.items():
        spatial = {(*point, 0)[:3] for point in cells}
        wide, high, deep = (max(values) + 1 for values in zip(*spatial, strict=True))
        for copy in range(least):
            own = f"{each}{copy or ''}"
            lines += [
                " , ".join(
                    " ".join(own if (a, b, c) in spatial else "." for a in range(wide))
                    for c in range(deep)
                )
                for b in range(high)
            ]
            lines.append("")
    return "\n".join([*lines, "~L", "~D", ""]).encode()


def one_sided_pentominoes() -> dict[str, tuple[list[Point], int, int]]:
    found = once(PENTOMINOES)
    for name in "FLNPYZ":
        found[f"{name}'"] = ([(-x, y) for x, y in drawn(PENTOMINOES[name])], 1, 1)
    return {
        name: ([(x - min(a for a, _ in cells), y) for x, y in cells], 1, 1)
        for name, (cells, _, _) in found.items()
    }


ONE_SIDED = {
    "3x30 one-sided": Known(box(30, 3), one_sided_pentominoes(), 46, unique=True, sided=True)
}
FILES = [
    (writer, ending, name, known)
    for writer, ending, puzzles in (
        (xmpuzzle, "xmpuzzle", FLAT | RANGES | SOLID),
        (psv, "psv", FLAT | RANGES | SOLID | TRIANGLES | ONE_SIDED),
        (polysolve, "json", FLAT | RANGES | SOLID | TRIANGLES | ONE_SIDED),
        (polycube, "def", FLAT | SOLID | ONE_SIDED),
    )
    for name, known in puzzles.items()
]


@pytest.mark.parametrize(
    ("writer", "ending", "name", "known"),
    FILES,
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_file_has_the_number_that_is_published(
    writer: object, ending: str, name: str, known: Known, tmp_path: Path, capsys: Captured
) -> None:
    assert callable(writer)
    path = tmp_path / f"puzzle.{ending}"
    path.write_bytes(writer(name, known))
    words = ["solve", str(path), "--all", "-q", *(["--unique"] if known.unique else [])]
    assert run(words) == (0 if known.tilings else 1)
    assert capsys.readouterr().out.partition("\n")[0] == (
        str(known.tilings) if known.tilings else "There is no tiling."
    )
    if ending == "xmpuzzle" and known.unique:
        assert run(["convert", str(path), "--verify"]) == 0
        assert (
            capsys.readouterr().out == f"{name}: stated {known.tilings}, counted {known.tilings}\n"
        )


@pytest.mark.parametrize(
    ("codes", "board", "tilings"),
    [
        ("c080", "5x6", 72),
        ("c080", "6x4", 18),
        ("e0", "6x9", 783),
        ("c0", "3x8", 153),
        ("40e0", "4x8", 6),
        ("40e0", "4x12", 18),
        ("80e0", "4x12", 3432),
        ("c080_e0", "3x5", 62),
        ("c080 c0", "4x4", 380),
        ("c0\ne0", "4x5", 1069),
        ("c0c0_e0", "5x6", 65),
        ("80e0_c0c0", "4x5", 48),
    ],
)
def test_hex_codes_have_the_numbers_that_are_published(
    codes: str, board: str, tilings: int, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "shapes.hex"
    path.write_text(f"{codes}\n")
    assert run(["count", board, f"{path}+", "-q"]) == 0
    assert capsys.readouterr().out == f"{tilings}\n"


def queens(n: int) -> str:
    items = [f"{axis}{i}" for axis in "rc" for i in range(n)]
    diagonals = [f"{axis}{i}" for axis in "ab" for i in range(2 * n - 1)]
    options = [f"r{r} c{c} a{r + c} b{r - c + n - 1}" for r in range(n) for c in range(n)]
    return "\n".join([f"| {n} queens", " ".join([*items, "|", *diagonals]), *options]) + "\n"


def langford(n: int) -> str:
    items = [*map(str, range(1, n + 1)), *(f"s{place}" for place in range(2 * n))]
    options = [f"{k} s{i} s{i + k + 1}" for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return "\n".join([f"| Langford {n}", " ".join(items), *options]) + "\n"


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        *((queens(n), found) for n, found in ((4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352))),
        # Each arrangement is there forward and backward: twice A014552.
        *((langford(n), found) for n, found in ((3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300))),
    ],
    ids=lambda each: each.partition("\n")[0] if isinstance(each, str) else "",
)
@pytest.mark.parametrize("ending", ["dlx", "txt", "data"])
def test_exact_covers_have_the_numbers_that_are_published(
    text: str, solutions: int, ending: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / f"problem.{ending}"
    path.write_text(text)
    assert run(["solve", str(path), "--all", "-q"]) == (0 if solutions else 1)
    assert capsys.readouterr().out.splitlines()[0] == str(solutions)
