"""The machine code of kernels on disk is that of their sources, also of those in other modules."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from tilewright.deadline import Deadline
from tilewright.errors import TimeLimitError
from tilewright.kernels import _jit
from tilewright.problem import Problem
from tilewright.search import Search
from tilewright.search.subtrees import deferred
from tilewright.system import compiling

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
#: Runs programs one after the other, each with the modules as they are on disk then: a path and a text to write, or a program.
_EACH = """
import os, sys
steps = eval(sys.stdin.read())
for path, text in steps:
    if path:
        with open(path, "w") as file:
            file.write(text)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    else:
        for name in [name for name in sys.modules if name.partition(".")[0] == "part"]:
            del sys.modules[name]
        exec(text, {})
"""


def _run_each(folder: Path, *steps: tuple[str, str]) -> list[str]:
    """Return the lines that programs print, which see the modules and what is kept of their machine code as other processes would.

    A module that is loaded anew has dispatchers of its own, which read what is on disk. Only Numba is loaded once.
    """
    done = subprocess.run(
        [sys.executable, "-B", "-c", _EACH],
        cwd=folder,
        input=repr(steps),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


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
    first, changed = (("part/callee.py", _CALLEE.format(step=step)) for step in (1, 3))
    run = ("", _RUN)
    told = _run_each(tmp_path, first, run, run, changed, run, run)
    assert told == ["2 0", "2 1", "6 0", "6 1"]  # a hit is from the disk


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_kernels_of_one_name_in_two_modules_are_told_apart(tmp_path: Path) -> None:
    package = tmp_path / "part"
    package.mkdir()
    _write(package / "__init__.py", "")
    shutil.copy(_jit.__file__, package / "_jit.py")
    _write(package / "callee.py", _CALLEE.format(step=1))
    _write(package / "other.py", _CALLEE.format(step=2))
    known = "from part import callee, other, _jit; print(*map(_jit.is_cached, (callee.step, other.step)))"
    told = _run_each(tmp_path, ("", known), ("", "from part.callee import step; step(1)"), ("", known))
    assert told == ["False False", "True False"]


_NAMED = """
from typing import NamedTuple
import numpy as np
from ._jit import kernel

class {name}(NamedTuple):
    value: np.ndarray

@kernel
def first(given):
    return given.value[0]

