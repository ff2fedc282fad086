"""Puzzles as JSON values, and the names of puzzles in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tilewright.errors import RequestError
from tilewright.model.problem import Problem
from tilewright.model.puzzle.collections import find_puzzle
from tilewright.model.puzzle.ids import default_title, puzzle_id
from tilewright.model.puzzle.kinds import KINDS, LEVELS, PLAIN, Level
from tilewright.model.puzzle.puzzle import Puzzle

#: What the words of the pieces do not say.
_OWN_PIECES = ("names", "colors", "parts")


def id_of(puzzle: Puzzle) -> str:
    """Return the ID of a puzzle; empty if the puzzle is too large for an ID."""
    try:
        return puzzle_id(puzzle)
    except RequestError:
        return ""


def as_stated(puzzle: Puzzle, name: str, level: object) -> Puzzle:
    """Return a puzzle with the name and level from a file, if the name denotes this puzzle. The
    file may have been edited. Without a name, the level is kept.
    """
    known = puzzle
    if name and name != puzzle.name:
        try:
            known = find_puzzle(name)
        except RequestError:
            return puzzle
        if known.kind != puzzle.kind or known.problem() != puzzle.problem():
            return puzzle
    stated: Level | None = next((word for word in LEVELS if word == level), None)
    return replace(known, title=puzzle.title, level=stated or known.level)


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON values: the ID, kind, title and level, and the problem as returned by
    `Problem.to_json`.
    """
    data = puzzle.problem().to_json()
    if not puzzle.own_pieces:
        data = {key: value for key, value in data.items() if key not in _OWN_PIECES}
        data["pieces"] = list(puzzle.pieces)
    return {
        "id": id_of(puzzle) or None,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "level": puzzle.level,
        **data,
        "placed": list(puzzle.placed),
    }


def marks_shown(problem: Problem) -> list[dict[str, Any]]:
    """Return the cells of each marked piece, and the mark on each of its cells."""
    return [
        {"piece": piece.name, "cells": piece.polyomino.cells, "marks": piece.marks}
        for piece in problem.pieces
        if piece.marks
    ]


def puzzle_from_json(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that the values returned by `puzzle_json` describe.

    Raises
    ------
    RequestError
        If the problem is invalid.
    """
    problem = Problem.from_json(dict(data))
    kind = next((kind for kind in KINDS if kind == data.get("kind")), PLAIN)
    title = data.get("title") or default_title(kind, problem.board)
    puzzle = replace(
        Puzzle.of(problem, title=title, kind=kind),
        placed=tuple(data.get("placed", ())),
        source="made with tilewright",
    )
    if not any(data.get(key) for key in _OWN_PIECES):
        puzzle = replace(puzzle, pieces=tuple(data["pieces"]), own_pieces=())
    # `tilewright puzzles` calls the ID a name.
    name = data.get("id") or data.get("name") or ""
    return as_stated(replace(puzzle, name=id_of(puzzle)), str(name), data.get("level"))
