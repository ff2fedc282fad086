"""Pictures as SVG, PNG, PDF, GIF and text files, written whole or not at all."""

from __future__ import annotations

import base64
import io
import os
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from printed import pages
from tilewright.drawing import (
    UNCOVERED,
    animate,
    booklet,
    check_path,
    draw,
    draw_board,
    draw_frames,
    draw_pieces,
    gif,
    notebook_svg,
    pdf,
    png,
    raster,
    save,
    svg,
    terminal,
)
from tilewright.drawing.makers.tiling import INDIVIDUAL
from tilewright.drawing.model.palette import rgb
from tilewright.drawing.model.picture import THICK, THIN
from tilewright.errors import OutputError
from tilewright.model.tiling import Tiling

SPACE = "{http://www.w3.org/2000/svg}"
WHOLE = Tiling(
    np.array([[0, 0, 1, 1], [0, 2, 2, 1], [3, 3, 2, 4], [3, 5, 4, 4]]),
    np.array([0, 0, 0, 0, 0, 1]),
    ("L3", "O1"),
)


def corners(data: str) -> list[list[tuple[float, float]]]:
    """The closed lines of path data, in units; a rounded corner is its control point."""
    loops = []
    for part in re.findall(r"M([^M]*)z", data):
        steps = re.findall(r"([hvlq]?)((?:[ ,]?-?[\d.]+)+)", part)
        numbers = [[float(word) for word in re.findall(r"-?[\d.]+", words)] for _, words in steps]
        x, y = numbers[0]
        loop = [] if steps[1][0] == "q" else [(x, y)]
        for (kind, _), step in zip(steps[1:], numbers[1:], strict=True):
            if kind == "q":
                loop.append((x + step[0], y + step[1]))
                x, y = x + step[2], y + step[3]
            else:
                x += step[0] if kind != "v" else 0
                y += step[-1] if kind != "h" else 0
                loop += [] if "q" in part else [(x, y)]
        loops.append(loop)
    return loops


def path_cells(data: str) -> float:
    """The area inside path data, in cells."""
    return (
        sum(
            (x * v - u * y) / 2
            for loop in corners(data)
            for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True)
        )
        / 1600
    )


def test_svg_has_a_path_for_each_piece_with_class_and_title() -> None:
    root = ET.fromstring(svg(draw(WHOLE, title="A <small> tiling")))
    assert root.get("role") == "img"
    assert root.find(f"{SPACE}title").text == "A <small> tiling"  # type: ignore[union-attr]
    assert "5 L3, 1 O1" in root.find(f"{SPACE}desc").text  # type: ignore[union-attr, operator]
    paths = [path for path in root.iter(f"{SPACE}path") if "tile" in path.get("class", "").split()]
    assert [path.get("class").split()[1] for path in paths] == ["tile-L3"] * 5 + ["tile-O1"]  # type: ignore[union-attr]
    # A piece is smaller by half a seam, 1/40 of a cell, on each side.
    areas = [path_cells(path.get("d", "")) for path in paths]
    assert areas == pytest.approx([3 - 8 / 40 + 4 / 1600] * 5 + [(38 / 40) ** 2])
    assert all(
        path.get("d", "").count("q") == corners
        for path, corners in zip(paths, [6] * 5 + [4], strict=True)
    )
    assert paths[5].find(f"{SPACE}title").text == "O1, tile 6 of 6"  # type: ignore[union-attr]
    assert all(path.get("fill", "").startswith("#") for path in paths)


def test_svg_lines_are_the_edges() -> None:
    picture = draw(WHOLE, grid=True, outlines_only=True)
    root = ET.fromstring(svg(picture))
    for name, weight in (("thin", THIN), ("thick", THICK)):
        (path,) = (p for p in root.iter(f"{SPACE}path") if p.get("class") == name)
        length = sum(int(step) for step in re.findall(r"[hv](\d+)", path.get("d", "")))
        assert length == 40 * (
            (picture.horizontal == weight).sum() + (picture.vertical == weight).sum()
        )


