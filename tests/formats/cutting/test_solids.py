"""Solids for 3D printers on every lattice: closed, of the right volume, in place; and outlines of
triangles and hexagons with kerf.
"""

from __future__ import annotations

import math
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from meshes import mesh_of
from tilewright.apps.command import run
from tilewright.formats.cutting.laser import cut_alone
from tilewright.formats.cutting.parts import loops, moved, signed_area
from tilewright.formats.cutting.solids import Sizes, solid_piece, solid_tray
from tilewright.formats.cutting.svg_and_dxf import svg
from tilewright.model.board import Board
from tilewright.model.piece import parse_pieces
from tilewright.model.space.catalog import polyforms
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Lattice,
)
from tilewright.model.space.polyform import Polyform

trimesh = pytest.importorskip("trimesh")

#: The area of a cell with sides (of hexagons: a distance between centers) of 1.
AREAS = {SQUARES: 1.0, TRIANGLES: math.sqrt(3) / 4, HEXAGONS: math.sqrt(3) / 2}
#: The distance from the center of a cell to its sides.
INSIDE = {SQUARES: 0.5, TRIANGLES: math.sqrt(3) / 6, HEXAGONS: 0.5}


@pytest.mark.parametrize("clearance", [0.0, 0.4])
@pytest.mark.parametrize("radius", [0.0, 1.0])
@pytest.mark.parametrize(
    ("lattice", "size"),
    [(SQUARES, 4), (TRIANGLES, 6), (HEXAGONS, 4), (CUBES, 4), (BALLS, 3)],
    ids=str,
)
def test_every_piece_is_closed_and_no_larger_than_its_cells(
    lattice: Lattice, size: int, clearance: float, radius: float
) -> None:
    full = {CUBES: 1000.0, BALLS: 1000 / math.sqrt(2)}.get(lattice) or 500 * AREAS[lattice]
    for piece in polyforms(size, "free", lattice):
        rounding = radius if lattice is not BALLS else 0.0
        solid = mesh_of(
            solid_piece(lattice, piece.cells, Sizes(10.0, clearance, rounding, 5.0, 1.5))
        )
        # A hexagon of six triangles has no hole, so each flat piece has one outline.
        area = sum(signed_area(moved(o, 10, -clearance / 2)) for o in flat_loops(lattice, piece))
        most = 5 * area or full * size
        assert solid.volume < most + 1e-3
        if radius or (clearance and lattice is CUBES) or lattice is BALLS:
            assert 0.6 * full * size < solid.volume < most - 1
        else:
            assert solid.volume == pytest.approx(most, rel=1e-6)
        assert len(solid.split()) == 1


def flat_loops(lattice: Lattice, piece: Polyform) -> list[NDArray[np.float64]]:
    """The outlines of a flat piece."""
    return loops(piece.cells, lattice) if lattice.dimension == 2 else []


@pytest.mark.parametrize("lattice", [SQUARES, TRIANGLES, HEXAGONS])
def test_a_cell_has_the_volume_of_its_formula(lattice: Lattice) -> None:
    height, half = 5.0, 0.2
    for radius in (0.0, 0.5, 1.0, 2.0):
        sizes = Sizes(10.0, 2 * half, radius, height, 1.5)
        found = mesh_of(solid_piece(lattice, ((0, 0),), sizes)).volume
        # Steiner's formula for the points within a distance of a prism.
        inside = 10 * INSIDE[lattice]
        area = 100 * AREAS[lattice] * (1 - (half + radius) / inside) ** 2
        around, tall = 2 * area / (inside - half - radius), height - 2 * radius
        most = area * tall + radius * (2 * area + around * tall)
        most += math.pi * radius**2 * (around / 2 + tall + 4 / 3 * radius)
        # Circles are polygons.
        assert found <= most + 1e-3
        assert found == pytest.approx(most, rel=0.03 if radius else 1e-6)


def test_a_cube_with_rounded_edges_has_the_volume_of_its_formula() -> None:
    radius, side = 2.0, 9 - 2 * 2.0
    found = mesh_of(solid_piece(CUBES, ((0, 0, 0),), Sizes(10.0, 1.0, radius, 5.0, 1.5)))
    most = side**3 + 6 * side**2 * radius + math.pi * radius**2 * (3 * side + 4 / 3 * radius)
    assert found.extents == pytest.approx([9, 9, 9])
    assert 0.99 * most < found.volume < most


