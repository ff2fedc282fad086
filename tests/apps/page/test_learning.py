"""The boards that teach: each has one solution, is small, and needs no less than the one before."""

from __future__ import annotations

import json
import subprocess

import pytest

from node import NODE
from tilewright.apps.page.built import STATIC
from tilewright.apps.page.shipped import exercises
from tilewright.formats.request import read_id
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import KINDS
from tilewright.puzzles.deduction import grade
from tilewright.puzzles.play import Session
from tilewright.solving.search import different_tilings
from waiting import NEVER

#: The most cells that are left to cover on boards of squares, and of cubes.
SQUARES, CUBES = 4 * 5, 3 * 3 * 3


def test_each_kind_and_cubes_have_five_boards_and_a_sentence_for_each() -> None:
    assert list(exercises()) == [*KINDS.built_in, "cubes"]
    code = (
        f"import {{ LEARN }} from {json.dumps((STATIC / 'texts' / 'en.js').as_uri())};"
        "console.log(JSON.stringify(LEARN.kinds));"
    )
    command = [NODE, "--input-type=module", "--eval", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=True)
    texts = json.loads(done.stdout)
    assert list(texts) == list(exercises())
    for subject, ids in exercises().items():
        assert len(set(ids)) == len(texts[subject]["boards"]) == 5
        if subject in KINDS:
            assert texts[subject]["title"] == KINDS[subject].title


@pytest.mark.parametrize("subject", exercises())
def test_boards_are_small_and_get_harder(subject: str) -> None:
    scores = []
    for name in exercises()[subject]:
        puzzle = read_id(name)
        problem = puzzle.problem()
        cubes = problem.board.lattice.dimension == 3
        assert subject == ("cubes" if cubes else puzzle.kind)
        covered = {cell for word in puzzle.placed for cell in word.partition(":")[2].split("-")}
        assert problem.board.area - len(covered) <= (CUBES if cubes else SQUARES)
        if not cubes and not KINDS[puzzle.kind].own_board:
            rows, columns = sorted(problem.board.shape)
            assert (rows <= 4, columns <= 5) == (True, True)
        cover = compile_cover(problem)
        answer = different_tilings(cover)
        assert answer.complete
        assert answer.count == 1
        scores.append(grade(cover, guesses=1).score)
    assert scores == sorted(scores)


@pytest.mark.parametrize("subject", exercises())
def test_hints_solve_the_first_board_in_two_or_three_moves(subject: str) -> None:
    session = Session(read_id(exercises()[subject][0]))
    moves = 0
    while not session.solved:
        hint = session.hint(NEVER)
        assert hint.action == "place"
        session = session.follow(hint)
        moves += 1
    assert moves in (2, 3)
