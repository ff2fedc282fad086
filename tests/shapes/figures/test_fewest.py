"""The fewest cells that contain pieces, exclude a piece or surround a hole: compared with brute
force, with published numbers, and with their certificates.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from support.naive_figures import figures as all_figures
from support.naive_figures import images, placed
from tilewright.apps.command import run
from tilewright.model.piece import parse_pieces
from tilewright.model.space.lattice import HEXAGONS, SQUARES, TRIANGLES
from tilewright.shapes.cells import holes_of
from tilewright.shapes.figures import (
    Fewest,
    excluding,
    exclusion,
    fewest,
    meeting,
    ring_around,
    superform,
)
from tilewright.solving import covering
from tilewright.system.values.svg_repr import load_pictures, picture_of
from waiting import out_of_time


def check(found: Fewest) -> None:
    """Verify the certificate, as it is read from a file."""
    verified = tw.verify(json.loads(json.dumps(found.to_json())))
    assert not verified.wrong, verified


def look_with(monkeypatch: pytest.MonkeyPatch, look: Callable[[], None]) -> None:
    """Let searches look at the clock with a function."""
    for module in (fewest, meeting, covering):
        monkeypatch.setattr(module, "check_time", look)


#: OEIS A327094, A104519 and A283056.
PUBLISHED = [
    (superform, ("monomino",), 1),
    (superform, ("domino",), 2),
    (superform, ("trominoes",), 4),
    (superform, ("tetrominoes",), 6),
    (superform, ("pentominoes",), 9),
    (superform, ("hexominoes",), 12),
    (superform, ("heptominoes",), 17),
    *(
        (exclusion, (f"{side}x{side}", "X5"), size)
        for side, size in enumerate((1, 2, 3, 4, 7, 10, 12, 16), start=3)
    ),
    *((ring_around, (hole,), size) for hole, size in enumerate((7, 9, 11, 11, 13, 13), start=1)),
    (ring_around, (1, "cube"), 11),
]


@pytest.mark.parametrize(("find", "words", "size"), PUBLISHED)
def test_published_sizes(find: Any, words: tuple[Any, ...], size: int) -> None:
    found = find(*words)
    assert len(found) == size
    if find is ring_around:
        holes = holes_of(found.requirement.lattice, found.cells)
        assert [len(each) for each in holes] == [words[0]]
    check(found)


@pytest.mark.parametrize(
    ("words", "turn", "top"),
    [
        ("tetrominoes", "one-sided", 8),
        ("trominoes O4", "fixed", 8),
        ("tetriamonds", "free", 7),
        ("tri:##### triamond", "fixed", 7),
        ("trihexes", "free", 6),
        ("hex:#.#/##", "free", 7),
        ("hex:####", "fixed", 7),
    ],
)
def test_superforms_are_as_small_as_those_of_brute_force(words: str, turn: Any, top: int) -> None:
    pieces = [piece for word in words.split() for piece in parse_pieces(word, turn)]
    lattice = pieces[0].lattice

    def contains(cells: frozenset[Any]) -> bool:
        return all(
            any(
                placed(lattice, frozenset(part)) == placed(lattice, frozenset(form.cells))
                for form in piece.polyomino.orientations(turn)
                for part in itertools.combinations(cells, len(form))
            )
            for piece in pieces
        )

    sizes = (
        size
        for size in range(1, top + 1)
        for figure in all_figures(size, lattice)
        if any(map(contains, images(lattice, figure)))
    )
    found = superform(words, turn=turn)
    assert len(found) == next(sizes)
    check(found)


def test_a_superform_is_searched_once_for_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest piece stays in one place: no part of the search is repeated elsewhere."""
    looks = itertools.count()
    monkeypatch.setattr(meeting, "check_time", lambda: next(looks))
    assert superform("hexominoes").proven
    assert next(looks) <= 7


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("3x4", "L3"),
        ("4x4-0,0-2,1", "T4"),
        ("3x4", "I3 O4"),
        ("torus:3x4", "S4"),
        ("cylinder:3x4", "L4@fixed"),
        ("klein:3x4", "P5"),
        ("tri:2x3", "tri:####"),
        ("hex:3x4", "trihexes"),
        ("cube:2x2x3", "tricubes"),
        ("2x2", "I5"),
    ],
)
def test_exclusions_are_as_small_as_those_of_brute_force(board: str, pieces: str) -> None:
    """The brute force lays the pieces on a board that keeps a choice of its cells."""
    own = tw.Board.parse(board)
    cells = [tuple(cell) for cell in zip(*own.mask.nonzero(), strict=True)]
    placements = set()
    for piece in (
        parse_pieces(pieces, None, own.lattice)
        if " " not in pieces
        else (piece for word in pieces.split() for piece in parse_pieces(word))
    ):
        one = tw.Problem(
            own,
            tw.Piece(piece.polyomino, least=1, most=1, turn=piece.turn),
            turn=own.lattice.turn,
            empty=len(cells) - len(piece.polyomino),
        )
        for tiling in tw.tilings(one) if len(cells) >= len(piece.polyomino) else ():
            placements.add(frozenset(zip(*(tiling.labels == 0).nonzero(), strict=True)))
    expected = next(
        size
        for size in range(len(cells) + 1)
        for chosen in itertools.combinations(cells, size)
        if all(not placement.isdisjoint(chosen) for placement in placements)
    )
    found = exclusion(board, *pieces.split())
    assert len(found) == expected
    check(found)


