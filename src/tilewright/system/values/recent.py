"""A small thread-safe cache of the most recently used values."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The `most` most recently used values.

    >>> squares = Recent(2)
    >>> [squares.get(number, lambda: number**2) for number in (1, 2, 3)]
    [1, 4, 9]
    >>> squares.get(3, lambda: 0), squares.get(1, lambda: 0)
    (9, 0)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(
        self,
        key: Key,
        make: Callable[[], Value],
        keep: Callable[[Value], bool] = lambda value: True,
    ) -> Value:
        """Return the value of a key, made if it is missing, and kept if `keep` says so; two threads
        may make the same value.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        if keep(value):
            with self._lock:
                self._values[key] = value
                while len(self._values) > self._most:
                    self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()
