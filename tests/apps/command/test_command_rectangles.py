"""The command rectangles: its output, files and exit codes."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import FrameType

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.apps.command.ask import TimeUp
from tilewright.shapes.rectangles import boxes, claims
from waiting import Countdown

Captured = pytest.CaptureFixture[str]


def test_an_answer_has_order_primes_and_the_reason(capsys: Captured) -> None:
    assert run(["rectangles", "L3", "-q"]) == 0
    text = capsys.readouterr().out
    assert "L3: order 2 (2x3), odd order 15 (5x9)" in text
    assert "prime rectangles: 2x3 5x9" in text
    assert "complete: " in text


@pytest.mark.parametrize("piece", ["L3", "P5", "X5", "Y5"])
def test_the_answer_says_what_the_command_prints(piece: str, capsys: Captured) -> None:
    answer = tw.rectangles(piece, max_width=5)
    run(["rectangles", piece, "--max-width", "5", "-q"])
    assert capsys.readouterr().out == f"{answer.text()}\n"
    run(["rectangles", piece, "--max-width", "5", "--table"])
    assert capsys.readouterr().out == f"{answer.row()}\n"


def test_answers_about_sets_and_boxes_say_what_the_command_prints(capsys: Captured) -> None:
    run(["rectangles", "I3", "L3", "--both", "-q"])
    assert capsys.readouterr().out == f"{tw.rectangles('I3', 'L3', both=True).text()}\n"
    run(["rectangles", "S4", "--boxes", "--max-width", "3", "-q"])
    assert capsys.readouterr().out == f"{boxes('S4', sides=3).text()}\n"
    run(["rectangles", "S4", "--boxes", "--max-width", "3", "--table"])
    assert capsys.readouterr().out == f"{boxes('S4', sides=3).row()}\n"


def test_a_piece_that_tiles_none_ends_with_1(capsys: Captured) -> None:
    assert run(["rectangles", "X5"]) == 1
    assert "X5 tiles no rectangle: no corner can be filled" in capsys.readouterr().out


def test_json_has_strings_for_orders(capsys: Captured) -> None:
    assert run(["rectangles", "L4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["order"] == "2"
    assert answer["order_rectangle"] == [2, 4]
    assert answer["odd_order"] is None
    assert answer["primes"] == [[2, 4], [3, 8]]
    assert answer["complete"] is True
    assert answer["half_strip"] is True


def test_a_table_has_a_line_for_each_piece(capsys: Captured) -> None:
    assert run(["rectangles", "trominoes", "S4", "--table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["I3", "L3", "S4"]
    assert lines[-1].startswith(
        "3 pieces: 2 tile a rectangle (2 lists complete), 1 tile none, 0 open; "
    )
    assert run(["rectangles", "trominoes", "S4", "--table", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["rectifiable"] for one in listed] == [True, True, False]


def test_a_table_is_written_as_a_text(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "table.md"
    assert run(["rectangles", "trominoes", "S4", "--table", "-o", str(path)]) == 0
    assert "| `#/##` | 2 (2x3) | 15 (5x9) | 2: 2x3 5x9 |" in path.read_text(encoding="utf-8")
    capsys.readouterr()
    assert run(["rectangles", "L3", "-o", str(path)]) == 2
    assert "add --table" in capsys.readouterr().err


def test_certificates_are_written_and_checked(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "primes.jsonl"
    assert run(["rectangles", "L4", "X5", "-q", "-o", str(path)]) == 0
    capsys.readouterr()
    assert run(["verify", str(path)]) == 0
    assert "claims hold.\n" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8").replace('"order": "2"', '"order": "4"'))
    assert run(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == 1
    path.write_text("neither claims nor tilings\n")
    assert run(["verify", str(path)]) == 2


@pytest.mark.slow
def test_the_primes_are_a_booklet(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "primes.pdf"
    # Seven tilings, at most six to a page.
    assert run(["rectangles", "P5", "L3", "L4", "I3", "-q", "-o", str(path)]) == 0
    document = path.read_bytes()
    assert document.startswith(b"%PDF")
    assert document.count(b"/Type /Page\n") == 2
    # A list of many pieces would leave no space for the tilings.
    assert run(["rectangles", *["O4", "I2"] * 20, "-q", "-o", str(path)]) == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 7
    assert run(["rectangles", "I3", "L3", "--both", "-q", "-o", str(path)]) == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 1


def test_a_certificate_with_more_states_says_how_to_check_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "primes.jsonl"
    assert run(["rectangles", "L4", "-q", "-o", str(path)]) == 0
    capsys.readouterr()
    with monkeypatch.context() as few:
        few.setattr(claims, "MOST_STATES", 3)
        assert run(["verify", str(path)]) == 3
    captured = capsys.readouterr()
    assert "there are more than 3 states" in captured.out
    said = re.search(r"tilewright\.verify\('(.*)', max_states=(\d+)\)", captured.err)
    assert said is not None
    assert tw.verify(said[1], max_states=int(said[2]))
    assert not tw.verify(said[1], max_states=3)
    assert run(["verify", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "All 11 claims hold.\n"
    assert "max_states" not in captured.err
    assert run(["verify", str(path), "-v"]) == 0
    assert "line 1: L4: the piece L4: holds\n" in capsys.readouterr().out
    assert run(["verify", str(path), "--timeout", "1e-9"]) == 3
    captured = capsys.readouterr()
    stopped = (
        r"Verification stopped early\. So far, \d+ claims? verified, 0 wrong and 0 undecided\."
    )
    assert re.match(stopped, captured.out)
    assert captured.err.startswith("stopped: the time limit of 1e-09 seconds was reached;")


def test_rectangles_with_every_piece_of_a_set(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "primes.jsonl"
    assert run(["rectangles", "I3", "L3", "--both", "-v", "-o", str(path)]) == 0
    captured = capsys.readouterr()
    assert "I3 and L3 together: smallest 3x3\nprime rectangles: 2x6 3x3\n" in captured.out
    assert "width 3: 6 states" in captured.err
    assert run(["verify", str(path), "-v"]) == 0
    assert "the list of prime rectangles with every piece: holds" in capsys.readouterr().out
    assert run(["rectangles", "I3", "L3", "--both", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["pieces"] == ["###", "#/##"]
    assert answer["primes"] == [[2, 6], [3, 3]]
    assert answer["any_primes"] == [[1, 3]]
    assert answer["smallest"] == [3, 3]
    assert run(["rectangles", "X5", "T5", "--both"]) == 1
    assert (
        "X5 and T5 together do not tile a rectangle: no corner can be filled"
        in capsys.readouterr().out
    )


def _is_search(frame: FrameType) -> bool:
    module = frame.f_globals.get("__name__", "")
    return frame.f_code.co_name == "run" and module.startswith("tilewright.shapes.rectangles.")


def _stopped_at(error: type[BaseException], call: int, line: str) -> tuple[int, int]:
    """Run a command, and raise an error in it at the n-th call of a function.

    Returns the exit code and the number of calls.
    """
    calls = 0

    def trace(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        if not frame.f_globals.get("__name__", "").startswith("tilewright.shapes.rectangles."):
            return
        caller: FrameType | None = frame
        while caller is not None and not _is_search(caller):
            caller = caller.f_back
        if caller is None:
            return
        calls += 1
        if calls == call:
            sys.settrace(None)
            raise error

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return run([*line.split(), "--json", "--timeout", "1000"]), calls
    finally:
        sys.settrace(before)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("rectangles ###/.# --max-width 4 --search 0", marks=pytest.mark.slow),
        pytest.param("rectangles I3 L3 --both --max-width 2", marks=pytest.mark.slow),
        "rectangles S4 --boxes --max-width 2",
    ],
)
def test_whatever_the_moment_what_was_found_is_printed(line: str, capsys: Captured) -> None:
    calls = _stopped_at(KeyboardInterrupt, 0, line)[1]
    whole = json.loads(capsys.readouterr().out)
    last: set[tuple[int, ...]] = set()
    for number, call in enumerate((1, calls // 3, calls * 2 // 3, calls - 1)):
        error, code = ((KeyboardInterrupt, 130), (TimeUp, 3))[number % 2]
        assert _stopped_at(error, call, line)[0] == code
        told = json.loads(capsys.readouterr().out)
        primes = {*map(tuple, told["primes"])}
        assert told["stopped"]
        assert last <= primes <= {*map(tuple, whole["primes"])}
        last = primes
    assert last


def _checks(words: list[str]) -> list[int]:
    """Return a sample of the deadline checks within a command."""
    for _ in range(2):  # the first run has more, since it loads kernels
        every = Countdown(10**9)
        with every.holds():
            run(words)
    return [1, *range(2, every.checks, max(1, every.checks // 3))]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "line",
    [
        "L3 --max-width 3",
        "I3 L3 --both --max-width 2",
        "S4 --boxes --max-width 2",
        pytest.param("I3 L3 --table --max-width 2", marks=pytest.mark.slow),
    ],
)
def test_a_deadline_may_pass_at_any_check(line: str, capsys: Captured) -> None:
    words = ["rectangles", *line.split(), "--json"]
    points = _checks(words)
    capsys.readouterr()
    for checks in points:
        with Countdown(checks).holds():
            assert run(words) == 3
        told = json.loads(capsys.readouterr().out)
        assert (told if isinstance(told, dict) else told[-1])["stopped"]


def test_each_row_of_a_table_is_printed_once(capsys: Captured) -> None:
    words = ["rectangles", "I3", "L3", "--table", "--max-width", "4"]
    points = _checks(words)
    capsys.readouterr()
    for checks in points:
        with Countdown(checks).holds():
            assert run(words) == 3
        rows = capsys.readouterr().out.splitlines()
        assert [row.split()[0] for row in rows] == ["I3", "L3", "2"]


def test_a_check_that_is_stopped_tells_what_was_checked(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "primes.jsonl"
    assert run(["rectangles", "L3", "-q", "-o", str(path)]) == 0
    capsys.readouterr()
    with Countdown(5).holds():
        assert run(["verify", str(path), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["claims"]
    assert all(claim["holds"] for claim in told["claims"])
    assert told["stopped"]


def test_orders_that_are_open_are_said_to_be(capsys: Captured) -> None:
    assert run(["rectangles", "Y5", "--max-width", "5", "-q"]) == 0
    assert "Y5: order 10 (5x10), odd order open\n" in capsys.readouterr().out
    assert run(["rectangles", "P5", "--max-width", "2", "--search", "0", "--table"]) == 0
    assert "odd order open" in capsys.readouterr().out


def test_a_limit_ends_with_3(capsys: Captured) -> None:
    assert run(["rectangles", "Y5", "--max-width", "40", "--timeout", "0.5", "-q"]) == 3
    assert "stopped: the time limit was reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rectangles", "PIECE: specify a piece, such as tilewright rectangles Y5"),
        ("verify", "FILE is missing"),
        ("verify missing.jsonl", "cannot read the file"),
        ("rectangles L3 -o x.bmp", ".jsonl (certificates)"),
        ("rectangles L3 --max-width 0", "at least 1"),
        ("rectangles L3 --search -3", "at least 0"),
        ("rectangles I3 L3 --both --search 5", "of a single piece"),
        ("rectangles S4 --boxes --search 5", "of a single piece"),
        ("rectangles L3 --both", "2 to 8 pieces, got 1"),
        ("rectangles L3 I3 --both --table", "--both asks about one set"),
    ],
)
def test_wrong_requests(line: str, message: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    assert message in capsys.readouterr().err
