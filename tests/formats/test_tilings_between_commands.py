"""Every command reads the tilings that every command writes: all lattices, surfaces and endings."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.drawing import terminal
from tilewright.errors import TilingError
from tilewright.formats.native import text_tilings, tilings_text
from tilewright.formats.request import parse_tilings

#: Boards with their pieces and options: of each, all tilings are written.
PROBLEMS = {
    "squares": "2x3 L3+",
    "one row": "1x4 domino+",
    "one column": "4x1 domino+",
    "a hole": "3x3-1,1 domino+",
    "outside": "###/#.#/###/### domino=5 monomino",
    "a column without a cell": "##.## domino+",
    "a row without a cell": "##/../## domino+",
    "empty cells": "3x3 L3+ --empty 3",
    "many tiles": "1x70 monomino+",
    "separate cells": "2x3 #.#+ --turn fixed --empty 2",
    "cylinder": "cylinder:2x3 I3+",
    "cylinder without a corner": "cylinder:1x3 I3",
    "moebius": "moebius:2x3 L3+",
    "torus": "torus:2x3 L3+",
    "klein": "klein:2x3 L3+",
    "triangles": "tri:2x4 diamond+",
    "hexagons": "hex:2x3 dihex+",
    "torus of hexagons": "torus:hex:2x3 dihex+",
    "cubes": "cube:2x2x2 cube:dominoes+",
    "one layer of cubes": "cube:1x2x2 cube:dominoes+",
    "cubes and empty cells": "cube:2x2x2 L3=2 --empty 2",
}
#: Boards whose drawing on standard output shows a tiling: of squares, and in one piece.
DRAWN = [
    name
    for name, words in PROBLEMS.items()
    if words.partition(":")[0] not in ("tri", "hex", "cube") and ":hex" not in words
]
ENDINGS = ("txt", "jsonl", "parquet")
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_a_fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def asked(capsys: Captured, *words: str) -> tuple[int, str, str]:
    code = run(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def problem_of(name: str) -> tw.Problem:
    words, *options = PROBLEMS[name].split(" --")
    return tw.read(words, **dict(option.split() for option in options))


def seen(tilings: Sequence[tw.Tiling]) -> list[object]:
    """Return what all files say of tilings: not the names of the pieces."""
    return [(each.labels.tolist(), each.lattice.name, each.surface) for each in tilings]


def found(name: str) -> list[object]:
    return seen(tw.tilings(problem_of(name)))


@pytest.mark.parametrize("name", PROBLEMS)
def test_all_tilings_are_read_from_every_file(name: str, capsys: Captured) -> None:
    ask, problem, tilings = PROBLEMS[name].split(), problem_of(name), found(name)
    written = []
    for ending in ENDINGS:
        assert asked(capsys, "solve", *ask, "--all", "-q", "-o", f"all.{ending}")[0] == 0
        written.append(f"all.{ending}")
    assert run(["solve", *ask, "--all", "--json"]) == 0
    Path("answer.json").write_text(capsys.readouterr().out, encoding="utf-8")
    for source in (*written, "answer.json"):
        for ending in ENDINGS:
            copy = f"{source}-copy.{ending}"
            assert asked(capsys, "convert", source, "-o", copy)[0] == 0
            written.append(copy)
        assert asked(capsys, "show", source, "-q", "-o", f"{source}-shown.txt")[0] == 0
        written.append(f"{source}-shown.txt")
    for file in written:
        assert seen(tw.read_tilings(file)) == tilings, file
    for file in (*(f"all.{ending}" for ending in ENDINGS), "answer.json"):
        claims = [
            claim for claim in tw.verify(file, problem).claims if "all of them" not in claim.claim
        ]
        assert all(claim.holds for claim in claims), file
        code, shown, _ = asked(capsys, "show", file, "--json")
        assert code == 0
        assert seen([tw.Tiling.from_json(each) for each in json.loads(shown)["tilings"]]) == tilings
        assert asked(capsys, "color", file, "-q")[0] in (0, 1)


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_tiling_has_its_number_in_every_file(name: str, capsys: Captured) -> None:
    ask = PROBLEMS[name].split()
    words, options = [word for word in ask if not word.startswith("-")], []
    if "--turn" in ask or "--empty" in ask:
        first = next(place for place, word in enumerate(ask) if word.startswith("--"))
        words, options = ask[:first], ask[first:]
    number = len(found(name)) - 1
    lines = [*words, str(number), *options]
    assert asked(capsys, "nth", *lines, "-q", "-o", "one.txt")[0] == 0
    assert run(["nth", *lines, "--json"]) == 0
    Path("one.json").write_text(capsys.readouterr().out, encoding="utf-8")
    np.save("one.npy", tw.tiling_set(problem_of(name))[number].labels)
    for ending in ENDINGS:
        assert asked(capsys, "convert", "one.json", "-o", f"copy.{ending}")[0] == 0
    for file in ("one.txt", "one.json", "one.npy", *(f"copy.{each}" for each in ENDINGS)):
        code, said, _ = asked(capsys, "nth", *words, file, *options)
        assert (code, said) == (0, f"{number}\n"), file


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("name", DRAWN)
def test_drawings_are_read(name: str, encoding: str) -> None:
    """As they are printed: with and without Unicode, with labels, and hatched."""
    problem = problem_of(name)
    board = problem.board
    if name == "separate cells":
        return
    for hatched in (False, True):
        drawn = [
            terminal(
                tw.draw(tiling, patterns=hatched, letters=hatched, holes=tw_holes(board)),
                color="none",
                unicode=encoding == "utf-8",
                width=1000,
            )
            for tiling in tw.tilings(problem)
        ]
        numbered = "".join(f"{place}:\n{text}\n" for place, text in enumerate(drawn))
        assert seen(parse_tilings(numbered, "", board)) == found(name)
        if name != "a column without a cell":
            assert seen(parse_tilings(numbered, "")) == found(name)


def tw_holes(board: tw.Board) -> list[tuple[int, int]]:
    from tilewright.apps.command.answers import enclosed

    return enclosed(board.mask)


@pytest.mark.parametrize("name", sorted(PROBLEMS.keys() - set(DRAWN)))
def test_pictures_of_other_lattices_are_refused(
    name: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a picture does not tell is not guessed."""
    ask = PROBLEMS[name].split()
    assert run(["solve", *ask, "--all"]) == 0
    drawn = capsys.readouterr().out
    with pytest.raises(TilingError):
        parse_tilings(drawn, "", problem_of(name).board)
    if name != "one layer of cubes":
        monkeypatch.setattr("sys.stdin", io.StringIO(drawn))
        assert asked(capsys, "color", "-")[0] == 2


