"""The public functions: tilings, solve, Search with its limits, threads, progress and checkpoints,
and the reasons.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_search
import strategies
import tilewright as tw
from tilewright.errors import EngineError, LimitError, NoTilingError, RequestError, TimeLimitError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.symmetry import apply
from tilewright.model.tiling import number_tiles
from tilewright.solving.search import Search, SearchTuning, solve, tilings
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.running.protocol import Engine, Status
from tilewright.solving.search.running.subtrees import SubtreeQueue
from tilewright.solving.search.running.symmetry_breaking import break_symmetry
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.progress import SearchProgress
from without_library import printed, printed_without_library


def same(one: list[tw.Tiling], other: list[tw.Tiling]) -> bool:
    return [t.labels.tobytes() for t in one] == [t.labels.tobytes() for t in other]


@given(problem=strategies.problems(marks="ab"), engine=st.sampled_from(["auto", "scan", "dance"]))
def test_all_tilings(problem: Problem, engine: str) -> None:
    found = list(tilings(problem, engine=engine, threads=1))
    as_sets = [naive_search.as_tiles(tiling) for tiling in found]
    assert len(as_sets) == len(set(as_sets))
    assert set(as_sets) == naive_search.all_tilings(problem)
    assert all(tiling.faults(problem) == [] for tiling in found)


@given(problem=strategies.problems(), engine=st.sampled_from(["scan", "dance"]))
def test_unique_is_one_of_each_class(problem: Problem, engine: str) -> None:
    """Against the symmetries applied to the tilings themselves, as sets of placements."""
    cover = compile_cover(problem)
    group = cover.symmetries()
    classes = set()
    for rows in Search(problem, engine=engine, threads=1).batches():
        for row in rows:
            chosen = row[row >= 0]
            classes.add(min(tuple(sorted(images.tolist())) for images in group[:, chosen]))
    kept = []
    for rows in Search(problem, engine=engine, threads=1, unique=True).batches():
        for row in rows:
            chosen = row[row >= 0]
            kept.append(min(tuple(sorted(images.tolist())) for images in group[:, chosen]))
    assert len(kept) == len(set(kept))
    assert set(kept) == classes


@given(problem=strategies.problems())
def test_count_of_a_search_is_what_it_iterates(problem: Problem) -> None:
    for unique in (False, True):
        search = Search(problem, unique=unique, threads=1)
        assert search.count() == len(list(tilings(problem, unique=unique, threads=1)))
        assert search.complete


KNOWN_UNIQUE = [
    ("3x20", "pentominoes", "free", 2),
    ("4x15", "pentominoes", "free", 368),
    ("5x12", "pentominoes", "free", 1010),
    ("6x10", "pentominoes", "free", 2339),
    ("8x8-3,3-3,4-4,3-4,4", "pentominoes", "free", 65),
    ("3x30", "pentominoes", "one-sided", 46),
]


@pytest.mark.parametrize(("board", "pieces", "turn", "count"), KNOWN_UNIQUE)
def test_known_unique_counts(board: str, pieces: str, turn: str, count: int) -> None:
    assert sum(1 for _ in tilings(Problem(board, pieces, turn=turn), unique=True)) == count


def test_all_from_unique_ones_are_all() -> None:
    """The images of the tilings with the pivot in its place are all 9,356 of the 6x10."""
    problem = Problem("6x10", "pentominoes")
    found = list(tilings(problem))
    assert len(found) == 9356
    assert len({tiling.labels.tobytes() for tiling in found}) == 9356
    assert found[5000].faults(problem) == []


def test_unique_on_a_symmetric_board_agrees_with_canonical_forms() -> None:
    problem = Problem("4x4", "I3+", "domino=2", "O4=1")
    every = list(tilings(problem))
    classes = {tiling.canonical().labels.tobytes() for tiling in every}
    kept = list(tilings(problem, unique=True))
    assert len(kept) == len(classes)
    assert {tiling.canonical().labels.tobytes() for tiling in kept} == classes


def test_marks_on_the_board_leave_fewer_symmetries() -> None:
    board = tw.Board.from_text("a##\n###")
    pieces = [
        tw.Piece.parse("domino=2"),
        tw.Piece(tw.Polyomino.from_text("##"), "D", marks=("a", "")),
    ]
    problem = Problem(board, *pieces)
    assert len(list(tilings(problem))) == len(list(tilings(problem, unique=True))) == 3


def test_solve() -> None:
    problem = Problem("6x10", "pentominoes")
    tiling = solve(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []
    assert solve(Problem("2x5", "L3=3", "domino=1")) is None
    assert len(tw.solve(Problem("2x3", "L3=2"))) == 2


def test_solve_raises_if_a_tiling_is_required() -> None:
    assert len(tw.solve("2x3", "L3=2", required=True)) == 2
    assert tw.solve("2x5", "L3=3", "domino=1", required=False) is None
    with pytest.raises(NoTilingError, match="there is no tiling of 2x5; the board has 10 cells"):
        tw.solve("2x5", "L3=3", "domino=1", required=True)
    with pytest.raises(NoTilingError, match="no tiling with the symmetry half-turn of 6x10"):
        tw.solve("6x10", "pentominoes", symmetric="half-turn", required=True)
    with pytest.raises(TimeLimitError):
        tw.solve("6x10", "pentominoes", required=True, timeout=1e-9)


def test_the_doors_take_words_as_well() -> None:
    assert solve("2x3", "L3=2") == solve(Problem("2x3", "L3=2"))
    board, piece = tw.Board.parse("4x4"), tw.Piece.parse("domino+")
    assert same(list(tilings(board, piece)), list(tilings(Problem("4x4", "domino+"))))
    assert len(list(tw.tilings("3x20", "pentominoes", unique=True))) == 2
    with pytest.raises(RequestError, match="the problem already has pieces; remove 'L3'"):
        solve(Problem("2x3", "L3=2"), "L3")
    with pytest.raises(RequestError, match="which pieces"):
        solve("2x3")


def test_solve_says_when_the_time_was_too_short() -> None:
    with pytest.raises(LimitError, match=r"the time limit of 1e-09 seconds was reached"):
        solve(Problem("6x10", "pentominoes"), timeout=1e-9)


@pytest.mark.parametrize(
    "words",
    [("12x12", "dodecominoes=0..1"), ("2^12", "L3+", "monomino=4"), ("6x10", "pentominoes")],
)
def test_a_time_that_is_too_short_is_kept_by_all_that_is_done_before_the_search(
    words: tuple[str, ...],
) -> None:
    with pytest.raises(TimeLimitError, match=r"the time limit of 1e-09 seconds was reached"):
        solve(*words, timeout=1e-9)


class AfterLooks(Deadline):
    """A deadline that comes when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        super().__init__(1000)
        self.looks = looks

    @property
    def passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("engine", ["scan", "dance"])
