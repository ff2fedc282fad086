"""Rectangles of every size: against published lists, counts of small boards, and an independent
checker.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from strategies import polyominoes as shapes
from tilewright.counting import strip as strip_counts
from tilewright.errors import FormatError, PieceError, RequestError, UndecidedError
from tilewright.model.claims import ClaimError
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyomino
from tilewright.shapes.rectangles import (
    Effort,
    Lengths,
    Rectangles,
    certificate_text,
    check_certificate,
    summary,
    table_text,
)
from tilewright.shapes.rectangles.answers import Status
from tilewright.shapes.rectangles.checker import MOST_STATES, _RectangleChecker
from tilewright.shapes.rectangles.completeness import Closure, find_ending, is_divided
from tilewright.shapes.rectangles.invariants import find_pairs, find_weights
from tilewright.shapes.rectangles.strips import StripLengths, explore, explore_sides
from tried import examples

KNOWN = Path(__file__).parents[2] / "known" / "rectangles.tsv"
MEMORY = 1 << 30
#: A time limit that only an endless search reaches.
NEVER = 3600.0


def known(what: str) -> dict[str, str]:
    lines = [line.split("\t") for line in KNOWN.read_text(encoding="utf-8").splitlines()[2:]]
    return {piece: value for piece, own, value, _ in lines if own.startswith(what)}


@cache
def found(word: str) -> Rectangles:
    return tw.rectangles(word)


def strip(piece: Piece, width: int) -> StripLengths:
    return StripLengths(explore([piece.polyomino.orientations()], (width,), max_memory=MEMORY))


def faults(answer: Rectangles, **options: int) -> list[str]:
    """The claims of its certificate that do not hold."""
    verdicts = check_certificate(certificate_text(answer).splitlines(), **options)
    return [f"{verdict.claim}: {verdict.why}" for verdict in verdicts if not verdict.holds]


def kept(answer: Rectangles) -> Rectangles:
    """An answer that was saved and is read again; it says the same."""
    record = json.loads(json.dumps(answer.to_json()))
    again = Rectangles.from_json(record)
    assert again.to_json() == record
    assert certificate_text(again) == certificate_text(answer)
    return again


def word(rectangle: tuple[int, int]) -> str:
    return f"{rectangle[0]}x{rectangle[1]}"


@pytest.mark.parametrize("piece", ["##/#.", "###/#..", "###/##.", "####/#..."])
def test_lists_that_close_are_those_that_are_published(piece: str) -> None:
    answer = found(piece)
    assert answer.complete
    assert [word(prime) for prime in answer.primes] == known("prime rectangles")[piece].split()


@pytest.mark.parametrize("name", ["monomino", "domino", "I3", "I4", "I5", "O4", "###/###"])
def test_a_piece_that_is_a_rectangle_is_its_only_prime(name: str) -> None:
    answer = found(name)
    piece = answer.piece.polyomino
    assert answer.complete
    assert list(answer.primes) == [tuple(sorted(piece.shape))]
    assert (answer.order, answer.odd_order) == (1, 1)


@pytest.mark.parametrize(
    "piece", [piece for piece, value in known("order").items() if value == "0"]
)
def test_pieces_that_tile_no_rectangle_are_proven_not_to(piece: str) -> None:
    answer = found(piece)
    assert answer.complete
    assert answer.rectifiable is False
    assert answer.half_strip is False
    assert not answer.primes


def test_a_quadrant_is_said_to_be_impossible_only_where_it_is() -> None:
    assert (found("X5").quadrant, found("X5").bent_strip) == (False, False)
    # Stairs: both sides can continue forever.
    assert (found("W5").rectifiable, found("W5").quadrant) == (False, None)
    assert (found("L3").half_strip, found("L3").bent_strip, found("L3").quadrant) == (
        True,
        True,
        True,
    )


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_as_many_polyominoes_are_left_as_tile_a_rectangle(size: int) -> None:
    left = [
        piece
        for piece in tw.polyominoes(size)
        if explore_sides(
            piece.orientations(),
            [(depth,) for depth in range(1, 10)],
            most_states=30_000,
            max_memory=MEMORY,
        ).lengths
    ]
    (value,) = (value.split(",") for value in known("number of free n-ominoes").values())
    assert len(left) == int(value[size - 1])


@pytest.mark.parametrize(
    "piece", [piece for piece, value in known("order").items() if value in "124"]
)
def test_orders_are_those_that_are_published(piece: str) -> None:
    effort = Effort(strip_states=5000, searched=0)
    assert str(tw.rectangles(piece, effort=effort).order) == known("order")[piece]


@pytest.mark.parametrize("width", [11, pytest.param(15, marks=pytest.mark.slow)])
def test_the_y_pentomino_to_a_width(width: int) -> None:
    answer = tw.rectangles("Y5", max_width=width, effort=Effort(searched=0))
    listed = [
        tuple(map(int, prime.split("x")))
        for prime in known("prime rectangles")["####/.#.."].split()
    ]
    assert [prime for prime in answer.primes if prime[0] <= width] == [
        prime for prime in listed if prime[0] <= width
    ]
    assert set(answer.primes) <= set(listed)
    assert (answer.order, answer.order_rectangle, answer.widths) == (10, (5, 10), width)
    assert not answer.complete
    if width == 15:
        assert (answer.odd_order, answer.odd_rectangle) == (45, (15, 15))


def test_small_rectangles_beyond_the_widths_are_searched_for_the_orders() -> None:
    answer = tw.rectangles("Y5", effort=Effort(strip_states=20_000, seconds=300))
    assert answer.widths == 10
    assert (answer.order, answer.odd_order, answer.odd_rectangle) == (10, 45, (15, 15))
    # The other rectangles with an odd number of copies below 45 and no side up to 10.
    assert {(11, 15), (13, 15)} <= set(answer.none)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("piece", "widths"), [("L3", 2), ("L4", 2), pytest.param("P5", 3, marks=pytest.mark.slow)]
)
def test_a_search_decides_single_rectangles_until_the_list_is_complete(
    piece: str, widths: int
) -> None:
    assert not tw.rectangles(piece, max_width=widths, effort=Effort(searched=0)).complete
    answer = tw.rectangles(piece, max_width=widths, effort=Effort(search=NEVER))
    assert answer.complete
    assert (list(answer.primes), answer.order, answer.odd_order) == (
        list(found(piece).primes),
        found(piece).order,
        found(piece).odd_order,
    )
    assert not answer.unproven
    # Claims of more states are left open.
    lines = certificate_text(answer).splitlines()
    assert not [one for one in check_certificate(lines, most_states=1000) if one.holds is False]
    kept(answer)


@pytest.mark.slow
def test_the_forty_rectangles_of_the_y_pentomino_are_all() -> None:
    answer = tw.rectangles("Y5", max_width=12, effort=Effort(search=NEVER))
    assert answer.complete
    assert [word(prime) for prime in answer.primes] == known("prime rectangles")[
        "####/.#.."
    ].split()


def test_a_width_that_is_decided_beyond_others_is_left_out_of_what_is_open() -> None:
    primes = list(found("L3").primes)
    made = Closure(primes, 80).table()
    sides = np.arange(81)
    allowed = (np.outer(sides, sides) % 3 == 0) & (np.minimum.outer(sides, sides) > 0)
    without = find_ending(made, made, 2, allowed, 3, 3, ())
    ending = find_ending(made, made, 2, allowed, 3, 3, (), (3,))
    # The rectangles 3x3, 3x5, 3x7, … have no tiling; once width 3 is decided, none of them is
    # searched.
    assert without is not None
    assert ending is not None
    assert without.open == ((3, 3), (3, 5), (3, 7), (3, 9))
    assert ending.open == ()
    left = np.triu(allowed & ~made)
    assert {short for short, long in np.argwhere(left).tolist()} == {1, 3}
    # The same is claimed, and 3 is needed.
    claims = [json.loads(line) for line in certificate_text(found("L3")).splitlines()]
    kept = [
        claim
        for claim in claims
        if claim["claim"] in ("piece", "weights", "tiling") or claim.get("width") in (1, 2, 3)
    ]
    kept.append({"claim": "ending", "bound": ending.bound, "step": ending.step})
    assert all(verdict.holds for verdict in check_certificate(map(json.dumps, kept)))
    kept = [claim for claim in kept if claim.get("width") != 3]
    assert [
        verdict.why for verdict in check_certificate(map(json.dumps, kept)) if not verdict.holds
    ] == ["3x3 is neither composed of smaller rectangles nor ruled out"]


def test_what_is_open_is_not_answered_with_no() -> None:
    answer = tw.rectangles("Y5", max_width=5, effort=Effort(searched=0))
    sizes: dict[tuple[int, int], Status] = {
        (5, 10): "tiled",
        (20, 10): "tiled",
        (4, 15): "impossible",  # by the states of the strip
        (7, 7): "impossible",  # by area
        (12, 50): "open",  # it is a prime rectangle
        (50, 12): "open",
        (10**6, 10): "tiled",
    }
    assert {size: answer.status(size) for size in sizes} == sizes
    assert (20, 10) in answer
    assert (7, 7) not in answer
    with pytest.raises(
        UndecidedError,
        match=r"not known whether Y5 tiles a rectangle of 12x50: .* up to 5 are known",
    ) as error:
        (12, 50) in answer  # noqa: B015
    assert (error.value.kind, error.value.exit_code) == ("undecided", 3)
    for wrong in ((0, 5), (-1, 5), (1, 2, 3), "ab", 5, (2.5, 4)):
        with pytest.raises(RequestError, match="side"):
            wrong in answer  # type: ignore[operator]  # noqa: B015


def test_a_complete_list_leaves_no_size_open() -> None:
    for name in ("L3", "L4", "P5", "S4"):
        answer = found(name)
        made = Closure(answer.primes, 80)
        for short in range(1, 81):
            for long in range(short, 81):
                assert answer.status((long, short)) == (
                    "tiled" if (short, long) in made else "impossible"
                )
    assert found("L3").status((10**9, 3 * 10**9)) == "tiled"
    assert found("L4").status((10**9 + 1, 4 * 10**9 + 4)) == "impossible"


def test_what_may_be_made_of_smaller_ones_that_are_open_is_said() -> None:
    tiling = tw.solve("4x12", "L4+")
    assert tiling is not None
    effort = Effort(side_states=(300, 300), searched=0, hunting=(1.0, 0.0))
    answer = tw.rectangles("L4", max_width=1, effort=effort)
    assert not answer.complete
    known_to_be_tiled = replace(answer, primes={(4, 12): tiling})
    assert known_to_be_tiled.unproven == ((4, 12),)
    # It would be prime if no smaller one had a tiling.
    none = tuple(
        (short, long)
        for short in (2, 3, 4)
        for long in range(short, 13)
        if (short, long) != (4, 12)
    )
    assert replace(known_to_be_tiled, none=none).unproven == ()
    assert found("L4").unproven == ()


def published(what: str, size: int) -> int:
    values = {
        word: value
        for line in KNOWN.read_text(encoding="utf-8").splitlines()[2:]
        for word, value in (line.split("\t")[1:3],)
    }
    return int(
        next(value for word, value in values.items() if word.startswith(what)).split(",")[size - 1]
    )


@pytest.mark.parametrize(
    "size", [2, 4, *(pytest.param(size, marks=pytest.mark.slow) for size in (1, 3, 5))]
)
def test_all_small_polyominoes_and_their_greatest_orders(size: int) -> None:
    effort = Effort(strip_states=20_000, seconds=300)
    told = summary([tw.rectangles(Piece(piece), effort=effort) for piece in tw.polyominoes(size)])
    assert (told["tile"], told["open"]) == (str(published("number of free", size)), "0")
    assert told["order"] == str(published("maximum order", size))
    assert told["odd_order"] == str(published("maximum odd order", size))
    assert (told["order_open"], told["odd_order_open"]) == ("0", "0")


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7, 8, 9])
def test_polyominoes_of_which_a_rectangle_is_known(size: int) -> None:
    pieces = [Piece(piece) for piece in tw.polyominoes(size)]
    # All of size 6 are decided, even on a busy machine.
    effort = Effort(hunting=(20.0, 300.0) if size == 6 else (2.0, 30.0))
    told = summary([tw.rectangles(piece, effort=effort) for piece in pieces])
    tile, left = int(told["tile"]), int(told["open"])
    assert tile <= published("number of free", size) <= tile + left
    assert int(told["order"]) <= published("maximum order", size)
    if size < 9:
        assert int(told["odd_order"]) <= published("maximum odd order", size)
    assert left <= {6: 0, 7: 2, 8: 5, 9: 4}[size]


@given(shapes(most=5), st.integers(1, 6))
def test_lengths_agree_with_the_counts_of_boards(shape: Polyomino, width: int) -> None:
    own = strip(Piece(shape), width)
    for length in range(1, 11):
        board = tw.Problem(f"{width}x{length}", Piece(shape, least=0, most=None))
        assert (length in own.lengths) == (tw.count(board) > 0)
    for length in own.lengths.generators:
        cells = [cell for tile in own.tiling(length) for cell in tile]
        assert sorted(cells) == [(row, column) for row in range(width) for column in range(length)]
        assert {Polyomino(tuple(tile)).canonical() for tile in own.tiling(length)} == {
            shape.canonical()
        }


@pytest.mark.parametrize(("then", "endless"), [("...##/####.", False), ("...###/###...", True)])
def test_half_strips_that_never_close(then: str, endless: bool) -> None:
    # One row is three cells ahead after the first tile, then one cell, or three for ever.
    tiles = [Polyomino.from_text(text) for text in ("####/#...", then)]
    found = explore([tiles], (2,), max_memory=MEMORY)
    assert (found.endless, len(found.target)) == (endless, 0)


@examples(15)
@given(shapes(most=5))
def test_whatever_is_said_its_certificate_says_why(shape: Polyomino) -> None:
    answer = tw.rectangles(
        Piece(shape),
        effort=Effort(
            side_states=(300, 300), strip_states=200, searched=0, hunting=(1.0, 0.0), largest=80
        ),
    )
    assert not faults(answer)
    for short in range(1, min(answer.widths, 6) + 1):
        for long in range(short, 9):
            board = tw.Problem(word((short, long)), Piece(shape, least=0, most=None))
            assert ((short, long) in answer) == (tw.count(board) > 0)


@examples(25)
@given(shapes(most=4), st.integers(1, 12), st.integers(1, 30))
def test_whatever_is_known_agrees_with_counts_and_with_the_search(
    shape: Polyomino, rows: int, columns: int
) -> None:
    answer = brief(shape.canonical())
    short, long = sorted((rows, columns))
    copies = Piece(shape, least=0, most=None)
    number = strip_counts(short, copies).term(long)
    status = answer.status((rows, columns))
    if status == "open":
        assert not answer.complete
        assert short > answer.widths
    else:
        assert status == ("tiled" if number else "impossible")
    if number:
        assert tw.solve(tw.Problem(word((rows, columns)), copies)) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{letter}5" for letter in "FILNPTUVWXYZ"])
def test_pentominoes_agree_with_the_counts_of_all_boards_up_to_12x30(name: str) -> None:
    answer = tw.rectangles(name, max_width=12, effort=Effort(searched=0))
    assert answer.complete or answer.widths >= 12 or not answer.rectifiable
    for short in range(1, 13):
        counts = strip_counts(short, f"{name}+")
        for long in range(short, 31):
            assert ((short, long) in answer) == (counts.term(long) > 0)


@cache
def brief(shape: Polyomino) -> Rectangles:
    """What is known about a piece within a short time."""
    effort = Effort(
        side_states=(2000, 2000), strip_states=20_000, searched=0, hunting=(1.0, 0.0), largest=80
    )
    return tw.rectangles(Piece(shape), effort=effort)


@given(st.lists(st.integers(1, 12), max_size=4))
def test_lengths_are_all_sums(generators: list[int]) -> None:
    lengths = Lengths(tuple(generators))
    sums = {0}
    for number in range(1, 200):
        if any(number - one in sums for one in generators):
            sums.add(number)
    assert lengths.upto(199) == sorted(sums - {0})


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=4))
def test_what_is_made_of_rectangles_is_what_cuts_say(rectangles: list[tuple[int, int]]) -> None:
    closure = Closure(rectangles, 9)
    made: set[tuple[int, int]] = set()
    both = {*rectangles, *((b, a) for a, b in rectangles)}
    for rows in range(1, 10):
        for columns in range(1, 10):
            cut = any(
                {(part, columns), (rows - part, columns)} <= made for part in range(1, rows)
            ) or any({(rows, part), (rows, columns - part)} <= made for part in range(1, columns))
            assert closure.composite(rows, columns) == cut
            if cut or (rows, columns) in both:
                made.add((rows, columns))
            assert ((rows, columns) in closure) == ((rows, columns) in made)


@examples(10)
@given(shapes(most=4))
def test_weights_rule_out_nothing_that_is_tiled(shape: Polyomino) -> None:
    for weights in find_weights(shape.orientations()):
        excluded = weights.excluded
        for rows in range(1, 6):
            for columns in range(1, 9):
                if excluded[rows % weights.period, columns % weights.period]:
                    board = tw.Problem(word((rows, columns)), Piece(shape, least=0, most=None))
                    assert tw.count(board) == 0


def test_rectangles_are_divided_in_every_way() -> None:
    """Compared with tilings of boards by rectangles, of which some have no straight cut."""
    for parts in ([(1, 2), (1, 1)], [(2, 3), (1, 1)], [(2, 3)], [(1, 3)], [(2, 3), (1, 4), (3, 5)]):
        drawn = ["/".join(["#" * columns] * rows) for rows, columns in parts]
        pieces = [Piece.parse(f"{drawing}+") for drawing in drawn]
        for rows in range(1, 7):
            for columns in range(rows, 9):
                others = [
                    piece
                    for piece, part in zip(pieces, parts, strict=True)
                    if part != (rows, columns)
                ]
                board = word((rows, columns))
                tiled = bool(others) and tw.solve(tw.Problem(board, *others)) is not None
                assert is_divided((rows, columns), parts) is tiled, (rows, columns, parts)
    assert is_divided((30, 30), [(2, 7), (3, 11), (5, 13)], most=3) is None


@pytest.mark.parametrize(
    ("piece", "strong", "square_order"),
    [
        ("L3", [(2, 3), (5, 9)], 12),
        ("L4", [(2, 4), (3, 8)], 4),
        ("L5", [(2, 5), (7, 15)], 20),
        ("P5", [(2, 5), (7, 15)], 20),
        ("I5", [(1, 5)], 5),
    ],
)
def test_strongly_prime_rectangles_and_square_orders(
    piece: str, strong: list[tuple[int, int]], square_order: int
) -> None:
    answer = found(piece)
    assert [*answer.strongly_prime] == strong
    assert answer.weakly_prime == ()
    assert answer.square_order == square_order
    assert answer.square is not None
    assert answer.square**2 == square_order * len(answer.piece.polyomino)


def test_a_square_is_proven_though_the_list_is_not_complete() -> None:
    answer = tw.rectangles("T4", max_width=5)
    assert not answer.complete
    assert (answer.strongly_prime, answer.square, answer.square_order) == (((4, 4),), 4, 4)


def test_a_false_claim_is_found() -> None:
    claims = [json.loads(line) for line in certificate_text(found("P5")).splitlines()]

    def wrong(changed: list[dict[str, object]]) -> list[str]:
        lines = [json.dumps(claim) for claim in changed]
        return [verdict.claim for verdict in check_certificate(lines) if not verdict.holds]

    def change(kind: str, **values: object) -> list[dict[str, object]]:
        first = next(claim for claim in claims if claim["claim"] == kind)
        return [claim | values if claim is first else claim for claim in claims]

    assert not wrong(claims)
    assert "the list of prime rectangles" in wrong(
        [claim for claim in claims if claim["claim"] != "tiling"]
    )
    assert wrong([claim for claim in claims if claim["claim"] != "ending"]) == [
        "the list of prime rectangles"
    ]
    assert "a tiling of 2x5" in wrong(change("tiling", labels=[[0] * 5, [1] * 5]))
    assert "the lengths that can be tiled at width 1" in wrong(change("width", lengths=[5]))
    assert "larger rectangles are composed of smaller ones" in wrong(change("ending", step=5))
    assert "weights modulo 6" in wrong(change("weights", modulus=6))
    assert "the list of prime rectangles" in wrong(change("primes", order="3"))
    assert "the list of prime rectangles" in wrong(change("primes", rectangles=[[2, 5]]))


def test_a_list_that_rests_on_numbers_without_sense_is_not_read() -> None:
    claims = [json.loads(line) for line in certificate_text(found("P5")).splitlines()]

    def unread(kind: str, **values: object) -> None:
        first = next(claim for claim in claims if claim["claim"] == kind)
        with pytest.raises(FormatError, match="incomplete or invalid"):
            list(
                check_certificate(
                    json.dumps(claim | values if claim is first else claim) for claim in claims
                )
            )

    unread("primes", widths=-1)
    unread("primes", widths=-2, order="2")
    unread("primes", widths=2.5)
    unread("primes", rectangles=[[2, 5], [0, 5]])
    unread("tiling", rectangle=[0, 5], labels=[])
    unread("tiling", rectangle=[2])
    unread("weights", values=[])
    unread("weights", modulus=1)
    unread("width", width=0)
    unread("width", lengths=[0])
    unread("ending", step=0)
    unread("side", depth=-1)


def test_an_end_of_a_list_without_rectangles_is_checked() -> None:
    closed = certificate_text(found("X5")).splitlines()
    claims = [*closed[:-1], '{"claim": "ending", "bound": 1, "step": 1}', closed[-1]]
    assert [verdict.holds for verdict in check_certificate(claims)] == [True] * len(claims)


def test_an_odd_number_of_copies_is_ruled_out_by_weights_in_a_list_that_is_open() -> None:
    # Two colors by rows: an L-octomino covers an even number of one, so two of them take an even
    # number of both.
    answer = tw.rectangles("#######/#", max_width=3)
    assert (answer.order, answer.odd_order, answer.complete, answer.no_odd_order) == (
        2,
        None,
        False,
        True,
    )
    lines = certificate_text(answer).splitlines()
    assert all(verdict.holds for verdict in check_certificate(lines))
    without = [line for line in lines if '"weights"' not in line]
    assert [verdict.claim for verdict in check_certificate(without) if verdict.holds is False] == [
        "the list of prime rectangles to width 3"
    ]
    # This one has 2x5 and 7x15, and the odd order is unknown before the second is found.
    assert not tw.rectangles("P5", max_width=2, effort=Effort(searched=0)).no_odd_order
    assert not found("P5").no_odd_order


def test_an_answer_that_was_kept_is_the_same() -> None:
    for name in ("L3", "L4", "X5", "W5", "I2"):
        again = kept(found(name))
        assert {pair: tiling.text() for pair, tiling in again.primes.items()} == {
            pair: tiling.text() for pair, tiling in found(name).primes.items()
        }
    # An end that rests on widths beyond others.
    answer = tw.rectangles("L4", max_width=2, effort=Effort(search=NEVER))
    assert answer.ending is not None
    assert answer.ending.beyond
    assert kept(answer).ending == answer.ending
    again = kept(tw.rectangles("Y5", max_width=9, effort=Effort(searched=0)))
    assert (again.order, again.odd_order) == (10, None)


def test_a_table_names_each_piece() -> None:
    effort = Effort(side_states=(300, 300), searched=0, hunting=(1.0, 0.0))
    open_one = tw.rectangles("Y5", max_width=4, effort=effort)
    listed = [found("L3"), found("X5"), open_one, found("W5"), found("V5"), found("L4")]
    told = summary(listed)
    assert [told[key] for key in ("pieces", "tile", "none", "open", "complete")] == [
        "6",
        "2",
        "3",
        "1",
        "2",
    ]
    assert (told["order"], told["odd_order"], told["odd_order_open"]) == ("2", "15", "0")
    text = table_text(listed)
    assert "| `#/##` | 2 (2x3) | 15 (5x9) | 2: 2x3 5x9 |" in text
    assert "| `#/#/##` | 2 (2x4) | none | 2: 2x4 3x8 |" in text
    assert f"Open: `{open_one.piece.polyomino.text()}` (no rectangle with a side up to 4)." in text
    assert "since no corner can be filled: `.#/###/.#`." in text
    assert "since no side fits between two corners: `#/##/.##`, `#/#/###`." in text


def test_a_claim_that_takes_too_much_is_left_open() -> None:
    lines = certificate_text(found("L4")).splitlines()
    verdicts = list(check_certificate(lines, most_states=3))
    assert [verdict.why for verdict in verdicts if verdict.holds is None]
    assert not [verdict for verdict in verdicts if verdict.holds is False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"piece": "Y5", "max_width": 0}, "`max_width`.* at least 1"),
        ({"piece": "L3", "turn": "fixed"}, "use free or one-sided"),
        ({"piece": "tetrominoes"}, "expected one piece, got 5"),
        ({"piece": "a#/#"}, "marks"),
        ({"piece": 3}, "must be words such as"),
    ],
)
def test_wrong_requests_are_said(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((PieceError, RequestError), match=message):
        tw.rectangles(**arguments)


def test_one_sided_pieces_tile_less() -> None:
    # The one-sided L-tetromino has no 3x8.
    free, one_sided = (
        found("L4"),
        tw.rectangles("L4", turn="one-sided", effort=Effort(strip_states=2000)),
    )
    assert (3, 8) in free
    assert (3, 8) not in one_sided
    assert one_sided.order == 2


def test_a_strip_that_is_wider_than_long_is_turned_and_not_mirrored() -> None:
    answer = tw.rectangles("L4", turn="one-sided", max_width=2, effort=Effort(search=NEVER))
    assert answer.ending is not None
    assert any(long in answer.ending.beyond and short < long for short, long in answer.primes)
    assert not faults(answer)


@pytest.mark.parametrize(
    ("piece", "prime"),
    [
        ("###/#.#/#", (3, 4)),
        pytest.param("######/##.#", (3, 6), marks=pytest.mark.slow),
        ("#####/#.#.#/#", (3, 6)),
        ("####/#..##/##", (3, 6)),
    ],
)
def test_tiles_that_come_in_pairs_end_a_list(piece: str, prime: tuple[int, int]) -> None:
    answer = found(piece)
    assert (list(answer.primes), answer.complete, answer.order, answer.no_odd_order) == (
        [prime],
        True,
        2,
        True,
    )
    assert "tiles come in pairs" in answer.because
    assert not faults(answer)
    assert kept(answer).pairs == answer.pairs


@pytest.mark.slow
def test_a_false_claim_about_pairs_is_found() -> None:
    claims = [json.loads(line) for line in certificate_text(found("######/##.#")).splitlines()]

    def bad(**values: object) -> list[str]:
        lines = [
            json.dumps(claim | values if claim["claim"] == "pairs" else claim) for claim in claims
        ]
        return [
            f"{verdict.claim}: {verdict.why}"
            for verdict in check_certificate(lines)
            if not verdict.holds
        ]

    assert not bad()
    assert (
        bad(shapes=["#########/#########"])[0]
        == "tiles come in pairs: a pair can have a shape that is not listed"
    )
    # A smaller depth, and a pocket that need not be filled like that.
    assert bad(depth=0)[0].endswith("without having that tile in its own pocket")
    assert bad(pocket=[1, 5])[0].endswith("without having that tile in its own pocket")
    assert bad(pocket=[1, 1])[0].endswith("not a free cell in the bounding box of the piece")
    assert bad(pocket=[2, 2])[0].endswith("not a free cell in the bounding box of the piece")
    # Without pairs, the area is only known to be a multiple of 9.
    alone = [json.dumps(claim) for claim in claims if claim["claim"] != "pairs"]
    assert "weights modulo 18" in [one.claim for one in check_certificate(alone) if not one.holds]
    # A piece that is its own mirror image, with a pocket that is not.
    lines = [
        '{"claim": "piece", "piece": "#.#.#/#####", "name": "comb", "turn": "free"}',
        '{"claim": "pairs", "pocket": [0, 1], "depth": 0, "shapes": ["####"]}',
    ]
    (verdict,) = [verdict for verdict in check_certificate(lines) if not verdict.holds]
    assert verdict.why == "a symmetry of the piece maps the pocket to another cell"


@pytest.mark.parametrize(
    ("pieces", "least", "turn"),
    [
        ("hexominoes", 1, "one-sided"),
        *(
            pytest.param(*one, turn, marks=pytest.mark.slow)
            for one in [("hexominoes", 1), ("heptominoes", 6), ("octominoes", 30)]
            for turn in ("free", "one-sided")
            if (*one, turn) != ("hexominoes", 1, "one-sided")
        ),
    ],
)
def test_the_checker_agrees_on_pairs(pieces: str, least: int, turn: Turn) -> None:
    number = 0
    for piece in parse_pieces(pieces, turn):
        pairs = find_pairs(piece.polyomino, turn)
        if pairs is not None:
            number += 1
            lines = [
                json.dumps(
                    {"claim": "piece", "piece": piece.polyomino.text(), "name": "", "turn": turn}
                ),
                json.dumps({"claim": "pairs", **pairs.to_json()}),
            ]
            assert [verdict.holds for verdict in check_certificate(lines)] == [True, True]
    assert number >= least


@pytest.mark.parametrize(
    ("piece", "sizes"),
    [
        # In the last one there are steps of two 2x3.
        ("###/#.#/#", [(6, 8), (7, 12), (12, 12), (15, 16)]),
        ("######/##.#", [(6, 6), (9, 12)]),
        ("####/#.#/#.#", [(8, 8), (8, 12)]),
    ],
)
def test_tilings_are_made_of_the_pairs(piece: str, sizes: list[tuple[int, int]]) -> None:
    shape = Polyomino.from_text(piece)
    pairs = find_pairs(shape, "free")
    assert pairs is not None
    looks = {frozenset(image.cells) for image in pairs.images("free")}
    seen = set()
    for rows, columns in sizes:
        for tiling in itertools.islice(
            tw.tilings(f"{rows}x{columns}", Piece(shape, least=0, most=None)), 50
        ):
            tiles = [cells for _, cells in tiling]
            for tile in tiles:
                together = {_at_origin(tile + other) for other in tiles if other != tile} & looks
                assert together
                seen |= {len(look) for look in together}
    assert seen == {2 * len(shape)}


def _at_origin(cells: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, ...]]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def test_a_step_has_the_periods_of_all_that_is_ruled_out() -> None:
    checker = _RectangleChecker(
        {"claim": "piece", "piece": "##", "name": "domino", "turn": "free"}, MOST_STATES
    )
    checker.weights, checker.side = [([[0, 0], [0, 0]], 3)], [4]
    checker._check_repeats(12, step=12)
    with pytest.raises(ClaimError, match="do not repeat with period 6"):
        checker._check_repeats(12, step=6)


def test_limits_leave_what_is_known() -> None:
    answer = tw.rectangles("Y5", max_width=40, timeout=1.0)
    assert not answer.complete
    assert "time" in answer.stopped
    answer = tw.rectangles("Y5", max_width=40, max_memory=1 << 20)
    assert "states" in answer.stopped
    assert answer.order == 10


@pytest.mark.slow
def test_the_kernels_are_plain_python_too() -> None:
    code = """
import tilewright as tw
effort = tw.shapes.rectangles.Effort(side_states=(50, 50))
print(list(tw.rectangles("L3", effort=effort).primes), tw.rectangles("V5", effort=effort).complete)
print(list(tw.rectangles("I3", "L3", both=True, effort=effort).primes))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TILEWRIGHT_KERNELS": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[(2, 3), (5, 9)] True\n[(2, 6), (3, 3)]\n"
