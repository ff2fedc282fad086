"""Recent: the last few results of what takes long, kept for as many threads as there are."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Recent"]

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The last few values that were made or asked for.

    Parameters
    ----------
    most : int
        How many are kept.

    Examples
    --------
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
        self, key: Key, make: Callable[[], Value], keep: Callable[[Value], bool] = lambda value: True
    ) -> Value:
        """Return the value of a key, made if it is not there.

        Two threads that ask for the same at the same time may both make it: none waits for another.

        Parameters
        ----------
        key : hashable
        make : callable
        keep : callable
            Whether a value that was made is kept.
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
        """Forget all."""
        with self._lock:
            self._values.clear()