def test_balls_are_spheres_with_necks() -> None:
    one, two = (
        mesh_of(solid_piece(BALLS, cells, Sizes(10.0, 0.3, 0.0, 5.0, 1.5))).volume
        for cells in (((0, 0, 0),), ((0, 0, 0), (0, 0, 1)))
    )
    assert one == pytest.approx(4 / 3 * math.pi * 4.85**3, rel=0.03)
    # A neck is a little more than two caps of the spheres.
    assert 2 * one < two < 2.03 * one


@pytest.mark.parametrize("word", ["hex:hexagon2-1,1", "tri:triangle3", "4x4-1,1", "2x2-0,0"])
def test_trays_have_a_floor_and_walls(word: str) -> None:
    board = Board(word)
    cells = [tuple(cell) for cell in np.argwhere(board.mask).tolist()]
    mesh = mesh_of(solid_tray(board.lattice, cells, Sizes(10.0, 0.3, 0.0, 5.0, 1.5)))
    outlines = [board.lattice.outline(cell) for cell in cells]
    if board.lattice is SQUARES:
        outlines.append([(-0.5, -0.5)])
    corners = np.concatenate(outlines) * 10
    corners = corners[ConvexHull(corners).vertices]
    sides = np.roll(corners, -1, axis=0) - corners
    ways = np.arctan2(*sides.T)
    turns = np.abs(np.angle(np.exp(1j * (np.roll(ways, 1) - ways))))
    # The sides of the hull, moved by a cell.
    outer = abs(signed_area(corners))
    outer += 10 * np.hypot(*sides.T).sum() + 100 * np.tan(turns / 2).sum()
    inner = 100 * AREAS[board.lattice] * len(cells)
    assert mesh.volume == pytest.approx(6.5 * outer - 5 * inner, rel=1e-6)


