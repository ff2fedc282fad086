"""The tables of the kernels in the modules.

An argument is a number (``i64`` or ``f64``), two integers (``pair``), an array, or the name of a group of arrays in `GROUPS`. An
array is given by its element type with a pair of brackets for each dimension (``i32[][]``). All arrays are contiguous.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["EXPORTS", "GROUPS", "MODULES", "PAIR", "PLANE", "Argument", "Export", "group"]

#: The type of two numbers in one argument.
PAIR = "pair"

#: Groups of arrays: the module of the named tuple with this name, and the types of its fields in their order.
GROUPS: dict[str, tuple[str, str]] = {
    "Grid": ("cover.placements", "i64[] i32[] i32[] i32[]"),
    "Shapes": ("cover.placements", "i64[] i64[] i32[] bool[][] bool[] i32[]"),
    "Settled": ("cover.placements", "i32[] i32[] bool[]"),
    "Placements": ("cover.placements", "i64[] i32[] i32[] i32[]"),
    "BoardCells": ("cover.symmetries", "i32[][] i32[] i64[] i32[]"),
    "Turning": ("cover.symmetries", "i32[][] i32[][] i32[] i64[] i64[] i64[]"),
    "Covered": ("cover.symmetries", "i64[] i32[] i32[]"),
    "Located": ("cover.symmetries", "i32[] i64[] i32[]"),
    "Laid": ("cover.images", "i64[] i64[] i32[] i32[] i32[]"),
    "DanceProblem": ("dance.search", "u32[] u32[] i32[] u32[] i32[][] i32[][] i64"),
    "DanceState": (
        "dance.search",
        "u32[] i32[] i32[] i32[] u8[] u32[] i32[][] i32[][] i32[][] i32[] u32[] i64[]",
    ),
    "ScanProblem": ("scan.narrow", "u64[] u64[][] u64[][] u64[] i32[]"),
    "ScanState": ("scan.narrow", "u64[][] i64[][] i64[]"),
    "WideProblem": ("scan.wide", "u64[][] i32[][] u64[][] u64[][][] i32[]"),
    "WideState": ("scan.wide", "i64[][] u64[] u64[][] i64[][] i64[]"),
    "DeductionTables": (
        "deduction.steps",
        "i64[] i32[] i32[] u64[][] u64[][] i64[][] u64[][] i64[] i64[] bool[] i64",
    ),
    "Regions": (
        "deduction.regions",
        "i32[][] i64[] i64[] i64[][] i64[] bool[] i64 i64[][] u64[][][] u64[][] i64[] i32[] i64[]",
    ),
    "CopyTables": (
        "tessellation.surround",
        "i64[][][] i64[][] i64[][] i64[] i64[][] i64[][] i64[][] u64[][][] i64[]",
    ),
    "SurroundState": (
        "tessellation.surround",
        "i64[] u64[][] i64[] i64[][] i64[] i64[] i64[] i64[] u64[][][] i64[] i64[] i64[] i64[]",
    ),
}

_POSITION = "DeductionTables u64[] bool[] i64[]"
_JUDGED = "DeductionTables Regions u64[] bool[] i64[]"
_GRAPH = "i64[] i32[]"


@dataclass(frozen=True, slots=True)
class Argument:
    """A number or an array, with its path: one name, or a group and a field of it."""

    path: tuple[str, ...]
    element: str
    dimensions: int

    @property
    def name(self) -> str:
        """The path as one word."""
        return "_".join(self.path)


@dataclass(frozen=True, slots=True)
class Export:
    """A kernel in the module.

    Parameters
    ----------
    module : str
        Its module, below `tilewright.kernels`.
    function : str
        Its name there.
    types : str
        The types of its arguments.
    results : int
        How many numbers it returns.
    """

    module: str
    function: str
    types: str
    results: int = 0

    @property
    def name(self) -> str:
        """Its name in the module."""
        return f"{self.module.replace('.', '_')}_{self.function}"

    @property
    def source(self) -> Any:
        """The Python module of the kernel."""
        return import_module(f"tilewright.kernels.{self.module}")

    @property
    def kernel(self) -> Any:
        """The kernel."""
        return getattr(self.source, self.function)

    def parameters(self) -> list[tuple[str, str]]:
        """Return the names and types of the kernel's parameters."""
        code = self.kernel.py_func.__code__
        return list(zip(code.co_varnames[: code.co_argcount], self.types.split(), strict=True))

    def arguments(self) -> list[Argument]:
        """Return the numbers and arrays that the export takes, in order."""
        found: list[Argument] = []
        for name, word in self.parameters():
            if word in GROUPS:
                fields = zip(group(word)._fields, GROUPS[word][1].split(), strict=True)
                found += [_argument((name, field), type_) for field, type_ in fields]
            elif word == PAIR:
                found += [_argument((name, end), "i64") for end in ("first", "second")]
            else:
                found.append(_argument((name,), word))
        return found


