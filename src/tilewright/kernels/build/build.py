"""Builds what is missing or out of date: the libraries of a platform, and the WebAssembly modules,
on all cores.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from tilewright.kernels.build.lowering import ENVIRONMENT, Code, lower
from tilewright.kernels.build.table_rows import Row, rows
from tilewright.kernels.build.targets import (
    SECTION,
    BuildError,
    Target,
    host,
    link_module,
    link_native,
)
from tilewright.kernels.library import FOLDER, build_folder, sources
from tilewright.kernels.table import GROUPS, TABLE
from tilewright.system.files.safe_write import replacing
from tilewright.system.platform.garbage import collect_seldom
from tilewright.system.platform.locks import lock
from tilewright.system.platform.machine import cores

_HERE = Path(__file__).parent
#: Where the WebAssembly modules are written: among the files of the page.
PAGE = _HERE.parents[1] / "apps" / "page" / "static" / "engine"
#: What takes longest comes first.
_LONG = (
    "deduction",
    "frontier",
    "matching",
    "plane",
    "coloring",
    "scan",
    "dance",
    "rectangles",
)
_TOOLS = ("numba", "llvmlite", "ziglang")
#: The files that the LLVM code depends on, and those that libraries and modules depend on.
_LOWERED = ("lowering.py", "table_rows.py", "../intrinsics.py")
_LINKED = (*_LOWERED, "build.py", "targets.py", "runtime.py", "calling.c")

#: The kernels in each module. The page needs the first one; the others are for single views.
MODULES: dict[str, dict[str, str]] = {
    "kernels.wasm": {
        "cover.placements": "lay merge",
        "cover.symmetries": "move",
        "cover.images": "keep",
        "dance.layout": "tighten lay_options",
        "dance.search": "lay_lists advance",
        "deduction.chance": "begin shuffle",
        "deduction.climb": "climb scramble",
        "deduction.clues": "name_sentences",
        "deduction.explain": "advance tell",
        "deduction.grade": "advance is_solved place",
        "deduction.steps": "conflicts left",
        "deduction.finish": "finish",
        "deduction.joining": "divide tune grow loosen",
        "deduction.making": "draw draw_list dullness judge reduce settle show",
        "deduction.tables": "lay_sums list_shares",
        "coloring.exact": "begin advance",
        "matching.augment": "begin augment",
        "matching.graphs": "list_neighbors",
        "matching.shuffling": "chances_of_orders draw_bits shuffle partners_of",
        "matching.lozenges": "grow",
    },
    "plane.wasm": {
        "plane.isohedral": "find",
        "plane.lattice": "boundary",
        "plane.periods": "compare lay classify",
        "plane.plan": "advance next_sublattice",
        "plane.repeats": "touches repeat part",
        "plane.surround": "measure lay prepare beginning again advance",
        "plane.torus": "advance",
    },
    "figures.wasm": {
        "figures.grow": "advance",
    },
}


def build(
    names: Iterable[str] = (),
    folder: Path = FOLDER,
    target: Target | None = None,
    page: Path | None = None,
) -> list[Path]:
    """Build the libraries of groups of kernels, and with `page` the WebAssembly modules in that
    folder, that are missing or out of date; return all their paths.

    Raises
    ------
    BuildError
        If a tool is missing or fails.
    """
    code = _code_folder()
    with (code / ".lock").open("w") as held:
        # Several processes of the tests may want them at once.
        lock(held, wait=True)
        paths: list[Path] = []
        lowered: set[str] = set()
        tasks: list[tuple[Any, ...]] = []
        if page is not None:
            page.mkdir(parents=True, exist_ok=True)
            for name in MODULES:
                groups = {module.split(".")[0] for module in MODULES[name]}
                digest = _digest(groups, _LINKED)
                paths.append(page / name)
                if built_from(page / name) != digest:
                    lowered |= groups
                    tasks.append((_build_module, name, page, digest, code))
        if wanted := sorted(names, key=lambda name: (*_LONG, name).index(name)):
            platform = target or host()
            folder.mkdir(parents=True, exist_ok=True)
            for name in wanted:
                digest = f"{platform} {_digest([name], _LINKED)}"
                paths.append(folder / f"{name}{platform.ending}")
                if _read_stamp(paths[-1]) != digest:
                    lowered.add(name)
                    tasks.append((_build_group, name, paths[-1], platform, digest, code))
        first = sorted(lowered, key=lambda name: (*_LONG, name).index(name))
        _in_processes([(_lower_group, name, code) for name in first], tasks)
    return paths


def build_modules() -> list[Path]:
    """Build the WebAssembly modules that are missing or out of date, and return their paths."""
    return build(page=PAGE)


def module_rows(name: str) -> list[Row]:
    """Return the rows of a WebAssembly module, of each kernel the first."""
    return [
        row
        for module, words in MODULES[name].items()
        for row in rows(module.split(".")[0])
        if row.module == module and row.function in words.split() and not row.number
    ]


def built_from(path: Path) -> str | None:
    """Return the digest of what a WebAssembly module was built from; None if there is no module."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    start = data.rfind(SECTION.encode())
    if not data.startswith(b"\0asm") or start < 0:
        return None
    digest: str = json.loads(data[start + len(SECTION) :])["digest"]
    return digest


