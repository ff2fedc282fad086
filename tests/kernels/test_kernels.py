"""The compiled kernels: what is in the table, how they are called, and what is wrong with a
library.
"""

from __future__ import annotations

import ast
import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tilewright
from plain_kernels import plain
from tilewright.kernels.bits import lowest_one
from tilewright.kernels.build.build import MODULES, module_rows
from tilewright.kernels.build.lowering import ENVIRONMENT
from tilewright.kernels.build.table_rows import rows
from tilewright.kernels.build.targets import TARGETS
from tilewright.kernels.cover.decode import gather, renumber
from tilewright.kernels.deduction.steps import some
from tilewright.kernels.frontier.flow import pull_modulo
from tilewright.kernels.library import KernelError, groups
from tilewright.kernels.rectangles.walks import period
from tilewright.kernels.table import TABLE
from waiting import NEVER

SOURCE = Path(tilewright.__file__).parent


def decorated() -> dict[tuple[str, str], int]:
    """The kernels by module and name, with the numbers of their parameters."""
    found = {}
    for path in sorted((SOURCE / "kernels").glob("*/*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and "kernel" in map(
                ast.unparse, node.decorator_list
            ):
                found[f"{path.parent.name}.{path.stem}", node.name] = len(node.args.args)
    return found


def test_the_table_names_kernels_and_their_arguments() -> None:
    known = decorated()
    listed = [row for group in groups() for row in rows(group)]
    assert {module.split(".")[0] for module in TABLE} == set(groups())
    for row in listed:
        assert known[row.module, row.function] == len(row.types)
    assert len({row.name for row in listed}) == len(listed)


def test_other_modules_call_only_kernels_in_the_table() -> None:
    listed = {(module, name) for module, names in TABLE.items() for name in names}
    known = set(decorated())
    called = set()
    for path in SOURCE.rglob("*.py"):
        if path.is_relative_to(SOURCE / "kernels"):
            continue
        text = path.read_text(encoding="utf-8")
        if "tilewright.kernels" not in text:
            continue
        tree = ast.parse(text)
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "tilewright.kernels"
            ):
                module = (node.module or "").removeprefix("tilewright.kernels").lstrip(".")
                for alias in node.names:
                    modules[alias.asname or alias.name] = f"{module}.{alias.name}".lstrip(".")
                    called |= {(module, alias.name)} & known
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                called |= {(modules.get(node.value.id, ""), node.attr)} & known
    assert len(called) > 100
    assert called <= listed


def test_what_only_kernels_call_cannot_be_called() -> None:
    with pytest.raises(
        KernelError, match=r"only kernels can call .*steps\.some: it is not in kernels/table\.py"
    ):
        some(np.zeros(1, np.uint64))


def test_the_page_has_kernels_of_the_table() -> None:
    for name, modules in MODULES.items():
        assert len(module_rows(name)) == sum(len(words.split()) for words in modules.values())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            (np.zeros(3, np.int32), np.zeros(3, np.int64), np.zeros(3, np.int64)),
            "argument 1 must be an array of 1 dim",
        ),
        (
            (np.zeros((3, 1), np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)),
            "argument 1 must be an array",
        ),
        (
            (np.zeros(6, np.int64)[::2], np.zeros(3, np.int64), np.zeros(3, np.int64)),
            "argument 1 must be a C-contiguous",
        ),
        (
            ([0], np.zeros(3, np.int64), np.zeros(3, np.int64)),
            "argument 1 must be a C-contiguous array",
        ),
        ((np.zeros(3, np.int64), np.zeros(3, np.int64)), "wrong number of arguments"),
        ((np.zeros(3, np.int64),) * 4, "wrong number of arguments"),
    ],
)
def test_wrong_arguments_are_errors(wrong: tuple[object, ...], message: str) -> None:
    with pytest.raises(TypeError, match=f"decode.gather: {message}"):
        gather(*wrong)


def test_a_constant_array_is_not_written() -> None:
    constant = np.zeros(2, dtype=np.int64)
    constant.flags.writeable = False
    with pytest.raises(TypeError, match="argument 3 must be a writable, C-contiguous array"):
        gather(np.zeros(2, np.int64), np.array([0, 1]), constant)
    with pytest.raises(TypeError, match="argument 4 must be an integer"):
        edges = np.array([0, 1], np.int32), np.array([0], np.int32)
        pull_modulo(*edges, np.zeros((1, 1), np.uint64), 0.5, 1, 7)


def test_alternatives_and_numbers() -> None:
    for dtype in (np.int32, np.int64):
        labels = np.array([[5, 5], [2, -1]], dtype=dtype)
        assert renumber(labels, np.full(6, -1, dtype)) == 2
        assert labels.tolist() == [[0, 0], [1, -1]]
    with pytest.raises(TypeError, match=r"decode\.renumber: argument 1"):
        renumber(np.zeros((1, 1), np.int16), np.zeros(1, np.int16))


def test_an_error_in_a_kernel_is_the_error_of_python() -> None:
    arrays = np.array([0, 1], np.int32), np.array([0], np.int32), np.ones((1, 1), np.uint64)
    with pytest.raises(ZeroDivisionError):
        pull_modulo(*arrays, 0, 1, 0)


