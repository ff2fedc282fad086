"""``tilewright solve`` as its users see it: answers, JSON, limits, interrupts, checkpoints,
progress.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from commands import Popen, run_process
from tilewright.apps.command import run
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from waiting import NEVER

Captured = pytest.CaptureFixture[str]
COMMAND = [sys.executable, "-m", "tilewright"]


def answer(capsys: Captured, *words: str, code: int = 0) -> str:
    assert run(words) == code
    return capsys.readouterr().out


def test_one_tiling_is_drawn(capsys: Captured) -> None:
    assert (
        answer(capsys, "solve", "2x3", "L3=2")
        == "┌───────┬───┐\n│       │   │\n│   ┌───┘   │\n│   │       │\n└───┴───────┘\n"
    )


def test_quiet_prints_the_number_alone(capsys: Captured) -> None:
    assert answer(capsys, "solve", "3x20", "pentominoes", "--all", "--unique", "-q") == "2\n"
    assert answer(capsys, "solve", "3x20", "pentominoes", "--all", "-q") == "8\n"


def test_json_has_the_documented_shape(capsys: Captured) -> None:
    words = ("solve", "8x8-3,3-3,4-4,3-4,4", "pentominoes", "--all", "--unique", "--json")
    value = json.loads(answer(capsys, *words))
    assert value["board"] == "8x8-3,3-3,4-4,3-4,4"
    assert (value["turn"], value["unique"], value["complete"], value["count"]) == (
        "free",
        True,
        True,
        "65",
    )
    assert value["engine"] in ("scan", "dance")
    assert value["seconds"] >= 0
    assert len({json.dumps(tiling["labels"]) for tiling in value["tilings"]}) == 65
    problem = Problem("8x8-3,3-3,4-4,3-4,4", "pentominoes")
    for tiling in value["tilings"]:
        assert sorted(tiling["pieces"]) == [f"{letter}5" for letter in "FILNPTUVWXYZ"]
        assert Tiling.from_json(tiling).faults(problem) == []
    assert "tilings" not in json.loads(answer(capsys, *words, "-q"))


def test_a_board_word_on_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4x4-0,0\n"))
    assert answer(capsys, "solve", "-", "L3+", "-q") == "1\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["", "L3"], "BOARD: which board? Give rows x columns (6x10), a drawing or a file"),
        (["x" * 5000, "L3"], "'xxx"),
        (["6x10", "pentominoes", "--threads", "0"], "--threads: must be at least 1, got 0"),
        (["6x10", "pentominoes", "--seed=-1"], "--seed: must be at least 0, got -1"),
    ],
)
def test_what_is_wrong_is_said_where_it_was_asked(
    words: list[str], message: str, capsys: Captured
) -> None:
    assert run(["solve", *words]) == 2
    assert capsys.readouterr().err.startswith(f"tilewright: {message}")


def test_holes_do_not_look_like_tiles(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "███" in answer(capsys, "solve", "3x3-1,1", "L3+", "I2+")
    # What lies open to the outside is seen to be none.
    assert "███" not in answer(capsys, "solve", "3x3-0,1-1,1", "L3+", "I2+", "monomino+")
    for command in ("sample", "color", "count --cost L3=1", "solve --animate 0"):
        name, *options = command.split()
        assert "███" in answer(capsys, name, "3x3-1,1", "L3+", "I2+", *options)


@pytest.mark.parametrize("engine", ["scan", "dance"])
def test_both_engines_can_be_asked_for(engine: str, capsys: Captured) -> None:
    value = json.loads(
        answer(capsys, "solve", "5x6", "pentomino:FILPTV", "--all", "--json", "--engine", engine)
    )
    assert value["engine"] == engine
    assert (
        value["count"]
        == json.loads(answer(capsys, "solve", "5x6", "pentomino:FILPTV", "--all", "--json", "-q"))[
            "count"
        ]
    )


def test_no_tiling_is_an_answer_with_its_reason(capsys: Captured) -> None:
    out = answer(capsys, "solve", "5x5", "L3+", code=1)
    assert out.startswith("There is no tiling: ")
    assert "25" in out
    assert "24" in out
    value = json.loads(answer(capsys, "solve", "5x5", "L3+", "--json", code=1))
    assert value["count"] == "0"
    assert value["complete"] is True
    assert "25" in value["reasons"][0]


def test_no_tiling_is_shown_by_marks_and_numbers(capsys: Captured, tmp_path: Path) -> None:
    """The chessboard without two corners, and a board on which the numbers do not repeat."""
    chess = (
        "dark where row + column is even: each domino covers one dark cell, so 7 dominoes need 7 "
        "dark cells, but there are only 6"
    )
    assert chess in answer(capsys, "solve", "4x4-0,0-3,3", "dominoes+", code=1)
    for command in ("sample", "color"):
        assert chess in answer(capsys, command, "4x4-0,0-3,3", "dominoes+", code=1)
    value = json.loads(answer(capsys, "solve", "4x4-0,0-3,3", "dominoes+", "--json", code=1))
    assert chess in value["reasons"][0]
    assert value["weighting"]["rule"] == "(row + column) mod 2"
    board = ["4x4-1,0-1,2-3,0", "I4+", "I3+"]
    out = answer(capsys, "solve", *board, code=1)
    assert out.startswith("There is no tiling: color 3 cells dark, as shown: each piece covers")
    assert out.splitlines()[1:] == ["0 0 0 0", ". 1 . 0", "0 1 1 0", ". 0 0 0"]
    assert len(answer(capsys, "solve", *board, "-q", code=1).splitlines()) == 1
    picture = tmp_path / "why.svg"
    answer(capsys, "solve", *board, "-o", str(picture), code=1)
    assert "Why a 4x4-1,0-1,2-3,0 board has no tiling" in picture.read_text()
    assert "there are 3" in picture.read_text()


def test_a_limit_stops_and_says_that_this_is_not_all(capsys: Captured) -> None:
    assert run(["solve", "6x10", "pentominoes", "--limit", "3", "-q"]) == 3
    captured = capsys.readouterr()
    assert captured.out == "3\n"
    assert captured.err == "3 tilings so far; --limit was reached, so there may be more\n"
    assert run(["solve", "3x20", "pentominoes", "--all", "--limit", "8", "-q"]) in (0, 3)
    capsys.readouterr()
    assert run(["solve", "3x20", "pentominoes", "--limit", "100", "-q"]) == 0
    assert capsys.readouterr() == ("8\n", "")


def test_a_timeout_stops_and_prints_what_was_found(capsys: Captured) -> None:
    assert (
        run(
            [
                "solve",
                "9x10",
                "pentominoes",
                "--turn",
                "one-sided",
                "--all",
                "-q",
                "--timeout",
                "0.2",
            ]
        )
        == 3
    )
    captured = capsys.readouterr()
    assert int(captured.out) >= 0
    assert "the time limit was reached" in captured.err


def test_a_seed_draws_the_order_and_none_means_always_the_same(capsys: Captured) -> None:
    words = ("solve", "6x10", "pentominoes")
    assert answer(capsys, *words) == answer(capsys, *words)
    drawn = {answer(capsys, *words, "--seed", seed) for seed in "1234"}
    assert len(drawn) > 1
    assert answer(capsys, *words, "--seed", "7") == answer(capsys, *words, "--seed", "7")


def test_verbose_says_what_was_chosen_and_why(capsys: Captured) -> None:
    assert run(["solve", "talos:tower-gates-5", "-v"]) == 0
    err = capsys.readouterr().err
    assert re.search(r"56 cells, 7 pieces, 19 orientations, \d+ placements", err)
    assert re.search(r"engine: \w+ \(.+\), threads: \d", err)
    assert "nodes in" in err


def test_a_puzzle_a_board_from_standard_input_and_placed_pieces(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(capsys, "solve", "calendar:10-06", "--all", "-q") == "7\n"
    monkeypatch.setattr("sys.stdin", open_text("##\n##\n##\n"))
    assert answer(capsys, "solve", "-", "L3=2", "-q", "--all") == "2\n"
    assert (
        answer(capsys, "solve", "2x3", "L3=2", "--placed", "L3:0,0-1,0-1,1", "-q", "--all") == "1\n"
    )


def open_text(text: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "gif", "txt"])
def test_pictures_are_saved_by_their_ending(ending: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / f"tiling.{ending}"
    answer(capsys, "solve", "4x6", "trominoes+", "-q", "-o", str(path))
    start = path.read_bytes()[:8]
    signature = {
        "svg": b"<svg",
        "png": b"\x89PNG",
        "pdf": b"%PDF",
        "gif": b"GIF8",
        "txt": "┌".encode(),
    }[ending]
    assert start.startswith(signature)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    if ending == "gif":
        with Image.open(path) as image:
            assert image.n_frames > 5


def test_an_unwritable_output_is_refused_before_the_search(
    tmp_path: Path, capsys: Captured
) -> None:
    for path in (tmp_path / "x.bmp", tmp_path / "missing" / "x.svg", tmp_path):
        assert (
            run(["solve", "9x10", "pentominoes", "--turn", "one-sided", "--all", "-o", str(path)])
            == 2
        )
        assert capsys.readouterr().err.count("\n") == 1


def test_every_tiling_goes_to_a_file_of_lines(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "all.jsonl"
    assert answer(capsys, "solve", "3x20", "pentominoes", "--all", "-q", "-o", str(path)) == "8\n"
    tilings = [Tiling.from_json(json.loads(line)) for line in path.read_text().splitlines()]
    assert len(set(tilings)) == 8


def test_two_runs_do_not_write_to_one_file(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "file.jsonl"
    words = ["solve", "8x8-0,0-7,7", "pentominoes", "monomino=2", "--all", "-q"]
    with Popen(
        [sys.executable, "-c", WRITING, *words, "-o", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stderr is not None
        assert first.stderr.readline() == "open\n"
        assert run(["solve", "3x4", "L3=4", "-q", "-o", str(path)]) == 2
        error = capsys.readouterr().err
        assert f"{path}: another run (process {first.pid}) is writing to this file" in error
        first.kill()
    # A dead run is in nobody's way.
    assert run(["solve", "3x4", "L3=4", "-q", "-o", str(path)]) == 0
    assert len(path.read_text().splitlines()) == 1


#: A run that says when it has its files, and then is at work until it is killed.
WRITING = """
import signal, sys
from tilewright.apps.command import run
from tilewright.apps.command.saving import TilingsFile