def test_svg_of_many_tiles_has_a_path_for_each_color() -> None:
    labels = np.arange(2 * (INDIVIDUAL + 8)).reshape(-1, 32) // 2
    picture = draw(labels)
    root = ET.fromstring(svg(picture))
    paths = [path for path in root.iter(f"{SPACE}path") if "tiles" in path.get("class", "").split()]
    assert len(paths) == len(np.unique(picture.fill)) < 7
    for path in paths:
        number = int(path.get("class", "").rpartition("-")[2])
        assert path_cells(path.get("d", "")) == (picture.fill == number).sum()


def test_svg_is_safe_whatever_the_names() -> None:
    text = svg(draw([[0]], names=['<script>"&'], caption="</text><b>"))
    root = ET.fromstring(text)
    assert root.find(f".//{SPACE}path/{SPACE}title").text.startswith('<script>"&')  # type: ignore[union-attr]
    assert "script" in next(p.get("class", "") for p in root.iter(f"{SPACE}path") if len(p))
    assert "<script" not in text


def test_svg_turns_dark_only_where_it_was_asked_to() -> None:
    assert "prefers-color-scheme:dark" in svg(draw(WHOLE, theme="auto"))
    assert "<style>" not in svg(draw(WHOLE))
    assert "#141312" in svg(draw(WHOLE, theme="dark"))


def test_patterns_are_defined_where_they_are_used() -> None:
    text = svg(draw(WHOLE, patterns=True))
    assert set(re.findall(r"url\(#([^)]*)\)", text)) == set(
        re.findall(r'<pattern id="([^"]*)"', text)
    )


def test_hatching_is_in_images_too() -> None:
    plain, hatched = (
        np.asarray(opened(png(draw(WHOLE, patterns=on), cell=24))) for on in (False, True)
    )
    assert 0.02 < (plain != hatched).any(axis=2).mean() < 0.5
    frames = [np.asarray(opened(gif([draw(WHOLE, patterns=on)], cell=24))) for on in (False, True)]
    assert 0.02 < (frames[0] != frames[1]).any(axis=2).mean() < 0.5
    # A raster has them in the same places, up to soft edges, wherever cells have enough pixels.
    bare, inked = (raster(draw(WHOLE, patterns=on), 4 * 24) for on in (False, True))
    crisp, smooth = (bare != inked).any(axis=2), (plain != hatched)[12:-12, 12:-12].any(axis=2)
    assert 0.02 < crisp.mean() < 0.5
    assert (crisp & smooth).sum() > 0.9 * crisp.sum()
    assert (raster(draw(WHOLE, patterns=True), 24) == raster(draw(WHOLE), 24)).all()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("cell", [20, 37.5])
def test_png_shows_each_cell_in_its_color(cell: float) -> None:
    picture = draw(WHOLE, caption="caption")
    image = opened(png(picture, cell=cell))
    for row, column in np.ndindex(4, 4):
        x, y = round((column + 1) * cell), round((row + 1) * cell)
        expected = rgb(picture.palette.color(int(picture.fill[row, column])))
        assert max(abs(a - b) for a, b in zip(image.getpixel((x, y)), expected, strict=True)) <= 2


def test_letters_are_drawn_whatever_fonts_there_are() -> None:
    # The typeface comes along, so a letter changes pixels on its cell.
    plain, lettered = (
        opened(png(draw([[0]], coloring=[9], names=["X"], letters=on), cell=60))
        for on in (False, True)
    )
    dark = [
        int((np.asarray(image)[40:80, 40:80].sum(axis=2) < 150).sum())
        for image in (plain, lettered)
    ]
    assert dark[0] == 0
    assert 60 < dark[1] < 600


