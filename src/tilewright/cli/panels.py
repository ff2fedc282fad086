"""The panels of the help of a command, in their order, and the types of its options."""

from __future__ import annotations

import functools
import operator
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from cyclopts import Group

__all__ = ["ARGUMENTS", "COMMON", "FIND", "LIMITS", "OUTPUT", "PICTURES", "RUNS", "typed_hints"]

ARGUMENTS = Group("Arguments", sort_key=0)
FIND = Group("What to find", sort_key=1)
LIMITS = Group("Limits", sort_key=2)
OUTPUT = Group("Output", sort_key=3)
PICTURES = Group("Pictures", sort_key=4)
RUNS = Group("Long runs", sort_key=5)
COMMON = Group("Common options", sort_key=6)


def typed_hints(of: Any) -> dict[str, Any]:
    """Return what can be typed for each option of a command or of a group of options.

    None is the default of many options and stands for no word: cyclopts would accept the words none and null.
    """
    return {name: _without_none(hint) for name, hint in get_type_hints(of, include_extras=True).items()}


def _without_none(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        return Annotated[(_without_none(inner), *extras)]
    if get_origin(hint) in (Union, UnionType):
        kept = [_without_none(each) for each in get_args(hint) if each is not NoneType]
        return functools.reduce(operator.or_, kept)
    return hint
