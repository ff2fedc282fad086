"""Callbacks while a kernel is compiled, so that time limits and Ctrl-C work during the seconds that this may take.

If a callback raises, the kernel is not compiled, as if it had not been called.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

__all__ = ["always", "ask", "asking", "undisturbed"]

_Asked = Callable[[], object]
#: Called in every thread.
always: list[_Asked] = []
_asked: ContextVar[tuple[_Asked, ...]] = ContextVar("asked", default=())
_undisturbed: ContextVar[bool] = ContextVar("undisturbed", default=False)


def ask() -> None:
    """Call all callbacks of this thread; `kernels._jit` does so before each pass of the compiler."""
    if not _undisturbed.get():
        for each in (*always, *_asked.get()):
            each()


@contextlib.contextmanager
def asking(asked: _Asked) -> Iterator[None]:
    """Return a context in which `asked` is called, too, while this thread compiles."""
    token = _asked.set((*_asked.get(), asked))
    try:
        yield
    finally:
        _asked.reset(token)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Return a context in which this thread compiles without callbacks."""
    token = _undisturbed.set(True)
    try:
        yield
    finally:
        _undisturbed.reset(token)
