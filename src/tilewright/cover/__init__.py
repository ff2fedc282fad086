"""The compiled problem: flat arrays of placements that every engine reads.

`compiled` is the value, which turns numbers of placements into tilings, `laying` makes it from a problem, and `images` are its
symmetries.
"""

from tilewright.cover.compiled import Cover, are_tilings, decode, decode_batch, decode_tilings
from tilewright.cover.images import CoverSymmetry, cycles
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
