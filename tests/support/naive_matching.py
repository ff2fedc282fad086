"""Matchings one by one, random problems of two-cell pieces, and how likely a sample is."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.solving.matching.graph import MatchingGraph

#: Boards of which a random part is taken, with two-cell pieces for each.
SPACES = [
    ("", "dominoes+"),
    ("tri:", "diamond+"),
    ("hex:", "dihex+"),
    ("torus:", "dominoes+"),
    ("cylinder:", "domino@fixed+ #./.#+"),
    ("moebius:", "dominoes+"),
    ("klein:", "dominoes+"),
    ("torus:hex:", "dihex+"),
    ("", "#.#+ dominoes+"),
    ("cube:", "dicube+"),
]


def random_problem(number: int, empty: int = 0) -> Problem:
    """A random part of a small board; every other one has an even number of cells."""
    draw = random.Random(number)
    prefix, pieces = SPACES[number % len(SPACES)]
    if prefix == "cube:":
        shape: tuple[int, ...] = (draw.randint(1, 3), draw.randint(1, 3), draw.randint(2, 4))
    else:
        shape = (draw.randint(2, 7), draw.randint(2, 7))
    whole = Board.parse(prefix + "x".join(map(str, shape)))
    mask = np.array([draw.random() < draw.choice((0.7, 0.9, 0.97)) for _ in range(whole.mask.size)])
    mask = mask.reshape(whole.mask.shape) & whole.mask
    if mask.sum() % 2 and number % 2:
        mask[tuple(np.argwhere(mask)[draw.randrange(int(mask.sum()))])] = False
    if not mask.any():
        mask[tuple(np.argwhere(whole.mask)[0])] = True
    return Problem(
        Board(mask, lattice=whole.lattice, surface=whole.surface),
        *pieces.split(),
        empty=min(empty, int(mask.sum())),
    )


def chi_square(drawn: Counter, chances: dict) -> float:
    """Return by how many standard deviations chi-square is larger than expected; all that was drawn
    must be possible.
    """
    assert drawn.keys() <= chances.keys()
    total = drawn.total()
    value = sum(
        (drawn[key] - total * chance) ** 2 / (total * chance) for key, chance in chances.items()
    )
    degrees = len(chances) - 1
    return (value - degrees) / (2 * max(1, degrees)) ** 0.5


def all_matchings(graph: MatchingGraph) -> list[tuple[int, ...]]:
    """List all matchings, by trying all edges of the first free cell."""
    start, beside, edge = graph.adjacency
    found = []

    def extend(taken: frozenset[int], chosen: tuple[int, ...]) -> None:
        cell = next((cell for cell in range(graph.size) if cell not in taken), None)
        if cell is None:
            found.append(tuple(sorted(chosen)))
            return
        for entry in range(start[cell], start[cell + 1]):
            if int(beside[entry]) not in taken:
                extend(taken | {cell, int(beside[entry])}, (*chosen, int(edge[entry])))

    extend(frozenset(), ())
    return found
