"""Where a command runs is nothing to what it says: locale, encoding, terminal, time zone, date,
folder, home.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from waiting import NEVER

BOARD, TITLE = "Brett ü.txt", "Große Fläche"
#: Runs commands in one process, which has taken its locale from the environment, as many
#: applications do.
PROGRAM = """
import contextlib, io, json, locale, sys
from tilewright.apps.command import run
locale.setlocale(locale.LC_ALL, "")
told = []
for line in sys.argv[1:]:
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        code = run(line.split("\t"))
    told.append((code, errors.getvalue()))
    print(end="\\f", flush=True)
sys.stderr.write(json.dumps(told))
"""
COMMANDS = [
    ["solve", BOARD, "dominoes+", "--all", "-q"],
    ["solve", BOARD, "dominoes+", "--all", "-o", "tilings.jsonl"],
    ["solve", BOARD, "dominoes+", "-o", "tiling.svg"],
    ["solve", BOARD, "dominoes+", "-o", "tiling.txt"],
    ["show", "tiling.txt", "-o", "-"],
    ["convert", BOARD, "dominoes=4", "-o", "cover.dlx"],
    ["convert", BOARD, "dominoes=4", "-o", "model.mzn"],
    ["convert", BOARD, "dominoes=4", "--to", "cnf"],
    ["make", "given", "4x5", "--seed", "1", "-o", "given.txt"],
    ["print", "weekday:02-29-tue", "--title", TITLE, "-o", "sheet.pdf"],
    ["puzzles", "weekday:02-29"],
    ["puzzles", "weekday:10-06-tue", "--solutions"],
    ["puzzles", "calendar:02-30"],
    ["pieces", "tetrominoes", "-o", "pieces.png"],
]
#: As small as a terminal's environment can be, and as far from UTC.
ASCII = {
    "LC_ALL": "POSIX",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "TZ": "Pacific/Kiritimati",
    "COLUMNS": "33",
    "NO_COLOR": "1",
    "TERM": "dumb",
}
#: What each command printed and with what code it ended, and the files that they wrote.
Done = tuple[list[tuple[bytes, int]], dict[str, bytes]]


def done(folder: Path, encoding: str = "utf-8", **environment: str) -> Done:
    """Run the commands in a folder, where names and words have this encoding."""
    folder.mkdir()
    (folder / os.fsdecode(BOARD.encode(encoding))).write_text("####\n####\n")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *("\t".join(words).encode(encoding) for words in COMMANDS)],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "HOME"} | environment,
        capture_output=True,
        timeout=NEVER,
        check=True,
        umask=0o077,
    )
    ends = json.loads(ran.stderr)
    assert [error for _, error in ends if "Traceback" in error] == []
    printed = ran.stdout.split(b"\f")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name.isascii()}
    return [(text, code) for text, (code, _) in zip(printed, ends, strict=False)], files


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Done:
    return done(tmp_path_factory.mktemp("usual") / "folder")


@pytest.mark.slow
def test_in_an_ascii_terminal_far_away(tmp_path: Path, usual: Done) -> None:
    assert done(tmp_path / os.fsdecode("Räume und Straße".encode()), **ASCII) == usual


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("localedef") is None, reason="no locale can be made here")
def test_in_a_locale_with_other_names_letters_and_numbers(tmp_path: Path, usual: Done) -> None:
    """In Turkish a small I has no dot, a decimal point is a comma, and Tuesday is Salı."""
    name = "tr_TR.ISO-8859-9"
    made = subprocess.run(
        ["localedef", "-i", "tr_TR", "-f", "ISO-8859-9", tmp_path / name],
        capture_output=True,
        check=False,
    )
    if made.returncode > 1:  # 1 is a warning
        pytest.skip("the sources of locales are not installed")
    assert done(tmp_path / "folder", "iso-8859-9", LOCPATH=str(tmp_path), LC_ALL=name) == usual
