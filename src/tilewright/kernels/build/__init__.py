"""Compiles the kernels: to native libraries for Python, and to WebAssembly modules for the page in
a browser.

`table_rows`
    The table of kernels, with Numba's types.
`lowering`
    One kernel as LLVM code that fits all targets.
`targets`
    Platforms: from LLVM code to a library or a module.
`runtime`
    Memory for the arrays that kernels allocate in WebAssembly; ``calling.c`` has it for native
    libraries.
`build`
    Builds what is missing or out of date, on all cores.

``python -m tilewright.kernels.build`` builds the libraries of this machine. This package needs
Numba and ziglang, tilewright does not.
"""
