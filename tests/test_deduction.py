"""Deductions are proofs: each holds in all tilings, and a grade never needs more than it says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from naive_deduction import Impossible, NaiveDeducer
from strategies import problems
from tilewright.cover import Cover, compile_cover
from tilewright.deduction import (
    GRADES,
    LARGEST,
    Contradiction,
    Deducer,
    called,
    grade,
    placement_number,
    placement_of,
)
from tilewright.errors import LimitError
from tilewright.generation import generate
from tilewright.problem import Problem
from tilewright.reading import find_puzzle
from tilewright.search import tilings


def solutions(cover: Cover) -> list[set[int]]:
    """All tilings as sets of placement numbers, found by the search engine."""
    found = []
    for tiling in tilings(cover.problem, limit=400):
        chosen = set()
        for number in range(cover.size):
            begin, end = cover.start[number : number + 2]
            rows, columns = cover.cells[cover.item[begin:end]].T
            labels = set(tiling.labels[rows, columns].tolist())
            if len(labels) == 1 and (tiling.labels == labels.copy().pop()).sum() == end - begin:
                chosen.add(number)
        found.append(chosen)
    return found


@settings(max_examples=120)
@given(problem=problems(area=14, marks="o"))
def test_every_step_holds_in_every_tiling(problem: Problem) -> None:
    cover = compile_cover(problem)
    every = solutions(cover)
    deducer = Deducer(cover)
    position = deducer.start()
    kinds = GRADES["hard"] - {"symmetry"}
    try:
        for _ in range(60):
            if deducer.solved(position):
                break
            step = deducer.next_step(position, kinds)
            if step is None:
                break
            for tiling in every:
                assert set(step.chosen) <= tiling, step
                assert not set(step.removed) & tiling, step
            deducer.take(position, step)
    except Contradiction:
        assert every == []


def same_steps(cover: Cover) -> int:
    """Solve by the deducer and by its slow twin at once; return how many steps both made alike."""
    deducer, naive = Deducer(cover), NaiveDeducer(cover)
    position, other = deducer.start(), naive.start()
    steps = 0
    while not deducer.solved(position):
        assert [p for p in range(cover.size) if position.allows(p)] == sorted(other[0])
        try:
            step = deducer.next_step(position, GRADES["hard"] - {"symmetry"})
        except Contradiction:
            with pytest.raises(Impossible):
                naive.next_step(other)
            break
        found = naive.next_step(other)
        if step is None:
            assert found is None
            break
        assert found == (step.kind, set(step.chosen), set(step.removed))
        deducer.take(position, step)
        for placement in step.chosen:
            other = naive.choose(other, placement)
        other = (other[0] - set(step.removed), *other[1:])
        steps += 1
    return steps


@settings(max_examples=150)
@given(problem=problems(area=14, marks="o"))
def test_the_kernels_find_what_the_slow_twin_finds(problem: Problem) -> None:
    same_steps(compile_cover(problem))


@pytest.mark.parametrize("name", ["talos:hub-gates-1", "dots:4x6-easy", "dots:6x6-medium"])
def test_a_puzzle_is_solved_step_by_step_as_by_the_slow_twin(name: str) -> None:
    assert same_steps(compile_cover(find_puzzle(name).problem())) > 1


def test_the_kernels_with_the_jit_off() -> None:
    program = """
from tilewright.cover import compile_cover
from tilewright.problem import Problem
from test_deduction import same_steps
for problem in (Problem("4x4", "L4=2", "Z4=2", turn="one-sided"), Problem("o##/##o/##o", "#/o#+"),
                Problem("3x5", "L3=1..4", "domino=0..2", empty=(1, 2)), Problem("4x4", "domino=3", "pentomino:LP")):
    same_steps(compile_cover(problem))
print("same")
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parent)}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "same\n", result.stderr


