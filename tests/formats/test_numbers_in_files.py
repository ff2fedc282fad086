"""The file that `nth` writes is one that it reads: on every lattice and surface, for connected
pieces and others.
"""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.apps.command.app import run
from tilewright.counting import count
from tilewright.errors import TilewrightError
from tilewright.model.space.surface import SURFACES

PIECES = {
    "": (["dominoes+"], ["trominoes+"], ["#.#+"], ["#.#+", "##+"], ["L3+", "monomino=0..2"]),
    "tri:": (["diamonds+"], ["triamonds+"], ["triamonds+", "diamonds+"]),
    "hex:": (["dihexes+"], ["trihexes+"], ["#.#+", "##+"]),
    "cube:": (["dicubes+"], ["tricubes+"], ["dicubes+", "tricubes+"]),
}


def problems(lattice: str, number: int):
    """Yield random boards and pieces with at least 2 tilings."""
    dice = random.Random(lattice)
    found = 0
    while found < number:
        surface = dice.choice(["", *(f"{name}:" for name in SURFACES)])
        if lattice == "cube:" or (lattice and surface in ("moebius:", "klein:")):
            surface = ""
        size = (
            [dice.randint(2, 3) for _ in range(3)]
            if lattice == "cube:"
            else [dice.randint(2, 5) for _ in range(2)]
        )
        hole = "-" + ",".join("0" for _ in size) if dice.random() < 0.3 else ""
        board = f"{surface}{lattice}{'x'.join(map(str, size))}{hole}"
        pieces = dice.choice(PIECES[lattice])
        try:
            total = count(board, *pieces)
        except TilewrightError:
            continue
        if total > 1:
            found += 1
            yield board, pieces, dice.randrange(total)


@pytest.mark.parametrize("lattice", list(PIECES))
@pytest.mark.parametrize("number", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_rank_reads_what_nth_writes(lattice, number, tmp_path, capsys):
    path = tmp_path / "tiling.txt"
    for board, pieces, k in problems(lattice, number):
        assert run(["nth", board, *pieces, str(k), "-o", str(path)]) == 0
        capsys.readouterr()
        assert run(["nth", board, *pieces, str(path)]) == 0, (
            board,
            pieces,
            k,
            capsys.readouterr().err,
        )
        number = int(capsys.readouterr().out)
        if number != k:
            # Several pieces may cover the same cells across joined sides; the smallest number is
            # printed.
            assert number < k and board.startswith(SURFACES), (board, pieces, k)
            text = path.read_text()
            assert run(["nth", board, *pieces, str(number), "-o", str(path)]) == 0
            assert path.read_text() == text
            capsys.readouterr()


def test_several_tilings_of_separate_cells_in_a_file(tmp_path, capsys):
    for board, pieces in (("4x4", "#.#+"), ("cube:2x2x2", "dicubes+"), ("hex:4x4", "dihexes+")):
        path = tmp_path / "tilings.txt"
        assert run(["sample", board, pieces, "-n", "3", "--seed", "1", "-o", str(path)]) == 0
        capsys.readouterr()
        assert run(["nth", board, pieces, str(path)]) == 0
        numbers = capsys.readouterr().out.split()
        problem = tw.Problem(board, pieces)
        assert numbers == [str(tw.rank(problem, tiling)) for tiling in tw.read_tilings(path)]
        assert len(numbers) == 3
