"""``tilewright convert``: files of other programs in and out, from the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright import read
from tilewright.apps.command import run
from tilewright.formats import known_formats, write
from tilewright.model.problem import Problem

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_format_says_what_it_is() -> None:
    names = [kind.name for kind in known_formats()]
    assert len(set(names)) == len(names)
    for kind in known_formats():
        assert kind.title
        assert kind.holds
        assert all(ending.startswith(".") for ending in kind.endings)
        assert kind.read is not None or kind.write is not None


def test_the_ending_says_what_is_written_and_read(capsys: Captured) -> None:
    assert run(["convert", "6x10-0,0", "pentominoes", "--empty", "1", "-o", "p.txt"]) == 0
    assert Path("p.txt").read_text().startswith("tilewright puzzle\n")
    assert run(["convert", "p.txt", "-o", "p.json"]) == 0
    expected = Problem("6x10-0,0", "pentominoes", empty=1)
    assert read("p.json") == read("p.txt") == expected
    assert run(["convert", "p.json", "--to", "dlx"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("| ")
    assert run(["convert", "p.json", "--to", "dlx", "-o", "p.dlx"]) == 0
    assert Path("p.dlx").read_text() == out


def test_a_file_of_a_puzzle_stands_where_a_board_stands(capsys: Captured) -> None:
    write(Problem("4x4", "dominoes+"), "p.json")
    assert run(["solve", "p.json", "--all", "-q"]) == 0
    assert run(["count", "p.json"]) == 0
    assert capsys.readouterr().out == "36\n36\n"
    assert run(["count", "p.json", "L3+"]) == 2
    assert "already has pieces (domino+)" in capsys.readouterr().err
    assert run(["count", "p.json", "--empty", "2..2", "--placed", "domino:0,0-0,1"]) == 0
    assert int(capsys.readouterr().out) > 36


def test_tilings_and_pieces_and_boards(capsys: Captured) -> None:
    assert run(["solve", "4x6", "trominoes+"]) == 0
    Path("t.txt").write_text(capsys.readouterr().out)
    assert run(["convert", "t.txt", "-o", "t.jsonl"]) == 0
    assert run(["convert", "t.jsonl", "--to", "tiling"]) == 0
    letters = capsys.readouterr().out
    assert len(letters.splitlines()) == 4
    assert run(["convert", "pentomino:FX", "--to", "pieces"]) == 0
    assert capsys.readouterr().out == "F5\nX5\n"
    Path("b.txt").write_text("##.\n#?#\n")
    assert run(["convert", "b.txt", "--to", "board"]) == 0
    assert capsys.readouterr().out == "##.\n#?#\n"


def test_all_drawings_that_solve_prints_are_read(capsys: Captured) -> None:
    assert run(["solve", "4x4", "dominoes+", "--all"]) == 0
    Path("all.txt").write_text(capsys.readouterr().out)
    assert run(["convert", "all.txt", "-o", "all.jsonl"]) == 0
    assert len(Path("all.jsonl").read_text().splitlines()) == 36
    assert run(["convert", "all.jsonl", "-o", "again.txt"]) == 0
    assert run(["convert", "again.txt", "-o", "again.jsonl"]) == 0
    assert Path("again.jsonl").read_text() == Path("all.jsonl").read_text()
    assert run(["color", "all.txt", "-q"]) == 0
    assert "the first of 36 tilings" in capsys.readouterr().err


def test_a_file_of_pieces_stands_among_pieces(capsys: Captured) -> None:
    Path("l.hex").write_text("c080\n")
    Path("y.heesch").write_text("O? 0 0 1 0\n")
    assert run(["count", "2x3", "l.hex=2"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert run(["convert", "l.hex", "--to", "pieces"]) == 0
    assert capsys.readouterr().out == "L3\n"
    assert run(["solve", "5x1", "l.hex", "I3", "-q"]) == 1
    assert run(["solve", "2x4", "l.hex", "y.heesch", "L3", "-q", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["pieces"] == ["L3=2", "domino"]


def test_losses_are_listed(capsys: Captured) -> None:
    assert run(["convert", "3x4", "L3+", "--to", "board"]) == 0
    captured = capsys.readouterr()
    assert captured.err == "tilewright: lost: the pieces\n"
    assert run(["convert", "3x4", "L3+", "--to", "board", "-o", "b.txt", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "from": "3x4",
        "to": "board",
        "problems": 1,
        "lost": ["the pieces"],
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("convert 3x4 L3+", "give a file with -o FILE, or a format with --to: puzzle, "),
        ("convert 3x4 L3+ -o p.xyz", "cannot write .xyz files. Supported: "),
        ("convert 3x4 L3+ --to xyz", "unknown format 'xyz'. Supported: puzzle"),
        ("convert 3x4 --to dlx", "which pieces?"),
        ("convert no/such/file --to dlx", "cannot read the file"),
        ("convert L3 --to dlx", "dlx files need an exact cover problem"),
        ("convert noise.bin --to dlx", "unknown file format. Readable with --from: "),
        ("convert p.json#2 --to dlx", "the number of the problem must be 1 to 1, got 2"),
        ("convert 3x4 L3+ --to json --json", "cannot write both the file and the JSON to standard"),
        (
            "convert 3x4 L3+ L3+ monomino=5..2 --to json",
            "copies must satisfy least <= most, got 5 and",
        ),
    ],
)
def test_a_wrong_request_is_one_line_and_writes_nothing(
    words: str, says: str, capsys: Captured
) -> None:
    Path("noise.bin").write_bytes(bytes(range(256)))
    write(Problem("3x4", "L3+"), "p.json")
    before = sorted(Path().iterdir())
    assert run(words.split()) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert sorted(Path().iterdir()) == before


def test_the_answer_of_a_solver_is_printed(capsys: Captured) -> None:
    assert run(["convert", "2x2", "domino=2", "--to", "cnf", "-o", "p.cnf"]) == 0
    Path("answer.txt").write_text("s SATISFIABLE\nv 1 -2 -3 4 0\n", encoding="utf-8")
    assert run(["convert", "answer.txt", "p.cnf"]) == 0
    assert capsys.readouterr().out == "AA\nBB\n"
