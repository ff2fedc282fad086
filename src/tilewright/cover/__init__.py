"""The compiled problem: flat arrays of placements that every engine reads.

`compiled` is the value, `laying` makes it from a problem, `images` are its symmetries, and `decoding` turns numbers of
placements into tilings.
"""

from tilewright.cover.compiled import Cover, are_tilings, decode, decode_batch, decode_tilings
from tilewright.cover.images import CoverSymmetry
from tilewright.cover.laying import compile_cover

__all__ = [
    "Cover",
    "CoverSymmetry",
    "are_tilings",
    "compile_cover",
    "decode",
    "decode_batch",
    "decode_tilings",
]
