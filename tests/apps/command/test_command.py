"""The command's manners: help with examples that work, one line for what is wrong, exit codes,
JSON.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from PIL import Image

from tilewright.apps.command import run
from tilewright.apps.command.commands import COMMANDS
from tilewright.errors import ProblemError
from tilewright.formats.request import read_id
from tilewright.model.piece import parse_pieces
from tilewright.model.puzzle import (
    calendar_date,
    calendar_names,
    find_puzzle,
    named_puzzles,
    puzzle_id,
    puzzle_text,
)
from tilewright.solving.search import Search

Captured = pytest.CaptureFixture[str]


def help_text(capsys: Captured, *words: str) -> str:
    assert run([*words, "--help"]) == 0
    return capsys.readouterr().out


def examples() -> list[tuple[str, str]]:
    """Every command line that the help of a command shows. To print all help takes seconds, so this
    reads where it comes from.
    """
    found = []
    for command in COMMANDS:
        module, function = command.target.split(":")
        text = getattr(import_module(f"tilewright.apps.command.{module}"), function).__doc__
        lines = re.findall(r"^ *(tilewright .+?)(?:  #.*)?$", text, re.MULTILINE)
        found += [(command.name, line) for line in lines]
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("golomb", "N is missing; see `tilewright golomb --help`"),
        ("solve", "BOARD is missing; see `tilewright solve --help`"),
        ("solve 6x10 L3+ --timeout", "--timeout needs a value"),
    ],
)
def test_what_is_missing_is_named(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == 2
    assert capsys.readouterr().err == f"tilewright: {message}\n"


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_has_help_with_an_example(name: str, capsys: Captured) -> None:
    text = help_text(capsys, name)
    assert text.startswith("Usage: tilewright " + name)
    examples = [line for command, line in EXAMPLES if command == name]
    assert any(f"tilewright {name}" in line for line in examples)
    # Long lines are broken.
    assert all(" ".join(line.split()) in " ".join(text.split()) for line in examples)
    assert max(map(len, text.splitlines())) <= 80


def test_the_list_of_commands_tells_what_each_is_for(capsys: Captured) -> None:
    text = help_text(capsys)
    for command in COMMANDS:
        assert re.search(rf"^  {command.name} +{re.escape(command.line)}$", text, re.MULTILINE), (
            command.name
        )
    assert len({command.line for command in COMMANDS}) == len(COMMANDS)


#: Examples that take long.
LONG = (
    "tilewright solve 23x24 ",
    "tilewright solve 6x10 pentominoes --all --run ",
    "tilewright puzzles weekday:10 --solutions",
    "tilewright site",
    "tilewright color 2^10-3,5 ",
    "tilewright design 'calendar:*'",
    "tilewright design 'weekday:*'",
    "tilewright golomb 5 --hole 3,17 --touch edge ",
    "tilewright puzzles calendar --solutions",
    "tilewright figure F5 I5 --run ",
    "tilewright rectangles tetracubes --boxes ",
    "tilewright rectangles trominoes L4 --table",
    "tilewright sample 12x12 trominoes+ ",
    "tilewright make calendar --date 2027-01-01..2027-01-31",
)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if line.startswith(LONG) else [])
        for _, line in EXAMPLES
    ],
)
def test_the_examples_of_the_help_work(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("########\n########\n########\n########\n####....\n")
    # `tilewright play` goes on until Ctrl-C: here the server ends as soon as it would begin.
    monkeypatch.setattr("tilewright.apps.site.serving.serve", lambda *_, **__: None)
    Path("puzzle.txt").write_text(puzzle_text(find_puzzle("dots:4x6-easy")))
    Path("mypieces.txt").write_text("##\n#.\n\n###\n")
    Path("half.txt").write_text("......\n......\n......\n......\n")
    Path("tiling.txt").write_text("AABB\nACCB\nDCEE\nDDEF\n...F\n...F\n".replace(".", "F"))
    Path("primes.jsonl").write_text(
        '{"claim": "piece", "piece": "##", "name": "domino", "turn": "free"}\n'
    )
    *before, line = line.split(" | ")
    for each in before:
        assert run(shlex.split(each)[1:]) == 0
        said = io.BytesIO(capsys.readouterr().out.encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(said, encoding="utf-8"))
    words = shlex.split(line)[1:]
    if words[0] == "show" and words[1].startswith("runs/"):
        assert run(["solve", "3x4", "L3=4", "--all", "--run", words[1], "-q"]) == 0
    if words[0] == "convert":
        assert run(["convert", "2x2", "domino=2", "-o", "p.cnf"]) == 0
        Path("answer.txt").write_text("s SATISFIABLE\nv 1 -2 -3 4 0\n")
        Image.new("L", (20, 30)).save("board.png")
    if words[0] == "verify":
        assert run(["plane", "X5", "-q", "-o", "verdicts.jsonl"]) == 0
        assert run(["solve", "3x4", "L3=4", "--all", "-q", "-o", "tilings.parquet"]) == 0
        problem = words[2:] if "tiling.txt" in words else ["6x10", "pentominoes"]
        assert run(["solve", *problem, "-q", "-o", "tiling.txt"]) == 0
    assert run(words) == ("--heesch" in words), capsys.readouterr().err
    for before, after in itertools.pairwise(words):
        if before in {"-o", "--out"} and after != "-":
            assert Path(after).stat().st_size > 0


BAD = [
    ("solve 6x10 pentomines", "did you mean pentominoes"),
    ("solve 6x10", "which pieces?"),
    ("solve torus:hex:6x6", "torus:hex:6x6 tetrahexes"),
    ("solve 6x10 pentomino:FQB", "unknown pentomino 'B'; the letters are FILNPTUVWXYZ"),
    ("solve 8x8-9,9 L3+", "the hole 9,9 is outside the 8x8 board"),
    ("solve 0x8 L3+", "at least one row and one column"),
    ("solve 6x10 L3=4..2", "copies must satisfy least <= most, got 4 and 2"),
    ("solve missing.txt L3+", "cannot read the file"),
    ("count missing.txt", "cannot read the file"),
    ("golomb 8x8 dominoes", "unexpected argument 'dominoes'; see `tilewright golomb --help`"),
    ("count 1000000xN L3+", "at most 4,096 cells wide"),
    ("solve talos:tower-gates-55 L3+", "did you mean talos:tower-gates-5"),
    ("solve talos:tower-gates-5 L3+", "already has pieces"),
    ("solve 4x4 L3+ --turn sideways", 'Invalid value "sideways" for --turn'),
    (
        "solve 4x4 L3+ --placed L3:0,0-0,1-0,2",
        "the piece has no orientation with these cells and marks",
    ),
    ("solve 4x4 L3+ --empty many", "--empty: must be a number of cells, N or N..M, got 'many'"),
    ("solve 4x3 L3+ -o picture.bmp", ".bmp"),
    ("solve 4x3 L3+ -o no/such/folder/picture.svg", "folder"),
    ("solve 4x4 L3+ --frobnicate", "unknown option"),
    ("golomb 50000000000 --tile-at 5,7", "N: must be at most 7000, got 50000000000"),
    ("count 4x4 L3+ --weight X5=2", "unknown piece 'X5'"),
    ("pieces octomino:400", "the numbers are 1 to 369"),
    ("puzzles nothing-like-this", "no puzzle has"),
    ("solve 4x4 elephant", "unknown piece or set 'elephant'; `tilewright pieces` lists the sets"),
    ("book --help", "Unknown command"),
    ("slove 4x4 L3+", 'Did you mean "solve"'),
    ("solve tower-gates-5", "did you mean talos:tower-gates-5?"),
    ("play 'Tower Gates 5'", "did you mean talos:tower-gates-5?"),
    ("solve 4x7 IIL", "did you mean tetromino:IIL or pentomino:IIL or tromino:IIL?"),
    ("solve pentominoes 6x10", "'pentominoes' are pieces, and the board comes first"),
    ("solve calendar:2-30", "there is no February 30"),
    ("solve calendar:13-6", "invalid month 13"),
    ("make calendar --date 2026-2-29", "--date: there is no February 29 in 2026"),
    ("make calendar 10-06", "remove '10-06', and give a date with --date"),
    (
        "solve 4x4 L4=4 -o x.json",
        ".jsonl (tilings), .parquet (a table of tilings); --json prints JSON",
    ),
    (
        "make dots 4x4 -o x.jpg",
        "cannot write .jpg files. Supported: .svg, .png, .pdf, .gif, .txt\n",
    ),
    (f"solve 4x4 L4=4 -o {'a' * 300}.svg", "cannot write the file: File name too long"),
    (
        f"solve 4x4 L4=4 --all --checkpoint {'a' * 300}",
        "cannot create the folder: File name too long",
    ),
    (f"make dots 4x4 -o {'a' * 300}.pdf", "cannot write the file: File name too long"),
    (f"count 4x4 L4=4 --heat -o {'a' * 300}.png", "cannot write the file: File name too long"),
    ("print dots:4x6-easy --title a\udcff -o x.pdf", "--title: must be UTF-8 text, got 'a\\udcff'"),
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


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("calendar:2026-10-06", "calendar:10-06"),
        ("calendar:2-9", "calendar:02-09"),
        ("Calendar:02-29", "calendar:02-29"),
        ("TALOS:Hub-Gates-1", "talos:hub-gates-1"),
    ],
)
def test_names_of_puzzles_that_are_nearly_right(line: str, name: str, capsys: Captured) -> None:
    assert run(["solve", line, "--json", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)["board"] == find_puzzle(name).board.name


@pytest.mark.parametrize(
    "line",
    [
        "color 3x4 L3=4 --all --colors 1 -o none.pdf",
        "color 3x4 L3=4 --colors 1 -o none.svg",
        "color 2x2 L3+ -o none.svg",
        "solve 4x4 T5+ --engine dance -o none.txt",
        "sample 2x2 L3+ -o none.svg",
        "nth 2x2 L3+ 0 -o none.svg",
    ],
)
def test_what_was_not_written_is_said(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(line)) == 1
    assert " was not written: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_endings_are_taken_in_any_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    for ending in ("jsonl", "txt", "gif"):
        assert run(shlex.split(f"solve 3x4 L3=4 -o small.{ending}")) == 0
        assert run(shlex.split(f"solve 3x4 L3=4 -o LARGE.{ending.upper()}")) == 0
        assert Path(f"small.{ending}").read_bytes() == Path(f"LARGE.{ending.upper()}").read_bytes()


def test_a_bad_board_text_names_line_and_column(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "board.txt"
    path.write_text("###\n#*#\n")
    assert run(["solve", str(path), "L3+"]) == 2
    assert (
        "board.txt, line 2, column 2: unexpected character '*' in a board; use '#' for a cell, '.' "
        "for no cell, '?' for a cell that may stay empty" in capsys.readouterr().err
    )


def test_a_file_that_is_no_board_text_is_refused(tmp_path: Path, capsys: Captured) -> None:
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"##\xff\xfe")
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as stream:
        stream.truncate(1 << 30)
    for path, expected in (
        (binary, "not a text file"),
        (huge, "the file has 1073741824 bytes"),
        (tmp_path, "a folder"),
    ):
        assert run(["solve", str(path), "L3+"]) == 2
        assert expected in capsys.readouterr().err


def test_version_and_module(capsys: Captured) -> None:
    assert run(["--version"]) == 0
    version = capsys.readouterr().out.strip()
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == version


def test_help_does_not_load_numpy() -> None:
    code = (
        "import sys; from tilewright.apps.command import run; run(['--help']); "
        "sys.exit(' '.join({'numpy', 'PIL'} & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        (
            "solve 6x10 pentominoes",
            "drawing.writers.pdf drawing.writers.bitmap drawing.output formats.tables "
            "solving.theorems solving.search.engines.clauses",
        ),
        ("count 4x5 pentominoes", "apps.command.count.growing apps.command.count.strips drawing"),
    ],
)
def test_a_command_loads_only_what_it_needs(words: str, spared: str) -> None:
    code = (
        "import sys; from tilewright.apps.command import run; run(sys.argv[1].split()); "
        "spared = {f'tilewright.{name}' for name in sys.argv[2].split()} | {'subprocess', "
        "'tomllib'}; sys.exit(' '.join(spared & set(sys.modules)) or None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, words, spared], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_families_as_json(capsys: Captured) -> None:
    assert run(["pieces", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {
        "name": "pentominoes",
        "lattice": "square",
        "cells": 5,
        "example": "pentomino:I",
    } in listed["families"]
    # The largest families have hundreds of thousands of pieces.
    small = [family["example"] for family in listed["families"] if family["cells"] < 8]
    assert all(len(parse_pieces(example)) == 1 for example in small)
    assert listed["sets"][0]["members"][0] == "soma:V"


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


def test_the_table_of_the_calendar(capsys: Captured, tmp_path: Path) -> None:
    assert run(["puzzles", "calendar:10", "--solutions"]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert len(lines) == 32
    assert lines[0].split() == ["Oct"]
    assert lines[6].split() == ["6", "7"]
    assert "October 6 has 7 (the fewest)" in said.err
    assert run(["puzzles", "calendar:02-2", "--solutions", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert len(told["dates"]) == 10
    # What the table says is what the search finds.
    first = told["dates"][0]
    assert (first["month"], first["day"]) == (2, 20)
    found = Search(find_puzzle("calendar:02-20").problem()).count()
    assert first["solutions"] == str(found)
    assert told["count"] == str(sum(int(date["solutions"]) for date in told["dates"]))
    assert run(["puzzles", "calendar:10-06", "--solutions", "-o", str(tmp_path / "table.csv")]) == 0
    assert (tmp_path / "table.csv").read_text() == "month,day,solutions\n10,6,7\n"


def test_the_calendar_with_weekdays(capsys: Captured, tmp_path: Path) -> None:
    for word in ("weekday:2026-10-06", "weekday:10-06-tue", "Weekday:10-6-Tue"):
        assert find_puzzle(word).name == "weekday:10-06-tue"
    puzzle = find_puzzle("weekday:02-29-sun")
    problem = puzzle.problem()
    assert problem.board.area == 47
    assert puzzle.title == "A puzzle a day, Sunday February 29"
    assert sorted(len(piece.polyomino) for piece in problem.pieces) == [4] * 3 + [5] * 7
    assert calendar_date(problem.board.mask) == (2, 29, 6)
    names = calendar_names(problem.board.mask)
    assert len(names) == 50
    assert {names[cell] for cell in names if not problem.board.mask[cell]} == {"Feb", "29", "Sun"}
    # An ID has no name, and its board says the date.
    assert read_id(puzzle_id(replace(puzzle, name=""))).title == puzzle.title
    assert len({each.name for each in named_puzzles("weekday")}) == 366 * 7
    with pytest.raises(ProblemError, match="no February 30"):
        find_puzzle("weekday:02-30-mon")
    assert run(["puzzles", "weekday:10-06", "--solutions"]) == 0
    said = capsys.readouterr()
    heads, numbers = said.out.splitlines()
    assert heads.split() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert numbers.split() == ["Oct", "6", "173", "826", "372", "583", "296", "392", "346"]
    assert "Monday October 6 has 173 (the fewest)" in said.err
    assert (
        run(["puzzles", "weekday:10-06-tue", "--solutions", "-o", str(tmp_path / "table.csv")]) == 0
    )
    assert (tmp_path / "table.csv").read_text() == "month,day,weekday,solutions\n10,6,tue,826\n"
    assert run(["puzzles", "weekday:10-06-tue", "--solutions", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dates"] == [
        {"month": 10, "day": 6, "weekday": "tue", "solutions": "826"}
    ]


def test_a_table_of_the_calendar_that_is_stopped_says_how_far_it_is(capsys: Captured) -> None:
    assert run(["puzzles", "calendar", "--solutions", "--timeout", "0.000001", "--json"]) == 3
    said = capsys.readouterr()
    assert not json.loads(said.out)["complete"]
    assert "of 366 dates counted" in said.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("puzzles hub --solutions", "only calendars have a table of solutions"),
        ("puzzles calendar -o x.csv", "-o: needs --solutions"),
        ("puzzles calendar --timeout 2", "--timeout: needs --solutions"),
        ("puzzles calendar --solutions -o x.svg", "must end in .csv, got '.svg'"),
        ("puzzles calendar --solutions -o nowhere/x.csv", "does not exist"),
        ("puzzles calendar --solutions --json -o -", "cannot write both"),
    ],
)
def test_what_is_wrong_with_a_table_of_the_calendar(capsys: Captured, line: str, why: str) -> None:
    assert run(line.split()) == 2
    assert why in capsys.readouterr().err


def test_a_piece_may_be_weighed_by_any_of_its_names(capsys: Captured) -> None:
    printed = set()
    for name in ("I", "I3", "tromino:I", "'###'"):
        assert run(shlex.split(f"count 2x3 trominoes+ --weight {name}=1/2")) == 0
        printed.add(capsys.readouterr().out)
    assert printed == {"9/4\n"}


@pytest.mark.parametrize(
    "line",
    [
        "solve # L3+",
        "solve 4x4 #",
        "solve 4x4 #=3",
        "count # L3+",
        "convert # --to json",
        "print # -o x.pdf",
        "grade #",
        "make dots #",
        "verify #",
        "show #",
    ],
)
@pytest.mark.parametrize("which", ["2", "hard"])
def test_a_missing_file_with_a_number_is_no_drawing(
    line: str, which: str, capsys: Captured
) -> None:
    assert run(line.replace("#", f"folder/missing.json#{which}").split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "missing.json" in captured.err
    assert "No such file" in captured.err


#: Command lines with `|` for a pipe, and what comes out of it; the last is an error.
PIPED = {
    "count | L3+": "###\n###\n",
    "count |": "tilewright puzzle\npieces: L3=2\n\n###\n###\n",
    "count 2x3 |": "L3=2\n",
    "count | -q": '{"board": "2x3", "pieces": ["L3=2"]}',
    "convert | --to board": "###\n###\n",
    "verify | 2x3 L3+": "AAB\nABB\n",
    "show |": "AAB\nABB\n",
    "nth 2x3 L3+ |": "AAB\nABB\n",
    "grade |": "tilewright puzzle\npieces: L3=2\n\n###\n###\n",
    "solve |": "tilewright puzzle\nnonsense\n",
}


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no pipes with names")
@pytest.mark.parametrize("line", PIPED)
def test_a_pipe_is_read_like_a_file(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Such as ``<(…)`` in a shell, which gives its content once."""
    monkeypatch.chdir(tmp_path)
    answers = []
    reading, writing = os.pipe()
    os.write(writing, PIPED[line].encode())
    os.close(writing)
    Path("file").write_text(PIPED[line])
    for name in (f"/dev/fd/{reading}", "./file"):
        code = run(line.replace("|", name).split())
        captured = capsys.readouterr()
        answers.append((code, captured.out, captured.err.replace(name, "FILE")))
    os.close(reading)
    assert answers[0] == answers[1]
    assert (answers[0][0] == 2) is ("nonsense" in PIPED[line])


def test_json_of_pieces_has_their_orientations_and_outlines(capsys: Captured) -> None:
    assert run(shlex.split("pieces pentominoes '###/#.#/###' --json")) == 0
    pieces = {each["name"]: each for each in json.loads(capsys.readouterr().out)["pieces"]}
    assert {name for name, each in pieces.items() if each["symmetry"] == "D1"} == {
        *("T5", "U5", "V5", "W5")
    }
    for each in pieces.values():
        assert len(each["images"]) == each["orientations"]
        assert each["cells"] in each["images"]
        area = sum(
            (x * down - right * y) / 2
            for path in each["outlines"]
            for (x, y), (right, down) in zip(path, [*path[1:], path[0]], strict=True)
        )
        assert area == len(each["cells"])
    assert len(pieces["###/#.#/###"]["outlines"]) == 2
    assert run(shlex.split("pieces soma --json")) == 0
    assert json.loads(capsys.readouterr().out)["pieces"][0]["outlines"] == []
