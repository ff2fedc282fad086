"""Warming up: afterwards no command has anything to compile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tilewright.cli import run
from tilewright.construction import golomb
from tilewright.warming import PARTS, warm_up

#: Names the kernels whose machine code is not at hand.
_MISSING = """
import importlib, pkgutil
from tilewright import kernels
from tilewright.kernels._jit import is_cached
for module in pkgutil.walk_packages(kernels.__path__, "tilewright.kernels."):
    for name, value in vars(importlib.import_module(module.name)).items():
        if getattr(value, "__module__", "") == module.name and not is_cached(value):
            print(module.name, name)
"""


def test_each_part_is_told_before_it_is_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    for part in PARTS:
        monkeypatch.setitem(PARTS, part, lambda part=part: told.append(part))
    warm_up(["puzzles", "search"], lambda far: told.append((far.phase, far.done, far.total)))
    assert told == [("puzzles", 0, 2), "puzzles", ("search", 1, 2), "search", ("", 2, 2)]


def test_the_command_says_how_long_each_part_took(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in PARTS:
        monkeypatch.setitem(PARTS, part, lambda: None)
    assert run(["warm-up", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["parts"]) == list(PARTS)
    assert run(["warm-up"]) == 0
    assert "Everything is compiled" in capsys.readouterr().out
    assert run(["warm-up", "-q"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_afterwards_nothing_is_left_to_compile(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def python(*words: str) -> str:
        return subprocess.run(
            [sys.executable, *words], env=env, capture_output=True, text=True, check=True
        ).stdout

    assert python("-c", _MISSING)
    python("-m", "tilewright", "warm-up")
    assert python("-c", _MISSING) == ""
    # Nor a second time, for arrays of another type.
    compiled = set(tmp_path.rglob("*.nbc"))
    np.save(tmp_path / "labels.npy", golomb(6, (0, 0)).labels.astype(np.int64))
    for words in (
        "color 5x12 pentominoes --all -q",
        "color torus:hex:6x6 trihexes+ -q",
        f"color {tmp_path / 'labels.npy'} -q",
        f"solve 20x20 pentominoes+ -q -o {tmp_path / 'tiling.svg'}",
        f"golomb 6 -q --touch edge -o {tmp_path / 'tiling.png'}",
        "plane heptiamond:7 -q",
    ):
        python("-m", "tilewright", *words.split())
    assert set(tmp_path.rglob("*.nbc")) == compiled


def test_what_hints_of_solids_need_is_compiled_for_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first hint of the Soma cube would compile it, and its time would run out."""
    from tilewright.search.scan.wide import ScanWideEngine

    made: list[object] = []
    begin = ScanWideEngine.__init__

    def noted(self: ScanWideEngine, *arguments: object, **options: object) -> None:
        made.append(self)
        begin(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ScanWideEngine, "__init__", noted)
    warm_up(["puzzles"])
    assert made
