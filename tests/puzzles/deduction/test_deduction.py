"""Deductions are proofs: each holds in all tilings, and a grade never needs more than it says."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from cases import random_case
from deducing import Contradiction, carry_out, next_step
from naive_deduction import Impossible, NaiveDeducer, SharedSum, all_tilings, shared_sums
from plain_kernels import plain
from ruled import ruled_problem
from strategies import problems
from tilewright.errors import LimitError
from tilewright.kernels.deduction.steps import DeductionTables
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover, decode, placement_number, placement_of
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import Surface
from tilewright.puzzles import generate
from tilewright.puzzles.deduction import (
    GRADES,
    LARGEST,
    Deducer,
    Solving,
    Step,
    StepKind,
    called,
    grade,
    problem_tables,
    region_tables,
)
from tilewright.puzzles.play import Session
from tried import examples

#: Boards of every lattice and surface, some of whose cells are left out: what is drawn of each
#: number of problems.
SPACES: dict[str, tuple[Board, ...]] = {
    "squares": tuple(map(Board.parse, ("1x7", "2x5", "3x4"))),
    "triangles": tuple(map(Board.parse, ("tri:2x3", "tri:triangle3"))),
    "hexagons": tuple(map(Board.parse, ("hex:2x5", "hex:3x4"))),
    "cubes": tuple(map(Board.parse, ("cube:2x2x3", "cube:1x3x4"))),
    "torus": tuple(map(Board.parse, ("torus:1x6", "torus:2x4", "torus:3x4"))),
    "cylinder": tuple(map(Board.parse, ("cylinder:2x5", "cylinder:4x3", "cylinder:4x2"))),
    "moebius": tuple(map(Board.parse, ("moebius:2x4", "moebius:3x4"))),
    "klein": tuple(map(Board.parse, ("klein:2x4", "klein:3x4"))),
    "sheared": (
        Board.from_array(np.ones((2, 5)), surface=Surface([(2, 1), (0, 5)])),
        Board.from_array(np.ones((3, 3)), lattice="hex", surface=Surface([(3, 1), (0, 3)])),
    ),
    "triangles, joined": tuple(map(Board.parse, ("torus:tri:2x3", "cylinder:tri:2x3"))),
    "hexagons, joined": tuple(map(Board.parse, ("torus:hex:2x5", "cylinder:hex:3x4"))),
}


def random_problem(space: str, dice: random.Random) -> Problem | None:
    """Draw a problem by cutting up a board: any cells that are near each other are a tile,
    connected or not.
    """
    whole = dice.choice(SPACES[space])
    mask, marks = whole.mask.copy(), np.zeros(whole.shape, dtype=np.int16)
    cells = np.argwhere(mask).tolist()
    for cell in dice.sample(cells, dice.choice([0, 0, 1, 2])):
        mask[tuple(cell)] = False
    cells = [tuple(cell) for cell in np.argwhere(mask).tolist()]
    optional = np.zeros(whole.shape, dtype=bool)
    some, marked = dice.choice([0, 0, 0.3]), dice.choice([0, 0, 0.2])
    for cell in cells:
        optional[cell] = dice.random() < some
        marks[cell] = not optional[cell] and dice.random() < marked
    empties = [cell for cell in cells if optional[cell] and dice.random() < 0.4]
    if not optional.any() and dice.random() < 0.4:
        empties = dice.sample(cells, dice.randint(1, 2))
    copies: Counter[tuple[Polyform, tuple[str, ...]]] = Counter()
    left = [cell for cell in cells if cell not in empties]
    while left:
        tile = [left.pop(dice.randrange(len(left)))]
        near = left
        for _ in range(dice.choice([0, 1, 1, 2, 2, 3])):
            if dice.random() < 0.6:
                near = [
                    c for c in left if any(whole.lattice.connected((c, other)) for other in tile)
                ]
            if near and left:
                tile.append(dice.choice([c for c in near if c in left] or left))
                left.remove(tile[-1])
        tile.sort()
        copies[Polyform(tile, whole.lattice), tuple("a" if marks[c] else "" for c in tile)] += 1
    pieces = [
        Piece(
            shape,
            f"P{number}",
            least := max(0, count - dice.choice([0, 0, 1])),
            least + dice.choice([0, 1, 2]) or 1,
            None,
            own,
        )
        for number, ((shape, own), count) in enumerate(copies.items())
    ]
    if dice.random() < 0.3:
        pieces.append(Piece(Polyform([cells[0]], whole.lattice), "Q", 0, dice.choice([1, 2, None])))
    empty = (dice.randint(0, len(empties)), len(empties) + dice.choice([0, 0, 1])) if empties else 0
    board = Board(
        mask,
        optional=optional,
        marks=marks,
        alphabet=("a",),
        lattice=whole.lattice,
        surface=whole.surface,
    )
    problem = Problem(board, *pieces, turn=dice.choice(["free", "one-sided", "fixed"]), empty=empty)
    return None if problem.faults() else problem


def random_position(
    tilings: list[frozenset[int]], cover: Cover, dice: random.Random
) -> tuple[int, ...]:
    """Draw some placements that may lie together: of a tiling, or what comes."""
    if tilings and dice.random() < 0.8:
        tiling = sorted(dice.choice(tilings))
        return tuple(dice.sample(tiling, dice.randint(0, max(0, len(tiling) - 1))))
    position = Deducer(cover).start()
    deducer = Deducer(cover)
    for placement in dice.sample(range(cover.size), min(cover.size, dice.randint(0, 3))):
        if position.allows(placement):
            deducer.choose(position, placement)
    return tuple(position.chosen)


def check_step(
    step: Step, left: list[frozenset[int]], cover: Cover, chosen: tuple[int, ...]
) -> list[frozenset[int]]:
    """Return the tilings that a step leaves, after all that it says of them."""
    rest = [
        tiling for tiling in left if set(step.chosen) <= tiling and not tiling & set(step.removed)
    ]
    if step.is_choice:
        assert rest, (step, cover.problem, chosen)
    elif step.kind == "symmetry":
        images = {
            frozenset(image[list(tiling)].tolist())
            for tiling in rest
            for image in cover.symmetries()
        }
        assert set(left) <= images, (step, cover.problem, chosen)
    else:
        assert rest == left, (step, cover.problem, chosen)
    return rest


def check_position(cover: Cover, tilings: list[frozenset[int]], chosen: tuple[int, ...]) -> None:
    """Every kind of step, on the way from a position to the end, holds in all tilings that are
    left.
    """
    deducer = Deducer(cover)
    left = [tiling for tiling in tilings if set(chosen) <= tiling]
    position = deducer.start(chosen)
    while not deducer.solved(position):
        kinds: set[StepKind] = {"cell", "rule", "region", "blocked", "symmetry", "trial"}
        for kind in kinds:
            try:
                step = next_step(deducer, position, frozenset({kind}))
            except Contradiction:
                assert not left, (kind, cover.problem, chosen)
                continue
            if step is not None:
                check_step(step, left, cover, chosen)
        try:
            step = next_step(deducer, position)
        except Contradiction:
            return
        if step is None:
            return
        left = check_step(step, left, cover, chosen)
        carry_out(deducer, position, step)
    assert frozenset(position.chosen) in left, (cover.problem, chosen)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "number",
    [25, pytest.param(500, marks=pytest.mark.slow)],
    ids=["some problems", "many problems"],
)
@pytest.mark.parametrize("space", SPACES)
def test_every_step_holds_in_every_tiling_of_a_random_position(space: str, number: int) -> None:
    """On every lattice and surface, with pieces in several parts, cells that have to stay empty,
    marks and numbers of copies.
    """
    dice = random.Random(space)
    checked = 0
    while checked < number:
        problem = random_problem(space, dice)
        if problem is None:
            continue
        cover = compile_cover(problem)
        tilings = all_tilings(cover, most=400)
        if tilings is None:
            continue
        checked += 1
        for _ in range(3):
            check_position(cover, tilings, random_position(tilings, cover, dice))
        found = grade(cover, guesses=20)
        left = tilings
        for step in found.steps:
            left = check_step(step, left, cover, ())


@pytest.mark.parametrize(
    "numbers",
    [range(24), pytest.param(range(24, 600), marks=pytest.mark.slow)],
    ids=["some problems", "many problems"],
)
def test_every_step_keeps_to_the_rules(numbers: range) -> None:
    """The steps of a problem with rules hold in all tilings that keep the rules, by the checker of
    tilings, which knows nothing of sums.
    """
    kinds: Counter[str] = Counter()
    for number in numbers:
        problem = ruled_problem(number)
        cover = None if problem is None else compile_cover(problem)
        every = None if cover is None else all_tilings(cover, most=300)
        if problem is None or cover is None or every is None:
            continue
        tilings = [
            chosen
            for chosen in every
            if not decode(cover, np.array(sorted(chosen), dtype=np.int32)).faults(problem)
        ]
        dice = random.Random(number)
        for _ in range(3):
            check_position(cover, tilings, random_position(tilings, cover, dice))
        found = grade(cover, guesses=20)
        left = tilings
        for step in found.steps:
            left = check_step(step, left, cover, ())
            kinds[step.kind] += 1
    assert kinds["rule"] > len(numbers) // 8


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("1x6", ["##", "#.#=2"]),
        ("1x7", ["###", "#.#=2"]),
        ("hex:1x6", ["hex:##", "hex:#.#=2"]),
        ("cylinder:6x1", ["##", "#/./#=2"]),
        ("cube:1x1x6", ["##", "#.#=2"]),
    ],
)
def test_what_is_cut_off_may_be_filled_from_outside(board: str, words: list[str]) -> None:
    """Two pieces in parts may lie in each other: what is between the parts of one is no region of
    its own.
    """
    cover = compile_cover(Problem(board, *words))
    tilings = all_tilings(cover, most=400)
    assert tilings
    deducer = Deducer(cover)
    step = next_step(deducer, deducer.start(), frozenset({"region"}))
    assert step is None or check_step(step, tilings, cover, ())
    left = tilings
    for step in grade(cover).steps:
        left = check_step(step, left, cover, ())


@pytest.mark.parametrize("seed", range(12))
def test_regions_of_more_than_64_cells_are_filled_by_any_sum_of_pieces(seed: int) -> None:
    """Sizes are bits in words of 64, and sums carry from one word to the next."""
    dice = random.Random(seed)
    sizes = dice.sample(range(20, 60), 5)
    first = sum(sizes[:3]) if seed % 3 else dice.randrange(65, sum(sizes) - 65)
    mask = np.zeros((1, sum(sizes) + 1), dtype=bool)
    mask[:, :first] = mask[:, first + 1 :] = True
    lines = [Piece(Polyform([(0, x) for x in range(size)])) for size in sizes]
    cover = compile_cover(Problem(Board(mask), *lines))

    def sums(others: list[int]) -> set[int]:
        return {
            sum(chosen) for count in range(6) for chosen in itertools.combinations(others, count)
        }

    deducer = Deducer(cover)
    if first not in sums(sizes):
        with pytest.raises(Contradiction):
            next_step(deducer, deducer.start(), frozenset({"region"}))
        return
    cutting = set()
    for number, piece in enumerate(cover.placement_piece.tolist()):
        cells = cover.cells[cover.item[cover.start[number] : cover.start[number + 1]], 1]
        begin, end = (0, first) if cells[0] < first else (first + 1, mask.size)
        rest = sums(sizes[:piece] + sizes[piece + 1 :])
        if {int(cells.min()) - begin, end - 1 - int(cells.max())} - rest:
            cutting.add(number)
    step = next_step(deducer, deducer.start(), frozenset({"region"}))
    assert step is not None
    assert set(step.removed) == cutting


@pytest.mark.parametrize(
    ("board", "words", "empty"),
    [
        ("1x3", ["domino+", "I3=0..1"], (1, 1)),
        ("1x4", ["domino+", "I3=0..1"], (1, 1)),
        ("2x2", ["monomino=0..2", "domino=0..2"], (1, 1)),
        ("2x3-0,0", ["domino+", "I3=0..1"], (2, 2)),
    ],
)
def test_a_guess_may_leave_too_few_cells_empty(
    board: str, words: list[str], empty: tuple[int, int]
) -> None:
    cover = compile_cover(Problem(board, *words, empty=empty))
    assert grade(cover).level == "expert"


def test_a_choice_keeps_a_tiling_and_is_no_proof() -> None:
    """Of several tilings it keeps some; so it is in a grade, and never in a hint."""
    cover = compile_cover(Problem(".#/##/##", ".#/##=0..1", "#+", turn="fixed"))
    choices = [step for step in grade(cover).steps if step.is_choice]
    assert choices
    assert "any of them works" in choices[0].text
    tilings = all_tilings(cover, most=400)
    assert tilings and not all(set(choices[0].chosen) <= tiling for tiling in tilings)
    session = Session(Puzzle.of(cover.problem))
    hint = session.hint()
    assert hint.kinds == ("try",)
    assert hint.text.startswith("try ") and "lead to a solution" in hint.text


def same_steps(cover: Cover) -> int:
    """Solve by the deducer and by its slow twin at once; return how many steps both made alike."""
    deducer, naive = Deducer(cover), NaiveDeducer(cover)
    position, other = deducer.start(), naive.start()
    steps = 0
    while not deducer.solved(position):
        assert [p for p in range(cover.size) if position.allows(p)] == sorted(other[0])
        try:
            step = next_step(deducer, position, GRADES["hard"] - {"symmetry"})
        except Contradiction:
            with pytest.raises(Impossible):
                naive.next_step(other)
            break
        found = naive.next_step(other)
        if step is None:
            assert found is None
            break
        assert found == (step.kind, set(step.chosen), set(step.removed))
        carry_out(deducer, position, step)
        for placement in step.chosen:
            other = naive.choose(other, placement)
        other = (other[0] - set(step.removed), *other[1:])
        steps += 1
    return steps


@examples(150)
@given(problem=problems(area=14, marks="o"))
def test_the_kernels_find_what_the_slow_twin_finds(problem: Problem) -> None:
    same_steps(compile_cover(problem))


@pytest.mark.parametrize("name", ["talos:hub-gates-1", "dots:4x6-easy", "dots:6x6-medium"])
def test_a_puzzle_is_solved_step_by_step_as_by_the_slow_twin(name: str) -> None:
    assert same_steps(compile_cover(find_puzzle(name).problem())) > 1


@pytest.mark.slow
def test_the_kernels_with_the_jit_off() -> None:
    program = """
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from test_deduction import same_steps
for problem in (Problem("4x4", "L4=2", "Z4=2", turn="one-sided"), Problem("o##/##o/##o", "#/o#+"),
                Problem("3x5", "L3=1..4", "domino=0..2", empty=(1, 2)), Problem("4x4", "domino=3", "pentomino:LP"),
                Problem("1x7", "###", "#.#=2"), Problem("cylinder:2x4", "#/.#=2", "domino", "monomino=2")):
    same_steps(compile_cover(problem))