@pytest.mark.parametrize(
    ("board", "pieces", "size"),
    [
        ("8x8", "L3", 32),
        ("10x10", "trominoes", 50),
        ("7x7", "tetrominoes", 20),
        ("cube:4x4x4", "tetracubes", 32),
    ],
)
def test_large_exclusions(board: str, pieces: str, size: int) -> None:
    found = exclusion(board, pieces)
    assert (found.size, found.least) == (size, size)
    check(found)


@pytest.mark.parametrize("board", ["5x6-1,1", "torus:4x5", "hex:4x5", "tri:3x4", "cube:2x3x3"])
def test_without_highs_the_number_is_the_same(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = tw.Board.parse(board).lattice
    piece = {"tri": "tri:####", "hex": "hex:###", "cube": "tricubes"}.get(lattice.name, "L4")
    expected = exclusion(board, piece)
    monkeypatch.setattr(excluding, "find_spec", lambda name: None)
    found = exclusion(board, piece)
    assert (found.size, found.least) == (expected.size, expected.least)
    check(found)


def test_a_density_in_the_plane() -> None:
    found = exclusion("torus:5x5", "X5")
    assert (len(found), str(found.density)) == (5, "1/5")


@pytest.mark.parametrize(("lattice", "top"), [(SQUARES, 9), (TRIANGLES, 9), (HEXAGONS, 7)])
def test_rings_are_as_small_as_those_of_brute_force(lattice: Any, top: int) -> None:
    smallest: dict[int, int] = {}
    for size in range(1, top + 1):
        for figure in all_figures(size, lattice):
            for hole in holes_of(lattice, figure):
                smallest.setdefault(len(hole), size)
    assert smallest
    for hole, size in smallest.items():
        assert len(ring_around(hole, lattice)) == size


def changed(found: Fewest, **values: object) -> dict[str, object]:
    return {**found.to_json(), **values}


@pytest.mark.parametrize(
    "record",
    [
        changed(superform("trominoes"), size=3),
        changed(superform("trominoes"), cells=[[0, 0], [0, 1], [0, 2], [1, 3]]),
        changed(superform("trominoes"), cells=[[0, 0], [0, 1], [0, 2], [0, 3]]),
        changed(superform("trominoes"), cells=[[0, 0], [0, 1], [0, 2], [0, 2]]),
        changed(superform("trominoes"), pieces=["O4"]),
        changed(superform("trominoes"), fewest="covers"),
        changed(superform("trominoes"), more=1),
        changed(exclusion("4x4", "X5"), cells=[[0, 0], [3, 3]]),
        changed(exclusion("4x4", "X5"), cells=[[1, 1], [4, 4]]),
        changed(exclusion("4x4", "X5"), pieces=["L3"]),
        changed(exclusion("4x4", "X5"), lattice="hex"),
        changed(ring_around(2), hole=1),
        changed(ring_around(2), hole="2"),
    ],
)
def test_wrong_certificates_are_found(record: dict[str, object]) -> None:
    assert tw.verify(record).wrong


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: superform(), "specify a piece"),
        (lambda: superform("F5", "hex:###"), "all pieces must be on the same lattice"),
        (
            lambda: superform("F5=2"),
            "numbers of copies are not supported for this question; remove them",
        ),
        (lambda: exclusion("hex:4x4", "F5"), "the board must be made of squares, got hexagons"),
        (lambda: ring_around(0), "must be at least 1"),
        (lambda: ring_around(10), "a hole of squares can have at most 9 cells, got 10"),
        (lambda: ring_around(9, "hex"), "a hole of hexagons can have at most 8 cells, got 9"),
    ],
)
def test_bad_requests(ask: Callable[[], Fewest], message: str) -> None:
    with pytest.raises(tw.RequestError, match=message):
        ask()


