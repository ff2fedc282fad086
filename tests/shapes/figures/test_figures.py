"""Figures: compared with brute force, with published sizes, and with their certificates."""

from __future__ import annotations

import csv
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from support.naive_figures import figures as all_figures
from support.naive_figures import free, placed, tiled, tilings
from tilewright.apps.command import run
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import LATTICES, SQUARES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.figures import figure_problem, figures_of_each, symmetry_names
from tilewright.shapes.figures.symmetries import has_symmetry
from tilewright.shapes.figures.work import FiguresWork


def shape_of(piece: Piece) -> frozenset[tuple[int, ...]]:
    lattice = piece.lattice
    return free(lattice, placed(lattice, frozenset(piece.polyomino.cells)))


def read_table(name: str) -> list[dict[str, str]]:
    """Return the lines of a table of published numbers, without comments."""
    text = (Path(__file__).parents[2] / "known" / name).read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return [*csv.DictReader(lines, delimiter="\t")]


def found_by(answer: tw.Figures) -> tuple[int, set[frozenset[tuple[int, ...]]]] | None:
    """Return the size and the figures, in the form of the brute force."""
    if not answer:
        return None
    lattice = answer.problem.lattice
    shapes = [free(lattice, placed(lattice, frozenset(each.cells))) for each in answer.figures]
    assert len(set(shapes)) == len(shapes)
    assert answer.size is not None
    return answer.size, set(shapes)


def check(answer: tw.Figures) -> None:
    """Verify the certificate, as it is read from a file."""
    found = tw.verify(json.loads(json.dumps(answer.to_json())))
    assert not found.wrong, found


@pytest.mark.parametrize(
    ("words", "lattice", "top"),
    [
        ("trominoes tetrominoes", "square", 8),
        ("trihexes", "hex", 6),
        ("triamond tetriamonds", "tri", 8),
    ],
)
def test_common_figures_are_those_of_brute_force(words: str, lattice: str, top: int) -> None:
    own = LATTICES[lattice]
    pieces = [piece for word in words.split() for piece in parse_pieces(word)]
    compared = 0
    for one, other in itertools.combinations(pieces, 2):
        expected = None
        for size in range(1, top + 1):
            sizes = {size % len(each.polyomino) for each in (one, other)}
            if sizes != {0}:
                continue
            both = tiled(own, shape_of(one), size) & tiled(own, shape_of(other), size)
            if both:
                expected = size, both
                break
        try:
            answer = tw.figure(f"{one.word()}+", f"{other.word()}+", limit=None, max_cells=top)
        except tw.RequestError:
            # A coloring excludes all sizes.
            assert expected is None
            continue
        assert found_by(answer) == expected, (one.name, other.name)
        check(answer)
        compared += 1
    assert compared > 1