print("same")
"""  # noqa: E501
    # The modules of this process, whatever was installed.
    environment = {
        **os.environ,
        "TILEWRIGHT_KERNELS": "python",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "same\n", result.stderr


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_grade_is_enough_and_the_one_below_is_not(level: str) -> None:
    made = generate("dots", "6x6", "trominoes", seed=21, level=level)
    assert made.grade.level == level
    deducer = Deducer(compile_cover(made.puzzle.problem()))
    names = list(GRADES)

    def solves(kinds: frozenset) -> bool:  # type: ignore[type-arg]
        solving = Solving(deducer, deducer.start(), kinds)
        while solving.step():
            pass
        return solving.solved

    assert solves(GRADES[level])
    if level != "easy":
        assert not solves(GRADES[names[names.index(level) - 1]])
    # The steps that the grade lists solve the puzzle without any guess.
    position = deducer.start()
    for step in made.grade.steps:
        assert step.kind in GRADES[level]
        carry_out(deducer, position, step)
    assert deducer.solved(position)


def test_steps_say_why() -> None:
    found = grade(compile_cover(find_puzzle("talos:hub-gates-1").problem()))
    assert found.level == "medium"
    texts = [step.text for step in found.steps]
    assert any("would cut off a part that the other pieces cannot fill" in text for text in texts)
    assert "only a J can cover the cell 0,0, and only like this" in texts
    assert not any(
        words in text
        for text in texts
        for words in ("1 cells", "these 1", "1 places", "placement", "region", "#")
    )


def test_what_does_not_matter_is_no_guess() -> None:
    """Two L and two O on 4x4: whichever way the first is put, the others follow."""
    for words in (("L4=2", "O4=2"), ("J4=2", "O4=2")):
        found = grade(compile_cover(Problem("4x4", *words, turn="one-sided")))
        assert found.level == "hard"
        assert "guess" not in found.counts
        assert any("leads to a solution" in step.text for step in found.steps)


@pytest.mark.parametrize(
    ("board", "words", "said"),
    [
        ("5x5", ["L4=2", "L3=1", "X5=1"], ["an L of 4 cells", "the L of 3 cells", "the X"]),
        ("6x6", ["#o#+", "#/o#+", "##/##+"], ["an I", "an L", "an O"]),
        (
            "8x8",
            ["###/###=1", "domino=1", "hexomino:5=1"],
            ["the 2 x 3 rectangle", "the domino", "the hexomino"],
        ),
        ("tri:6x6", ["hexiamond:2=1", "hexiamond:2m=2"], ["the sphinx", "a mirrored sphinx"]),
        ("hex:6x6", ["tetrahex:4=1", "trihex:2=3"], ["the bee", "a trihex"]),
        (
            "cube:3x3x3",
            ["soma:V=1", "tetracube:6=1", "tetracube:6m=1"],
            ["the V", "a tetracube", "a tetracube"],
        ),
    ],
)
def test_pieces_are_called_as_a_player_would(board: str, words: list[str], said: list[str]) -> None:
    """By letter or name, with the size only where letters meet, and *the* only where there is
    one."""
    pieces = Problem(board, *words, turn="one-sided").pieces
    assert [called(pieces, index) for index in range(len(pieces))] == said


def test_placements_and_their_numbers() -> None:
    cover = compile_cover(Problem("4x4", "L4=2", "Z4=2", turn="one-sided"))
    for number in range(cover.size):
        assert placement_number(cover, placement_of(cover, number)) == number


def test_a_contradiction_is_seen() -> None:
    cover = compile_cover(Problem("3x3-0,1-1,0", "L3+"))
    deducer = Deducer(cover)
    with pytest.raises(Contradiction):
        next_step(deducer, deducer.start())


def test_too_large_a_problem_is_refused() -> None:
    cover = compile_cover(Problem("20x20", "pentominoes+"))
    assert cover.size > LARGEST
    with pytest.raises(LimitError, match="at most 6000 placements"):
        grade(cover)


def test_choosing_what_does_not_fit_is_an_error() -> None:
    deducer = Deducer(compile_cover(Problem("2x3", "L3=2")))
    # All four lie on the first cell.
    with pytest.raises(ValueError, match="does not fit"):
        deducer.start((0, 1))


def test_a_region_that_no_piece_can_reach_cannot_have_its_sum() -> None:
    problem = Problem("?.##", "01", rules=["sum 0,0 = 1"], marks_agree={"0": [""], "1": [""]})
    deducer = Deducer(compile_cover(problem))
    with pytest.raises(Contradiction):
        next_step(deducer, deducer.start(), frozenset({"rule"}))


def read_sums(tables: DeductionTables) -> list[SharedSum]:
    """The sums of tables of the kernels."""

    def members(bits: np.ndarray) -> set[int]:
        return set(np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little")).tolist())

    sums = [
        SharedSum(int(floor), int(ceiling), {}, {})
        for floor, ceiling in zip(tables.floor, tables.ceiling, strict=True)
    ]
    for placement, (begin, end) in enumerate(itertools.pairwise(tables.term.tolist())):
        for term in range(begin, end):
            sums[tables.sum[term]].adds[placement] = int(tables.adds[term])
    for number, (begin, end) in enumerate(itertools.pairwise(tables.row.tolist())):
        for row in range(begin, end):
            low, high = tables.level[row : row + 2].tolist()
            values = tables.value[low:high].tolist()
            assert values == sorted(set(values))
            sums[number].levels[int(tables.cell[row])] = {
                value: members(tables.shown[low + k]) for k, value in enumerate(values)
            }
    return sums


def check_wide(tables: DeductionTables, sums: list[SharedSum]) -> None:
    """The placements with several cells in a sum have an entry for each of these."""
    for number, (begin, end) in enumerate(itertools.pairwise(tables.wide.tolist())):
        listed = [tuple(entry) for entry in tables.entry[begin:end].tolist()]
        cells: dict[int, list[tuple[int, int]]] = {}
        for cell, levels in sums[number].levels.items():
            for share, placements in levels.items():
                for placement in placements & set(sums[number].adds):
                    cells.setdefault(placement, []).append((cell, share))
        expected = {
            (placement, cell, share)
            for placement, own in cells.items()
            if sum(share > 0 for _, share in own) > 1 and not tables.colored[number]
            for cell, share in own
            if share > 0
        }
        got = {(placement, int(tables.cell[row]), share) for placement, row, share in listed}
        assert len(got) == len(listed)
        assert expected <= got


def check_tables(problem: Problem) -> None:
    cover = compile_cover(problem)
    tables, regions = problem_tables(cover, pairs=False), region_tables(cover)
    sums = shared_sums(cover)
    assert read_sums(tables) == sums
    check_wide(tables, sums)
    naive = NaiveDeducer(cover)
    for piece, (begin, end) in enumerate(itertools.pairwise(regions.first.tolist())):
        shares = list(map(tuple, regions.share[begin:end].tolist()))
        assert shares == sorted(set(shares))
        if problem.marks_agree:
            assert {*shares} <= naive.shares(piece)
        else:
            assert {(0, 0), *shares} == naive.shares(piece)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("lay_sums", "list_shares"):
            slow = getattr(plain("deduction.tables"), name)
            patch.setattr(f"tilewright.kernels.deduction.tables.{name}", slow)
        again = problem_tables(cover, pairs=False), region_tables(cover)
    for one, other in zip((*tables, *regions), (*again[0], *again[1]), strict=True):
        assert np.array_equal(one, other)


def test_tables_of_sums_and_regions() -> None:
    drawn = [*map(ruled_problem, range(40)), *(random_case(k).problem() for k in range(20))]
    sound = [problem for problem in drawn if problem is not None and not problem.faults()]
    assert sum(bool(problem.rules) for problem in sound) >= 20
    for problem in sound:
        check_tables(problem)
