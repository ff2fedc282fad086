"""The atlas: records against published facts, runs that resume, and pages that agree with the records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tilewright.atlas import collect, facts, families, record
from tilewright.atlas.facts import FACTS, Fact, open_facts, with_fact
from tilewright.atlas.records import PieceRecord
from tilewright.atlas.sets import FORMS, SEQUENCES, Family
from tilewright.atlas.shape import describe
from tilewright.atlas.tables import counts
from tilewright.errors import FormatError, PieceError, RequestError
from tilewright.lattices.catalog import polyforms
from tilewright.lattices.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.progress import Progress

#: Seconds that every fact here takes far less than.
LONG = 120.0
KNOWN = Path(__file__).parent / "known"
LATTICE = {"polyomino": SQUARES, "polyiamond": TRIANGLES, "polyhex": HEXAGONS}


def described(lattice: Lattice, cells: int) -> Iterator[PieceRecord]:
    """The records of a set without facts that take time."""
    family = Family(lattice, cells)
    for number in range(1, len(family.pieces) + 1):
        yield describe(family, number)


@pytest.fixture(scope="module")
def small() -> dict[str, PieceRecord]:
    """Records of a few pieces, each of which is well known for something."""
    words = ("L4", "P5", "Y5", "X5", "heptomino:105", "hexiamond:sphinx", "tetracube:6")
    return {word: record(word, LONG) for word in words}


# Records


def test_orders_are_the_published_ones(small: dict[str, PieceRecord]) -> None:
    # M. Reid, D. A. Klarner; tests/known/rectangles.tsv has the sources.
    assert {word: small[word].order[0] for word in ("L4", "P5", "Y5")} == {
        "L4": 2,
        "P5": 2,
        "Y5": 10,
    }
    assert small["P5"].summary()["odd_order"] == 21
    assert small["L4"].summary()["primes"] == ["2x4", "3x8"]
    assert small["X5"].rectifiable is False
    # Two tetracubes A fill a cube with sides of 2.
    assert (small["tetracube:6"].order, small["tetracube:6"].names) == ((2, 2), ("soma:A", "soma:B"))


def test_the_plane_and_rep_tiles(small: dict[str, PieceRecord]) -> None:
    heptomino = small["heptomino:105"].summary()
    # C. S. Kaplan, "Heesch numbers of unmarked polyforms": one heptomino has Hc = 0, and its ring has a hole.
    assert (heptomino["tiles_plane"], heptomino["heesch"], heptomino["heesch_with_holes"]) == (False, 0, 1)
    assert heptomino["no_rep_tile"] and heptomino["tiles_rectangle"] is False
    assert small["X5"].summary()["isohedral_number"] == 1
    # The sphinx, P and L are rep-tiles with four copies (S. W. Golomb, "Replicating figures in the plane", 1964).
    assert {word: small[word].summary()["rep_tile"] for word in ("hexiamond:sphinx", "P5", "L4", "X5")} == {
        "hexiamond:sphinx": 2,
        "P5": 2,
        "L4": 2,
        "X5": None,
    }
    # X covers no corner of a rectangle, and three corners are left.
    assert small["X5"].facts["one_missing"]["board"] is None
    assert small["P5"].summary()["one_missing"] == "2x3-0,0"


def test_tilings_of_facts_are_tilings(small: dict[str, PieceRecord]) -> None:
    for one in small.values():
        for name in ("rep_tile", "one_missing"):
            found = one.facts.get(name) or {}
            if not found.get("labels"):
                continue
            copies: dict[int, list[tuple[int, ...]]] = {}
            for cell, label in _cells(found["labels"]):
                if label >= 0:
                    copies.setdefault(label, []).append(cell)
            shape = one.polyform
            allowed = {each.cells for each in shape.orientations(one.space.turn)}
            assert all(type(shape)(cells, *one_lattice(one)).cells in allowed for cells in copies.values())
            if name == "rep_tile":
                assert len(copies) == found["scale"] ** one.space.dimension
            else:
                empty = [list(cell) for cell, label in _cells(found["labels"]) if label < 0]
                assert empty == [found["hole"]]


def one_lattice(one: PieceRecord) -> tuple[()] | tuple[str]:
    """The second argument of a polyform; a polyomino has none."""
    return () if one.space is SQUARES else (one.lattice,)


def _cells(labels: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if isinstance(labels, int):
        yield place, labels
        return
    for number, inner in enumerate(labels):
        yield from _cells(inner, (*place, number))


def test_sets_have_the_published_numbers_of_pieces() -> None:
    for lattice, free, one_sided, fixed in (
        (SQUARES, [1, 1, 2, 5, 12, 35], [1, 1, 2, 7, 18, 60], [1, 2, 6, 19, 63, 216]),
        (TRIANGLES, [1, 1, 1, 3, 4, 12], [1, 1, 1, 4, 6, 19], [2, 3, 6, 14, 36, 94]),
        (HEXAGONS, [1, 1, 3, 7, 22], [1, 1, 3, 10, 33], [1, 3, 11, 44, 186]),
        (CUBES, [1, 1, 2, 7, 23], [1, 1, 2, 8, 29], [1, 3, 15, 86, 534]),
    ):
        found = [counts(list(described(lattice, size))) for size in range(1, len(free) + 1)]
        assert [each["free"] for each in found] == free
        assert [each["one-sided"] for each in found] == one_sided
        assert [each["fixed"] for each in found] == fixed
    assert sum(len(polyforms(family.cells)) for family in families(["polyominoes"])) == 533


def test_symmetries_of_hexominoes() -> None:
    # D. H. Redelmeier, "Counting polyominoes", 1981: none 20, mirror 6, diagonal 2, half turn 5, both mirrors 2.
    names = [(one.symmetry["name"], "diagonal" in one.symmetry["words"]) for one in described(SQUARES, 6)]
    assert {each: names.count(each) for each in set(names)} == {
        ("C1", False): 20,
        ("D1", False): 6,
        ("D1", True): 2,
        ("C2", False): 5,
        ("D2", False): 2,
    }


def published() -> dict[tuple[Lattice, int, str], int]:
    """The published counts, by lattice, cells and the number of the sequence."""
    lines = (KNOWN / "plane.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return {
        (LATTICE[form], int(size), sequence): int(count)
        for form, size, _, count, sequence in rows
        if sequence.startswith("A")
    }


def check_sequences(sizes: dict[Lattice, int]) -> None:
    """Compare the records of the plane with all published counts."""
    compared = 0
    known = published()
    for lattice, most in sizes.items():
        for size in range(1, most + 1):
            made = [with_fact(one, FACTS[0], LONG) for one in described(lattice, size)]
            found = counts(made)
            for sequence in SEQUENCES[lattice]:
                wanted = known.get((lattice, size, sequence.number))
                if wanted is not None:
                    assert found[sequence.key] == wanted, (lattice, size, sequence)
                    compared += 1
    assert compared > sum(sizes.values()) * 3


def test_counts_are_the_published_ones() -> None:
    check_sequences({SQUARES: 6, TRIANGLES: 7, HEXAGONS: 4})


@pytest.mark.slow
def test_counts_of_larger_pieces_are_the_published_ones() -> None:
    check_sequences({SQUARES: 8, TRIANGLES: 8, HEXAGONS: 6})


def test_what_cannot_be_recorded() -> None:
    with pytest.raises(PieceError, match=r"does not have '#\.#'"):
        record("#.#")
    with pytest.raises(RequestError, match="unknown set 'squares'"):
        families(["squares"])
    with pytest.raises(RequestError, match="polycubes must have 1 to 7 cells, got 8"):
        families(cells=8)
    assert len(families()) == sum(most for _, most in FORMS.values())


# Runs


def test_a_run_that_was_killed_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets = families(["dominoes", "trominoes"])
    found: list[str] = []

    def count(monkeypatch: pytest.MonkeyPatch) -> None:
        def counting(fact: Fact) -> Fact:
            def find(made: PieceRecord, limit: float) -> dict[str, Any]:
                found.append(f"{made.id} {fact.name}")
                return fact.find(made, limit)

            return replace(fact, find=find)

        monkeypatch.setattr(facts, "FACTS", tuple(counting(fact) for fact in FACTS))

    def stop(far: Progress) -> None:
        if far.done == 2:
            raise KeyboardInterrupt

    count(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        collect(sets, tmp_path, LONG, progress=stop)
    first = [word for word in found if word.split()[0] in ("domino", "I3")]
    # A process that is killed may leave half a line.
    path = tmp_path / "trominoes.jsonl"
    with path.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "L3", "fac')
    found.clear()
    made = collect(sets, tmp_path, LONG)
    assert first and not {*first} & {*found} - {f"{fact.example} {fact.name}" for fact in FACTS}
    assert [one.id for one in made] == ["domino", "I3", "L3"]
    assert all(not open_facts(one, LONG) for one in made)
    # Nothing is left to do, and the file has one line for each piece.
    found.clear()
    again = collect(sets, tmp_path, LONG)
    assert not found
    assert [one.summary() for one in again] == [one.summary() for one in made]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    path.write_text("something else\n", encoding="utf-8")
    with pytest.raises(FormatError, match="not a file of records"):
        collect(sets, tmp_path, LONG)


def test_a_limit_that_is_raised_is_used(small: dict[str, PieceRecord]) -> None:
    known = small["Y5"]
    unknown = replace(
        known,
        facts={
            **known.facts,
            "plane": {**known.facts["plane"], "verdict": "not known", "isohedral_number": None},
        },
        limits={**known.limits, "plane": 2.0},
    )
    assert unknown.tiles is None
    assert [fact.name for fact in open_facts(unknown, 2.0)] == []
    assert "plane" in [fact.name for fact in open_facts(unknown, 3.0)]
    assert "plane" not in [fact.name for fact in open_facts(known, 10 * LONG)]


def test_without_time_there_are_records_without_facts(tmp_path: Path) -> None:
    made = collect(families(["dominoes", "tricubes"]), tmp_path, LONG, timeout=LONG / 2)
    assert [(one.id, one.facts, one.tiles, one.rectifiable) for one in made] == [
        ("domino", {}, None, None),
        ("tricube:1", {}, None, None),
        ("tricube:2", {}, None, None),
    ]
