"""Sets of pieces that solve all of several boards."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import naive_count
import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import EngineError, RequestError, TimeLimitError
from tilewright.solving.design import Designer, Designs
from tilewright.system.work.deadline import Deadline

#: Boards for which the same sets can have the right area, and pieces to choose from.
SQUARE = ("tetrominoes=0..2", "L3=0..4 I3=0..2 T4 S4", "tetrominoes trominoes", "L3+ T4=1..2 O4")
CASES = (
    (("2x4", "###/#.#/###", "####/##../##.."), SQUARE),
    (("3x4", "2x6", "###/###/#.#/###."), SQUARE),
    (("3x5", "4x4-0,0", "4x4-1,1", "###?/####/####/####"), SQUARE),
    (("4x4", "torus:4x4", "2x8"), ("tetrominoes=0..2", "P5=0..2 domino=0..3 L4")),
    (("hex:3x4", "hex:2x6"), ("tetrahexes", "trihexes=0..2 tetrahexes")),
    (("cube:2x2x3", "cube:1x3x4"), ("L3=0..4 I3=0..2 L4 O4",)),
)


def every_set(pieces: list[tw.Piece], area: int, start: int = 0) -> Iterator[list[str]]:
    """Yield the words of all sets of pieces with an area."""
    if start == len(pieces):
        if area == 0:
            yield []
        return
    piece = pieces[start]
    size = len(piece.polyomino)
    least, most = (0, 1) if (piece.least, piece.most) == (1, 1) else (piece.least, piece.most)
    for copies in range(least, min(area // size, area if most is None else most) + 1):
        for rest in every_set(pieces, area - copies * size, start + 1):
            yield [f"{piece.base()}={copies}", *rest] if copies else rest


def by_trial(boards: list[tw.Board], pool: list[tw.Piece]) -> dict[tuple[str, ...], int]:
    """Return the smallest sets that tile all boards, each with the tilings of its worst board."""
    found: dict[tuple[str, ...], int] = {}
    sets = [tuple(words) for area in areas_of(boards) for words in every_set(pool, area)]
    for words in sorted(sets, key=copies_of):
        if found and copies_of(words) > min(map(copies_of, found)):
            break
        if worst := min(tilings_of(board, words) for board in boards):
            found[tuple(sorted(words))] = worst
    return found


def areas_of(boards: list[tw.Board]) -> range:
    """Return the areas that a set can have to cover each board."""
    least = max(board.area - int(board.optional.sum()) for board in boards)
    return range(least, min(board.area for board in boards) + 1)


def tilings_of(board: tw.Board, words: tuple[str, ...]) -> int:
    """Count tilings with the reference implementation, or by listing them where it has none."""
    problem = tw.Problem(board, *words)
    if board.lattice.name == "square" and not board.surface.joined:
        return naive_count.count(problem)
    return sum(1 for _ in tw.tilings(problem))


def copies_of(words: tuple[str, ...]) -> int:
    return sum(int(word.rpartition("=")[2]) for word in words)


def as_dict(found: Designs) -> dict[tuple[str, ...], int]:
    return {
        tuple(sorted(word if "=" in word else f"{word}=1" for word in one.pieces)): one.worst
        for one in found.sets
    }


@pytest.mark.parametrize("seed", range(18))
def test_the_sets_are_those_found_by_trial(seed: int) -> None:
    rng = random.Random(seed)
    words, pools = CASES[seed % len(CASES)]
    boards = [tw.Board.parse(word) for word in rng.sample(words, rng.randint(1, len(words)))]
    pool = rng.choice(pools).split()
    pieces = [*tw.Problem(boards[0], *pool).pieces]
    if not any([*every_set(pieces, area)] for area in areas_of(boards)):
        with pytest.raises(RequestError, match="no set of"):
            tw.design(boards, *pool)
        return
    expected = by_trial(boards, pieces)
    found = tw.design(boards, *pool)
    assert as_dict(found) == expected
    assert found.complete
    assert found.solving == len(expected)
    worst = [one.worst for one in found.sets]
    assert worst == sorted(expected.values(), reverse=True)
    for one in found.sets[:5]:
        counts = [tilings_of(board, one.pieces) for board in boards]
        assert one.board == boards[counts.index(min(counts))]
    best = tw.design(boards, *pool, limit=2)
    assert best.sets == found.sets[:2]
    assert [one.worst for one in best.sets] == worst[:2]
    assert as_dict(best).items() <= expected.items()
    fewest = tw.design(boards, *pool, limit=2, fewest=True)
    assert [one.worst for one in fewest.sets] == worst[::-1][:2]


def test_the_published_pieces_solve_all_dates_of_the_calendar() -> None:
    """https://www.dragonfjord.com/product/a-puzzle-a-day: each date has a solution. The date with
    the fewest (7) is October 6.
    """
    (found,) = tw.design("calendar:*", *tw.find_puzzle("calendar:10-06").pieces).sets
    assert (found.worst, str(found.board)) == (7, "calendar:10-06")
    assert len(found.problem().pieces) == 8


def test_sets_of_eight_on_the_hardest_date() -> None:
    board = tw.find_puzzle("calendar:10-06").board
    found = tw.design(board, "pentominoes", "###/###", copies=8)
    # Counted by a search for each of the sets.
    assert (found.total, found.solving, found.sets[0].worst) == (792, 279, 35)
    assert tw.count(found.sets[0].problem()) == 35
    assert tw.count(found.sets[-1].problem()) == found.sets[-1].worst


@pytest.mark.slow
def test_sets_of_eight_on_all_dates() -> None:
    found = tw.design("calendar:*", "pentominoes", "hexominoes", copies=8)
    assert (found.total, found.solving, found.complete) == (27_720, 356, True)
    best = found.sets[0]
    assert best.pieces == ("F5", "L5", "N5", "P5", "U5", "V5", "Y5", "hexomino:5")
    assert (best.worst, str(best.board)) == (40, "calendar:09-06")


def test_the_rectangles_of_the_pentominoes() -> None:
    found = tw.design("3x20 4x15 5x12 6x10", "pentominoes")
    # Up to symmetry, 3x20 has 2 tilings.
    assert [(one.worst, str(one.board)) for one in found.sets] == [(8, "3x20")]
    assert found.text().splitlines()[0] == "the only set of 12 pieces solves all 4 boards"


def test_no_set_solves_the_board() -> None:
    found = tw.design("4x5", "tetrominoes")
    assert not found.sets
    assert found.complete
    assert found.text() == "the only set of 5 pieces does not solve the board"


def test_larger_numbers_of_pieces_on_request() -> None:
    few = tw.design("3x4", "tetrominoes=0..3", "trominoes=0..4")
    assert few.numbers == (3,)
    more = tw.design("3x4", "tetrominoes=0..3", "trominoes=0..4", copies="3..4")
    assert more.numbers == (3, 4)
    assert {*as_dict(few)} < {*as_dict(more)}
    assert as_dict(more)["I3=2", "L3=2"] == tw.count("3x4", "I3=2", "L3=2")


def test_more_pieces_than_a_sum_holds_are_tried_in_parts() -> None:
    """The sums of 108 pieces do not fit into a word, so fewer sets are tried together."""
    problem = tw.Problem("3x7", "heptominoes=0..1")
    expected = Counter(tuple(sorted(tiling.piece_names())) for tiling in tw.tilings(problem))
    found = tw.design("3x7", "heptominoes")
    assert {tuple(sorted(one.pieces)): one.worst for one in found.sets} == expected
    with pytest.raises(EngineError, match="108 different pieces in a set are too many"):
        tw.design("18x42", "heptominoes=1")


def test_a_stopped_search_says_how_far_it_went() -> None:
    designer = Designer("calendar:10-*", "pentominoes", "hexominoes", copies=8)
    # As at the end of a time limit, which stops the search anywhere.
    stopped = Deadline(stop=lambda: designer.examined > 0)
    with stopped.holds(), pytest.raises(TimeLimitError):
        designer.run()
    found = designer.answer()
    assert not found.complete
    assert found.examined < found.total == 27_720
    assert f"examined {found.examined:,} of 27,720 sets of 8 pieces" in found.text()


@pytest.mark.parametrize(
    ("boards", "pieces", "options", "message"),
    [
        ("4x5 5x5", "tetrominoes", {}, "all boards must have the same number of cells"),
        ("4x4 hex:2x8", "tetrominoes", {}, "4x4 has square, hex:2x8 has hex"),
        ("4x4", "P5 F5", {}, "no set of these pieces has 16 cells; some have 5 or 10"),
        ("1x2", "I3", {}, "no set of these pieces has 2 cells; some have 3"),
        ("4x5", "tetrominoes", {"copies": 4}, "possible numbers of pieces: 5"),
        ("4x5", "", {}, "which pieces?"),
        ("", "tetrominoes", {}, "which boards?"),
        ("4x5", "tetrominoes", {"copies": "many"}, "many"),
        ("4x5", "tetrominoes", {"limit": 0}, "must be at least 1"),
    ],
)
def test_errors_say_what_exists(
    boards: str, pieces: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(RequestError) as caught:
        tw.design(boards, *pieces.split(), **options)
    assert message in str(caught.value)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    request = ["design", "4x5 2x10", "tetrominoes=0..2"]
    picture = tmp_path / "sets.svg"
    assert run([*request, "-o", str(picture)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "2 of 51 sets of 5 pieces solve both boards",
        "I4=2 L4=2 O4: 16 solutions on the worst board, 2x10",
        "I4 L4=2 O4=2: 6 solutions on the worst board, 2x10",
    ]
    assert "tilewright cut I4=2 L4=2 O4 -o cut.svg" in printed.err
    assert "2x10: 16 solutions" in picture.read_text()
    assert run([*request, "-q", "--fewest", "--limit", "1"]) == 0
    assert capsys.readouterr().out == "I4 L4=2 O4=2\n"
    assert run(["design", "4x5", "tetrominoes"]) == 1
    capsys.readouterr()
    assert run([*request, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert run([*request, "--run", f"{tmp_path / 'run'}@1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answer


def test_verify_the_answer() -> None:
    answer = tw.design("4x5 2x10", "tetrominoes=0..2").to_json()
    claims = tw.verify(answer).claims
    assert [claim.holds for claim in claims] == [None, True, True, True, True]
    answer["designs"][1]["worst"] = "7"
    assert [claim.holds for claim in tw.verify(answer).claims][-1] is False
    answer["designs"][1] = {"pieces": ["T4=4", "I4"], "worst": "6", "board": "2x10"}
    assert [claim.holds for claim in tw.verify(answer).claims][-2] is False
    # These pieces tile both boards, but the pool has only two of each.
    answer["designs"][1] = {"pieces": ["L4=2", "O4=3"], "worst": "8", "board": "2x10"}
    assert [claim.holds for claim in tw.verify(answer).claims][-2:] == [False, True]
