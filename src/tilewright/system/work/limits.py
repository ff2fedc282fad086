"""The limits that all long work takes, said once.

A public function takes them as ``**limits: Unpack[ThreadLimits]``, or another of the types below,
and is decorated with `limited`. What it calls asks for them where they matter: `check_time`,
`check_room`, `useful_threads`, `report`.

>>> from typing import Unpack
>>> from tilewright.system.work.deadline import check_time, report
>>> from tilewright.system.work.progress import Progress
>>> @limited
... def work(size: int, **limits: Unpack[ProgressLimits]) -> int:
...     for number in range(size):
...         check_time()
...         report(Progress(unit="step", done=number + 1, total=size))
...     return size
>>> work(2, timeout=60, progress=lambda progress: print(progress.done, progress.total))
1 2
2 2
2
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypedDict, TypeVar, cast

from tilewright.system.values.arguments import check_progress
from tilewright.system.work.deadline import Deadline, current_deadline
from tilewright.system.work.progress import shown_in_notebook

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Limits(TypedDict, total=False):
    """Limits on the time and memory of a computation, as keyword arguments.

    Attributes
    ----------
    timeout : float, optional
        Stop after this many seconds, including the time to read the request. When the time is up,
        functions that can return partial results do so. All other functions raise
        `tilewright.errors.TimeLimitError`.
    max_memory : int or str, optional
        The memory limit in bytes, or as text such as ``"2G"``; by default, 80% of the free memory.
        A function that would exceed this limit returns a partial result or raises
        `tilewright.errors.MemoryLimitError`.
    """

    timeout: float | None
    max_memory: int | str | None


class ProgressLimits(Limits, total=False):
    """Limits for a computation that reports its progress, as keyword arguments.

    Attributes
    ----------
    progress : callable, optional
        A function that is called regularly with a `tilewright.system.work.progress.Progress`
        object. By default, notebooks show the progress below the cell.
    """

    progress: Callable[[Any], object] | None


class ThreadLimits(ProgressLimits, total=False):
    """Limits for a computation that can use several threads, as keyword arguments.

    Attributes
    ----------
    threads : int, optional
        The number of threads; by default, one per core. The answer does not depend on the number of
        threads.
    """

    threads: int | None


_TYPES = {f"Unpack[{kind.__name__}]": kind for kind in (Limits, ProgressLimits, ThreadLimits)}


def limits_of(function: Callable[..., Any]) -> dict[str, str]:
    """Return the types of the limits that a function takes, by name."""
    annotation = function.__annotations__.get("limits")
    taken = {} if annotation is None else _TYPES[annotation].__annotations__
    return {
        name: getattr(taken[name], "__forward_arg__", taken[name])
        for name in ThreadLimits.__annotations__
        if name in taken
    }


def check_names(function: Callable[..., Any], names: Iterable[str], known: Collection[str]) -> None:
    """Raise TypeError, as Python does, for the name of an argument that is unknown."""
    if unknown := sorted(set(names).difference(known)):
        raise TypeError(f"{function.__name__}() got an unexpected keyword argument {unknown[0]!r}")


def shown_signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a function as `help` shows it: it lists the limits by name."""
    signature = inspect.signature(function)
    *parameters, last = signature.parameters.values()
    limits = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        for name, annotation in limits_of(function).items()
    ]
    # A function of a request has rules there.
    rest = [] if last.name == "limits" else [last]
    return signature.replace(parameters=[*parameters, *limits, *rest])


def limited(function: _Function) -> _Function:
    """Let the limits that a function takes hold for all that it does.

    The function itself gets none of them.
    """
    names, signature = limits_of(function), shown_signature(function)
    # A function of a request refuses other names itself.
    has_rules = any(one.kind is one.VAR_KEYWORD for one in signature.parameters.values())

    @functools.wraps(function)
    def call(*values: Any, **options: Any) -> Any:
        if not has_rules:
            check_names(function, options, signature.parameters)
        taken = {name: options.pop(name) for name in names if name in options}
        listener: Any = taken.get("progress")
        deadline = Deadline(
            taken.get("timeout"),
            memory=taken.get("max_memory"),
            threads=taken.get("threads"),
            listener=check_progress(listener) or shown_in_notebook() or False,
            own=True,
        )
        with deadline.holds():
            return function(*values, **options)

    call.__signature__ = signature  # type: ignore[attr-defined]
    return cast(_Function, call)


def passed_on() -> ProgressLimits:
    """Return what a function passes on to another one, so that the same listener hears of it; the
    other limits hold there anyway.
    """
    return {"progress": current_deadline().listener or None}
