"""Kernels: arrays in, arrays out. They import nothing else of the package, and are compiled when
tilewright is built.

Each owner has a folder of kernels, and the folders do not import each other. What all use is beside
them:

`table`
    The kernels that Python calls, with their types.
`library`
    Loads their compiled code.
`bits`
    Operations on single machine words; `intrinsics` has what they are in compiled code.
"""
