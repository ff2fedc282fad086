"""Puzzles of every kind with their grades: what the generator and the deducer have always made of
them.

As a program it makes puzzles and prints those that are not in the table ``known/graded_ids.tsv``
yet, after a new version of the generator::

    python tests/support/graded.py >> tests/known/graded_ids.tsv

Grades decide which puzzles are made, and so what a short ID stands for. If a grade has to change,
the version of the generator rises.
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import Puzzle, named_puzzles, puzzle_id
from tilewright.puzzles import VERSION, generate
from tilewright.puzzles.deduction import Grade, grade

KNOWN = Path(__file__).parents[1] / "known" / "graded_ids.tsv"
#: The guesses that a grade counts.
GUESSES = 5
#: Seconds for a puzzle; a request that takes longer is left out.
PATIENCE = 20

SEEDS = {"few": range(1, 3), "some": range(1, 5), "more": range(1, 7)}
LEVELS = (None, "easy", "medium", "hard", "expert")


@dataclass(frozen=True)
class GradedPuzzle:
    """A row of the table.

    Attributes
    ----------
    short : str
        The short ID or the name; empty if it has none.
    long : str
        The ID that describes it.
    level, score, counts : str
        The grade.
    """

    short: str
    long: str
    level: str
    score: str
    counts: str

    def row(self) -> str:
        """The row as text."""
        return "\t".join((self.short, self.long, self.level, self.score, self.counts))


def graded_puzzles() -> list[GradedPuzzle]:
    """Return the rows of the table."""
    lines = [line.split("\t") for line in KNOWN.read_text(encoding="utf-8").splitlines()]
    return [GradedPuzzle(*line) for line in lines if len(line) == 5 and line[0] != "short"]


def grade_columns(puzzle: Puzzle) -> tuple[str, str, str]:
    """Return the grade of a puzzle as the table has it."""
    answer: Grade = grade(compile_cover(puzzle.problem()), guesses=GUESSES)
    return (
        answer.level,
        str(answer.score),
        " ".join(f"{kind}={number}" for kind, number in answer.counts.items()),
    )


def _requests() -> Iterator[tuple[str, str | None, str, dict[str, object], str]]:
    """Yield what is made: kind, board, pieces, options, how many."""
    for level in LEVELS[:4]:
        for board in ("4x6", "6x6", "5x9", "6x9"):
            yield "dots", board, "trominoes", {"level": level}, "some"
    yield "dots", "9x9", "trominoes", {"level": "hard"}, "few"
    yield "dots", "12x12", "trominoes", {}, "few"
    for board, pieces in (
        ("6x6", "L3"),
        ("6x6", "tetrominoes"),
        ("4x5", "domino monomino L3"),
        ("5x5", "pentominoes"),
    ):
        yield "dots", board, pieces, {}, "some"
        yield "dots", board, pieces, {"minimal": True}, "some"
        if pieces != "L3":
            yield "dots", board, pieces, {"turn": "fixed", "minimal": True}, "few"
    yield "dots", "4x6", "trominoes", {"minimal": True, "level": "hard"}, "few"
    yield "dots", "###./####/.###/..##", "trominoes", {}, "few"
    for level in LEVELS[:4]:
        if level != "medium":
            yield "hole", "5x5", "L3", {"level": level}, "some"
            yield "hole", "5x5", "trominoes", {"level": level, "minimal": True}, "few"
    yield "hole", "7x7", "L3", {}, "some"
    yield "hole", "4x4", "pentomino:LPY", {}, "some"
    yield "hole", "3x7", "tetrominoes", {}, "some"
    yield "hole", "4x5", "tetrominoes=0..2 L3=1", {}, "few"
    for level in LEVELS:
        if level != "expert":
            yield "given", "5x6", "pentomino:PUVLYF", {"level": level}, "some"
            yield "given", "5x7", "pentominoes=0..1", {"level": level, "turn": "one-sided"}, "few"
        yield "given", "6x10", "pentominoes=0..1", {"level": level}, "few"
        yield "calendar", None, "", {"level": level}, "some"
        yield "weekday", None, "", {"level": level}, "few"
    yield "given", "4x5", "tetromino:ILTTZ", {"turn": "one-sided", "minimal": True}, "more"
    yield "given", "6x6", "tetrominoes=0..2 trominoes=0..3", {"minimal": True}, "more"
    yield "calendar", None, "", {"date": datetime.date(2026, 2, 28), "minimal": True}, "few"
    for board in ("4x4", "4x5", "4x6", "4x7", "6x6"):
        yield "sigil", board, "tetrominoes", {}, "some"
        yield "sigil", board, "tetrominoes", {"level": "hard"}, "few"
    yield "sigil", "5x5", "pentominoes", {}, "some"
    yield "sigil", "3x8", "tetrominoes trominoes", {"turn": "fixed"}, "some"
    for prefix in ("", "torus:", "cylinder:", "moebius:", "klein:"):
        for kind, board in (("sigil", "4x4"), ("given", "4x5"), ("hole", "3x5")):
            pieces = {
                "sigil": "tetrominoes",
                "given": "tetrominoes=0..2",
                "hole": "tetrominoes=0..2 domino=0..1",
            }[kind]
            if prefix or kind == "given":
                yield kind, prefix + board, pieces, {}, "few"
    for prefix, board, pieces, small in (
        ("tri", "3x4", "tetriamonds", "triamonds"),
        ("tri", "hexagon2", "tetriamonds", "triamonds"),
        ("torus:tri", "3x4", "tetriamonds", "triamonds"),
        ("hex", "4x4", "trihexes tetrahexes", "hex:##"),
        ("hex", "hexagon3", "trihexes tetrahexes", "hex:##"),
        ("torus:hex", "3x4", "trihexes tetrahexes", "hex:##"),
        ("cylinder:hex", "3x4", "trihexes", "hex:##"),
        ("cube", "2x3x3", "tricubes tetracubes", "##"),
        ("cube", "2x2x4", "tetracubes", "##/#"),
    ):
        words = " ".join(f"{word}=0..3" for word in pieces.split())
        yield "sigil", f"{prefix}:{board}", pieces, {}, "few"
        yield "given", f"{prefix}:{board}", words, {}, "some"
        yield "given", f"{prefix}:{board}", words, {"minimal": True, "level": "medium"}, "few"
        yield "hole", f"{prefix}:{board}", f"{words} {small}=0..3", {}, "few"
    # Pieces in several parts.
    for level in (None, "easy", "medium"):
        for kind, board, pieces in (
            ("sigil", "3x4", "#.# L3 domino"),
            ("sigil", "torus:3x4", "#/.# L4"),
            ("given", "4x5", "#.#=2 T4=2 L3=2 domino=1"),
            ("given", "4x5", "#/.#=0..3 L4=0..3 domino=0..2"),
            ("given", "torus:4x4", "#.#=0..2 L4=0..2 #/.#=0..2 domino=0..2"),
            ("given", "cylinder:3x5", "#..#=0..2 L3=0..3 ##=0..2"),
            ("given", "tri:3x4", "tri:#..#=0..3 triamonds=0..4 tetriamonds=0..3"),
            ("given", "hex:4x4", "hex:#.#=0..2 trihexes=0..2 hex:##=0..2"),
            ("given", "cube:2x3x3", "#.#=0..2 tricubes=0..3 tetracubes=0..2"),
            ("hole", "3x5", "#.#=0..2 #/.#=0..2 L3=0..2 domino=0..2"),
            ("hole", "klein:3x5", "#.#=0..2 L3=0..2 I3=0..2 domino=0..2"),
        ):
            yield kind, board, pieces, {"level": level}, "some"


def _generate_puzzles() -> Iterator[GradedPuzzle]:
    for puzzle in named_puzzles():
        yield _graded(puzzle)
    for kind, board, pieces, options, number in _requests():
        for seed in SEEDS[number]:
            try:
                generated = generate(
                    kind,
                    board,
                    *pieces.split(),
                    seed=seed,
                    timeout=PATIENCE,
                    attempts=30,
                    **options,
                )  # type: ignore[arg-type]
                yield _graded(generated.puzzle)
            except (
                TilewrightError,
                AssertionError,
                IndexError,
                RuntimeError,
                StopIteration,
            ) as error:
                print(kind, board, pieces, options, seed, repr(error)[:150], file=sys.stderr)


def _graded(puzzle: Puzzle) -> GradedPuzzle:
    long = puzzle_id(replace(puzzle, name=""))
    short = "" if puzzle.name == long else puzzle.name
    return GradedPuzzle(short, long, *grade_columns(puzzle), VERSION)


if __name__ == "__main__":
    seen = {(known.short, known.long) for known in graded_puzzles()}
    for graded in _generate_puzzles():
        if (graded.short, graded.long) not in seen:
            seen.add((graded.short, graded.long))
            print(graded.row(), flush=True)
