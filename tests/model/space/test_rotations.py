"""Tilings that count once if a rotation maps them to each other: `unique="rotations"` and
`--unique rotations`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

import naive_search
import strategies
import tilewright as tw
from naive_search import Tiles
from tilewright.apps.command import run
from tilewright.counting import count_up_to_symmetry, strip
from tilewright.errors import CheckpointError, RequestError
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.work import tilings_run
from tilewright.system.runs import Run
from tilewright.verification import verify


def classes(problem: Problem) -> int:
    """The number of classes of tilings of which some rotation of the board makes one from
    another."""
    left = naive_search.all_tilings(problem)
    found = 0
    while left:
        found += 1
        left -= set(rotated(problem, next(iter(left))))
    return found


def rotated(problem: Problem, tiling: Tiles) -> list[Tiles]:
    """The images of a tiling under the rotations of the plane that are symmetries of the
    problem."""
    board = problem.board
    cells = {(int(r), int(c)) for r, c in zip(*board.mask.nonzero(), strict=True)}
    # The cells turn around the middle of their own box: the board may be larger.
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    down, right = max(r for r, _ in cells) - top, max(c for _, c in cells) - left
    found = []
    for turns in range(4):
        if turns % 2 and down != right:
            continue

        def image(cell: tuple[int, int], turns: int = turns) -> tuple[int, int]:
            r, c = cell[0] - top, cell[1] - left
            turned = [(r, c), (c, down - r), (down - r, right - c), (right - c, r)][turns]
            return turned[0] + top, turned[1] + left

        alike = all(
            image(cell) in cells
            and problem.optional[image(cell)] == problem.optional[cell]
            and board.marks[image(cell)] == board.marks[cell]
            for cell in cells
        )
        standing = {frozenset(placed.cells) for placed in problem.placed}
        if alike and {frozenset(map(image, cells)) for cells in standing} == standing:
            found.append(frozenset((piece, frozenset(map(image, own))) for piece, own in tiling))
    return found


@settings(max_examples=100)
@given(strategies.problems())
def test_count_and_listing_agree_with_grouping_by_rotations(problem: Problem) -> None:
    # A rotation may map a fixed piece to another one; test_surface has these.
    assume("fixed" not in {problem.turn, *(piece.turn for piece in problem.pieces)})
    expected = classes(problem)
    assert tw.count(problem, unique="rotations") == expected
    for engine in ("scan", "dance"):
        assert Search(problem, unique="rotations", engine=engine, threads=1).count() == expected


@pytest.mark.parametrize(
    ("side", "pieces", "expected"),
    [(4, "tetrominoes+", 37), (5, "pentominoes+", 1018), (6, "hexominoes+", 113185)],
)
def test_squares_by_all_polyominoes_of_as_many_cells(side: int, pieces: str, expected: int) -> None:
    """Mirror images count separately; up to all symmetries, the 4x4 has only 22."""
    assert tw.count(f"{side}x{side}", pieces, unique="rotations") == expected


def test_mirror_images_of_solids_are_different() -> None:
    """The Soma cube has 240 solutions up to reflection, none of which is its own mirror image."""
    assert tw.count("cube:3x3x3", "soma", unique=True) == 240
    assert tw.count("cube:3x3x3", "soma", unique="rotations") == 480
    assert sum(1 for _ in tw.tilings("cube:3x3x3", "soma", unique="rotations")) == 480


def test_details_name_rotations_only() -> None:
    found = count_up_to_symmetry("4x4", "tetrominoes+", unique="rotations", check=True)
    assert found.fixed == {
        "identity": 117,
        "quarter turn": 5,
        "half turn": 21,
        "three-quarter turn": 5,
    }
    assert found.value == 37 and found.checked


def test_strips_count_up_to_rotations() -> None:
    classes = strip(3, "trominoes+").up_to_symmetry("rotations")
    direct = [tw.count(f"3x{n}", "trominoes+", unique="rotations") for n in range(1, 13)]
    assert classes.terms(13)[1:] == direct
    assert classes.recurrence is not None


@pytest.mark.parametrize("wrong", ["rotation", None, 2])
def test_other_values_are_refused(wrong: object) -> None:
    for call in (tw.count, tw.tilings):
        with pytest.raises(RequestError, match="rotations"):
            call("4x4", "tetrominoes+", unique=wrong)  # type: ignore[arg-type]


def test_the_command_and_what_verifies_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def printed(*words: str) -> str:
        assert run(list(words)) == 0
        return capsys.readouterr().out

    assert printed("count", "4x4", "tetrominoes+", "--unique", "rotations") == "37\n"
    assert (
        printed("count", "NxN", "N-ominoes+", "--unique", "rotations", "--upto", "4").splitlines()[
            -1
        ]
        == "4 37"
    )
    answer = json.loads(
        printed("solve", "4x4", "tetrominoes+", "--all", "--unique", "rotations", "--json")
    )
    assert answer["unique"] == "rotations" and answer["count"] == "37" and answer["complete"]
    file = tmp_path / "answer.json"

    def holds(record: dict[str, object]) -> bool:
        file.write_text(json.dumps(record))
        return bool(verify(file))

    assert holds(answer)
    assert not holds({**answer, "tilings": answer["tilings"][1:], "count": "36"})
    assert not holds({**answer, "unique": True})
    assert not holds({**answer, "unique": "reflections"})


def test_a_checkpoint_up_to_rotations_is_not_one_up_to_symmetry(tmp_path: Path) -> None:
    kept = tmp_path / "count.ckpt"
    for _ in range(2):
        assert tw.count("4x4", "tetrominoes+", unique="rotations", checkpoint=kept) == 37
    with pytest.raises(CheckpointError, match="different options"):
        tw.count("4x4", "tetrominoes+", unique=True, checkpoint=kept)


def test_runs_remember_rotations(tmp_path: Path) -> None:
    with tilings_run(tmp_path / "run", Problem("4x4", "tetrominoes+"), unique="rotations") as run_:
        assert run_.work.description["unique"] == "rotations"
    with Run.resume(tmp_path / "run") as resumed:
        assert resumed.work.description["unique"] == "rotations"
