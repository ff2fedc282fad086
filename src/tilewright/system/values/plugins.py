"""Tables that installed packages can extend: entry points, loaded when they are first needed.

A name that a table has itself is found without looking at other packages. Only an unknown name,
or a list of all names, reads the entry points of what is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from tilewright.errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_Name = TypeVar("_Name", bound=str)
_Value = TypeVar("_Value")


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the entry points of a group by their names; of equal names, the first on the path."""
    # Loaded here: a command that knows all its words does not need it.
    from importlib.metadata import entry_points

    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        points.setdefault(point.name, point)
    return dict(sorted(points.items()))


class Table(Mapping[_Name, _Value], Generic[_Name, _Value]):
    """A table of built-in entries and those of plug-ins; the built-in ones come first.

    Parameters
    ----------
    group : str
        The group of entry points.
    kind : type
        What each entry must be.
    built_in : dict
        The entries without plug-ins.
    fault : callable, optional
        Takes the name and the value of a plug-in, and returns what is wrong with them.
    """

    def __init__(
        self,
        group: str,
        kind: type[_Value],
        built_in: dict[_Name, _Value],
        fault: Callable[[str, _Value], str] = lambda name, value: "",
    ) -> None:
        self.group = group
        self.kind = kind
        self.built_in = built_in
        self.fault = fault
        self._loaded: dict[EntryPoint, _Value] = {}

    def __getitem__(self, name: _Name) -> _Value:
        if name in self.built_in:
            return self.built_in[name]
        return self._load(self._plugin_points()[name])

    def __contains__(self, name: object) -> bool:
        return name in self.built_in or name in self._plugin_points()

    def __iter__(self) -> Iterator[_Name]:
        yield from self.built_in
        yield from (name for name in self._plugin_points() if name not in self.built_in)

    def __len__(self) -> int:
        return len(self.built_in.keys() | self._plugin_points().keys())

    def working(self) -> list[_Value]:
        """Return all values, without those of plug-ins that cannot be loaded."""
        values = []
        for name in self:
            with suppress(PluginError):
                values.append(self[name])
        return values

    def check(self) -> None:
        """Load all plug-ins, or raise `PluginError`."""
        for name in self:
            self[name]

    def _plugin_points(self) -> dict[_Name, EntryPoint]:
        return _entry_points(self.group, tuple(sys.path))  # type: ignore[return-value]

    def _load(self, point: EntryPoint) -> _Value:
        if point in self._loaded:
            return self._loaded[point]
        try:
            value = point.load()
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise PluginError(_describe_fault(point, f"cannot be loaded: {reason}")) from error
        if not isinstance(value, self.kind):
            wrong = f"must be a {self.kind.__name__}, got {type(value).__name__}"
            raise PluginError(_describe_fault(point, wrong))
        if fault := self.fault(point.name, value):
            raise PluginError(_describe_fault(point, fault))
        self._loaded[point] = value
        return value


def _describe_fault(point: EntryPoint, fault: str) -> str:
    """Return what is wrong with a plug-in, with its package and its place."""
    package = "" if point.dist is None else f" of the package {point.dist.name}"
    return f"the plug-in '{point.name}'{package} ({point.group}, {point.value}) {fault}"
