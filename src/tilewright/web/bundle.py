"""The page's modules as one script, so that a browser asks for one file instead of sixty.

No parser is needed, because the modules keep to three rules: each import and export begins a line, no exported name is assigned
again, and modules do not import each other in a circle.
"""

from __future__ import annotations

import functools
import posixpath
import re
from importlib import resources
from pathlib import Path

__all__ = ["STATIC", "bundle"]

#: The folder of the page's files.
STATIC = Path(str(resources.files("tilewright.web").joinpath("static")))

#: ``import { a, b as c } from "./x.js";`` or ``import * as x from "./x.js";``.
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.\.?/[\w./-]+)";\n', re.MULTILINE)
#: ``export const a = …``, and so for functions and classes.
_EXPORT = re.compile(r"^export (?=(?:const|class|function\*?|async function\*?) (\w+))", re.MULTILINE)
#: Comments that have their lines to themselves.
_COMMENTS = re.compile(r"^ *(?:/\*(?:[^*]|\*(?!/))*\*/ *|//[^\n]*)\n", re.MULTILINE)

# A module is evaluated when it is first imported, as a browser does it.
_ONCE = "const $once = (evaluate) => { let made; return () => (made ??= evaluate()); };\n"


def bundle(entry: str = "app.js") -> str:
    """Return a script of the page and all modules that it imports, as one module without imports.

    Comments that have lines to themselves are left out. The script's own address must be a file in the folder of `entry`.

    Parameters
    ----------
    entry : str
        The module that is evaluated, relative to the folder of the page's files.

    Raises
    ------
    ValueError
        If a module has an import or export of another form, or modules import each other in a circle.
    """
    stamp = tuple(sorted((str(path), path.stat().st_mtime_ns) for path in STATIC.rglob("*.js")))
    return _bundled(entry, stamp)


@functools.lru_cache(maxsize=2)
def _bundled(entry: str, stamp: tuple[tuple[str, int], ...]) -> str:
    """Return the bundle; `stamp` tells versions of the files apart."""
    written: dict[str, str] = {}
    return _ONCE + _module(entry, written, (), last=True)


def _module(name: str, written: dict[str, str], above: tuple[str, ...], *, last: bool = False) -> str:
    """Return a module after those that it imports; those in `written` are there already."""
    if name in above:
        raise ValueError(f"modules import each other: {' -> '.join((*above, name))}")
    text = _COMMENTS.sub("", (STATIC / name).read_text(encoding="utf-8"))
    before: list[str] = []

    def imported(found: re.Match[str]) -> str:
        names, whole, path = found.groups()
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if other not in written:
            before.append(_module(other, written, (*above, name)))
        taken = whole or "{" + names.replace(" as ", ": ") + "}"
        return f"const {taken} = {written[other]}();\n"

    text = _IMPORT.sub(imported, text)
    exported = _EXPORT.findall(text)
    text = _EXPORT.sub("", text).replace("import.meta.url", f'new URL("{name}", import.meta.url)')
    if wrong := re.search(r"^(?:import|export)\b.*|(?<!\{)\bimport\(.*", text, re.MULTILINE):
        raise ValueError(f"{name}: the bundle does not know this form: {wrong[0]}")
    if not last:
        written[name] = "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
        text = f"const {written[name]} = $once(() => {{\n{text}return {{ {', '.join(exported)} }};\n}});\n"
    return "".join(before) + text