def test_a_drawing_does_not_tell_the_cells_of_a_piece_apart(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "separate cells"
    assert run(["solve", *PROBLEMS[name].split()]) == 0
    Path("drawn.txt").write_text(capsys.readouterr().out, encoding="utf-8")
    with pytest.raises(tw.errors.FormatError, match="not connected"):
        tw.verify("drawn.txt", problem_of(name))


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("solve 3x3 L3+ --most -o most.txt", "most.txt"),
        ("solve 3x3 L3+ --most --json", ""),
        ("solve cube:2x2x2 L3+ --most -o most.txt", "most.txt"),
        ("solve hex:2x2 dihex+ --most -o most.txt", "most.txt"),
        ("sample 4x4 dominoes+ -n 3 --seed 1 -o drawn.txt", "drawn.txt"),
        ("sample tri:2x4 diamond+ -n 3 --seed 1 -o drawn.txt", "drawn.txt"),
        ("color 2x3 L3+ --all -o colored.txt", "colored.txt"),
        ("color 2x3 L3+ --letters -o colored.txt", "colored.txt"),
        ("color hex:2x3 dihex+ -o colored.txt", "colored.txt"),
        ("color 2x3 L3+ --json", ""),
        ("count 2x3 L3+ --cost L3=1 --json", ""),
        ("golomb 2 --hole 1,2 -o hole.txt", "hole.txt"),
        ("golomb 2 --hole 1,2 --json", ""),
        ("golomb 5x5 --hole 0,0 -o hole.txt", "hole.txt"),
        ("golomb 5x5 --hole 0,0 --json", ""),
        ("rectangles L4 -o primes.txt", "primes.txt"),
        ("rectangles L4 -o primes.jsonl", "primes.jsonl"),
        ("figure L3 I3 --json", ""),
        ("make sigil 4x5 --seed 1 -o puzzle.txt", "puzzle-answer.txt"),
        ("make sigil cube:2x2x3 --seed 1 -o puzzle.txt", "puzzle-answer.txt"),
        ("make sigil hex:3x4 --seed 1 -o puzzle.txt", "puzzle-answer.txt"),
    ],
)
def test_what_other_commands_write_is_read(words: str, file: str, capsys: Captured) -> None:
    assert run(words.split()) == 0
    said = capsys.readouterr().out
    if not file:
        file = "answer.json"
        Path(file).write_text(said, encoding="utf-8")
    tilings = tw.read_tilings(file)
    assert tilings
    assert asked(capsys, "convert", file, "-o", "copy.txt")[0] == 0
    assert seen(tw.read_tilings("copy.txt")) == seen(tilings)
    assert asked(capsys, "show", "copy.txt", "-q")[1] == f"{len(tilings)}\n"
    assert asked(capsys, "verify", file)[0] != 1


