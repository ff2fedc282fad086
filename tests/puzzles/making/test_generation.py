"""Generated puzzles: exactly one solution by two engines, the same from the same seed, graded,
minimal.
"""

from __future__ import annotations

import datetime
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from naive_search import Tiles, all_tilings, as_tiles
from tilewright.errors import RequestError
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, LEVELS, Kind, Level, Puzzle, find_puzzle, make_puzzle
from tilewright.model.space.symmetry import TURNS
from tilewright.model.tiling import Tiling
from tilewright.puzzles import (
    Generated,
    GenerationError,
    NoPuzzleError,
    default_marks,
    default_pieces,
    default_turn,
    generate,
)
from tilewright.puzzles import generator as making
from tilewright.puzzles.deduction import grade
from tilewright.puzzles.kinds.sigils import sigil_lists
from tilewright.puzzles.making.clues import (
    ClueSubsets,
    all_puzzles,
    all_solutions,
    find_within,
    has_level,
    has_one_solution,
)
from tilewright.puzzles.making.rules import rules
from tilewright.solving.search import Search, different_tilings, tilings
from tilewright.system.work.progress import Progress
from waiting import NEVER

REQUESTS = [
    ("dots", "6x6", ("trominoes",), {}),
    ("dots", "5x6", ("trominoes",), {"level": "easy"}),
    ("dots", "6x6", ("trominoes",), {"level": "medium"}),
    ("dots", "4x6", ("trominoes",), {"minimal": True}),
    ("dots", "4x6", ("ab#", "#/c#"), {}),
    ("dots", "###./####/.###/..##", ("trominoes",), {}),
    ("sigil", "4x5", ("tetrominoes",), {"turn": "one-sided"}),
    ("sigil", "5x5", ("pentominoes",), {}),
    ("given", "5x6", ("pentomino:PUVLYF",), {}),
    ("given", "4x5", ("tetromino:ILTTZ",), {"turn": "one-sided", "minimal": True}),
    ("hole", "5x5", ("trominoes",), {}),
    ("hole", "7x7", ("L3",), {"minimal": True}),
    ("hole", "4x4", ("pentomino:LPY",), {}),
    ("calendar", None, (), {"date": datetime.date(2026, 1, 25)}),
    ("calendar", None, (), {"minimal": True}),
    ("weekday", None, (), {"date": datetime.date(2026, 10, 6)}),
    ("weekday", None, (), {}),
]


def make(request: tuple, seed: int = 5) -> Generated:  # type: ignore[type-arg]
    kind, board, pieces, options = request
    return generate(kind, board, *pieces, seed=seed, **options)


