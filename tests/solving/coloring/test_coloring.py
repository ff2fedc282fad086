"""The least number of colors of one tiling, colorings with given numbers, certificates, and what is
refused.
"""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_coloring
import tilewright as tw
from strategies import label_arrays
from tilewright.errors import (
    ColoringError,
    LimitError,
    MemoryLimitError,
    TilewrightError,
    TilingError,
    TimeLimitError,
)
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import (
    Certificate,
    Coloring,
    Graph,
    check_certificate,
    check_coloring,
    color,
    graph,
)
from tilewright.solving.coloring.least import LeastColors
from tilewright.solving.theorems import colors_of_tiles, golomb, golomb_colors
from tilewright.system.work.progress import Progress
from waiting import out_of_time
from without_library import printed, printed_without_library

TOUCH = st.sampled_from(["edge", "strong", 2])


def checked(answer: Coloring, labels: np.ndarray) -> Coloring:
    """The answer, after everything in it was checked by what shares nothing with the engines."""
    if answer.coloring is not None:
        check_coloring(
            labels, answer.coloring, answer.touch, outside=answer.outside, colors=answer.colors
        )
        assert answer.sizes == tuple(np.bincount(answer.coloring, minlength=answer.colors).tolist())
    if answer.certificate is not None:
        check_certificate(labels, answer)
        if answer.coloring is not None:
            assert answer.certificate.colors == answer.lower_bound
    return answer


def random_graph(vertices: int, edges: list[tuple[int, int]]) -> Graph:
    neighbors: list[set[int]] = [set() for _ in range(vertices)]
    for one, two in edges:
        if one != two:
            neighbors[one].add(two)
            neighbors[two].add(one)
    start = np.concatenate([[0], np.cumsum([len(others) for others in neighbors])]).astype(np.int64)
    flat = [other for others in neighbors for other in sorted(others)]
    return Graph(start, np.array(flat, dtype=np.int32), vertices)


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> Graph:
    """Draw any small graph, dense ones too."""
    vertices = draw(st.integers(1, most))
    pairs = st.tuples(st.integers(0, vertices - 1), st.integers(0, vertices - 1))
    return random_graph(vertices, draw(st.lists(pairs, max_size=40)))


def cycle_and_hubs(length: int, hubs: int) -> Graph:
    edges = [(index, (index + 1) % length) for index in range(length)]
    for hub in range(length, length + hubs):
        edges += [(hub, other) for other in range(hub)]
    return random_graph(length + hubs, edges)


@given(label_arrays(area=24), TOUCH, st.booleans())
def test_least_number_is_that_of_the_naive_twin(
    labels: np.ndarray, touch: str | int, outside: bool
) -> None:
    distance = {"edge": 0, "strong": 1}.get(str(touch), 2)
    answer = checked(color(labels, touch, outside=outside), labels)
    assert answer.proven
    assert answer.colors == naive_coloring.least_colors(
        naive_coloring.touching(labels, distance, outside)
    )


@given(graphs())
def test_least_number_of_any_graph(drawn: Graph) -> None:
    answer = color(drawn)
    assert answer.coloring is not None
    assert answer.proven
    edges = drawn.edges()
    assert (answer.coloring[edges[:, 0]] != answer.coloring[edges[:, 1]]).all()
    check_certificate(drawn, answer)
    assert answer.colors == naive_coloring.least_colors(
        [set(drawn.neighbors(vertex).tolist()) for vertex in range(drawn.size)]
    )


@given(label_arrays(area=36), TOUCH)
def test_networkx_agrees_on_the_bounds(labels: np.ndarray, touch: str | int) -> None:
    if (labels >= 0).any():
        drawn = graph(labels, touch).to_networkx()
        answer = color(labels, touch)
        assert max(len(found) for found in networkx.find_cliques(drawn)) <= answer.colors
        greedy = networkx.greedy_color(drawn, strategy="DSATUR")
        assert answer.colors <= 1 + max(greedy.values())


@given(graphs(7), st.integers(1, 4), st.data())
def test_numbers_are_kept_or_certified_impossible(
    drawn: Graph, colors: int, data: st.DataObject
) -> None:
    cuts = sorted(
        data.draw(st.lists(st.integers(0, drawn.size), min_size=colors - 1, max_size=colors - 1))
    )
    numbers = [two - one for one, two in zip([0, *cuts], [*cuts, drawn.size], strict=True)]
    neighbors = [set(drawn.neighbors(vertex).tolist()) for vertex in range(drawn.size)]
    expected = any(
        [coloring.count(index) for index in range(colors)] == numbers
        for coloring in naive_coloring.every_coloring(neighbors, colors)
    )
    answer = color(drawn, sizes=numbers)
    assert bool(answer) == expected
    if answer:
        assert list(answer.sizes) == numbers
    else:
        check_certificate(drawn, answer)


