"""Checkpoints that somebody has edited, with checksums that are right again: refused in one line, or harmless."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tampering import CASES, Content, edit, outcome
from tilewright.errors import CheckpointError
from tilewright.problem import Problem
from tilewright.search import Search

#: Edits of each kind of run: as a program, `tampering` makes as many as one likes.
EDITS = 10


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_an_edited_checkpoint_is_refused_or_harmless(name: str, tmp_path: Path) -> None:
    case, whole = CASES[name], tmp_path / "whole"
    case.stop(whole)
    for number in range(EDITS):
        content, folder = Content.read(whole), tmp_path / str(number)
        what = edit(content, random.Random(f"{name} {number}"))
        folder.mkdir()
        content.write(folder / "run")
        came = outcome(case, folder / "run", None)
        assert not came.startswith("refused as"), f"{what}: {came}"


@pytest.mark.parametrize("engine", ["scan", "dance"])
@pytest.mark.parametrize("number", [1 << 30, -2, 2055, -(1 << 31)])
def test_tilings_of_numbers_that_are_no_placements_are_refused(
    engine: str, number: int, tmp_path: Path
) -> None:
    path = tmp_path / "point"
    problem = Problem("6x10", "pentominoes")
    search = Search(problem, engine=engine, threads=1)
    next(iter(search))
    search.save(path)
    content = Content.read(path)
    content.arrays["given"][-1, 3] = number
    content.write(path)
    with pytest.raises(CheckpointError, match="a saved tiling does not solve this problem") as caught:
        Search(problem, engine=engine).resume(path)
    assert caught.value.where == str(path)


def test_what_only_looks_like_a_tiling_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "point"
    problem = Problem("4x15", "pentominoes")
    search = Search(problem, threads=1)
    next(iter(search))
    search.save(path)
    whole = Content.read(path).arrays["given"]
    for rows in (whole[:, ::-1][:, :-1], np.repeat(whole[:, :1], whole.shape[1], axis=1), whole[:, :-1]):
        content = Content.read(path)
        content.arrays["given"] = np.ascontiguousarray(rows)
        content.write(tmp_path / "edited")
        with pytest.raises(CheckpointError, match=r"does not solve this problem|must be nx12 int32"):
            Search(problem).resume(tmp_path / "edited")


@pytest.mark.parametrize("engine", ["scan", "dance"])
def test_a_search_follows_its_path_and_believes_nothing_else(engine: str, tmp_path: Path) -> None:
    """What the engine can find out for itself is not taken from the file."""
    path = tmp_path / "point"
    problem = Problem("5x6", "tetrominoes=0..2", "L3=0..4")
    search = Search(problem, engine=engine, threads=1)
    for _ in range(20):
        search.step(10)
    search.save(path)
    content = Content.read(path)
    levels = content.arrays["0/run/stack"]
    levels[:-1] = 0 if engine == "scan" else levels[:-1]
    if engine == "dance":
        levels[:, [0, 1, 3, 5, 6]] = 1 << 20
    content.write(path)
    resumed = Search(problem, engine=engine, threads=1)
    resumed.resume(path)
    assert resumed.count() == Search(problem, engine=engine).count()
