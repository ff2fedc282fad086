"""The smallest figures of small pieces and of pairs of them, which come with tilewright and are not
searched for again.

``python -m tilewright.shapes.atlas.smallest SECONDS`` searches for missing answers and for answers
that more time may improve, with this time limit for each question.
"""

from __future__ import annotations

import functools
import gzip
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.errors import RequestError, TimeLimitError
from tilewright.model.piece import parse_pieces
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.figures import (
    SmallestFigures,
    exclusion,
    figure_problem,
    has_symmetry,
    symmetry_names,
)
from tilewright.system.files.safe_write import write
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.question import ask

#: The answers: a line of JSON for each question, as `Answer.to_json` returns it.
SHIPPED = Path(str(resources.files("tilewright.data").joinpath("figures.jsonl.gz")))
#: The sizes of the single pieces of each lattice.
_SIZES: dict[Lattice, range] = {
    SQUARES: range(3, 6),
    TRIANGLES: range(3, 7),
    HEXAGONS: range(3, 5),
}
#: The sides of the boards of which cells are removed, so that a piece of squares does not fit.
_BOARDS = range(3, 9)
#: The tables of pairs: their titles, and the sets of the rows and of the columns.
TABLES: dict[str, tuple[str, str]] = {
    "pentominoes": ("pentominoes", "pentominoes"),
    "tetrominoes and pentominoes": ("tetrominoes", "pentominoes"),
    "hexiamonds": ("hexiamonds", "hexiamonds"),
}
#: What is asked of a pair: a figure that both tile, and rectangles that use both.
COMMON, ODD, BALANCED = "common", "odd rectangle", "balanced rectangle"


