"""The state graph of a row that repeats: grown in every way, it counts the same."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from numpy.typing import NDArray

from tilewright.counting.answers.number import count_details
from tilewright.counting.frontier.builder import closed_graph
from tilewright.counting.frontier.graph import BackwardCounts, Growth, StateGraph
from tilewright.counting.frontier.repeats import Repeat, RowMoves, find_repeat
from tilewright.counting.tuning import Tuning
from tilewright.errors import MemoryLimitError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.system.work.progress import StatesProgress

#: Boards whose rows are the short side, and their numbers of tilings.
KNOWN = [
    (Problem("12x9", "trominoes+"), 20574308184277971),
    (Problem("8x8", "dominoes+"), 12988816),
    (Problem("10x6", "pentominoes+"), 7845888732),
    (Problem("7x3", "L3+", turn="one-sided"), 0),
    (Problem("8x5", "L4+", "monomino+", turn="one-sided"), 2309757),
    (Problem("6x4", "P5+", empty=24), 7141),
]
#: One whose cells have more moves than a word has bits.
MANY = (Problem("5x6", "hexominoes+"), 33344)


IntArray = NDArray[Any]


def repeat_of(problem: Problem) -> Repeat:
    repeat = find_repeat(problem, 0)
    assert repeat is not None
    return repeat


def tilings(graph: StateGraph, repeat: Repeat) -> int:
    if repeat.length % repeat.period:
        return 0
    flow = BackwardCounts(graph)
    flow.run(repeat.length * repeat.width, 0)
    return flow.count()


@pytest.mark.parametrize("problem", [problem for problem, _ in [*KNOWN, MANY]], ids=repr)
def test_options_are_the_placements_on_a_short_board(problem: Problem) -> None:
    options = repeat_of(problem).options()
    width = problem.board.shape[1]
    short = Problem(f"{options.area // width}x{width}", *problem.pieces, turn=problem.turn)
    cover = compile_cover(short)
    placed = options.kind < options.kind.max() if problem.empty_most else options.kind >= 0

    def cells(start: IntArray, item: IntArray) -> list[tuple[int, ...]]:
        return [tuple(sorted(item[a:b].tolist())) for a, b in itertools.pairwise(start.tolist())]

    found = itertools.compress(cells(options.start, options.item), placed.tolist())
    assert sorted(found) == sorted(cells(cover.start, cover.item))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("problem", "number"), [*KNOWN, MANY])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("folded", [True, False])
def test_every_way_to_grow_counts_the_same(
    problem: Problem, number: int, threads: int, folded: bool
) -> None:
    repeat = repeat_of(problem)
    for prune, look in itertools.product((True, False), repeat=2):
        graph = closed_graph(
            repeat, Growth(1 << 30, threads), folded=folded, prune=prune, lookahead=look
        )
        assert tilings(graph, repeat) == number


@pytest.mark.parametrize("threads", [1, 2])
def test_room_grows_as_needed(threads: int) -> None:
    repeat = repeat_of(KNOWN[0][0])
    usual = closed_graph(repeat, Growth(1 << 30, threads))
    steps: list[int] = []
    tuning = Tuning(room=4, spread_alone=16, spread_shared=64, budget=100)
    watch = lambda step, states, nbytes: steps.append(states)  # noqa: E731
    grown = closed_graph(repeat, Growth(1 << 30, threads, watch, tuning=tuning))
    assert tilings(grown, repeat) == KNOWN[0][1]
    assert (grown.states, grown.edges) == (usual.states, usual.edges)
    assert len(steps) > 10
    assert steps == sorted(steps)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_dead_ends_are_not_taken_for_a_lack_of_room(threads: int) -> None:
    """With little room ahead, all states that are spread at once may lead nowhere; edges need no
    more room then.
    """
    tuning = Tuning(spread_alone=1, spread_shared=1)
    repeat = repeat_of(Problem("9x6", "W5+", "P5+", "U5+", "X5+", "N5+"))
    graph = closed_graph(repeat, Growth(1 << 26, threads, tuning=tuning), prune=False)
    assert (graph.states, graph.edges) == (6477, 10920)


def test_a_graph_stays_within_its_memory() -> None:
    repeat = repeat_of(Problem("12x12", "trominoes+"))
    for threads in (1, 2):
        with pytest.raises(
            MemoryLimitError, match=r"states need .* more than the 8\.0 MiB allowed"
        ):
            closed_graph(repeat, Growth(8 << 20, threads))


def test_pruning_drops_states_and_edges() -> None:
    repeat = repeat_of(KNOWN[2][0])
    whole = closed_graph(repeat, Growth(1 << 30), prune=False, lookahead=False)
    pruned = closed_graph(repeat, Growth(1 << 30))
    assert pruned.states * 4 < whole.states
    assert pruned.edges * 5 < whole.edges * 2
    # In the first rows just a few states can be reached, and those are the first ones.
    assert pruned.active[0] == 1
    assert (pruned.active[: repeat.width] <= whole.active[: repeat.width]).all()


def test_looking_ahead_holds_fewer_states_while_a_graph_grows() -> None:
    held: dict[bool, int] = {}
    for look in (False, True):
        watch = lambda step, states, nbytes: held.__setitem__(look, states)  # noqa: B023, E731
        closed_graph(repeat_of(KNOWN[2][0]), Growth(1 << 30, watch=watch), lookahead=look)
    # Most of the others lead to a hole that no piece fills, or to one other state only.
    assert held[True] < 0.6 * held[False]


def test_states_that_do_not_fit_a_word_are_for_another_engine() -> None:
    assert RowMoves.of(repeat_of(Problem("40x34", "trominoes+")), True) is None
    fits = RowMoves.of(repeat_of(Problem("40x31", "trominoes+")), True)
    assert fits is not None
    assert fits.folded
    # Pieces without their mirror images cannot be folded.
    turned = RowMoves.of(repeat_of(Problem("8x6", "L4+", turn="one-sided")), True)
    assert turned is not None
    assert not turned.folded


@pytest.mark.parametrize(("board", "tilings"), [("15x12", 0), ("13x15", 0)])
def test_a_graph_that_is_given_up_has_no_more_states_than_the_layers_that_follow(
    board: str, tilings: int
) -> None:
    # Closed, these graphs have many millions of states, most of them beyond the last row.
    seen: dict[str, list[int]] = {"states": [], "counts": []}

    def note(now: StatesProgress) -> None:
        seen[now.phase].append(now.states)

    tuning = Tuning(first_try=1 << 20, kept_graph=0, report_every=0, budget=1 << 16)
    found = count_details(board, "Y5+", threads=1, max_memory="1G", tuning=tuning, progress=note)
    assert (found.value, found.method) == (tilings, "layers")
    assert max(seen["states"]) < 4 * sum(seen["counts"])
