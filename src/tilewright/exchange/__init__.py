"""At home among other programs: their files read and written, and enumerations as tables.

`formats` has the table of formats, and what reads and writes; `format` says what a format is; `native` has tilewright's own texts,
`exactcover` items and options in general. `puzzles` are the programs of puzzle people, `solvers` those that take items,
clauses or constraints, `fabrication` is for laser cutters and 3D printers; `tables` are enumerations as Parquet.
"""

from tilewright.exchange.format import Entry, Format, LossWarning
from tilewright.exchange.formats import (
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
