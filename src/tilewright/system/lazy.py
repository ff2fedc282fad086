"""Names of a package that are imported when they are first used, so that importing the package is
quick; and functions that a lower layer calls without knowing where they are.
"""

from __future__ import annotations

import sys
from importlib import import_module

#: As in `typing`, which is not imported: the command is to be ready for Ctrl-C as early as
#: possible.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def lazy_names(
    package: str, homes: dict[str, str], *, defined: str = "", modules: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package whose names are imported
    lazily.

    `homes` maps each module to the names it defines, `defined` lists the names defined in the
    package itself, and `modules` lists the modules available as attributes. Names are separated by
    spaces.
    """
    where = {name: home for home, names in homes.items() for name in names.split()}
    inside = {path.rpartition(".")[2]: path for path in modules.split()}
    public = sorted([*defined.split(), *where])

    def load(name: str) -> Any:
        if name in inside:
            return import_module(f"{package}.{inside[name]}")
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: sorted({*public, *inside}), public


#: The modules that register pictures; they are imported when a value is first drawn.
drawing_modules: list[str] = []

#: The kinds of work of a run, each with the module and the class that defines it.
works: dict[str, str] = {}

#: The forms of answers in JSON: the kind of answer, the fields by which it is recognized, of which
#: the first is not null, the function that verifies it, and what else this function takes.
answers: list[tuple[str, str, str, str]] = []

#: The modules of the functions that `provide` listed, by their names.
_providers: dict[str, str] = {}


def provide(**modules: str) -> None:
    """Register the modules that define functions called by lower layers. A module is imported when
    one of its functions is needed.
    """
    _providers.update(modules)


def provided(name: str) -> Any:
    """Return the function that `provide` listed under a name."""
    return getattr(import_module(_providers[name]), name)
