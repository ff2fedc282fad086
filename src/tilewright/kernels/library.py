"""Where the code of a kernel comes from: a compiled library, Python, or Numba.

Kernels are compiled when tilewright is built (`tilewright.compiler`), one library for each folder of kernels. The environment variable
``TILEWRIGHT_KERNELS`` chooses another way:

``python``
    every kernel is the plain function that it is, for a debugger and as the reference of the tests;
``numba``
    Numba compiles a kernel when it is first called. This is also used if there is no library for a platform and Numba is installed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "KernelError", "build_folder", "groups", "kernel", "sources"]

_HERE = Path(__file__).parent
#: Where an installed tilewright has its libraries.
FOLDER = _HERE / "compiled"
_MODE = os.environ.get("TILEWRIGHT_KERNELS", "library")


class KernelError(ImportError):
    """The compiled kernels are missing, damaged or out of date."""


def kernel(function: Callable[..., Any]) -> Any:
    """Return what runs a kernel: its compiled code, or whatever ``TILEWRIGHT_KERNELS`` chooses.

    Raises
    ------
    KernelError
        If there is no usable library, and no Numba either.
    """
    if _MODE == "python":
        return function
    *_, group, module = function.__module__.split(".")
    if _MODE == "numba" or (compiled := _compiled(group)) is None:
        return _compile_when_called(function)
    return compiled.get(f"{module}.{function.__name__}") or _refusal(function)


def _refusal(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what stands for a kernel that only other kernels call: it is compiled into these."""

    def refuse(*arguments: object) -> Any:
        raise KernelError(
            f"only kernels can call {function.__module__}.{function.__name__}: it is not in kernels/table.py"
        )

    return refuse


def _compile_when_called(function: Callable[..., Any]) -> Any:
    """Return a kernel that Numba compiles on its first call."""
    from tilewright.kernels.intrinsics import compiled

    return compiled(function)


def groups() -> list[str]:
    """Return the names of the folders of kernels."""
    return sorted(path.parent.name for path in _HERE.glob("*/__init__.py"))


def sources(group: str) -> str:
    """Return a digest of the sources of a group."""
    digest = hashlib.sha256()
    for path in (*sorted((_HERE / group).glob("*.py")), _HERE / "bits.py"):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def build_folder() -> Path | None:
    """Return where a clone has what was built; None if this is an installed tilewright."""
    root = _HERE.parents[2]
    return root / "build" / "kernels" if (root / "pyproject.toml").is_file() else None


@cache
def _compiled(group: str) -> Mapping[str, Any] | None:
    """Return the compiled kernels of a group by module and name; None if Numba must compile them."""
    suffix = EXTENSION_SUFFIXES[0]
    build = build_folder()
    from_clone = not FOLDER.is_dir() and build is not None
    folder = build if from_clone and build is not None else FOLDER
    names = [f"{group}-v3.abi3", f"{group}.abi3"]
    paths = [folder / f"{name}{'.pyd' if suffix.endswith('.pyd') else '.so'}" for name in names]
    path = next((each for each in paths if each.is_file()), None)
    if path is None:
        if find_spec("numba") is not None and not from_clone:
            return None
        raise KernelError(
            f"{paths[-1]} is missing: run `make kernels`"
            if from_clone
            else f"{paths[-1]} is missing: this wheel is for another platform; install tilewright again, or install numba"
        )
    try:
        spec = ModuleSpec(group, ExtensionFileLoader(group, str(path)), origin=str(path))
        library = module_from_spec(spec)
    except (ImportError, OSError) as error:
        raise KernelError(f"{path} cannot be loaded ({error}): install tilewright again") from error
    if from_clone and library.sources != sources(group):
        raise KernelError(f"{path} was built from other sources: run `make kernels`")
    return library.kernels