@settings(max_examples=60)
@given(problem=problems(area=12))
def test_symmetry_keeps_one_tiling_of_each_class(problem: Problem) -> None:
    cover = compile_cover(problem)
    every = solutions(cover)
    deducer = Deducer(cover)
    position = deducer.start()
    try:
        step = deducer.symmetry(position)
    except Contradiction:
        return
    if step is None:
        return
    kept = [tiling for tiling in every if not tiling & set(step.removed)]
    images = {frozenset(image[list(tiling)].tolist()) for tiling in kept for image in cover.symmetries()}
    assert {frozenset(tiling) for tiling in every} == images


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_grade_is_enough_and_the_one_below_is_not(level: str) -> None:
    made = generate("dots", "6x6", "trominoes", seed=21, level=level)
    assert made.grade.level == level
    deducer = Deducer(compile_cover(made.puzzle.problem()))
    names = list(GRADES)

    def solves(kinds: frozenset) -> bool:  # type: ignore[type-arg]
        position = deducer.start()
        while not deducer.solved(position):
            step = deducer.next_step(position, kinds)
            if step is None:
                return False
            deducer.take(position, step)
        return True

    assert solves(GRADES[level])
    if level != "easy":
        assert not solves(GRADES[names[names.index(level) - 1]])
    # The steps that the grade lists solve the puzzle without any guess.
    position = deducer.start()
    for step in made.grade.steps:
        assert step.kind in GRADES[level]
        deducer.take(position, step)
    assert deducer.solved(position)


def test_steps_say_why() -> None:
    found = grade(compile_cover(find_puzzle("talos:hub-gates-1").problem()))
    assert found.level == "medium"
    texts = [step.text for step in found.steps]
    assert any("would cut off a part that the others cannot fill" in text for text in texts)
    assert "only a J can cover the cell 0,0, and only like this" in texts
    assert not any(
        words in text
        for text in texts
        for words in ("1 cells", "these 1", "1 places", "placement", "region", "#")
    )


def test_what_does_not_matter_is_no_guess() -> None:
    """Two L and two O on 4x4: whichever way the first is put, the others follow."""
    for words in (("L4=2", "O4=2"), ("J4=2", "O4=2")):
        found = grade(compile_cover(Problem("4x4", *words, turn="one-sided")))
        assert found.level == "hard"
        assert "guess" not in found.counts
        assert any("leads to a solution" in step.text for step in found.steps)


@pytest.mark.parametrize(
    ("board", "words", "said"),
    [
        ("5x5", ["L4=2", "L3=1", "X5=1"], ["an L of 4 cells", "the L of 3 cells", "the X"]),
        ("6x6", ["#o#+", "#/o#+", "##/##+"], ["an I", "an L", "an O"]),
        (
            "8x8",
            ["###/###=1", "domino=1", "hexomino:5=1"],
            ["the 2 x 3 rectangle", "the domino", "the hexomino"],
        ),
        ("tri:6x6", ["hexiamond:2=1", "hexiamond:2m=2"], ["the sphinx", "a mirrored sphinx"]),
        ("hex:6x6", ["tetrahex:4=1", "trihex:2=3"], ["the bee", "a trihex"]),
        (
            "cube:3x3x3",
            ["soma:V=1", "tetracube:6=1", "tetracube:6m=1"],
            ["the V", "a tetracube", "a tetracube"],
        ),
    ],
)
def test_pieces_are_called_as_a_player_would(board: str, words: list[str], said: list[str]) -> None:
    """By letter or name, with the size only where letters meet, and *the* only where there is one."""
    pieces = Problem(board, *words, turn="one-sided").pieces
    assert [called(pieces, index) for index in range(len(pieces))] == said


def test_placements_and_their_numbers() -> None:
    cover = compile_cover(Problem("4x4", "L4=2", "Z4=2", turn="one-sided"))
    for number in range(cover.size):
        assert placement_number(cover, placement_of(cover, number)) == number


def test_a_contradiction_is_seen() -> None:
    cover = compile_cover(Problem("3x3-0,1-1,0", "L3+"))
    deducer = Deducer(cover)
    with pytest.raises(Contradiction, match="nothing can cover the cell 0,0"):
        deducer.next_step(deducer.start())


def test_too_large_a_problem_is_refused() -> None:
    cover = compile_cover(Problem("20x20", "pentominoes+"))
    assert cover.size > LARGEST
    with pytest.raises(LimitError, match="at most 6000 placements"):
        grade(cover)


def test_choosing_what_does_not_fit_is_an_error() -> None:
    deducer = Deducer(compile_cover(Problem("2x3", "L3=2")))
    # All four lie on the first cell.
    with pytest.raises(ValueError, match="does not fit"):
        deducer.start((0, 1))