#: A whole board of each lattice and surface, some of whose cells are left out.
SPACES = (
    "tri:hexagon2",
    "tri:3x4",
    "hex:4x5",
    "hex:hexagon3",
    "cube:2x3x3",
    "cube:2x2x5",
    "torus:4x5",
    "cylinder:4x5",
    "moebius:4x5",
    "klein:4x5",
    "torus:hex:4x4",
    "cylinder:tri:3x4",
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("kind", ["sigil", "given", "hole"])
def test_random_boards_of_every_lattice_have_one_solution_by_two_engines(
    kind: Kind, space: str
) -> None:
    """What is made by default on random boards: one solution by both engines and by the slow
    twin."""
    dice = random.Random(f"{kind} {space}")
    made = 0
    for seed in range(20):
        if made == 2:
            break
        whole = Board.parse(space)
        mask = whole.mask.copy()
        for cell in dice.sample(np.argwhere(mask).tolist(), dice.randrange(4)):
            mask[tuple(cell)] = False
        board = Board(mask, lattice=whole.lattice, surface=whole.surface)
        try:
            found = generate(kind, board, seed=seed, attempts=20)
        except (GenerationError, NoPuzzleError):
            continue
        made += 1
        problem = found.puzzle.problem()
        assert problem.board == board
        assert found.solution.faults(problem) == []
        cover = compile_cover(problem)
        for engine in ("scan", "dance"):
            rows = np.concatenate(list(Search(cover, engine=engine).batches()))
            # Each image of the one solution, and nothing else.
            images = {
                tuple(sorted(each.placements[rows[0][rows[0] >= 0]])) for each in cover.turnings()
            }
            assert {tuple(sorted(row[row >= 0])) for row in rows} == images, engine
    assert made


@pytest.mark.parametrize(
    "words",
    [("4x5", "tetromino:ILTTZ"), ("tri:3x4", "tetriamonds=1..2"), ("torus:4x4", "tetrominoes+")],
)
def test_all_solutions_are_found_or_it_is_said_that_they_are_not(words: tuple[str, str]) -> None:
    problem = Problem(*words)
    expected = {tiling.labels.tobytes() for tiling in tilings(problem)}
    found = all_solutions(problem, len(expected), None)
    assert found is not None and {tiling.labels.tobytes() for tiling in found} == expected
    assert all_solutions(problem, len(expected) - 1, None) is None


def test_a_search_that_is_lost_is_left_after_so_many_nodes() -> None:
    """With many symmetries an engine may look where nothing is for as long as anybody waits."""
    assert all_solutions(Problem("torus:tri:4x9", "hexiamonds"), 12_000, 1 << 15) is None


def test_what_was_found_when_a_search_was_left_is_not_called_all() -> None:
    problem = Problem("6x10", "pentominoes")
    found, ended = find_within(problem, 10_000, 1, engine="dance")
    assert len(found) < 9356 and not ended
    assert all_solutions(problem, 10_000, 1, engine="dance") is None


def test_no_clue_of_a_minimal_puzzle_can_be_left_out_where_all_are_tried() -> None:
    judged: list[list[int]] = []

    def has_level(stay: list[int], level: Level) -> bool:
        judged.append(stay)
        return False

    # The first clue is needed, and the second is not.
    clues = ClueSubsets(2, lambda stay: 0 in stay, has_level, lambda _: None)
    with pytest.raises(NoPuzzleError, match="none of the 1 minimal puzzles"):
        list(all_puzzles([lambda: clues], "easy", True, random.Random(1)))
    assert judged == [[0]]


@pytest.mark.slow
def test_a_puzzle_is_made_where_searches_are_lost() -> None:
    problem = Problem("torus:tri:4x9", "hexiamonds")
    found = generate("given", problem.board, "hexiamonds", seed=1, timeout=None)
    assert found.solution.faults(found.puzzle.problem()) == []


def test_a_puzzle_that_an_engine_finds_a_second_solution_of_is_not_given_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proven = making.only_solution

    def doubting(*arguments: Any, **options: Any) -> Any:
        return None if options.get("engine") == "dance" else proven(*arguments, **options)

    assert generate("given", "hex:4x4", seed=1)
    monkeypatch.setattr(making, "only_solution", doubting)
    with pytest.raises(
        AssertionError, match=r"generated solution is not the only solution of [\s\S]* \(dance\)"
    ):
        generate("given", "hex:4x4", seed=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [pytest.param("sigil", marks=pytest.mark.slow), "given", "hole"])
def test_what_suits_a_board_is_made_of_pieces_of_its_lattice(kind: Kind) -> None:
    for offer in KINDS[kind].offers:
        for word, _ in offer.boards:
            board = Board.parse(word)
            assert (board.lattice.name, board.surface.joined) == (offer.lattice, offer.joined)
            words = default_pieces(kind, board)
            assert words in offer.pieces
            made = generate(kind, board, seed=2) if board.area < 25 else None
            assert made is None or made.puzzle.turn == default_turn(kind, board)
            for chosen, _ in offer.choices:
                assert parse_pieces(" ".join(chosen.split()[:1]) or words[0], "free", board.lattice)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: f"{r[0]}-{r[1]}-{'-'.join(r[3])}")
def test_exactly_one_solution_by_two_engines_and_the_same_again(request_: tuple) -> None:  # type: ignore[type-arg]
    made = make(request_)
    problem = made.puzzle.problem()
    assert made.solution.faults(problem) == []
    for engine in ("scan", "dance"):
        # The board may be turned as a whole, and flipped over if its pieces may be.
        found = list(tilings(problem, engine=engine))
        turns = TURNS[problem.turn]
        assert {each.canonical(turns) for each in found} == {made.solution.canonical(turns)}, engine
    again = make(request_)
    assert again == made
    assert np.array_equal(again.solution.labels, made.solution.labels)
    assert has_one_solution(read_id(made.puzzle.name).problem())


def test_other_seeds_make_other_puzzles() -> None:
    assert len({make(REQUESTS[0], seed).puzzle.name for seed in range(3)}) == 3


