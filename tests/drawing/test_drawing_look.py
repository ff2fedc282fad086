"""The look of pictures: wells, seams, rounded pieces, holes, sizes with limits, and the embedded
typeface.
"""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFont
from pypdf import PdfReader
from test_drawing_files import path_cells

from tilewright.apps.command.app import run
from tilewright.drawing import draw, draw_board, draw_pieces, draw_puzzle, gif, pdf, png, sheet, svg
from tilewright.drawing.model.extent import Look
from tilewright.drawing.model.geometry import rounded
from tilewright.drawing.model.palette import EDGE, mix, rgb
from tilewright.drawing.model.typeface import font_file, runs, text_width
from tilewright.model.board import Board

SPACE = "{http://www.w3.org/2000/svg}"
PAIR = [[0, 0, 1], [0, 1, 1]]


def paths(text: str, name: str) -> list[ET.Element]:
    return [
        path
        for path in ET.fromstring(text).iter(f"{SPACE}path")
        if name in path.get("class", "").split()
    ]


def opened(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def test_a_board_lies_in_a_well_and_a_set_of_pieces_does_not() -> None:
    for picture, wells in (
        (draw(PAIR), 1),
        (draw_board("4x4"), 1),
        (draw_board("hex:3x4"), 1),
        (draw_pieces(["L3", "I3"]), 0),
        (draw_pieces("hexiamonds"), 0),
        (draw(PAIR, outlines_only=True), 0),
    ):
        assert len(paths(svg(picture), "well")) == wells, picture
    both = draw_puzzle("talos:tower-gates-4")
    (well,) = paths(svg(both), "well")
    # Only the board: one closed line with four corners.
    assert well.get("d", "").count("M") == 1
    assert len(paths(svg(sheet([draw(PAIR), draw_pieces("L3")])), "well")) == 1


def test_the_pixels_of_a_piece_from_the_page_to_its_middle() -> None:
    picture = draw([[0]], coloring=[4])
    line = opened(png(picture, cell=80))[80].astype(int)
    seen = [tuple(line[0].tolist())]
    for pixel in map(tuple, line[:80].tolist()):
        if pixel != seen[-1]:
            seen.append(pixel)
    theme, fill = picture.theme, picture.palette.color(4)
    wanted = [rgb(theme.background), rgb(theme.well), rgb(mix(fill, "#000000", EDGE)), rgb(fill)]
    # In this order, with mixtures between them; an edge has only one pixel of its own.
    places = [
        min(
            range(len(seen)),
            key=lambda n: sum(abs(a - b) for a, b in zip(seen[n], color, strict=True)),
        )
        for color in wanted
    ]
    assert places == sorted(places) and len(set(places)) == 4
    for place, color in zip(places, wanted, strict=True):
        assert max(abs(int(a) - b) for a, b in zip(seen[place], color, strict=True)) <= 14


def test_corners_are_round_and_pieces_keep_apart() -> None:
    ring = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    corners = rounded(ring, 0.1, 0.2)
    assert [tuple(round(x, 6) for x in middle) for _, middle, _ in corners] == [
        (0.1, 0.1),
        (1.9, 0.1),
        (1.9, 0.9),
        (0.9, 0.9),
        (0.9, 1.9),
        (0.1, 1.9),
    ]
    for start, middle, end in corners:
        assert np.hypot(*np.subtract(start, middle)) == pytest.approx(0.2)
        assert np.hypot(*np.subtract(end, middle)) == pytest.approx(0.2)
    # A triangle moves inwards by the same distance everywhere.
    triangle = np.array([(0, 0), (2, 0), (1, 3**0.5)])
    inner = np.array([middle for _, middle, _ in rounded(triangle.tolist(), 0.1, 0.1)])
    middle = triangle.mean(axis=0)
    assert np.hypot(*(inner - middle).T) == pytest.approx(
        [np.hypot(*(triangle[0] - middle)) - 0.2] * 3
    )
    # No corner takes more than half a side.
    short = rounded([(0, 0), (1, 0), (1, 0.1), (0, 0.1)], 0.0, 0.3)
    assert np.hypot(*np.subtract(short[0][0], short[0][1])) == pytest.approx(0.05)


def test_strokes_grow_with_the_cells_up_to_a_limit() -> None:
    looks = {pixels: Look.of(pixels) for pixels in (2, 6, 12, 36, 100, 400)}
    for pixels, look in looks.items():
        assert 2 * look.gap * pixels <= 3.3
        assert look.edge * pixels <= 2.4
        assert look.thick * pixels <= 4
        assert look.edge <= 0.12 and look.thin <= 0.06
    assert looks[36].edge * 36 > looks[12].edge * 12
    assert looks[6].radius == looks[2].gap == 0
    assert 1 <= 2 * looks[36].gap * 36 <= 2


def test_a_hole_in_a_board_is_hatched_and_a_date_stays_open() -> None:
    text = svg(draw_board("5x5-2,2-3,2-0,0"))
    (pit,) = paths(text, "pits")
    assert path_cells(pit.get("d", "")) in (2, -2)
    name = re.fullmatch(r"url\(#(.*)\)", pit.get("fill", ""))
    assert name is not None and f'<pattern id="{name[1]}"' in text
    assert not paths(svg(draw_board("5x5-0,0")), "pits")
    assert not paths(svg(draw_puzzle("calendar:11-25")), "pits")
    # The same on paper and in images.
    holed, whole = draw_board("5x5-2,2", theme="print"), draw_board("5x5", theme="print")
    cell = opened(png(holed, cell=40))[105:135, 105:135]
    assert len(np.unique(cell.reshape(-1, 3), axis=0)) > 1
    content = [
        PdfReader(io.BytesIO(pdf([p]))).pages[0].get_contents().get_data() for p in (whole, holed)
    ]  # type: ignore[union-attr]
    assert content[1].count(b" W") == content[0].count(b" W") + 1


def test_the_typeface_is_embedded_where_there_are_words() -> None:
    assert "@font-face" not in svg(draw(PAIR))
    text = svg(draw(PAIR, letters=True, names=["L3", "L3"], caption="L3 Zwölf → 12"))
    (font,) = re.findall(r"data:font/woff;base64,([^)]*)\)", text)
    data = base64.b64decode(font)
    assert len(data) < 3000
    embedded, whole = (
        ImageFont.truetype(io.BytesIO(data), 200),
        ImageFont.truetype(str(font_file()), 200),
    )
    assert embedded.getname() == ("Figtree", "Regular")
    for letter in "L3Zwölf 12":
        assert embedded.getlength(letter) == whole.getlength(letter)
        assert embedded.getbbox(letter) == pytest.approx(whole.getbbox(letter), abs=1)
    # Letters that are not there have the width of a missing one.
    assert embedded.getbbox("Q") == embedded.getbbox("\u2603") != whole.getbbox("Q")
    headed = svg(draw_puzzle("talos:tower-gates-4"))
    assert re.findall(r"font-weight:(\d+)", headed) == ["400", "700"]


def test_letters_that_the_typeface_lacks_are_written_in_another() -> None:
    assert runs("aø≤b") == [("aø", False), ("≤", True), ("b", False)]
    assert text_width("a≤") == pytest.approx(text_width("a") + text_width("≤"))
    page = PdfReader(io.BytesIO(pdf([draw(PAIR, caption="3 ≤ 4")]))).pages[0]
    assert "3≤4" in "".join(page.extract_text().split())
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for font in page["/Resources"]["/Font"].values()
    }  # type: ignore[index]
    assert {"Figtree-Regular", "BitstreamVeraSans-Roman"} <= fonts


