"""The kernels as one WebAssembly module, for the page in a browser.

`building`
    Compile, link and write the module.
`compiling`
    One kernel as LLVM text for WebAssembly.
`exports`
    The table of the kernels in the module, with the types of their arguments.
`runtime`
    Memory for the arrays that kernels allocate.

``python -m tilewright.wasm`` builds it. Only this needs the package ``ziglang``, which brings the linker.
"""

from tilewright.wasm.building import MODULE, MissingTool, build, missing_tool

__all__ = ["MODULE", "MissingTool", "build", "missing_tool"]