def test_no_dot_of_a_minimal_puzzle_can_be_left_out() -> None:
    made = make(REQUESTS[3], 9)
    puzzle = made.puzzle
    for cell in np.argwhere(puzzle.board.marks > 0):
        marks = puzzle.board.marks.copy()
        marks[tuple(cell)] = 0
        board = Board(puzzle.board.mask, marks=marks, alphabet=puzzle.board.alphabet)
        assert not has_one_solution(Problem(board, *puzzle.pieces))


def test_no_piece_of_a_minimal_puzzle_can_be_left_out() -> None:
    for request_ in (REQUESTS[9], REQUESTS[14]):
        puzzle = make(request_, 8).puzzle
        for word in puzzle.placed:
            fewer = [other for other in puzzle.placed if other != word]
            assert not has_one_solution(
                Problem(puzzle.board, *puzzle.pieces, turn=puzzle.turn, placed=fewer)
            )


def test_a_small_dot_puzzle_by_a_naive_search() -> None:
    problem = generate("dots", "3x4", "trominoes", seed=2).puzzle.problem()
    assert len(all_tilings(problem)) == 1


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_levels_are_kept(level: str) -> None:
    assert generate("dots", "6x6", "trominoes", seed=4, level=level).grade.level == level
    assert (
        generate("calendar", seed=4, level=level, date=datetime.date(2026, 5, 5)).grade.level
        == level
    )


def test_marks_are_data() -> None:
    assert default_marks(Piece.parse("L3")).word() == "#/o#"
    own = Piece.parse("o##")
    assert default_marks(own) is own
    made = generate("dots", "4x6", "ab#", "#/c#", seed=3)
    assert set("".join(made.puzzle.board.text().split())) == {"#", "a", "b", "c"}


@pytest.mark.parametrize(("kind", "words"), [("dots", ("#.#", "L3")), ("hole", ("#/.#", "L3"))])
def test_pieces_in_several_parts_are_made_into_puzzles(kind: Kind, words: tuple[str, ...]) -> None:
    made = generate(kind, "3x5", *words, seed=1)
    assert len(all_tilings(made.puzzle.problem())) == 1


