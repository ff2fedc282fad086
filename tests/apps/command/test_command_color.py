"""``tilewright color`` as its users see it: one tiling, all tilings, graphs, pictures, and what is
refused.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.apps.command.find.color import progress_line
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import (
    Certificate,
    ColorCounts,
    check_certificate,
    check_coloring,
    stacks,
    tally,
)
from tilewright.solving.theorems import golomb
from tilewright.system.work.progress import SearchProgress

Captured = pytest.CaptureFixture[str]
PINWHEEL = "AAB\nDEB\nDCC\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    Path("tiling.txt").write_text(PINWHEEL, encoding="utf-8")
    return tmp_path


def answer(line: str, capsys: Captured, code: int = 0) -> str:
    assert run(["color", *line.split()]) == code, capsys.readouterr().err
    return capsys.readouterr().out


def test_one_tiling_is_drawn_with_the_reason(capsys: Captured) -> None:
    lines = answer("tiling.txt --touch edge", capsys).splitlines()
    assert lines[0] == "┌───────┬───┐"
    assert lines[-1] == "3 colors, the fewest possible: tiles 0, 1, 3 all touch each other"


def test_json_of_one_tiling_can_be_checked(capsys: Captured) -> None:
    value = json.loads(answer("tiling.txt --touch strong --json", capsys))
    assert (value["touch"], value["colors"], value["proven"]) == ("strong", 3, True)
    labels = np.array(value["labels"])
    check_coloring(labels, value["coloring"], "strong", colors=3)
    certificate = value["certificate"]
    check_certificate(
        labels,
        Certificate(certificate["kind"], certificate["colors"], tuple(certificate["vertices"])),
        "strong",
    )
    assert "labels" not in json.loads(answer("tiling.txt --json -q", capsys))


def test_too_few_colors_exit_with_1_and_say_why(capsys: Captured) -> None:
    assert answer("tiling.txt --colors 2", capsys, code=1) == (
        "The tiling cannot be colored with 2 colors: tiles 2, 3, 4 all touch each other\n"
    )
    value = json.loads(answer("tiling.txt --colors 2 --json", capsys, code=1))
    assert (value["colorable"], value["coloring"], value["lower_bound"]) == (False, None, 3)
    assert value["certificate"]["kind"] == "clique"


def test_tilings_are_read_from_solve_json_and_npy(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["solve", "3x20", "pentominoes", "--json"]) == 0
    solved = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(solved))
    assert answer("- --touch strong -q", capsys) == "3\n"
    Path("solved.json").write_text(solved, encoding="utf-8")
    assert answer("solved.json --touch strong -q", capsys) == "3\n"
    np.save("labels.npy", Tiling.from_text(PINWHEEL).labels)
    assert answer("labels.npy --touch 2 -q", capsys) == "5\n"


def test_the_first_tiling_of_a_problem(capsys: Captured) -> None:
    assert "the fewest possible: tiles" in answer("3x20 pentominoes --touch strong", capsys)
    assert answer("3x3 L3=2 monomino=2", capsys, code=1).startswith(
        "There is no tiling: the board has 9 cells"
    )


@pytest.mark.parametrize(("option", "colors"), [("--touch edge", 3), ("--touch strong", 4)])
def test_golombs_board_needs_no_search(option: str, colors: int, capsys: Captured) -> None:
    out = answer(f"2^8-17,200 L3+ {option} -o board.png", capsys)
    assert f"{colors} colors, the fewest possible" in out
    assert Path("board.png").stat().st_size > 1000


def test_all_tilings_are_judged(capsys: Captured) -> None:
    words = "6x10 pentominoes --all --unique --touch strong --colors 3"
    assert answer(words, capsys) == "94 of 2339 are strongly 3-colorable\n"
    assert answer(words + " -q", capsys) == "94\n"
    value = json.loads(answer(words + " --json", capsys))
    assert (value["colorable"], value["tilings"], value["colors"]) == ("94", "2339", 3)
    assert value["complete"] is True


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("", {}),
        ("--touch 2", {"touch": 2}),
        ("--touch strong --colors 3", {"touch": "strong", "colors": 3}),
    ],
)
def test_the_tally_says_what_the_command_prints(options: str, asked: Any, capsys: Captured) -> None:
    found = stacks(tw.tilings("3x20", "pentominoes", unique=True))
    counts = tally(found, **asked)
    words = f"3x20 pentominoes --all --unique {options}"
    code = 0 if counts.colorable else 1
    assert answer(words, capsys, code) == f"{counts.text()}\n"
    value = json.loads(answer(f"{words} --json", capsys, code))
    told = counts.to_json()
    assert {key: value[key] for key in told} == told
    about = {"board", "pieces", "turn", "placed", "empty", "unique", "seconds"}
    assert value.keys() - told.keys() == about


def test_the_coloring_says_what_the_command_prints(capsys: Captured) -> None:
    tiling = Tiling.from_text(PINWHEEL)
    for options, asked in (
        ("", {}),
        ("--colors 2", {"colors": 2}),
    ):
        coloring = tw.color(tiling, **asked)  # type: ignore[arg-type]
        printed = answer(f"tiling.txt {options}", capsys, 0 if coloring else 1)
        assert printed.splitlines()[-1] == str(coloring) == coloring.text()


def test_tables_over_all_tilings(capsys: Captured) -> None:
    assert answer("6x10 pentominoes --all --unique --touch strong", capsys).split() == [
        *("colors", "(strong)", "tilings", "3", "94", "4", "2245")
    ]
    value = json.loads(answer("5x12 pentominoes --all --unique --json", capsys))
    assert value["by_colors"] == {"3": "449", "4": "561"}
    counts = tally(stacks(tw.tilings("5x12 pentominoes", unique=True)))
    assert counts.by_crossings == {0: 325, 1: 487, 2: 180, 3: 18}


def test_nothing_colorable_and_no_tiling_exit_with_1(capsys: Captured) -> None:
    assert (
        answer("3x20 pentominoes --all --colors 2", capsys, code=1)
        == "0 of 8 are 2-colorable along edges\n"
    )
    assert answer("3x3 L3=3 --all", capsys, code=1) == "There is no tiling.\n"


def test_a_limit_says_that_it_is_not_all(capsys: Captured) -> None:
    assert run(["color", "6x10", "pentominoes", "--all", "--limit", "100"]) == 3
    captured = capsys.readouterr()
    assert (
        captured.err == "100 tilings colored · by colors 3: 60, 4: 40; "
        "--limit was reached, so there may be more\n"
    )
    assert sum(int(line.split()[1]) for line in captured.out.splitlines()[1:]) == 100


def test_a_search_that_had_no_time_has_done_nothing(capsys: Captured) -> None:
    assert run(["color", "6x10", "pentominoes", "--all", "--timeout", "1e-9"]) == 3
    err = capsys.readouterr().err
    assert (
        err == "0 tilings colored · 0% of the search; "
        "the time limit was reached, so there may be more\n"
    )


def test_while_all_are_judged_the_line_says_how_far_it_is() -> None:
    tally = ColorCounts()
    tally.add(np.array([3, 4, 4], dtype=np.int32), None)
    early = SearchProgress.of(found=3, delivered=3, nodes=9, worked=9, share=0.0, seconds=0.1)
    later = SearchProgress.of(found=3, delivered=3, nodes=9, worked=9, share=0.002, seconds=6.0)
    assert progress_line(tally, None) == "3 tilings colored · by colors 3: 1, 4: 2"
    assert (
        progress_line(tally, lambda: early)
        == "3 tilings colored · 0% of the search · by colors 3: 1, 4: 2"
    )
    assert (
        progress_line(tally, lambda: later)
        == "3 tilings colored · 0.2% of the search · about 49:54 min left · by colors 3: 1, 4: 2"
    )


def test_pictures_of_the_colorable_ones(capsys: Captured) -> None:
    answer(
        "5x12 pentominoes --all --unique --touch strong --colors 3 -o sheet.svg --palette hatched",
        capsys,
    )
    assert Path("sheet.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tiling.txt --colors 0", "--colors: must be at least 1, got 0"),
        ("tiling.txt --touch 0", "--touch: must be 'edge', 'strong' (also at corners) or a"),
        ("tiling.txt --touch near", "must be edge, strong or a number of king's moves, got 'near'"),
        ("tiling.txt --all", "a board and pieces"),
        ("tiling.txt -o picture.bmp", "picture.bmp"),
        ("6x10", "file '6x10' not found; after a board, give its pieces: tilewright color 6x10"),
        ("missing.txt", "file 'missing.txt' not found"),
        ("faulty.json", "the label -5 is invalid"),
        ("broken.json", "invalid JSON"),
        ("ragged.txt", "ragged.txt, line 2: "),
        ("wrong.npy", "wrong.npy: expected an array saved by numpy.save"),
        ("several.npy", "expected a single array, got an archive"),
        ("folder.npy", "folder.npy: cannot read the file: Is a directory"),
        ("binary", "binary: this is not a text file (byte 2 is not UTF-8)"),
        ("list.json", "list.json: a tiling in JSON must have 'labels': rows of integers, all of"),
        ("x" * 5000, "file 'xxx"),
        ("flat.npy", "2-dimensional"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    line: str, message: str, capsys: Captured
) -> None:
    Path("faulty.json").write_text('{"labels": [[0, 1], [2, -5]]}', encoding="utf-8")
    Path("broken.json").write_text('{"labels": [[0, 1', encoding="utf-8")
    Path("ragged.txt").write_text("AAB\nAB\n", encoding="utf-8")
    Path("wrong.npy").write_bytes(b"not an array")
    Path("binary").write_bytes(b"AB\xff\xfe")
    Path("list.json").write_text('{"tilings": [3]}', encoding="utf-8")
    Path("folder.npy").mkdir()
    with Path("several.npy").open("wb") as stream:
        np.savez(stream, one=np.zeros(3))
    np.save("flat.npy", np.zeros(4, dtype=np.int32))
    assert run(["color", *line.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("ending", ["txt", "jsonl"])
def test_what_solve_saves_can_be_colored(ending: str, capsys: Captured) -> None:
    words = ["4x6-1,1-1,2-1,3", "trominoes+"]
    assert run(["solve", *words, "-o", f"found.{ending}"]) == 0
    direct = json.loads(answer(" ".join(words) + " --json", capsys))
    read = json.loads(answer(f"found.{ending} --json", capsys))
    assert (read["labels"], read["colors"]) == (direct["labels"], direct["colors"])


def test_of_several_tilings_the_first_is_colored(capsys: Captured) -> None:
    assert run(["solve", "4x6", "trominoes+", "--limit", "3", "-o", "several.jsonl", "-q"]) == 3
    first = json.loads(Path("several.jsonl").read_text().splitlines()[0])
    capsys.readouterr()
    assert run(["color", "several.jsonl", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["labels"] == first["labels"]
    assert "the first of 3 tilings" in err
    Path("none.json").write_text('{"tilings": []}', encoding="utf-8")
    assert run(["color", "none.json"]) == 2
    assert "none.json: the file contains no tiling" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["6x10", "pentominoes"],
        ["6x10", "pentominoes", "-q"],
        ["2x3", "L3+", "--all"],
    ],
)
def test_a_picture_on_standard_output_is_alone_there(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["color", *words, "-o", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("<svg")
    assert captured.out.rstrip().endswith("</svg>")
    assert "color" in captured.err or captured.err.strip().isdecimal()


@pytest.mark.parametrize("asked", ["2^4-3,5 L3+", "2^5-3,2 L3+", "8x8 L3+ monomino", "4x4-0,0 L3+"])
def test_the_command_and_the_library_color_the_same_tiling(asked: str, capsys: Captured) -> None:
    value = json.loads(answer(f"{asked} --json", capsys))
    found = tw.color(asked)
    assert (value["colors"], value["proven"], value["coloring"]) == (
        found.colors,
        found.proven,
        found.coloring.tolist(),
    )
    tiling = tw.solve(asked)
    assert tiling is not None
    assert value["labels"] == tiling.labels.tolist()


def test_the_first_tiling_of_golombs_boards_is_golombs() -> None:
    assert np.array_equal(tw.solve("2^4-3,5 L3+").labels, golomb(4, (3, 5)).labels)
    assert tw.color("2^4-3,5 L3+").colors == 3
