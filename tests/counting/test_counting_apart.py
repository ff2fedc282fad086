"""Equal pieces told apart: counts agree with a search that treats each listed piece as a piece of
its own.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import factorial
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.counting import count_details
from tilewright.errors import EngineError

Shape = frozenset[tuple[int, int]]
SHAPES = ("#", "##", "###", "##/.#", "###/..#", "##/##", "#.#", "##./.##")


def turned(drawing: str, turn: str) -> set[Shape]:
    """Return the orientations of a drawing, each moved to the corner."""
    cells = {
        (r, c)
        for r, line in enumerate(drawing.split("/"))
        for c, sign in enumerate(line)
        if sign == "#"
    }
    found = set()
    for flips in (0, 1) if turn == "free" else (0,):
        for turns in range(4) if turn != "fixed" else (0,):
            own = {(r, -c) for r, c in cells} if flips else cells
            for _ in range(turns):
                own = {(c, -r) for r, c in own}
            top, left = min(r for r, _ in own), min(c for _, c in own)
            found.add(frozenset((r - top, c - left) for r, c in own))
    return found


def brute(
    rows: int, columns: int, listed: list[tuple[str, int, int]], turn: str, empty: int
) -> int:
    """Return the number of tilings: sets of tiles, each with the number of its listed piece."""
    ways = [turned(drawing, turn) for drawing, _, _ in listed]
    cells = [(r, c) for r in range(rows) for c in range(columns)]

    def extend(at: int, taken: Shape, used: tuple[int, ...], empties: int) -> int:
        while at < len(cells) and cells[at] in taken:
            at += 1
        if at == len(cells):
            return all(own >= least for own, (_, least, _) in zip(used, listed, strict=True))
        found = extend(at + 1, taken, used, empties + 1) if empties < empty else 0
        row, column = cells[at]
        for k, (_, _, most) in enumerate(listed):
            if used[k] == most:
                continue
            for shape in ways[k]:
                first = min(shape)
                tile = frozenset((row + r - first[0], column + c - first[1]) for r, c in shape)
                if tile <= set(cells) and not tile & taken:
                    more = (*used[:k], used[k] + 1, *used[k + 1 :])
                    found += extend(at + 1, taken | tile, more, empties)
        return found

    return extend(0, frozenset(), (0,) * len(listed), 0)


def problems(number: int, seed: int):
    """Yield random problems as numbers and as a `Problem`, in which some pieces are equal."""
    dice = random.Random(seed)
    while number:
        rows, columns = dice.randint(1, 3), dice.randint(2, 4)
        turn, empty = dice.choice(["free", "one-sided", "fixed"]), dice.choice([0, 0, 1, 3])
        shapes = dice.sample(SHAPES, 2)
        listed = []
        for _ in range(dice.randint(2, 4)):
            least = dice.choice([0, 1, 1, 2])
            listed.append(
                (dice.choice(shapes), least, max(1, least + dice.choice([0, 0, 0, 1, 2])))
            )
        pieces = [
            replace(
                tw.Piece.parse(drawing),
                least=least,
                most=most,
                name=dice.choice([drawing, f"P{k}"]),
            )
            for k, (drawing, least, most) in enumerate(listed)
        ]
        problem = tw.Problem(f"{rows}x{columns}", *pieces, turn=turn, empty=empty)
        if problem.faults() or not any(len(parts) > 1 for parts in problem.parts):
            continue
        number -= 1
        yield (rows, columns, listed, turn, empty), problem


@pytest.mark.parametrize(
    ("number", "seed"), [(150, 1), pytest.param(3000, 2, marks=pytest.mark.slow)]
)
def test_told_apart_as_by_brute_force(number, seed):
    several = 0
    for written, problem in problems(number, seed):
        expected = brute(*written)
        assert tw.count(problem, distinct_pieces=True) == expected, problem
        assert tw.count(problem.with_rules(empty=written[-1]), distinct_pieces=True) == expected
        assert tw.count(problem, distinct_pieces=True, mod=5) == expected % 5
        several += expected > tw.count(problem)
    assert several > number // 10


def test_copies_of_one_piece_are_not_told_apart():
    assert tw.count("2x3", "L3=2", distinct_pieces=True) == 2
    assert tw.count("2x3", "L3", "L3", distinct_pieces=True) == 4
    # A set, and a word that sets copies of one of its pieces.
    assert tw.count("3x4", "trominoes", "L3=4", "I3=0", distinct_pieces=True) == tw.count(
        "3x4", "L3=4"
    )
    # A piece with two copies, and an equal one: which of the three is it?
    problem = tw.Problem("2x3", tw.Piece.parse("##=2"), tw.Piece.parse("##"))
    assert (tw.count(problem), tw.count(problem, distinct_pieces=True)) == (3, 9)
    # Equal pieces are not mentioned if they are told apart; other warnings are errors here.
    assert tw.count("2x3", *[tw.Piece.parse("##")] * 3, distinct_pieces=True) == 18


def test_eleven_equal_pieces():
    listed = ["##"] * 11
    assert tw.count("1x22", *listed) == 1
    found = count_details("1x22", *listed, distinct_pieces=True, mod=10**20)
    assert (found.value, found.merged) == (39_916_800, 1)
    assert count_details("1x22", *listed, distinct_pieces=True, check=True).value == 39_916_800
    # Modulo numbers that fit in a machine word and that do not.
    for columns, number, mod in ((22, 28657, 10**4 + 7), (80, 37889062373143906, 10**15 + 37)):
        found = count_details(f"2x{columns}", *["##"] * columns, distinct_pieces=True, mod=mod)
        assert (found.value, found.merged) == (number * factorial(columns) % mod, number % mod)
    varying = [replace(tw.Piece("##"), most=None), tw.Piece("##")]
    # Each of the 34 tilings has 8 tiles, and any of them is the second piece.
    found = count_details("2x8", *varying, distinct_pieces=True, mod=7)
    assert (found.value, found.merged) == (34 * 8 % 7, 34 % 7)


def test_placed_pieces_and_symmetries_are_refused():
    with pytest.raises(
        EngineError, match="listed 2 times, so the placed piece could be any of these copies"
    ):
        tw.count("2x3", "L3", "L3", placed=["L3:0,0-0,1-1,0"], distinct_pieces=True)
    assert (
        tw.count("2x3", "L3", "domino", "monomino", placed=["L3:0,0-0,1-1,0"], distinct_pieces=True)
        == 2
    )
    with pytest.raises(EngineError, match="unique"):
        tw.count("2x3", "L3", "L3", unique=True, distinct_pieces=True)
    with pytest.raises(EngineError, match="variable number of copies"):
        tw.count("2x4", "L4=0..2", "J4=0..1", distinct_pieces=True, check=True)


def test_a_checkpoint_serves_both_numbers(tmp_path: Path):
    kept = tmp_path / "count.ckpt"
    assert tw.count("2x6", "##", "##", "##", "##", "##", "##", checkpoint=kept) == 13
    assert tw.count("2x6", *["##"] * 6, checkpoint=kept, distinct_pieces=True) == 13 * 720


def test_the_command(tmp_path: Path, capsys):
    puzzle = tmp_path / "two.pieces"
    puzzle.write_text("##\n\n##\n\n##\n")
    assert run(["count", "2x3", str(puzzle), "--distinct-pieces", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], answer["merged"], answer["distinct_pieces"]) == ("18", "3", True)
    assert run(["count", "2x4", "L4=0..2", "J4=0..1", "--distinct-pieces", "-q"]) == 0
    assert (
        capsys.readouterr().out
        == f"{brute(2, 4, [('###/..#', 0, 2), ('###/..#', 0, 1)], 'free', 0)}\n"
    )
    for options in (["--unique"], ["--by-piece"], ["--heat"]):
        assert run(["count", "2x3", "L3", "L3", "--distinct-pieces", *options]) == 2
    assert run(["count", "4xN", "L3+", "--distinct-pieces"]) == 2
    assert run(["count", "NxN", "L3+", "--distinct-pieces"]) == 2
