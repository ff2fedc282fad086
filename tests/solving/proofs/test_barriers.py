"""Barriers: proofs that pieces of two cells do not cover a board."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from naive_matching import random_problem
from tilewright.apps.command import run
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.proofs import Barrier, barrier
from tilewright.solving.search import Search

#: Balanced, but two cells in a corner share their only neighbor.
CORNER = "10x10-0,3-1,2-2,1-9,7-7,9-9,9"


def found(*words: str, **rules: object) -> Barrier:
    proof = barrier(*words, **rules)  # type: ignore[arg-type]
    assert proof is not None
    assert proof.holds()
    return proof


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            (CORNER, "dominoes+"),
            "the 2 dark cells 8,9 and 9,8 have only 1 light neighbor, and each needs a "
            "different one",
        ),
        (("hex:#.##/##.#", "dihex+"), None),
        (
            ("5x5", "dominoes+"),
            "the 13 dark cells have only 12 light neighbors, and each needs a different one",
        ),
        (("torus:5x5", "dominoes+"), "the board has an odd number of cells"),
        (
            ("####/.##./.##./####", "#.#+"),
            "pieces join the 2 cells 0,0 and 2,2 only to 1 other, and each needs a different one",
        ),
        (("3x3-0,1-1,0", "dominoes+"), "the dark cell 0,0 has no light neighbors"),
        (("#a##", "##+"), "no piece can cover the cell 0,0"),
    ],
)
def test_sentences(words: tuple[str, ...], text: str | None) -> None:
    if text is None:
        assert barrier(*words) is None
    else:
        assert found(*words).text() == text


@pytest.mark.parametrize(
    ("pieces", "why"),
    [("L3+", "the piece L3 has 3 cells"), ("domino=32", "the number of copies .* is limited")],
)
def test_other_pieces_are_refused(pieces: str, why: str) -> None:
    """None would say that there is a tiling."""
    with pytest.raises(tw.RequestError, match=f"pieces of two cells, but {why}"):
        barrier("8x8", pieces)


def test_empty_cells_that_are_missing_are_counted() -> None:
    proof = found(CORNER, "dominoes+", empty=1)
    assert proof.missing == 2
    assert proof.text().endswith("so at least 2 cells stay empty, but at most 1 may")
    assert barrier(CORNER, "dominoes+", empty=2) is None


def test_odd_parts_of_hexagons() -> None:
    proofs = [barrier(random_problem(number)) for number in range(2, 400, 10)]
    parts = [proof for proof in proofs if proof is not None and not proof.single]
    assert parts
    for proof in parts:
        assert proof.holds()
        assert "odd" in proof.text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_every_board_has_a_tiling_or_a_proof(first: int) -> None:
    for number in range(first, first + 100):
        problem = random_problem(number, number % 3)
        proof = barrier(problem)
        assert (proof is None) == (Search(problem, limit=1, engine="scan", threads=1).count() == 1)
        if proof is not None:
            assert proof.holds()
            assert bool(tw.verify(proof))


def test_a_wrong_proof_is_not_one() -> None:
    proof = found(CORNER, "dominoes+")
    other = replace(proof, between=np.zeros_like(proof.between))
    assert not other.holds()
    assert "without covering a cell between" in str(tw.verify(other))
    fewer = proof.parts.copy()
    fewer[8, 9] = -2
    assert not replace(proof, parts=fewer).holds()
    same = np.where(proof.parts >= 0, 0, proof.parts)
    assert not replace(proof, parts=same).holds()
    assert not replace(proof, problem=Problem(CORNER, "dominoes+", empty=2)).holds()
    assert not replace(
        proof, problem=Problem("10x10-9,7-7,9-9,9", "dominoes+", "monomino+")
    ).holds()


def test_the_command_says_draws_and_writes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "none.svg"
    assert run(["solve", CORNER, "dominoes+", "-o", str(picture)]) == 1
    assert "8,9 and 9,8 have only 1 light neighbor" in capsys.readouterr().out
    assert "There is no tiling" in picture.read_text(encoding="utf-8")
    assert run(["solve", CORNER, "dominoes+", "--json"]) == 1
    value = json.loads(capsys.readouterr().out)
    assert value["barrier"] == {"parts": [[[8, 9]], [[9, 8]]], "between": [[8, 8]], "missing": 1}


def test_a_proof_of_many_cells_is_a_table() -> None:
    proof = found("5x5-0,1-4,4-4,3", "dominoes+")
    table = proof.table()
    assert table.count("#") == proof.number
    assert table.count("o") == proof.number - proof.missing
    assert table.count(".") == 3


@pytest.mark.parametrize(
    "words", [("64x64", "dominoes+"), ("tri:hexagon20", "diamond+"), ("hex:40x40", "dihex+")]
)
def test_large_boards_use_matching(words: tuple[str, ...]) -> None:
    problem = Problem(*words)
    search = Search(problem, limit=1)
    assert search.engine == "matching"
    (tiling,) = list(search)
    assert tiling.faults(problem) == []
    assert len(tiling) == problem.board.area // 2


def test_large_boards_without_a_tiling_are_proven() -> None:
    search = Search(Problem("64x64-0,3-1,2-2,1-63,61-61,63-63,63", "dominoes+"), limit=1)
    assert list(search) == []
    assert search.complete
    assert search.barrier is not None
    assert "63,62" in search.reasons[0]


@pytest.mark.parametrize("number", range(60))
def test_matching_agrees_with_the_search_on_marks_and_placed_pieces(number: int) -> None:
    problem = random_problem(10 * number)
    rows = problem.board.text().splitlines()
    rows = [
        "".join(
            "a" if c == "#" and (r + k) % (3 + number % 3) == 0 else c for k, c in enumerate(row)
        )
        for r, row in enumerate(rows)
    ]
    marked = Problem(
        Board.from_text("\n".join(rows) + "\n"),
        "#a+",
        "##+",
        turn="fixed" if number % 2 else "free",
    )
    found = Search(marked, limit=1, engine="matching").count()
    assert found == Search(marked, limit=1, engine="dance").count()
    tiling = tw.solve(marked, engine="scan")
    if tiling is not None:
        name, cells = next(iter(tiling))
        placed = marked.with_rules(placed=[(name, cells)])
        (other,) = list(Search(placed, limit=1, engine="matching"))
        assert other.faults(placed) == []


def test_a_seed_gives_another_tiling_and_the_same_each_time() -> None:
    first, again, other = (tw.solve("40x40 dominoes+", seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_what_the_engine_does_not_support() -> None:
    with pytest.raises(tw.errors.EngineError, match="finds only one tiling, but several"):
        list(Search(Problem("4x4", "dominoes+"), engine="matching"))
    with pytest.raises(tw.errors.EngineError, match="the piece L3 has 3 cells"):
        list(Search(Problem("4x4", "dominoes+", "L3+"), engine="matching", limit=1))
    with pytest.raises(tw.errors.EngineError, match="some cells must stay empty"):
        list(Search(Problem("4x4", "dominoes+", empty=(2, 4)), engine="matching", limit=1))


def test_placed_pieces_are_part_of_the_argument() -> None:
    placed = ["domino:1,2-2,2", "domino:0,3-0,4", "domino:2,3-2,4", "domino:1,0-2,0"]
    found = barrier("4x5 dominoes+", placed=placed)
    assert found is not None
    assert found.text() == (
        "where no piece is placed, the 2 dark cells 0,0 and 0,2 have only 1 light neighbor, and "
        "each needs a different one"
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "board", ["3x4", "4x5", "torus:4x4", "cylinder:4x4", "moebius:3x4", "tri:2x3", "hex:3x4"]
)
def test_neighbors_are_counted_right(board: str) -> None:
    """What a barrier calls the neighbors of its cells is recounted without it."""
    rng = random.Random(4)
    problem = Problem(board, "##+")
    # Every placement is a pair of neighbors.
    cover = compile_cover(problem)
    pairs = [
        tuple(map(tuple, cover.cells[list(each)].tolist()))
        for each in cover.item.reshape(-1, 2).tolist()
    ]
    seen = 0
    for _ in range(300):
        taken: set[tuple[int, ...]] = set()
        placed = []
        for cells in rng.sample(pairs, min(len(pairs), 5)):
            if not taken & set(cells):
                taken |= set(cells)
                placed.append((problem.names[0], cells))
        found = barrier(problem.with_rules(placed=placed))
        if found is None or not found.single or "neighbor" not in found.text():
            continue
        seen += 1
        parts = {tuple(cell) for cell in np.argwhere(found.parts >= 0).tolist()}
        between = {tuple(cell) for cell in np.argwhere(found.between).tolist()}
        beside = {b for pair in pairs for a, b in (pair, pair[::-1]) if a in parts}
        assert beside - taken == between
    assert seen > 5
