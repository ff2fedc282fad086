"""Platforms: what makes a library or a module for each from the LLVM code of kernels.

One Linux machine builds for all of them: LLVM comes with llvmlite, and the linkers and the system
libraries with ziglang.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.kernels.build.runtime import CALLED, EXPORTED, RUNTIME, without_counting
from tilewright.kernels.build.table_rows import Row
from tilewright.kernels.library import sources

#: The name of the section of a WebAssembly module that has its table of kernels.
SECTION = "tilewright"
#: A target machine for WebAssembly: what all browsers of the last years have.
_WASM_TRIPLE = "wasm32-unknown-unknown"
_WASM_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"


#: What ``calling.c`` and the C library have for compiled kernels.
_NATIVE = {
    "NRT_Allocate",
    "NRT_Free",
    "NRT_MemInfo_alloc",
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_call_dtor",
    "numba_attempt_nocopy_reshape",
    "hypot",
    "memcpy",
    "memmove",
    "memset",
}


class BuildError(TilewrightError):
    """A tool is missing, or building failed."""


@dataclass(frozen=True, slots=True)
class Target:
    """A platform.

    Parameters
    ----------
    name : str
        How tilewright calls it.
    triple : str
        How LLVM calls it.
    zig : str
        How zig calls it, with the oldest system that the library runs on.
    levels : tuple of str
        The processors that there is code for, the oldest first; the best is chosen when the library
        is loaded.
    tags : str
        The platform tags of a wheel.
    """

    name: str
    triple: str
    zig: str
    levels: tuple[str, ...]
    tags: str

    @property
    def ending(self) -> str:
        """How the names of libraries end."""
        return ".pyd" if "windows" in self.name else ".abi3.so"


_X86 = ("x86-64-v2", "x86-64-v3")
#: The platforms with wheels.
TARGETS = {
    target.name: target
    for target in (
        Target(
            "linux-x86_64",
            "x86_64-unknown-linux-gnu",
            "x86_64-linux-gnu.2.17",
            _X86,
            "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        ),
        Target(
            "linux-aarch64",
            "aarch64-unknown-linux-gnu",
            "aarch64-linux-gnu.2.17",
            ("generic",),
            "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
        ),
        Target(
            "macos-x86_64",
            "x86_64-apple-macosx11.0.0",
            "x86_64-macos.11.0",
            _X86,
            "macosx_11_0_x86_64",
        ),
        Target(
            "macos-arm64",
            "arm64-apple-macosx11.0.0",
            "aarch64-macos.11.0",
            ("apple-m1",),
            "macosx_11_0_arm64",
        ),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", _X86, "win_amd64"),
        Target(
            "windows-aarch64",
            "aarch64-pc-windows-gnu",
            "aarch64-windows-gnu",
            ("generic",),
            "win_arm64",
        ),
    )
}
WASM = "wasm"


def host() -> Target:
    """Return the platform of this machine, with the level of its processor only.

    Raises
    ------
    BuildError
        If there are no wheels for it.
    """
    import llvmlite.binding as llvm

    machine = platform.machine().lower().replace("amd64", "x86_64").replace("arm64", "aarch64")
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    name = f"{system}-{machine}".replace("macos-aarch64", "macos-arm64")
    if name not in TARGETS:
        raise BuildError(
            f"ahead-of-time compilation of kernels is not supported for {name}; "
            "set TILEWRIGHT_KERNELS=numba"
        )
    target = TARGETS[name]
    features = llvm.get_host_cpu_features()
    new = all(
        features.get(feature)
        for feature in ("avx2", "bmi", "bmi2", "fma", "f16c", "lzcnt", "movbe")
    )
    level = target.levels[-1 if new else 0]
    return Target(target.name, target.triple, target.zig, (level,), target.tags)


def _create_machine(triple: str, cpu: str = "", features: str = "") -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    options = {"reloc": "pic", "codemodel": "small"} if triple != _WASM_TRIPLE else {}
    return llvm.Target.from_triple(triple).create_target_machine(
        opt=3, cpu=cpu, features=features, **options
    )


def _parse_module(text: str, triple: str, machine: Any) -> Any:
    """Return a module for a target, whatever it was written for."""
    import llvmlite.binding as llvm

    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE).replace("= common ", "= internal ")
    return llvm.parse_assembly(
        f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n{text}'
    )


def _optimize(
    texts: Iterable[str], visible: set[str], triple: str, machine: Any, *, native: bool
) -> Any:
    """Link code to one module in which only `kept` is visible, and optimize it."""
    import llvmlite.binding as llvm

    module: Any = None
    for text in texts:
        parsed = _parse_module(text, triple, machine)
        if module is None:
            module = parsed
        else:
            module.link_in(parsed)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization, tuning.slp_vectorization = native, False
    if not native:
        # The page loads the code before the first hint; with this it is a fifth smaller, and no
        # slower.
        tuning.loop_unrolling, tuning.inlining_threshold = False, 50
        for function in module.functions:
            # Those of the runtime stay as they are written.
            if not (function.is_declaration or function.name.startswith("__")):
                function.add_function_attribute("optsize")
    builder = llvm.create_pass_builder(machine, tuning)
    if native:
        # A first time while all functions are visible: later one that is called once is inlined at
        # any cost, and counting by components takes twice as long if that comes first.
        builder.getModulePassManager().run(module, builder)
    for function in module.functions:
        if not function.is_declaration and function.name not in visible:
            function.linkage = llvm.Linkage.internal
    if native:
        # As Numba does: inline at little cost, remove pairs of reference counts, then optimize all.
        cheap = llvm.create_pass_builder(
            machine, llvm.create_pipeline_tuning_options(speed_level=0)
        )
        manager = cheap.getModulePassManager()
        manager.add_refprune_pass()
        manager.run(module, cheap)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return module


def _check_closed(module: Any, known: set[str]) -> None:
    """Raise if kernels need a function that neither they nor the runtime have."""
    names = {
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    }
    if missing := sorted(names - known):
        raise BuildError(f"the kernels use functions that the runtime lacks: {', '.join(missing)}")


def _run_zig(*words: object, folder: Path) -> None:
    """Run a tool of ziglang."""
    try:
        import ziglang
    except ImportError as error:
        raise BuildError(
            "building tilewright needs the package ziglang: pip install ziglang"
        ) from error
    program = Path(ziglang.__file__).with_name("zig.exe" if sys.platform == "win32" else "zig")
    done = subprocess.run(
        [str(program), *map(str, words)],
        cwd=folder,
        env={**os.environ, "ZIG_LOCAL_CACHE_DIR": str(folder / "zig")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(
            f"building the kernels failed: {done.stderr.strip() or f'exit code {done.returncode}'}"
        )


def _table(rows: Sequence[Row], levels: Sequence[str]) -> tuple[str, int]:
    """Return the header that ``calling.c`` includes."""
    kernels: dict[str, list[Row]] = {}
    for row in rows:
        kernels.setdefault(f"{row.module.split('.', 1)[1]}.{row.function}", []).append(row)
    lines = [
        f"int {row.name}_v{level}(i64 *, void **);" for row in rows for level in range(len(levels))
    ]
    entries = []
    for number, (name, alternatives) in enumerate(kernels.items()):
        texts = [
            f'{{"{row.code}", '
            f"{{{', '.join(f'{row.name}_v{level}' for level in range(len(levels)))}}}}}"
            for row in alternatives
        ]
        lines.append(f"static const Row rows{number}[] = {{{', '.join(texts)}, {{0}}}};")
        entries.append(f'{{"{name}", rows{number}}}')
    return "\n".join(
        [*lines, f"static const Kernel kernels[] = {{{', '.join(entries)}}};", ""]
    ), len(entries)


def link_native(
    group: str, rows: Sequence[Row], texts: Sequence[str], target: Target, folder: Path
) -> bytes:
    """Return the library of a group of kernels, from their LLVM code; `folder` is for files on the
    way.
    """
    objects = []
    for level, cpu in enumerate(target.levels):
        machine = _create_machine(target.triple, cpu)
        module = _optimize(texts, {row.name for row in rows}, target.triple, machine, native=True)
        _check_closed(module, _NATIVE)
        for row in rows:
            module.get_function(row.name).name = f"{row.name}_v{level}"
        objects.append(folder / f"{group}.{level}.o")
        objects[-1].write_bytes(machine.emit_object(module))
    table, number = _table(rows, target.levels)
    (folder / "table.h").write_text(table)
    init = f"PyInit_{group}"
    options = [
        f'-DTABLE="{folder / "table.h"}"',
        f"-DLEVELS={len(target.levels)}",
        f"-DNUMBER={number}",
        f"-DINIT={init}",
        f'-DSOURCES="{sources(group)}"',
    ]
    calling, library = folder / "calling.o", folder / f"{group}{target.ending}"
    common = [
        "-target",
        target.zig,
        "-O2",
        "-fno-sanitize=undefined",
        "-fno-stack-protector",
        "-fno-math-errno",
        "-fno-builtin",
    ]
    hidden = [] if "windows" in target.name else ["-fPIC", "-fvisibility=hidden"]
    _run_zig(
        "cc",
        "-c",
        *common,
        *hidden,
        *options,
        Path(__file__).with_name("calling.c"),
        "-o",
        calling,
        folder=folder,
    )
    if target.name.startswith("linux"):
        # Python has loaded the C library already, whichever it is: nothing is linked to.
        _run_zig(
            "ld.lld",
            "-shared",
            "--gc-sections",
            "--strip-all",
            "--hash-style=gnu",
            "-z",
            "noexecstack",
            "-o",
            library,
            calling,
            *objects,
            folder=folder,
        )
    else:
        more = (
            ["-undefined", "dynamic_lookup"]
            if "macos" in target.name
            else [_import_library(target, folder)]
        )
        _run_zig(
            "cc", "-shared", "-s", *common, *more, "-o", library, calling, *objects, folder=folder
        )
    return library.read_bytes()


def _import_library(target: Target, folder: Path) -> Path:
    """Return what links to Python's library on Windows, which has the stable ABI."""
    text = Path(__file__).with_name("calling.c").read_text()
    names = sorted(set(re.findall(r"\b_?Py[A-Z]\w+_\w+|_Py_NoneStruct|Py_(?:Inc|Dec)Ref", text)))
    data = {name for name in names if name.startswith("PyExc_") or name == "_Py_NoneStruct"}
    lines = [
        f"  {name}{' DATA' if name in data else ''}"
        for name in names
        if not name.startswith("PyInit")
    ]
    definition, library = folder / "python3.def", folder / "python3.lib"
    definition.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *lines, ""]))
    _run_zig(
        "dlltool",
        "-d",
        definition,
        "-l",
        library,
        "-m",
        "arm64" if "aarch64" in target.name else "i386:x86-64",
        folder=folder,
    )
    return library


