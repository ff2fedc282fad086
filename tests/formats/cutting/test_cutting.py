"""Outlines for cutters: each shared edge once, lengths in millimeters, kerf, corners, tray and
lid."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.apps.command import run
from tilewright.apps.command.options import PictureColors
from tilewright.drawing import PALETTES
from tilewright.errors import FormatError, TilewrightError
from tilewright.formats.cutting.laser import cut
from tilewright.formats.cutting.parts import signed_area
from tilewright.formats.cutting.sheet import Part
from tilewright.formats.cutting.svg_and_dxf import dxf, svg
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle
from tilewright.model.puzzle.calendar import calendar_names
from tilewright.model.tiling import Tiling
from tilewright.solving.search import solve

Captured = pytest.CaptureFixture[str]


def solved(board: str, *pieces: str) -> tuple[Problem, Tiling]:
    problem = Problem(board, *pieces)
    tiling = solve(problem)
    assert tiling is not None
    return problem, tiling


def cutting(
    problem: Problem, tiling: Tiling, *, tray: bool = False, lid: bool = False, **lengths: float
) -> str:
    assert not tiling.faults(problem)
    return svg(cut(tiling, lengths, tray=tray, lid=lid))


def sheet_size(drawn: str) -> tuple[float, float]:
    """Width and height of a sheet, in millimeters."""
    root = ElementTree.fromstring(drawn)
    return float(root.attrib["width"].removesuffix("mm")), float(
        root.attrib["height"].removesuffix("mm")
    )


def cuts(drawn: str) -> Iterator[tuple[np.ndarray, ElementTree.Element]]:
    """The paths that are cut, each with the place of its part."""
    for layer in ElementTree.fromstring(drawn):
        for group in layer if layer.attrib["id"] == "cut" else ():
            shift = np.array(re.findall(r"[\d.]+", group.attrib["transform"]), dtype=float)
            for path in group:
                yield shift, path


def paths(drawn: str) -> dict[str, str]:
    found = ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}path")
    return {path.attrib["id"]: path.attrib["d"] for path in found}


def unit_lines(path: str, cell: float) -> list[tuple[float, float, str]]:
    """Every side of a cell that a path of straight lines runs along, as often as it does."""
    lines = []
    for line in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path):
        across, down, right, bottom = map(float, line)
        way = "H" if down == bottom else "V"
        for step in range(round((right - across + bottom - down) / cell)):
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
    (path,) = paths(cutting(problem, tiling, cell_size=cell)).values()
    lines = unit_lines(path, cell)
    assert len(lines) == len(set(lines)) == sides(tiling.labels)


def test_cells_that_stay_empty_have_no_lines_between_them() -> None:
    problem = Problem("2x4", "I2", empty=(6, 6))
    tiling = solve(problem)
    assert tiling is not None
    (path,) = paths(cutting(problem, tiling)).values()
    assert len(unit_lines(path, 10)) == 6


def test_the_drawing_is_in_millimeters_and_has_hairlines_and_no_background() -> None:
    root = ElementTree.fromstring(cutting(*solved("6x10", "pentominoes"), cell_size=12))
    assert (root.attrib["width"], root.attrib["height"]) == ("130mm", "82mm")
    assert root.attrib["viewBox"] == "0 0 130 82"
    assert root.attrib["fill"] == "none"
    assert float(root.attrib["stroke-width"]) <= 0.025
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "g", "path"}


def corners(path: str) -> np.ndarray:
    return np.array(re.findall(r"[ML]([-\d.]+) ([-\d.]+)", path), dtype=float)


@given(st.sampled_from([0.1, 0.25, 1.0]), st.sampled_from([5.0, 10.0]))
def test_a_kerf_is_made_up_for_all_around_each_piece(kerf: float, cell: float) -> None:
    drawn = paths(cutting(*solved("2x3", "L3=2"), cell_size=cell, kerf=kerf))
    assert len(drawn) == 2
    for path in drawn.values():
        points = corners(path)
        x, y = points.T
        area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)
        assert area == pytest.approx(3 * cell**2 + 8 * cell * kerf / 2 + kerf**2, abs=1e-2)


def test_a_frame_is_around_the_board_and_its_hole_is_moved_the_other_way() -> None:
    drawn = paths(cutting(*solved("2x3", "L3=2"), kerf=0.2, tray=True, lid=True))
    assert set(drawn) == {"piece-L3-1", "piece-L3-2", "frame", "floor", "lid"}
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
    drawn = cutting(*solved("6x10", "pentominoes"), corner_radius=1, kerf=0.2, tray=True, lid=True)
    boxes = []
    for shift, path in cuts(drawn):
        points = np.array(
            re.findall(r"([-\d.]+) ([-\d.]+)(?=[MLAZ]|$)", path.attrib["d"]), dtype=float
        )
        boxes.append((*(points + shift).min(axis=0), *(points + shift).max(axis=0)))
    assert len(boxes) == 12 + 3
    width, height = sheet_size(drawn)
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert left > 0 < top
        assert right < width
        assert bottom < height
        for a, b, c, d in boxes[:number]:
            assert right < a or c < left or bottom < b or d < top


def box(drawn: str) -> np.ndarray:
    """The least and the greatest (x, y) of all that is drawn, as straight lines and corners of
    paths.
    """
    found = [point for shift, path in cuts(drawn) for point in shift + corners(path.attrib["d"])]
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
        ({"cell_size": 0}, "more than 0"),
        ({"kerf": -1}, "at least 0"),
        ({"kerf": 10}, "must be smaller than a cell"),
        ({"corner_radius": 6}, "must be at most 5"),
        ({"cell_size": float("nan")}, "more than 0"),
    ],
)
def test_lengths_that_make_no_sense_are_refused(wrong: dict[str, float], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        cutting(*solved("2x3", "L3=2"), **wrong)  # type: ignore[arg-type]


def test_the_command_cuts(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "pieces.svg"
    line = ["cut", "talos:hub-gates-1", "-o", str(out)]
    assert run([*line, "--cell-size", "12", "--tray", "--lid"]) == 0
    wide, tall = sheet_size(out.read_text())
    assert f"#1, {wide:g} x {tall:g} mm" in capsys.readouterr().err
    assert set(paths(out.read_text())) == {"pieces", "frame", "floor", "lid"}
    assert run([*line, "--kerf", "0.15", "--corner-radius", "1", "-q"]) == 0
    assert len(paths(out.read_text())) == 3


def test_pieces_alone_are_cut_with_their_names(tmp_path: Path) -> None:
    out = tmp_path / "pieces.svg"
    assert run(["cut", "pentominoes", "--cell-size", "20", "-q", "-o", str(out)]) == 0
    plain = paths(out.read_text())
    assert len(plain) == 12
    assert run(["cut", "pentominoes", "--cell-size", "20", "--names", "-q", "-o", str(out)]) == 0
    named = paths(out.read_text())
    assert plain.items() <= named.items()
    assert {name for name in named if name.endswith("-engraved")} == {
        f"{name}-engraved" for name in plain
    }
    own = tmp_path / "own.txt"
    own.write_text("##.\n.##\n\n###\n", encoding="utf-8")
    assert run(["cut", "L3=3", str(own), "--names", "-q", "-o", str(out)]) == 0
    assert len(paths(out.read_text())) == 2 * 5
    # Of a tiling with shared edges, a name stands on each of its pieces.
    assert run(["cut", "tri:hexagon2", "triamonds+", "--names", "-q", "-o", str(out)]) == 0
    assert 'id="pieces-engraved"' in out.read_text()


def test_paper_has_the_pieces_for_scissors(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "pieces.pdf"
    assert run(["cut", "pentominoes", "--paper", "letter", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "pieces.pdf: pentominoes" in capsys.readouterr().err
    assert run(["cut", "4x5", "L3=6", "I2", "-q", "-o", str(out)]) == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("print talos:hub-gates-1 --kerf 0.1 -o x.pdf", "use `tilewright cut`"),
        ("print talos:hub-gates-1 --cut -o x.svg", "use `tilewright cut`"),
        ("convert pentominoes -o x.dxf", "`tilewright cut … -o FILE.dxf`"),
        ("cut pentominoes --tray -o x.svg", "needs a board or a puzzle"),
        ("cut pentominoes --cell-size 60 -o x.pdf", "for all pieces to fit on this paper"),
        ("cut 3x3 L3+ -o x.svg", "remove the board to cut only the pieces"),
        ("cut pentominoes", "name the output file"),
        ("cut talos:hub-gates-1 -o x.png", "must end in"),
        ("cut talos:hub-gates-1 talos:hub-gates-2 -o x.svg", "one puzzle"),
        ("cut talos:hub-gates-1 --kerf 20 -o x.svg", "must be smaller than a cell"),
        ("cut talos:hub-gates-1 --corner-radius 9 -o x.svg", "must be at most"),
        ("cut talos:hub-gates-1 --sheet 3 -o x.svg", "width and height in millimeters"),
        ("cut talos:hub-gates-1 --sheet 20x20 -o x.svg", "Use a sheet of 50 x 40 mm"),
        ("cut hexiamonds --corner-radius 2.8 --sheet 40x40 -o x.svg", "fit on a sheet of 40 x 40"),
        (
            "cut talos:hub-gates-1 --clearance 10 -o x.dxf",
            "clearance must be smaller than a cell",
        ),
        ("cut talos:hub-gates-1 --kerf 1 -o x.stl", "is for .svg and .dxf files"),
        ("cut talos:hub-gates-1 --lid -o x.stl", "is for .svg and .dxf files"),
        ("cut talos:hub-gates-1 --tray --floor 2 -o x.svg", "is for .stl and .3mf files"),
        ("print talos:hub-gates-1 --palette loud -o x.pdf", "loud"),
    ],
)
def test_what_cannot_be_cut_is_one_line(
    line: str, why: str, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(line.split()) == 2
    assert not list(tmp_path.iterdir())
    said = capsys.readouterr().err
    assert why in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "gif"])
def test_solve_saves_pictures_in_other_colors(ending: str, tmp_path: Path) -> None:
    files = []
    for number, more in enumerate(([], ["--palette", "grays"], ["--palette", "hatched"])):
        out = tmp_path / f"{number}.{ending}"
        assert run(["solve", "3x4", "L3=4", "-o", str(out), "-q", *more]) == 0
        files.append(out.read_bytes())
    assert len(set(files)) == 3


def test_the_palettes_of_the_command_are_those_of_the_library() -> None:
    chosen, _ = get_args(get_type_hints(PictureColors)["palette"])
    assert {*get_args(chosen)} == {*PALETTES, "hatched"}


def test_a_printed_puzzle_has_the_colors_that_were_asked_for(tmp_path: Path) -> None:
    files = []
    for more in ([], ["--palette", "okabe-ito"], ["--palette", "hatched"]):
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
    drawn = cutting(problem, tiling, cell_size=10, tray=True, lid=True)
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
    wide, tall = np.array(re.findall(r"[ML]([\d.]+) ([\d.]+)", found["frame"]), dtype=float).max(
        axis=0
    )
    assert lines.min() == pytest.approx(10, abs=1e-3)
    assert lines[:, ::2].max() == pytest.approx(wide - 10, abs=1e-3)
    assert lines[:, 1::2].max() == pytest.approx(tall - 10, abs=1e-3)


def test_what_cannot_be_cut_flat_is_said() -> None:
    for board, pieces, more, why in (
        ("cube:2x2x2", "domino+", {}, "require a flat board"),
        ("torus:hex:4x4", "hex:##+", {}, "without joined sides"),
        ("torus:4x4", "L3+ domino+", {"kerf": 0.2}, "without joined sides"),
    ):
        problem, tiling = solved(board, pieces)
        with pytest.raises(TilewrightError, match=why):
            cutting(problem, tiling, **more)  # type: ignore[arg-type]


#: The lengths of a line that another library reads, in millimeters, are this exact.
_EXACT = 0.01
_Segment = tuple[tuple[float, float], tuple[float, float]]


def by_svgelements(path: Path) -> dict[str, list[_Segment]]:
    """The straight lines of each path in millimeters, as svgelements reads them."""
    elements = pytest.importorskip("svgelements")
    # One inch is 25.4 units, so that units are millimeters.
    drawing = elements.SVG.parse(path, ppi=25.4, reify=True)
    found: dict[str, list[_Segment]] = {}
    for shape in drawing.elements(lambda element: isinstance(element, elements.Path)):
        for segment in shape:
            if isinstance(segment, elements.Line | elements.Close) and segment.length() > _EXACT:
                ends = ((segment.start.x, segment.start.y), (segment.end.x, segment.end.y))
                found.setdefault(shape.id, []).append(ends)
    return found


def by_ezdxf(path: Path) -> dict[str, list[_Segment]]:
    """The straight lines of each layer, as ezdxf reads them; it also audits the file."""
    ezdxf = pytest.importorskip("ezdxf")
    document = ezdxf.readfile(path)
    assert not document.audit().errors
    assert document.units == 4  # millimeters
    found: dict[str, list[_Segment]] = {}
    for entity in document.modelspace():
        for piece in entity.virtual_entities():
            if piece.dxftype() == "LINE":
                ends = (tuple(piece.dxf.start)[:2], tuple(piece.dxf.end)[:2])
                found.setdefault(entity.dxf.layer, []).append(ends)
    return found


def unit_sides(lines: list[_Segment], cell: float) -> list[frozenset[tuple[int, int]]]:
    """The sides of cells that lines run along, as often as they do, from the corner of all
    lines."""
    points = np.array(lines)
    grid = (points - points.min(axis=(0, 1))) / cell
    assert np.abs(grid - grid.round()).max() * cell < _EXACT
    sides = []
    for start, end in grid.round().astype(int).tolist():
        steps = abs(end[0] - start[0]) + abs(end[1] - start[1])
        way = [(last - first) // steps for first, last in zip(start, end, strict=True)]
        for step in range(steps):
            here = (start[0] + step * way[0], start[1] + step * way[1])
            sides.append(frozenset({here, (here[0] + way[0], here[1] + way[1])}))
    return sides


@pytest.mark.parametrize("ending", ["svg", "dxf"])
def test_another_library_measures_a_calendar(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"calendar.{ending}"
    line = ["cut", "calendar:01-01", "--tray", "--cell-size", "15", "-q", "-o", str(out)]
    assert run(line) == 0
    lines = by_svgelements(out) if ending == "svg" else by_ezdxf(out)
    engraved = "floor-engraved" if ending == "svg" else "engrave"
    assert set(lines) == {"pieces", "frame", "floor", engraved}
    # Each side once. The pieces and the two open cells of the date are all that is cut out of the
    # frame.
    sides = unit_sides(lines["pieces"], 15)
    assert len(sides) == len(set(sides))
    board = find_puzzle("calendar:01-01").board
    whole = board.mask.copy()
    for cell in calendar_names(board.mask):
        whole[cell] = True
    padded = np.pad(whole, 1)
    rim = int((padded[1:] != padded[:-1]).sum() + (padded[:, 1:] != padded[:, :-1]).sum())
    inside = len(sides) - rim
    # Pieces and open cells have this perimeter together; sides inside the board belong to two of
    # them.
    perimeters = {
        "L": 12,
        "N": 12,
        "P": 10,
        "U": 12,
        "V": 12,
        "Y": 12,
        "Z": 12,
        "2x3": 10,
        "date": 8,
    }
    assert rim + 2 * inside == sum(perimeters.values())
    for name in ("frame", "floor"):
        wide, tall = np.ptp(np.array(lines[name]), axis=(0, 1))
        assert (wide, tall) == pytest.approx((9 * 15, 9 * 15), abs=_EXACT)


@pytest.mark.parametrize("ending", ["svg", "dxf"])
def test_another_library_measures_kerf_and_clearance(ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"pieces.{ending}"
    line = f"cut 2x3 L3=2 --tray --kerf 0.2 --clearance 0.5 -q -o {out}".split()
    assert run(line) == 0
    lines = by_svgelements(out) if ending == "svg" else by_ezdxf(out)
    pieces = [name for name in lines if name.startswith("piece-L3")]
    sizes = [np.ptp(np.array(lines[name]), axis=(0, 1)) for name in pieces if ending == "svg"]
    assert len(sizes) == 2 * (ending == "svg")
    for size in sizes:
        assert size == pytest.approx([20 + 0.2 - 0.5] * 2, abs=_EXACT)
    lengths = sorted(
        float(np.hypot(*np.subtract(end, start))) for name in pieces for start, end in lines[name]
    )
    # Each L has two long sides, two arms, and two sides at its inner corner.
    assert lengths == pytest.approx(sorted(2 * [19.7, 19.7, 9.7, 9.7, 10, 10]), abs=_EXACT)
    # What the cutter leaves of the frame's hole is as large as the cells; the clearance is taken
    # from the pieces.
    hole = sorted(float(np.hypot(*np.subtract(end, start))) for start, end in lines["frame"])[:4]
    assert hole == pytest.approx([19.8, 19.8, 29.8, 29.8], abs=_EXACT)


def test_a_printed_calendar_is_open_and_closed_surfaces(tmp_path: Path) -> None:
    out = tmp_path / "calendar.stl"
    line = f"cut calendar:01-01 --tray --clearance 0.4 -q -o {out}".split()
    assert run(line) == 0
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.load(out)
    assert mesh.is_watertight
    parts = sorted(mesh.split(), key=lambda part: -part.volume)
    assert len(parts) == 9
    # The tray has 43 open cells in a plate of 9 x 9, a floor of 1.5 mm and walls of 5 mm.
    assert parts[0].volume == pytest.approx(81 * 100 * 1.5 + (81 - 43) * 100 * 5, rel=1e-6)
    assert sorted(map(round, parts[1].extents)) == [5, 20, 30]


def test_parts_fit_on_the_sheet_or_the_error_says_what_would(
    tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "pieces.dxf"
    line = ["cut", "6x10", "pentominoes", "--tray", "--kerf", "0.2", "-o", str(out)]
    assert run([*line, "--cell-size", "12", "--sheet", "300x200"]) == 2
    assert not out.exists()
    (said,) = re.findall(
        r"Use a sheet of (\d+ x \d+) mm, or cells of ([\d.]+) mm", capsys.readouterr().err
    )
    assert run([*line, "--cell-size", "12", "--sheet", said[0].replace(" ", ""), "-q"]) == 0
    assert run([*line, "--cell-size", said[1], "--sheet", "300x200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["millimeters"] == [300, 200]
    assert run([*line, "--cell-size", str(float(said[1]) + 0.1), "--sheet", "300x200"]) == 2


def test_a_name_that_cannot_be_engraved_is_said() -> None:
    _, tiling = solved("2x3", "L3=2")
    with pytest.raises(FormatError, match="letters A to Z and digits can be engraved, got 'é'"):
        cut(tiling, names={(0, 0): "é"}, tray=True)
    assert "engrave" not in dxf(cut(tiling, names={(0, 0): "A1"}))


def sizes(drawn: str) -> list[tuple[float, float, float, float]]:
    """The box of each path that is cut: left, top, right, bottom."""
    found = []
    for (x, y), path in cuts(drawn):
        words = re.findall(
            r"[ML]([-\d.]+) ([-\d.]+)|A[-\d.]+ [-\d.]+ 0 0 \d ([-\d.]+) ([-\d.]+)", path.attrib["d"]
        )
        points = np.array([[float(each) for each in word if each] for word in words])
        points += np.array([x, y])
        found.append((*points.min(axis=0).tolist(), *points.max(axis=0).tolist()))
    return found


@given(st.data())
def test_what_fits_turned_is_turned(data: st.DataObject) -> None:
    """One part fits if it fits either way."""
    rows, columns = (data.draw(st.integers(1, 6)) for _ in range(2))
    width, height = (data.draw(st.integers(20, 80)) for _ in range(2))
    problem, tiling = solved(f"{rows}x{columns}", "monomino+")
    need = (10 * columns + 10, 10 * rows + 10)
    fits = [need[0] <= w and need[1] <= h for w, h in ((width, height), (height, width))]
    if not any(fits):
        with pytest.raises(FormatError, match="do not fit"):
            cutting(problem, tiling, sheet=(width, height))
        return
    drawn = cutting(problem, tiling, sheet=(width, height))
    assert sheet_size(drawn) == (width, height)
    ((left, top, right, bottom),) = sizes(drawn)
    size = (need[0] - 10, need[1] - 10)
    assert (right - left, bottom - top) == (size if fits[0] else size[::-1])
    assert min(left, top) >= 5 and right <= width - 5 and bottom <= height - 5


@given(st.data())
def test_parts_fit_on_a_sheet_and_on_the_same_one_turned(data: st.DataObject) -> None:
    board, pieces = data.draw(
        st.sampled_from(
            [("4x5", ["tetromino:IJLOS"]), ("5x6", ["pentomino:FILNPT"]), ("2x9", ["L3=6"])]
        )
    )
    problem, tiling = solved(board, *pieces)
    lengths = {"kerf": 0.1, "corner_radius": data.draw(st.sampled_from([0, 1]))}
    options = {"tray": data.draw(st.booleans()), "lid": data.draw(st.booleans())}
    width, height = (data.draw(st.integers(60, 220)) for _ in range(2))
    drawn = []
    for sheet in ((width, height), (height, width)):
        try:
            drawn.append(cutting(problem, tiling, sheet=sheet, **options, **lengths))
        except FormatError:
            drawn.append("")
    assert bool(drawn[0]) == bool(drawn[1])
    if not drawn[0]:
        return
    whole = cutting(problem, tiling, **options, **lengths)
    for each, sheet in zip(drawn, ((width, height), (height, width)), strict=True):
        assert sheet_size(each) == sheet
        found, expected = sizes(each), sizes(whole)
        for box, other in zip(found, expected, strict=True):
            sides = sorted((box[2] - box[0], box[3] - box[1]))
            assert sides == pytest.approx(sorted((other[2] - other[0], other[3] - other[1])))
            assert min(box[:2]) >= 4.9 and box[2] <= sheet[0] - 4.9 and box[3] <= sheet[1] - 4.9
        for one, other in itertools.combinations(found, 2):
            apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
            assert apart >= 4.9


def test_turned_parts_are_not_flipped() -> None:
    """The sheet is too narrow for the pieces as they lie: an F stays an F."""

    def corners(part: Part) -> np.ndarray:
        return np.array([point[:2] for point in part.cuts[0].points])

    def placed(points: np.ndarray) -> set[tuple[float, ...]]:
        moved = points - points.min(axis=0)
        return {tuple(point) for point in (moved.round(6) + 0.0).tolist()}

    _, tiling = solved("5x6", "pentomino:FILNPT")
    plain = cut(tiling, {"kerf": 0.1})
    turned = cut(tiling, {"kerf": 0.1, "sheet": (45, 1000)})
    for before, after in zip(plain.parts, turned.parts, strict=True):
        assert after.width <= after.height
        quarter = np.array([[0, 1], [-1, 0]])
        images = [placed(corners(before) @ np.linalg.matrix_power(quarter, k)) for k in range(4)]
        assert placed(corners(after)) in images
        assert signed_area(corners(after)) == pytest.approx(signed_area(corners(before)))


def test_the_command_turns_a_sheet(tmp_path: Path, capsys: Captured) -> None:
    words = ["cut", "6x10", "pentominoes", "--cell-size", "20", "--sheet", "190x277"]
    for ending in (".svg", ".dxf"):
        assert run([*words, "-o", str(tmp_path / f"parts{ending}")]) == 0
        assert "190 x 277 mm" in capsys.readouterr().err
