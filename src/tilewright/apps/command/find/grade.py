"""``tilewright grade``: how hard a puzzle is for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.apps.command.answers import give, none_text, picture_text, say, tiling_picture
from tilewright.apps.command.limits import PATIENCE, TimeLimit
from tilewright.apps.command.options import MaxMemory, Rules, Show, Timeout
from tilewright.apps.command.reading import check_wrap
from tilewright.errors import FormatError, RequestError
from tilewright.formats.request import read_puzzles
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import whole_id

if TYPE_CHECKING:
    from tilewright.model.problem import Problem
    from tilewright.model.puzzle import Puzzle
    from tilewright.model.tiling import Tiling

#: Solutions counted at most.
_COUNTED = 1000


def grade(
    *puzzle: Annotated[str, Parameter(allow_leading_hyphen=True)],
    timeout: Timeout = None,
    max_memory: MaxMemory = None,
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Grade how hard a puzzle is for a person.

    Counts the solutions; rotations of the board count once, and so do reflections
    if the pieces may be flipped. If there is exactly one solution, prints the steps
    that a person would take and the grade: easy, medium, hard or expert. If there are
    several, shows two of them and where they differ; if there is none, says why. Then
    there is no grade, and it exits with 1.

    For example:

      tilewright grade puzzle.txt
      tilewright grade 4x4 tetromino:LLZZ --turn one-sided
      tilewright grade talos:hub-gates-1 --json

    Parameters
    ----------
    puzzle
        A puzzle file, an ID, a named puzzle, or a board followed by its pieces.
    """
    with TimeLimit(timeout, PATIENCE, max_memory) as limit:
        listed = read_puzzles(puzzle, **rules.given())
        check_wrap(rules, *(each.board for each in listed))
        if len(listed) > 1:
            raise RequestError(
                f"one puzzle can be graded at a time, got {len(listed)}", where="PUZZLE"
            )
        from tilewright.puzzles import deduction
        from tilewright.solving.search import differ_in, different_tilings, differing_cells

        problem = listed[0].problem()
        problem.check()
        cover = compile_cover(problem)
        found = different_tilings(cover, limit=_COUNTED, examples=2)
        all_counted = found.complete and found.count < _COUNTED
        if not all_counted and found.count < _COUNTED:
            raise limit.error()
        given = deduction.grade(cover) if all_counted and found.count == 1 else None
    number = f"{found.count:,}" if all_counted else f"at least {found.count:,}"

    def several(two: tuple[Tiling, ...]) -> dict[str, Any]:
        return {
            "examples": [each.to_json() for each in two],
            "differing_cells": differing_cells(*two),
        }

    def text() -> str:
        if given is None:
            if not found.count:
                return none_text(problem, quiet=show.quiet)
            mirrored = ", with mirror images" if found.mirrored else ""
            said = (
                f"{number} solutions{mirrored}: only a puzzle with exactly one solution can be "
                "graded"
            )
            if show.quiet:
                say(said)
                return ""
            two = [tiling_picture(each, problem, lines=True) for each in found.examples]
            return "\n".join(
                [
                    f"{said}. Two of them {differ_in(*found.examples)}:",
                    *(picture_text(picture, show.color) for picture in two),
                ]
            )
        if show.quiet:
            return given.level
        kinds = ", ".join(f"{count} {kind}" for kind, count in given.counts.items())
        lines = [f"{given.level}: one solution, score {given.score} ({kinds})"]
        lines += [
            f"{place}. {step.kind}: {step.text}" for place, step in enumerate(given.steps, start=1)
        ]
        return "\n".join(lines)

    def json() -> dict[str, Any]:
        steps = () if given is None else given.steps
        return {
            "title": listed[0].title,
            "whole_id": _whole(listed[0]),
            "solutions": str(found.count),
            "complete": all_counted,
            "mirrored": found.mirrored,
            **({} if found.count else {"reasons": _reasons(problem)}),
            **(several(found.examples) if found.count > 1 else {}),
            "level": None if given is None else given.level,
            "score": None if given is None else given.score,
            "counts": {} if given is None else dict(given.counts),
            "steps": [
                {"kind": step.kind, "text": step.text, "cells": step.cells} for step in steps
            ],
        }

    code = give(show, json, text, code=1 if given is None else 0)
    if given is not None and "guess" in given.counts and not (show.json or show.quiet):
        say("from here on, only trial and error helps")
    return code


def _whole(puzzle: Puzzle) -> str | None:
    """Return the ID that says the whole puzzle, if there is one."""
    try:
        return whole_id(puzzle)
    except FormatError:
        return None


def _reasons(problem: Problem) -> list[str]:
    """Return why there is no solution, as far as that is easy to see."""
    from tilewright.solving.proofs import Reasons

    reasons = Reasons(problem)
    reasons.weigh()
    return list(reasons.sentences)
