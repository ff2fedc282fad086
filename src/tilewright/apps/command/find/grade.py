"""``tilewright grade``: how hard a puzzle is for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.apps.command.answers import (
    Json,
    TilingPictures,
    deliver,
    none_text,
    note,
    picture_text,
    reason_sentences,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import LimitOptions, Rules, ShowText, Word
from tilewright.apps.command.reading import check_wrap
from tilewright.errors import FormatError, RequestError
from tilewright.formats.request import read_puzzles
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import whole_id

if TYPE_CHECKING:
    from tilewright.model.puzzle import Puzzle
    from tilewright.model.tiling import Tiling

#: What JSON says of a puzzle without a grade.
_UNGRADED: Json = {"level": None, "score": None, "counts": {}, "steps": []}


def grade(
    *puzzle: Word,
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: ShowText = ShowText(),
) -> int:
    """Grade how hard a puzzle is for a person.

    Counts the solutions up to rotations of the board, and also up to reflections if the pieces may
    be flipped. If there is exactly one solution, prints the steps that a person would take and the
    grade: easy, medium, hard or expert. If there are several solutions, shows two of them and where
    they differ; if there is none, explains why. Exits with 1 unless there is exactly one solution.

    For example:

      tilewright grade puzzle.txt
      tilewright grade 4x4 tetromino:LLZZ --turn one-sided
      tilewright grade talos:hub-gates-1 --json

    Parameters
    ----------
    puzzle
        A puzzle file, an ID, a named puzzle, or a board followed by its pieces.
    """
    with CommandWork(show, **vars(limits)) as work:
        puzzles = read_puzzles(puzzle, **rules.arguments())
        check_wrap(rules, *(entry.board for entry in puzzles))
        if len(puzzles) > 1:
            raise RequestError(
                f"only one puzzle can be graded at a time, got {len(puzzles)}", where="PUZZLE"
            )
        from tilewright.puzzles import deduction
        from tilewright.solving.search import COUNTED, differ_in, different_tilings, differing_cells

        problem = puzzles[0].problem()
        problem.check()
        cover = compile_cover(problem)
        solutions = different_tilings(cover, limit=COUNTED, examples=2)
        all_counted = solutions.complete and solutions.count < COUNTED
        if not all_counted and solutions.count < COUNTED:
            raise work.error()
        puzzle_grade = deduction.grade(cover) if all_counted and solutions.count == 1 else None
    number = f"{solutions.count:,}" if all_counted else f"at least {solutions.count:,}"

    def several(examples: tuple[Tiling, ...]) -> Json:
        return {
            "examples": [tiling.to_json() for tiling in examples],
            "differing_cells": differing_cells(*examples),
        }

    def text() -> str:
        if puzzle_grade is None:
            if not solutions.count:
                return none_text(problem, quiet=show.quiet)
            mirrored = ", with mirror images" if solutions.mirrored else ""
            refusal = (
                f"{number} solutions{mirrored}: only a puzzle with exactly one solution can be "
                "graded"
            )
            if show.quiet:
                note(refusal)
                return ""
            picture = TilingPictures(None, show).of(problem)
            pictures = [picture(tiling, True) for tiling in solutions.examples]
            return "\n".join(
                [
                    f"{refusal}. Two of them {differ_in(*solutions.examples)}:",
                    *(picture_text(picture) for picture in pictures),
                ]
            )
        if show.quiet:
            return puzzle_grade.level
        kinds = ", ".join(f"{count} {kind}" for kind, count in puzzle_grade.counts.items())
        lines = [f"{puzzle_grade.level}: one solution, score {puzzle_grade.score} ({kinds})"]
        lines += [
            f"{place}. {step.kind}: {step.text}"
            for place, step in enumerate(puzzle_grade.steps, start=1)
        ]
        return "\n".join(lines)

    def json() -> Json:
        return {
            "title": puzzles[0].title,
            "whole_id": _whole_id_or_none(puzzles[0]),
            "solutions": str(solutions.count),
            "complete": all_counted,
            "mirrored": solutions.mirrored,
            **({} if solutions.count else {"reasons": reason_sentences(problem)}),
            **(several(solutions.examples) if solutions.count > 1 else {}),
            **(puzzle_grade.to_json() if puzzle_grade else _UNGRADED),
        }

    code = deliver(show, json, text, code=1 if puzzle_grade is None else 0)
    if (
        puzzle_grade is not None
        and "guess" in puzzle_grade.counts
        and not (show.json or show.quiet)
    ):
        note("from this step on, the puzzle can be solved only by trial and error")
    return code


def _whole_id_or_none(puzzle: Puzzle) -> str | None:
    """Return the ID that says the whole puzzle, if there is one."""
    try:
        return whole_id(puzzle)
    except FormatError:
        return None