def test_wherever_the_time_is_up_the_search_is_not_complete_and_can_go_on(engine: str) -> None:
    """While the problem is read and compiled, while the engine is made, between two slices of
    work."""
    words = ("4x4", "L3+", "tetrominoes=0..1")
    whole = len(list(tilings(*words)))
    looks, ended = 0, False
    at_work = []
    while not ended:
        with AfterLooks(looks).holds():
            try:
                problem = Problem(*words)
            except TimeLimitError:
                looks += 1
                continue
            tuning = SearchTuning(largest_budget=64)
            search = Search(problem, engine=engine, threads=1, tuning=tuning)
            found = len(list(search))
            ended = search.complete
            assert (search.stopped_by is None) == ended
            if not ended:
                at_work.append(search.engine)
        list(search)
        assert search.complete
        assert search.delivered == whole
        assert not ended or found == whole
        looks += 1 + looks // 8
    # Before there was an engine, and afterwards.
    assert set(at_work) == {"none", engine}


def test_tilings_say_how_they_ended() -> None:
    words = ("6x10", "pentominoes")
    late = tilings(*words, timeout=1e-9)
    assert (list(late), late.complete, late.stopped_by) == ([], False, "timeout")
    some = tilings(*words, limit=3)
    assert (len(list(some)), some.complete, some.stopped_by) == (3, False, "limit")
    every = tilings("2x3", "L3=2", limit=3, timeout=1000)
    assert not every.complete
    assert (len(list(every)), every.complete, every.stopped_by) == (2, True, None)
    broken = tilings(*words)
    next(broken)
    broken.close()
    assert (list(broken), broken.complete) == ([], False)


def test_a_million_threads_are_as_good_as_a_few() -> None:
    tuning = SearchTuning(alone=0.0, cut_after=0.0)
    assert Search(Problem("6x8", "domino+"), threads=1_000_000, tuning=tuning).count() == 167_089


