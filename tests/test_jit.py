"""The machine code of kernels on disk is that of their sources, also of those in other modules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tilewright.kernels import _jit

_CALLEE = """
from ._jit import kernel

@kernel
def step(value):
    return value + {step}
"""
_CALLER = """
from ._jit import kernel
from .callee import step

@kernel
def twice(value):
    return step(step(value))
"""
_RUN = "from part.caller import twice; print(twice(0), sum(twice.stats.cache_hits.values()))"


def _write(path: Path, text: str) -> None:
    """Write a module with the same size and date each time, as installers may."""
    path.write_text(text)
    os.utime(path, (1_000_000_000, 1_000_000_000))


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    package = tmp_path / "part"
    package.mkdir()
    _write(package / "__init__.py", "")
    shutil.copy(_jit.__file__, package / "_jit.py")
    _write(package / "caller.py", _CALLER)

    def run() -> list[int]:
        done = subprocess.run(
            [sys.executable, "-B", "-c", _RUN], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return [int(word) for word in done.stdout.split()]

    _write(package / "callee.py", _CALLEE.format(step=1))
    assert run() == [2, 0]
    assert run() == [2, 1]  # from the disk
    _write(package / "callee.py", _CALLEE.format(step=3))
    assert run() == [6, 0]
    assert run() == [6, 1]