@pytest.mark.parametrize(
    ("words", "parts", "extents"),
    [
        ("cube:3x3x3 soma --corner-radius 1 --clearance 0.2", 7, [29.8, 29.8, 29.8]),
        ("pyramid:5 kanoodle --clearance 0.2", 12, [49.8, 49.8, 9.8 + 40 / math.sqrt(2)]),
        ("6x10 pentominoes --tray", 13, [120.0, 80.0, 6.5]),
        ("hex:4x7 tetrahexes --clearance 0.5 --tray", 8, None),
    ],
)
def test_a_solution_is_printed_in_place(
    words: str, parts: int, extents: list[float] | None, tmp_path: Path
) -> None:
    out = tmp_path / "assembled.stl"
    assert run(["cut", *words.split(), "--spacing", "0", "-q", "-o", str(out)]) == 0
    mesh = trimesh.load(out)
    tray, *pieces = sorted(mesh.split(), key=lambda part: -part.bounds[1, 0])
    assert mesh.is_watertight and 1 + len(pieces) == parts
    if "--tray" in words:
        # The pieces lie on the floor, in the middle of the tray.
        low = np.min([piece.bounds[0] for piece in pieces], axis=0)
        high = np.max([piece.bounds[1] for piece in pieces], axis=0)
        assert [low[2], high[2]] == pytest.approx([1.5, 6.5])
        assert (low + high)[:2] == pytest.approx(tray.bounds.sum(axis=0)[:2], abs=1e-3)
    if extents:
        assert mesh.extents.tolist() == pytest.approx(extents, abs=0.02)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("L3 I3=2 tri:## --corner-radius 1", ["L3", "I3", "I3", "tri:##"]),
        ("4x4 T4=4 --tray --spacing 0", ["tray", "T4", "T4", "T4", "T4"]),
        ("pyramid:3 ball:##+ L3+", None),
    ],
)
def test_3mf_files_have_the_solids_of_stl_files_and_their_names(
    words: str, names: list[str] | None, tmp_path: Path
) -> None:
    stl, named = tmp_path / "x.stl", tmp_path / "x.3mf"
    for out in (stl, named):
        assert run(["cut", *words.split(), "-q", "-o", str(out)]) == 0
    parts = sorted(trimesh.load(stl).split(), key=lambda part: part.volume)
    scene = trimesh.load(named)
    solids = sorted(scene.dump(), key=lambda part: part.volume)
    assert len(solids) == len(parts)
    for solid, part in zip(solids, parts, strict=True):
        assert solid.is_watertight
        assert solid.volume == pytest.approx(part.volume, rel=1e-5)
    with zipfile.ZipFile(named) as archive:
        assert archive.testzip() is None
        model = archive.read("3D/3dmodel.model").decode()
    found = re.findall(r'<object id="\d+" type="model" name="([^"]*)">', model)
    assert found == names or names is None
    first = named.read_bytes()
    assert run(["cut", *words.split(), "-q", "-o", str(named)]) == 0
    assert named.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("pyramid:3 ball:##+ L3+ --tray", "a tray requires a flat board, got balls"),
        ("pyramid:3 ball:##+ L3+ --corner-radius 1", "balls have no edges to round"),
        ("hexiamonds --corner-radius 2.8", "must be less than 2.5 mm, got 2.8 mm"),
        ("moniamonds --clearance 8", "must be smaller than a cell (5.7735 mm wide), got 8 mm"),
        ("pentominoes --spacing 0", "only in a solution; name a board"),
    ],
)
def test_impossible_solids_are_refused(
    words: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cut", *words.split(), "-o", str(tmp_path / "x.stl")]) == 2
    said = capsys.readouterr().err
    assert why in said and said.count("\n") == 1


@pytest.mark.parametrize(
    ("word", "sides", "inside"), [("hex:#/", 6, 5.0), ("tri:#/", 3, 10 * math.sqrt(3) / 6)]
)
def test_kerf_and_clearance_move_the_sides_of_triangles_and_hexagons(
    word: str, sides: int, inside: float
) -> None:
    (piece,) = parse_pieces(word)
    for kerf, clearance in ((0.0, 0.0), (0.4, 0.0), (0.2, 1.0)):
        (part,) = cut_alone([piece], {"kerf": kerf, "clearance": clearance}).parts
        points = np.array(part.cuts[0].points)[:, :2]
        x, y = points.T
        area = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2
        far = inside + (kerf - clearance) / 2
        assert len(points) == sides
        assert area == pytest.approx(sides * math.tan(math.pi / sides) * far**2)


def test_corners_of_triangles_are_rounded_by_circles() -> None:
    (piece,) = parse_pieces("tri:#/")
    (part,) = cut_alone([piece], {"corner_radius": 1.0}).parts
    points = part.cuts[0].points
    assert (
        sorted(round(bulge, 6) for _, _, bulge in points)
        == [0, 0, 0] + [round(math.tan(math.radians(30)), 6)] * 3
    )
    ends = np.array(points)[:, :2]
    # The ends of an arc of 120 degrees with radius 1.
    assert np.hypot(*(ends[1] - ends[0])) == pytest.approx(math.sqrt(3))


@pytest.mark.parametrize("word", ["hexiamonds", "tetrahexes", "pentominoes"])
def test_names_are_engraved_inside_one_cell(word: str) -> None:
    pieces = parse_pieces(word)
    for piece, part in zip(pieces, cut_alone(pieces, engraves=True).parts, strict=True):
        lattice, cells = piece.lattice, np.array(piece.polyomino.cells)
        corners = np.concatenate([lattice.outline(tuple(cell)) for cell in cells.tolist()])
        centers = (lattice.center(cells) - corners.min(axis=0)) * 10
        points = np.array([point for line in part.engraved for point in line.points])[:, :2]
        far = np.linalg.norm(points[:, None] - centers, axis=2).max(axis=0)
        assert far.min() < 10 * INSIDE[lattice]


@pytest.mark.parametrize(("word", "inwards"), [("tri:#/", 0), ("L3", 1), ("hex:##/#.", 3)])
def test_arcs_in_svg_files_bulge_outwards_at_convex_corners(word: str, inwards: int) -> None:
    drawn = svg(cut_alone(parse_pieces(word), {"corner_radius": 1.0}))
    arcs = re.findall(r"A(\S+) (\S+) 0 0 ([01]) ", drawn)
    assert {radius for *radii, _ in arcs for radius in radii} == {"1"}
    assert sum(sweep == "0" for *_, sweep in arcs) == inwards < len(arcs) / 2
