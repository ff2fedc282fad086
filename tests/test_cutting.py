"""Outlines for cutters: each shared edge once, lengths in millimeters, kerf, corners, tray and lid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.cli import run
from tilewright.cli.options import PictureColors
from tilewright.drawing import PALETTES
from tilewright.errors import FormatError, TilewrightError
from tilewright.exchange.fabrication.cutting import cutting, sheet_size
from tilewright.problem import Problem
from tilewright.search import solve
from tilewright.tiling import Tiling

Captured = pytest.CaptureFixture[str]


def solved(board: str, *pieces: str) -> tuple[Problem, Tiling]:
    problem = Problem(board, *pieces)
    tiling = solve(problem)
    assert tiling is not None
    return problem, tiling


def paths(drawn: str) -> dict[str, str]:
    found = ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}path")
    return {path.attrib["id"]: path.attrib["d"] for path in found}


def unit_lines(path: str, cell: float) -> list[tuple[float, float, str]]:
    """Every side of a cell that a path of straight lines runs along, as often as it does."""
    lines = []
    for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", path):
        across, down, last = float(x), float(y), float(end)
        for step in range(round((last - (across if way == "H" else down)) / cell)):
            more = step * cell
            lines.append((across + more, down, way) if way == "H" else (across, down + more, way))
    return lines


def sides(labels: np.ndarray) -> int:
    """The sides between different tiles, and around them, counted one by one."""
    padded = np.pad(np.maximum(labels, -1), 1, constant_values=-1)
    return int((padded[1:] != padded[:-1]).sum() + (padded[:, 1:] != padded[:, :-1]).sum())


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("6x10", ("pentominoes",)),
        ("8x8-3,3-3,4-4,3-4,4", ("pentominoes",)),
        ("2x3", ("L3=2",)),
        ("1x1", ("monomino",)),
    ],
)
@pytest.mark.parametrize("cell", [10.0, 7.5])
def test_each_shared_edge_is_cut_once(board: str, pieces: tuple[str, ...], cell: float) -> None:
    problem, tiling = solved(board, *pieces)
    (path,) = paths(cutting(problem, tiling, cell=cell)).values()
    lines = unit_lines(path, cell)
    assert len(lines) == len(set(lines)) == sides(tiling.labels)


def test_cells_that_stay_empty_have_no_lines_between_them() -> None:
    problem = Problem("2x4", "I2", empty=(6, 6))
    tiling = solve(problem)
    assert tiling is not None
    (path,) = paths(cutting(problem, tiling)).values()
    assert len(unit_lines(path, 10)) == 6


def test_the_drawing_is_in_millimeters_and_has_hairlines_and_no_background() -> None:
    root = ElementTree.fromstring(cutting(*solved("6x10", "pentominoes"), cell=12))
    assert (root.attrib["width"], root.attrib["height"]) == ("130mm", "82mm")
    assert root.attrib["viewBox"] == "0 0 130 82"
    assert root.attrib["fill"] == "none"
    assert float(root.attrib["stroke-width"]) <= 0.025
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "g", "path"}


def corners(path: str) -> np.ndarray:
    return np.array(re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path), dtype=float)


@given(st.sampled_from([0.1, 0.25, 1.0]), st.sampled_from([5.0, 10.0]))
def test_a_kerf_is_made_up_for_all_around_each_piece(kerf: float, cell: float) -> None:
    drawn = paths(cutting(*solved("2x3", "L3=2"), cell=cell, kerf=kerf))
    assert len(drawn) == 2
    for path in drawn.values():
        points = corners(path)
        x, y = points.T
        area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)
        assert area == pytest.approx(3 * cell**2 + 8 * cell * kerf / 2 + kerf**2, abs=1e-2)


def test_a_frame_is_around_the_board_and_its_hole_is_moved_the_other_way() -> None:
    drawn = paths(cutting(*solved("2x3", "L3=2"), kerf=0.2, tray=True, lid=True))
    assert set(drawn) == {"piece-1-L3", "piece-2-L3", "frame", "floor", "lid"}
    inside, outside = (corners(path) for path in drawn["frame"].split("Z")[:2])
    assert np.ptp(inside, axis=0) == pytest.approx([30 - 0.2, 20 - 0.2])
    for plate in (outside, corners(drawn["floor"]), corners(drawn["lid"])):
        assert np.ptp(plate, axis=0) == pytest.approx([50 + 0.2, 40 + 0.2])


def test_the_frame_shares_its_edge_with_the_pieces_where_nothing_is_made_up_for() -> None:
    drawn = paths(cutting(*solved("2x3", "L3=2"), tray=True))
    assert set(drawn) == {"pieces", "frame", "floor"}
    lines = unit_lines(drawn["pieces"], 10)
    assert min(lines)[:2] == (10, 10)
    assert np.ptp(corners(drawn["frame"]), axis=0) == pytest.approx([50, 40])


def test_parts_do_not_touch() -> None:
    root = ElementTree.fromstring(
        cutting(*solved("6x10", "pentominoes"), radius=1, kerf=0.2, tray=True, lid=True)
    )
    boxes = []
    for group in root:
        shift = np.array(re.findall(r"[\d.]+", group.attrib["transform"]), dtype=float)
        for path in group:
            points = (
                np.array(re.findall(r"([-\d.]+) ([-\d.]+)(?=[MLAZ]|$)", path.attrib["d"]), dtype=float)
                + shift
            )
            boxes.append((*points.min(axis=0), *points.max(axis=0)))
    assert len(boxes) == 12 + 3
    width, height = float(root.attrib["width"][:-2]), float(root.attrib["height"][:-2])
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert left > 0 < top
        assert right < width
        assert bottom < height
        for a, b, c, d in boxes[:number]:
            assert right < a or c < left or bottom < b or d < top


def box(drawn: str) -> np.ndarray:
    """The least and the greatest (x, y) of all that is drawn, as straight lines and corners of paths."""
    found = []
    for group in ElementTree.fromstring(drawn):
        shift = np.array(re.findall(r"[\d.]+", group.attrib["transform"]), dtype=float)
        for path in group:
            for x, y, way, end in re.findall(r"M([-\d.]+) ([-\d.]+)([HV])([-\d.]+)", path.attrib["d"]):
                last = (end, y) if way == "H" else (x, end)
                found += [shift + np.array(point, dtype=float) for point in ((x, y), last)]
            found += list(shift + corners(path.attrib["d"]))
    return np.array([np.min(found, axis=0), np.max(found, axis=0)])


@pytest.mark.parametrize(
    "more", [{}, {"tray": True}, {"kerf": 0.2}, {"kerf": 0.2, "tray": True, "lid": True}]
)
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("6x10", ("pentominoes",)),
        ("5x8-0,0-0,1-0,2-0,3-0,4-0,5-0,6-0,7-1,0-2,0-3,0-4,0-1,7-2,7-3,7-4,7", ("L3+",)),
    ],
)
def test_the_sheet_is_no_larger_than_it_must_be(
    board: str, pieces: tuple[str, ...], more: dict[str, float]
) -> None:
    # Five millimeters are left on each side, less half a kerf where outlines are moved.
    drawn = cutting(*solved(board, *pieces), **more)  # type: ignore[arg-type]
    least, most = box(drawn)
    slack = more.get("kerf", 0) / 2 + 1e-6
    assert np.abs(least - 5).max() <= slack
    assert np.abs(np.array(sheet_size(drawn)) - most - 5).max() <= slack


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"cell": 0}, "more than 0"),
        ({"kerf": -1}, "at least 0"),
        ({"kerf": 10}, "must be smaller than a cell"),
        ({"radius": 6}, "must be at most 5"),
        ({"cell": float("nan")}, "more than 0"),
    ],
)
def test_lengths_that_make_no_sense_are_refused(wrong: dict[str, float], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        cutting(*solved("2x3", "L3=2"), **wrong)  # type: ignore[arg-type]


def test_the_command_cuts(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "pieces.svg"
    line = ["print", "talos:hub-gates-1", "--cut", "-o", str(out)]
    assert run([*line, "--cell-size", "12", "--tray", "--lid"]) == 0
    wide, tall = sheet_size(out.read_text())
    assert f"outlines for cutting, {wide:g} x {tall:g} mm" in capsys.readouterr().err
    assert set(paths(out.read_text())) == {"pieces", "frame", "floor", "lid"}
    assert run([*line, "--kerf", "0.15", "--corner-radius", "1", "-q"]) == 0
    assert len(paths(out.read_text())) == 3


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("print talos:hub-gates-1 --kerf 0.1 -o x.pdf", "needs --cut"),
        ("print talos:hub-gates-1 --tray -o x.pdf", "needs --cut"),
        ("print talos:hub-gates-1 --cut -o x.pdf", "must end in .svg, got '.pdf'"),
        ("print talos:hub-gates-1 talos:hub-gates-2 --cut -o x.svg", "one puzzle"),
        ("print talos:hub-gates-1 --cut --kerf 20 -o x.svg", "must be smaller than a cell"),
        ("print talos:hub-gates-1 --cut --corner-radius 9 -o x.svg", "must be at most"),
        ("print talos:hub-gates-1 --palette loud -o x.pdf", "loud"),
    ],
)
def test_what_cannot_be_cut_is_one_line(line: str, why: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    said = capsys.readouterr().err
    assert why in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "gif"])
def test_solve_saves_pictures_in_other_colors(ending: str, tmp_path: Path) -> None:
    files = []
    for number, more in enumerate(([], ["--palette", "grays"], ["--palette", "grays", "--patterns"])):
        out = tmp_path / f"{number}.{ending}"
        assert run(["solve", "3x4", "L3=4", "-o", str(out), "-q", *more]) == 0
        files.append(out.read_bytes())
    assert len(set(files)) == 3


def test_the_palettes_of_the_command_are_those_of_the_library() -> None:
    chosen, _ = get_args(get_type_hints(PictureColors)["palette"])
    assert set(get_args(chosen)) == set(PALETTES)


def test_a_printed_puzzle_has_the_colors_that_were_asked_for(tmp_path: Path) -> None:
    files = []
    for more in ([], ["--palette", "okabe-ito"], ["--patterns"]):
        out = tmp_path / "sheet.pdf"
        assert run(["print", "talos:hub-gates-1", "-o", str(out), "-q", *more]) == 0
        files.append(out.read_bytes())
    assert len(set(files)) == 3


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("hex:4x7", "tetrahexes"),
        ("tri:6x6", "hexiamonds"),
        ("hex:hexagon2-1,1", "hex:##+"),
        ("tri:hexagon2", "tri:##+"),
    ],
)
def test_triangles_and_hexagons_are_cut_along_each_side_once(board: str, pieces: str) -> None:
    problem, tiling = solved(board, pieces)
    lattice, labels = tiling.lattice, tiling.labels
    cells = {tuple(cell): int(labels[tuple(cell)]) for cell in np.argwhere(labels >= 0).tolist()}
    # The same again from what touches what: the length of all sides between tiles and around them.
    inside = outside = 0
    for cell, tile in cells.items():
        for step in lattice.faces[cell[-1] % lattice.kinds]:
            other = cells.get((cell[0] + step[0], cell[1] + step[1]))
            inside += other is not None and other != tile
            outside += other is None
    corners = lattice.outline((0, 0))
    side = float(np.hypot(*np.subtract(corners[1], corners[0])))
    drawn = cutting(problem, tiling, cell=10, tray=True, lid=True)
    found = paths(drawn)
    assert list(found) == ["pieces", "frame", "floor", "lid"]
    lines = np.array(
        [
            [float(number) for number in line]
            for line in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", found["pieces"])
        ]
    )
    total = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]).sum()
    assert total == pytest.approx(10 * side * (inside / 2 + outside), rel=1e-4)
    assert len({frozenset({tuple(line[:2]), tuple(line[2:])}) for line in lines}) == len(lines)
    # A rim of a cell is around them all.
    wide, tall = np.array(re.findall(r"[ML]([\d.]+) ([\d.]+)", found["frame"]), dtype=float).max(axis=0)
    assert lines.min() == pytest.approx(10, abs=1e-3)
    assert lines[:, ::2].max() == pytest.approx(wide - 10, abs=1e-3)
    assert lines[:, 1::2].max() == pytest.approx(tall - 10, abs=1e-3)


def test_what_cannot_be_cut_flat_is_said() -> None:
    for board, pieces, more, why in (
        ("cube:2x2x2", "domino+", {}, "require a flat board"),
        ("torus:hex:4x4", "hex:##+", {}, "without joined sides"),
        ("hex:4x4", "hex:##+", {"kerf": 0.2}, "kerf or rounded corners"),
    ):
        problem, tiling = solved(board, pieces)
        with pytest.raises(TilewrightError, match=why):
            cutting(problem, tiling, **more)  # type: ignore[arg-type]