@pytest.mark.parametrize(("length", "hubs"), [(5, 0), (7, 0), (5, 1), (9, 1), (5, 2), (7, 2)])
def test_odd_rings_are_their_own_reason(length: int, hubs: int) -> None:
    wheel = cycle_and_hubs(length, hubs)
    answer = color(wheel)
    assert (answer.colors, answer.proven) == (3 + hubs, True)
    assert answer.certificate is not None
    assert answer.certificate.kind == ("odd wheel" if hubs else "odd cycle")
    assert len(answer.certificate.vertices) == length
    check_certificate(wheel, answer)


def groetzsch_graph(tail: int) -> Graph:
    """Return Grötzsch's graph: no triangle, yet four colors. Beside it, a path that has nothing to
    do with it.
    """
    outer = [(index, (index + 1) % 5) for index in range(5)]
    middle = [(5 + index, (index + step) % 5) for index in range(5) for step in (1, 4)]
    center = [(10, 5 + index) for index in range(5)]
    path = [(index, index + 1) for index in range(10, 10 + tail)]
    return random_graph(11 + tail, outer + middle + center + path)


def test_critical_subgraph_without_clique_or_wheel() -> None:
    answer = color(groetzsch_graph(30))
    assert (answer.colors, answer.proven) == (4, True)
    assert answer.certificate is not None
    assert (answer.certificate.kind, answer.certificate.vertices) == ("critical", tuple(range(11)))
    check_certificate(groetzsch_graph(30), answer)


@pytest.mark.parametrize("tail", [30, 200])
def test_a_bound_counts_even_if_there_is_no_time_for_a_small_reason(tail: int) -> None:
    wide = groetzsch_graph(tail)
    answer = color(
        wide, timeout=60, progress=lambda far: far.phase == "a small reason" and out_of_time()
    )
    assert (answer.colors, answer.proven, answer.lower_bound) == (4, True, 4)
    assert answer.certificate is not None and answer.certificate.kind == "subgraph"
    check_certificate(wide, answer)


def test_the_question_itself_says_how_many_tiles_have_each_color() -> None:
    question = LeastColors(groetzsch_graph(3), 10_000)
    question.run()
    assert sum(question.answer().sizes) == 14


def test_two_colors_of_a_checkered_board_and_none_of_an_empty_one() -> None:
    board = np.arange(12).reshape(3, 4)
    assert color(board).coloring.tolist() == [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1]  # type: ignore[union-attr]
    assert color(board, "strong").colors == 4
    assert color(board, 2).colors == 9
    assert color(np.full((2, 2), -1)).colors == 0
    assert color(np.zeros((3, 3), dtype=np.int8)).colors == 1


def test_colors_are_named_by_first_appearance_and_the_outside_is_the_first() -> None:
    tiling = Tiling.from_text("AAB\nDEB\nDCC")
    assert color(tiling).coloring.tolist() == [0, 1, 1, 2, 0]  # type: ignore[union-attr]
    answer = color(tiling, outside=True)
    assert (answer.colors, answer.outside) == (3, 0)
    # The tile in the middle does not touch the outside, and may have its color.
    assert answer.coloring.tolist() == [1, 2, 2, 0, 1]  # type: ignore[union-attr]


def test_too_few_colors_are_answered_with_a_certificate() -> None:
    tiling = Tiling.from_text("AAB\nDEB\nDCC")
    answer = checked(color(tiling, colors=2), tiling.labels)
    assert not answer
    assert (answer.colors, answer.proven, answer.lower_bound) == (2, True, 3)
    uneven = checked(color(tiling, sizes=(3, 1, 1)), tiling.labels)
    assert not uneven
    assert uneven.certificate is not None
    assert uneven.certificate.kind == "exhausted"


@pytest.mark.parametrize("touch", ["edge", "strong"])
def test_a_coloring_from_a_theorem_is_checked_and_kept(touch: str) -> None:
    tiling = golomb(5, (3, 17))
    cells = golomb_colors(5, (3, 17), touch=touch)  # type: ignore[arg-type]
    by_cells = checked(color(tiling, touch, known=cells), tiling.labels)
    by_tiles = color(tiling, touch, known=colors_of_tiles(tiling.labels, cells))
    assert by_cells.proven
    assert by_cells.colors == by_tiles.colors == (3 if touch == "edge" else 4)
    wrong = colors_of_tiles(tiling.labels, cells).copy()
    wrong[0] = wrong[1]
    with pytest.raises(ColoringError, match="touch and both have the color"):
        color(tiling, touch, known=wrong)


