"""The smallest figures in the atlas: answers that come with tilewright, and their pages."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.atlas import build
from tilewright.model.space.lattice import SQUARES
from tilewright.shapes.atlas.record_files import unpack
from tilewright.shapes.atlas.smallest import (
    COMMON,
    TABLES,
    answers,
    best_known,
    exclusions,
    of_pair,
    pairs,
    questions,
)

KNOWN = Path(__file__).parents[2] / "known" / "figures.tsv"
#: A figure with the first symmetry has the others, too.
IMPLIED = {
    "full": ("quarter-turn", "two-mirrors", "two-diagonals", "half-turn", "mirror", "diagonal"),
    "two-mirrors": ("half-turn", "mirror"),
    "two-diagonals": ("half-turn", "diagonal"),
    "quarter-turn": ("half-turn",),
}


def test_each_question_has_an_answer_that_can_be_verified() -> None:
    assert [*answers()] == [question.key for question in questions()]
    for number, (key, answer) in enumerate(answers().items()):
        if number % 25 == 0 and "figure" in answer:
            assert not tw.verify(answer).wrong, key


def test_more_symmetry_needs_no_fewer_copies() -> None:
    for question in questions():
        own = answers()[question.key]
        for weaker in IMPLIED.get(question.symmetry, ()):
            if own.get("cells") is None or len(question.layers[0]) > 2:
                continue
            other = answers()[question.key.replace(question.symmetry, weaker)]
            assert other["least"] <= own["cells"], (question.key, weaker)


def test_a_figure_with_more_symmetry_is_the_smallest_found() -> None:
    """Where a search has ended early, it is not said to be proven."""
    for question in questions():
        own, best = answers()[question.key], best_known(question)
        if best is own:
            continue
        assert best["least"] == own["least"] <= best["cells"]
        assert best["proven"] == (best["cells"] == best["least"])
        assert not tw.verify({**best, "excluded": own["excluded"]}).wrong, question.key


def test_fewer_cells_keep_a_piece_out_of_a_smaller_square() -> None:
    for piece in ("I3", "P5", "X5"):
        sizes = [answers()[question.key]["size"] for question in exclusions(piece)]
        known = [size for size in sizes if size is not None]
        assert known == sorted(known)
        assert len(known) > 3
    # OEIS A104519.
    assert [answers()[each.key]["size"] for each in exclusions("X5")] == [1, 2, 3, 4, 7, 10]


def test_published_numbers_of_tiles() -> None:
    """Sicherman's tables; x is no known rectangle."""
    agreed = 0
    with KNOWN.open(newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            answer = answers()[line["question"]]
            if answer["cells"] is None:
                assert line["tiles"] == "x" or answer["least"] <= 5 * int(line["tiles"])
            else:
                assert answer["cells"] == 5 * int(line["tiles"]), line["question"]
                agreed += 1
    assert agreed >= 35


@pytest.mark.parametrize("table", [*TABLES])
def test_pairs_have_most_of_the_figures_that_are_known(table: str) -> None:
    space = None if table == "hexiamonds" else SQUARES
    found = [
        answers()[of_pair(*pair, space or SQUARES)[COMMON].key]["cells"] for pair in pairs(table)
    ]
    assert sum(cells is not None for cells in found) >= {"pentominoes": 52}.get(table, 50)


def test_pages_show_them(tmp_path: Path) -> None:
    unpack(tmp_path / "facts")
    build(tmp_path, ["hexiamonds"])
    page = (tmp_path / "figures" / "hexiamonds.html").read_text(encoding="utf-8")
    root = ET.fromstring(page.removeprefix("<!doctype html>\n"))
    ids = {each.get("id") for each in root.iter()}
    links = [each.get("href", "") for each in root.iter("a")]
    assert {link[1:] for link in links if link.startswith("#") and link != "#main"} <= ids
    assert "tilewright figure hexiamond:1 hexiamond:2" in page
    assert "12 cells, proven." in page
    piece = (tmp_path / "pieces" / "hexiamond-2.html").read_text(encoding="utf-8")
    assert "tilewright figure hexiamond:2 --symmetry sixth-turn --copies odd" in piece
    assert "figures/hexiamonds.html" in (tmp_path / "index.html").read_text(encoding="utf-8")
