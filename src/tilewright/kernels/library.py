"""Where the code of a kernel comes from: a compiled library, Python, or Numba.

Kernels are compiled when tilewright is built (`tilewright.kernels.build`), one library for each
folder of kernels. The environment variable ``TILEWRIGHT_KERNELS`` chooses another way:

``python``
    every kernel is the plain function that it is, for a debugger and as the reference of the tests;
``library``
    the compiled code, the default;
``numba``
    Numba compiles a kernel when it is first called. This is also used if there is no library for a
    platform and Numba is installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
#: Where an installed tilewright has its libraries.
FOLDER = _HERE / "compiled"
_MODE = os.environ.get("TILEWRIGHT_KERNELS", "library")
_MODES = ("library", "python", "numba")


class KernelError(ImportError):
    """The compiled kernels are missing, damaged or out of date."""


def kernel(function: Callable[..., Any]) -> Any:
    """Return what runs a kernel: its compiled code, or whatever ``TILEWRIGHT_KERNELS`` chooses.

    Raises
    ------
    KernelError
        If there is no usable library, and no Numba either.
    """
    if _MODE not in _MODES:
        raise KernelError(f"TILEWRIGHT_KERNELS must be one of {', '.join(_MODES)}, got '{_MODE}'")
    if _MODE == "python":
        return function
    *_, group, module = function.__module__.split(".")
    if _MODE == "numba" or (compiled := _load_compiled(group)) is None:
        return _compile_when_called(function)
    return compiled.get(f"{module}.{function.__name__}") or _refusal(function)


def _refusal(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what stands for a kernel that only other kernels call: it is compiled into these."""

    def refuse(*arguments: object) -> Any:
        raise KernelError(
            f"only kernels can call {function.__module__}.{function.__name__}: it is not in "
            "kernels/table.py"
        )

    return refuse


def _compile_when_called(function: Callable[..., Any]) -> Any:
    """Return a kernel that Numba compiles on its first call."""
    from tilewright.kernels.intrinsics import compiled

    # Numba's cache does not see that a kernel changed which another one calls, so there is none for
    # whoever changes them.
    return compiled(function, cached=_MODE != "numba")


def groups() -> list[str]:
    """Return the names of the folders of kernels."""
    return sorted(
        path.parent.name for path in _HERE.glob("*/__init__.py") if path.parent.name != "build"
    )


def sources(group: str) -> str:
    """Return a digest of the sources of a group."""
    import hashlib

    digest = hashlib.sha256()
    for path in (*sorted((_HERE / group).glob("*.py")), _HERE / "bits.py"):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def build_folder() -> Path | None:
    """Return where a clone has what was built; None if this is an installed tilewright."""
    root = _HERE.parents[2]
    return root / "build" / "kernels" if (root / "pyproject.toml").is_file() else None


@cache
def _load_compiled(group: str) -> Mapping[str, Any] | None:
    """Return the compiled kernels of a group by module and name; None if Numba must compile
    them.
    """
    build = None if FOLDER.is_dir() else build_folder()
    path = (build or FOLDER) / f"{group}{'.pyd' if os.name == 'nt' else '.abi3.so'}"
    advice = "run `make kernels`" if build else "install tilewright again"
    if not path.is_file():
        if build is None and find_spec("numba") is not None:
            return None
        or_numba = "" if build else "; if there is no wheel for this platform, install numba, too"
        raise KernelError(f"the compiled kernels are missing ({path}): {advice}{or_numba}")
    try:
        # The system may end a process that loads half a library.
        whole = int(path.with_name(f"{path.name}.txt").read_text().split()[0])
        if path.stat().st_size != whole:
            raise OSError(f"the file has only {path.stat().st_size} of its {whole} bytes")
        library = module_from_spec(
            ModuleSpec(group, ExtensionFileLoader(group, str(path)), origin=str(path))
        )
        sources_then, kernels = library.sources, library.kernels
    except (ImportError, OSError, AttributeError, ValueError, IndexError) as error:
        raise KernelError(
            f"the compiled kernels cannot be loaded ({path}: {error}): {advice}"
        ) from error
    # Whoever installs a wheel does not change the sources.
    if build is not None and sources_then != sources(group):
        raise KernelError(
            f"the compiled kernels were built from different sources ({path}): {advice}"
        )
    found: Mapping[str, Any] = kernels
    return found