@pytest.mark.parametrize(("touch", "least"), [("edge", 4), ("strong", 5), (2, 9)])
def test_large_boards_are_colored_and_proven(touch: str | int, least: int) -> None:
    rng = np.random.default_rng(7)
    labels = np.arange(120 * 120, dtype=np.int32).reshape(120, 120)
    draws = rng.random(labels.shape)
    for row in range(120):
        for column in range(120):
            if column and draws[row, column] < 0.4:
                labels[row, column] = labels[row, column - 1]
            elif row and draws[row, column] > 0.6:
                labels[row, column] = labels[row - 1, column]
    labels = np.unique(labels, return_inverse=True)[1].reshape(labels.shape)
    answer = checked(color(labels, touch), labels)
    assert answer.proven
    assert answer.colors >= least
    if touch == "edge":
        assert answer.colors == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colors": 0}, "`colors` must be at least 1, got 0"),
        ({"colors": -3}, "`colors` must be at least 1, got -3"),
        ({"colors": 2.5}, "must be an integer"),
        ({"touch": "corner"}, "'edge', 'strong'"),
        ({"touch": 0}, "distance of at least 1, got 0"),
        ({"balanced": True}, "specify the number of colors"),
        ({"balanced": True, "colors": 10**9}, "at most 10000 colors"),
        ({"sizes": (3, 3)}, "add up to 6, but the tiling has 5 tiles"),
        ({"sizes": (7, -2)}, "nonnegative number"),
        ({"sizes": (3, 2), "colors": 3}, "expected 3 sizes, one for each color, got 2"),
        ({"sizes": (3, 2), "balanced": True}, "not both"),
        ({"effort": 0}, "than 0"),
        ({"effort": float("nan")}, "than 0"),
        ({"known": [0, 1]}, "each of the 5 tiles"),
        ({"known": [0, 1, 2, 3, -1]}, "colors must be at least 0, got -1 for tile 4"),
    ],
)
def test_requests_that_make_no_sense(options: dict[str, object], message: str) -> None:
    with pytest.raises(ColoringError, match=message) as caught:
        color(Tiling.from_text("AAB\nDEB\nDCC"), **options)  # type: ignore[arg-type]
    assert caught.value.exit_code == 2


def test_every_fault_of_what_is_not_a_tiling_is_named() -> None:
    with pytest.raises(TilingError) as caught:
        color(np.array([[0, 2, 2], [5, -3, -1]]))
    assert "or a tile number from 0 up, got -3 at 1,1" in caught.value.message
    assert "3 of the tile numbers 0 to 5 are unused; the first is 1" in caught.value.message
    for wrong in (np.zeros(3, dtype=int), np.zeros((2, 2))):
        with pytest.raises(TilingError):
            color(wrong)
    with pytest.raises(TilingError, match="must be at most"):
        color(np.array([[0, 2**40]]))


def test_memory_is_estimated_beforehand() -> None:
    labels = np.arange(10_000, dtype=np.int32).reshape(100, 100)
    with pytest.raises(MemoryLimitError, match=r"10000 tiles needs about .* KiB") as caught:
        graph(labels, 3, max_memory=100_000)
    assert caught.value.exit_code == 2
    assert graph(labels, 3, max_memory=100_000_000).size == 10_000


def test_a_search_that_takes_too_long_says_so() -> None:
    tiling = tw.solve(tw.Problem("8x10", "trominoes+", "I2"))
    assert tiling is not None
    with pytest.raises(LimitError, match="Increase `effort`"):
        color(tiling, "strong", colors=5, balanced=True, effort=1e-9)


def test_wrong_colorings_are_caught() -> None:
    labels = np.array([[0, 0, 1], [2, 3, 1]])
    check_coloring(labels, [0, 1, 1, 2])
    for wrong, message in [
        ([0, 0, 1, 2], "0 and tile 1 touch and both have the color 0"),
        ([0, 1, 1], "each of the 4 tiles"),
        ([0.0, 1.0, 1.0, 2.0], "an integer for each"),
        ([0, 1, 1, -1], "colors must be at least 0"),
    ]:
        with pytest.raises(ColoringError, match=message):
            check_coloring(labels, wrong)
    check_coloring(labels, [0, 1, 1, 2], colors=3)
    with pytest.raises(ColoringError, match="colors must be at most 1, got 2"):
        check_coloring(labels, [0, 1, 1, 2], colors=2)
    check_coloring(np.array([[0, 1, 0 + 2]]), [0, 1, 0], "strong")
    with pytest.raises(ColoringError, match="0,0 and 0,2"):
        check_coloring(np.array([[0, 1, 2]]), [0, 1, 0], 2)
    with pytest.raises(ColoringError, match="the outside"):
        check_coloring(labels, [0, 1, 1, 2], outside=0)


