"""Pictures of triangles, hexagons and cubes, and of surfaces: what is seen is what is there."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.apps.command import run
from tilewright.drawing import (
    Picture,
    draw,
    draw_board,
    draw_frames,
    draw_pieces,
    draw_problem,
    gif,
    notebook_svg,
    pdf,
    png,
    raster,
    sheet,
    svg,
    terminal,
)
from tilewright.drawing.model.geometry import Mesh
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.solving.search import search_frames
from tried import examples

#: A board, its pieces, and whether sides are joined.
PROBLEMS = {
    "tri:2x3": "diamonds+",
    "tri:hexagon2": "tetriamonds+",
    "hex:3x4": "dihexes+",
    "hex:hexagon2": "monohexes+",
    "cube:2x2x3": "I2+",
    "cube:3x3x3": "soma",
    "torus:4x6": "trominoes+",
    "moebius:3x4": "dominoes+",
    "klein:4x5": "tetrominoes+",
    "cylinder:tri:2x3": "triamonds+",
    "torus:hex:3x3": "trihexes+",
}


def tiling_of(board: str) -> tw.Tiling:
    found = tw.solve(tw.Problem(board, PROBLEMS[board]))
    assert found is not None
    return found


def area(loops: list[list[tuple[float, float]]]) -> float:
    return sum(
        (a * d - b * c) / 2
        for loop in loops
        for (a, b), (c, d) in zip(loop, [*loop[1:], loop[0]], strict=True)
    )


@st.composite
def labeled(draw: st.DrawFn, lattice: Lattice) -> np.ndarray:
    rows, columns = draw(st.integers(1, 4)), lattice.kinds * draw(st.integers(1, 4))
    values = draw(st.lists(st.integers(-3, 3), min_size=rows * columns, max_size=rows * columns))
    labels = np.array(values).reshape(rows, columns)
    labels[0, 0] = 0
    return labels


@pytest.mark.parametrize("lattice", [TRIANGLES, HEXAGONS], ids=str)
@given(data=st.data())
def test_polygons_and_lines_are_those_of_the_cells(lattice: Lattice, data: st.DataObject) -> None:
    labels = data.draw(labeled(lattice))
    mesh = draw(labels, lattice=lattice, coloring=np.zeros(4, int)).mesh
    assert mesh is not None
    # A cell has the area of a square, and each tile that of its cells, whatever its outline is
    # like.
    cells = Counter(labels[labels >= 0].tolist())
    found = {tile: area(loops) for tile, _, _, loops in mesh.groups() if tile >= 0}
    assert found == pytest.approx(cells)
    # So have the cells of the board without a tile, by color; nothing is painted off the board.
    rest = {color: area(loops) for tile, color, _, loops in mesh.groups() if tile < 0}
    assert rest == pytest.approx(Counter(labels[labels < -1].tolist()))
    # A twin that knows sides by their middles only.
    beside: dict[tuple[float, float], list[int]] = {}
    scale = math.sqrt(
        1 / area([lattice.outline((0, 0))]) * np.sign(area([lattice.outline((0, 0))]))
    )
    for cell in np.argwhere(labels != -1).tolist():
        corners = lattice.outline(tuple(cell))
        for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True):
            middle = (round(scale * (a + c) / 2, 3), round(scale * (b + d) / 2, 3))
            beside.setdefault(middle, []).append(int(labels[tuple(cell)]))
    thick = {
        middle
        for middle, tiles in beside.items()
        if len(tiles) < 2 or (tiles[0] != tiles[1] and max(tiles) >= 0)
    }
    ends = mesh.points[mesh.lines[mesh.weight == 2]].mean(axis=1)
    left, top = (min(x for x, _ in beside), min(y for _, y in beside)) if beside else (0, 0)
    own = mesh.points[mesh.faces]
    middles = (own + np.roll(own, 1, axis=1)) / 2
    offset = middles.reshape(-1, 2).min(axis=0) - np.array([left, top])
    assert len(ends) == len(thick)
    expected = np.array(sorted(thick)).reshape(-1, 1, 2)
    away = np.abs(expected - (ends - offset)[None]).max(axis=2)
    # Each is where one of the others is, but for rounding.
    assert (away.min(axis=0, initial=1.0) < 0.01).all()
    assert (away.min(axis=1, initial=1.0) < 0.01).all()


@examples(40)
@given(data=st.data(), apart=st.integers(1, 4))
def test_what_is_seen_of_cubes_is_what_is_nearest(data: st.DataObject, apart: int) -> None:
    from tilewright.drawing.makers.layout import solid_mesh

    shape = data.draw(st.tuples(*[st.integers(1, 3)] * 3))
    size = math.prod(shape)
    values = data.draw(st.lists(st.integers(-1, 2), min_size=size, max_size=size))
    labels = np.array(values).reshape(shape)
    labels[0, 0, 0] = 0
    mesh = solid_mesh(labels, labels.astype(np.int16), apart)
    # A twin that sends a ray through the middle of each triangle and takes the first cube that it
    # enters.
    seen = Counter()
    wide = math.sqrt(3) / 2
    cubes = [
        (row, column, apart * (shape[0] - 1 - layer), int(labels[layer, row, column]))
        for layer, row, column in np.argwhere(labels != -1).tolist()
    ]
    spots = set()
    for row, column, base, _ in cubes:
        for r, c, h in product((0, 1), repeat=3):
            spots.add((column + c - row - r, row + r + column + c - 2 * (base + h)))
    for x in range(min(a for a, _ in spots), max(a for a, _ in spots)):
        for y in range(min(b for _, b in spots) - 1, max(b for _, b in spots) + 1):
            # The two triangles between x and x + 1 that begin at height y: one points left, one
            # right.
            for middle in (
                ((x + 1 / 3, y), (x + 2 / 3, y))
                if (x + y) % 2
                else ((x + 2 / 3, y), (x + 1 / 3, y))
            ):
                if ((x + y) % 2 == 0) != (middle[0] - x < 0.5):
                    continue
                nearest: tuple[float, int] | None = None
                for row, column, base, tile in cubes:
                    # On the ray: column - row = a, row + column - 2 height = b; it enters where a
                    # side is.
                    a, b = middle
                    low, high = -math.inf, math.inf
                    # With t = height: row = (b + 2 t - a) / 2, column = (b + 2 t + a) / 2.
                    for begin, value in ((row, (b - a) / 2), (column, (b + a) / 2), (base, 0.0)):
                        low, high = max(low, begin - value), min(high, begin + 1 - value)
                    if high - low > 1e-9 and (nearest is None or high > nearest[0]):
                        nearest = high, tile
                if nearest is not None:
                    seen[nearest[1]] += 1
    assert Counter(mesh.region.tolist()) == seen
    assert {round(abs(area([mesh.points[face].tolist()])), 6) for face in mesh.faces} == {
        round(wide / 2, 6)
    }


@pytest.mark.parametrize("name", ["cylinder", "moebius", "torus", "klein"])
def test_a_tile_that_goes_round_is_open_at_the_seam_on_both_sides(name: str) -> None:
    for tiling in list(tw.tilings(tw.Problem(f"{name}:3x4", "tetrominoes+")))[:40]:
        labels = tiling.labels
        picture = draw(tiling)
        flipped = labels[::-1] if name in ("moebius", "klein") else labels
        assert (picture.vertical[:, 0] == np.where(labels[:, 0] == flipped[:, -1], 0, 2)).all()
        assert (picture.vertical[:, -1] == np.where(labels[:, -1] == flipped[:, 0], 0, 2)).all()
        joined = name in ("torus", "klein")
        across = np.where((labels[0] == labels[-1]) & joined, 0, 2)
        assert (picture.horizontal[0] == across).all()
        assert (picture.horizontal[-1] == across).all()


def directions(picture: Picture) -> list[tuple[int, int, int]]:
    return [
        (
            arrow.heads,
            *(int(np.sign(round(b - a, 6))) for a, b in zip(arrow.start, arrow.end, strict=True)),
        )
        for arrow in picture.arrows
    ]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("cylinder:3x4", [(1, 0, 1), (1, 0, 1)]),
        ("moebius:3x4", [(1, 0, 1), (1, 0, -1)]),
        ("moebius:1x5", [(1, 0, 1), (1, 0, -1)]),
        ("torus:3x4", [(1, 0, 1), (1, 0, 1), (2, 1, 0), (2, 1, 0)]),
        ("torus:1x1", [(1, 0, 1), (1, 0, 1), (2, 1, 0), (2, 1, 0)]),
        ("klein:3x4", [(1, 0, 1), (1, 0, -1), (2, 1, 0), (2, 1, 0)]),
        ("cylinder:tri:2x3", [(1, 1, 1), (1, 1, 1)]),
        ("torus:hex:4x4", [(1, 1, 1), (1, 1, 1), (2, 1, 0), (2, 1, 0)]),
        ("3x4", []),
        ("hex:3x4", []),
    ],
)
def test_arrows_say_how_sides_are_joined(board: str, expected: list[tuple[int, int, int]]) -> None:
    picture = draw_board(board)
    found = directions(picture)
    if "hex" in board:
        # Sides of hexagons zigzag: what is level in the whole may lean a little.
        found = [(heads, x, y if heads == 1 else 0) for heads, x, y in found]
    assert sorted(found) == sorted(expected)
    top, left, bottom, right = picture.box
    for arrow in picture.arrows:
        for x, y in (arrow.start, arrow.end):
            assert left <= x <= right
            assert top <= y <= bottom


@pytest.mark.sampled(2)
@pytest.mark.parametrize("board", PROBLEMS)
def test_every_way_of_drawing_works_everywhere(board: str, tmp_path: Path) -> None:
    tiling = tiling_of(board)
    picture = draw(tiling, letters=True)
    drawn = svg(picture)
    assert drawn.count('class="tile tile-') >= len(tiling)
    assert "nan" not in drawn
    assert png(picture).startswith(b"\x89PNG")
    assert pdf([picture, draw(tiling, patterns=True)]).startswith(b"%PDF")
    assert raster(picture, 64).shape[2] == 3
    for unicode in (True, False):
        text = terminal(picture, color="none", unicode=unicode)
        assert unicode or text.isascii()
        assert "\x1b" in terminal(picture, unicode=unicode)
    assert notebook_svg(tiling).startswith("<svg")
    assert tiling._repr_svg_().startswith("<svg")
    problem = tw.Problem(board, PROBLEMS[board])
    assert notebook_svg(problem.board).startswith("<svg")
    assert svg(draw_problem(problem)).startswith("<svg")
    frames = list(search_frames(problem, last=4))
    assert all(
        frame.lattice is tiling.lattice and frame.surface == tiling.surface for frame in frames
    )
    moving = gif(draw_frames(frames))
    assert moving.startswith(b"GIF89a")


@pytest.mark.parametrize("board", PROBLEMS)
def test_neighbors_never_share_a_color(board: str) -> None:
    tiling = tiling_of(board)
    picture = draw(tiling, names=False)
    colors: dict[int, set[int]] = {}
    for labels, fill in (
        (picture.regions, picture.fill),
        *([(picture.mesh.region, picture.mesh.fill)] if picture.mesh is not None else []),
    ):
        assert labels is not None
        for tile, color in zip(labels.ravel().tolist(), fill.ravel().tolist(), strict=True):
            if tile >= 0:
                colors.setdefault(tile, set()).add(color)
    assert all(len(each) == 1 for each in colors.values())
    cells = {cell: int(tiling.labels[cell]) for cell in product(*map(range, tiling.shape))}
    for cell, tile in cells.items():
        for beside in tiling.lattice.neighbors(cell):
            other = cells.get(beside, -1)
            if tile >= 0 and other >= 0 and other != tile:
                assert colors[tile] != colors[other]


def test_triangles_and_hexagons_as_text() -> None:
    triangles = draw(np.array([[0, 0, 0, 1, 1, 1]]), lattice="tri", outlines_only=True)
    assert terminal(triangles, color="none", unicode=False).split("\n") == [
        "__________________",
        "\\          /      \\",
        " \\        /        \\",
        "  \\______/__________\\",
    ]
    hexagons = draw(np.array([[0, 0, 1], [0, 1, 1]]), lattice="hex", outlines_only=True)
    assert terminal(hexagons, color="none").split("\n") == [
        " ╱ ╲ ╱ ╲ ╱ ╲",
        "│       │   │",
        " ╲     ╱     ╲",
        "  │   │       │",
        "   ╲ ╱ ╲ ╱ ╲ ╱",
    ]
    cubes = draw(np.array([[[0, 0]], [[1, 0]]]), lattice="cube", outlines_only=True)
    assert terminal(cubes, color="none").split("\n") == [
        "┌───────┐   ┌───┬───┐",
        "│       │   │   │   │",
        "└───────┘   └───┴───┘",
    ]


def test_a_narrow_terminal_gets_smaller_triangles_and_then_a_word() -> None:
    picture = draw(tiling_of("tri:hexagon2"))
    wide, narrow = (terminal(picture, color="none", width=width) for width in (80, 20))
    assert max(map(len, wide.split("\n"))) > max(map(len, narrow.split("\n")))
    assert "too large for 5 characters" in terminal(picture, color="none", width=5)


@pytest.mark.parametrize("word", ["hexiamonds", "tetrahexes", "tetracubes", "soma", "diamonds"])
def test_sets_of_pieces(word: str) -> None:
    picture = draw_pieces(word)
    assert picture.mesh is not None
    assert len(picture.names) == len(set(picture.mesh.region.tolist()))
    for name in picture.names:
        assert f"<title>{name}</title>" in svg(picture)


def test_sheets_of_several_lattices() -> None:
    pictures = [
        draw(tiling_of(board)) for board in ("tri:2x3", "hex:3x4", "torus:4x6", "cube:2x2x3")
    ]
    joined = sheet(pictures)
    assert joined.mesh is not None
    assert joined.mesh.region.max() < len(joined.names)
    assert len(joined.arrows) == 4
    assert len({*joined.mesh.region.tolist()}) == sum(
        len({*picture.mesh.region.tolist()}) for picture in pictures if picture.mesh is not None
    )


def test_a_mesh_refuses_arrays_that_do_not_agree() -> None:
    mesh = draw(np.array([[0, 0]]), lattice="tri").mesh
    assert isinstance(mesh, Mesh)
    with pytest.raises(tw.errors.OutputError):
        Mesh(mesh.points, mesh.faces, mesh.fill[:1], mesh.region, mesh.lines, mesh.weight)
    with pytest.raises(tw.errors.OutputError):
        Mesh(mesh.points, mesh.faces, mesh.fill, mesh.region, mesh.lines, mesh.weight[:1])


def test_labels_of_another_dimension_are_refused() -> None:
    with pytest.raises(tw.errors.RequestError, match="3-dimensional"):
        draw(np.array([[0, 0]]), lattice="cube")
    with pytest.raises(tw.errors.RequestError, match="triple"):
        draw(np.zeros((1, 1, 1), int), lattice="cube", highlight=[(0, 0)])
    assert SQUARES.name == "square"
    assert CUBES.dimension == 3


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf", ".gif", ".txt"])
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("tri:2x3", "diamonds+"),
        ("hex:2x2", "dihexes+"),
        ("cube:2x2x2", "I2+"),
        ("torus:2x3", "trominoes+"),
    ],
)
def test_solve_writes_every_kind_of_picture(
    ending: str, board: str, pieces: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"picture{ending}"
    assert run(["solve", board, pieces, "-o", str(file)]) == 0
    assert file.stat().st_size > 4
    assert run(["solve", board, pieces]) == 0
    assert capsys.readouterr().out.strip()


def test_pieces_writes_pictures(tmp_path: Path) -> None:
    for word in ("heptiamonds", "tetrahexes", "tetracubes"):
        assert run(["pieces", word, "-o", str(tmp_path / f"{word}.svg")]) == 0
        assert (tmp_path / f"{word}.svg").read_text().startswith("<svg")


def test_the_plane_is_drawn_on_every_lattice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for word in ("tri:triamonds", "hex:trihex:1"):
        assert run(["plane", word, "-o", str(tmp_path / "plane.pdf")]) == 0
        assert (tmp_path / "plane.pdf").read_bytes().startswith(b"%PDF")
        assert "╱" in capsys.readouterr().out


def test_near_balls_are_drawn_over_those_behind_them() -> None:
    tiling = tw.solve(tw.Problem("pyramid:2", "monoball=5"))
    assert tiling is not None
    picture = draw(tiling)
    mesh = picture.mesh
    assert mesh is not None and mesh.piled
    balls = mesh.middles[mesh.shades == 0]
    # The ball on top hides parts of three balls, and only the front one hides a part of it.
    heights = balls[:, 1].tolist()
    assert heights.index(min(heights)) == 3 and heights.index(max(heights)) == 4
    assert (np.hypot(*(balls - balls[3]).T) < 1).all()
    # Balls are painted one by one, with a highlight on those that are not hidden.
    groups = list(mesh.groups())
    assert [shade for *_, shade, _ in groups[:5]] == [0] * 5
    assert 1 <= sum(shade == 1 for *_, shade, _ in groups) < 5
    # Five squares in the layers, and five balls; a highlight is not a tile.
    assert picture.svg().count('class="tile ') == 10