def group(name: str) -> Any:
    """Return the named tuple of a group."""
    return getattr(import_module(f"tilewright.kernels.{GROUPS[name][0]}"), name)


def _argument(path: tuple[str, ...], word: str) -> Argument:
    return Argument(path, word.rstrip("[]"), word.count("["))


EXPORTS: tuple[Export, ...] = (
    Export("cover.placements", "lay", "i64 i64 Grid Shapes Settled Placements pair", 2),
    Export("cover.symmetries", "move_cells", "i64[][][] i64[][][] i64[][] BoardCells i64[][] i32[][] bool[]"),
    Export("cover.symmetries", "move", "i64[] i32[][] Turning Covered Located i32[][] bool[]"),
    Export("cover.images", "lead", "i64 i64 i32[][] Laid i64[] bool[] bool[]"),
    Export("cover.images", "keep", "i32[][] i32[][] bool[] u64[] i64[]", 1),
    Export("cover.images", "expand", "i32[][] i32[][] i32[][]", 1),
    Export("cover.images", "count_images", "i32[][] i32[][]", 1),
    Export("cover.decode", "decode", "i32[][] i64[] i32[] i32[] i32[][] i32[][]"),
    Export("dance.search", "lay_lists", "u32[] u32[] i32[][] u32[] i32[] i32[] u32[]"),
    Export("dance.search", "fill_options", "i64 i64 i64[] i64[] i32[] i64[] u32[] u32[]"),
    Export("dance.search", "advance", "DanceProblem DanceState i32[][] i64", 1),
    Export("dance.masks", "advance", "u64[] u64[][][] i64[] u64[][] i32[][] i32[] i64[] i32[][] i64", 1),
    Export("scan.layout", "find_examples", "i64 i64 i32[] bool[] i64[]"),
    Export("scan.layout", "lay_out", "i64 i64 i64[] i64[] i32[] i32[] bool[] i64[] i32[][] u64[][] i64[]"),
    Export("scan.layout", "fill_table", "u64[] i64 u64[][]"),
    Export("scan.narrow", "advance", "ScanProblem ScanState u64[] i32[][]", 1),
    Export("scan.wide", "advance", "WideProblem WideState u64[][] i64[][]", 1),
    Export("deduction.steps", "conflicts", "i64[] i32[] i32[] u64[][] u64[][] i64[][] u64[][]"),
    Export("deduction.steps", "choose", f"{_POSITION} i64"),
    Export("deduction.steps", "forced", f"{_POSITION} i64[]", 1),
    Export("deduction.steps", "trial", f"{_JUDGED} i64 i64 i64[]", 1),
    Export("deduction.steps", "cutting", f"{_JUDGED} u64[]", 1),
    Export("deduction.steps", "left", "DeductionTables u64[] i64[]"),
    Export("deduction.steps", "blocked", f"{_POSITION} u64[]", 1),
    Export("deduction.regions", "misfit", "Regions bool[] i64[]", 1),
    Export("deduction.regions", "cut_off", "Regions bool[] i64[] i32[] i64", 1),
    Export("deduction.finish", "finish", f"{_JUDGED} i64[] i32[][] i64", 1),
    Export("coloring.adjacency", "chain", "i32[][] i32[] i32[]"),
    Export("coloring.exact", "begin", f"{_GRAPH} i64[][] i32[][] i32[][] i64[] i64"),
    Export("coloring.exact", "advance", f"{_GRAPH} i64[][] i32[][] i32[][] i32[][] i64[] i64", 1),
    Export("golomb.window", "window", "i64 i64 i64 i64 i32[][]", 1),
    Export("golomb.window", "locate", "i64[][] i64 i64 i64[][][] i8[]"),
    Export("golomb.window", "three_colors", "i64 i64 i64 i64 i8[][]"),
    Export("golomb.window", "four_colors", "i64 i64 i64 i64 i64 i8[][] i8[][]"),
    Export("matching.augment", "begin", f"i32[] {_GRAPH} i32[] i32[] i32[]", 1),
    Export("matching.augment", "augment", f"{_GRAPH} i8[] i32[] i32[] i64[] i32[] i32[]", 1),
    Export("matching.graphs", "list_neighbors", "i32[][] i64[] i32[] i32[]"),
    Export("matching.shuffling", "chances_of_orders", "i64 i64 f64[][] i32[][] f64[]"),
    Export("matching.shuffling", "shuffle", "i64 i64 f64[] i64 u8[][] u8[][] u64[]"),
    Export("matching.shuffling", "partners_of", "u8[][] i64 i8[][]"),
    Export("matching.lozenges", "grow", "i32[][] i64 f64 i64[] i64[] u64[]", 1),
)