def test_limit() -> None:
    problem = Problem("6x10", "pentominoes")
    search = Search(problem, limit=10)
    first = list(search)
    assert len(first) == search.delivered == 10
    assert search.stopped_by == "limit"
    assert not search.complete
    assert same(first, list(tilings(problem))[:10])
    assert list(tilings(problem, limit=0)) == []
    exact = Search(Problem("2x3", "L3=2"), limit=2)
    assert len(list(exact)) == 2
    assert exact.complete
    assert Search(problem, limit=17).count() == 17


@pytest.mark.parametrize("engine", ["scan", "dance"])
def test_threads_change_neither_the_tilings_nor_their_order(engine: str) -> None:
    """Three threads from the first moment, and parts that are cut as soon as a thread is idle."""
    tuning = SearchTuning(alone=0.0, cut_after=0.0, largest_budget=1 << 10)
    problem = Problem("5x12", "pentominoes")
    one, three = (
        np.concatenate(
            list(Search(problem, engine=engine, threads=n, unique=True, tuning=tuning).batches())
        )
        for n in (1, 3)
    )
    assert len(one) == 1010
    np.testing.assert_array_equal(one, three)


def test_little_room_for_waiting_tilings_stops_nobody() -> None:
    """Threads that are ahead have to wait for the first part, and do not wait forever."""
    problem = Problem("4x9", "trominoes+")
    one = np.concatenate(list(Search(problem, threads=1).batches()))
    tuning = SearchTuning(alone=0.0, cut_after=0.0, largest_budget=1 << 11, waiting_bytes=2000)
    three = np.concatenate(list(Search(problem, threads=3, tuning=tuning).batches()))
    np.testing.assert_array_equal(one, three)