def call():
    return first({name}(np.array([7])))
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.slow
def test_what_an_earlier_edition_left_on_disk_may_name_a_class_that_has_another_name_now(
    tmp_path: Path,
) -> None:
    package = tmp_path / "part"
    package.mkdir()
    _write(package / "__init__.py", "")
    shutil.copy(_jit.__file__, package / "_jit.py")
    code = "from part import named; print(named.call(), sum(named.first.stats.cache_hits.values()))"

    def run() -> str:
        return subprocess.run(
            [sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.strip()

    for name in ("Earlier", "Later"):
        _write(package / "named.py", _NAMED.format(name=name))
        assert run() == "7 0"
        assert run() == "7 1"


_DAMAGED = """
import os, shutil
from pathlib import Path
from numba.core import types
from part import _jit, callee, other

def fresh(module):
    # Another process would read the files again; so does another dispatcher of the same function.
    return _jit.kernel(module.step.py_func)

def found(module, value=1):
    step = fresh(module)
    return step(value), sum(step.stats.cache_hits.values())

def files(module, ending):
    return sorted(cache.glob(f"{module}.step-*.{ending}"))

fresh(callee)(1), fresh(callee)(1.5), fresh(other)(1)
cache = Path(fresh(callee).stats.cache_path)
assert found(callee) == (2, 1) and found(callee, 1.5) == (2.5, 1) and found(other) == (3, 1)
(index,), codes = files("callee", "nbi"), files("callee", "nbc")
assert len(codes) == 2

def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]

# Whatever the damage is, it is seen.
for path in (*files("other", "nbi"), *files("other", "nbc")):
    data = path.read_bytes()
    damages = [b"", b"\\0" * len(data), data[: len(data) // 2], data[:-1], data + b"x", os.urandom(len(data))]
    damages += [foreign.read_bytes() for foreign in (index, *codes)]
    damages += [flipped(data, place) for place in range(0, len(data), 1 + len(data) // 60)]
    for damage in damages:
        path.write_bytes(damage)
        assert not _jit.is_cached(fresh(other)), (path, damage)
    path.write_bytes(data)
    assert _jit.is_cached(fresh(other))

# And mended: the files of two signatures are exchanged, or one of all is empty or random.
swapped = dict(zip(codes, [path.read_bytes() for path in reversed(codes)]))
for damage in (swapped, *({path: data} for path in (index, *codes) for data in (b"", os.urandom(1000)))):
    for path, data in damage.items():
        path.write_bytes(data)
    assert found(callee)[0] == 2 and found(callee, 1.5)[0] == 2.5, damage
    assert found(callee) == (2, 1) and found(callee, 1.5) == (2.5, 1), damage
assert found(other) == (3, 1)

# The index may be older than a file, where the power was cut between the two.
index.unlink()
assert _jit.is_cached(fresh(callee)) is False
assert found(callee, 1.5) == (2.5, 0) and found(callee) == (2, 0) and found(callee) == (2, 1)

# A folder where a file should be, a lock that cannot be opened, a part of a file that a killed process left.
for path in (index, *codes):
    path.unlink()
    path.mkdir()
    assert found(callee)[0] == 2 and found(callee, 1.5)[0] == 2.5
    path.rmdir()
    fresh(callee)(1), fresh(callee)(1.5)
    assert found(callee) == (2, 1) and found(callee, 1.5) == (2.5, 1)
(cache / ".lock").unlink()
(cache / ".lock").mkdir()
index.unlink()
index.with_name(index.name + ".part").write_bytes(b"half")
assert found(callee) == (2, 0) and found(callee) == (2, 1)
assert not list(cache.glob("*.part"))
print("done")
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_damaged_file_of_machine_code_is_replaced(tmp_path: Path) -> None:
    package = tmp_path / "part"
    package.mkdir()
    _write(package / "__init__.py", "")
    shutil.copy(_jit.__file__, package / "_jit.py")
    _write(package / "callee.py", _CALLEE.format(step=1))
    _write(package / "other.py", _CALLEE.format(step=2))
    done = subprocess.run(
        [sys.executable, "-B", "-c", _DAMAGED], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_without_a_folder_that_can_be_written_every_process_compiles_for_itself(tmp_path: Path) -> None:
    package = tmp_path / "part"
    package.mkdir()
    _write(package / "__init__.py", "")
    shutil.copy(_jit.__file__, package / "_jit.py")
    _write(package / "callee.py", _CALLEE.format(step=1))
    # Not even root can write into a file as a folder.
    (package / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")
    env = os.environ | {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "home")}
    env.pop("NUMBA_CACHE_DIR", None)
    code = "from part import callee, _jit; print(_jit.is_saved(callee.step), callee.step(1))"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("False 2\n", "")


_INTERRUPTED = """
import signal, sys
from numba.core.codegen import CPUCodeLibrary
from tilewright.cli import run

first, reported = [True], CPUCodeLibrary._object_compiled_hook.__func__

def report(cls, module, code):
    if first:
        first.clear()
        raise KeyboardInterrupt  # Ctrl-C is pressed while LLVM reports what it compiled
    reported(cls, module, code)

CPUCodeLibrary._object_compiled_hook = classmethod(report)
# What is started in the background may have been told to ignore Ctrl-C, and tells it to what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(run(["count", "12x12", "trominoes+"]))
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_an_interrupt_that_falls_into_the_compiler_is_not_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    # What was half compiled may come to its end only with the interpreter, whose words about that are not the command's.
    told = done.stderr.split("Exception ignored in", 1)[0]
    assert "Traceback" not in told
    assert "KeyboardInterrupt" not in done.stderr
    assert "interrupted" in done.stderr


def _new_kernel() -> Callable[[int], int]:
    @numba.njit(nogil=True)
    def step(value: int) -> int:
        return value + 1

    return step


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_kernel_is_not_compiled_when_the_time_is_up() -> None:
    step = _new_kernel()
    deadline = Deadline(1e-9)
    with deadline.holds():
        with pytest.raises(TimeLimitError):
            step(1)
        assert not step.overloads  # type: ignore[attr-defined]
        # What was taken must be handed on.
        with compiling.undisturbed():
            assert step(1) == 2
        assert step(2) == 3
    late = _new_kernel()
    with deadline.holds(), pytest.raises(TimeLimitError):
        late(1)
    assert late(1) == 2


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_ctrl_c_does_not_wait_for_the_compiler() -> None:
    step, after = _new_kernel(), False
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), deferred():
            signal.raise_signal(signal.SIGINT)
            after = True
            step(1)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert after
    assert not step.overloads  # type: ignore[attr-defined]
    assert step(1) == 2


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_search_that_is_stopped_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(Problem("4x5", "I5+"), threads=1)
    step, advance = _new_kernel(), search._engine.start

    def start(*arguments: Any) -> Any:
        # The search is told to stop, then its kernel has to be compiled.
        if not step.overloads:  # type: ignore[attr-defined]
            search.stop()
            step(1)
        return advance(*arguments)

    monkeypatch.setattr(search._engine, "start", start)
    assert list(search) == []
    assert (search.stopped_by, search.complete) == ("stop", False)
    step(1)
    # Nothing is lost: it goes on where it was.
    assert len(list(search)) == 1
    assert search.complete
