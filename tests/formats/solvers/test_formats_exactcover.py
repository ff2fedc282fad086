"""Exact cover problems: Knuth's text format, and what is wrong with a bad one."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given

from strategies import exact_covers
from tilewright.errors import FormatError, RequestError
from tilewright.formats.exactcover import ExactCover, as_exact_cover
from tilewright.formats.solvers.knuth import read_xcc, write_xcc
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import exact_cover
from tilewright.verification import verify

TOY = """| a toy example
p q r | x y
p q x y:A
p r x:A y

p x:B
| and a comment in the middle
q x:A
r y:B
"""


def same(one: ExactCover, other: ExactCover) -> bool:
    """Whether two problems are the same up to the order in which colors are numbered."""
    return (
        one.items == other.items
        and np.array_equal(one.least, other.least)
        and np.array_equal(one.most, other.most)
        and list(one.options()) == list(other.options())
    )


def test_read_items_options_and_colors() -> None:
    cover = read_xcc(TOY)
    assert cover.items == ("p", "q", "r", "x", "y")
    assert (cover.primary, cover.size) == (3, 5)
    assert cover.option(1) == ["p", "r", "x:A", "y"]
    assert cover.colors == ("A", "B")
    assert cover.coloring([1, 3]) == {"x": "A"}


def test_read_bounds() -> None:
    cover = read_xcc("2:3|a 2|b 0:5|c d | e\na b c d e\n")
    assert cover.least.tolist() == [2, 2, 0, 1]
    assert cover.most.tolist() == [3, 2, 5, 1]
    assert cover.items == ("a", "b", "c", "d", "e")


@given(exact_covers())
def test_writing_and_reading_gives_the_same(cover: ExactCover) -> None:
    assert same(read_xcc(write_xcc(cover, "a comment\nof two lines")), cover)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("", "line 1, column 1", "the line of items is missing"),
        ("| only a comment\n", "line 1, column 1", "the line of items is missing"),
        ("a b a\n", "line 1, column 5", "duplicate item 'a'"),
        ("a | b | c\n", "line 1, column 7", "second '|'"),
        ("a | 2|b\n", "line 1, column 5", "only primary items can have bounds"),
        ("3:2|a\n", "line 1, column 1", "got 3 and 2"),
        ("x:2|a\n", "line 1, column 1", "invalid item name"),
        ("2|\n", "line 1, column 1", "invalid item name"),
        ("999999999|a\n", "line 1, column 1", "999999999"),
        ("a b\na c\n", "line 2, column 3", "unknown item 'c'"),
        ("a b\n| comment\n\na   b a\n", "line 4, column 7", "duplicate item 'a'"),
        ("a | b\na:1 b\n", "line 2, column 1", "only secondary items can have colors"),
        ("a | b\na b:\n", "line 2, column 3", "color after the colon is missing"),
    ],
)
def test_bad_text_says_where(text: str, where: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_xcc(text)
    assert caught.value.where == where
    assert says in caught.value.message


def test_options_without_a_primary_item_are_passed_over_as_in_knuths_programs() -> None:
    cover = read_xcc("a | b\nb:1\na b:2 |$3\n  | a comment\nb\n")
    assert list(cover.options()) == [["a", "b:2"]]
    assert cover.ignored == 2
    assert cover.cost is not None and cover.cost.tolist() == [3]


def test_costs_add_up() -> None:
    cover = read_xcc("a b\na |$2 b |$3\na\nb |$4\n")
    assert cover.cost is not None and cover.cost.tolist() == [5, 0, 4]
    again = read_xcc(write_xcc(cover))
    assert again.cost is not None and again.cost.tolist() == [5, 0, 4]
    assert list(again.options()) == [["a", "b"], ["a"], ["b"]]


def test_names_that_knuths_programs_could_not_read_are_short_and_explained() -> None:
    cover = ExactCover.build(
        [["a very".replace(" ", "-") + "-long-one", "s:red"], ["é", "s:x"]],
        ["a-very-long-one", "é"],
        ["s"],
    )
    text = write_xcc(cover, short=True)
    assert "| i0 = a-very-long-one\n" in text
    assert "| i1 = é\n" in text
    assert "| 0 = red\n" in text
    assert [line for line in text.splitlines() if line[0] != "|"] == [
        "i0 i1 | s",
        "i0 s:0",
        "i1 s:x",
    ]
    assert all(len(word) <= 8 and word.isascii() for word in read_xcc(text).items)


def test_build_says_which_option_is_wrong() -> None:
    with pytest.raises(FormatError, match="option 1: unknown item 'c'"):
        ExactCover.build([["a"], ["a", "c"]], ["a"])
    with pytest.raises(FormatError, match="item a b"):
        ExactCover.build([], ["a b"])


def test_faults_of_a_choice() -> None:
    cover = read_xcc(TOY)
    assert cover.faults([1, 3]) == []
    assert cover.faults([0]) == ["r is in 0 options, but must be in 1"]
    assert "x is in 2 options with different colors" in cover.faults([2, 3, 4])
    assert "option 3 is chosen twice" in cover.faults([1, 3, 3])


def test_items_can_be_integers() -> None:
    built = ExactCover.build([[1, 2], [2, "x:A"]], [1, 2], ["x"], bounds={2: (1, 2)})
    named = ExactCover.build([["1", "2"], ["2", "x:A"]], "12", ["x"], bounds={"2": (1, 2)})
    assert same(built, named)
    assert same(ExactCover.build([[np.int64(1)]], [np.int64(1)]), ExactCover.build(["1"], "1"))
    for item in (True, 1.5, (1, 2)):
        with pytest.raises(FormatError, match="an item must be a string or an integer, got"):
            ExactCover.build([[item]], [item])


def test_a_problem_is_an_exact_cover_problem() -> None:
    problem = Problem("2x3", "L3+", "monomino=0..2")
    assert same(as_exact_cover(problem), as_exact_cover(compile_cover(problem)))
    with pytest.raises(RequestError, match=r"expected a Problem .*tilewright.read"):
        as_exact_cover("2x3 L3+")


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("2x3", "L3=2"), {}),
        (("6x10", "pentominoes"), {}),
        (("4x4", "L3+"), {"empty": 1}),
        (("torus:hex:3x4", "trihexes+"), {}),
    ],
)
def test_a_solution_is_a_tiling(words: tuple[str, ...], rules: dict[str, int]) -> None:
    problem = Problem(*words, **rules)  # type: ignore[arg-type]
    exact = as_exact_cover(problem)
    for chosen in exact_cover(exact, limit=20):
        assert verify(exact.tiling(chosen), problem)
    assert exact.tiling([*chosen, -1, -1]) == exact.tiling(sorted(chosen))


def test_what_is_no_solution_is_no_tiling() -> None:
    exact = as_exact_cover(Problem("2x3", "L3=2"))
    with pytest.raises(RequestError, match="not a solution: 0,0 is in 0 options"):
        exact.tiling([])
    with pytest.raises(RequestError, match="an option must be at most 7, got 8"):
        exact.tiling([8])
    with pytest.raises(RequestError, match="only covers created by `as_exact_cover`"):
        read_xcc(TOY).tiling([1, 3])


def test_the_matrix_of_scipy_is_that_of_the_options() -> None:
    pytest.importorskip("scipy")
    exact = as_exact_cover(Problem("4x5", "pentomino:LPUY"))
    matrix = exact.to_scipy()
    assert matrix.shape == (exact.size, len(exact.items))
    for number, options in enumerate(exact.options()):
        row = matrix[[number]].toarray()[0]
        assert [exact.items[item] for item in np.flatnonzero(row)] == sorted(
            options, key=exact.items.index
        )
        assert row.max() == 1
    chosen = next(exact_cover(as_exact_cover(Problem("2x3", "L3=2"))))
    toy = as_exact_cover(Problem("2x3", "L3=2")).to_scipy()
    assert (toy.T @ np.isin(np.arange(toy.shape[0]), chosen)).tolist() == [1] * 6 + [2]


def test_scipy_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(RequestError, match=r"pip install 'tilewright\[scipy\]'"):
        read_xcc(TOY).to_scipy()
