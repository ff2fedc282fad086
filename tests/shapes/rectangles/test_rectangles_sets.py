"""Rectangles with every piece of a set: against counts of small boards, a plain list of cuts, and
the checker.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from strategies import polyominoes as shapes
from tilewright.errors import PieceError, RequestError, UndecidedError
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyomino
from tilewright.shapes.rectangles import (
    Effort,
    JointRectangles,
    certificate_text,
    check_certificate,
)
from tilewright.shapes.rectangles.completeness import Closure
from tilewright.shapes.rectangles.lengths import JointLengths, Lengths

#: Enough for small sizes, without a search that depends on the clock.
QUICK = Effort(side_states=(2000, 2000), strip_states=20_000, searched=0, largest=120)


@cache
def found(*words: str, turn: Turn = "free") -> JointRectangles:
    return tw.rectangles(*words, both=True, turn=turn)


def tiled(pieces: tuple[Piece, ...], turn: Turn, rows: int, columns: int, least: int) -> bool:
    """Whether a rectangle has a tiling with at least the given number of copies of each piece, by
    counting.
    """
    problem = tw.Problem(
        f"{rows}x{columns}",
        *(Piece(piece.polyomino, least=least, most=None) for piece in pieces),
        turn=turn,
    )
    return tw.count(problem) > 0


def wrong(answer: JointRectangles) -> list[str]:
    return [
        f"{verdict.claim}: {verdict.why}"
        for verdict in check_certificate(certificate_text(answer).splitlines())
        if not verdict.holds
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "primes"),
    [
        (("I3", "L3"), [(2, 6), (3, 3)]),
        (("L4", "T4"), [(3, 4), (6, 6)]),
        (("I5", "V5"), [(5, 6)]),
        (("I2", "L3", "X5"), [(3, 5), (4, 5)]),
    ],
)
@pytest.mark.parametrize("sides", [(6, 9), pytest.param((8, 12), marks=pytest.mark.slow)])
def test_lists_that_end_have_every_prime_up_to_a_size(
    words: tuple[str, ...], primes: list[tuple[int, int]], sides: tuple[int, int]
) -> None:
    shorter, longer = sides
    answer = found(*words)
    assert answer.complete
    assert list(answer.primes) == primes
    assert not wrong(answer)
    every, some = (
        {
            pair
            for short in range(1, shorter + 1)
            for long in range(short, longer + 1)
            if tiled(answer.pieces, "free", short, long, least)
            for pair in ((short, long), (long, short))
        }
        for least in (1, 0)
    )
    # The primes, by trying all cuts.
    plain = [
        (short, long)
        for short, long in sorted(every)
        if short <= long
        and not any(
            (part, long) in every and (short - part, long) in some for part in range(1, short)
        )
        and not any(
            (short, part) in every and (short, long - part) in some for part in range(1, long)
        )
    ]
    assert plain == [prime for prime in primes if prime[0] <= shorter and prime[1] <= longer]
    for short in range(1, shorter + 1):
        for long in range(short, longer + 1):
            assert ((short, long) in answer) == ((short, long) in every)


def agrees_with_counting(listed: list[Polyomino], turn: Turn, shorter: int, longer: int) -> None:
    answer = tw.rectangles(*map(Piece, listed), both=True, turn=turn, effort=QUICK)
    assert not wrong(answer)
    for (short, long), tiling in answer.primes.items():
        assert tiling.shape == (short, long)
        assert {name for name, _ in tiling} == {piece.name for piece in answer.pieces}
    for short in range(1, shorter + 1):
        for long in range(short, longer + 1):
            status = answer.status((short, long))
            if status == "open":
                assert not answer.complete
                assert short > answer.widths
            else:
                assert (status == "tiled") == tiled(answer.pieces, turn, short, long, 1), (
                    short,
                    long,
                )


SETS = st.lists(shapes(most=5), min_size=2, max_size=3, unique_by=Polyomino.canonical)
TURNS = st.sampled_from(["free", "one-sided"])


@settings(max_examples=4)
@given(SETS, TURNS)
def test_random_sets_agree_with_counting(listed: list[Polyomino], turn: Turn) -> None:
    agrees_with_counting(listed, turn, 6, 9)


@pytest.mark.slow
@settings(max_examples=40)
@given(SETS, TURNS)
def test_more_random_sets_agree_with_counting(listed: list[Polyomino], turn: Turn) -> None:
    agrees_with_counting(listed, turn, 8, 12)


def test_a_mirror_that_swaps_two_pieces_does_not_mix_them_up() -> None:
    answer = found("L4", "J4", turn="one-sided")
    assert list(answer.primes) == [(2, 8), (3, 8), (4, 4)]
    assert not tiled(answer.pieces, "one-sided", 2, 4, 1)
    assert not wrong(answer)


def test_pieces_that_tile_no_rectangle_together() -> None:
    answer = found("X5", "T5")
    assert (answer.rectifiable, answer.complete, answer.smallest) == (False, True, None)
    assert answer.because.startswith("no corner can be filled")
    assert not wrong(answer)


def test_a_list_that_does_not_end_says_up_to_where_it_goes() -> None:
    answer = tw.rectangles("Y5", "X5", both=True, max_width=5)
    assert not answer.complete
    assert answer.widths == 5
    assert answer.because == "all rectangles with a side up to 5 are known"
    assert not wrong(answer)
    assert [answer.status(size) for size in ((5, 7), (7, 7), (6, 10))] == [
        "impossible",
        "impossible",
        "open",
    ]
    with pytest.raises(
        UndecidedError, match="it is not known whether Y5 and X5 tile a rectangle of 6x10"
    ):
        (6, 10) in answer  # noqa: B015


def test_a_false_claim_about_every_piece_is_found() -> None:
    claims = [json.loads(line) for line in certificate_text(found("I3", "L3")).splitlines()]

    def bad(changed: list[dict[str, object]]) -> list[str]:
        lines = [json.dumps(claim) for claim in changed]
        return [verdict.claim for verdict in check_certificate(lines) if not verdict.holds]

    def change(kind: str, which: int = 0, **values: object) -> list[dict[str, object]]:
        first = [claim for claim in claims if claim["claim"] == kind and claim.get("every")][which]
        return [claim | values if claim is first else claim for claim in claims]

    last = "the list of prime rectangles with every piece"
    assert not bad(claims)
    assert "the lengths that can be tiled at width 2 with every piece" in bad(
        change("width", 1, lengths=[3])
    )
    assert "the lengths that can be tiled at width 2 with every piece" in bad(
        change("width", 1, lengths=[])
    )
    assert "the lengths that can be tiled at width 2 with every piece" in bad(
        change("width", 1, lengths=[9])
    )
    # Two L-trominoes alone.
    assert "a tiling of 2x3 with every piece" in bad(
        change("tiling", rectangle=[2, 3], labels=[[0, 0, 1], [0, 1, 1]])
    )
    assert last in bad(change("primes", rectangles=[[2, 6]]))
    assert last in bad(change("primes", rectangles=[[2, 6], [3, 3], [3, 4]]))
    assert last in bad(
        [claim for claim in claims if not (claim["claim"] == "ending" and claim.get("every"))]
    )
    assert last in bad(
        [claim for claim in claims if claim["claim"] != "primes" or claim.get("every")]
    )
    assert "larger rectangles with every piece are composed of smaller ones" in bad(
        change("ending", step=2)
    )
    # The ending depends on all claimed widths, not only on those up to the bound of the list.
    shorter = [
        claim | {"rectangles": [[3, 3]], "widths": 0}
        if claim["claim"] == "primes" and claim.get("every")
        else claim
        for claim in claims
        if not (claim["claim"] == "tiling" and claim.get("every") and claim["rectangle"] == [2, 6])
    ]
    assert last in bad(shorter)
    composite = change("primes", rectangles=[[2, 6], [3, 3], [3, 4]])
    tiling = {"claim": "tiling", "every": True, "rectangle": [3, 4]}
    tiling["labels"] = [[0, 0, 2, 3], [0, 1, 2, 3], [1, 1, 2, 3]]
    assert bad([*composite[:-1], tiling, composite[-1]]) == [last]


@pytest.mark.slow
def test_a_certificate_of_more_states_is_left_open() -> None:
    lines = certificate_text(found("I2", "L3", "X5")).splitlines()
    verdicts = list(check_certificate(lines, most_states=5))
    assert [verdict for verdict in verdicts if verdict.holds is None]
    assert not [verdict for verdict in verdicts if verdict.holds is False]


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=3), st.lists(st.integers(1, 20), max_size=3)
)
def test_joint_lengths_are_one_and_any_parts(parts: list[int], generators: list[int]) -> None:
    lengths = JointLengths(Lengths(tuple(parts)), tuple(generators))
    sums = set(generators)
    for number in range(1, 100):
        if any(number - one in sums for one in parts):
            sums.add(number)
    assert [number for number in range(1, 100) if number in lengths] == sorted(
        n for n in sums if n < 100
    )
    assert bool(lengths) == bool(generators)


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=3),
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=3),
)
def test_what_is_made_of_one_and_parts_is_what_cuts_say(
    own: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    parts = Closure([*own, *others], 9)
    joint = Closure(own, 9, parts=parts)
    made: set[tuple[int, int]] = set()
    both = {*own, *((b, a) for a, b in own)}
    for rows in range(1, 10):
        for columns in range(1, 10):
            cut = any(
                (part, columns) in made and (rows - part, columns) in parts
                for part in range(1, rows)
            ) or any(
                (rows, part) in made and (rows, columns - part) in parts
                for part in range(1, columns)
            )
            assert joint.composite(rows, columns) == cut
            if cut or (rows, columns) in both:
                made.add((rows, columns))
            assert ((rows, columns) in joint) == ((rows, columns) in made)


@pytest.mark.parametrize(
    ("words", "arguments", "message"),
    [
        (("L3", "I3"), {}, "both=True"),
        (("L3",), {"both": True}, "2 to 8 pieces, got 1"),
        (("L3", "##/.#"), {"both": True}, "are the same piece"),
        (("L3", "I3"), {"both": True, "turn": "fixed"}, "use free or one-sided"),
        (("L3", "I3@one-sided"), {"both": True}, "must have the same turn"),
        (("L3", "I3"), {"both": True, "max_width": 0}, "at least 1"),
        (("L3", "trominoes"), {"both": True}, "expected one piece, got 2"),
    ],
)
def test_wrong_requests_are_said(
    words: tuple[str, ...], arguments: dict[str, object], message: str
) -> None:
    with pytest.raises((PieceError, RequestError), match=message):
        tw.rectangles(*words, **arguments)


def test_limits_leave_what_is_known() -> None:
    answer = tw.rectangles("Y5", "X5", both=True, max_width=30, max_memory=1 << 20)
    assert not answer.complete
    assert answer.stopped