def test_what_makes_no_sense_is_refused() -> None:
    for arguments, message in (
        (("riddle", "6x6", "L3"), "`kind` must be one of dots"),
        (("dots", None, "L3"), "the board is missing"),
        (
            ("dots", "hex:6x6"),
            "puzzles of dots are supported only on flat boards of squares, not on",
        ),
        (("dots", "30x30", "L3"), "at most 400 cells"),
        (("dots", "#o#", "L3"), "only plain cells"),
        (("given", "3x3", "T4|P5", "O4|L4"), "do not support alternatives such as T4.P5"),
        (("sigil", "4x4", "T4|O4", "I4"), "do not support alternatives such as T4.P5"),
    ):
        with pytest.raises(RequestError, match=message):
            generate(*arguments, seed=1)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="`level` must be one of easy"):
        generate("dots", "6x6", "L3", seed=1, level="silly")
    with pytest.raises(
        GenerationError,
        match=r"no expert puzzle of the kind 'Dots' was found in 3 attempts; the nearest level",
    ):
        generate("dots", "3x4", "trominoes", seed=1, level="expert", attempts=3)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("dots", "5x5", "domino"), "25 cells to cover, but the pieces cover at most 24"),
        (("dots", "4x4", "trominoes"), "no choice of pieces covers exactly 16 cells"),
        (("given", "5x6", "pentominoes"), "30 cells, but the pieces cover 60"),
        (
            ("hole", "6x6", "domino"),
            "36 cells, of which 1 stays empty, and no choice of pieces covers exactly 35 cells",
        ),
        (("sigil", "3x3", "tetrominoes"), "has no tiling"),
        # As many cells as it takes; T covers an odd number of black cells, I does not.
        (
            ("given", "2x4", "tetromino:IT"),
            "so 2 pieces cover an odd number of dark cells in total, but there are 4",
        ),
        # Nothing is to be covered, but that is no puzzle.
        (("hole", "1x1", "trominoes"), "no piece fits on the board"),
        # No argument by coloring.
        (("given", "5x5", "Y5=5"), "use the numbers shown: each Y5 covers a sum of at least 11"),
    ],
)
def test_a_board_without_a_tiling_is_refused_with_the_reason(arguments: tuple, reason: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(RequestError, match=reason) as caught:
        generate(*arguments, seed=1)
    assert caught.value.exit_code == 1


def test_that_no_tiling_makes_a_puzzle_is_proven() -> None:
    """Every cell has a dot, so they tell nothing: 36 tilings of the 4x4 by dominoes, and none is
    the only one.
    """
    with pytest.raises(RequestError, match="none of the 36 tilings of this board makes a puzzle"):
        generate("dots", "4x4", "oo/", seed=1)


def test_all_sigils_of_a_board_are_known() -> None:
    free = tuple(parse_pieces("tetrominoes+", "one-sided"))
    lists = sigil_lists(Board.parse("4x4"), free, "one-sided")
    assert lists is not None
    words = [
        [f"{piece.base()}={copies}" for piece, copies in zip(free, each, strict=True) if copies]
        for each in lists
    ]
    one = [each for each in words if has_one_solution(Problem("4x4", *each, turn="one-sided"))]
    # By brute force: the list of every tiling.
    found = {
        tuple(sorted(each.piece_names()))
        for each in tilings(Problem("4x4", *free, turn="one-sided"))
    }
    other = [names for names in found if has_one_solution(Problem("4x4", *names, turn="one-sided"))]
    assert len(one) == len(other) == 11
    made = {
        generate("sigil", "4x4", "tetrominoes", turn="one-sided", seed=n).puzzle.pieces
        for n in range(12)
    }
    assert len(made) > 4


def test_a_mirror_image_is_another_solution_where_pieces_are_not_flipped() -> None:
    """As many J as L: each tiling has a mirror image by the same pieces, which somebody with the
    pieces must find, too.
    """
    pieces = ("I4", "J4", "L4", "O4=2")
    problem = Problem("4x5", *pieces, turn="one-sided")
    found = list(tilings(problem))
    mirrored = {each.canonical(TURNS["one-sided"]) for each in found}
    assert (len(mirrored), len({each.canonical() for each in found})) == (2, 1)
    assert not has_one_solution(problem)
    assert all(
        problem != made.puzzle.problem()
        for made in (
            generate("sigil", "4x5", "tetrominoes", turn="one-sided", seed=n) for n in range(9)
        )
    )


def test_pieces_with_a_turn_of_their_own_are_in_the_rules() -> None:
    each = [f"{drawing}@fixed" for drawing in ("o##", "o/#/#", "#o/#", "#/o#", ".#/o#", "o#/.#")]
    made = generate("dots", "6x6", *each, seed=1)
    assert made.puzzle.turn == "fixed"
    assert "Do not turn or flip the pieces." in rules(made.puzzle)
    assert has_one_solution(made.puzzle.problem())
    mixed = make_puzzle("given", Board.parse("3x4"), ("L4@fixed", "I4", "O4"))
    assert "You may turn and flip the pieces. Do not turn or flip L4" in rules(mixed)


def test_a_level_that_no_sigil_has_is_refused() -> None:
    """Six O squares would be easy, but they are no puzzle."""
    with pytest.raises(RequestError, match=r"is easy\. Try another"):
        generate("sigil", "4x6", "tetrominoes", turn="one-sided", seed=3, level="easy")
    with pytest.raises(
        RequestError, match="32 lists of these pieces fit in only one way, but none of them is easy"
    ):
        generate("sigil", "4x5", "tetrominoes", turn="one-sided", seed=3, level="easy")


def test_sigils_have_pieces_of_several_kinds() -> None:
    for board in ("4x5", "4x6"):
        for seed in range(4):
            pieces = generate("sigil", board, "tetrominoes", seed=seed).puzzle.pieces
            copies = [int(word.partition("=")[2] or 1) for word in pieces]
            assert len(copies) > 2
            assert 2 * max(copies) <= sum(copies)


@pytest.mark.slow
def test_a_sigil_on_a_board_whose_lists_are_too_many_to_count() -> None:
    made = generate("sigil", "8x8", "tetrominoes", turn="one-sided", seed=1, timeout=NEVER)
    assert len(made.puzzle.problem().pieces) <= 3
    assert len(list(tilings(made.puzzle.problem(), unique=True))) == 1


@pytest.mark.slow
def test_a_sigil_in_a_box_whose_lists_are_too_many_to_count() -> None:
    """Lists that are counted with little memory come first; the box may be turned as a whole."""
    problem = generate("sigil", "cube:2x5x6", seed=4, timeout=NEVER).puzzle.problem()
    assert 1 < len(problem.pieces) <= 3
    assert different_tilings(compile_cover(problem)).count == 1


def test_given_pieces_are_chosen_and_named() -> None:
    """Where the pieces leave a choice, the puzzle says which are used, so that a person knows what
    is left.
    """
    made = generate("given", "5x6", "pentominoes=0..1", seed=3)
    pieces = made.puzzle.problem().pieces
    assert len(pieces) == 6
    assert all(piece.least == piece.most == 1 for piece in pieces)
    assert made.puzzle.placed
    many = generate("given", "6x6", "trominoes+", seed=3).puzzle.problem().pieces
    assert sum(piece.least for piece in many) == 12


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_level_is_that_of_the_puzzle_as_it_is_given_away(level: str) -> None:
    for kind, board, pieces in (
        ("given", "5x8", ("pentominoes=0..1",)),
        ("dots", "6x6", ("trominoes",)),
        ("calendar", None, ()),
    ):
        made = generate(kind, board, *pieces, seed=2, level=level)  # type: ignore[arg-type]
        cover = compile_cover(read_id(made.puzzle.name).problem())
        assert grade(cover).level == made.grade.level == level
        assert has_level(cover, level)
        assert [has_level(cover, other) for other in LEVELS].count(True) == 1


def test_rules_say_what_the_puzzle_is() -> None:
    said = {
        "dots": rules(find_puzzle("dots:6x6-easy")),
        "lost": rules(find_puzzle("dots:6x6-medium")),
        "sigil": rules(find_puzzle("talos:hub-gates-1")),
        "calendar": rules(find_puzzle("calendar:10-06")),
        "given": rules(generate("given", "5x6", "pentominoes=0..1", seed=3).puzzle),
        "hole": rules(generate("hole", "5x5", "L3", seed=3).puzzle),
        "letters": rules(generate("dots", "4x6", "ab#", "#/c#", seed=3).puzzle),
        "fixed": rules(generate("dots", "4x6", "#o#", "#/o/#", seed=3, turn="fixed").puzzle),
    }
    for kind, words in (
        ("dots", "Each has its dot where shown."),
        ("lost", "some dots are missing from the board"),
        ("sigil", "You may turn the pieces, but not flip them."),
        ("calendar", "only the date can be seen"),
        ("given", "already there stay"),
        ("hole", "all of the board but one cell"),
        ("letters", "its letters"),
        ("fixed", "Do not turn or flip the pieces."),
    ):
        assert words in said[kind], kind
    for text in said.values():
        sentences = text.split(". ")
        assert len(sentences) <= 5
        assert all(len(sentence.split()) <= 20 for sentence in sentences)
        assert text.endswith(".")


def test_a_limit_says_what_was_found_instead() -> None:
    """On a small board dominoes leave nothing to think about, with all their dots or without
    some."""
    told: list[Progress] = []
    with pytest.raises(
        GenerationError, match=r"in 5 attempts; the nearest level was easy"
    ) as caught:
        generate(
            "dots",
            "4x4",
            "domino",
            seed=1,
            level="medium",
            timeout=None,
            attempts=5,
            progress=told.append,
        )
    assert caught.value.exit_code == 3
    assert [(far.phase, far.done, far.total) for far in told] == [
        ("puzzles", n, 5) for n in range(1, 6)
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "board", "pieces", "level"),
    [
        ("dots", "3x4", ("trominoes",), "expert"),
        ("given", "4x5", ("tetromino:ILTTZ",), "expert"),
        ("hole", "4x4", ("L3",), "hard"),
    ],
)
def test_that_no_puzzle_has_a_level_is_proven_where_all_can_be_tried(
    kind: Kind, board: str, pieces: tuple[str, ...], level: str
) -> None:
    with pytest.raises(
        NoPuzzleError, match=f"there is no {level} puzzle .*: none of the .* is {level}"
    ) as caught:
        generate(kind, board, *pieces, seed=1, level=level)
    assert caught.value.exit_code == 1


