"""Read and write files of other programs, and tables of tilings.

`registry` has the table of formats and the functions that read and write; `format` says what a
format is. `native` has tilewright's own formats, `puzzles` those of puzzle programs, `solvers`
those of solvers, `cutting` those of laser cutters and 3D printers. `exactcover` has exact cover
problems, `tables` stores tilings as Parquet.
"""

from tilewright.formats.format import Entry, Format, LossWarning
from tilewright.formats.registry import (
    find_format,
    is_exchange_file,
    known_formats,
    read_entries,
    write,
    write_entries,
)

__all__ = [
    "Entry",
    "Format",
    "LossWarning",
    "find_format",
    "is_exchange_file",
    "known_formats",
    "read_entries",
    "write",
    "write_entries",
]
