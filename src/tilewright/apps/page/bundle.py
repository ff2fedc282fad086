"""The page's modules as one or two scripts, so that a browser asks for few files instead of sixty.

No parser is needed, because the modules keep to four rules. Each import and export begins a line,
and no exported name is assigned again. No string goes over several lines, and modules do not import
each other in a circle. What is loaded later is written ``import("./x.js")``, within a line.

The texts of the page are in one file for each language, in the folder ``texts``. The modules import
those in English; a bundle in another language has its texts in their place. Each script has only
the groups of texts that it uses. The sentences of hints are data, which Python reads as well; a
module imports them with ``with { type: "json" }``, and the bundle contains them.
"""

from __future__ import annotations

import functools
import json
import posixpath
import re
from importlib import resources
from pathlib import Path

#: The folder of the page's files.
STATIC = Path(str(resources.files("tilewright.apps.page").joinpath("static")))
#: The kernels of the page, which `tilewright.kernels.build` builds.
MODULE = STATIC / "engine" / "kernels.wasm"

#: The language of the page if no other is given: a file in the folder ``texts``.
LANGUAGE = "en"
#: The module that the others import their texts from.
_TEXTS = "texts/en.js"

#: ``import { a, b as c } from "./x.js";`` or ``import * as x from "./x.js";``.
_IMPORT = re.compile(
    r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.\.?/[\w./-]+)";\n', re.MULTILINE
)
#: ``import x from "./x.en.json" with { type: "json" };``: data in a language.
_DATA = re.compile(
    rf'^import (\w+) from "(\.\.?/[\w./-]+)\.{LANGUAGE}\.json" with {{ type: "json" }};\n',
    re.MULTILINE,
)
#: ``a``, or ``b as c``.
_NAMES = re.compile(r"\w+(?: as \w+)?")
#: ``export const a = …``, and so for functions and classes.
_EXPORT = re.compile(
    r"^export (?=(?:const|class|function\*?|async function\*?) (\w+))", re.MULTILINE
)
#: ``import("./x.js")``, a promise of a module; types in comments begin with a brace.
_LATER = re.compile(r'(?<!\{)\bimport\("(\.\.?/[\w./-]+)"\)')
#: Comments that have their lines to themselves.
_COMMENTS = re.compile(r"^ *(?:/\*(?:[^*]|\*(?!/))*\*/ *|//[^\n]*)\n", re.MULTILINE)

#: The spaces that lines begin with.
_INDENT = re.compile(r"^ +", re.MULTILINE)
#: Types within a line.
_TYPES = re.compile(r"/\*\* @[^*\n]*\*/ ?")
#: A line without templates, regular expressions or comments; a string in it, or a sign with the
#: spaces around it. (Those around + and - may keep two of them apart.)
_PLAIN = re.compile(r"^[^'`/\n]+$", re.MULTILINE)
_SPACED = re.compile(r'("(?:[^"\\]|\\.)*")| ?([=<>&|?:,;(){}\[\]]+) ?')
#: A line, without a comment at its end, and what joins it to the next one: nothing ends there.
_BREAKS = re.compile(r"^((?:(?!//).)*)\n(?:(?<=[,{(\[;]\n)|(?=[)\]}.?:]))", re.MULTILINE)

#: ``@import "styles/x.css" layer(x);``: a file that is one layer of a style sheet.
_LAYER = re.compile(r'^@import "([\w./-]+)" layer\((\w+)\);\n', re.MULTILINE)
#: What a style sheet does not need, after each space in it is one character.
_NEEDLESS = re.compile(r"(?<![^{};,>(:]) | (?=[{};,>)])|(?<![\w.])0(?=\.\d)")

# A module is evaluated when it is first imported, as a browser does it.
_ONCE = "const $once = (evaluate) => { let made; return () => (made ??= evaluate()); };\n"


#: The scripts of the page: that of the first views, that of the others, and those of the worker.
SCRIPTS = ("page.js", "later.js", "worker.js", "worker-later.js")


def bundle(entry: str = "app.js", language: str = LANGUAGE) -> str:
    """Return a script of the page and all modules that it imports, now or later, as one module
    without imports.

    Comments that have lines to themselves are left out, and so are types, most spaces, and line
    breaks within a statement. The script's own address must be a file in the folder of `entry`.

    Parameters
    ----------
    entry : str
        The module that is evaluated, relative to the folder of the page's files.
    language : str
        The language of the texts, as the name of a file in the folder ``texts``.

    Raises
    ------
    ValueError
        If a module has an import or export of another form, modules import each other in a circle,
        or texts are missing.
    """
    return _bundle_version(entry, language, _stamp())


def scripts(language: str = LANGUAGE) -> dict[str, str]:
    """Return the scripts in `SCRIPTS`, by their names. What the page or the worker imports later is
    in a script of its own.
    """
    return _scripts_of_version(language, _stamp())


def read_short(name: str) -> str:
    """Return a text of the page: a script without comments, and a style sheet without comments and
    needless spaces, with the files that it imports into its layers in place of the imports.
    """
    text = (STATIC / name).read_text(encoding="utf-8")
    if not name.endswith(".css"):
        return _COMMENTS.sub("", text)
    text = _LAYER.sub(lambda found: f"@layer {found[2]}{{{read_short(found[1])}}}", text)
    return _NEEDLESS.sub("", re.sub(r"(?:\s|/\*.*?\*/)+", " ", text, flags=re.DOTALL))


