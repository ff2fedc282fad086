"""Count layer by layer, holding only the states of one layer and the next: for any problem.

Each layer's states are found from the layer before and forgotten after the next one. What a state is and what it leads
to, a `Frontier` says (`tilewright.counting.layers.profile`, `tilewright.counting.layers.components`); what rides on
the states, values say (`tilewright.counting.values`); the loop over the layers, limits, progress and checkpoints are
the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers.dealing import Deal, Dealers, Room, Share
from tilewright.counting.run.memory import refuse
from tilewright.counting.run.resources import Resources
from tilewright.counting.run.saving import Saving
from tilewright.counting.values.limbs import Limbs
from tilewright.counting.values.values import LayerValues
from tilewright.errors import LimitError
from tilewright.files import checkpoint as saved
from tilewright.files.fields import Fields, checked_array, damaged

__all__ = ["Frontier", "LayerCount", "count_layers"]

#: No word of a count is larger, so that two of them can be added.
_LARGEST_WORD = np.uint64((1 << 63) - 1)


@dataclass(frozen=True)
class LayerCount:
    """What a count found.

    Attributes
    ----------
    counts : dict
        The number of tilings by the copies of the counted kinds, as sorted (kind, copies) pairs.
    states : int
        States of the largest layer.
    nbytes : int
        Bytes held at most.
    """

    counts: dict[tuple[tuple[int, int], ...], int]
    states: int
    nbytes: int


class Frontier(Protocol):
    """What a state is, and what it leads to.

    Attributes
    ----------
    area : int
        Number of layers.
    unit : str
        What each of them is: a ``"cell"``, or a ``"step"`` where there are others, too.
    first : (Q,) uint64
        The state before the first layer.
    fanout : int
        The most successors of a state.
    merging : int or None
        The most states that lead to the same one; None if there is no such bound.
    shared : int
        Layers with fewer states are not worth a second thread.
    """

    area: int
    unit: str
    first: NDArray[np.uint64]
    fanout: int
    merging: int | None
    shared: int

    def fingerprint(self) -> str:
        """Return what tells these states from others."""
        ...

    def deal(self, c: int, parts: int, name_bits: int) -> Deal:
        """Return what writes down the successors of states of layer c.

        Parameters
        ----------
        parts : int
            Parts that they are dealt to.
        name_bits : int
            Bits in which each says by which move it came; 0 for none.
        """
        ...

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Whether keys that were read from a file have the form of states of layer c, so that `deal` can work on them."""
        ...

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        ...