def link_module(rows: Sequence[Row], texts: Sequence[str], digest: str, folder: Path) -> bytes:
    """Return a WebAssembly module, from the LLVM code of its kernels; `folder` is for files on the
    way.
    """
    machine = _create_machine(_WASM_TRIPLE, features=_WASM_FEATURES)
    visible = {*CALLED, *EXPORTED, *(row.name for row in rows)}
    module = _optimize(
        [RUNTIME, *map(without_counting, texts)], visible, _WASM_TRIPLE, machine, native=False
    )
    _check_closed(module, set())
    compiled, linked = folder / "kernels.o", folder / "kernels.wasm"
    compiled.write_bytes(machine.emit_object(module))
    exports = [f"--export={name}" for name in (*EXPORTED, *(row.name for row in rows))]
    _run_zig(
        "wasm-ld",
        "--no-entry",
        "--strip-all",
        "--gc-sections",
        *exports,
        "-o",
        linked,
        compiled,
        folder=folder,
    )
    table = [
        {
            "name": row.name,
            "results": len(row.results),
            "arguments": [
                [".".join(argument.path), argument.element, argument.dimensions]
                for argument in row.arguments()
            ],
        }
        for row in rows
    ]
    return linked.read_bytes() + _section({"digest": digest, "exports": table})


def _section(value: object) -> bytes:
    """Return a custom section of a module."""
    name = SECTION.encode()
    body = bytes([len(name)]) + name + json.dumps(value, separators=(",", ":")).encode()
    return b"\0" + _encode_number(len(body)) + body


def _encode_number(value: int) -> bytes:
    """Return a number in the form of WebAssembly (LEB128)."""
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])