def test_what_kernels_allocate_is_freed() -> None:
    resource = pytest.importorskip("resource")
    states = 2000
    start = np.arange(states + 1)
    target = np.roll(np.arange(states, dtype=np.int32), -1)

    def calls(number: int) -> int:
        for _ in range(number):
            period(start, target)
        gc.collect()
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    before = calls(100)
    # Each call allocates 8 kB or more; ru_maxrss is in kilobytes on Linux, in bytes elsewhere.
    assert calls(4_000) - before < 20_000 * (1 if sys.platform == "linux" else 1024)


def test_plain_kernels_do_the_same() -> None:
    labels = np.random.default_rng(1).integers(-1, 9, size=(6, 7))
    results = []
    for function in (renumber, plain("cover.decode").renumber):
        numbers = labels.copy()
        results.append((function(numbers, np.full(10, -1)), numbers.tolist()))
    assert results[0] == results[1]
    assert lowest_one(np.uint64(40)) == 3


def copied(folder: Path, *, built: bool) -> Path:
    """An installed tilewright: the package in a folder of its own, with its compiled kernels."""
    package = folder / "tilewright"
    shutil.copytree(
        SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "static", "atlas")
    )
    # The only file of the page that the library reads when it is imported.
    links = Path("apps", "page", "static", "game", "links.json")
    (package / links).parent.mkdir(parents=True)
    shutil.copy2(SOURCE / links, package / links)
    if built:
        from tilewright.kernels import library

        compiled = library.FOLDER if library.FOLDER.is_dir() else library.build_folder()
        assert compiled is not None
        (package / "kernels" / "compiled").mkdir()
        for path in compiled.glob("*.*"):
            if path.suffix in (".so", ".pyd", ".txt"):
                shutil.copy2(path, package / "kernels" / "compiled")
    return package


def ran(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A search by the tilewright in a folder, without Numba."""
    code = (
        "import sys; sys.modules['numba'] = None; from tilewright.__main__ import main; "
        "sys.exit(main())"
    )
    kept = {name: value for name, value in os.environ.items() if name != "TILEWRIGHT_KERNELS"}
    return subprocess.run(
        [sys.executable, "-c", code, "solve", "3x20", "pentominoes", "--all", "--unique", "-q"],
        env={**kept, "PYTHONPATH": str(folder), **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )


@pytest.mark.slow
def test_an_installed_library_needs_nothing_else(tmp_path: Path) -> None:
    package = copied(tmp_path, built=True)
    assert (ran(tmp_path).returncode, ran(tmp_path).stdout) == (0, "2\n")
    # A damaged file, and none.
    for path in (package / "kernels" / "compiled").glob("*.abi3.so"):
        path.write_bytes(path.read_bytes()[:1000])
    done = ran(tmp_path)
    assert done.returncode == 70
    assert done.stderr.count("\n") == 1
    assert "the compiled kernels cannot be loaded" in done.stderr
    assert "install tilewright again" in done.stderr


def test_a_clone_checks_the_sources_of_its_library(tmp_path: Path) -> None:
    package = copied(tmp_path / "src", built=True)
    (package / "kernels" / "compiled").rename(tmp_path / "kernels")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "build").mkdir()
    (tmp_path / "kernels").rename(tmp_path / "build" / "kernels")
    assert ran(tmp_path / "src").stdout == "2\n"
    changed = package / "kernels" / "cover" / "decode.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# Changed.\n", encoding="utf-8")
    done = ran(tmp_path / "src")
    assert done.returncode == 70
    assert "were built from different sources" in done.stderr
    assert "run `make kernels`" in done.stderr
    assert ran(tmp_path / "src", TILEWRIGHT_KERNELS="python").stdout == "2\n"


@pytest.mark.slow
def test_ways_to_run_kernels(tmp_path: Path) -> None:
    copied(tmp_path, built=True)
    assert ran(tmp_path, TILEWRIGHT_KERNELS="python").stdout == "2\n"
    done = ran(tmp_path, TILEWRIGHT_KERNELS="rust")
    assert done.returncode == 70
    assert "TILEWRIGHT_KERNELS must be one of library, python, numba, got 'rust'" in done.stderr


@pytest.mark.slow
def test_without_a_library_numba_compiles(tmp_path: Path) -> None:
    copied(tmp_path, built=False)
    missing = ran(tmp_path)
    assert missing.returncode == 70
    assert "the compiled kernels are missing" in missing.stderr
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tilewright",
            "solve",
            "3x20",
            "pentominoes",
            "--all",
            "--unique",
            "-q",
        ],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
    assert list((tmp_path / "cache").rglob("*.nbc"))


@pytest.mark.slow
def test_kernels_write_only_to_arrays_that_the_table_marks() -> None:
    code = """
from tilewright.kernels.build.table_rows import numba_type, rows
from tilewright.kernels.library import groups
for group in groups():
    for row in rows(group):
        row.kernel.compile(tuple(numba_type(word, checked=True) for word in row.types))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_wheels_are_for_the_usual_platforms() -> None:
    assert sorted(TARGETS) == [
        "linux-aarch64",
        "linux-x86_64",
        "macos-arm64",
        "macos-x86_64",
        "windows-aarch64",
        "windows-x86_64",
    ]
