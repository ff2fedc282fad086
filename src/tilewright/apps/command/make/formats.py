"""The option that names a file format, for the commands that read files of other programs."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from tilewright.formats.registry import built_in_formats


def format_names(act: Literal["read", "write"]) -> str:
    """Return the names of the formats that can be read or written, without those of plug-ins, for
    help.
    """
    return ", ".join(kind.name for kind in built_in_formats() if getattr(kind, act) is not None)


#: The ``--from`` option.
FormatRead = Annotated[
    str | None,
    Parameter(
        name="--from", metavar="FORMAT", help=f"The format of the file: {format_names('read')}."
    ),
]
