"""Compile the kernels of a module to one object file for WebAssembly.

It runs as a process of its own (``python -m tilewright.wasm.compiling MODULE FILE``) in the environment `ENVIRONMENT`. There Numba
leaves all optimization to this module, which knows the size of pointers in WebAssembly. The text does not depend on the processor.
"""

from __future__ import annotations

import re
import sys
import warnings
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types as numba_types
from numba.core import config as numba_config

from tilewright.wasm.exports import GROUPS, MODULES, PAIR, Argument, Export, group
from tilewright.wasm.runtime import CALLED, EXPORTED, RUNTIME, without_counting

__all__ = ["ENVIRONMENT", "TRIPLE", "main"]

types: Any = numba_types
config: Any = numba_config

#: The options of Numba that the text depends on.
ENVIRONMENT = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
TRIPLE = "wasm32-unknown-unknown"
#: What all browsers of the last years have.
_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
#: Numba's type of each element, and its bytes.
_ELEMENTS = {
    "bool": (types.boolean, 1),
    "i8": (types.int8, 1),
    "u8": (types.uint8, 1),
    "i32": (types.int32, 4),
    "u32": (types.uint32, 4),
    "i64": (types.int64, 8),
    "u64": (types.uint64, 8),
    "f64": (types.float64, 8),
}
#: What compiled kernels return if there was no error: a value, or None.
_FINE = (0, -2)


def _type(word: str) -> Any:
    """Return Numba's type of an argument."""
    if word in GROUPS:
        return types.NamedTuple([_type(field) for field in GROUPS[word][1].split()], group(word))
    if word == PAIR:
        return types.UniTuple(types.int64, 2)
    element, dimensions = word.rstrip("[]"), word.count("[")
    return types.Array(_ELEMENTS[element][0], dimensions, "C") if dimensions else _ELEMENTS[element][0]


def _array(argument: Argument) -> tuple[list[str], list[str], list[str]]:
    """Return the parameters of an array (its address and sizes), what computes its numbers, and how Numba passes it.

    Numba passes two pointers to owners, the numbers of elements and of bytes of each, the address, the sizes, and the
    strides.
    """
    name, width = argument.name, _ELEMENTS[argument.element][1]
    axes = range(argument.dimensions)
    lines = [f"%{name}.size{axis} = zext i32 %{name}.{axis} to i64" for axis in axes]
    stride = str(width)
    strides: list[str] = []
    for axis in reversed(axes):
        strides.insert(0, stride)
        lines.append(f"%{name}.stride{axis} = mul i64 {stride}, %{name}.size{axis}")
        stride = f"%{name}.stride{axis}"
    lines.append(f"%{name}.number = udiv i64 {stride}, {width}")
    sizes = [f"%{name}.size{axis}" for axis in axes]
    passed = ["ptr null", "ptr null", f"i64 %{name}.number", f"i64 {width}", f"ptr %{name}"]
    passed += [f"i64 {value}" for value in (*sizes, *strides)]
    return [f"ptr %{name}", *(f"i32 %{name}.{axis}" for axis in axes)], lines, passed


def _wrapper(export: Export, function: str, returned: Any) -> str:
    """Return a function with plain parameters that calls a compiled kernel, as LLVM text.

    With several results, the last parameter is where to write them.
    """
    parameters: list[str] = []
    lines: list[str] = []
    passed: list[str] = []
    for argument in export.arguments():
        if argument.dimensions:
            for into, more in zip((parameters, lines, passed), _array(argument), strict=True):
                into += more
        else:
            number = f"{'double' if argument.element == 'f64' else 'i64'} %{argument.name}"
            parameters.append(number)
            passed.append(number)
    several = export.results > 1
    if several:
        parameters.append("ptr %results")
    lines += [
        "%value = alloca [2 x i64]",
        "%error = alloca ptr",
        f"%status = call i32 @{function}(ptr {'%results' if several else '%value'}, ptr %error, {', '.join(passed)})",
        *(f"%fine{-number} = icmp eq i32 %status, {number}" for number in _FINE),
        f"%fine = or i1 {', '.join(f'%fine{-number}' for number in _FINE)}",
        "br i1 %fine, label %done, label %failed",
        "failed:",
        "call void @llvm.trap()",
        "unreachable",
        "done:",
        *_returning(export, returned),
    ]
    body = "\n".join(f"  {line}" for line in lines)
    result = "i64" if export.results == 1 else "void"
    return f"define {result} @{export.name}({', '.join(parameters)}) {{\n{body}\n}}\n"


def _returning(export: Export, returned: Any) -> list[str]:
    """Return what reads the result of a kernel."""
    if export.results != 1:
        return ["ret void"]
    bits = 8 if returned == types.boolean else returned.bitwidth
    if bits == 64:
        return ["%result = load i64, ptr %value", "ret i64 %result"]
    signed = getattr(returned, "signed", False)
    return [
        f"%short = load i{bits}, ptr %value",
        f"%result = {'sext' if signed else 'zext'} i{bits} %short to i64",
        "ret i64 %result",
    ]


def _compiled(export: Export) -> tuple[str, str]:
    """Return the LLVM text of a wrapper, and of the kernel that it calls with all that this calls.

    What is not called yet is dropped when it is linked, so this is the order.
    """
    signature = tuple(_type(word) for _, word in export.parameters())
    export.kernel.compile(signature)
    made = export.kernel.overloads[signature]
    name = made.fndesc.llvm_func_name
    text = str(made.library._get_module_for_linking())
    declared = re.search(rf"^define [^@]*@{re.escape(name)}\((.*?)\)[^()]*{{$", text, flags=re.MULTILINE)
    assert declared is not None
    kinds = ", ".join(re.findall(r"(?:^|, )(\w+)", declared[1]))
    wrapper = f"declare i32 @{name}({kinds})\ndeclare void @llvm.trap()\n"
    return wrapper + _wrapper(export, name, made.signature.return_type), without_counting(text)


def _parsed(text: str, machine: Any) -> Any:
    """Return a module for WebAssembly, whatever it was written for."""
    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE).replace("= common ", "= internal ")
    return llvm.parse_assembly(
        f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n{text}'
    )


def _optimize(module: Any, machine: Any, exports: tuple[Export, ...]) -> None:
    """Inline and optimize; only the exports stay visible."""
    kept = {*CALLED, *EXPORTED, *(export.name for export in exports)}
    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = llvm.Linkage.internal
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


def _check_closed(module: Any) -> None:
    """Raise if a kernel needs a function that neither it nor the runtime has."""
    missing = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if missing:
        raise SystemExit(f"the kernels need functions that the runtime does not have: {', '.join(missing)}")


def main(name: str, path: Path) -> None:
    """Write the object file of a module."""
    warnings.simplefilter("ignore", numba.NumbaWarning)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=_FEATURES)
    module = _parsed(RUNTIME, machine)
    exports = MODULES[name]
    for export in exports:
        for text in _compiled(export):
            module.link_in(_parsed(text, machine))
    _optimize(module, machine, exports)
    _check_closed(module)
    module.verify()
    path.write_bytes(machine.emit_object(module))


if __name__ == "__main__":
    assert config.OPT == 0, "run by `tilewright.wasm.building`"
    main(sys.argv[1], Path(sys.argv[2]))
