"""How the commands are read: what holds for all their options, and groups of options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, cast, dataclass_transform, get_type_hints

from cyclopts import Parameter

__all__ = ["USUAL", "options"]

#: What holds for every option: no ``--no-…`` beside it, and its help says what it is when not given, where that is not plain.
USUAL = Parameter(negative="", show_default=False)

_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True)
def options(group: _Class) -> _Class:
    """Make a class a group of options: a frozen dataclass whose fields stand among the options of a command.

    What its annotations name is looked up here, once; cyclopts would do it twice for each command line.
    """
    group.__annotations__ = get_type_hints(group, include_extras=True)
    made: type = dataclass(frozen=True)(group)
    return cast(_Class, Parameter(name="*")(made))
