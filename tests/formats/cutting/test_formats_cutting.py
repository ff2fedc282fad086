"""What is cut, printed and photographed: areas, volumes, closed surfaces, boards from pictures."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meshes import triangles_of, volume, watertight
from strategies import boards, polyominoes
from tilewright.apps.command import run
from tilewright.errors import BoardError, FormatError
from tilewright.formats import write
from tilewright.formats.cutting.parts import loops, moved, rounded, signed_area
from tilewright.formats.cutting.picture import board_from_picture
from tilewright.formats.cutting.solids import Sizes, solid_piece, solid_tray
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import SQUARES
from tilewright.model.space.polyform import Polyomino

Captured = pytest.CaptureFixture[str]


@given(boards(area=20))
def test_outlines_enclose_the_cells_and_never_cross(board: Board) -> None:
    cells = [tuple(cell) for cell in np.argwhere(board.mask).tolist()]
    found = loops(cells)
    assert sum(map(signed_area, found)) == len(cells)
    for loop in found:
        sides = np.abs(np.roll(loop, -1, axis=0) - loop)
        assert ((sides == 0).sum(axis=1) == 1).all()
        assert len({tuple(corner) for corner in loop.tolist()}) == len(loop)


@given(polyominoes(7), st.sampled_from([0.0, 0.1, 0.3]))
def test_a_kerf_makes_paths_larger_all_around(polyomino: Polyomino, kerf: float) -> None:
    (outer, *holes) = sorted(loops(polyomino.cells), key=signed_area, reverse=True)
    path = moved(outer, 10.0, kerf / 2)
    plain = moved(outer, 10.0, 0.0)
    length = float(np.abs(np.roll(plain, -1, axis=0) - plain).sum())
    # Four corners more turn one way than the other.
    assert signed_area(path) == pytest.approx(signed_area(plain) + length * kerf / 2 + kerf**2)
    assert all(
        signed_area(moved(hole, 10.0, kerf / 2)) >= signed_area(moved(hole, 10.0, 0))
        for hole in holes
    )


def test_corners_are_rounded_by_quarter_circles() -> None:
    (square,) = loops([(0, 0)])
    path = rounded(moved(square, 10.0, 0.0), 2.0)
    assert len(path) == 8
    *points, bulges = np.array(path).T
    assert bulges[::2] == pytest.approx(np.tan(np.pi / 8))
    assert not bulges[1::2].any()
    # Each arc adds a segment of its circle to the polygon of the corners.
    segments = 4 * 2**2 / 2 * (np.pi / 2 - 1)
    area = signed_area(np.column_stack(points)) + segments
    assert area == pytest.approx(100 - (4 - np.pi) * 4, rel=1e-4)
    with pytest.raises(
        FormatError, match="the corner radius must be at most 5 mm for sides of 10 mm, got 6 mm"
    ):
        rounded(moved(square, 10.0, 0.0), 6.0)


@given(polyominoes(6), st.sampled_from([0.0, 0.3, 2.0]))
def test_pieces_are_watertight_and_as_large_as_they_should_be(
    polyomino: Polyomino, gap: float
) -> None:
    triangles = triangles_of(solid_piece(SQUARES, polyomino.cells, Sizes(10.0, gap, 0.0, 5.0, 1.5)))
    assert watertight(triangles)
    low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
    assert high - low == pytest.approx(
        [10 * polyomino.columns - gap, 10 * polyomino.rows - gap, 5.0]
    )
    area = sum(signed_area(moved(loop, 10.0, -gap / 2)) for loop in loops(polyomino.cells))
    assert volume(triangles) == pytest.approx(5 * area)


@given(boards(area=16))
def test_trays_are_watertight(board: Board) -> None:
    cells = tuple((int(row), int(column)) for row, column in np.argwhere(board.mask))
    triangles = triangles_of(solid_tray(SQUARES, cells, Sizes(10.0, 0.3, 0.0, 5.0, 1.5)))
    assert watertight(triangles)
    rows, columns = (np.ptp(cells, axis=0) + 3).tolist()
    assert volume(triangles) == pytest.approx(
        rows * columns * 100 * 1.5 + (rows * columns - len(cells)) * 100 * 5
    )


def test_files_for_cutters_and_printers(tmp_path: Path, capsys: Captured) -> None:
    dxf, stl = tmp_path / "p.dxf", tmp_path / "p.stl"
    line = f"cut 6x10 pentominoes --tray -o {dxf} --cell-size 12 --kerf 0.2"
    assert run([*line.split(), "--corner-radius", "1"]) == 0
    text = dxf.read_text()
    assert text.count("\nPOLYLINE\n") == 15
    assert text.count("\n66\n1\n70\n1\n") == 15
    assert len(re.findall(r"\n42\n-?0\.414214\n", text)) == text.count("\nVERTEX\n") // 2
    assert text.endswith("0\nEOF\n")
    xs = [float(x) for x in re.findall(r"\n10\n(-?[\d.]+)\n", text)]
    assert min(xs) == pytest.approx(5 - 0.1)
    assert run(f"cut 6x10 pentominoes --tray -o {stl} --clearance 0.4 --height 6".split()) == 0
    data = stl.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    assert len(data) == 84 + 50 * count
    corners = np.frombuffer(
        data[84:], dtype=[("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("rest", "<u2")]
    )["corner"].astype(float)
    assert watertight(corners)
    assert corners[:, :, 2].max() == pytest.approx(7.5)
    capsys.readouterr()
    assert run(["cut", "6x10", "pentominoes", "-o", str(dxf), "--kerf", "10"]) == 2
    assert "must be smaller than a cell" in capsys.readouterr().err
    assert run(["cut", "6x10", "pentominoes", "-o", str(dxf), "--cell-size", "0"]) == 2
    assert "--cell-size: must be 1 to 200 mm, got 0" in capsys.readouterr().err


def picture(board: Board, size: int, *, clear: bool = False, noise: int = 0) -> bytes:
    from PIL import Image

    mask = board.mask.repeat(size, axis=0).repeat(size, axis=1)
    generator = np.random.default_rng(1)
    gray = np.where(mask, 60, 200) + generator.integers(-noise, noise + 1, mask.shape)
    pixels = np.repeat(gray[:, :, None], 4, axis=2).clip(0, 255).astype(np.uint8)
    pixels[:, :, 3] = np.where(mask, 255, 0) if clear else 255
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "png")
    return stream.getvalue()


@given(boards(area=20), st.booleans())
def test_a_board_comes_back_from_its_picture(board: Board, clear: bool) -> None:
    data = picture(board, 7, clear=clear, noise=30)
    assert board_from_picture(io.BytesIO(data), *board.shape) == Board(board.mask)


def test_a_board_from_a_picture_by_the_command(tmp_path: Path, capsys: Captured) -> None:
    board = Board.from_text("##.#\n####\n.###")
    path = tmp_path / "board.png"
    path.write_bytes(picture(board, 11))
    assert run(["convert", str(path), "3x4", "--to", "board"]) == 0
    assert capsys.readouterr().out == board.text() + "\n"
    for words, says in [
        ([str(path), "--to", "board"], "the numbers of rows and columns are missing"),
        (
            [str(path), "3", "--to", "board"],
            "after a picture, give the size of the board as rows x columns, such as 30x20, got '3'",
        ),
        (
            [str(path), "300x4", "--to", "board"],
            "at least one pixel for each of 300x4 cells",
        ),
        (["board.png", "3x4", "--to", "board"], "cannot read the picture"),
    ]:
        assert run(["convert", *words]) == 2
        assert says in capsys.readouterr().err
    path.write_bytes(path.read_bytes()[:60])
    assert run(["convert", str(path), "3x4", "--to", "board"]) == 2
    capsys.readouterr()


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(BoardError, match="unknown picture format"):
        board_from_picture(io.BytesIO(b"nothing"), 3, 4)
    white = picture(Board.from_text("#"), 3).replace(b"", b"")
    assert board_from_picture(io.BytesIO(white), 1, 1).area == 1


def test_pieces_without_a_board_are_made_too(tmp_path: Path) -> None:
    path = tmp_path / "p.dxf"
    assert run(["cut", "pentominoes", "-o", str(path)]) == 0
    assert path.read_text().count("\nPOLYLINE\n") == 12
    write(Problem("3x3", "L3=0..", "I3=2"), path, cell_size=20)
    # A frame with its hole, and three pieces.
    assert path.read_text().count("\nPOLYLINE\n") == 5


@pytest.mark.parametrize(("words", "made"), [("soma", "cubes"), ("triballs", "balls")])
def test_solid_pieces_cannot_be_cut_with_a_laser(
    words: str, made: str, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "pieces.dxf"
    assert run(["cut", words, "-o", str(file)]) == 2
    assert f"laser cutters cannot cut {made}" in capsys.readouterr().err
    assert not file.exists()