def _note(library: Path) -> Path:
    """Return the file that has the size of a library, and what it was built from."""
    return library.with_name(f"{library.name}.txt")


def _read_stamp(library: Path) -> str | None:
    """Return what a library was built from; None if it is missing."""
    try:
        return _note(library).read_text().partition("\n")[2] if library.is_file() else None
    except OSError:
        return None


def _digest(names: Iterable[str], modules: Iterable[str]) -> str:
    """Return a digest of groups of kernels, of files of this package, and of the versions of the
    tools.
    """
    parts: list[object] = []
    for tool in _TOOLS:
        try:
            parts.append(importlib.metadata.version(tool))
        except importlib.metadata.PackageNotFoundError as error:
            raise BuildError(
                f"building tilewright needs the package {tool}: pip install {tool}"
            ) from error
    for name in sorted(names):
        table = {module: rows for module, rows in TABLE.items() if module.split(".")[0] == name}
        arrays = [group for group in GROUPS.items() if group[1][0].split(".")[0] == name]
        parts += [name, sources(name), table, arrays]
    parts += [(_HERE / name).read_text() for name in modules]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _code_folder() -> Path:
    """Return where LLVM code is kept: in a clone with what is built, else nowhere for long."""
    folder = build_folder() or Path(tempfile.mkdtemp(prefix="tilewright-"))
    folder = folder / "code"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _in_processes(*stages: Sequence[tuple[Any, ...]]) -> None:
    """Call functions with their arguments, stage after stage, in a process for each core."""
    before = dict(os.environ)
    # The processes must have it before they load Numba and the kernels.
    os.environ.update(ENVIRONMENT)
    try:
        spawn = multiprocessing.get_context("spawn")
        # Numba makes millions of objects, and little garbage.
        with ProcessPoolExecutor(cores(), mp_context=spawn, initializer=collect_seldom) as pool:
            for tasks in stages:
                for future in as_completed([pool.submit(*task) for task in tasks]):
                    future.result()
    finally:
        os.environ.clear()
        os.environ.update(before)


def _lower_group(name: str, folder: Path) -> Code:
    """Return the LLVM code of a group; it is kept in a file while it is up to date."""
    path, digest = folder / f"{name}.json", _digest([name], _LOWERED)
    try:
        entry = json.loads(path.read_text())
        if entry["digest"] == digest:
            return Code(*entry["code"])
    except (OSError, ValueError, KeyError):
        pass
    code = lower(rows(name))
    with replacing(path) as stream:
        stream.write(json.dumps({"digest": digest, "code": code}).encode())
    return code


def _build_group(name: str, library: Path, target: Target, digest: str, code: Path) -> None:
    lowered = _lower_group(name, code)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as work:
        content = link_native(name, rows(name), lowered.texts(lowered.rows), target, Path(work))
    with replacing(library) as stream:
        stream.write(content)
    _note(library).write_text(f"{len(content)}\n{digest}")


def _build_module(name: str, folder: Path, digest: str, code: Path) -> None:
    chosen = module_rows(name)
    texts = [
        text
        for group in dict.fromkeys(row.module.split(".")[0] for row in chosen)
        for text in _lower_group(group, code).texts(
            row.name for row in chosen if row.module.split(".")[0] == group
        )
    ]
    with tempfile.TemporaryDirectory(prefix="tilewright-") as work:
        content = link_module(chosen, texts, digest, Path(work))
    with replacing(folder / name) as stream:
        stream.write(content)