def strip(text: str) -> str:
    """Return a module without indentation, types, and comments that have lines to themselves."""
    return _TYPES.sub("", _INDENT.sub("", _COMMENTS.sub("", text)))


def squeeze(text: str) -> str:
    """Return a stripped module without most spaces, and line breaks within a statement."""
    text = _PLAIN.sub(lambda line: _SPACED.sub(r"\1\2", line[0]), text)
    return _BREAKS.sub(r"\1", text)


def _stamp() -> tuple[tuple[str, int], ...]:
    """Return what tells versions of the files apart."""
    files = (*STATIC.rglob("*.js"), *(STATIC / "texts").glob("*.json"))
    return tuple(sorted((str(path), path.stat().st_mtime_ns) for path in files))


@functools.lru_cache(maxsize=2)
def _bundle_version(entry: str, language: str, stamp: tuple[tuple[str, int], ...]) -> str:
    """Return the bundle of a version of the files."""
    work = _Bundle(language)
    text = work.add_module(entry, last=True)
    later = "".join(
        work.add_module(name, (entry,)) for name in work.later if name not in work.written
    )
    return (
        _ONCE
        + later
        + _LATER_MARK.sub(lambda match: f"(async () => {work.written[match[1]]}())()", text)
    )


@functools.lru_cache(maxsize=1)
def _scripts_of_version(language: str, stamp: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Return the scripts of a version of the files."""
    page, later, worker, worker_later = SCRIPTS
    return {
        **_split_scripts(_Bundle(language), "app.js", page, later),
        **_split_scripts(_Bundle(language), "engine/worker.js", worker, worker_later),
    }


def _split_scripts(work: _Bundle, entry: str, now: str, later: str) -> dict[str, str]:
    """Return the script of a module and of all that it imports, and the script of what it imports
    later.
    """
    first = work.add_module(entry, last=True)
    known = set(work.written.values())
    second = "".join(
        work.add_module(name, (entry,)) for name in work.later if name not in work.written
    )
    used = sorted(name for name in known if re.search(rf"{re.escape(name)}\(", second))
    entries = sorted({work.written[name] for name in work.later})
    first = _LATER_MARK.sub(
        lambda match: f'import("./{later}").then((later) => later.{work.written[match[1]]}())',
        first,
    )
    return {
        now: f"{_ONCE}{first}export {{ {', '.join(used)} }};\n",
        later: f'import {{ {", ".join(used)} }} from "./{now}";\n{_ONCE}{second}export {{ '
        f"{', '.join(entries)} }};\n",
    }


#: Stands for what is imported later until it is known where it is.
_LATER_MARK = re.compile(r"\$later<([\w./-]+)>")


class _Bundle:
    """Modules that are written one after the other: `written` has the name of each, `later` what is
    imported later.
    """

    def __init__(self, language: str) -> None:
        self.written: dict[str, str] = {}
        self.later: list[str] = []
        self.language = language

    def read_source(self, name: str) -> str:
        """Return the text of a module, or of one group of texts, in the language of the page."""
        path, _, group = name.partition("#")
        if not group:
            return read_short(path)
        file = f"texts/{self.language}.js"
        start, *groups = re.split(r"^(?=export )", read_short(file), flags=re.MULTILINE)
        for text in groups:
            if text.startswith(f"export const {group} "):
                return start + text
        raise ValueError(f"{file} has no {group}")

    def add_module(self, name: str, above: tuple[str, ...] = (), *, last: bool = False) -> str:
        """Return a module after those that it imports, unless they are written already."""
        if name in above:
            raise ValueError(f"modules import each other: {' -> '.join((*above, name))}")
        text = strip(self.read_source(name))
        modules: list[str] = []

        def resolve(path: str) -> str:
            return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))

        def inline_import(match: re.Match[str]) -> str:
            names, whole, path = match.groups()
            target = resolve(path)
            binding = whole or "{" + names.replace(" as ", ": ") + "}"
            parts = {target: binding}
            if target == _TEXTS:
                parts = {
                    f"{target}#{text.split()[0]}": f"{{ {text.replace(' as ', ': ')} }}"
                    for text in _NAMES.findall(names)
                }
            for part in parts:
                if part not in self.written:
                    modules.append(self.add_module(part, (*above, name)))
            return "".join(
                f"const {binding} = {self.written[part]}();\n" for part, binding in parts.items()
            )

        def mark_later(match: re.Match[str]) -> str:
            target = resolve(match[1])
            if target not in self.later:
                self.later.append(target)
            return f"$later<{target}>"

        def inline_data(match: re.Match[str]) -> str:
            data = read_short(f"{resolve(match[2])}.{self.language}.json")
            value = json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":"))
            return f"const {match[1]} = {value};\n"

        text = _LATER.sub(mark_later, _IMPORT.sub(inline_import, _DATA.sub(inline_data, text)))
        exports = _EXPORT.findall(text)
        text = _EXPORT.sub("", text).replace(
            "import.meta.url", f'new URL("{name}", import.meta.url)'
        )
        if unknown := re.search(r"^(?:import|export)\b.*|(?<!\{)\bimport\(.*", text, re.MULTILINE):
            raise ValueError(f"{name}: the bundle does not know this form: {unknown[0]}")
        text = squeeze(text)
        if not last:
            self.written[name] = "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
            text = (
                f"const {self.written[name]} = $once(() => {{\n{text}return {{ "
                f"{', '.join(exports)} }};\n}});\n"
            )
        return "".join(modules) + text
