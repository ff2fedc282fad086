"""Number the states and edges of a grown graph, and write them to flat arrays.

Unchecked: `tilewright.counting` checks the arguments.

Legend (S segments of states with room for K = 2^shift each; P layers; see
`tilewright.kernels.frontier.rows`)
start        (S, K)      int32    state i of a segment has the edges start[s, i]:start[s, i + 1]
target       (S, E)      int32    the place where an edge leads: segment * K + number in the segment
level        (S, 3)      int64    states found, states expanded, edges
alive        (S + parts, K) uint8 which states can finish; the last segments are layer 0 again.
             After `choose`: 1 for kept states, 2 for those with one successor, 3 for those with one
             predecessor
number       (S + parts, K) int32 0 at first; then the number of a kept state, or the place where
             one of kind 2 leads
gap          (S + parts,) int64   the place of a segment's first state minus its number
offset       (P + 2,)    int64    states of layer c are offset[c]:offset[c + 1]; layer P is layer 0
                                  again
flat_start   (n + 1,)    int32    state i leads to flat_target[flat_start[i]:flat_start[i + 1]]
flat_target  (e,)        int32    numbers of states; layer 0 is repeated at the end, without edges
waiting      (w,)        int64    work space for states of kind 3: moves of a column, times columns
"""

from __future__ import annotations

from ..library import kernel


@kernel
def mark_rows(start, target, level, alive):
    """Mark as alive what leads to a living state, from the last layer to the first; return the
    number of new ones.
    """
    found = 0
    lives = alive.reshape(-1)
    for segment in range(level.shape[0] - 1, -1, -1):
        for state in range(level[segment, 0]):
            if alive[segment, state]:
                continue
            for edge in range(start[segment, state], start[segment, state + 1]):
                if lives[target[segment, edge]]:
                    alive[segment, state] = 1
                    found += 1
                    break
    return found


@kernel
def line_up(start, target, level, shift, gap, flat_start, flat_target):
    """Write all states and edges to flat arrays."""
    state = 0
    edges = 0
    for segment in range(level.shape[0]):
        for i in range(level[segment, 0]):
            flat_start[state] = edges + start[segment, i]
            state += 1
        for edge in range(level[segment, 2]):
            to = target[segment, edge]
            flat_target[edges + edge] = to - gap[to >> shift]
        edges += level[segment, 2]
    flat_start[state:] = edges


@kernel
def choose(start, target, level, parts, width, alive, number, offset):
    """Choose the living states to keep: not those with one successor or one predecessor, except
    first in a row.

    An edge to a state with one successor can lead there directly; one to a state with one
    predecessor can be replaced by the edges of that state. Fill `alive`, `number` and `offset`;
    return the number of edges.
    """
    segments = level.shape[0]
    layers = segments // parts
    places = number.reshape(-1)
    lives = alive.reshape(-1)
    for segment in range(segments - 1, -1, -1):
        if segment // parts % width == 0:
            continue
        for state in range(level[segment, 0]):
            if not alive[segment, state]:
                continue
            living = 0
            there = 0
            for edge in range(start[segment, state], start[segment, state + 1]):
                place = target[segment, edge]
                if lives[place]:
                    living += 1
                    there = places[place] if lives[place] == 2 else place
            if living == 1:
                alive[segment, state] = 2
                number[segment, state] = there
    edges = 0
    for segment in range(segments):
        inside = segment // parts % width != 0
        for state in range(level[segment, 0]):
            if alive[segment, state] != 1:
                continue
            if inside and number[segment, state] == 1:
                alive[segment, state] = 3
                edges -= 1
            for edge in range(start[segment, state], start[segment, state + 1]):
                place = target[segment, edge]
                if lives[place] == 2:
                    place = places[place]
                if lives[place]:
                    places[place] += 1
                    edges += 1
    states = 0
    for segment in range(segments + parts):
        if segment % parts == 0:
            offset[segment // parts] = states
        for state in range(level[segment % segments, 0]):
            if alive[segment, state] == 1:
                number[segment, state] = states
                states += 1
    offset[layers + 1] = states
    return edges


@kernel
def write(start, target, level, shift, alive, number, flat_start, flat_target, waiting):
    """Write the edges between the states that `choose` keeps to flat arrays."""
    places = number.reshape(-1)
    lives = alive.reshape(-1)
    inside = (1 << shift) - 1
    edges = 0
    last = 0
    for segment in range(level.shape[0]):
        for state in range(level[segment, 0]):
            if alive[segment, state] != 1:
                continue
            last = number[segment, state]
            flat_start[last] = edges
            waiting[0] = (segment << shift) + state
            left = 1
            while left:
                left -= 1
                here = waiting[left] >> shift
                local = waiting[left] & inside
                for edge in range(start[here, local], start[here, local + 1]):
                    place = target[here, edge]
                    if lives[place] == 2:
                        place = places[place]
                    if lives[place] == 3:
                        waiting[left] = place
                        left += 1
                    elif lives[place]:
                        flat_target[edges] = places[place]
                        edges += 1
    flat_start[last + 1 :] = edges