_WORD = "i64[] i64"
#: Whether a piece tiles the plane. These are a module of their own, as only one view needs them.
PLANE = (
    Export("tessellation.factors", "palindromes", f"{_WORD} i64[]", 1),
    Export("tessellation.factors", "list_palindromes", "i64 i64[] i64[] i64[]"),
    Export("tessellation.factors", "translations", f"{_WORD} i64[] i64[][]", 1),
    Export("tessellation.factors", "half_turns", f"{_WORD} i64[] i64[][] i64[] i64[] i64[] i64[][]", 1),
    Export("tessellation.factors", "parallel_glides", f"{_WORD} i64[] i64[][] i64[][]", 1),
    Export("tessellation.factors", "crossing_glides", f"{_WORD} i64[] i64[][] i64[][]", 1),
    Export(
        "tessellation.factors",
        "glides_at_right_angles",
        f"{_WORD} i64[][] i64[] i64[] i64[] i64[] i64[][]",
        1,
    ),
    Export("tessellation.factors", "turns", f"{_WORD} i64[] i64[]", 1),
    Export("tessellation.factors", "list_turns", "i64 i64[] i64[] i64[]"),
    Export(
        "tessellation.factors",
        "palindrome_and_turns",
        "i64 i64[] i64[] i64[] i64[] i64[] i64[][]",
        1,
    ),
    Export("tessellation.factors", "three_turns", "i64 i64[] i64[] i64[] i64[][]", 1),
    Export(
        "tessellation.surround",
        "prepare",
        "i64[][][] i64[][] i64[] i64[][] i64 i64 i64[][] i64[][] u64[][][] i64[]",
        1,
    ),
    Export("tessellation.surround", "beginning", "CopyTables SurroundState i64 i64"),
    Export("tessellation.surround", "again", "CopyTables SurroundState"),
    Export("tessellation.surround", "advance", "CopyTables SurroundState i64 i64 i64 i64", 1),
    Export(
        "tessellation.torus",
        "advance",
        "i64[][] i64[] i64[] i64[] i64[] i64[] i64[] i64[] i64[] i64[][] i64",
        1,
    ),
)

#: The tables of the modules, by the names of their files.
MODULES: dict[str, tuple[Export, ...]] = {"kernels.wasm": EXPORTS, "plane.wasm": PLANE}
