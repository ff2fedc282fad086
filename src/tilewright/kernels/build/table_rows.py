"""The rows of the table of kernels, with Numba's types: each is compiled by itself."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tilewright import kernels
from tilewright.kernels.table import ELEMENTS, GROUPS, TABLE

#: The type of two numbers in one argument.
PAIR = "pair"
#: The most numbers that a kernel returns.
MOST_RESULTS = 2


@dataclass(frozen=True, slots=True)
class Argument:
    """A number or an array, with its path: one name, or a group and a field of it."""

    path: tuple[str, ...]
    word: str

    @property
    def name(self) -> str:
        """The path as one word."""
        return "_".join(self.path)

    @property
    def element(self) -> str:
        """The type of its elements; of a number its own."""
        return self.word.rstrip("[]!")

    @property
    def dimensions(self) -> int:
        """The number of its dimensions; 0 for a number."""
        return self.word.count("[")

    @property
    def written(self) -> bool:
        """Whether the kernel writes to it."""
        return self.word.endswith("!")


@dataclass(frozen=True, slots=True)
class Row:
    """A kernel with one of its alternatives.

    Parameters
    ----------
    module : str
        Its module, below `tilewright.kernels`.
    function : str
        Its name there.
    types, results : tuple of str
        The types of its arguments and results.
    number : int
        Which of the alternatives this is.
    """

    module: str
    function: str
    types: tuple[str, ...]
    results: tuple[str, ...]
    number: int

    @property
    def name(self) -> str:
        """Its name in a library."""
        return f"{self.module.replace('.', '_')}_{self.function}" + (
            f"_{self.number}" if self.number else ""
        )

    @property
    def kernel(self) -> Any:
        """The kernel."""
        return getattr(import_module(f"tilewright.kernels.{self.module}"), self.function)

    def arguments(self) -> list[Argument]:
        """Return the numbers and arrays that the compiled function takes, in order."""
        path = Path(kernels.__file__).parent.joinpath(*self.module.split(".")).with_suffix(".py")
        defined = {
            node.name: node
            for node in ast.parse(path.read_text()).body
            if isinstance(node, ast.FunctionDef)
        }
        names = [argument.arg for argument in defined[self.function].args.args]
        arguments: list[Argument] = []
        for name, word in zip(names, self.types, strict=True):
            if word in GROUPS:
                fields = zip(_group(word)._fields, GROUPS[word][1].split(), strict=True)
                arguments += [Argument((name, field), type_) for field, type_ in fields]
            elif word == PAIR:
                arguments += [Argument((name, end), "i64") for end in ("first", "second")]
            else:
                arguments.append(Argument((name,), word))
        return arguments

    @property
    def code(self) -> str:
        """The types as ``calling.c`` reads them: a letter or two for each, groups in parentheses,
        results after ``>``.
        """
        words = "".join(_code(word) for word in self.types)
        return f"{words}>{''.join(map(_code, self.results))}"


#: The letters of numbers and elements; the same as in buffers of Python where those do not depend
#: on the platform.
_LETTERS = {
    "bool": "?",
    "i8": "b",
    "u8": "B",
    "i16": "h",
    "u16": "H",
    "i32": "i",
    "u32": "I",
    "i64": "q",
    "u64": "Q",
    "f32": "f",
    "f64": "d",
    "c128": "Z",
}


def _code(word: str) -> str:
    if word in GROUPS:
        fields = GROUPS[word][1].split()
        return f"({''.join(map(_code, fields))})"
    if word == PAIR:
        return "(qq)"
    letter, dimensions = _LETTERS[word.rstrip("[]!")], word.count("[")
    return f"{'!' if word.endswith('!') else ''}{dimensions or ''}{letter}"


def _group(name: str) -> Any:
    """Return the named tuple of a group."""
    return getattr(import_module(f"tilewright.kernels.{GROUPS[name][0]}"), name)


def numba_type(word: str, *, checked: bool = False) -> Any:
    """Return Numba's type of an argument; with `checked`, Numba refuses kernels that write to other
    arrays than the table says.
    """
    from numba import types as numba_types

    types: Any = numba_types

    if word in GROUPS:
        return types.NamedTuple(
            [numba_type(field, checked=checked) for field in GROUPS[word][1].split()], _group(word)
        )
    if word == PAIR:
        return types.UniTuple(types.int64, 2)
    element, dimensions = word.rstrip("[]!"), word.count("[")
    name = ELEMENTS[element][0]
    plain: Any = getattr(types, "boolean" if name == "bool" else name)
    return (
        types.Array(plain, dimensions, "C", readonly=checked and not word.endswith("!"))
        if dimensions
        else plain
    )


def rows(group: str) -> list[Row]:
    """Return the rows of a folder of kernels."""
    entries = []
    for module, functions in TABLE.items():
        if module.split(".")[0] != group:
            continue
        for function, text in functions.items():
            for number, alternative in enumerate(text.split(" | ")):
                types, _, words = alternative.partition(" -> ")
                results = tuple(words.split())
                if len(results) > MOST_RESULTS:
                    raise ValueError(
                        f"{module}.{function} has {len(results)} results in kernels/table.py, but "
                        f"a kernel returns at most {MOST_RESULTS}: write the rest to an array"
                    )
                entries.append(Row(module, function, tuple(types.split()), results, number))
    return entries
