"""The compiled problem: flat arrays of placements that every engine reads.

`compiled` is the value, which turns numbers of placements into tilings and has its symmetries, and `laying` makes it from a
problem.
"""

from tilewright.cover.compiled import (
    Cover,
    CoverSymmetry,
    are_tilings,
    cycles,
    decode,
    decode_batch,
    decode_tilings,
)
from tilewright.cover.laying import compile_cover

__all__ = [
    "Cover",
    "CoverSymmetry",
    "are_tilings",
    "compile_cover",
    "cycles",
    "decode",
    "decode_batch",
    "decode_tilings",
]