@pytest.mark.slow
def test_all_dot_puzzles_of_a_small_board_by_brute_force() -> None:
    """Every set of dots of every tiling, by the search engine: as many puzzles as are tried when a
    level is missing.
    """
    with pytest.raises(NoPuzzleError) as caught:
        generate("dots", "3x4", "trominoes", seed=1, level="expert")
    (total,) = map(int, re.findall("none of the ([0-9]+) puzzles", caught.value.message))
    every = list(tilings(Problem("3x4", "trominoes+")))

    def alone(*pieces: str) -> bool:
        return len(list(tilings(Problem(board, *pieces), limit=2))) == 1

    number = 0
    for tiling in every:
        middles = [
            min(cells, key=lambda cell: sum(abs(cell[0] - r) + abs(cell[1] - c) for r, c in cells))
            for cells in (
                np.argwhere(tiling.labels == tile).tolist() for tile in range(len(tiling))
            )
        ]
        for bits in range(1 << len(middles)):
            marks = np.zeros((3, 4), dtype=np.int16)
            for part, (row, column) in enumerate(middles):
                marks[row, column] = bits >> part & 1
            board = Board(np.ones((3, 4), dtype=bool), marks=marks, alphabet=("o",))
            number += alone("#o#+", "#/o#+", "I3+", "L3+")
            if bits == (1 << len(middles)) - 1:
                number += alone("#o#+", "#/o#+")
    assert number == total


