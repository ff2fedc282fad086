"""While a kernel is compiled: what is asked between two steps of the compiler.

A kernel may take some seconds to compile, once on a machine. So that neither a limit of time nor Ctrl-C has to wait for
that, what knows of them is asked between two steps. If it raises, the kernel is not compiled, as if it had not been called.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

__all__ = ["always", "ask", "asking", "undisturbed"]

_Asked = Callable[[], object]
#: Asked in every thread.
always: list[_Asked] = []
_asked: ContextVar[tuple[_Asked, ...]] = ContextVar("asked", default=())
_undisturbed: ContextVar[bool] = ContextVar("undisturbed", default=False)


def ask() -> None:
    """Ask all that are to be asked in this thread: `kernels._jit` does, before each pass of the compiler."""
    if not _undisturbed.get():
        for each in (*always, *_asked.get()):
            each()


@contextlib.contextmanager
def asking(asked: _Asked) -> Iterator[None]:
    """Return a context in which something is asked, too, when the calling thread compiles."""
    token = _asked.set((*_asked.get(), asked))
    try:
        yield
    finally:
        _asked.reset(token)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Return a context in which nothing is asked in the calling thread: what was taken must be handed on."""
    token = _undisturbed.set(True)
    try:
        yield
    finally:
        _undisturbed.reset(token)
