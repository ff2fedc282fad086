"""Boxes of every size: answers agree with two engines and with published orders, and certificates
hold.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import PieceError, RequestError, UndecidedError
from tilewright.model.space.lattice import Turn
from tilewright.shapes.rectangles import Effort, boxes, certificate_text, check_certificate
from waiting import NEVER

Captured = pytest.CaptureFixture[str]

#: Orders of tetracubes, mirror images among the copies: K. Dahlke, trec, theorems/hexlist-3d.
ORDERS = {"I4": 1, "L4": 2, "T4": 4, "O4": 1, "S4": 6, "cube:##/#//#": 2, "cube:##/#//.#": 2}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("piece", "order"), ORDERS.items())
def test_orders_of_tetracubes_are_those_that_are_published(piece: str, order: int) -> None:
    # Only the boxes that the order needs are searched, not those for the odd order.
    assert (
        boxes(piece, turn="free", sides=2, effort=Effort(searched=6, seconds=NEVER)).order == order
    )


@pytest.mark.parametrize(
    ("piece", "turn"),
    [
        pytest.param("L3", "one-sided", marks=pytest.mark.slow),
        ("cube:##/#//#", "one-sided"),
        ("cube:##/#//.#", "one-sided"),
        ("S4", "free"),
    ],
)
def test_small_boxes_are_those_that_two_engines_fill(piece: str, turn: Turn) -> None:
    found = boxes(piece, turn=turn, sides=3, effort=Effort(searched=0))
    assert found.sides == 3
    for one, other in itertools.combinations_with_replacement((1, 2, 3), 2):
        for third in range(other, 7):
            problem = tw.Problem(f"cube:{one}x{other}x{third}", f"{piece}@{turn}+")
            filled = {tw.solve(problem, engine=engine) is not None for engine in ("scan", "dance")}
            assert filled == {(third, one, other) in found}


def test_what_is_open_is_not_answered_with_no() -> None:
    found = boxes("cube:##/#//.#", sides=2, effort=Effort(searched=0))
    sizes = {
        (2, 2, 2): "tiled",
        (4, 10, 6): "tiled",
        (3, 2, 5): "impossible",
        (2, 9, 2): "impossible",
        (3, 8, 3): "open",
    }
    assert {size: found.status(size) for size in sizes} == sizes
    with pytest.raises(
        UndecidedError,
        match=r"not known whether .* fills a box of 3x8x3: .* the list may be incomplete",
    ):
        (3, 8, 3) in found  # noqa: B015
    # Boxes composed of many, and long ones without a decided section.
    assert found.status((40, 42, 44)) == "tiled"
    assert boxes("I3", timeout=1e-9).status((1, 1, 3000)) == "open"
    assert boxes("X5").status((5, 5, 5)) == "impossible"
    with pytest.raises(RequestError, match="3 sides"):
        (2, 2) in found  # type: ignore[operator]  # noqa: B015


def test_every_prime_box_is_filled_and_not_cut_into_two_that_are() -> None:
    found = boxes("cube:##/#//.#", sides=3)
    assert list(found.primes) == [(2, 2, 2), (2, 3, 8), (2, 3, 12), (2, 5, 6)]
    for box, tiling in found.primes.items():
        assert tiling.labels.shape == box
        for axis, side in enumerate(box):
            rest = box[:axis] + box[axis + 1 :]
            parts = [((cut, *rest), (side - cut, *rest)) for cut in range(1, side)]
            assert not any(
                found.status(one) == found.status(other) == "tiled" for one, other in parts
            )


def test_a_piece_that_fills_no_box_is_proven_not_to() -> None:
    found = boxes("X5")
    assert (found.complete, found.rectifiable, found.order) == (True, False, None)
    assert found.because == "no corner can be filled (proven at depth 2x2 with 1 state)"
    assert all(verdict.holds for verdict in check_certificate(certificate_text(found).splitlines()))


def test_certificates_hold_and_false_ones_do_not() -> None:
    text = certificate_text(boxes("cube:##/#//.#", sides=3))
    lines = text.splitlines()
    assert all(verdict.holds for verdict in check_certificate(lines))
    wrong = {
        '"lengths": [8, 12]': '"lengths": [8]',
        '"order": "2"': '"order": "4"',
        '"boxes": [[2, 2, 2], ': '"boxes": [',
        '"section": [1, 1], "lengths": []': '"section": [1, 1], "lengths": [4]',
        '"box": [2, 2, 2], "labels": [[[0, 1]': '"box": [2, 2, 2], "labels": [[[0, 0]',
        '"endless": true': '"endless": false',
    }
    for right, other in wrong.items():
        assert text.count(right) == 1
        changed = text.replace(right, other).splitlines()
        assert any(verdict.holds is False for verdict in check_certificate(changed))
    left_out = [line for line in lines if '"section": [2, 3]' not in line]
    assert any(verdict.holds is not True for verdict in check_certificate(left_out))
    few = list(check_certificate(lines, most_states=3))
    assert any(verdict.holds is None and verdict.limited for verdict in few)


def test_an_order_is_named_only_if_nothing_smaller_can_have_been_missed() -> None:
    # Sections with sides up to 2 decide neither 2x3x4 nor all smaller boxes.
    lazy = boxes("S4", sides=2, effort=Effort(side_states=(500, 500), searched=0))
    assert (lazy.order, lazy.rectifiable, dict(lazy.primes)) == (None, None, {})
    assert boxes("S4", sides=2, effort=Effort(searched=6, seconds=NEVER)).order == 6


def test_requests_that_make_no_sense() -> None:
    with pytest.raises(PieceError, match="got 7"):
        boxes("tetracubes", turn="free")
    with pytest.raises(PieceError, match="a piece of cubes"):
        boxes(tw.Piece.parse("tri:triamond"))
    with pytest.raises(RequestError, match="use free or one-sided"):
        boxes("L3", turn="fixed")
    with pytest.raises(RequestError):
        boxes("L3", sides=0)


def test_the_command_prints_saves_and_checks(tmp_path: object, capsys: Captured) -> None:
    path = f"{tmp_path}/boxes.jsonl"
    assert run(["rectangles", "S4", "X5", "--boxes", "--max-width", "3", "-q", "-o", path]) == 0
    text = capsys.readouterr().out
    assert (
        "S4: order 6 (2x3x4), odd order open\nprime boxes: 2x3x4\nall boxes with two sides up to "
        "3 are known" in text
    )
    assert "X5 fills no box: no corner can be filled" in text
    assert run(["verify", path]) == 0
    assert "claims hold.\n" in capsys.readouterr().out
    assert run(["rectangles", "X5", "--boxes", "--table"]) == 1
    assert "X5" in capsys.readouterr().out
    assert run(["rectangles", "cube:##/#//#", "--boxes", "--max-width", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["order"], answer["order_box"], answer["sides"]) == ("2", [2, 2, 2], 2)
    assert [bar["section"] for bar in answer["bars"]] == [[1, 1], [1, 2], [2, 2]]
    assert run(["rectangles", "S4", "X5", "--boxes", "--both"]) == 2


def test_a_picture_of_prime_boxes_and_a_booklet(tmp_path: object, capsys: Captured) -> None:
    for suffix in ("svg", "pdf"):
        path = f"{tmp_path}/boxes.{suffix}"
        assert run(["rectangles", "S4", "--boxes", "--max-width", "3", "-q", "-o", path]) == 0
        assert Path(path).read_bytes()[:4] in (b"<svg", b"<?xm", b"%PDF")