opened = TilingsFile.open.__func__

def told(cls, *arguments):
    with opened(cls, *arguments):
        print("open", file=sys.stderr, flush=True)
        while True:
            signal.pause()

TilingsFile.open = classmethod(told)
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.sampled(2)
# Hard links part as soon as either name is written: a whole file takes its place.
@pytest.mark.parametrize("way", ["symlink", "relative", "link to the folder"])
def test_two_names_of_one_file_are_one_file(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    path, other = tmp_path / "file.jsonl", tmp_path / "other.jsonl"
    if way == "symlink":
        other.symlink_to(path)
    elif way == "relative":
        other = Path("file.jsonl")
    else:
        (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
        other = tmp_path / "again" / "file.jsonl"
    words = ["solve", "8x8-0,0-7,7", "pentominoes", "monomino=2", "--all", "-q"]
    with Popen(
        [sys.executable, "-c", WRITING, *words, "-o", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as first:
        try:
            assert first.stderr is not None
            assert first.stderr.readline() == "open\n"
            assert run(["solve", "3x4", "L3=4", "-q", "-o", str(other)]) == 2
            error = capsys.readouterr().err
            assert f"{other}: another run" in error
            assert "is writing to this file" in error
            assert first.poll() is None
        finally:
            first.kill()


def test_tilings_that_cannot_be_written_are_no_answer(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    assert run(["solve", "3x4", "L3=4", "-q", "-o", str(tmp_path / "full.jsonl")]) == 2
    assert "full.jsonl: cannot write the file: No space left" in capsys.readouterr().err


def test_tilings_where_a_board_stands_are_called_so(tmp_path: Path, capsys: Captured) -> None:
    lines = str(tmp_path / "out.jsonl")
    assert run(["solve", "2x3", "L3+", "--all", "-q", "-o", lines]) == 0
    assert run(["solve", lines]) == 2
    assert (
        "expected a drawing of a board, got JSON; for a file of tilings, use `show` or `color`"
        in capsys.readouterr().err
    )


def on_terminal(words: list[str], interrupt: bool = False, **env: str) -> tuple[str, int]:
    """Run the command on a terminal of its own; return what it shows there and its exit code."""
    parent, child = pty.openpty()
    process = Popen(
        [*COMMAND, *words],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **env},
        start_new_session=True,
    )
    os.close(child)
    shown = b""
    deadline = time.monotonic() + NEVER
    os.set_blocking(parent, False)
    while process.poll() is None:
        try:
            shown += os.read(parent, 1 << 16)
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:
            break
        if interrupt and b"million/s" in shown:
            os.kill(process.pid, signal.SIGINT)
            interrupt = False
        if time.monotonic() > deadline:
            process.kill()
    code = process.wait()
    # A terminal gives at most some thousand bytes at a time, and an error at the end.
    with contextlib.suppress(OSError):
        while rest := os.read(parent, 1 << 16):
            shown += rest
    os.close(parent)
    return shown.decode(errors="replace"), code


def test_progress_is_shown_on_a_terminal_and_ctrl_c_keeps_what_was_found() -> None:
    words = ["solve", "9x10", "pentominoes", "--turn", "one-sided", "--all", "-q"]
    shown, code = on_terminal(words, interrupt=True)
    assert code == 130
    assert re.search(r"[\d,]+ found · [\d.,]+ million nodes · \d+ million/s · [\d.]+% done", shown)
    assert "tilings so far; interrupted, so there may be more" in shown
    assert "Traceback" not in shown


def test_a_terminal_gets_color_unless_it_does_not_want_it() -> None:
    words = ["solve", "4x6", "trominoes+"]
    shown, code = on_terminal(words)
    assert code == 0
    assert ";48;5;" in shown
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown, _ = on_terminal(words, **env)
        assert "48;5;" not in shown
        assert "│" not in shown
        assert "|" in shown
    assert set(on_terminal(words, TERM="dumb")[0]) <= set("+-| \r\n")


def test_animation_ends_with_the_tiling_and_gives_the_cursor_back() -> None:
    shown, code = on_terminal(["solve", "4x6", "trominoes+", "--animate", "1"])
    assert code == 0
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h") == 1


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(COMMAND)} solve 6x10 pentominoes --all | head -1"],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "1:\n"
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_all_talos_puzzles_are_solved(capsys: Captured) -> None:
    from tilewright.model.puzzle import named_puzzles

    for puzzle in named_puzzles("talos:"):
        assert run(["solve", puzzle.name, "--json"]) == 0
        (tiling,) = json.loads(capsys.readouterr().out)["tilings"]
        assert Tiling.from_json(tiling).faults(puzzle.problem()) == []
        assert np.array(tiling["labels"]).shape == puzzle.board.shape


@pytest.mark.sampled(2)
@pytest.mark.parametrize("redirection", [">/dev/full", "--help >/dev/full", "<&-", ">&-"])
def test_broken_streams_never_look_like_a_proof(redirection: str) -> None:
    board = "-" if redirection == "<&-" else "4x4"
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(COMMAND)} solve {board} dominoes+ {redirection}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == (0 if redirection == ">&-" else 2)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


def test_ctrl_c_closes_the_json_and_exits_with_130() -> None:
    process = Popen(
        [*COMMAND, "solve", "9x10", "pentominoes", "--turn", "one-sided", "--all", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        out = process.stdout.read(10_000)
        process.send_signal(signal.SIGINT)
        out += process.stdout.read()
        err = process.stderr.read()
    assert process.returncode == 130, err
    found = json.loads(out)
    assert found["complete"] is False
    assert len(found["tilings"]) == int(found["count"]) > 0


@pytest.mark.parametrize("option", ["--all", "--json", "--checkpoint x", "-o x.svg", "--limit 3"])
def test_an_animation_refuses_what_it_cannot_do(option: str, capsys: Captured) -> None:
    assert run(["solve", "4x6", "trominoes+", "--animate", "1", *option.split()]) == 2
    error = capsys.readouterr().err
    assert "an animation shows the search for one tiling" in error
    assert option.split()[0] in error


def test_an_animation_without_a_terminal_is_its_last_picture(capsys: Captured) -> None:
    out = answer(capsys, "solve", "2x3", "L3=2", "--animate", "1")
    assert "\x1b" not in out
    assert out == answer(capsys, "solve", "2x3", "L3=2")
    assert answer(capsys, "solve", "3x3", "L3=2", "--empty", "3", "--animate", "1").count("○") == 3


#: Commands with files that may be 20 kB long at most, as under ``ulimit -f``.
SHORT = """
import json, resource, sys
from tilewright.apps.command import run
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
print([run(words) for words in json.loads(sys.argv[1])])
"""


def test_a_file_that_cannot_be_written_leaves_the_older_one(tmp_path: Path) -> None:
    """Every kind of file of tilings and pictures: what was there stays, nothing is left beside it,
    and the error names it.
    """
    names = ["a.jsonl", "a.parquet", "a.svg", "a.txt"]
    lines = [["solve", "6x10", "pentominoes", "--all", "-q", "-o", name] for name in names]
    for name in names:
        (tmp_path / name).write_text("old and whole\n")
    done = run_process(
        [sys.executable, "-c", SHORT, json.dumps(lines)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == str([2] * len(names)), done.stderr
    errors = [line for line in done.stderr.splitlines() if line.startswith("tilewright: ")]
    assert errors == [
        f"tilewright: {name}: cannot write the file: File too large" for name in names
    ]
    assert {(tmp_path / name).read_text() for name in names} == {"old and whole\n"}
    assert {path.name for path in tmp_path.iterdir()} == {*names}


def test_an_interrupt_that_cannot_wait_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    from tilewright.apps.command.saving import TilingsFile

    added: list[Tiling] = []

    def add(self: TilingsFile, tiling: Tiling, original: Any = TilingsFile.add) -> None:
        original(self, tiling)
        added.append(tiling)
        if len(added) == 100:
            self._lines.stream.write('{"labels": [[0, ')  # type: ignore[union-attr]
            raise KeyboardInterrupt

    monkeypatch.setattr(TilingsFile, "add", add)
    path = tmp_path / "a.jsonl"
    path.write_text("old and whole\n")
    assert run(["solve", "6x10", "pentominoes", "--all", "-q", "-o", str(path)]) == 130
    found = [Tiling.from_json(json.loads(line)) for line in path.read_text().splitlines()]
    assert found == added
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("3x3 ##/## ### --empty 2", None),
        (
            "3x3 ##/## ### --turn fixed --empty 1",
            "which covers 7 of 9 cells. For any number of copies, write ##/##+: `tilewright solve "
            "3x3 '##/##+' '###+' --turn fixed "
            "--empty 1`; to leave 2 cells empty: `tilewright solve 3x3 '##/##' '###' --turn fixed "
            "--empty 2`",
        ),
        ("--limit 1 5x5 L3 --empty=1", "write L3+: `tilewright solve --limit 1 5x5 L3+ --empty=1`"),
        (
            "3x3 L3=2",
            "The pieces cover 6 of 9 cells. To leave 3 cells empty: `tilewright solve 3x3 L3=2 "
            "--empty 3`",
        ),
        ("2x2 L3 L3", "write L3=0..2: `tilewright solve 2x2 L3=0..2`"),
        ("???/### I3", None),
    ],
)
def test_a_hint_about_copies_keeps_the_options(
    line: str, hint: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["solve", *line.split()])
    error = capsys.readouterr().err
    assert error == "" if hint is None else hint in error


@pytest.mark.parametrize(
    "words",
    [
        ("4x5", "dominoes+", "--placed", "domino:0,0-0,1", "--placed", "domino:1,0-2,0"),
        ("3x3", "L3+", "--empty", "3..3"),
        ("??/##", "domino+", "--empty", "0"),
        ("board.txt", "own.pieces"),
        ("torus:3x4", "L3+", "--rule", "by-wrap"),
        ("own.pieces-board.txt", "I3+"),
        (
            *("4x5", "dominoes+", "--placed", "domino:1,2-2,2", "--placed", "domino:0,3-0,4"),
            *("--placed", "domino:2,3-2,4", "--placed", "domino:1,0-2,0"),
        ),
    ],
)
def test_verify_knows_the_problem_of_json(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("##.\n###\n.#.\n" + "." * 300 + "\n" + "." * 300 + "\n")
    Path("own.pieces-board.txt").write_text("#a#\n")
    Path("own.pieces").write_text("tilewright pieces\n\nname: duck\n#\n##\n\nname: goose\n##\n.#\n")
    if words[0] == "own.pieces-board.txt":
        words = (words[0], "#a#+")
    run(["solve", *words, "--all", "--json"])
    text = capsys.readouterr().out
    Path("answer.json").write_text(text)
    assert run(["verify", "answer.json"]) == 0, capsys.readouterr()
    problem = json.loads(text)
    assert {"placed", "empty"} <= set(problem)


def test_no_empty_cells_are_none(capsys: Captured) -> None:
    for empty, count in (("0", "2"), ("0..0", "2"), ("1", "2"), ("2", "3")):
        assert answer(capsys, "count", "??/##", "domino+", "--empty", empty) == f"{count}\n"
    assert answer(capsys, "count", "??/##", "domino+") == "3\n"
