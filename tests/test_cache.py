"""Compiled kernels are kept: where the package cannot be written, and when several processes start at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright
from waiting import NEVER

COUNT = [sys.executable, "-m", "tilewright", "solve", "3x20", "pentominoes", "--all", "-q"]


@pytest.mark.slow
def test_processes_that_start_at_once_share_one_cache(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    started = [
        subprocess.Popen(COUNT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said: list[str] = []
    for process in started:
        out, err = process.communicate(timeout=NEVER)
        assert (process.returncode, out) == (0, "8\n"), err
        said.append(err)
    # One that comes late may find what the others have kept.
    assert any("compiling the search" in err for err in said)
    assert all(err == "" or "compiling the search" in err for err in said)
    again = subprocess.run(COUNT, env=env, capture_output=True, text=True)
    assert (again.stdout, again.stderr) == ("8\n", "")
    assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.slow
def test_the_cache_moves_to_the_user_where_the_package_cannot_be_written(tmp_path: Path) -> None:
    package = tmp_path / "site" / "tilewright"
    shutil.copytree(Path(tilewright.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    # A file where the folder should be cannot be written into by anybody, not even by root.
    for folder in {path.parent for path in (package / "kernels").rglob("*.py")}:
        (folder / "__pycache__").write_text("")
    home = tmp_path / "home"
    home.mkdir()
    env = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
    }
    env.pop("NUMBA_CACHE_DIR", None)
    where = subprocess.run(
        [sys.executable, "-c", "import tilewright; print(tilewright.__file__)"],
        env=env,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(package))
    for expected in ("compiling the search", ""):
        done = subprocess.run(COUNT, env=env, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "8\n"), done.stderr
        assert (expected in done.stderr) and bool(done.stderr) == bool(expected)
    assert list(home.rglob("*.nbc"))
