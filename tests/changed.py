"""The test files that use what has changed: `make test-changed` runs them.

``python tests/changed.py`` prints them, one a line; changed is what differs from where this branch
left `main` (or `origin/main`), and what is not yet committed. A file uses the modules that it
imports, and what those use.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: What is looked at in them is the whole project.
ALWAYS = ("tests/test_house.py", "tests/test_words.py")


class Uses:
    """What each Python file below `src` and `tests` uses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, Path] = {}
        for top in ("src", "tests"):
            for path in sorted((root / top).rglob("*.py")):
                parts = path.relative_to(root / top).with_suffix("").parts
                self.files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
                if top == "tests":  # the folder of a test is on the path of its imports
                    self.files.setdefault(parts[-1], path)
        self.used = cache(self._used)

    def tests_of(self, changed: set[Path]) -> list[Path]:
        """Return the test files that use one of these files; paths are below the root."""
        tests = {path for path in self.files.values() if path.name.startswith("test_")}
        reached = {test: self._reached(test) for test in tests}
        every = set().union(*reached.values())
        found: set[Path] = set()
        for path in changed:
            starts = self._naming(self.root / path)
            if (
                path.parts[0] == "src" and not starts & every
            ):  # as `__main__.py`, which runs in processes only
                return sorted(tests)
            found |= {test for test in tests if starts & reached[test]}
        return sorted(found)

    def _naming(self, path: Path) -> set[Path]:
        """A module itself; for another file, those of its package, or of the tests, that name it or
        a folder of it.
        """
        if path.suffix == ".py":
            return {path}
        package = next(
            (folder for folder in path.parents if (folder / "__init__.py").is_file()), None
        )
        near = [file for file in self.files.values() if file.parent == package]
        if package is None:
            package = self.root / "tests" if path.is_relative_to(self.root / "tests") else self.root
            near = [
                file for file in self.files.values() if file.is_relative_to(self.root / "tests")
            ]
        names = {f'"{part}"' for part in path.relative_to(package).parts}
        return {
            file for file in near if any(name in file.read_text(encoding="utf-8") for name in names)
        }

    def _reached(self, path: Path) -> set[Path]:
        """What a test file uses, directly or not, with the `conftest.py` of its folders."""
        found: set[Path] = set()
        left = [
            path,
            *(
                folder / "conftest.py"
                for folder in path.parents
                if (folder / "conftest.py").is_file()
            ),
        ]
        while left:
            if (one := left.pop()) not in found:
                found.add(one)
                left += self.used(one)
        return found

    def _used(self, path: Path) -> set[Path]:
        """What a file imports itself."""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        renamed: dict[str, str] = {}
        found: set[Path] = set()
        for node in _run(tree):
            match node:
                case ast.Import(names=names):
                    for name in names:
                        found |= self._module(name.name)
                        renamed[name.asname or name.name] = name.name
                case ast.ImportFrom(module=str(module), names=names):
                    for name in names:
                        found |= self._name(module, name.name)
                        renamed[name.asname or name.name] = f"{module}.{name.name}"
                case ast.Attribute(value=ast.Name(id=package), attr=name) if package in renamed:
                    found |= self._name(renamed[package], name)
                # Modules that are imported by a text, such as f"tilewright.apps.command.{module}".
                case ast.JoinedStr(values=[ast.Constant(value=str(begin)), *_]) if (
                    begin.count(".") > 1
                ):
                    found |= {file for name, file in self.files.items() if name.startswith(begin)}
                case ast.Constant(value=str(text)) if "." in text and path.name != "__init__.py":
                    found |= self._module(text.partition(":")[0])
        return found

    def _module(self, name: str) -> set[Path]:
        """The file of a module and those of the packages that it is in."""
        if name not in self.files:
            return set()
        parts = name.split(".")
        every = (".".join(parts[:n]) for n in range(1, len(parts) + 1))
        return {self.files[one] for one in every if one in self.files}

    def _name(self, module: str, name: str) -> set[Path]:
        """What ``from module import name`` uses: the module that the name is from, too, if a
        package imports it when it is asked for.
        """
        found = self._module(module) | self._module(f"{module}.{name}")
        if (path := self.files.get(module)) is not None and path.name == "__init__.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and any(
                    name in (a.asname, a.name) for a in node.names
                ):
                    found |= self._module(node.module or "")
        return found


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module but those that are for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield node
            yield from _run(node)


def changed_files(root: Path) -> set[Path]:
    """Return the files, below the root, that differ from where this branch left `main`."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=root, capture_output=True, text=True, check=True
        ).stdout

    known = git("for-each-ref", "--format=%(refname:short)").split()
    main = next((name for name in ("origin/main", "main") if name in known), "HEAD")
    where = git("merge-base", "HEAD", main).strip()
    names = git("diff", "--name-only", "-z", where) + git(
        "ls-files", "--others", "--exclude-standard", "-z"
    )
    return {Path(name) for name in re.split("\0", names) if name}


def main() -> None:
    changed = changed_files(ROOT)
    tests = Uses(ROOT).tests_of(changed)
    always = [ROOT / name for name in ALWAYS if changed]
    for path in sorted({*tests, *always}):
        print(path.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main()
