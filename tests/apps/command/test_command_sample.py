"""The commands sample, nth and rank, as a user meets them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from commands import Asked, Popen
from tilewright.apps.command import run
from tilewright.apps.command.answers import print_json_stream
from tilewright.counting import HeightCounts
from tilewright.drawing import draw_histogram
from tilewright.errors import EngineError, RequestError


def test_quiet_samples_are_numbers(asked: Asked) -> None:
    words = ("sample", "4x4", "dominoes+", "-n", "3", "--seed", "1")
    numbers = [tiling["number"] for tiling in json.loads(asked(*words, "--json")[1])["tilings"]]
    assert asked(*words, "-q")[1].splitlines() == numbers
    assert json.loads(asked(*words, "-q", "--json")[1])["numbers"] == numbers


@pytest.mark.parametrize("options", [["-q"], [], ["--json"], ["--json", "-q"]])
def test_samples_are_printed_as_they_come(options: list[str]) -> None:
    words = ["sample", "4x4", "dominoes+", "-n", "1000000000000", "--seed", "1", *options]
    command = [sys.executable, "-m", "tilewright", *words]
    with Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert len(process.stdout.read(100_000)) == 100_000
        process.stdout.close()


@pytest.mark.parametrize(
    ("board", "pieces", "options"),
    [
        ("4x7", ["tetromino:IILSTTZ"], ["--turn", "one-sided"]),
        ("4x4-1,1-1,2", ["L3+", "domino+"], []),
        ("3x4-0,0-2,3", ["L3+", "domino+"], ["--empty", "1..2"]),
    ],
)
def test_the_number_of_a_drawn_tiling(
    asked: Asked,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    board: str,
    pieces: list[str],
    options: list[str],
) -> None:
    ask = (board, *pieces, *options)
    path = tmp_path / "drawing.txt"
    for number in ("0", "1"):
        assert asked("nth", board, *pieces, number, *options, "-o", str(path))[0] == 0
        assert asked("nth", board, *pieces, str(path), *options)[1] == f"{number}\n"
        drawn = asked("nth", board, *pieces, number, *options)[1]
        monkeypatch.setattr("sys.stdin", io.StringIO(drawn))
        assert asked("nth", board, *pieces, "-", *options)[1] == f"{number}\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert asked("solve", *ask, "-o", str(path))[0] == 0
    found = asked("nth", board, *pieces, str(path), *options)
    assert found[0] == 0
    assert found[1].strip().isdecimal()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AABB\nCCDD\n", "the board is 4x4"),
        ("{", "invalid JSON"),
        ("[1, 2", "invalid JSON"),
        ('{"tilings": []}', "the file contains no tilings"),
        ('{"tilings": 5}', "'tilings' must be a list, got '5' (int)"),
        ('{"labels": 5}', "rows of integers, all of the same length"),
        ("+---+\n|   |\n", "2 lines"),
        ("", "no cell"),
    ],
)
def test_what_is_no_tiling_has_no_rank(asked: Asked, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "tiling"
    path.write_text(text)
    code, out, err = asked("nth", "4x4", "dominoes+", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"tilewright: {path}")
    assert says in err
    path.write_bytes(b"\x7fELF\xff\xfe")
    assert "this is not a text file" in asked("nth", "4x4", "dominoes+", str(path))[2]


def test_each_tiling_of_a_file_has_a_number(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "drawn.jsonl"
    assert asked("solve", "4x5", "tetrominoes+", "--limit", "3", "-q", "-o", str(path))[0] == 3
    numbers = asked("nth", "4x5", "tetrominoes+", str(path))[1].split()
    assert len({*numbers}) == 3
    for place, number in enumerate(numbers):
        assert asked("nth", "4x5", "tetrominoes+", number, "-q")[1] == f"{number}\n"
        shown = asked("show", str(path), str(place))[1]
        assert asked("nth", "4x5", "tetrominoes+", number)[1] == shown
    answer = json.loads(asked("nth", "4x5", "tetrominoes+", str(path), "--json")[1])
    assert [tiling["number"] for tiling in answer["tilings"]] == numbers


def test_sample_follows_the_seed(asked: Asked) -> None:
    first = asked("sample", "4x4", "dominoes+", "-n", "3", "--seed", "1", "--json")[1]
    again = asked("sample", "4x4", "dominoes+", "-n", "3", "--seed", "1", "--json")[1]
    assert first == again
    assert len(json.loads(first)["tilings"]) == 3


def test_a_number_and_its_tiling_are_inverse(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    out = asked("nth", "9x12", "trominoes+", "12345678901234567", "--json")[1]
    assert json.loads(out)["tilings"][0]["number"] == "12345678901234567"
    monkeypatch.setattr("sys.stdin", io.StringIO(out))
    assert asked("nth", "9x12", "trominoes+", "-")[1] == "12345678901234567\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("AABB\nCCDD\n"))
    code, _, err = asked("nth", "2x4", "trominoes+", "-")
    assert code == 2
    assert err


def test_an_error_before_the_first_tiling_leaves_no_half_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["nth", "4x4", "dominoes+", "36", "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert json.loads(printed.err)["error"]["kind"] == "engine"


def test_an_error_among_tilings_leaves_json(capsys: pytest.CaptureFixture[str]) -> None:
    def values() -> Iterator[str]:
        yield "first"
        raise EngineError("no more")

    with pytest.raises(EngineError):
        print_json_stream({"board": "4x4"}, "tilings", values(), iter([{"count": "2"}]))
    assert json.loads(capsys.readouterr().out) == {"board": "4x4", "tilings": ["first"]}


def test_samples_too_many_to_number_are_saved_and_printed_as_json(
    tmp_path: Path, asked: Asked
) -> None:
    """The same tilings go to the picture and to standard output."""
    path = tmp_path / "tilings.txt"
    words = ["aztec:18", "dominoes+", "-n", "2", "--seed", "1", "--json"]
    saved = json.loads(asked("sample", *words, "-o", str(path))[1])
    assert saved == json.loads(asked("sample", *words)[1])
    assert len(saved["tilings"]) == 2
    assert path.read_text().count("\n") >= 2 * 36


@pytest.mark.parametrize("words", ["sample aztec:18 dominoes+ --seed 1", "nth 6x6 dominoes+ 100"])
def test_pictures_have_the_colors_asked_for(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def picture(*options: str) -> str:
        path = tmp_path / "tiling.svg"
        assert run([*words.split(), "-q", "-o", str(path), *options]) == 0
        return path.read_text()

    plain = picture()
    assert plain == picture()
    several = {
        picture("--color-by", "parity"),
        picture("--theme", "dark"),
        picture("--palette", "muted"),
    }
    assert len({plain, *several}) == 4


@pytest.mark.parametrize("board", ["4x4", "aztec:18"])
def test_heights_of_the_same_tilings(board: str, asked: Asked) -> None:
    words = ["sample", board, "dominoes+", "-n", "3", "--seed", "5", "--json"]
    found = json.loads(asked(*words, "--heights")[1])
    drawn = [tw.Tiling.from_json(each) for each in json.loads(asked(*words)[1])["tilings"]]
    heights = np.concatenate([tiling.heights().compressed() for tiling in drawn])
    assert found["drawn"] == "3"
    counts = HeightCounts.of(drawn)
    assert {key: found[key] for key in ("drawn", "heights")} == counts.to_json()
    assert asked(*words[:-1], "--heights")[1] == f"{counts.text()}\n"
    assert {int(height): int(number) for height, number in found["heights"].items()} == dict(
        zip(*(each.tolist() for each in np.unique(heights, return_counts=True)), strict=True)
    )
    assert asked("sample", "4x6", "L3+", "--heights")[0] == 2
    assert asked("sample", "4x4", "dominoes+", "--heights", "-o", "x.txt")[0] == 2


def test_the_histogram_of_heights(tmp_path: Path, asked: Asked) -> None:
    """A bar for each height: its name says how many corners have it, and its length is in
    proportion.
    """
    words = ["sample", "4x6", "dominoes+", "-n", "30", "--seed", "5", "--heights"]
    found = {
        int(height): int(number)
        for height, number in json.loads(asked(*words, "--json")[1])["heights"].items()
    }
    path = tmp_path / "heights.svg"
    assert asked(*words, "-o", str(path))[0] == 0
    names = re.findall(r"<title>(-?\d+): (\d+)</title>", path.read_text())
    assert {int(height): int(number) for height, number in names} == found
    picture = draw_histogram({-1: 3, 2: 6, 0: 0})
    assert picture.mesh is not None
    tops, *others, bottoms = (
        picture.mesh.points[picture.mesh.faces[:, corner], 1] for corner in range(4)
    )
    assert [other.tolist() for other in others] == [tops.tolist(), bottoms.tolist()]
    assert ((bottoms - tops) * 6 / (bottoms - tops).max()).tolist() == pytest.approx([3, 6])
    assert [text.text for text in picture.texts] == ["-1", "0", "1", "2", "highest bar: 6"]
    wide = draw_histogram({5 * number: number + 1 for number in range(400)})
    assert [text.text for text in wide.texts[:3]] == ["0", "200", "400"]
    for counts in ({}, {1: 0}, {1: 2, 3: -1}):
        with pytest.raises(RequestError, match="`counts` must contain"):
            draw_histogram(counts)