@pytest.mark.parametrize(
    ("words", "lattice", "top"),
    [("trominoes", "square", 9), ("tri:###", "tri", 9), ("hex:##/#", "hex", 6)],
)
def test_symmetric_figures_are_those_of_brute_force(words: str, lattice: str, top: int) -> None:
    own = LATTICES[lattice]
    for piece in parse_pieces(words):
        size = len(piece.polyomino)
        made = {cells: tiled(own, shape_of(piece), cells) for cells in range(size, top + 1, size)}
        for symmetry, (copies, first) in itertools.product(
            symmetry_names(own)[1:], (("odd", 1), ("2..", 2))
        ):
            expected = None
            for tiles in range(first, top // size + 1, 2 if copies == "odd" else 1):
                those = {
                    cells
                    for cells in made[tiles * size]
                    if has_symmetry(Polyform(sorted(cells), own), symmetry)
                }
                if those:
                    expected = tiles * size, those
                    break
            answer = tw.figure(
                f"{piece.word()}+", symmetry=symmetry, copies=copies, limit=None, max_cells=top
            )
            assert found_by(answer) == expected, (piece.name, symmetry, copies)
            check(answer)


@pytest.mark.parametrize(("word", "top"), [("L3", 6), ("T4", 8), ("S4", 8), ("P5", 10)])
def test_figures_tiled_twice_are_those_of_brute_force(word: str, top: int) -> None:
    piece = Piece.parse(word)
    expected = None
    for size in range(len(piece.polyomino), top + 1, len(piece.polyomino)):
        those = {
            cells
            for cells in all_figures(size)
            if any(
                not one & other
                for one, other in itertools.combinations(
                    list(tilings(SQUARES, shape_of(piece), cells)), 2
                )
            )
        }
        if those:
            expected = size, those
            break
    answer = tw.figure(word, word, different=True, limit=None, max_cells=top)
    assert found_by(answer) == expected
    check(answer)


@pytest.mark.parametrize(
    ("pieces", "size"),
    [("F5 L5", 10), ("I5 T5", 20), ("P5 X5", 20), ("I5 V5", 20), ("I5 W5", 50), ("T4 S4", 8)],
)
def test_known_common_figures(pieces: str, size: int) -> None:
    answer = tw.figure(*pieces.split())
    assert answer.size == size
    assert answer.proven
    check(answer)


@pytest.mark.parametrize(
    ("symmetry", "tiles"), [("mirror", 3), ("diagonal", 5), ("half-turn", 7), ("two-mirrors", 9)]
)
def test_published_oddities_of_the_f_pentomino(symmetry: str, tiles: int) -> None:
    answer = tw.figure("F5", symmetry=symmetry, copies="odd")
    assert answer.size == 5 * tiles
    assert has_symmetry(answer.figures[0].shape, symmetry)
    check(answer)


#: Sicherman's odd rectangles by two pentominoes, except those that take long: the pieces and the
#: number of tiles.
ODD_RECTANGLES = [
    (line["question"].split("'")[1], int(line["tiles"]))
    for line in read_table("figures.tsv")
    if "rectangle" in line["question"] and line["tiles"].isdecimal() and int(line["tiles"]) < 50
]


@pytest.mark.parametrize(("pieces", "tiles"), ODD_RECTANGLES)
def test_published_odd_rectangles_of_two_pentominoes(pieces: str, tiles: int) -> None:
    answer = tw.figure(pieces, rectangle=True, copies="odd")
    assert (answer.size, answer.proven) == (5 * tiles, True)
    check(answer)


@pytest.mark.parametrize(
    ("dominoes", "figures"),
    [(1, 1), (2, 4), (3, 23), (4, 211), pytest.param(5, 2227, marks=pytest.mark.slow)],
)
def test_number_of_polyominoes_that_dominoes_tile(dominoes: int, figures: int) -> None:
    """OEIS A056785."""
    answer = tw.figure("domino", copies=str(dominoes), limit=None)
    assert answer.complete
    assert (answer.size, len(answer)) == (2 * dominoes, figures)


@pytest.mark.parametrize(
    ("cells", "primes"),
    [(4, 1), (6, 5), (8, 145), (9, 974), pytest.param(10, 2210, marks=pytest.mark.slow)],
)
def test_number_of_prime_polyominoes(cells: int, primes: int) -> None:
    """OEIS A342430: copies of no other polyomino tile them, except the monomino. All polyominoes of
    2, 3, 5 and 7 cells are prime.
    """
    (free,) = (
        int(line["free"]) for line in read_table("oeis_polyominoes.tsv") if int(line["n"]) == cells
    )
    made = set()
    for size in (size for size in range(2, cells) if cells % size == 0):
        for piece in parse_pieces(POLYFORMS[SQUARES][size][1]):
            answer = tw.figure(f"{piece.word()}+", copies=str(cells // size), limit=None)
            assert answer.complete
            made |= {each.shape.canonical("free") for each in answer.figures}
    assert free - len(made) == primes


def test_conditions_on_the_figure() -> None:
    ring = tw.figure("L3", symmetry="full", holes=1)
    assert ring.size == 12
    check(ring)
    convex = tw.figure("S4", "L4", convex=True)
    check(convex)
    assert convex.size is not None
    plain = tw.figure("S4", "L4", limit=None)
    assert plain.size is not None
    assert plain.size <= convex.size
    enlarged = tw.figure("P5", scale=2)
    assert enlarged.size == 20
    check(enlarged)
    equal = tw.figure("L4=1.. T4=1..", rectangle=True, copies="equal")
    used = equal.tilings[0].piece_names()
    assert used.count("L4") == used.count("T4") == len(used) // 2
    check(equal)


@pytest.mark.parametrize(
    ("piece", "within", "size"),
    [("L3", "L3", 12), ("P5", "P5", 20), ("T4", "monomino", 16), ("tri:###", "tri:###", 12)],
)
def test_rep_tiles(piece: str, within: str, size: int) -> None:
    answer = tw.figure(piece, enlarges=within)
    assert answer.size == size
    check(answer)


def test_orders_of_rep_tiles() -> None:
    assert tw.figure("L3", enlarges="L3", scale=3).size == 27
    assert [bool(tw.figure("T4", enlarges="T4", scale=k)) for k in (2, 3, 4)] == [0, 0, 1]
    none = tw.figure("F5", enlarges="F5", max_cells=80)
    assert none.excluded == dict.fromkeys((20, 45, 80), "search")
    cube = tw.figure("cube:##/#.", enlarges="cube:##/#.")
    assert cube.size == 24
    for answer in (none, cube):
        check(answer)


def ways(lattice: Lattice, piece: frozenset[tuple[int, ...]], cells: frozenset[Any]) -> int:
    """Return the number of tilings of a figure, up to its symmetries."""
    found = set()
    for tiling in tilings(lattice, piece, cells):
        forms = []
        for element in lattice.elements:
            image = [placed_with(lattice, element, cells, tile) for tile in (cells, *tiling)]
            if image[0] == placed(lattice, cells):
                forms.append(sorted(map(sorted, image[1:])))
        found.add(str(min(forms)))
    return len(found)


def placed_with(
    lattice: Lattice, element: int, cells: frozenset[Any], tile: frozenset[Any]
) -> frozenset[Any]:
    """Return the image of a tile when its figure is turned and moved to the origin."""
    turned = lattice.turned(element, sorted(cells))
    rows = min(cell[0] for cell in turned)
    columns = min(cell[1] for cell in turned) // lattice.kinds * lattice.kinds
    return frozenset(
        (row - rows, column - columns) for row, column in lattice.turned(element, sorted(tile))
    )


@pytest.mark.parametrize(
    ("one", "other", "lattice", "top"),
    [
        ("domino", "L3", "square", 6),
        ("I4", "L4", "square", 8),
        ("tri:##", "tri:###", "tri", 6),
        ("hex:##", "hex:##/#", "hex", 6),
    ],
)
def test_figures_with_one_tiling_are_those_of_brute_force(
    one: str, other: str, lattice: str, top: int
) -> None:
    own = LATTICES[lattice]
    shapes = [shape_of(Piece.parse(word)) for word in (one, other)]
    expected = None
    for size in range(1, top + 1):
        those = {
            cells
            for cells in all_figures(size, own)
            if all(size % len(shape) == 0 and ways(own, shape, cells) == 1 for shape in shapes)
        }
        if those:
            expected = size, those
            break
    answer = tw.figure(f"{one}+", f"{other}+", one_tiling=True, limit=None, max_cells=top)
    assert expected is not None
    assert found_by(answer) == expected
    check(answer)


def test_figures_with_one_tiling_are_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "puzzle.txt"
    assert run(["figure", "trominoes", "I4", "--once", "--one-tiling", "-o", str(saved)]) == 0
    assert run(["count", str(saved), "--unique", "-q"]) == 0
    assert capsys.readouterr().out.endswith("\n1\n")
    assert tw.read(saved).pieces
    # A maker takes the figure as a board.
    assert run(["make", "sigil", str(saved), "trominoes", "--seed", "1", "-q"]) in (
        0,
        1,
    )
    with pytest.raises(tw.RequestError, match="only figures with a unique tiling"):
        tw.figure("I4", "L4").puzzles  # noqa: B018


def test_a_set_once_with_a_symmetry() -> None:
    answer = tw.figure("tetrominoes", once=True, symmetry="mirror", limit=3)
    assert len(answer) == 3
    assert sorted(answer.tilings[0].piece_names()) == ["I4", "L4", "O4", "S4", "T4"]
    check(answer)


def search_in_parts(work: FiguresWork, dice: random.Random, most: int) -> list[tw.Figures]:
    """Work on a list of units with random budgets, and put what is left in its place."""
    answers: list[Any] = []
    units = work.first()
    while units:
        while units:
            some = dice.randint(1, 3)
            outcome = work.do(units[:some], dice.randint(1, most))
            answers += work.answers(outcome.answer)
            units = [*outcome.rest, *units[some:]]
        units = work.more(answers)
    return work.found(answers)


@pytest.mark.parametrize(
    ("words", "conditions", "limits"),
    [
        (["F5", "L5"], {}, {}),
        (["T4", "S4"], {}, {"limit": None}),
        (["I3", "L3"], {"symmetry": "mirror"}, {"limit": None}),
        (["P5", "P5"], {"different": True}, {"limit": 3}),
        (["L3"], {"holes": 1, "copies": "2.."}, {"limit": None}),
        (["F5", "I5"], {}, {"max_cells": 10}),
        (["F5", "I5"], {"copies": "1..2"}, {}),
        (["hex:##", "hex:##/#"], {}, {"limit": None}),
    ],
)
@pytest.mark.parametrize("most", [7, 90])
def test_a_search_in_parts_finds_the_same(
    words: list[str], conditions: dict[str, Any], limits: dict[str, Any], most: int
) -> None:
    work = FiguresWork.of([figure_problem(words, **conditions)], **{"limit": 1, **limits})
    (found,) = search_in_parts(work, random.Random(most), most)
    expected = tw.figure(*words, **conditions, **limits)
    assert {**found.to_json(), "nodes": 0} == {**expected.to_json(), "nodes": 0}
    with pytest.raises(tw.errors.CheckpointError, match="the ledger is damaged"):
        work.answers('[{"problem": 1}]')


def test_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["figure", "I3", "L3", "--max-cells", "12"]
    assert run(asked) == 0
    printed = capsys.readouterr().out
    assert "6 cells: 2 I3 = 2 L3; there is no smaller figure\n" in printed
    for _ in range(2):
        # The second time, the run is complete.
        assert run([*asked, "--run", f"{tmp_path / 'run'}@1"]) == 0
        assert capsys.readouterr().out == printed
    assert run(["show", str(tmp_path / "run")]) == 0
    assert "figures" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "copies", "lines"),
    [
        (
            "T4 I4 L4",
            "2..3",
            ("T4 I4: 8 cells", "T4 L4: 8 cells", "I4 L4: 8 cells"),
        ),
        (
            "T4 I4 L4",
            "3",
            (
                "T4 I4: there is no figure: in a checkerboard coloring, T4 and I4 cover different",
                "T4 L4: there is no figure: in a checkerboard coloring, T4 and L4 cover different",
                "I4 L4: there is no figure",
            ),
        ),
        (
            "T4 I4 X5",
            "odd",
            (
                "T4 I4: there is no figure: in a checkerboard coloring, T4 and I4 cover different",
                "T4 X5: there is no figure: no allowed numbers of copies make T4 and X5 cover",
                "I4 X5: there is no figure: no allowed numbers of copies make I4 and X5 cover",
            ),
        ),
    ],
)
@pytest.mark.parametrize("as_run", [False, True])
def test_pairs_without_a_figure_are_listed_with_the_reason(
    words: str, copies: str, lines: tuple[str, ...], as_run: bool
) -> None:
    pairs = itertools.combinations(words.split(), 2)
    problems = [figure_problem(both, copies=copies) for both in pairs]
    if as_run:
        found = search_in_parts(FiguresWork.of(problems), random.Random(7), 7)
    else:
        found = figures_of_each(problems)
    for answer, line in zip(found, lines, strict=True):
        names = " ".join(piece.name for layer in answer.problem.layers for piece in layer)
        assert f"{names}: {answer.text()}".startswith(line)
    answers = [json.loads(json.dumps(answer.to_json())) for answer in found]
    assert ["reason" in answer for answer in answers] == ["figure: " in line for line in lines]
    for answer in answers:
        assert not tw.verify(answer).wrong
        if "reason" in answer:
            assert answer["proven"]
            assert not answer["figures"]
            for wrong in ({"reason": "of areas"}, {"complete": False, "proven": False}):
                assert tw.verify({**answer, **wrong}).wrong


def test_a_coloring_excludes_rectangles() -> None:
    answer = tw.figure("T4", rectangle=True)
    assert answer.size == 16
    assert answer.excluded == {4: "coloring", 8: "search", 12: "coloring"}
    check(answer)
    two = tw.figure("X5=1..", "T4=1..", rectangle=True, max_cells=100)
    assert not two
    for answer in (two, tw.figure("L3", rectangle=True, copies="odd")):
        check(answer)


def test_the_same_figures_with_any_number_of_threads() -> None:
    one, three = (
        tw.figure("F5", "N5", limit=2, threads=threads, turn="one-sided") for threads in (1, 3)
    )
    assert [each.cells for each in one.figures] == [each.cells for each in three.figures]


def test_what_is_proven_without_a_figure() -> None:
    far = tw.figure("F5", "I5", max_cells=20)
    assert not far
    assert (far.least, far.proven, far.complete) == (21, False, False)
    assert far.excluded == dict.fromkeys((5, 10, 15, 20), "search")
    with pytest.raises(tw.NoTilingError, match="no figure has fewer than 21 cells"):
        far.tilings  # noqa: B018
    none = tw.figure("F5", "I5", copies="1..4")
    assert (none.proven, none.complete, none.text()) == (True, True, "there is no figure")
    for answer in (far, none):
        check(answer)
    stopped = tw.figure("F5", "I5", timeout=1e-6)
    assert not stopped
    check(stopped)


def changed(**values: object) -> dict[str, object]:
    return {**tw.figure("T4", "S4").to_json(), **values}


@pytest.mark.parametrize(
    "record",
    [
        changed(least=9),
        changed(cells=12),
        changed(proven=False),
        changed(excluded=[{"cells": 4, "because": "search"}]),
        changed(excluded=[]),
        changed(unknown=1),
        changed(reason="of areas"),
        changed(reason=""),
        changed(figure={"layers": [["T4"], ["T4"]], "lattice": "square", "turn": "free"}),
        changed(figures=tw.figure("L4", "T4").to_json()["figures"]),
        changed(figures=2 * tw.figure("T4", "S4").to_json()["figures"]),
        changed(figure={**tw.figure("T4", "S4").to_json()["figure"], "symmetry": "full"}),
        changed(figure={**tw.figure("T4", "S4").to_json()["figure"], "copies": "odd"}),
        changed(figure={**tw.figure("T4", "S4").to_json()["figure"], "enlarges": "domino"}),
        {
            **(square := tw.figure("domino", scale=2, copies="4").to_json()),
            "figure": {**square["figure"], "one_tiling": True},
        },
        changed(figure={**tw.figure("T4", "S4").to_json()["figure"], "lattice": "hex"}),
    ],
)
def test_wrong_certificates_are_found(record: dict[str, object]) -> None:
    assert tw.verify(record).wrong


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("figure", "specify a piece"),
        ("figure F5", "a piece tiles itself"),
        ("figure L3 L3", "add a different piece"),
        ("figure L3 ##/.# L3", "add a different piece"),
        ("figure F5 hex:###", "all pieces must be on the same lattice, got hexagons and squares"),
        ("figure pentominoes", "the number of copies of these 12 pieces is missing"),
        ("figure T4 I4 --copies odd", "in a checkerboard coloring, T4 and I4 cover different"),
        (
            "figure T4 --in rectangle --copies odd",
            "no allowed number of copies of T4 covers as many dark cells as a rectangle has",
        ),
        ("figure T4 T4 I4 --copies 100000001", "T4 and I4 cover different numbers"),
        ("figure I4=3 L3=5", "no allowed numbers of copies make I4 and L3 cover the same number"),
        ("figure F5 L5 --copies many", "must be odd, equal, a number or a range"),
        ("figure F5 --symmetry round", "must be one of none, mirror, diagonal"),
        ("figure F5 --different", "requires two tilings"),
        ("figure hex:### hex:##/# --convex", "only figures of squares"),
        ("figure F5 L5 --limit 3", "needs --all"),
        (
            "figure F5=1.. --in rectangle --run folder",
            "runs do not support searches for rectangles",
        ),
        ("figure F5 L5 --run folder --threads 2", "cannot be combined with --run"),
        ("figure hex:## --in hex:##", "hexagons cannot be enlarged"),
        ("figure L3 --in hex:##", "the enlarged piece must be made of squares"),
        ("figure L3 --in circle", "unknown piece or set 'circle'"),
        ("figure L3 --in L3 --convex", "cannot be combined"),
        ("figure L3 L3 --different --one-tiling", "cannot be combined with --different"),
    ],
)
def test_bad_requests(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["figure", "F5", "L5"]) == 0
    out = capsys.readouterr().out
    assert "10 cells: 2 F5 = 2 L5; there is no smaller figure\n" in out
    assert run(["figure", "F5", "L5", "-q"]) == 0
    assert capsys.readouterr().out == "10\n"
    assert run(["figure", "F5", "I5", "--copies", "1..3"]) == 1
    assert run(["figure", "F5", "I5", "--max-cells", "10"]) == 3
    capsys.readouterr()
    assert run(["figure", "T4", "S4", "--all", "--json"]) == 0
    saved = tmp_path / "figures.json"
    saved.write_text(capsys.readouterr().out)
    # That there are no others is the only claim that needs a search.
    assert run(["verify", str(saved)]) == 3
    assert "1 was not verified" in capsys.readouterr().out
    picture = tmp_path / "figures.svg"
    assert run(["figure", "T4", "S4", "--all", "-o", str(picture)]) == 0
    assert "<svg" in picture.read_text()