def count_layers(
    frontier: Frontier,
    resources: Resources,
    values: LayerValues | None = None,
    *,
    way: str = "layers",
    why: str = "",
    look: Callable[[int, int, int], None] = lambda done, area, states: None,
) -> LayerCount:
    """Count along any frontier.

    Parameters
    ----------
    frontier : Frontier
    resources : Resources
        Its checkpoint keeps the last layer; the run goes on from there if there is one.
    values : LayerValues, optional
        What rides on the states; exact counts if it is not given.
    way : str
        What the checkpoint calls this way of counting.
    look : callable
        Called after each layer with the layers so far, all of them, and the states of the last one. What it raises ends the count.

    Raises
    ------
    MemoryLimitError, TimeLimitError, CheckpointError

    Notes
    -----
    Time and memory grow with the number of states, which is at most 2^w for a frontier of w cells,
    times the combinations of copies left; see docs/counting.md.
    """
    tuning, reporter, saving = resources.tuning, resources.reporter, resources.saving
    allowed = resources.allowed
    if values is None:
        values = Limbs.of_layers(tuning.limb_bits, frontier.fanout, frontier.merging)
    mark = saved.fingerprint(frontier.fingerprint(), values.fingerprint()) if saving is not None else ""
    begin = values.begin()
    parts = [Share(frontier.first.reshape(1, -1).copy(), begin, values.settled(begin))]
    c = 0
    if saving is not None and saving.way == way and (earlier := saving.take(mark)) is not None:
        with saving.naming():
            c, parts = _resumed(earlier, frontier, values)
    # A stop may come at any moment: the number of a layer and its states change as one.
    whole = c, parts
    most_states, most_bytes = 1, 0
    dealers = Dealers(len(frontier.first), frontier.fanout, tuning)
    reporter.begin(c)
    reporter.tell("counts", c, frontier.area, sum(part.size for part in parts), 0, unit=frontier.unit)
    with ThreadPoolExecutor(resources.threads) as pool:
        try:
            while c < frontier.area:
                if not any(part.size for part in parts):
                    return LayerCount({}, most_states, most_bytes)
                if values.full([part.settled for part in parts]):
                    parts = [Share(part.keys, np.pad(part.counts, ((0, 0), (0, 1))), 0) for part in parts]
                total = sum(part.size for part in parts)
                held = _held(parts)
                if held >= allowed:
                    raise refuse(total, held, allowed, why)
                room = Room(resources.threads if total >= frontier.shared else 1, held, allowed, why)
                deal = frontier.deal(c, room.threads, values.name_bits(c))
                found, growing = dealers.next_layer(deal, values.gather(c), parts, pool, room)
                run = map if room.threads == 1 else pool.map
                finished = list(run(values.settle, [counts for _, counts in found]))
                parts = [Share(*pair, settled) for pair, settled in zip(found, finished, strict=True)]
                c += 1
                whole = c, parts
                states = sum(part.size for part in parts)
                nbytes = held + growing
                most_states, most_bytes = max(most_states, states), max(most_bytes, nbytes)
                reporter.tell("counts", c, frontier.area, states, nbytes, unit=frontier.unit)
                look(c, frontier.area, states)
                if saving is not None and saving.due(_held(parts)):
                    _save(saving, way, mark, *whole)
        except (KeyboardInterrupt, LimitError):
            # What was done is kept for a run with more time or memory.
            if saving is not None and whole[0]:
                _save(saving, way, mark, *whole)
            raise
    totals: dict[tuple[tuple[int, int], ...], int] = {}
    for part in parts:
        for key, count in zip(part.keys.tolist(), values.numbers(part.counts), strict=True):
            copies = frontier.copies(key)
            if copies is not None:
                totals[copies] = totals.get(copies, 0) + count
    return LayerCount(totals, most_states, most_bytes)


def _resumed(earlier: saved.Checkpoint, frontier: Frontier, values: LayerValues) -> tuple[int, list[Share]]:
    """Return the layer and the states of a checkpoint.

    Raises
    ------
    CheckpointError
        If they cannot be states of that layer.
    """
    layer = Fields(earlier.values, "what it says of the count").integer("layer", 0, frontier.area)
    arrays, parts, limbs = earlier.arrays, list[Share](), None
    for number in range(max(len(arrays) // 2, 1)):
        keys = checked_array(arrays, f"keys{number}", np.uint64, (None, len(frontier.first)))
        counts = checked_array(arrays, f"counts{number}", np.uint64, (len(keys), limbs))
        limbs = counts.shape[1]
        if not limbs or (counts > _LARGEST_WORD).any():
            raise damaged("its counts are impossible")
        if not frontier.possible(layer, keys):
            raise damaged(f"it has states that are none of layer {layer}")
        parts.append(Share(keys, counts, values.settled(counts)))
    return layer, parts


def _held(parts: Sequence[Share]) -> int:
    return sum(part.keys.nbytes + part.counts.nbytes for part in parts)


def _save(saving: Saving, way: str, mark: str, layer: int, parts: list[Share]) -> None:
    arrays = {f"keys{i}": part.keys for i, part in enumerate(parts)}
    arrays |= {f"counts{i}": part.counts for i, part in enumerate(parts)}
    saving.save(way, mark, {"layer": layer}, arrays)
