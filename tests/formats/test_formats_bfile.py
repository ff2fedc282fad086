"""b-files of the OEIS, written and compared with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.apps.command import run
from tilewright.errors import FormatError
from tilewright.formats.bfile import read_bfile

Captured = pytest.CaptureFixture[str]


def test_what_is_written_is_read(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "b.txt"
    assert run(["count", "NxN", "dominoes+", "--upto", "6", "--bfile", str(path)]) == 0
    assert read_bfile(path) == {0: 1, 1: 0, 2: 2, 3: 0, 4: 36, 5: 0, 6: 6728}


@pytest.mark.parametrize("board", ["NxN", "2xN"])
def test_numbers_are_compared(board: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "b.txt"
    good = (
        "# A004003 with zeros\n0 1\n1 0\n2 2\n3 0\n4 36\n"
        if board == "NxN"
        else "2 2\n3 3 # three\n\n4 5\n5 8\n"
    )
    path.write_text(good)
    assert run(["count", board, "dominoes+", "--upto", "4", "--against", str(path)]) == 0
    assert "all agree" in capsys.readouterr().err
    path.write_text(good.replace("2 2", "2 3"))
    assert run(["count", board, "dominoes+", "--against", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)["against"]
    assert answer["differ"] == [2]
    assert answer["compared"] == (5 if board == "NxN" else 4)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2\nx\n", "line 2: a line must contain two integers, n and a"),
        ("1 2\n3 4\n", "line 2: n = 1 must be followed by n = 2, got 3"),
        ("# nothing\n", "contains no terms"),
        ("1 2.5\n", "must contain two integers, n and a"),
    ],
)
def test_bad_files_say_where(text: str, says: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "b.txt"
    path.write_text(text)
    with pytest.raises(FormatError, match=says):
        read_bfile(path)
    assert run(["count", "NxN", "dominoes+", "--against", str(path)]) == 2
    assert run(["count", "NxN", "dominoes+", "--against", str(tmp_path / "none")]) == 2
    assert run(["count", "NxN", "dominoes+", "--at", "3", "--against", str(path)]) == 2
    capsys.readouterr()
    assert run(["count", "3x3", "dominoes+", "--against", str(path)]) == 2
    assert "--against need a board with an N, such as 4xN" in capsys.readouterr().err