def test_holes_around_an_island_are_not_painted_over_it() -> None:
    board = Board.parse("#####/#...#/#.#.#/#...#/#####")
    image = opened(png(draw_board(board), cell=40))
    assert tuple(image[120, 120].tolist()) == rgb("#fffdf8")


def test_a_file_can_have_another_theme_than_its_picture(tmp_path: Path) -> None:
    picture = draw(PAIR, caption="two")
    for theme in ("light", "dark"):
        path = picture.save(tmp_path / f"{theme}.svg", theme=theme)
        assert path is not None
        assert path.read_text(encoding="utf-8") == svg(draw(PAIR, caption="two", theme=theme))  # type: ignore[arg-type]
    assert run(["solve", "2x3", "L3+", "-q", "--theme", "dark", "-o", str(tmp_path / "x.svg")]) == 0
    assert (
        paths((tmp_path / "x.svg").read_text(encoding="utf-8"), "well")[0].get("fill") == "#0d0c0b"
    )


def test_animations_have_the_same_look_but_long_ones_plain_frames() -> None:
    """Rendering each frame of a long search smoothly would take too long."""
    one, other = draw([[0, 0], [1, 1]], theme="dark"), draw([[0, 1], [0, 1]], theme="dark")
    fill = rgb(one.palette.color(int(one.fill[0, 0])))
    # A corner of a tile shows the well, its middle the fill.
    for many, corner in ((4, rgb(one.theme.well)), (520, fill)):
        pixels = opened(gif([one, other] * (many // 2), cell=28))
        assert pixels[15, 15].tolist() == pytest.approx(corner, abs=4)
        assert tuple(pixels[28, 24].tolist()) == fill
