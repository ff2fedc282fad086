"""The commands golomb and deficient."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tilewright.apps.command import run
from tilewright.drawing import draw, png
from tilewright.solving.theorems import (
    golomb,
    golomb_cell,
    golomb_colors,
    golomb_window,
    tromino_faults,
)

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


def answer(line: str, capsys: Captured, code: int = 0) -> str:
    assert run(line.split()) == code, capsys.readouterr().err
    return capsys.readouterr().out


def test_the_board_in_the_terminal(capsys: Captured) -> None:
    assert answer("golomb 1 --hole 0,1", capsys).splitlines() == [
        "┌───┬───┐",
        "│   │███│",
        "│   └───┤",
        "│       │",
        "└───────┘",
    ]


def test_a_random_hole_is_said_and_repeatable(capsys: Captured) -> None:
    assert run(["golomb", "3", "--seed", "7"]) == 0
    first = capsys.readouterr()
    assert first.err.startswith("the hole is ")
    assert run(["golomb", "3", "--seed", "7"]) == 0
    assert capsys.readouterr() == first


@pytest.mark.parametrize("words", ["golomb 3 --hole 3,4", "golomb 8x8-3,4"])
def test_a_hole_that_is_given_is_not_said(words: str, capsys: Captured) -> None:
    assert run(words.split()) == 0
    assert capsys.readouterr().err == ""


def test_json_of_the_board(capsys: Captured) -> None:
    value = json.loads(answer("golomb 4 --hole 3,9 --json", capsys))
    labels = np.array(value["labels"])
    assert value["size"] == [16, 16]
    assert value["hole"] == [3, 9]
    assert np.array_equal(labels, golomb(4, (3, 9)).labels)
    assert tromino_faults(labels, empty=1, colors=np.array(value["colors"])) == []
    strong = json.loads(answer("golomb 4 --hole 3,9 --json --touch strong", capsys))
    assert tromino_faults(labels, colors=np.array(strong["colors"]), touch="strong") == []


def test_at(capsys: Captured) -> None:
    tile = golomb_cell(60, (123456789, 987654321), (5, 7))
    line = "golomb 60 --hole 123456789,987654321 --tile-at 5,7"
    assert answer(line, capsys) == f"4,6 4,7 5,7\nlevel 1, color {tile.color}, tile {tile.number}\n"
    value = json.loads(answer(line + " --json", capsys))
    assert value["cells"] == [[4, 6], [4, 7], [5, 7]]
    assert (value["level"], value["color"], value["tile"]) == (1, tile.color, str(tile.number))
    assert "level" in answer("golomb 1000 --hole 0,0 --tile-at 7,8", capsys)


def test_a_window(capsys: Captured) -> None:
    value = json.loads(answer("golomb 60 --hole 101,202 --window 100,200,2,3 --json", capsys))
    assert value["window"] == [100, 200, 2, 3]
    assert value["labels"] == [[0, 0, 1], [0, 2, -1]]
    assert value["size"] == [2, 3]
    picture = answer("golomb 60 --hole 101,202 --window 100,200,2,3", capsys)
    assert len(picture.splitlines()) == 5
    assert "███" in picture


def test_steps(capsys: Captured, folder: Path) -> None:
    assert len(json.loads(answer("golomb 3 --hole 1,1 --steps --json", capsys))["steps"]) == 4
    answer("golomb 3 --hole 1,1 --steps -o proof.gif", capsys)
    with Image.open(folder / "proof.gif") as image:
        assert image.n_frames == 4  # type: ignore[attr-defined]
    answer("golomb 3 --hole 1,1 --steps -o proof.svg --touch edge", capsys)
    assert "3 of 3 levels" in (folder / "proof.svg").read_text()
    answer("golomb 3 --hole 1,1 --steps -o proof.pdf", capsys)
    assert (folder / "proof.pdf").read_bytes().startswith(b"%PDF")
    assert answer("golomb 2 --hole 1,1 --steps", capsys).count("levels") == 2


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("golomb 9 --hole 3,17 -o board.{}", "the 2^9 x 2^9 board without 3,17"),
        (
            "golomb 60 --hole 12350,54330 --window 12345,54321,60,50 --touch strong -o board.{}",
            "without 12350,54330, rows 12345 to 12404, columns 54321 to 54370",
        ),
    ],
)
def test_large_boards_and_windows_are_drawn_as_other_pictures_are(
    line: str, title: str, capsys: Captured, folder: Path
) -> None:
    for ending in ("png", "svg"):
        answer(line.format(ending), capsys)
    assert title in (folder / "board.svg").read_text()
    n, *place = map(int, re.findall(r"(?<=golomb )\d+|(?<=hole )\d+|(?<=,)\d+", line)[:3])
    part = re.search(r"--window (\S+)", line)
    window = tuple(map(int, part[1].split(","))) if part else (0, 0, 1 << n, 1 << n)
    hole = (place[0], place[1])
    drawn = draw(
        golomb_window(n, hole, window),
        coloring=golomb_colors(n, hole, window, touch="strong") if part else None,
        outlines_only=part is None,
        holes=[(hole[0] - window[0], hole[1] - window[1])],
    )
    with Image.open(folder / "board.png") as image, Image.open(io.BytesIO(png(drawn))) as other:
        assert np.array_equal(np.asarray(image.convert("RGB")), np.asarray(other.convert("RGB")))


def test_deficient(capsys: Captured, folder: Path) -> None:
    value = json.loads(answer("golomb 5x8-0,2 --json", capsys))
    labels = np.array(value["labels"])
    assert tromino_faults(labels, empty=1, colors=np.array(value["colors"])) == []
    assert labels[0, 2] == -1
    answer("golomb 20x20 --hole 3,4 -o board.png --touch edge", capsys)
    assert (folder / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "███" in answer("golomb 4x4 --hole 0,0", capsys)
    assert "███" in answer("golomb 2^2 --hole 0,0", capsys)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("golomb 5x5 --hole 0,1", "Color the 9 cells"),
        ("golomb 5x8 --hole 2,1", "Every tromino that covers cell 2,0"),
        ("golomb 2x8 --hole 0,2", "4 cells are left of"),
        ("golomb 3x5 --hole 0,0", "14 cells remain"),
    ],
)
def test_the_picture_of_no_tiling_says_why(
    line: str, why: str, capsys: Captured, folder: Path
) -> None:
    answer(f"{line} -o why.svg", capsys, 1)
    drawn = (folder / "why.svg").read_text()
    assert ">There is no tiling</text>" in drawn
    assert f">{why}" in drawn


def test_steps_have_the_lines_of_the_quadrants(capsys: Captured, folder: Path) -> None:
    lines = []
    for text in re.split("removed|levels", answer("golomb 3 --hole 1,1 --steps", capsys))[1:3]:
        board = [row for row in text.splitlines() if row[:1] in set("│├┌└")]
        # The grid lines at the left border are where the squares of this step begin.
        lines.append([number for number, row in enumerate(board[::2]) if row[0] in "├┌└"])
    assert lines == [[0, 4, 8], [0, 2, 4, 6, 8]]


def test_no_tiling_is_an_answer_with_a_reason(capsys: Captured, folder: Path) -> None:
    assert "34 cells remain, but this number is not a multiple of 3" in answer(
        "golomb 5x7 --hole 0,2", capsys, 1
    )
    out = answer("golomb 5x5 --hole 0,1", capsys, 1)
    assert "color the 9 cells" in out
    assert out.count("(·)") == 9
    # A picture shows the same cells.
    assert run(["golomb", "5x5", "--hole", "0,1", "-o", "board.svg"]) == 1
    assert run(["golomb", "50x51", "-o", "large.svg"]) == 1
    printed = capsys.readouterr()
    assert "(·)" not in printed.out
    assert "large.svg was not written" in printed.err
    assert [path.name for path in folder.iterdir()] == ["board.svg"]
    value = json.loads(answer("golomb 5x8 --hole 2,1 --json", capsys, 1))
    assert value["labels"] is None
    assert value["reason"]["kind"] == "corner"
    assert value["reason"]["cells"] == [[2, 0], [0, 0], [4, 0]]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("golomb 0", "must be at least 1, got 0"),
        ("golomb -3", "must be at least 1, got -3"),
        ("golomb 2.5", "N: must be an integer, got '2.5'"),
        ("golomb 3 --hole 8,0", "--hole: cell 8,0 is outside the board"),
        ("golomb 3 --hole -1,0", "cell -1,0 is outside the board"),
        ("golomb 3 --hole 1,1 --hole 2,2", "--hole: only one cell can be removed, got 2: 1,1 and"),
        ("golomb 3 --seed -3", "--seed: must be at least 0, got -3"),
        ("golomb 7x7 --seed -3", "--seed: must be at least 0, got -3"),
        ("golomb 3 --window 100,0,1,1 -q", "--window: rows 100..100 and columns 0..0 are not all"),
        ("golomb 3 --hole 1", "--hole: must be row,column, got '1'"),
        ("golomb 3 --hole x,1", "--hole: must be an integer, got 'x'"),
        ("golomb 3 --hole 1,1 --tile-at 1,1", "--tile-at: cell 1,1 is the hole, which no tromino"),
        ("golomb 3 --tile-at 1,1 --steps", "one of --steps, --tile-at and --window"),
        ("golomb 12 --steps", "2^12 x 2^12 cells are too many for steps (at most 262,144)"),
        ("golomb 12", "2^12 x 2^12 cells are too many for a drawing (at most 1,048,576); use -o"),
        ("golomb 12 -o board.svg", "use -o board.png, or show a part with --window TOP,LEFT,"),
        ("golomb 14 -o board.png", "2^14 x 2^14 cells are too many for a PNG (at most 67,108,864)"),
        ("golomb 7000 -o board.png", "(at most 67,108,864); show a part with --window TOP,LEFT,"),
        ("golomb 60 --window 0,0,9000,9000 -o board.png", "9000 x 9000 cells are too many"),
        (
            "golomb 13 --json",
            "2^13 x 2^13 cells are too many for JSON (at most 16,777,216); show a",
        ),
        (f"golomb 60 --tile-at {'9' * 5000},0", "must be an integer of at most 4000 digits"),
        (f"golomb {'9' * 4000}", "N: must be at most 7000, got 2^"),
        ("golomb 5 -o labels.npy", "cannot write .npy files. Supported: .svg"),
        ("golomb 5x8-0,2 -o labels.npy", "cannot write .npy files. Supported: .svg"),
        ("golomb 5 -o board.bmp", ".bmp"),
        ("golomb 9 -o no/board.png", "folder"),
        ("golomb 63 --window 0,0,3,3", "at most 62"),
        ("golomb 6 --window 60,0,9,3", "not all on the board"),
        ("golomb 0x5", "must be at least 1"),
        ("golomb 5x5-1,1-2,2", "only one cell can be removed, got 2: 1,1 and 2,2"),
        ("golomb 5x5 --hole 5,5", "--hole: cell 5,5 is outside the board"),
        ("golomb 5000x5000 --hole 0,0", "5000 x 5000 cells are too many for a drawing (at most"),
    ],
)
def test_a_wrong_request_is_one_clear_line(
    line: str, expected: str, capsys: Captured, folder: Path
) -> None:
    assert run(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert expected in captured.err
    assert list(folder.iterdir()) == []


def test_standard_output_takes_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    class Standard(io.StringIO):
        buffer = io.BytesIO()

    monkeypatch.setattr("sys.stdout", Standard())
    assert run(["golomb", "2", "--hole", "0,0", "-o", "-"]) == 0
    assert Standard.buffer.getvalue().startswith(b"<svg")


def test_touch_alone_colors(capsys: Captured) -> None:
    assert run(["golomb", "3", "--hole", "1,2", "--touch", "strong", "-o", "one.svg"]) == 0
    assert run(["golomb", "3", "--hole", "1,2", "-o", "plain.svg"]) == 0
    assert run(["golomb", "3", "--hole", "1,2", "--touch", "edge", "-o", "edge.svg"]) == 0
    assert len({Path(f"{name}.svg").read_text() for name in ("one", "plain", "edge")}) == 3


@pytest.mark.parametrize(
    "line",
    ["golomb 11 --hole 0,0", "golomb 1025x1025 --hole 0,0", "golomb 3 --hole 0,0 --steps"],
)
def test_quiet_draws_nothing_however_large(line: str, capsys: Captured) -> None:
    assert answer(f"{line} -q", capsys) == ""
