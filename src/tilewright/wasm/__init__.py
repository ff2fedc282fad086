"""The kernels as WebAssembly modules, for the page in a browser.

`building`
    Compile, link and write the modules.
`compiling`
    One kernel as LLVM text for WebAssembly.
`exports`
    The tables of the kernels in the modules, with the types of their arguments.
`runtime`
    Memory for the arrays that kernels allocate.

``python -m tilewright.wasm`` builds them. Only this needs the package ``ziglang``, which brings the linker.
"""

from tilewright.wasm.building import MODULE, PLANE, MissingTool, build, missing_tool

__all__ = ["MODULE", "PLANE", "MissingTool", "build", "missing_tool"]
