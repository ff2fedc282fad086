"""Puzzles in files: what is read back is equal, by its kind, title, level and ID as well."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.formats.request import read_puzzle
from tilewright.model.puzzle import (
    CALENDARS,
    KINDS,
    Kind,
    Puzzle,
    find_puzzle,
    make_puzzle,
    named_puzzles,
    puzzle_from_json,
    puzzle_json,
    puzzle_text,
    read_puzzle_file,
    read_puzzle_text,
    whole_id,
)
from tilewright.puzzles import Generated, generate
from tilewright.puzzles.printing import sheet_of
from tilewright.puzzles.work import PuzzlesWork

Captured = pytest.CaptureFixture[str]

#: A board for each kind that has none of its own.
BOARDS = {
    "sigil": "4x4",
    "given": "5x8",
    "hole": "5x5",
    "dots": "4x6",
    "dominosa": "4x5",
    "shikaku": "4x4",
    "pentominous": "5x5",
    "tetrominous": "4x4",
    "heteromino": "5x5",
    "fillomino": "4x4",
    "pips": "3x4",
}
OTHERS = [("given", "cube:2x3x3"), ("hole", "tri:3x3"), ("sigil", "torus:4x4"), ("dots", "6x6")]
MADE = [*((kind, BOARDS.get(kind)) for kind in KINDS.built_in), *OTHERS]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=MADE, ids=lambda asked: " ".join(filter(None, asked)), scope="module")
def asked(request: pytest.FixtureRequest) -> tuple[Kind, str | None]:
    kind, board = request.param
    return kind, board


@pytest.fixture(scope="module")
def made(asked: tuple[Kind, str | None]) -> Generated:
    date = "2026-10-06" if KINDS[asked[0]].own_board else None
    return generate(*asked, seed=3, date=date)


def same(found: Puzzle, puzzle: Puzzle) -> None:
    """Compare puzzles by everything that they are."""
    assert found == puzzle
    assert found.problem() == puzzle.problem()
    assert (found.name, found.title, found.level) == (puzzle.name, puzzle.title, puzzle.level)
    assert (found.source, found.tilings) == (puzzle.source, puzzle.tilings)


def test_made_puzzles(made: Generated) -> None:
    assert made.puzzle.level == made.grade.level
    same(read_puzzle_text(puzzle_text(made.puzzle)), made.puzzle)
    same(puzzle_from_json(json.loads(json.dumps(puzzle_json(made.puzzle)))), made.puzzle)
    for file in ("puzzle.txt", "puzzle.json"):
        tw.write(made.puzzle, file)
        same(read_puzzle(file), made.puzzle)


def test_the_json_of_make(
    asked: tuple[Kind, str | None], made: Generated, capsys: Captured
) -> None:
    kind, board = asked
    words = ["--date", "2026-10-06"] if board is None else [board]
    assert run(["make", kind, *words, "--seed", "3", "--json"]) == 0
    text = capsys.readouterr().out
    Path("made.json").write_text(text)
    same(read_puzzle("made.json"), made.puzzle)
    assert tw.read("made.json") == made.puzzle.problem()
    (record,) = json.loads(text)["puzzles"]
    assert "There is one solution" in record["instructions"]
    assert record.get("rules", []) == [*made.puzzle.conditions]
    problem = made.puzzle.problem()
    assert [each["marks"] for each in record["shows"]] == [
        [*piece.marks] for piece in problem.pieces if piece.marks
    ]
    assert tw.verify("made.json")
    # Each field that says the puzzle is compared with the ID.
    other = Puzzle.of(tw.Problem("2x2", "domino+", rules=["no-crossroads"], by_wrap=True))
    changes = {
        **{name: value for name, value in puzzle_json(other).items() if name in record},
        **{name: [] for name in ("rules", "shows") if record.get(name)},
        "kind": "hole" if kind == "sigil" else "sigil",
        "turn": "fixed",
        "empty": [0, 1],
        "rules": ["no-crossroads"],
        "marks_agree": {"x": ["y"]},
        "whole_id": whole_id(other),
    }
    for name in ("title", "level"):
        del changes[name]
    for name, value in changes.items():
        if record.get(name) != value:
            changed = {"puzzles": [{**record, name: value}]}
            Path("changed.json").write_text(json.dumps({**json.loads(text), **changed}))
            assert tw.verify("changed.json").wrong, name
    # A program judges the solution by the record alone.
    assert tw.Tiling.from_json(record["solution"]).faults(tw.Problem.from_json(record)) == []
    assert run(["convert", "made.json", "-o", "made.txt", "-q"]) == 0
    same(read_puzzle_file("made.txt"), made.puzzle)


def test_the_puzzles_of_a_run(asked: tuple[Kind, str | None], made: Generated) -> None:
    """Its ledger keeps the rules of a puzzle as well."""
    date = datetime.date(2026, 10, 6) if asked[1] is None else None
    work = PuzzlesWork.of(*asked, count=1, seed=3, date=date)
    (found,) = work.puzzles([json.loads(json.dumps(work.answer(3)))])
    same(found.puzzle, made.puzzle)
    assert found.solution.faults(found.puzzle.problem()) == []


def test_named_puzzles() -> None:
    dates = [
        CALENDARS[name].read(date)
        for name, date in (("calendar", "2-29"), ("weekday", "10-06-tue"))
    ]
    for puzzle in (*named_puzzles(), *dates):
        same(read_puzzle_text(puzzle_text(puzzle)), puzzle)
        same(puzzle_from_json(puzzle_json(puzzle)), puzzle)


@pytest.mark.parametrize("name", ["talos:hub-gates-1", "dots:4x6-easy", "calendar:10-06"])
def test_convert_keeps_the_puzzle(name: str, capsys: Captured) -> None:
    puzzle = find_puzzle(name)
    for number, ending in enumerate((".txt", ".json", ".txt")):
        source = f"{number - 1}{(ending, '.txt', '.json')[number]}" if number else name
        assert run(["convert", source, "-o", f"{number}{ending}"]) == 0
        assert (
            capsys.readouterr().err
            == f"{number}{ending}: format {'json' if 'j' in ending else 'puzzle'}\n"
        )
        same(read_puzzle(f"{number}{ending}"), puzzle)
    assert f"\nkind: {puzzle.kind}\n" in Path("2.txt").read_text()
    assert f"\nid: {name}\n" in Path("2.txt").read_text()
    # Other formats say that they lose the kind.
    assert run(["convert", name, "--to", "xmpuzzle", "-o", "x.xmpuzzle"]) in (0, 2)
    lost = "tilewright: lost: the kind of the puzzle" in capsys.readouterr().err
    assert lost == (Path("x.xmpuzzle").exists() and puzzle.kind != "sigil")


def test_several_puzzles_in_one_file(capsys: Captured) -> None:
    assert run(["make", "dots", "4x6", "-n", "2", "--seed", "1", "--json"]) == 0
    Path("two.json").write_text(capsys.readouterr().out)
    ids = [record["id"] for record in json.loads(Path("two.json").read_text())["puzzles"]]
    for number in (1, 2):
        assert read_puzzle(f"two.json#{number}") == find_puzzle(ids[number - 1])
    assert run(["puzzles", "dots", "--json"]) == 0
    Path("list.json").write_text(capsys.readouterr().out)
    same(read_puzzle("list.json#2"), named_puzzles("dots")[1])
    assert run(["convert", "two.json", "-o", "again.json", "-q"]) == 0
    assert read_puzzle("again.json#2") == read_puzzle("two.json#2")


def test_a_changed_file_has_no_id_and_level_of_another_puzzle() -> None:
    made = generate("dots", "6x6", seed=3).puzzle
    assert made.level is not None
    for text in (puzzle_text(made), puzzle_text(find_puzzle("dots:6x6-easy"))):
        head, _, drawing = text.partition("\n\n")
        changed = read_puzzle_text(f"{head}\n\n{drawing.replace('o', '#', 1)}")
        assert changed.level is None
        assert changed.name == make_puzzle("dots", changed.board, changed.pieces).name
        bent = read_puzzle_text(text.replace("id: id:2", "id: id:9").replace("6x6-easy", "none"))
        assert bent.name.startswith("id:") and bent.problem() == read_puzzle_text(text).problem()
    own = "tilewright puzzle\nlevel: hard\npieces: L3=4\n\n####\n####\n####"
    assert read_puzzle_text(own).level == "hard"
    # It has several solutions.
    assert sheet_of(read_puzzle_text(own)).level is None
    assert run(["make", "dots", "4x6", "--seed", "1", "--no-grade", "-o", "bare.txt", "-q"]) == 0
    assert "level:" not in Path("bare.txt").read_text()


@pytest.mark.parametrize("kind", ["dots", "sigil"])
def test_a_known_kind_has_a_title_without_one(kind: Kind) -> None:
    record = {"kind": kind, "board": "o#/##/#o", "pieces": ["#/o#+"]}
    assert puzzle_from_json(record).kind == kind
    with pytest.raises(tw.RequestError):
        puzzle_from_json({**record, "pieces": "L3"})


def test_what_only_some_puzzles_have() -> None:
    """Titles of their own, wraps that count, equal pieces listed apart, and pieces that lie as they
    were placed.
    """
    equal = [tw.Piece.parse("L3"), tw.Piece.parse("L3")]
    for problem in (
        tw.Problem("torus:1x4", "domino+", by_wrap=True),
        tw.Problem("2x3", *equal),
        tw.Problem("2x3", "I2", "O4", placed=["I2:0,0-1,0"]),
        tw.Problem("#?/##", "I2", "monomino+", empty=(0, 1)),
    ):
        puzzle = Puzzle.of(problem, title="My own title")
        named = make_puzzle("sigil", problem.board, puzzle.pieces)
        for each in (puzzle, named):
            for found in (
                read_puzzle_text(puzzle_text(each)),
                puzzle_from_json(json.loads(json.dumps(puzzle_json(each)))),
            ):
                assert found.problem() == each.problem()
                assert (found.title, found.placed) == (each.title, each.placed)
                assert found.problem().parts == each.problem().parts


def test_what_a_record_says_is_kept_and_the_name_of_another_kind_is_not() -> None:
    made = generate("dots", "4x6", seed=3).puzzle
    data = puzzle_json(made)
    assert puzzle_from_json(data).level == made.level
    # A title is the reader's own, and pieces are placed as typed.
    mine = puzzle_from_json({**data, "title": "Mine"})
    assert (mine.name, mine.title) == (made.name, "Mine")
    typed = {"board": "2x3", "pieces": ["I2=3"], "placed": ["I2:1,0-0,0"]}
    assert [*puzzle_from_json(typed).placed] == typed["placed"]
    other = puzzle_from_json({**data, "kind": "hole", "level": None})
    assert (other.kind, other.level) == ("hole", None)
    assert other.name != made.name
