"""Foresee how many states a count will need, before any memory is taken."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tilewright.counting.closed import closed_graph
from tilewright.counting.scans import Repeat
from tilewright.errors import MemoryLimitError
from tilewright.memory import in_units

__all__ = ["Foresight", "foresee"]

#: Narrow boards are measured up to this many states in all layers.
_MEASURED = 60_000
#: Bytes for each state of a graph while it grows (keys, table, edges), and for each layer, measured.
_GROWING, _LAYER = 50, 1 << 18
#: States of a layer when layers are forgotten, for each state of a graph that grows without looking ahead:
#: those that wait for a later layer are held as well. Measured 1.8 to 3.4.
_WAITING = 2.4
#: Bytes for each of them in this layer and the next one: keys, table, three limbs.
_PASSING = 75
#: Seconds, on one thread, for each state of a state graph and of a layer, as they are foreseen. Measured: 3e-7 to
#: 1e-6 and 3e-8 to 2.5e-7.
_SECONDS_GRAPH, _SECONDS_LAYER = 1e-6, 1.5e-7


@dataclass(frozen=True)
class Foresight:
    """What a count along a scan of a repeating board will take, within a factor of two or so.

    Attributes
    ----------
    states : float
        States of one layer, of those held when only one layer and the next are.
    graph_bytes : float
        Bytes for the whole state graph.
    layer_bytes : float
        Bytes when only one layer and the next are held.
    measured : bool
        Whether the width itself was measured, rather than two narrower ones.
    """

    states: float
    graph_bytes: float
    layer_bytes: float
    measured: bool

    def seconds(self, layers: int, allowed: int) -> float:
        """Return about how long a count of so many layers takes on one thread; infinite if memory forbids it.

        A state graph costs the same for all lengths.
        """
        times = (
            (self.graph_bytes, self.graph_bytes / _GROWING * _SECONDS_GRAPH),
            (self.layer_bytes, self.states * layers * _SECONDS_LAYER),
        )
        return min((time for needed, time in times if needed <= allowed), default=math.inf)

    def __str__(self) -> str:
        return (
            f"about {self.states:.3g} states in a layer, {_size(self.graph_bytes)} for the state graph, "
            f"{_size(self.layer_bytes)} layer by layer"
        )


def _size(size: float) -> str:
    return in_units(size) if size < 1 << 55 else f"{size:.1e} bytes"


def foresee(repeat: Repeat) -> Foresight:
    """Foresee the states of a repeating board from narrower boards with the same pieces.

    The number of states grows like a power of the width, so two widths give the third. This takes
    some hundredths of a second.
    """
    held, measured = _foreseen(repeat, look=True)
    found, _ = _foreseen(repeat, look=False)
    graph = (held * _GROWING + _LAYER) * repeat.period * repeat.width
    return Foresight(found * _WAITING, graph, found * _WAITING * _PASSING, measured)


def _foreseen(repeat: Repeat, *, look: bool) -> tuple[float, bool]:
    """Return the states of a layer of the growing graph, on average, and whether they were measured."""
    shapes = tuple(tuple(map(tuple, shape.tolist())) for shape in repeat.shapes)
    sizes: list[tuple[int, float]] = []
    narrowest = max((int(shape[:, 1].max()) for shape in repeat.shapes), default=0) + 1
    for width in range(min(narrowest, repeat.width), repeat.width + 1):
        states = _states(shapes, repeat.optional, width, look)
        if states is None:
            break
        sizes.append((width, states))
    if sizes and sizes[-1][0] == repeat.width:
        return sizes[-1][1], True
    if len(sizes) < 2:
        # Nothing narrow enough could be measured: the frontier is all there is to go by.
        reach = max(int(shape[:, 0].max()) for shape in repeat.shapes)
        return 2.0 ** min(1000, reach * repeat.width / 2), False
    width, last = sizes[-1]
    back = min(len(sizes) - 1, 3)
    ratio = (last / sizes[-1 - back][1]) ** (1 / back)
    # Not beyond what a float holds, with room for bytes and layers.
    return last * math.exp(min((repeat.width - width) * math.log(ratio), 600.0)), False


@lru_cache(maxsize=256)
def _states(
    shapes: tuple[tuple[tuple[int, int], ...], ...], optional: bool, width: int, look: bool
) -> float | None:
    """Return the states of a layer, on average, found for a narrow board; None if it is not narrow enough."""
    repeat = Repeat(0, width, width, [np.array(shape, dtype=np.int64) for shape in shapes], optional)
    sizes: list[int] = []
    try:
        closed_graph(
            repeat,
            prune=look,
            look=look,
            allowed=_MEASURED * _GROWING + _LAYER * repeat.period * width,
            watch=lambda step, states, held: sizes.append(states),
        )
    except MemoryLimitError:
        return None
    return sizes[-1] / (repeat.period * width)
