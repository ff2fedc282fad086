"""Files and words that are damaged: empty, cut off, random, not Unicode. Each is told in one
line."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from tilewright import Piece, Problem, Tiling
from tilewright.apps.command import run
from tilewright.drawing import booklet, draw, draw_board, save
from tilewright.errors import OutputError, PieceError, RequestError, TilewrightError, TilingError
from tilewright.model.puzzle import Puzzle
from tilewright.system.values.arguments import check_text

Captured = pytest.CaptureFixture[str]
#: What Python makes of a word of the command line that is no UTF-8.
ODD = "\udcff\udcfe"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(capsys: Captured, *words: str) -> str:
    """The one line on standard error of a command that is refused."""
    assert run(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def header(shape: str, kind: str = "<i8") -> bytes:
    said = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    return b"\x93NUMPY\x01\x00v\x00" + said.encode().ljust(117) + b"\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00v\x00",
        b"PK\x03\x04 and no more",
        b"tiling",
        header("(3, 4)"),
        header("(3, 4"),
        header("(1000000000, 1000000000)"),
        header("(1000000000, 1000000000)", "|V0"),
        header("(-1, 4)"),
        header("(2, 2)", "O") + bytes(32),
        header("((('", "<i8"),
    ],
)
@pytest.mark.parametrize("command", [["show"], ["color"], ["nth", "2x2", "#+"]])
def test_a_damaged_array_is_told_in_one_line(
    command: list[str], data: bytes, capsys: Captured
) -> None:
    Path("labels.npy").write_bytes(data)
    assert "labels.npy: " in refused(capsys, *command, "labels.npy")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ending", ["npy", "json", "jsonl", "txt", "parquet"])
def test_damaged_files_of_tilings_are_told_in_one_line(ending: str, capsys: Captured) -> None:
    whole = Path(f"whole.{ending}")
    if ending == "npy":
        np.save(whole, np.array([[0, 0, 1], [0, 1, 1]], dtype=np.int32))
    elif ending == "json":
        whole.write_text('{"labels": [[0, 0, 1], [0, 1, 1]], "pieces": ["L3", "L3"]}')
    elif ending == "txt":
        whole.write_text("AAB\nABB\n")
    else:
        assert run(["solve", "2x3", "L3=2", "--all", "-q", "-o", str(whole)]) == 0
        capsys.readouterr()
    data = whole.read_bytes()
    draw = random.Random(ending)
    damaged = Path(f"damaged.{ending}")
    for number in range(60):
        cut = data[: draw.randrange(len(data))] if number % 3 else draw.randbytes(number)
        damaged.write_bytes(cut if number else b"")
        code = run(["show", str(damaged), "-q"])
        told = capsys.readouterr().err
        assert code in (0, 1, 2), (number, told)
        assert len(told.splitlines()) == (code == 2), (number, told)


@pytest.mark.parametrize(
    "words",
    [
        ["print", "talos:hub-gates-1", "--title", ODD, "-o", "sheet.pdf"],
        ["print", "talos:hub-gates-1", "talos:hub-gates-2", "--title", ODD, "-o", "booklet.pdf"],
        ["print", "talos:hub-gates-1", "--link", f"https://{ODD}", "-o", "sheet.pdf"],
        ["solve", "2x3", f"L3{ODD}"],
        ["pieces", ODD],
        ["plane", ODD],
    ],
)
def test_words_that_are_not_unicode_are_refused(words: list[str], capsys: Captured) -> None:
    error = refused(capsys, *words)
    assert "Unicode" in error or "UTF-8" in error
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="elsewhere names of files are Unicode")
def test_names_of_files_may_be_any_bytes(capsys: Captured) -> None:
    name = f"{ODD}.svg"
    try:
        Path(name).touch()
    except OSError:
        pytest.skip("this file system takes Unicode only")
    assert run(["solve", "2x3", "L3=2", "-o", name]) == 0
    assert Path(name).read_text().startswith("<svg")


def test_no_name_or_title_that_is_not_unicode_reaches_a_file() -> None:
    shape = Piece.parse("L3").polyomino
    odd = Tiling([[0, 0, 1], [0, 1, 1]], [0, 0], [ODD])
    for attempt, error in (
        (lambda: check_text(ODD, "a word"), RequestError),
        (lambda: Piece(shape, ODD), PieceError),
        (lambda: Puzzle.of(Problem("2x3", "L3=2"), title=ODD), RequestError),
        (lambda: booklet([draw_board("2x2")], title=ODD), OutputError),
        (lambda: Tiling.from_json(odd.to_json()), TilingError),
        (lambda: draw(odd, letters=True), RequestError),
    ):
        with pytest.raises(error, match="Unicode"):
            attempt()
    for ending in ("svg", "png", "pdf", "txt", "gif"):
        with pytest.raises(TilewrightError, match="Unicode"):
            save(draw([[0, 0]], caption=ODD), f"picture.{ending}")
    assert list(Path().iterdir()) == []


def test_escapes_in_json_are_no_way_around(capsys: Captured) -> None:
    Path("odd.json").write_text(json.dumps({"labels": [[0, 0]], "pieces": [ODD]}))
    assert "Unicode" in refused(capsys, "show", "odd.json")


def test_output_in_an_encoding_without_the_letters_has_others_for_them(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["puzzles", "classic", "--json"], ["solve", "torus:2x4", "I4=2"]):
        stream = io.TextIOWrapper(io.BytesIO(), "ascii")
        monkeypatch.setattr(sys, "stdout", stream)
        assert run(command) == 0
        stream.flush()
        assert stream.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert not capsys.readouterr().err
