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


def page_rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the page of tables."""
    page = (Path(__file__).parents[3] / "docs" / "data" / "colors.md").read_text(encoding="utf-8")
    lines = page.partition(heading)[2].splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("| ---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def page_batch(board: str) -> np.ndarray:
    word, turn = board.removesuffix(", one-sided"), "one-sided" if "one-sided" in board else "free"
    if "without the center" in board:
        word = "8x8-3,3-3,4-4,3-4,4"
    problem = tw.Problem(word, "pentominoes", turn=turn)  # type: ignore[arg-type]
    (batch,) = stacks(tw.tilings(problem, unique=True))
    return batch


def test_the_tables_of_the_docs_are_computed_again() -> None:
    rows = page_rows("# Tables of colors")
    points = {row[0]: row[1:] for row in page_rows("## Points where four pieces meet")}
    assert len(rows) == len(points) == 6
    for board, *figures in rows:
        batch = page_batch(board)
        expected = [len(batch)]
        for touch in ("edge", "strong"):
            table = tally([batch], touch).by_colors
            assert set(table) <= {3, 4}
            expected += [table.get(3, 0), table.get(4, 0)]
            expected.append(int((judge(batch, touch, colors=3, balanced=True).colors == 3).sum()))
        assert [int(figure) for figure in figures] == expected
        by_points = np.bincount(crossings(batch), minlength=5).tolist()
        assert [int(figure) for figure in points[board]] == [len(batch), *by_points]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["3x30", "5x18", "6x15"])
def test_the_tables_of_the_one_sided_pentominoes_are_computed_again(board: str) -> None:
    heading = "## The eighteen one-sided pentominoes"
    (figures,) = (row[1:] for row in page_rows(heading) if row[0] == board)
    (points,) = (
        row[1:] for row in page_rows("The points where four pieces meet:") if row[0] == board
    )
    number, by_points = 0, np.zeros(len(points) - 1, dtype=np.int64)
    by_colors: Counter[tuple[Touch, int]] = Counter()
    balanced: Counter[Touch] = Counter()
    touches: tuple[Touch, ...] = ("edge", "strong")
    for batch in stacks(
        tw.tilings(tw.Problem(board, "pentominoes", turn="one-sided"), unique=True)
    ):
        number += len(batch)
        by_points += np.bincount(crossings(batch), minlength=len(by_points))
        for touch in touches:
            by_colors.update((touch, int(least)) for least in judge(batch, touch).colors)
            balanced[touch] += int((judge(batch, touch, colors=3, balanced=True).colors == 3).sum())
    assert [int(figure) for figure in points] == [number, *by_points]
    assert sum(by_colors.values()) == 2 * number
    expected = [number, *(by_colors["edge", least] for least in (3, 4)), balanced["edge"]]
    expected += [*(by_colors["strong", least] for least in (3, 4, 5)), balanced["strong"]]
    assert [int(figure) for figure in figures] == expected
    assert by_colors["edge", 3] + by_colors["edge", 4] == number
    assert sum(by_colors["strong", least] for least in (3, 4, 5)) == number
