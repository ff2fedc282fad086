"""``tilewright make`` and ``tilewright play`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pypdf
import pytest

from tilewright.cli import run
from tilewright.identity import read_id
from tilewright.puzzle import find_puzzle, named_puzzles
from tilewright.puzzlefile import read_puzzle_file
from tilewright.search import Search, tilings

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_puzzle_and_its_answer_as_pictures(capsys: Captured) -> None:
    assert run(["make", "dots", "6x6", "--pieces", "trominoes", "--seed", "7", "-o", "puzzle.svg"]) == 0
    assert "<circle" in Path("puzzle.svg").read_text()
    assert Path("puzzle-answer.svg").read_text().count("<path") > 10
    assert capsys.readouterr().out == ""


def test_a_puzzle_file_is_taken_by_solve_and_play(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["make", "hole", "7x7", "--pieces", "L3", "--seed", "3", "-o", "puzzle.txt"]) == 0
    puzzle = read_puzzle_file("puzzle.txt")
    assert puzzle.empty == (1, 1)
    capsys.readouterr()
    assert run(["solve", "puzzle.txt", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert run(["solve", "puzzle.txt"]) == 0
    assert capsys.readouterr().out.count("●") == 16
    served: list[tuple[str, int, str]] = []

    def serve(host: str, port: int, started: object, **options: str) -> None:
        served.append((host, port, options["first"]))

    monkeypatch.setattr("tilewright.web.serve", serve)
    assert run(["play", "puzzle.txt", "--no-browser"]) == 0
    assert run(["play", "dots:4x6-easy", "--port", "8123"]) == 0
    assert run(["play", "3x4", "trominoes+"]) == 0
    assert run(["play"]) == 0
    assert served[0] == ("127.0.0.1", 0, puzzle.name)
    assert served[1] == ("127.0.0.1", 8123, "dots:4x6-easy")
    assert read_id(served[2][2]).problem().words() == ["I3+", "L3+"]
    assert served[3][2] == ""


def test_a_booklet_has_its_answers_at_the_back() -> None:
    assert run(["make", "dots", "4x6", "--seed", "1", "--count", "5", "-o", "booklet.pdf", "-q"]) == 0
    pages = pypdf.PdfReader("booklet.pdf").pages
    assert len(pages) >= 3
    assert "5 puzzles" in pages[0].extract_text()


def test_json_has_everything_and_the_same_seed_gives_the_same(capsys: Captured) -> None:
    assert run(["make", "sigil", "4x5", "--seed", "2", "--json"]) == 0
    first = capsys.readouterr().out
    assert run(["make", "sigil", "4x5", "--seed", "2", "--json"]) == 0
    assert capsys.readouterr().out == first
    (made,) = json.loads(first)["puzzles"]
    problem = read_id(made["id"]).problem()
    assert len(list(tilings(problem, unique=True))) == 1
    assert made["turn"] == "one-sided"
    assert sum(made["steps"].values()) > 0
    labels = made["solution"]["labels"]
    assert (len(labels), len(labels[0])) == (4, 5)


def test_a_seed_is_drawn_and_told(capsys: Captured) -> None:
    assert run(["make", "dots", "3x4", "--answer"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("seed ")
    assert "id:" in captured.out


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("make dots", 2, "which board?"),
        ("make dots 4x4 --seed 1", 3, "no puzzle with exactly one solution"),
        ("make dots 6x6 --level silly", 2, "silly"),
        ("make dots 6x6 --count 0", 2, "1 to 1000 puzzles"),
        ("make dots 6x6 --seed -4", 2, "seed"),
        ("make dots 3x4 --seed 1 -o puzzle.bmp", 2, ".bmp"),
        ("make dots 3x4 --seed 1 --count 2 -o puzzle.txt", 2, "one puzzle"),
        ("make dots 3x4 --seed 1 -o no/such/folder.pdf", 2, "folder"),
        ("make calendar --date tomorrow", 2, "YYYY-MM-DD"),
        ("play talos:tower-gates-55", 2, "did you mean talos:tower-gates-5"),
        ("play 5x5", 2, "which pieces?"),
        ("play --port 70000", 2, "0 to 65535"),
    ],
)
def test_wrong_requests(line: str, code: int, message: str, capsys: Captured) -> None:
    assert run([*line.split(), "-q"] if line.startswith("make") else line.split()) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_named_puzzles_have_a_solution_and_a_level() -> None:
    for puzzle in named_puzzles():
        assert puzzle.level in {"easy", "medium", "hard", "expert"}
    for puzzle in named_puzzles("dots"):
        assert len(list(tilings(puzzle.problem(), limit=2))) == 1


def test_the_calendar() -> None:
    for name, number in (("calendar:01-25", 216), ("calendar:10-06", 7)):
        assert Search(find_puzzle(name).problem()).count() == number


@pytest.mark.slow
def test_all_dates_of_the_calendar() -> None:
    total = sum(Search(puzzle.problem()).count() for puzzle in named_puzzles("calendar"))
    assert total == 24_405


def test_a_booklet_has_no_puzzle_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """On a 4x4 board few lists of pieces have one solution, so seeds come to the same one soon."""
    assert run(["make", "sigil", "4x4", "--count", "6", "--seed", "1", "--json", "-q"]) == 0
    made = json.loads(capsys.readouterr().out)["puzzles"]
    pieces = {json.dumps(sorted(puzzle["pieces"])) for puzzle in made}
    assert len(pieces) == len(made) == 6
