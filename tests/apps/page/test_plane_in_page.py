"""*Plane* in the page: its worker says of a piece what the library says, with the same kernels."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from node import in_node
from tilewright.apps.site.plane import plane_sheet
from tilewright.kernels.build.build import build_modules
from tilewright.model.piece import parse_pieces
from tilewright.model.space.lattice import HEXAGONS, PLAIN_TURNS, SQUARES, TRIANGLES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.plane import Plane, PlaneEffort, check, fewest_colors
from tilewright.shapes.plane.decide import decide

SMALL = PlaneEffort(tiles=6, coronas=3, rounds=2, nodes=500)
#: Pieces of all verdicts and kinds.
KNOWN = (
    *(
        "####/.#",
        ".##/##/.#",
        "#####/##.#",
        "##/.##/..#/..##/..#",
        "###/.#/.#/.#/##",
        "##.#/.###/..#/..#",
    ),
    *(
        "######/#....#/#",
        "###/#.#/###",
        "#####/..#/..#/..#",
        ".#../####/.#/.#",
        "#",
        "####################",
    ),
    *("./.#/.##", "####/#..#/##/.#", "#####/#...##", "##/.#/####/..#", "tri:.###/###", "tri:##"),
    *("tri:.#.#/####", "tri:..##/.#####/..#", "tri:####/..##/.##", "tri:######/...##/..#"),
    *("hex:###/#", "hex:.##/#.#/##", "hex:####/#", "hex:##.##/.##", "hex:##/.#.#/.##"),
)
#: Others that take longer.
HARD = (
    "tri:.###/.#####/#...#",
    "tri:####.##/..####",
    "hex:###/..#/..#/.#",
    "###/..###/...#/...#",
    "tri:.###.#/.####/#",
)


def drawn(rng: random.Random, lattice: Lattice, size: int) -> str:
    """A random connected piece, often a winding one."""
    cells = [(0, 0)]
    while len(cells) < size:
        near = lattice.neighbors(rng.choice(cells[-4:] if rng.random() < 0.5 else cells))
        cells.extend(cell for cell in [rng.choice(near)] if cell not in cells)
    return lattice.prefix + Polyform(cells, lattice).text()


def answered(asked: list[dict[str, Any]]) -> list[Any]:
    """What the worker answers."""
    found: list[Any] = in_node("deciding.js", asked, build_modules()[:2])
    return found


def words(effort: PlaneEffort) -> dict[str, int]:
    return {
        "tiles": effort.tiles,
        "coronas": effort.coronas,
        "rounds": effort.rounds,
        "nodes": effort.nodes,
    }


def decided(piece: str, turn: Any, effort: PlaneEffort) -> Plane:
    (read,) = parse_pieces(piece, turn)
    return decide([read.name], [read.polyomino], turn, effort)


def verify(found: dict[str, Any], turn: str, lattice: Lattice) -> None:
    """Check the tiling that the worker shows, independently of all searches."""
    record = {
        "cells": found["piece"].rpartition(":")[2],
        "lattice": lattice.name,
        "turn": turn,
        "verdict": "tiles",
        "kind": found["kind"],
        "isohedral_number": found["isohedral_number"],
        "period": [[down, across // lattice.kinds] for down, across in found["period"]],
        "certificate": {"placements": found["tiles"]},
    }
    check(record)


def check_colors(answer: Plane, coloring: dict[str, Any]) -> None:
    """Check that tiles with a common edge differ in a patch of the tiling."""
    assert answer.tiling is not None
    a, b, d = answer.tiling.period
    p, q, r = coloring["repeats"]
    side = 8 + p * a + max(b, d)
    lattice = answer.geometry.lattice
    _, tile, times = answer.parts((side, side * lattice.kinds))
    turns, row = np.divmod(times[..., 0], p)
    color = np.array(coloring["table"])[row, (times[..., 1] - turns * q) % r, tile]
    whole = np.stack([tile, times[..., 0], times[..., 1]], axis=-1)
    for kind, steps in enumerate(lattice.faces):
        for down, across in steps:
            rows, columns = np.mgrid[2 : side - 2, 4 : side * lattice.kinds - 4]
            here = columns % lattice.kinds == kind
            one, other = (rows[here], columns[here]), (rows[here] + down, columns[here] + across)
            same = (whole[one] == whole[other]).all(axis=-1)
            assert ((color[one] != color[other]) | same).all()
    assert set(color.ravel().tolist()) <= set(range(coloring["colors"]))


def compare(
    pieces: list[tuple[Lattice, str, str]], effort: PlaneEffort, colored: int = 1
) -> Counter[str]:
    """Compare all that is said of pieces, and count the kinds of answers. Of every n-th tiling,
    compare the colors, too.
    """
    asked = [{"piece": piece, "turn": turn, "effort": words(effort)} for _, piece, turn in pieces]
    counts: Counter[str] = Counter()
    for (lattice, piece, turn), answer in zip(pieces, answered(asked), strict=True):
        found, expected = answer["plane"], decided(piece, turn, effort)
        coloring = found.pop("coloring")
        assert {**found, "coloring": None} == json.loads(json.dumps(plane_sheet(expected))), (
            piece,
            turn,
        )
        if found["verdict"] == "tiles":
            verify(found, turn, lattice)
            check_colors(expected, coloring)
            if counts["tiles"] % colored == 0:
                best = fewest_colors(expected)
                assert (coloring["colors"], coloring["proven"]) == (best.colors, best.proven), (
                    piece,
                    turn,
                )
        else:
            assert coloring is None
        counts[found["verdict"]] += 1
        counts[f"{found['kind']} {found['heesch']}"] += 1
    return counts


def random_pieces(number: int, least: int, most: int) -> list[tuple[Lattice, str, str]]:
    found = []
    for seed in range(number):
        rng = random.Random(seed)
        lattice = (SQUARES, TRIANGLES, HEXAGONS)[seed % 3]
        found.append(
            (lattice, drawn(rng, lattice, rng.randint(least, most)), PLAIN_TURNS[seed // 3 % 3])
        )
    return found


def turned(pieces: Iterable[str]) -> list[tuple[Lattice, str, str]]:
    lattices = {"tri": TRIANGLES, "hex": HEXAGONS}
    return [
        (lattices.get(piece.rpartition(":")[0], SQUARES), piece, turn)
        for piece in pieces
        for turn in PLAIN_TURNS
    ]


def test_the_worker_says_what_the_library_says() -> None:
    counts = compare([*turned(KNOWN), *random_pieces(6, 5, 12)], SMALL, colored=12)
    assert min(counts[each] for each in ("tiles", "does not tile", "not known")) >= 2, counts
    assert (
        min(
            counts[f"{kind} None"] for kind in ("translation", "half turn", "isohedral", "periodic")
        )
        >= 2
    )
    assert min(counts[f"None {number}"] for number in (0, 1)) >= 2, counts


@pytest.mark.slow
def test_the_worker_says_what_the_library_says_of_many_pieces() -> None:
    counts = compare(
        [*turned(HARD), *random_pieces(600, 5, 14)],
        PlaneEffort(tiles=8, coronas=4, rounds=2, nodes=4_000),
    )
    assert min(counts[each] for each in ("tiles", "does not tile")) >= 100, counts
    assert min(counts[f"None {number}"] for number in (0, 1)) >= 20, counts


def test_a_search_that_is_given_up_says_what_is_known() -> None:
    """Also what is wrong with a piece."""
    long = "##/.##/..#/..##/..#"
    asked = [{"piece": long, "slices": slices} for slices in (0, 1, 2, 5, 20)]
    *short, refused, apart = answered([*asked, {"piece": "#" * 21}, {"piece": "#.#"}])
    verdicts = [answer["plane"]["verdict"] for answer in short]
    assert verdicts[0] == "not known"
    assert short[0]["plane"]["why"] == "the time limit was reached"
    assert set(verdicts) == {"not known"}
    assert short[-1]["plane"]["why"].startswith(
        "the time limit was reached, no isohedral tiling exists"
    )
    assert refused == {
        "refused": "a piece in the browser must have at most 20 rows and columns, got 21"
    }
    assert apart == {
        "refused": "the cells of a piece must be connected along edges to tile the plane"
    }