def test_pdf_pages_have_metadata_and_words() -> None:
    pictures = [
        draw(WHOLE.transform(g), caption=f"step {g}", patterns=True, letters=True) for g in range(3)
    ]
    data = pdf(pictures, title="Steps")
    assert data == pdf(pictures, title="Steps")
    reader = PdfReader(io.BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "Steps"
    assert reader.metadata.creator == "tilewright"
    texts = [page.extract_text() for page in reader.pages]
    assert [f"step {g}" in text for g, text in enumerate(texts)] == [True] * 3
    assert all("L3" in text for text in texts)


def test_a_booklet_has_all_puzzles_and_the_answers_at_the_back() -> None:
    puzzles = [draw_board(np.ones((4, 4)), caption="easy", theme="print")] * 7
    answers = [draw(WHOLE)] * 7
    data = booklet(
        puzzles, answers, title="Dots", subtitle="Seven puzzles", instructions="Fill it. " * 40
    )
    texts = pages(data)
    assert len(texts) == 3
    assert "Dots" in texts[0]
    assert "Seven puzzles" in texts[0]
    assert "easy" in texts[1]
    assert "Answers" in texts[2]
    assert [text.split()[-1] for text in texts] == ["1", "2", "3"]
    for wrong, words in (
        ({"puzzles": []}, "at least one puzzle"),
        ({"answers": answers[:2]}, "each of the 7 puzzles, got 2"),
        ({"per_page": 0}, "got 0"),
        ({"paper": "a0"}, "a4, letter, a5, a3, got 'a0'"),
    ):
        with pytest.raises(OutputError, match=words):
            booklet(**{"puzzles": puzzles, "answers": answers, **wrong})  # type: ignore[arg-type]


def test_every_mark_is_in_every_rendering() -> None:
    labels = np.array([[0, 0, 0], [-1, 0, 0], [0, 0, 0]])
    plain = draw(labels, coloring=[1])
    marked = draw(labels, coloring=[1], marks=[(0, 0)], highlight=[(1, 1)], holes=[(1, 0)])
    kinds = {(0, 0): "dot", (1, 1): "ring", (1, 0): "hole"}
    root = ET.fromstring(svg(marked))
    assert len(list(root.iter(f"{SPACE}circle"))) == 2
    assert sum(path.get("class") == "hole" for path in root.iter(f"{SPACE}path")) == 1
    for before, after in (
        (png(plain, cell=20), png(marked, cell=20)),
        (gif([plain], cell=20), gif([marked], cell=20)),
    ):
        changed = (np.asarray(opened(before)) != np.asarray(opened(after))).any(axis=2)
        for row, column in np.ndindex(3, 3):
            cell = changed[20 * row + 13 : 20 * row + 27, 20 * column + 13 : 20 * column + 27]
            assert cell.any() == ((row, column) in kinds), (row, column)
    content = [PdfReader(io.BytesIO(pdf([p]))).pages[0].get_contents() for p in (plain, marked)]
    curves = [len(re.findall(rb"\bc\b", page.get_data())) for page in content]  # type: ignore[union-attr]
    # Two circles and the corners of a hole.
    assert curves[1] == curves[0] + 8 + 4
    for size, hole in (
        ("flush", "38;2;34;30;26;48;2;61;55;49"),
        ("large", "61;55;49"),
        ("blocks", "61;55;49"),
    ):
        text = terminal(marked, size=size)  # type: ignore[arg-type]
        assert "●" in text
        assert "(" in text
        assert hole in text


def test_huge_boards_are_images_in_notebooks() -> None:
    text = notebook_svg(draw(np.zeros((210, 420), dtype=np.int64)))
    assert len(text) < 100_000
    image = ET.fromstring(text).find(f"{SPACE}image")
    assert image is not None
    data = base64.b64decode(image.get("href", "").partition(",")[2])
    assert opened(data).size[0] == pytest.approx(900, abs=2)


def steps() -> list[np.ndarray]:
    return [
        np.where(WHOLE.labels < count, WHOLE.labels, UNCOVERED)
        for count in (0, 1, 2, 3, 2, 4, 5, 6)
    ]


def test_gif_frames_are_the_pictures() -> None:
    pictures = list(draw_frames(steps(), caption="search"))
    data = gif(iter(pictures), cell=16, duration=70, hold=900)
    image = Image.open(io.BytesIO(data))
    assert image.n_frames == len(pictures)
    assert image.info["loop"] == 0
    durations = []
    for number, picture in enumerate(pictures):
        image.seek(number)
        durations.append(image.info["duration"])
        pixels = np.asarray(image.convert("RGB"))
        for row, column in np.ndindex(4, 4):
            fill = int(picture.fill[row, column])
            expected = picture.theme.board if fill < 0 else picture.palette.color(fill)
            assert tuple(pixels[8 + 16 * row + 8, 8 + 16 * column + 8].tolist()) == rgb(expected)
    assert durations == [70] * 7 + [900]
    # Frames after the first hold only what changed, and what does not change at all just lasts.
    assert len(data) < 3 * len(gif(pictures[:1], cell=16))
    still = Image.open(io.BytesIO(gif(pictures[:1] * 5, duration=70, hold=100)))
    assert (getattr(still, "n_frames", 1), still.info["duration"]) == (1, 350)


@pytest.mark.parametrize(
    ("ending", "start"),
    [
        (".svg", b"<svg"),
        (".png", b"\x89PNG"),
        (".pdf", b"%PDF"),
        (".gif", b"GIF89a"),
        (".txt", "┌".encode()),
    ],
)
def test_the_ending_says_what_is_written(ending: str, start: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"picture{ending.upper() if ending == '.png' else ending}"
    assert save(draw(WHOLE), path) == path
    assert path.read_bytes().startswith(start)
    save([draw(WHOLE)] * 3, path)
    assert path.read_bytes().startswith(start)
    assert os.listdir(tmp_path) == [path.name]  # noqa: PTH208


def test_several_pictures_are_a_sheet_pages_or_frames(tmp_path: Path) -> None:
    several = [draw(step) for step in steps()]
    for ending in (".svg", ".pdf", ".gif", ".txt"):
        save(iter(several), tmp_path / f"all{ending}")
    assert (tmp_path / "all.svg").read_text().count("<title>8 pictures") == 1
    assert len(PdfReader(tmp_path / "all.pdf").pages) == 8
    with Image.open(tmp_path / "all.gif") as image:
        assert image.n_frames == 8
    assert (tmp_path / "all.txt").read_text().count("┌") >= 8


def test_wrong_paths_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    for name, words in (
        (
            "picture.jpg",
            "cannot write .jpg files. Supported: .svg, .png, .pdf, .gif, .txt",
        ),
        ("picture", "has no extension"),
        ("none/picture.svg", "does not exist"),
        (".", "this is a folder"),
    ):
        with pytest.raises(OutputError, match=re.escape(words)):
            save(draw(WHOLE), tmp_path / name)
    assert not list(tmp_path.iterdir())
    assert check_path("-") == ".svg"
    assert check_path("-", ending=".png") == ".png"


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.svg"
    path.write_text("before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        with pytest.raises(OutputError, match="cannot write the file: No space left on device"):
            save(draw(WHOLE), path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["picture.svg"]  # noqa: PTH208

    def broken() -> object:
        yield draw(WHOLE)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(broken(), tmp_path / "frames.gif")  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == ["picture.svg"]  # noqa: PTH208


def test_standard_output_takes_bytes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert save(draw(WHOLE), "-") is None
    sys.stdout.flush()
    assert capfdbinary.readouterr().out.startswith(b"<svg")


def test_renderers_read_the_same_model() -> None:
    """A piece that is nowhere in the picture is nowhere in what is drawn from it."""
    picture = draw_pieces(["X5"], orientations=False)
    assert svg(picture).count('class="tile ') == 1
    assert "X" in pages(pdf([picture]))[0]
    stream = io.StringIO()
    animate([picture], stream, color="none", sleep=lambda _: None)
    assert "X" in stream.getvalue()


def test_a_tile_whose_cells_have_different_colors_is_drawn_in_all_of_them() -> None:
    drawn = svg(draw([[0, 0], [1, 1]], coloring=[[0, 1], [1, 0]]))
    assert drawn.count('class="tile color-0"') == drawn.count('class="tile color-1"') == 2


def test_a_tiling_is_saved_in_the_size_that_is_given(tmp_path: Path) -> None:
    tiling = Tiling.from_text("AAB\nABB")
    tiling.save(tmp_path / "wide.png", width=600, letters=True)
    with Image.open(tmp_path / "wide.png") as image:
        assert image.width == 600
    tiling.save(tmp_path / "cell.png", cell=10)
    tiling.save(tmp_path / "twice.png", cell=20)
    with Image.open(tmp_path / "cell.png") as one, Image.open(tmp_path / "twice.png") as two:
        assert two.width == pytest.approx(2 * one.width, abs=2)