def test_pieces_of_a_sigil_are_not_flipped_over_unless_asked_for() -> None:
    """The library's default is the command's."""
    plain = generate("sigil", "4x5", "tetrominoes", seed=2)
    assert plain.puzzle.turn == "one-sided"
    assert plain == generate("sigil", "4x5", "tetrominoes", turn="one-sided", seed=2)
    assert generate("sigil", "4x5", "tetrominoes", turn="free", seed=2).puzzle.turn == "free"
    assert generate("dots", "4x5", "trominoes", "domino", seed=2).puzzle.turn == "free"


def test_a_box_of_many_small_pieces_has_a_puzzle_with_givens() -> None:
    """Filling the first empty cell first, a search of this list was lost among its dead ends for
    minutes.
    """
    made = generate("given", "cube:4x4x4", seed=1, timeout=NEVER)
    assert made.puzzle.placed
    assert [
        tiling.labels.tolist() for tiling in tilings(made.puzzle.problem(), limit=2, engine="dance")
    ] == [made.solution.labels.tolist()]


def exchangeable(solution: Tiling) -> list[tuple[str, str]]:
    """Pairs of tiles whose cells the same two pieces cover in another way, too: which way does not
    matter for the rest.
    """
    names = [name for name, _ in solution]
    found = []
    for one, other in itertools.combinations(range(len(names)), 2):
        part = Board(np.isin(solution.labels, (one, other)))
        words = [f"{name}={count}" for name, count in Counter((names[one], names[other])).items()]
        if len(list(tilings(Problem(part, *words, turn="one-sided")))) > 1:
            found.append((names[one], names[other]))
    return found


def test_no_two_moves_of_a_sigil_do_not_matter() -> None:
    for board in ("4x4", "4x5", "4x6"):
        for seed in range(3):
            made = generate("sigil", board, "tetrominoes", turn="one-sided", seed=seed)
            assert exchangeable(next(iter(tilings(made.puzzle.problem())))) == []
            assert made.grade.level != "expert"
    # What the test would see: it does not matter how two dominoes lie side by side.
    assert exchangeable(next(iter(tilings(Problem("2x2", "domino=2"))))) == [("domino", "domino")]


def different(problem: Problem) -> int:
    """How many solutions there are; those that are each other with the whole puzzle turned count as
    one.
    """
    height, width = problem.board.shape
    marks = problem.board.marks.tolist()
    marked = {(r, c): marks[r][c] for r, c in np.argwhere(problem.board.mask).tolist()}
    placed = frozenset(
        (problem.piece_index(one.piece), frozenset(one.cells)) for one in problem.placed
    )

    def image(tiling: Tiles, mirrored: bool, quarters: int) -> Tiles | None:
        def moved(cell: tuple[int, int]) -> tuple[int, int]:
            (r, c), rows, columns = cell, height, width
            c = columns - 1 - c if mirrored else c
            for _ in range(quarters):
                r, c, rows, columns = c, rows - 1 - r, columns, rows
            return r, c

        def turned(tiles: Tiles) -> Tiles:
            return frozenset((piece, frozenset(map(moved, cells))) for piece, cells in tiles)

        same = {moved(cell): mark for cell, mark in marked.items()} == marked and turned(
            placed
        ) == placed
        return turned(tiling) if same else None

    turns = list(itertools.product((False, True) if problem.turn == "free" else (False,), range(4)))
    left = {as_tiles(tiling) for tiling in tilings(problem)}
    number = 0
    while left:
        one = left.pop()
        left -= {image(one, *turn) for turn in turns}
        number += 1
    return number