@pytest.mark.parametrize(
    "wrong",
    [
        Certificate("clique", 3, (0, 1, 2)),
        Certificate("clique", 3, (0, 1)),
        Certificate("clique", 2, (0, 0)),
        Certificate("clique", 2, (0, 9)),
        Certificate("odd cycle", 3, (0, 1, 2)),
        Certificate("odd cycle", 3, (0, 1, 3, 2)),
        Certificate("odd wheel", 4, (0, 1, 3), (2,)),
        Certificate("critical", 4, (0, 1, 2, 3)),
        Certificate("critical", 3, (0, 2, 3, 1)),
        Certificate("exhausted", 2, (0, 1), (), (2, 2), (2, 2)),
        Certificate("exhausted", 2, (0, 1, 2, 3), (), (2, 2), (2, 2)),
        Certificate("because", 2, (0, 1)),
    ],
)
def test_wrong_certificates_are_caught(wrong: Certificate) -> None:
    # Four tiles in a ring.
    labels = np.array([[0, 1], [2, 3]])
    with pytest.raises(ColoringError):
        check_certificate(labels, wrong)
    with pytest.raises(ColoringError):
        check_certificate(graph(labels), wrong)
    with pytest.raises(ColoringError):
        check_certificate(labels, None)


def test_certificates_say_why_in_words() -> None:
    tiling = tw.solve(tw.Problem("6x10", "pentominoes"))
    assert tiling is not None
    answer = checked(color(tiling), tiling.labels)
    assert answer.certificate is not None
    names = tiling.piece_names()
    words = answer.certificate.text(names)
    assert all(names[tile] in words for tile in answer.certificate.vertices)
    assert str(Certificate("clique", 1, (0,))) == "there is a tile"
    assert answer.to_json()["certificate"]["colors"] == answer.colors


def test_answers_can_be_stopped_and_followed() -> None:
    told: list[Progress] = []
    color(Tiling.from_text("AAB\nDEB\nDCC"), progress=told.append)
    assert told[0].phase == "two colors"

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        color(Tiling.from_text("AAB\nDEB\nDCC"), progress=stop)


def test_the_best_coloring_is_returned_when_the_time_is_up() -> None:
    tiling = tw.solve(tw.Problem("6x10", "pentominoes"), seed=1)
    assert tiling is not None

    def color_until(phase: str) -> Coloring:
        return color(tiling, timeout=60, progress=lambda far: far.phase == phase and out_of_time())

    with pytest.raises(TimeLimitError, match="before a coloring was found"):
        color_until("two colors")
    answer = checked(color_until("a clique"), tiling.labels)
    assert answer.lower_bound == 3 <= color(tiling).colors <= answer.colors
    assert answer.proven == (answer.colors == 3)


def test_distances_beyond_the_board() -> None:
    labels = np.array([[0, 0, 1], [2, 3, 1]])
    answer = checked(color(labels, 10**9, outside=True), labels)
    assert answer.colors == 5


def test_errors_are_typed() -> None:
    assert issubclass(ColoringError, TilewrightError)


@pytest.mark.slow
def test_kernels_agree_with_the_jit_off() -> None:
    program = """
import numpy as np
from tilewright.solving.coloring import (
    chromatic_polynomial, color, colorings, count_colorings, crossings, graph, judge, check_certificate, check_coloring
)
rng = np.random.default_rng(3)
for trial in range(12):
    labels = rng.integers(0, 5, (3, 4))
    labels = np.unique(labels, return_inverse=True)[1].reshape(3, 4)
    for touch in ("edge", "strong"):
        for outside in (False, True):
            answer = color(labels, touch, outside=outside)
            check_coloring(labels, answer.coloring, touch, outside=answer.outside)
            check_certificate(labels, answer)
            judged = judge(labels[None], touch, outside=outside)
            print(trial, touch, outside, answer.colors, judged.colors.tolist(), crossings(labels).tolist(),
                  graph(labels, touch, outside=outside).edge_list().split(),
                  count_colorings(labels, touch, colors=5, balanced=True))
wide = np.arange(400).reshape(20, 20) // 2
print(color(wide, "strong").colors, color(wide, 2).colors, color(np.arange(90).reshape(9, 10), 3).colors)
"""  # noqa: E501
    output = printed(program)
    assert printed_without_library(program) == output
    assert len(output.splitlines()) == 49
