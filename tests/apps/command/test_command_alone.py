"""Commands that write a picture or a file, each in a process that has loaded nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Forks from a process that has imported only what reads the command line.
EACH = """
import json, os, shlex, sys
from tilewright.__main__ import main
import tilewright.apps.command

for line in json.load(sys.stdin):
    if (process := os.fork()) == 0:
        sys.argv[1:] = shlex.split(line)
        os._exit(main() or (sys.stdout.flush() or 0))
    _, status = os.waitpid(process, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        print("failed:", line, file=sys.stderr)
"""
LINES = [
    *(f"solve 4x4 L4=4 -o tilings.{end}" for end in ("svg", "png", "pdf", "gif", "txt")),
    "solve cube:2x2x2 L3=2 domino -o cubes.svg",
    "solve pyramid:3 tetrominoes=0..9 monomino+ -o balls.svg",
    "count 4x4 dominoes+ --heat -o heat.svg",
    "sample 6x6 dominoes+ -o sample.svg",
    "nth 4x4 L4=4 1 -o nth.svg",
    "color 4x5 L5=4 -o colors.svg",
    *(f"pieces tetrominoes -o pieces.{end}" for end in ("svg", "pdf")),
    *(f"cut tetrominoes -o parts.{end}" for end in ("svg", "dxf", "stl", "pdf")),
    *(f"print talos:hub-gates-1 -o sheet.{end}" for end in ("svg", "pdf")),
    "golomb 2^3 -o golomb.svg",
    "plane X5 -o plane.svg",
    "figure F5 L5 -o figure.svg",
    "rectangles L3 -o rectangles.svg",
    "make dots 4x6 --seed 1 -o dots.svg",
    "design '2x3 3x2' L3=2 -o design.svg",
    "convert 4x4 L4=4 -o problem.dlx",
    "compile 4x4 dominoes+ -o set.tw",
]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_each_command_writes_its_file_without_another_before_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EACH],
        input=json.dumps(LINES),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "failed:" not in done.stderr, done.stderr
    files = [tmp_path / line.split()[-1] for line in LINES]
    assert [file.name for file in files if not file.stat().st_size] == []
