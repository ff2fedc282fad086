"""The compiled problem: flat arrays of placements, which all engines read.

`compiled` is the value, which turns numbers of placements into tilings and has its symmetries, and
`laying` makes it from a problem.
"""

from tilewright.model.cover.compile import compile_cover
from tilewright.model.cover.cover import (
    Cover,
    CoverSymmetry,
    Unique,
    are_tilings,
    check_unique,
    cycles,
    decode,
    decode_batch,
    decode_tilings,
    up_to,
)
from tilewright.model.cover.placements import placement_number, placement_numbers, placement_of

__all__ = [
    "Cover",
    "CoverSymmetry",
    "Unique",
    "are_tilings",
    "check_unique",
    "compile_cover",
    "cycles",
    "decode",
    "decode_batch",
    "decode_tilings",
    "placement_number",
    "placement_numbers",
    "placement_of",
    "up_to",
]