@dataclass(frozen=True)
class FigureQuestion:
    """A question: pieces, and conditions as in the command."""

    layers: tuple[str, ...]
    symmetry: str = "none"
    copies: str = ""
    different: bool = False
    rectangle: bool = False
    excludes: str = ""

    @property
    def key(self) -> str:
        """The question on one line, as in the shipped answers."""
        return " ".join(f"'{word}'" if " " in word or ":" in word else word for word in self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The pieces and conditions, as options of `tilewright figure` and ``--excludes BOARD``."""
        conditions = (
            ("--symmetry", self.symmetry if self.symmetry != "none" else ""),
            ("--copies", self.copies),
            ("--in", "rectangle" if self.rectangle else ""),
            ("--excludes", self.excludes),
        )
        options = (word for pair in conditions if pair[1] for word in pair)
        return (*self.layers, *options, *(["--different"] if self.different else []))

    def ask(self, seconds: float) -> dict[str, Any]:
        """Return the answer found within a time limit, as from `Figures.to_json`, or a reason why
        there is no figure.
        """
        if self.excludes:
            try:
                fewest = exclusion(self.excludes, *self.layers, timeout=seconds)
            except TimeLimitError:
                return {"size": None}
            return fewest.to_json() if fewest.proven else {"size": None}
        layers = [layer.split() if " " in layer else layer for layer in self.layers]
        problem = figure_problem(
            layers,
            symmetry=self.symmetry,
            copies=self.copies,
            different=self.different,
            rectangle=self.rectangle,
        )
        try:
            with Deadline(seconds, threads=1).holds():
                figures = ask(SmallestFigures(problem))
        except RequestError as error:
            return {"reason": error.message}
        return figures.to_json()


def of_piece(piece: str, lattice: Lattice) -> list[FigureQuestion]:
    """Return the questions about one piece: the smallest number and the smallest odd number of
    copies for each symmetry, and two tilings without a common tile.
    """
    kinds = [name for name in symmetry_names(lattice) if name != "none"]
    return [
        *(FigureQuestion((piece,), name, copies) for name in kinds for copies in ("", "odd")),
        FigureQuestion((piece, piece), different=True),
    ]


def exclusions(piece: str) -> list[FigureQuestion]:
    """Return the questions about the fewest cells of a square that exclude a piece."""
    return [FigureQuestion((piece,), excludes=f"{side}x{side}") for side in _BOARDS]


def of_pair(first: str, second: str, lattice: Lattice) -> dict[str, FigureQuestion]:
    """Return the questions about two pieces."""
    both = (f"{first}=1.. {second}=1..",)
    questions_of = {COMMON: FigureQuestion((first, second))}
    if lattice is SQUARES:
        questions_of[ODD] = FigureQuestion(both, copies="odd", rectangle=True)
        questions_of[BALANCED] = FigureQuestion(both, copies="equal", rectangle=True)
    return questions_of


def pairs(table: str) -> list[tuple[str, str]]:
    """Return the pairs of a table, row by row."""
    rows, columns = ([piece.word() for piece in parse_pieces(word)] for word in TABLES[table])
    if rows == columns:
        return [*itertools.combinations(rows, 2)]
    return [*itertools.product(rows, columns)]


def questions() -> Iterator[FigureQuestion]:
    """Yield all questions."""
    for lattice, sizes in _SIZES.items():
        for size in sizes:
            for piece in parse_pieces(POLYFORMS[lattice][size][1]):
                yield from of_piece(piece.word(), lattice)
                if lattice is SQUARES:
                    yield from exclusions(piece.word())
    for table in TABLES:
        for pair in pairs(table):
            yield from of_pair(*pair, parse_pieces(pair[0])[0].lattice).values()


@functools.cache
def answers() -> dict[str, dict[str, Any]]:
    """Return the known answer to each question, by key."""
    return {key: line["answer"] for key, line in _read_lines().items()}


def _read_lines() -> dict[str, dict[str, Any]]:
    """Return the shipped answer to each question, and its time in seconds."""
    text = gzip.decompress(SHIPPED.read_bytes()).decode()
    return {line["ask"]: line for line in map(json.loads, text.splitlines())}


def best_known(question: FigureQuestion) -> dict[str, Any]:
    """Return the known answer to a question or, if no figure was found, the smallest figure that
    was found with more symmetry.
    """
    answer = answers()[question.key]
    if question.symmetry == "none" or answer.get("cells") is not None or "reason" in answer:
        return answer
    lattice = parse_pieces(question.layers[0])[0].lattice
    candidates = []
    for other in of_piece(question.layers[0], lattice):
        more = answers()[other.key]
        if other.symmetry == "none" or not more.get("figures"):
            continue
        (tiling,) = more["figures"][0]["tilings"]
        even = question.copies == "odd" and len(tiling["pieces"]) % 2 == 0
        shape = Polyform.from_array(np.array(tiling["labels"]) >= 0, lattice)
        if not even and has_symmetry(shape, question.symmetry):
            candidates.append(more)
    if not candidates:
        return answer
    least = min(candidates, key=lambda more: int(more["cells"]))
    proven = least["cells"] <= answer["least"]
    return {**answer, "cells": least["cells"], "figures": least["figures"], "proven": proven}


def main(words: Sequence[str]) -> int:
    """Search for answers that more time may improve, and write each answer to the data files."""
    seconds = float(words[0])
    saved = _read_lines()
    every = [*questions()]
    for question in every:
        known = saved.get(question.key)
        if known is not None and (known["seconds"] >= seconds or _is_settled(known["answer"])):
            continue
        line = {"ask": question.key, "seconds": seconds, "answer": question.ask(seconds)}
        saved[question.key] = _pick_better(known, line)
        lines = [saved[each.key] for each in every if each.key in saved]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        write(gzip.compress(text.encode(), 9, mtime=0), SHIPPED)
    return 0


def _pick_better(one: dict[str, Any] | None, other: dict[str, Any]) -> dict[str, Any]:
    """Return the line with the better answer, because a later search may find less on a busy
    machine.
    """
    if one is None or _is_settled(other["answer"]):
        return other
    if _is_settled(one["answer"]) or one["answer"].get("least", 0) > other["answer"].get(
        "least", 0
    ):
        return {**one, "seconds": max(one["seconds"], other["seconds"])}
    return other


def _is_settled(answer: dict[str, Any]) -> bool:
    return "reason" in answer or bool(answer.get("proven") or answer.get("size"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
