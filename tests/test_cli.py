"""The command's manners: help with examples that work, one line for what is wrong, exit codes, JSON."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.cli.app import COMMANDS
from tilewright.puzzle import find_puzzle
from tilewright.puzzlefile import puzzle_text

Captured = pytest.CaptureFixture[str]


def help_text(capsys: Captured, *words: str) -> str:
    assert run([*words, "--help"]) == 0
    return capsys.readouterr().out


def examples() -> list[tuple[str, str]]:
    """Every command line that the help of a command shows."""
    found = []
    for name, *_ in COMMANDS:
        text = subprocess.run(
            [sys.executable, "-m", "tilewright", name, "--help"], capture_output=True, text=True, check=True
        ).stdout
        found += [(name, line) for line in re.findall(r"^ *(tilewright .+?)(?:  #.*)?$", text, re.MULTILINE)]
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("golomb", "N is missing; 'tilewright golomb --help' tells more"),
        ("solve", "BOARD is missing; 'tilewright solve --help' tells more"),
        ("solve 6x10 L3+ --timeout", "--timeout needs a value"),
    ],
)
def test_what_is_missing_is_named(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == 2
    assert capsys.readouterr().err == f"tilewright: {message}\n"


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_has_help_with_an_example(name: str, capsys: Captured) -> None:
    text = help_text(capsys, name)
    assert text.startswith("Usage: tilewright " + name)
    assert any(command == name and f"tilewright {name}" in line for command, line in EXAMPLES)
    assert max(map(len, text.splitlines())) <= 80


def test_the_list_of_commands_tells_what_each_is_for(capsys: Captured) -> None:
    text = help_text(capsys)
    for name, _, line in COMMANDS:
        assert re.search(rf"│ {name} +{re.escape(line[:30])}", text), name


@pytest.mark.parametrize("line", [line for _, line in EXAMPLES])
def test_the_examples_of_the_help_work(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("########\n########\n########\n########\n####....\n")
    # `tilewright play` goes on until Ctrl-C: here the server ends as soon as it would begin.
    monkeypatch.setattr("tilewright.web.server.serve", lambda *_: None)
    Path("puzzle.txt").write_text(puzzle_text(find_puzzle("dots:4x6-easy")))
    Path("tiling.txt").write_text("AABB\nACCB\nDCEE\nDDEF\n...F\n...F\n".replace(".", "F"))
    if "|" in line:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        subprocess.run(["bash", "-o", "pipefail", "-c", line], env={**os.environ, "PATH": path}, check=True)
        return
    words = shlex.split(line)[1:]
    assert run(words) == 0, capsys.readouterr().err
    for before, after in itertools.pairwise(words):
        if before in {"-o", "--out"} and after != "-":
            assert Path(after).stat().st_size > 0


BAD = [
    ("solve 6x10 pentomines", "did you mean pentominoes"),
    ("solve 6x10", "which pieces?"),
    ("solve 6x10 pentomino:FQB", "there is no pentomino 'B'; the letters are FILNPTUVWXYZ"),
    ("solve 8x8-9,9 L3+", "the hole 9,9 is outside the 8x8 board"),
    ("solve 0x8 L3+", "at least one row and one column"),
    ("solve 6x10 L3=4..2", "at least 4 but at most 2 copies cannot be"),
    ("solve missing.txt L3+", "cannot read the file"),
    ("count missing.txt", "cannot read the file"),
    ("deficient 8x8 dominoes", "'dominoes' is too much"),
    ("count 1000000xN L3+", "up to 4,096 cells across"),
    ("solve talos:tower-gates-55 L3+", "did you mean talos:tower-gates-5"),
    ("solve talos:tower-gates-5 L3+", "brings its own pieces"),
    ("solve 4x4 L3+ --turn sideways", 'Invalid value "sideways" for --turn'),
    ("solve 4x4 L3+ --place L3:0,0-0,1-0,2", "are not an orientation of the piece"),
    ("solve 4x4 L3+ --empty many", "is not a number of cells"),
    ("solve 4x3 L3+ -o picture.bmp", ".bmp"),
    ("solve 4x3 L3+ -o no/such/folder/picture.svg", "folder"),
    ("solve 4x4 L3+ --frobnicate", "Unknown option"),
    ("golomb 50000000000 --at 5,7", "up to n = 7000"),
    ("count 4x4 L3+ --weight X5=2", "there is no piece 'X5'"),
    ("pieces octomino:400", "the numbers are 1 to 369"),
    ("puzzles nothing-like-this", "no puzzle has"),
    ("slove 4x4 L3+", 'Did you mean "solve"'),
]


@pytest.mark.parametrize(("line", "expected"), BAD)
def test_a_wrong_request_is_one_clear_line(
    line: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(line)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tilewright: ")
    assert captured.err.count("\n") == 1
    assert expected in captured.err
    assert list(tmp_path.iterdir()) == []

    assert run([*shlex.split(line), "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert set(error) == {"kind", "message", "where"}


def test_a_bad_board_text_names_line_and_column(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "board.txt"
    path.write_text("###\n#*#\n")
    assert run(["solve", str(path), "L3+"]) == 2
    assert "board.txt, line 2, column 2: a board has '#' for a cell" in capsys.readouterr().err


def test_a_file_that_is_no_board_text_is_refused(tmp_path: Path, capsys: Captured) -> None:
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"##\xff\xfe")
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as stream:
        stream.truncate(1 << 30)
    for path, expected in (
        (binary, "not a text file"),
        (huge, "1073741824 bytes long"),
        (tmp_path, "a folder"),
    ):
        assert run(["solve", str(path), "L3+"]) == 2
        assert expected in capsys.readouterr().err


def test_version_and_module(capsys: Captured) -> None:
    assert run(["--version"]) == 0
    version = capsys.readouterr().out.strip()
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == version == "0.1.0"


def test_help_loads_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from tilewright.cli import run; run(['--help']); "
        "sys.exit(' '.join({'numba', 'numpy', 'PIL'} & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_pieces_as_json(capsys: Captured) -> None:
    assert run(["pieces", "tetrominoes", "--turn", "one-sided", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["pieces"]
    assert [piece["name"] for piece in listed] == ["I4", "J4", "L4", "O4", "S4", "T4", "Z4"]
    assert [piece["orientations"] for piece in listed] == [2, 4, 4, 1, 2, 4, 2]


def test_puzzles_can_be_filtered(capsys: Captured) -> None:
    assert run(["puzzles", "talos"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 35
    assert run(["puzzles", "calendar", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["puzzles"]) == 366


def test_a_piece_may_be_weighed_by_any_of_its_names(capsys: Captured) -> None:
    printed = set()
    for name in ("I", "I3", "tromino:I", "'###'"):
        assert run(shlex.split(f"count 2x3 trominoes+ --weight {name}=1/2")) == 0
        printed.add(capsys.readouterr().out)
    assert printed == {"9/4\n"}