def leaving_one_out(puzzle: Puzzle) -> Iterator[Problem]:
    """The puzzle without one of its dots or one of its placed pieces; then a piece may be without
    its dot.
    """
    problem = puzzle.problem()
    pieces = problem.pieces
    if all(piece.marks for piece in pieces):
        pieces += tuple(
            Piece(piece.polyomino, least=0, most=None, turn=piece.turn) for piece in pieces
        )
    for word in puzzle.placed:
        yield replace(
            puzzle, placed=tuple(other for other in puzzle.placed if other != word)
        ).problem()
    for cell in np.argwhere(puzzle.board.marks > 0):
        marks = puzzle.board.marks.copy()
        marks[tuple(cell)] = 0
        board = Board(puzzle.board.mask, marks=marks, alphabet=puzzle.board.alphabet)
        yield Problem(board, *pieces, turn=problem.turn, empty=puzzle.empty)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_takes_turned_solutions_for_one(kind: Kind) -> None:
    """Where a sigil's pieces are not flipped, the board is turned only."""
    board = None if KINDS[kind].own_board else {"hole": "4x4", "dots": "3x3"}.get(kind, "4x5")
    words = {
        "given": ("tetrominoes=0..2",),
        "dots": ("L3", "domino", "monomino"),
        "hole": ("trominoes",),
    }
    for seed in range(4):
        made = generate(kind, board, *words.get(kind, ()), seed=seed, minimal=True)
        assert different(made.puzzle.problem()) == 1
        # Others show all their numbers, or their clues also say how a solution is turned.
        if kind in ("sigil", "given", "hole", "dots", "calendar", "weekday"):
            assert all(different(fewer) > 1 for fewer in leaving_one_out(made.puzzle))


def test_the_puzzle_from_which_a_piece_could_be_left_out() -> None:
    for seed in range(2001, 2007):
        made = generate("given", "5x6", seed=seed, minimal=True)
        assert all(different(fewer) > 1 for fewer in leaving_one_out(made.puzzle))


@pytest.mark.parametrize(
    ("kind", "board", "words", "wrong"),
    [
        ("dots", "4x5", ("L3=2", "I3=4", "monomino=2"), "Write L3 instead of L3=2"),
        ("dots", "4x5", ("L3", "I3=0..4", "monomino"), "Write I3 instead of I3=0..4"),
        ("sigil", "4x4", ("L4", "I4=2", "O4"), "Write I4 instead of I4=2"),
        # Marks make it a puzzle of dots, whatever the numbers.
        ("hole", "5x5", ("o##=3", "L3"), "Write o## instead of o##=3"),
    ],
)
def test_numbers_of_copies_are_refused_where_pieces_are_drawn_from(
    kind: Kind, board: str, words: tuple[str, ...], wrong: str
) -> None:
    with pytest.raises(RequestError, match=rf"uses any number of each piece\. {wrong}"):
        generate(kind, board, *words, seed=1)
    plain = [word.partition("=")[0] for word in words]
    puzzles = [
        generate(kind, board, *(word + after for word in plain), seed=1).puzzle
        for after in ("", "+")
    ]
    # A short ID says how the pieces were requested.
    assert replace(puzzles[0], name="") == replace(puzzles[1], name="")


def test_numbers_of_copies_are_honored_where_the_pieces_are_a_list() -> None:
    made = generate("hole", "4x4", "L3=1", "tetrominoes=0..2", seed=1)
    assert {piece.name: piece.least for piece in made.puzzle.problem().pieces}["L3"] == 1
    given = generate("given", "4x4", "L4=2", "O4=0..2", "I4=0..2", seed=1)
    assert {piece.name: piece.least for piece in given.puzzle.problem().pieces}["L4"] == 2


def test_a_piece_with_a_name_of_its_own_is_called_by_its_word() -> None:
    """A puzzle is written down in words, and these do not know a dragon."""
    dragon = Piece(Piece.parse("L3").polyomino, name="dragon", least=2, most=2)
    made = generate("given", "2x3", dragon, seed=1)
    assert made.puzzle.pieces == ("#/##=2",)
    assert read_id(made.puzzle.name) == made.puzzle
    assert made.solution.faults(made.puzzle.problem()) == []
