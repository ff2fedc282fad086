"""Build the modules: compile the kernels of each in a process of their own, link them, and write one file.

The file holds a table of its exports in a section named `SECTION`, as JSON, with a digest of what it was built from. It is built
anew only if that changes.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.files.replacing import replacing
from tilewright.system.locks import lock

__all__ = ["MODULE", "PLANE", "SECTION", "MissingTool", "build", "built_from", "missing_tool"]

_HERE = Path(__file__).parent
#: Where the modules are written: among the files of the page. The page needs the first one; only *Plane* needs the other.
MODULE = _HERE.parent / "web" / "static" / "engine" / "kernels.wasm"
PLANE = MODULE.with_name("plane.wasm")
SECTION = "tilewright"
#: What the module consists of, and what makes it.
_TOOLS = ("numba", "llvmlite", "ziglang")
_MAGIC = b"\0asm"


class MissingTool(TilewrightError):
    """The linker is not installed."""


def missing_tool() -> str | None:
    """Return what is missing to build the module, or None."""
    if importlib.util.find_spec("ziglang") is not None:
        return None
    return "building the WebAssembly modules needs the package ziglang: pip install 'tilewright[site]'"


def build(path: Path = MODULE) -> Path:
    """Build the modules that are missing or out of date, and return the path of the first.

    Raises
    ------
    MissingTool
        If the package ``ziglang`` is not installed.
    """
    from tilewright.wasm.exports import MODULES

    if (missing := missing_tool()) is not None:
        raise MissingTool(missing)
    path.parent.mkdir(parents=True, exist_ok=True)
    cache = _cache(path)
    with (cache / "wasm.lock").open("w") as held:
        # Several processes of the tests may want them at once.
        lock(held, wait=True)
        digest = _digest()
        for name in MODULES:
            own = path if name == MODULE.name else path.with_name(name)
            if built_from(own) != digest:
                content = _linked(name, cache) + _section({"digest": digest, "exports": _table(name)})
                with replacing(own) as stream:
                    stream.write(content)
    return path


def built_from(path: Path = MODULE) -> str | None:
    """Return the digest of what a module was built from; None if there is no module."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    start = data.rfind(SECTION.encode())
    if not data.startswith(_MAGIC) or start < 0:
        return None
    digest: str = json.loads(data[start + len(SECTION) :])["digest"]
    return digest


def _cache(path: Path) -> Path:
    """Return a folder for compiled kernels."""
    for folder in (_HERE / "__pycache__", path.parent):
        if os.access(folder, os.W_OK) or (not folder.exists() and os.access(folder.parent, os.W_OK)):
            folder.mkdir(exist_ok=True)
            return folder
    return Path(tempfile.gettempdir())


def _digest() -> str:
    """Return a digest of the kernels, of this package, and of the versions of the tools."""
    digest = hashlib.sha256()
    for tool in _TOOLS:
        digest.update(f"{tool} {importlib.metadata.version(tool)}\n".encode())
    for file in sorted([*(_HERE.parent / "kernels").rglob("*.py"), *_HERE.glob("*.py")]):
        text = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{file.relative_to(_HERE.parent).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _linked(name: str, cache: Path) -> bytes:
    """Compile and link the kernels of a module."""
    from tilewright.wasm.compiling import ENVIRONMENT
    from tilewright.wasm.exports import MODULES
    from tilewright.wasm.runtime import EXPORTED

    environment = {**os.environ, **ENVIRONMENT, "NUMBA_CACHE_DIR": str(cache)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        compiled, linked = Path(folder) / "kernels.o", Path(folder) / "kernels.wasm"
        _run([sys.executable, "-m", "tilewright.wasm.compiling", name, str(compiled)], environment)
        names = [*EXPORTED, *(export.name for export in MODULES[name])]
        options = ["--no-entry", "--strip-all", "--gc-sections", *(f"--export={each}" for each in names)]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        _run([*linker, *options, "-o", str(linked), str(compiled)], environment)
        return linked.read_bytes()


def _run(words: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[-1]
        raise TilewrightError(f"building the WebAssembly modules failed: {last}")


def _table(name: str) -> list[dict[str, object]]:
    """Return the exports of a module and their arguments, as the page reads them."""
    from tilewright.wasm.exports import MODULES

    return [
        {
            "name": export.name,
            "results": export.results,
            "arguments": [[".".join(a.path), a.element, a.dimensions] for a in export.arguments()],
        }
        for export in MODULES[name]
    ]


def _section(value: object) -> bytes:
    """Return a custom section of a module."""
    name = SECTION.encode()
    body = bytes([len(name)]) + name + json.dumps(value, separators=(",", ":")).encode()
    return b"\0" + _number(len(body)) + body


def _number(value: int) -> bytes:
    """Return a number in the form of WebAssembly (LEB128)."""
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