def test_an_error_in_a_thread_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rows: np.ndarray) -> None:
        raise MemoryError("no room")

    def failing(engine: Engine, transform: object, *words: Any, **options: Any) -> SubtreeQueue:
        return SubtreeQueue(engine, fail, *words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("tilewright.solving.search.enumeration.SubtreeQueue", failing)
    search = Search(Problem("6x10", "pentominoes"), threads=2, tuning=SearchTuning(alone=0.0))
    with pytest.raises(MemoryError, match="no room"):
        list(search)


@pytest.mark.slow
def test_jit_off() -> None:
    program = """
from tilewright.model.problem import Problem
from tilewright.solving.search import Search, tilings
for words in (["trominoes+"], ["L3=2", "domino=3"], ["I4", "L4=2"]):
    problem = Problem("3x4", *words)
    found = [Search(problem, unique=unique, threads=2).count() for unique in (False, True)]
    print(*found, len(list(tilings(problem))), len(list(tilings(problem, unique=True, seed=1))))
"""
    answer = printed(program)
    assert printed_without_library(program) == answer
    assert answer.split()[:4] == ["23", "9", "23", "9"]


def test_seed_draws_an_order() -> None:
    problem = Problem("4x15", "pentominoes")
    plain, drawn, again, other = (list(tilings(problem, seed=seed)) for seed in (None, 1, 1, 2))
    assert same(drawn, again)
    assert not same(drawn, other)
    assert not same(plain, drawn)
    assert {t.labels.tobytes() for t in plain} == {t.labels.tobytes() for t in drawn}


def test_progress() -> None:
    tuning = SearchTuning(estimate_every=0.0)
    seen: list[SearchProgress] = []
    search = Search(Problem("8x8", "domino+"), limit=3_000_000, progress=seen.append, tuning=tuning)
    assert search.count() == 3_000_000
    assert [s.share for s in seen] == sorted(s.share for s in seen)
    assert 0.0 < seen[-1].share < 1.0
    assert seen[-1].rate > 0
    assert seen[-1].left is None or seen[-1].left > 0


def test_no_part_of_a_search_is_done_before_it_begins() -> None:
    late = Search(Problem("6x10", "pentominoes"), timeout=1e-9)
    for _ in range(2):
        assert late.snapshot().share == 0
        assert list(late) == []
    assert (late.complete, late.stopped_by) == (False, "timeout")
    impossible = Search(Problem("3x3", "dominoes+"))
    assert (list(impossible), impossible.complete, impossible.snapshot().share) == ([], True, 1)


def test_timeout() -> None:
    search = Search(Problem("9x10", "pentominoes", turn="one-sided"), timeout=0.3)
    search.count()  # else it would take hours
    assert search.stopped_by == "timeout"
    assert not search.complete


def test_bad_requests() -> None:
    problem = Problem("2x3", "L3=2")
    for options in ({"limit": -1}, {"threads": 0}, {"timeout": 0}, {"seed": -1}):
        with pytest.raises(RequestError):
            Search(problem, **options)
    with pytest.raises(EngineError, match="unknown engine 'sat4'"):
        Search(problem, engine="sat4")
    with pytest.raises(RequestError):
        list(tilings(Problem("2x3", "L3=2..1")))


def test_steps_for_animation() -> None:
    problem = Problem("6x6", "trominoes+")
    search = Search(problem)
    depths = []
    for _ in range(40):
        assert search.step()
        depths.append(len(search.stack()))
    assert max(depths) > 6
    assert len(set(depths)) > 3


def test_tilings_are_light_and_read_only() -> None:
    tiling = next(tilings(Problem("6x10", "pentominoes")))
    assert tiling.labels.base is not None
    with pytest.raises(ValueError, match="read-only"):
        tiling.labels[0, 0] = 1
    assert sorted(tiling.names[k] for k in tiling.piece) == sorted(tiling.names)
    assert tiling == tw.Tiling(tiling.labels, tiling.piece, tiling.names)


def test_images_are_images() -> None:
    """What a search without symmetry breaking would find is closed under the symmetries of the
    board.
    """
    found = {t.canonical().labels.tobytes() for t in tilings(Problem("5x5", "I5=1", "O4=5"))}
    unique = list(tilings(Problem("5x5", "I5=1", "O4=5"), unique=True))
    assert len(found) == len(unique)
    for tiling in unique:
        for element in range(8):
            image = tw.Tiling(number_tiles(apply(element, tiling.labels)))
            assert image.canonical() == tiling.canonical()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("cube:3x3x3", ("soma",)),
        pytest.param("cube:2x4x4", ("tetracubes",), marks=pytest.mark.slow),
        ("cube:2x3x10", ("pentominoes",)),
        ("3x20", ("pentominoes",)),
        ("5x5", ("pentomino:ILUXY",)),
        ("6x6-2,2-2,3-3,2-3,3", ("L4", "T4", "I4", "O4", "S4=2", "L3=2", "domino", "I2")),
        ("hex:4x7", ("tetrahexes",)),
        ("tri:hexagon2", ("tetriamonds=2",)),
        ("torus:4x5", ("tetrominoes",)),
        ("cylinder:4x5", ("pentomino:IXYZ",)),
        ("klein:4x5", ("tetrominoes",)),
    ],
)
def test_a_second_piece_breaks_what_symmetry_the_pivot_leaves(
    board: str, pieces: tuple[str, ...]
) -> None:
    """Each class of images is found by both engines, once."""
    problem = Problem(board, *pieces)
    scan = {t.canonical().labels.tobytes() for t in tilings(problem, unique=True, engine="scan")}
    found = [t.canonical().labels.tobytes() for t in tilings(problem, unique=True, engine="dance")]
    assert len(found) == len(set(found))
    assert set(found) == scan


def test_beside_a_pivot_in_the_middle_the_search_is_smaller() -> None:
    """All X of the 3x20 are in its middle row, so that its mirror image has each tiling again."""
    cover = compile_cover(Problem("3x20", "pentominoes"))
    breaking = break_symmetry(cover)
    assert not breaking.apart.size
    finer = breaking.refine(cover)
    both = {cover.problem.names[k] for k in np.unique(cover.placement_piece[finer.apart > 0])}
    assert both == {"X5", "P5"}
    raw = [
        len(run.take())
        for run in (
            DanceEngine(cover, each.allowed, apart=each.apart).start() for each in (breaking, finer)
        )
        if run.advance(1 << 30) is Status.DONE
    ]
    assert raw == [4, 2]
    # All tilings are images of those of the smaller search, which is the same as where images are
    # not wanted.
    searches = [Search(cover, engine="dance", threads=1, unique=unique) for unique in (False, True)]
    assert [search.count() for search in searches] == [8, 2]
    assert searches[0].snapshot().nodes == searches[1].snapshot().nodes


def test_where_no_placement_of_the_pivot_is_its_own_image_there_is_no_second_piece() -> None:
    cover = compile_cover(Problem("6x10", "pentominoes"))
    assert not break_symmetry(cover).refine(cover).apart.any()
