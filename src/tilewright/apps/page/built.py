"""The page's scripts and styles: as esbuild built them (``packaging/page.js``), or the modules as
they are where nothing is built, or has changed since.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path, PurePosixPath

#: The folder of the page's files.
STATIC = Path(str(resources.files("tilewright.apps.page").joinpath("static")))
#: The kernels of the page, which `tilewright.kernels.build` builds.
MODULE = STATIC / "engine" / "kernels.wasm"

#: What esbuild built: in English, whose files take the place of those of `STATIC`, and for any
#: other language, of which the texts are a script of their own. Modules as they are have only
#: English.
ENGLISH, WORLD = "en", "world"
BUILT = STATIC.with_name("built")

#: The modules and styles that a browser may ask for.
_SOURCES = ("*/**/*.js", "game/*.json", "texts/*.json", "**/*.css")


@dataclass(frozen=True, slots=True)
class Scripts:
    """Scripts and styles of the page, in a folder.

    Parameters
    ----------
    folder : Path
    files : tuple of str
        Their paths in the folder.
    first : tuple of str
        Those that the first script imports at once, as far as they are to be asked for with it.
    """

    folder: Path
    files: tuple[str, ...]
    first: tuple[str, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages whose texts are scripts of their own."""
        paths = map(PurePosixPath, self.files)
        return tuple(path.stem for path in paths if path.parent.name == "texts")


def built(name: str = ENGLISH) -> Scripts | None:
    """Return what esbuild built; None if nothing is built, or a module is another one by now."""
    folder = BUILT / name
    try:
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    # A wheel has no modules.
    same = all(
        hashlib.sha256(path.read_bytes()).hexdigest() == digest
        for name, digest in report["inputs"].items()
        if (path := STATIC / name).is_file()
    )
    return Scripts(folder, tuple(report["files"]), tuple(report["first"])) if same else None


def world() -> Scripts | None:
    """Return what esbuild built for other languages than English, if there are any."""
    return built(WORLD) if built() else None


def scripts() -> Scripts:
    """Return what esbuild built, or else the modules as they are."""
    if (known := built()) is not None:
        return known
    files = {path for pattern in _SOURCES for path in STATIC.glob(pattern)}
    return Scripts(STATIC, tuple(sorted(path.relative_to(STATIC).as_posix() for path in files)))
