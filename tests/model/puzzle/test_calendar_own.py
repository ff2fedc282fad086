"""Calendars of one's own: puzzle files with names of months and days."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from test_docs import ROOT, files_of
from tilewright.apps.command import run
from tilewright.errors import FormatError, ProblemError
from tilewright.formats.request import find_puzzle
from tilewright.model.puzzle import (
    Puzzle,
    calendar_names,
    find_calendar,
    puzzle_text,
    read_puzzle_text,
)
from tilewright.solving.search import calendar_counts

Captured = pytest.CaptureFixture[str]
WALL = dict(files_of(ROOT / "docs" / "guides" / "wooden-calendar.md"))["wall.txt"]


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The calendar of the guide, whose board is that of the first edition."""
    monkeypatch.chdir(tmp_path)
    Path("wall.txt").write_text(WALL, encoding="utf-8")
    yield "wall.txt"
    find_puzzle("calendar:10-06")  # names the boards of this shape again


def test_a_file_and_a_date_are_a_puzzle(wall: str, capsys: Captured) -> None:
    assert tw.count(f"{wall}:10-06") == tw.count("calendar:10-06") == 7
    assert run(["solve", f"{wall}:10-06"]) == 0
    drawn = capsys.readouterr().out
    assert "│Okt│" in drawn
    assert "│ 6 │" in drawn
    assert "█" not in drawn
    assert run(["cut", f"{wall}:10-06", "--tray", "-o", "wall.svg"]) == 0
    assert "Wandkalender, Okt 6" in capsys.readouterr().err
    names = calendar_names(find_puzzle("calendar:10-06").board.mask)
    assert names[1, 3] == "Oct"


def test_a_calendar_with_weekdays_has_seven_puzzles_for_each_day(wall: str) -> None:
    grid = "\n".join(["Sun Mon Tue Wed Thu Fri Sat", *WALL.split("\n\n")[1].splitlines()])
    head = WALL.split("\n\n")[0].replace("pentomino:LNPUVYZ", "pentomino:LNPTUVZ tetromino:ILS")
    Path("week.txt").write_text(f"{head}\n\n{grid}\n", encoding="utf-8")
    calendar = find_calendar("week.txt")
    assert calendar is not None
    assert len(calendar.puzzles()) == 7 * 366
    ((date, number),) = calendar_counts([calendar.read("10-06-tue")])
    assert date == (10, 6, 1)
    assert number == tw.count("week.txt:2026-10-06")


def test_make_leaves_the_date_free(wall: str, capsys: Captured) -> None:
    words = ["make", "calendar", wall, "--date", "10-06", "--seed", "1"]
    assert run([*words, "-q"]) == 0
    puzzle = find_puzzle(capsys.readouterr().out.strip())
    assert puzzle.board.mask.tolist() == find_puzzle("calendar:10-06").board.mask.tolist()
    assert tw.count(puzzle) == 1
    assert tw.generate("calendar", wall, date="10-06", seed=1).puzzle.name == puzzle.name
    assert run(["make", "calendar", "6x6"]) == 2
    assert "or a calendar file" in capsys.readouterr().err


def test_all_its_dates_are_listed(wall: str, capsys: Captured) -> None:
    assert run(["puzzles", wall, "-q"]) == 0
    names = capsys.readouterr().out.split()
    assert len(names) == 366
    assert names[0] == "wall.txt:01-01"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("months: Jan Feb Mrz", "months: Jan Feb Apr", "12 different month names"),
        (" Mrz Apr Mai Jun .", " Mrz Apr May Jun .", "'Mai' is missing; 'May' is not a month"),
        ("31  .", "31  5", "'5' occurs twice"),
        ("kind: calendar\n", "kind: calendar\nempty: 1\n", "got 'empty'"),
        ('"###/###"', '"###/###', "cannot split the pieces"),
        ("pentomino:LNPUVYZ", "pentomin:L", "unknown piece or set"),
    ],
)
def test_faults_of_a_calendar_are_said(wall: str, old: str, new: str, said: str) -> None:
    assert WALL.count(old) == 1
    Path(wall).write_text(WALL.replace(old, new), encoding="utf-8")
    with pytest.raises(FormatError, match=said):
        tw.count(f"{wall}:10-06")


def test_a_calendar_needs_a_date(wall: str, capsys: Captured) -> None:
    assert run(["solve", wall]) == 2
    assert "add a date, such as wall.txt:10-06" in capsys.readouterr().err
    with pytest.raises(ProblemError, match="invalid month 13"):
        tw.count(f"{wall}:13-06")


def test_pieces_of_a_puzzle_file_may_stand_in_quotes() -> None:
    text = "tilewright puzzle\npieces: \"###/###\" '#o#'\n\n###/##o/###\n".replace("/", "\n")
    text = text.replace("###\n###", "###/###", 1)
    puzzle = read_puzzle_text(text)
    assert puzzle.pieces == ("###/###", "#o#")
    spaced = Puzzle.of(tw.Problem("2x3", "## /## ", "##"))
    assert read_puzzle_text(puzzle_text(spaced)).problem() == spaced.problem()
