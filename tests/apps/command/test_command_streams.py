"""The command on standard streams that are closed, broken or full: real processes, every
command."""

from __future__ import annotations

import itertools
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hostile import CODES, furnish
from tilewright.apps.command.commands import COMMANDS
from tilewright.system.platform.machine import cores
from waiting import NEVER

#: Of each command a line with an answer; what is read from standard input is read.
ANSWERED = {
    "solve": "- L3+",
    "count": "3x4 L3+ -v",
    "sample": "4x4 dominoes+",
    "nth": "2x3 dominoes+ -",
    "color": "tiling.txt",
    "golomb": "3",
    "make": "dots 3x3",
    # It would go on until Ctrl-C.
    "play": "4x4",
    "pieces": "tetrominoes",
    "puzzles": "hub",
    "convert": "board.txt --to board",
    "--help": "",
    "--version": "",
}
#: A command that is not among them shows its help.
LINES = {name: "--help" for name, *_ in COMMANDS} | ANSWERED
INPUT = {"solve": b"3x4\n", "nth": b"AAB\nCCB\n"}

#: How a shell says what becomes of each stream.
STDIN = {"open": "", "closed": "<&-"}
STDOUT = {"open": "", "closed": ">&-", "full": ">/dev/full", "broken": ">&$broken"}
STDERR = {"open": "", "closed": "2>&-", "full": "2>/dev/full", "broken": "2>&$broken"}
#: A pipe that nobody reads.
BROKEN = "exec {broken}> >(exec true); wait $!; "


def process(
    name: str, folder: Path, stdin: str, stdout: str, stderr: str
) -> subprocess.CompletedProcess[str]:
    line = f"{shlex.quote(sys.executable)} -m tilewright {name} {LINES[name]}"
    redirected = f"{STDIN[stdin]} {STDERR[stderr]} {STDOUT[stdout]}"
    script = f"{BROKEN if 'broken' in (stdout, stderr) else ''}{line} {redirected}"
    given = INPUT.get(name, b"").decode()
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        timeout=NEVER,
    )


def check(name: str, folder: Path, state: tuple[str, str, str]) -> None:
    """Run a command; see that what it ends with depends on what is wrong with its streams, and on
    nothing else.
    """
    stdin, stdout, stderr = state
    done = process(name, folder, *state)
    told = (name, state, done.returncode, done.stderr)
    expected = 0
    if name == "play" or (stdin == "closed" and name in INPUT) or stdout == "full":
        expected = 2
    elif stdout == "broken":
        expected = 141
    assert done.returncode == expected, told
    assert "Traceback" not in done.stderr, told
    assert "Exception ignored" not in done.stderr, told
    if stderr == "open" and expected == 2:
        last = done.stderr.splitlines()[-1]
        assert last.startswith("tilewright: "), told
        if name != "play":
            assert (
                "standard input: cannot read" in last or "cannot write to standard output" in last
            ), told
    if stdout == "open" and expected == 0:
        assert done.stdout, told


def check_all(folder: Path, asked: Iterable[tuple[str, tuple[str, str, str]]]) -> None:
    furnish(folder)
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(lambda each: check(each[0], folder, each[1]), asked))


def test_closed_broken_and_full_streams(tmp_path: Path) -> None:
    """Some commands, each in one of two states: what they do about their streams, they do in one
    place.
    """
    states = [("open", "open", "closed"), ("closed", "broken", "full")]
    check_all(tmp_path, zip(list(LINES)[::5], itertools.cycle(states), strict=False))


@pytest.mark.slow
def test_streams_in_every_state(tmp_path: Path) -> None:
    check_all(tmp_path, itertools.product(LINES, itertools.product(STDIN, STDOUT, STDERR)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "line",
    [
        "solve - -q",
        "convert - --from board",
        "convert - --verify",
        "convert - 3x4 --from picture",
        "solve -",
        "make given -",
        "show -",
        "nth 4x4 dominoes+ -",
    ],
)
def test_standard_input_that_is_closed_is_said_to_be(line: str, tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m tilewright {line} <&-"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tilewright: standard input: cannot read ")
    assert done.stderr.endswith(": it is closed\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("solve -", "256.0 MiB"),
        ("convert - --from dlx", "256.0 MiB"),
        ("convert - 3x4 --from picture", "64.0 MiB"),
    ],
)
def test_standard_input_without_end_is_refused(line: str, limit: str, tmp_path: Path) -> None:
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        done = subprocess.run(
            [sys.executable, "-m", "tilewright", *line.split()],
            cwd=tmp_path,
            stdin=endless.stdout,
            capture_output=True,
            text=True,
            timeout=NEVER,
        )
        endless.kill()
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("tilewright: standard input: ")
    assert limit in done.stderr


def test_files_do_not_take_the_place_of_streams(tmp_path: Path) -> None:
    """A file that is opened while a standard stream is closed would have its number, and get what
    is printed.
    """
    command = (
        f"{shlex.quote(sys.executable)} -m tilewright solve 3x4 L3+ --all -v -o out.jsonl <&- >&- "
        "2>&-"
    )
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path)
    assert done.returncode in CODES - {1, 2}
    assert all(
        line.startswith('{"labels"') for line in (tmp_path / "out.jsonl").read_text().splitlines()
    )


def test_a_name_that_the_terminal_has_no_letters_for(tmp_path: Path) -> None:
    (tmp_path / "b\udcff.txt").write_text("##\n##\n")
    for encoding in ("utf-8", "ascii"):
        done = subprocess.run(
            [sys.executable, "-m", "tilewright", "solve", "b\udcff.txt", "dominoes+", "--json"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b'"board": "##' in done.stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"solve 8x8{'a' * 99} dominoes", b"aaa...' is not a board"),
        ("make sigil 4x6 --seed 1", b" x2\n"),
        ("solve 8x8 \N{ROMAN NUMERAL TWELVE}", b"'\\u216b'"),
    ],
)
def test_what_the_terminal_has_no_letters_for_is_written_with_others(
    line: str, said: bytes
) -> None:
    command = [sys.executable, "-m", "tilewright", *line.split()]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True
    )
    assert said in done.stdout + done.stderr
