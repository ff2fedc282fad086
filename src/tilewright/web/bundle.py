"""The page's modules as one or two scripts, so that a browser asks for few files instead of sixty.

No parser is needed, because the modules keep to three rules: each import and export begins a line, no exported name is assigned
again, and modules do not import each other in a circle. What is loaded later is written ``import("./x.js")``, within a line.
"""

from __future__ import annotations

import functools
import posixpath
import re
from importlib import resources
from pathlib import Path

__all__ = ["SCRIPTS", "STATIC", "bundle", "scripts"]

#: The folder of the page's files.
STATIC = Path(str(resources.files("tilewright.web").joinpath("static")))

#: ``import { a, b as c } from "./x.js";`` or ``import * as x from "./x.js";``.
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.\.?/[\w./-]+)";\n', re.MULTILINE)
#: ``export const a = …``, and so for functions and classes.
_EXPORT = re.compile(r"^export (?=(?:const|class|function\*?|async function\*?) (\w+))", re.MULTILINE)
#: ``import("./x.js")``, a promise of a module; types in comments begin with a brace.
_LATER = re.compile(r'(?<!\{)\bimport\("(\.\.?/[\w./-]+)"\)')
#: Comments that have their lines to themselves.
_COMMENTS = re.compile(r"^ *(?:/\*(?:[^*]|\*(?!/))*\*/ *|//[^\n]*)\n", re.MULTILINE)

# A module is evaluated when it is first imported, as a browser does it.
_ONCE = "const $once = (evaluate) => { let made; return () => (made ??= evaluate()); };\n"


#: The scripts of the page: that of the first views, that of the others, and that of the worker.
SCRIPTS = ("page.js", "later.js", "worker.js")


def bundle(entry: str = "app.js") -> str:
    """Return a script of the page and all modules that it imports, now or later, as one module without imports.

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
    return _bundled(entry, _stamp())


def scripts() -> dict[str, str]:
    """Return the scripts in `SCRIPTS`, by their names. What the page imports later is in a script of its own."""
    return _scripts(_stamp())


def _stamp() -> tuple[tuple[str, int], ...]:
    """Return what tells versions of the files apart."""
    return tuple(sorted((str(path), path.stat().st_mtime_ns) for path in STATIC.rglob("*.js")))


@functools.lru_cache(maxsize=2)
def _bundled(entry: str, stamp: tuple[tuple[str, int], ...]) -> str:
    """Return the bundle of a version of the files."""
    work = _Bundle()
    text = work.module(entry, last=True)
    later = "".join(work.module(name, (entry,)) for name in work.later if name not in work.written)
    return _ONCE + later + _LATER_MARK.sub(lambda found: f"(async () => {work.written[found[1]]}())()", text)


@functools.lru_cache(maxsize=1)
def _scripts(stamp: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Return the scripts of a version of the files."""
    page, later, worker = SCRIPTS
    work = _Bundle()
    entry = "app.js"
    first = work.module(entry, last=True)
    known = set(work.written.values())
    second = "".join(work.module(name, (entry,)) for name in work.later if name not in work.written)
    used = sorted(name for name in known if re.search(rf"{re.escape(name)}\(", second))
    asked = sorted({work.written[name] for name in work.later})
    first = _LATER_MARK.sub(
        lambda found: f'import("./{later}").then((later) => later.{work.written[found[1]]}())', first
    )
    return {
        page: f"{_ONCE}{first}export {{ {', '.join(used)} }};\n",
        later: f'import {{ {", ".join(used)} }} from "./{page}";\n{_ONCE}{second}export {{ {", ".join(asked)} }};\n',
        worker: _bundled("engine/worker.js", stamp),
    }


#: Stands for what is imported later until it is known where it is.
_LATER_MARK = re.compile(r"\$later<([\w./-]+)>")


class _Bundle:
    """Modules that are written one after the other: `written` has the name of each, `later` what is imported later."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.later: list[str] = []

    def module(self, name: str, above: tuple[str, ...] = (), *, last: bool = False) -> str:
        """Return a module after those that it imports, unless they are written already."""
        if name in above:
            raise ValueError(f"modules import each other: {' -> '.join((*above, name))}")
        text = _COMMENTS.sub("", (STATIC / name).read_text(encoding="utf-8"))
        before: list[str] = []

        def place(path: str) -> str:
            return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))

        def imported(found: re.Match[str]) -> str:
            names, whole, path = found.groups()
            other = place(path)
            if other not in self.written:
                before.append(self.module(other, (*above, name)))
            taken = whole or "{" + names.replace(" as ", ": ") + "}"
            return f"const {taken} = {self.written[other]}();\n"

        def postponed(found: re.Match[str]) -> str:
            other = place(found[1])
            if other not in self.later:
                self.later.append(other)
            return f"$later<{other}>"

        text = _LATER.sub(postponed, _IMPORT.sub(imported, text))
        exported = _EXPORT.findall(text)
        text = _EXPORT.sub("", text).replace("import.meta.url", f'new URL("{name}", import.meta.url)')
        if wrong := re.search(r"^(?:import|export)\b.*|(?<!\{)\bimport\(.*", text, re.MULTILINE):
            raise ValueError(f"{name}: the bundle does not know this form: {wrong[0]}")
        if not last:
            self.written[name] = "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
            text = f"const {self.written[name]} = $once(() => {{\n{text}return {{ {', '.join(exported)} }};\n}});\n"
        return "".join(before) + text
