"""The house: what is loaded when, which module may import which, and what every module has."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tilewright"
MODULES = sorted(SOURCE.rglob("*.py"))
KERNELS = sorted((SOURCE / "kernels").glob("*.py"))
#: What kernels stand on. llvmlite belongs to Numba.
FOUNDATION = {"__future__", "llvmlite", "numba", "numpy", "typing", "its own package"}
#: Kernels that take single words, not arrays.
WORDS = {"bits"}
#: Slow to load, so loaded only by what needs them.
HEAVY = [
    "PIL",
    "flint",
    "fastapi",
    "llvmlite",
    "networkx",
    "numba",
    "ortools",
    "reportlab",
    "resvg_py",
    "uvicorn",
]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    "statement",
    [
        "import tilewright",
        "import tilewright.cli",
        "from tilewright import Board, Piece, Polyomino, Problem, Tiling; Problem('6x10', 'pentominoes').faults()",
        "import tilewright.catalog, tilewright.cover, tilewright.formats",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(statement: str) -> None:
    done = run("-c", f"{statement}\nimport sys\nprint([name for name in {HEAVY} if name in sys.modules])")
    assert done.stderr == ""
    assert done.stdout == "[]\n"


def test_each_module_imports_only_those_below_it() -> None:
    done = run("-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("its own package" if node.level == 1 else (node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_import_only_arrays_the_jit_and_each_other(path: Path) -> None:
    # The JIT's one place looks after its cache on disk as well.
    allowed = FOUNDATION | set(sys.stdlib_module_names) if path.stem == "_jit" else FOUNDATION
    assert imported(path) <= allowed


@pytest.mark.parametrize(
    "path",
    [path for path in KERNELS if path.stem[0] != "_" and path.stem not in WORDS],
    ids=lambda path: path.stem,
)
def test_kernels_begin_with_a_legend_of_their_arrays(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert text is not None
    assert "Legend" in text


def test_the_flags_of_the_jit_are_in_one_place() -> None:
    for path in MODULES:
        if path.name != "_jit.py":
            assert not {"njit", "jit", "vectorize", "guvectorize"} & {
                node.id if isinstance(node, ast.Name) else node.attr
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Name | ast.Attribute)
            }, path


def test_every_module_says_what_it_is() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path


def test_modules_are_words_of_the_field() -> None:
    vague = {"common", "helpers", "manager", "misc", "tools", "util", "utils"}
    assert not vague & {part for path in MODULES for part in (*path.parent.parts, path.stem)}


def test_no_module_has_the_name_of_a_public_function() -> None:
    modules = {module.name for module in pkgutil.iter_modules(tilewright.__path__)}
    assert not modules & set(tilewright.__all__)


@pytest.mark.parametrize("name", tilewright.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    value = getattr(tilewright, name)
    assert name in dir(tilewright)
    if not isinstance(value, str):
        assert inspect.getdoc(value)
        assert len(inspect.getdoc(value) or "") > 40


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'tilewright' has no attribute 'tessellate'"):
        _ = tilewright.tessellate


@pytest.mark.parametrize(
    "name",
    [
        "errors",
        "symmetry",
        "polyomino",
        "catalog",
        "board",
        "piece",
        "placement",
        "tiling",
        "faults",
        "problem",
        "cover",
        "memory",
        "text",
        "checkpoint",
    ],
)
def test_everything_public_in_the_foundation_is_explained(name: str) -> None:
    module = importlib.import_module(f"tilewright.{name}")
    for word in module.__all__:
        value = getattr(module, word)
        if not (inspect.isclass(value) or inspect.isfunction(value)) or value.__module__ != module.__name__:
            continue
        assert inspect.getdoc(value), word
        if inspect.isclass(value):
            for member, function in vars(value).items():
                if not member.startswith("_") and (callable(function) or isinstance(function, property)):
                    assert inspect.getdoc(function), f"{word}.{member}"
