"""One row of the table as LLVM code that fits all targets: the kernel, all that it calls, and a
function that calls it.

Numba runs in the environment `ENVIRONMENT`: it leaves all optimization to `targets`, and its code
does not depend on the processor. Each compiled function has the same two parameters: the address of
*words* of 64 bits, which hold numbers, addresses and sizes of arrays, and where to write the
address of an exception. Its results replace the first words. It returns Numba's status.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from tilewright.kernels.build.table_rows import Argument, Row, numba_type
from tilewright.kernels.table import ELEMENTS

#: The options of Numba that the code depends on, and how `tilewright.kernels.library` provides
#: kernels.
ENVIRONMENT = {
    # The order of sets would be another one each time, and so the code.
    "PYTHONHASHSEED": "0",
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "TILEWRIGHT_KERNELS": "numba",
}
#: The number of words that a call has room for.
WORDS = 256


class Code(NamedTuple):
    """The LLVM code of kernels.

    Parameters
    ----------
    rows : dict of str to (str, list of int)
        By the name of a row: the function that calls its kernel, and the numbers of the parts that
        it needs.
    parts : list of str
        The code of each function. A part only calls functions of parts with lower numbers.
    """

    rows: dict[str, tuple[str, list[int]]]
    parts: list[str]

    def texts(self, names: Iterable[str]) -> list[str]:
        """Return the code of some rows in the order in which it must be linked: the linker drops a
        function that is not called yet.
        """
        chosen = [self.rows[name] for name in names]
        numbers = sorted({number for _, needed in chosen for number in needed}, reverse=True)
        return [caller for caller, _ in chosen] + [self.parts[number] for number in numbers]


#: The types of numbers in the table, as Numba passes them.
_NUMBERS = {"i64": "i64", "u64": "i64", "f64": "double", "bool": "i8"}


def lower(rows: Sequence[Row]) -> Code:
    """Return the LLVM code of kernels, with all that they call."""
    from numba.core.compiler_lock import global_compiler_lock

    _prepare()
    numbers: dict[Any, int] = {}
    code = Code({}, [])
    called: list[tuple[Row, Any]] = []
    for row in rows:
        signature = tuple(map(numba_type, row.types))
        row.kernel.compile(signature)
        overload = row.kernel.overloads[signature]
        called.append((row, overload))
        _visit(overload.library, numbers)
    with global_compiler_lock:
        code.parts.extend(str(library._get_module_for_linking()) for library in numbers)
    for row, overload in called:
        needed: dict[Any, int] = {}
        name = overload.fndesc.llvm_func_name
        _visit(overload.library, needed)
        declared = re.search(
            rf"^define [^@]*@{re.escape(name)}\((.*?)\)[^()]*{{$",
            code.parts[numbers[overload.library]],
            flags=re.MULTILINE,
        )
        assert declared is not None
        # Attributes of parameters have commas of their own, as in `initializes((0, 4))`; names
        # follow a percent sign.
        kinds = ", ".join(re.findall(r"(?:^|%[^,]*, )(\w+)", declared[1]))
        caller = _caller(row, name, overload.signature.return_type)
        code.rows[row.name] = (
            f"declare i32 @{name}({kinds})\n{caller}",
            sorted(numbers[library] for library in needed),
        )
    return code


def _visit(library: Any, numbers: dict[Any, int]) -> None:
    """Number a library of Numba after all that it calls."""
    if library not in numbers:
        for called in library._linking_libraries:
            _visit(called, numbers)
        numbers[library] = len(numbers)


@cache
def _prepare() -> None:
    """Let Numba make code that is never run in this process, and that needs nothing of Python."""
    import numba
    from numba.core.callconv import CPUCallConv
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.cpu import CPUContext
    from numba.core.dispatcher import Dispatcher
    from numba.core.types import unliteral
    from numba.extending import overload
    from numba.np import arrayobj

    from tilewright.kernels import intrinsics

    warnings.simplefilter("ignore", numba.NumbaWarning)
    intrinsics.OPTIONS.update(no_cpython_wrapper=True, no_cfunc_wrapper=True)

    def executable(context: Any, library: Any, function: Any, environment: Any) -> Any:
        """Return a function that stands for the machine code: Numba keeps a different one for each
        kernel.
        """
        return [].append

    def shapes_differ(source: Any, target: Any) -> None:
        """Raise an error; Numba's has a message made of the sizes, which doubles the code of some
        kernels.
        """

    @overload(shapes_differ)
    def _shapes_differ(source: Any, target: Any) -> Any:
        def refuse(source: Any, target: Any) -> None:
            raise ValueError("cannot assign arrays of different sizes")

        return refuse

    conventions: Any = CPUCallConv
    raise_error: Any = conventions.set_static_user_exc

    def raise_anywhere(
        convention: Any, builder: Any, kind: Any, arguments: Any = None, *place: Any, **places: Any
    ) -> None:
        """Raise an exception without its place, which is a path of this machine."""
        raise_error(convention, builder, kind, arguments)

    dispatcher: Any = Dispatcher
    find_template = dispatcher.get_call_template

    def find_plain_template(called: Any, arguments: Any, named: Any) -> Any:
        """Let a call with a constant use the same code as others; Numba compiles the kernel again
        for each constant.
        """
        return find_template(called, tuple(map(unliteral, arguments)), named)

    def finalize_alone(library: Any) -> None:
        """Leave a function without what it calls; Numba links a copy of all that into each caller,
        and the copies of the deduction kernels took most of the time of a build.
        """
        library._finalized = True

    code_library: Any = CPUCodeLibrary
    code_library.finalize = finalize_alone
    context: Any = CPUContext
    dispatcher.get_call_template = find_plain_template
    context.get_executable = executable
    conventions.set_static_user_exc = raise_anywhere
    arrayobj.raise_with_shape_context = shapes_differ


def _caller(row: Row, function: str, returned: Any) -> str:
    """Return a function that reads its words and calls a compiled kernel."""
    lines: list[str] = []
    passed: list[str] = []
    place = 0
    for argument in row.arguments():
        lines += _load_argument(argument, place)
        if argument.dimensions:
            lines += _strides(argument)
            passed += _pass_array(argument)
        else:
            kind = _NUMBERS[argument.element]
            if argument.element == "bool":
                lines.append(f"%{argument.name} = trunc i64 %{argument.name}.word to i8")
            elif argument.element == "f64":
                lines.append(f"%{argument.name} = bitcast i64 %{argument.name}.word to double")
            value = argument.name if kind != "i64" else f"{argument.name}.word"
            passed.append(f"{kind} %{value}")
        place += 1 + argument.dimensions
    assert place <= WORDS, row
    lines += [
        "%.value = alloca [2 x i64]",
        f"%.status = call i32 @{function}({', '.join(['ptr %.value', 'ptr %.error', *passed])})",
        *_write_results(row, returned),
        "ret i32 %.status",
    ]
    body = "\n".join(f"  {line}" for line in lines)
    return f"define i32 @{row.name}(ptr %.words, ptr %.error) {{\n{body}\n}}\n"


def _load_argument(argument: Argument, place: int) -> list[str]:
    """Return what reads the words of an argument: a number, or the address and the sizes of an
    array.
    """
    names = [
        f"%{argument.name}.word",
        *(f"%{argument.name}.size{axis}" for axis in range(argument.dimensions)),
    ]
    return [
        line
        for number, name in enumerate(names, place)
        for line in (
            f"{name}.at = getelementptr i64, ptr %.words, i64 {number}",
            f"{name} = load i64, ptr {name}.at",
        )
    ]


def _strides(argument: Argument) -> list[str]:
    """Return what computes the strides and the number of elements of an array."""
    name, width = argument.name, ELEMENTS[argument.element][1]
    lines = [f"%{name} = inttoptr i64 %{name}.word to ptr"]
    stride = str(width)
    for axis in reversed(range(argument.dimensions)):
        lines.append(f"%{name}.stride{axis} = mul i64 {stride}, %{name}.size{axis}")
        stride = f"%{name}.stride{axis}"
    return [*lines, f"%{name}.number = udiv i64 {stride}, {width}"]


def _pass_array(argument: Argument) -> list[str]:
    """Return an array as Numba passes it: two pointers to owners, elements, bytes of each, address,
    sizes, strides.
    """
    name, width, axes = argument.name, ELEMENTS[argument.element][1], range(argument.dimensions)
    sizes = [f"%{name}.size{axis}" for axis in axes]
    strides = [*(f"%{name}.stride{axis}" for axis in axes[1:]), str(width)]
    passed = ["ptr null", "ptr null", f"i64 %{name}.number", f"i64 {width}", f"ptr %{name}"]
    return [*passed, *(f"i64 {value}" for value in (*sizes, *strides))]


def _write_results(row: Row, returned: Any) -> list[str]:
    """Return what writes the results of a kernel over the first words."""
    lines: list[str] = []
    types = list(returned) if len(row.results) > 1 else [returned][: len(row.results)]
    if [str(kind) for kind in types] != [ELEMENTS[kind][0] for kind in row.results]:
        raise TypeError(
            f"{row.module}.{row.function} returns {returned}, not {' '.join(row.results)}"
        )
    for number, result in enumerate(row.results):
        bits = 8 * ELEMENTS[result][1]
        lines += [
            f"%.value{number}.at = getelementptr i64, ptr %.value, i64 {number}",
            f"%.value{number} = load i{bits}, ptr %.value{number}.at",
            f"%.result{number}.at = getelementptr i64, ptr %.words, i64 {number}",
        ]
        name = f"%.value{number}"
        if bits < 64:
            lines.append(f"%.wide{number} = zext i{bits} {name} to i64")
            name = f"%.wide{number}"
        lines.append(f"store i64 {name}, ptr %.result{number}.at")
    return lines