def test_an_answer_is_colored_as_it_is(capsys: Captured) -> None:
    """The tiling of the answer, not the first one of its problem."""
    assert run(["nth", "4x6", "trominoes+", "17", "--json"]) == 0
    Path("answer.json").write_text(capsys.readouterr().out, encoding="utf-8")
    found = json.loads(asked(capsys, "color", "answer.json", "--json")[1])
    assert found["labels"] == json.loads(Path("answer.json").read_text())["tilings"][0]["labels"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAB\nABB\n\nABB\nAAB", "blank lines are ambiguous"),
        ("┌───┐\n│   │\n└───┘\n\n┌───┐\n│   │\n└───┘", "blank lines are ambiguous"),
        ("┌───┐   ┌───┐\n│   │   │   │\n└───┘   └───┘", "side by side"),
        ("┌───┐\n│ · │\n└───┘", "contains uncovered cells"),
        ("/\\\n\\/", "cannot be read"),
        ("1:\ncube\nAA\nAA\n\nBB", "the same number of rows"),
        ("1:\nhex\n┌───┐\n│   │\n└───┘", "can show only squares"),
    ],
)
def test_a_text_that_could_mean_several_tilings_is_refused(text: str, message: str) -> None:
    with pytest.raises(TilingError, match=message):
        text_tilings(text)


def test_the_size_of_the_board_parts_tilings() -> None:
    letters, box = "AAB\nABB\n\nABB\nAAB", "┌───┐\n│   │\n└───┘"
    assert len(text_tilings(letters, tw.Board("2x3"))) == 2
    assert len(text_tilings(letters, tw.Board("4x3"))) == 1
    assert len(text_tilings(f"{box}\n\n{box}", tw.Board("1x1"))) == 2
    assert len(text_tilings(f"{box}\n\n{box}", tw.Board("#/./#"))) == 1
    assert text_tilings("AB\nCC\n\nAB\nDD", tw.Board("cube:2x2x2"))[0].shape == (2, 2, 2)


@pytest.mark.parametrize("name", PROBLEMS)
def test_text_is_read_as_the_same_tiling(name: str) -> None:
    for tiling in tw.tilings(problem_of(name)):
        assert seen([tw.Tiling.from_text(tiling.text())]) == seen([tiling])
    texts = tilings_text(list(tw.tilings(problem_of(name))))
    assert seen(text_tilings(texts)) == found(name)


def test_a_text_of_another_lattice_than_the_board_is_refused() -> None:
    with pytest.raises(TilingError, match="of hexagons, but the board is 1x2"):
        tw.Tiling.from_text("hex\nAB", tw.Board("1x2"))


@pytest.mark.parametrize(
    "command",
    [
        "nth 2x3 {} 0",
        "solve 2x3 {}",
        "count 2x3 L3+ {}",
        "plane {}",
        "rectangles {}",
        "figure {} I3",
        "make sigil 4x5 {}",
        "pieces {}",
        "verify drawn.txt 2x3 {}",
    ],
)
def test_a_file_of_tilings_is_no_file_of_pieces(command: str, capsys: Captured) -> None:
    for ending in ENDINGS:
        assert run(["solve", "2x3", "L3+", "--all", "-q", "-o", f"all.{ending}"]) == 0
    assert run(["solve", "2x3", "L3+", "-q", "-o", "drawn.txt"]) == 0
    capsys.readouterr()
    assert run(["nth", "2x3", "L3+", "1", "--json"]) == 0
    Path("answer.json").write_text(capsys.readouterr().out, encoding="utf-8")
    for file in ("all.txt", "all.jsonl", "all.parquet", "drawn.txt", "answer.json"):
        code, _, said = asked(capsys, *command.format(file).split())
        assert code == 2
        assert f"{file}: expected pieces, got tilings" in said
        assert f"`tilewright show {file}`" in said
