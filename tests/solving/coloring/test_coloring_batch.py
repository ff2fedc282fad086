"""Thousands of tilings judged at once: the published figures, and the same answers as one by
one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_coloring
import tilewright as tw
from strategies import label_arrays
from tilewright.errors import ColoringError, TimeLimitError
from tilewright.solving.coloring import (
    Touch,
    check_coloring,
    color,
    crossings,
    judge,
    stacks,
    tally,
)
from tilewright.system.work.progress import Progress
from waiting import out_of_time


@cache
def packings(board: str, unique: bool = True) -> np.ndarray:
    (batch,) = stacks(tw.tilings(tw.Problem(board, "pentominoes"), unique=unique))
    return batch


def test_94_of_2339_packings_are_strongly_3_colorable() -> None:
    batch = packings("6x10")
    assert len(batch) == 2339
    judged = judge(batch, "strong", colors=3)
    assert int((judged.colors == 3).sum()) == 94
    for labels, coloring in zip(
        batch[judged.colors == 3], judged.coloring[judged.colors == 3], strict=True
    ):
        check_coloring(labels, coloring, "strong", colors=3)


def test_53_of_2339_packings_are_so_with_four_pieces_of_each_color() -> None:
    batch = packings("6x10")
    judged = judge(batch, "strong", colors=3, balanced=True)
    assert int((judged.colors == 3).sum()) == 53
    for labels, coloring in zip(
        batch[judged.colors == 3], judged.coloring[judged.colors == 3], strict=True
    ):
        check_coloring(labels, coloring, "strong")
        assert np.bincount(coloring).tolist() == [4, 4, 4]
    same = judge(batch, "strong", sizes=(4, 4, 4))
    assert np.array_equal(same.colors, judged.colors)


def test_563_of_2339_packings_have_no_point_where_four_pieces_meet() -> None:
    points = crossings(packings("6x10"))
    assert int((points == 0).sum()) == 563
    naive = [
        sum(
            len({*labels[row : row + 2, column : column + 2].ravel().tolist()}) == 4
            for row in range(5)
            for column in range(9)
        )
        for labels in packings("6x10")
    ]
    assert points.tolist() == naive


def test_all_packings_are_four_times_the_ones_up_to_symmetry() -> None:
    unique, everything = packings("6x10"), packings("6x10", unique=False)
    for touch in ("edge", "strong"):
        one, all_of_them = tally([unique], touch), tally([everything], touch)
        assert all_of_them.tilings == 9356
        assert all_of_them.by_colors == {
            colors: 4 * count for colors, count in one.by_colors.items()
        }
        assert all_of_them.by_crossings == {
            points: 4 * count for points, count in one.by_crossings.items()
        }


def test_a_batch_has_the_answers_of_one_by_one() -> None:
    batch = packings("5x12")[::40]
    for touch in ("edge", "strong", 2):
        for outside in (False, True):
            judged = judge(batch, touch, outside=outside, threads=1)
            expected = [color(labels, touch, outside=outside).colors for labels in batch]
            assert judged.colors.tolist() == expected
            for labels, coloring in zip(batch, judged.coloring, strict=True):
                check_coloring(labels, coloring, touch, outside=0 if outside else None)


@given(
    st.lists(label_arrays(area=20), min_size=1, max_size=4), st.sampled_from([0, 1]), st.booleans()
)
def test_tilings_of_any_shape_in_one_batch(
    drawn: list[np.ndarray], distance: int, outside: bool
) -> None:
    shape = np.max([labels.shape for labels in drawn], axis=0)
    batch = np.full((len(drawn), *shape), -2, dtype=np.int32)
    for labels, row in zip(drawn, batch, strict=True):
        row[: labels.shape[0], : labels.shape[1]] = labels
    judged = judge(batch, "strong" if distance else "edge", outside=outside)
    expected = [
        naive_coloring.least_colors(naive_coloring.touching(labels, distance, outside))
        for labels in batch
    ]
    if int(batch.max()) >= 0:
        assert judged.colors.tolist() == expected


def test_threads_do_not_change_the_answers() -> None:
    batch = packings("6x10", unique=False)
    one, two = judge(batch, "strong", threads=1), judge(batch, "strong", threads=2)
    assert np.array_equal(one.colors, two.colors)
    assert np.array_equal(one.coloring, two.coloring)
    told: list[Progress] = []
    judge(batch, "strong", progress=told.append)
    assert [far.done for far in told] == [*range(1, told[-1].total + 1)]
    with pytest.raises(TimeLimitError):
        judge(batch, "strong", progress=lambda far: out_of_time(), timeout=60)


def test_empty_batches() -> None:
    assert judge(np.zeros((0, 3, 4), dtype=np.int32)).colors.shape == (0,)
    assert judge(np.full((2, 3, 4), -1, dtype=np.int32)).colors.tolist() == [0, 0]
    assert tally([]).tilings == 0
    assert list(stacks([])) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colors": 0}, "`colors` must be at least 1, got 0"),
        ({"sizes": (1, 1)}, "2 to 3 tiles"),
        ({"colors": 2, "balanced": True}, "2 to 3 tiles"),
        ({"touch": "corner"}, "'edge', 'strong'"),
    ],
)
def test_requests_that_make_no_sense(options: dict[str, object], message: str) -> None:
    batch = np.array([[[0, 1, 1]], [[0, 1, 2]]])
    with pytest.raises(ColoringError, match=message):
        judge(batch, **options)  # type: ignore[arg-type]
    with pytest.raises(ColoringError, match="shape"):
        judge(batch[0])


COLORS = Path(__file__).parents[3] / "docs" / "data" / "colors.tsv"
POINTS = "points where four pieces meet"


def figures_of(board: str, turn: str) -> dict[tuple[str, int], int]:
    """The figures of a board in the table of the docs: a quantity and its value, and how many."""
    rows = [line.split("\t") for line in COLORS.read_text(encoding="utf-8").splitlines()[1:]]
    return {
        (quantity, int(value)): int(number)
        for each, pieces, _, quantity, value, number in rows
        if (each, pieces) == (board, turn)
        and (quantity == POINTS or quantity.startswith(("edge", "strong")))
    }


def computed(board: str, turn: str) -> Counter[tuple[str, int]]:
    """The same figures, computed again."""
    found: Counter[tuple[str, int]] = Counter()
    problem = tw.Problem(board, "pentominoes", turn=turn)  # type: ignore[arg-type]
    touches: tuple[Touch, ...] = ("edge", "strong")
    for batch in stacks(tw.tilings(problem, unique=True)):
        found.update((POINTS, int(points)) for points in crossings(batch))
        for touch in touches:
            found.update((str(touch), int(least)) for least in judge(batch, touch).colors)
            balanced = judge(batch, touch, colors=3, balanced=True).colors == 3
            found[f"{touch}, balanced", 3] += int(balanced.sum())
    return found


@pytest.mark.parametrize(
    ("board", "turn"),
    [
        *((board, "free") for board in ("3x20", "4x15", "5x12", "6x10", "8x8-3,3-3,4-4,3-4,4")),
        ("3x30", "one-sided"),
        *(pytest.param(board, "one-sided", marks=pytest.mark.slow) for board in ("5x18", "6x15")),
    ],
)
def test_the_table_of_the_docs_is_computed_again(board: str, turn: str) -> None:
    listed = figures_of(board, turn)
    assert listed
    assert {key: number for key, number in listed.items() if number} == computed(board, turn)