def test_the_answer_is_text_json_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "if 3 of the 25 cells are removed, X5 no longer fits; fewer are not enough"
    assert exclusion("5x5", "X5").text() == said
    assert len(ring_around(1, "hex")) == 6
    answer = superform("tetrominoes")
    saved = tmp_path / "superform.json"
    saved.write_text(json.dumps(answer.to_json()))
    # That fewer cells are not enough is the only claim that needs a search.
    assert run(["verify", str(saved)]) == 3
    assert "1 was not verified" in capsys.readouterr().out
    load_pictures()
    assert "<svg" in picture_of(answer).svg()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: exclusion("8x8", "L3"),
        lambda: exclusion("torus:9x9", "X5", "I3"),
        lambda: exclusion("hex:8x8", "hex:##/#"),
        lambda: superform("octominoes"),
        lambda: superform("tetriamonds", "hexiamonds"),
        lambda: superform("tetrahexes"),
        lambda: superform("tetracubes"),
        lambda: ring_around(4),
        lambda: ring_around(5, "tri"),
        lambda: ring_around(5, "hex"),
        lambda: ring_around(2, "cube"),
    ],
)
def test_a_time_limit_leaves_bounds(
    ask: Callable[[], Fewest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is up before the first size: the answer is large enough, and says so."""

    look_with(monkeypatch, out_of_time)
    found = ask()
    record = json.loads(json.dumps(found.to_json()))
    assert (record["proven"], record["least"] < record["size"]) == (False, True)
    assert not tw.verify(record).wrong
    wrong = ({"proven": True}, {"least": record["size"]}, {"least": -1}, {"least": "2"})
    for change in wrong:
        assert tw.verify({**record, **change}).wrong
    bound = record["least"]
    assert f"at least {bound} {'is' if bound == 1 else 'are'} needed" in found.text()


def test_the_bounds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every number of looks at the clock, the answer is between the bounds."""
    asked = [
        (exclusion, ("5x5", "L3")),
        (exclusion, ("torus:4x5", "S4")),
        (superform, ("tetrominoes",)),
        (ring_around, (2, "tri")),
    ]
    for find, words in asked:
        whole = find(*words)
        assert whole.proven
        for looks in range(12):
            left = itertools.count(looks, -1)

            def look(left: Any = left) -> None:
                if next(left) <= 0:
                    out_of_time()

            look_with(monkeypatch, look)
            found = find(*words)
            assert found.least <= whole.size <= found.size
            check(found)
        monkeypatch.undo()


def test_no_time_at_all() -> None:
    # Reading the pieces counts as time; once they are known, there is a bound: that of one piece.
    parse_pieces("heptominoes")
    found = superform("heptominoes", timeout=1e-9)
    assert found.least <= 7 and not found.proven
    check(found)
