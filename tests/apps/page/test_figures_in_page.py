"""*Figures* in the page: its worker finds what the library finds, with the same kernel."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from node import FACTS, in_node
from serving import serving
from tilewright import figure
from tilewright.apps.page.facts import figures_json
from tilewright.errors import RequestError
from tilewright.kernels.build.build import build_modules
from tilewright.model.piece import parse_pieces

CHOICES = FACTS.with_name("figures.json")


def pairs(words: str, lattice: str, step: int) -> list[dict[str, Any]]:
    """Every `step`-th pair of pieces of some sets."""
    names = [piece.word() for word in words.split() for piece in parse_pieces(word)]
    chosen = itertools.islice(itertools.combinations(names, 2), 0, None, step)
    return [{"lattice": lattice, "pieces": pair} for pair in chosen]


#: Pieces whose figures are small, and questions of each kind.
ASKED = [
    *pairs("tetrominoes", "square", 2),
    *pairs("triamonds tetriamonds pentiamonds", "tri", 5),
    *pairs("trihexes", "hex", 1),
    {"lattice": "square", "pieces": ("F5", "L5", "P5")},
    {"lattice": "square", "pieces": ("F5", "L5"), "limit": 24},
    {"lattice": "square", "pieces": ("L5", "P5"), "symmetry": "half-turn", "limit": 3},
    {"lattice": "square", "pieces": ("L4", "P5"), "odd": True},
    {"lattice": "square", "pieces": ("I4", "T4"), "odd": True},
    {"lattice": "square", "pieces": ("domino", "L3"), "odd": True},
    *(
        {"lattice": "square", "pieces": (piece,), "symmetry": symmetry, "odd": odd, "limit": 9}
        for piece, symmetry, odd in (
            *(("P5", name, True) for name in ("mirror", "diagonal", "half-turn")),
            *(("L4", name, False) for name in ("two-mirrors", "two-diagonals", "full")),
            ("L3", "quarter-turn", True),
        )
    ),
    *(
        {"lattice": lattice, "pieces": (piece,), "symmetry": symmetry}
        for lattice, piece, symmetries in (
            ("tri", "tetriamond:2", ("mirror", "diagonal", "third-turn", "sixth-turn", "full")),
            ("hex", "trihex:2", ("mirror", "third-turn", "three-diagonals", "sixth-turn")),
        )
        for symmetry in symmetries
    ),
    *(
        {"lattice": "square", "pieces": (piece, piece), "different": True, "limit": 24}
        for piece in ("L3", "T4", "L5")
    ),
]


def by_library(asked: dict[str, Any]) -> dict[str, Any] | str:
    """What the library answers, or why there is no figure."""
    try:
        found = figure(
            *asked["pieces"],
            symmetry=asked.get("symmetry", "none"),
            copies="odd" if asked.get("odd") else "",
            different=asked.get("different", False),
            limit=asked.get("limit", 1),
            max_cells=40,
        )
    except RequestError as error:
        return str(error)
    return found.to_json()


def test_the_worker_finds_what_the_library_finds() -> None:
    modules = build_modules()
    short = {"lattice": "square", "pieces": ["P5", "X5"], "slices": 1}
    *answers, given_up = in_node("figuring.js", [*ASKED, short], [modules[0], modules[2]])
    reasons = 0
    for asked, answer in zip(ASKED, answers, strict=True):
        known = by_library(asked)
        reason = answer.pop("reason")
        if isinstance(known, str):
            assert reason and reason in known, asked
            assert (answer["figures"], answer["proven"]) == ([], True)
            reasons += 1
            continue
        assert reason is None
        assert answer == {name: known[name] for name in answer}, asked
        assert not tw.verify({**known, **answer}).wrong
    assert reasons > 1
    # A search that is given up says how far it got.
    assert [given_up[name] for name in ("cells", "figures", "proven")] == [None, [], False]
    assert given_up["least"] in (10, 15, 20)


def test_a_command_answers_as_the_worker_does() -> None:
    """Where the worker stops, the server of the page runs the command, which answers as the library
    does.
    """
    words = ["figure", "F5", "L5", "--all", "--limit", "24"]
    with serving() as server:
        status, printed = server.run(words, lambda: True)
        refused, _ = server.run([*words, "-o", "x.svg"], lambda: True)
    assert (status, refused) == (200, 422)
    assert json.loads(printed) == figure("F5", "L5", limit=24).to_json()


def test_choices(request: pytest.FixtureRequest) -> None:
    """What the view offers is what the library knows: ``--update`` writes it."""
    if request.config.getoption("--update"):
        Path(CHOICES).write_text(figures_json(), encoding="utf-8")
    assert CHOICES.read_text(encoding="utf-8") == figures_json()
