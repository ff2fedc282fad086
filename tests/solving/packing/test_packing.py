"""The best packing: compared with all packings of small boards, proven by numbers, written and
verified.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from cases import random_case
from naive_problem import NaiveProblem, TooLarge
from tilewright.apps.command import run
from tilewright.model.space.labels import EMPTY

Captured = pytest.CaptureFixture[str]
#: Problems of one test; of the suite; and of `make test-all`.
EACH, FEW, MANY = 12, 12, 1200


def _shares() -> list[object]:
    return [
        pytest.param(first, marks=[] if first < FEW else [pytest.mark.slow])
        for first in range(0, MANY, EACH)
    ]


@pytest.mark.parametrize("first", _shares())
def test_no_packing_is_better_among_all_packings_of_small_boards(first: int) -> None:
    for number in range(first, first + EACH):
        case = random_case(number)
        alone = len(case.shapes) == 1 and case.shapes[0].most == 1
        shapes = tuple(
            replace(each, least=0, most=None if alone else each.most) for each in case.shapes
        )
        area = sum(sign != "." for sign in case.grid.values())
        questions = sum(sign == "?" for sign in case.grid.values())
        case = replace(case, shapes=shapes, empty=(0, questions or area), by_wrap=False)
        twin = NaiveProblem(case, patience=20_000)
        try:
            if not twin.is_sound() or len(twin.pieces) < len(case.shapes):
                continue
            wanted = min(map(twin.empties, twin.tilings), default=None)
        except TooLarge:
            continue
        found = tw.best_packing(replace(case, empty=None).problem())
        said = f"problem {number}: {case.command('solve', '--most')}"
        assert (None if found is None else found.empty) == wanted, said
        if found is not None:
            assert found.proven, said
            claims = tw.verify(found).claims
            holds = [True, None if found.searched else True]
            assert [claim.holds for claim in claims] == holds, (said, claims)


def test_no_packing_by_alternatives_is_better_among_all_packings() -> None:
    random = Random(7)
    ruled = 0
    for _ in range(40):
        board = random.choice(["3x3", "2x5", "##?/###/???", "3x4-0,0"])
        pieces = [
            "|".join(
                random.sample(["L3", "I3", "T4", "L4", "O4", "P5", "V5"], random.randint(1, 3))
            )
            + random.choice(["", "", "=2", "=0..1", "=1..2"])
            for _ in range(random.randint(2, 3))
        ]
        try:
            found = tw.best_packing(board, *pieces)
            problem = tw.Problem(board, *pieces)
        except tw.errors.PieceError as error:
            assert "both name" in str(error), pieces
            continue
        bases, counts = zip(*(each.partition("=")[::2] for each in pieces), strict=True)
        limits = [int(count[-1:] or 1) for count in counts]
        every = {f"{word}+" for base in bases for word in base.split("|")}
        empty = None if "?" in board else (0, problem.board.area)
        wanted = min(
            (
                int((tiling.labels == EMPTY).sum())
                for tiling in tw.tilings(tw.Problem(board, *every, empty=empty))
                if _shared_out(tiling.piece_names(), [base.split("|") for base in bases], limits)
            ),
            default=None,
        )
        assert (None if found is None else found.empty) == wanted, (board, pieces)
        ruled += found is not None and bool(found.problem.rules)
        if found is not None:
            assert found.proven and (tw.verify(found) or found.searched), (board, pieces)
    assert ruled > 10


def _shared_out(names: list[str], outlines: list[list[str]], limits: list[int]) -> bool:
    """Whether each tile can be a copy of some piece, by trying."""
    return not names or any(
        limit > 0
        and names[0] in own
        and _shared_out(names[1:], outlines, [*limits[:k], limit - 1, *limits[k + 1 :]])
        for k, (own, limit) in enumerate(zip(outlines, limits, strict=True))
    )


@pytest.mark.parametrize(
    ("words", "pieces", "empty"),
    [("4x4 T4|O4", 4, 0), ("4x4 T4|O4=0..1", 1, 12), ("4x4 T4|O4=3..", 4, 0)],
)
def test_a_single_piece_with_alternatives_is_used_as_one_outline_would_be(
    words: str, pieces: int, empty: int
) -> None:
    found = tw.best_packing(words)
    assert (len(found), found.empty) == (pieces, empty)


def test_packings_refuse_other_rules() -> None:
    for rule in ("tiles 3", "no-crossroads"):
        with pytest.raises(tw.errors.ProblemError, match=f"packing does not support .*'{rule}'"):
            tw.best_packing("4x4", "O4+", "T4|L4", rules=[rule])


@pytest.mark.parametrize(
    ("words", "pieces", "empty", "reason"),
    [
        ("cube:6x6x6 I4", 52, 8, "53 pieces need 106 dark cells, but there are only 104"),
        pytest.param(
            "cube:5x5x5 ##/.##", 30, 5, "31 pieces need 93 dark cells", marks=pytest.mark.slow
        ),
        ("7x7 X5", 6, 19, "7 pieces need a sum of at least"),
        ("9x9 L4", 20, 1, "no choice of pieces covers more than 80 of them"),
        ("8x8-0,0-7,7 domino", 30, 2, "31 pieces need 31 dark cells, but there are only 30"),
        ("4x4 O4=2", 2, 8, "no choice of pieces covers more than 8 of them"),
        ("3x4 I3 L3", 2, 6, "no choice of pieces covers more than 6 of them"),
        ("#######/.#.#.#./###.### domino", 5, 6, "there are only 5"),
        ("##?/###/??? L3+", 2, 3, "need 6 dark cells, but there are only 5"),
    ],
)
def test_packings_are_proven_best(words: str, pieces: int, empty: int, reason: str) -> None:
    found = tw.best_packing(words)
    assert found is not None
    assert (len(found), found.empty, found.least_empty, found.proven) == (
        pieces,
        empty,
        empty,
        True,
    )
    assert found._repr_svg_().startswith("<svg")
    assert reason in found.reasons[0] or found.searched
    assert tw.verify(found) or found.searched


def test_a_time_limit_gives_the_best_packing_so_far() -> None:
    found = tw.best_packing("20x20", "X5", timeout=2)
    assert found is not None
    assert not found.proven
    assert found.empty > found.least_empty
    assert found.most_pieces is not None
    assert str(found.most_pieces) in found.text()


def test_there_is_no_packing_where_cells_that_may_not_stay_empty_cannot_be_covered() -> None:
    assert tw.best_packing("##?/###/###", "I4") is None


def test_a_limit_of_one_copy_is_a_limit() -> None:
    assert len(tw.best_packing("2x4", "I3=0..1")) == 1
    assert len(tw.best_packing("2x4", "I3")) == len(tw.best_packing("2x4", "I3+")) == 2


def answer(capsys: Captured, *words: str, code: int = 0) -> str:
    assert run(words) == code
    return capsys.readouterr().out


def test_the_command_prints_saves_and_verifies_packings(capsys: Captured, tmp_path: Path) -> None:
    assert answer(capsys, "solve", "cube:6x6x6", "I4", "--most", "-q") == "52\n"
    shown = answer(capsys, "solve", "7x7", "X5", "--most")
    assert "6 pieces, 19 cells stay empty; no more fit: use the numbers shown" in shown
    picture = tmp_path / "packing.svg"
    answer(capsys, "solve", "7x7", "X5", "--most", "-o", str(picture))
    assert picture.read_text().startswith("<svg")
    path = tmp_path / "packing.json"
    path.write_text(answer(capsys, "solve", "7x7", "X5", "--most", "--json"))
    data = json.loads(path.read_text())
    assert (data["most"]["count"], data["most"]["proven"], data["empty"]) == (6, True, [0, 49])
    answer(capsys, "verify", str(path))
    answer(capsys, "verify", str(path), "7x7", "X5")
    answer(capsys, "verify", str(path), "7x7", "F5", code=1)


def test_the_command_says_why_there_is_no_packing(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    for words in (["#?/##/##/?#", "#.#/###=3"], ["##?/###/###", "I4"], ["#?#/.#.", "##"]):
        path.write_text(answer(capsys, "solve", *words, "--most", "--json", code=1))
        data = json.loads(path.read_text())
        assert (data["most"], data["complete"], data["tilings"]) == (None, True, [])
        answer(capsys, "verify", str(path))
        path.write_text(json.dumps({**data, "pieces": ["monomino+"]}))
        answer(capsys, "verify", str(path), code=1)


def test_names_and_boards_of_files_are_in_the_answer(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("named.json").write_text(
        '{"board": "4x4", "pieces": ["##/#+", "###+"], "names": ["corner", "bar"], "turn": "free"}',
        "utf-8",
    )
    Path("board.txt").write_text("a##\n###\n##b\n", "utf-8")
    for words in (["named.json"], ["board.txt", "a#+", "##b", "###"]):
        Path("answer.json").write_text(answer(capsys, "solve", *words, "--most", "--json"), "utf-8")
        Path(words[0]).unlink()
        answer(capsys, "verify", "answer.json")


def test_no_field_of_an_answer_can_be_changed(capsys: Captured, tmp_path: Path) -> None:
    data = json.loads(answer(capsys, "solve", "7x7", "X5", "--most", "--json"))
    path, most = tmp_path / "packing.json", data["most"]
    numbers = ("count", "covered", "empty", "least_empty", "most_pieces")
    changes: list[tuple[str, Any]] = [
        *((name, most[name] + by) for name in numbers for by in (-5, -1, 1, 5)),
        *(
            ("proven", False),
            ("searched", True),
            ("reasons", []),
            ("reasons", ["it is known"]),
            ("more", 1),
        ),
        *(
            ("excluded", {}),
            ("bound", {}),
            ("bound", {"weights": np.ones((7, 7), dtype=int).tolist()}),
        ),
    ]
    for name, value in changes:
        path.write_text(json.dumps({**data, "most": {**most, name: value}}))
        answer(capsys, "verify", str(path), code=1)


@pytest.mark.parametrize(
    "option",
    [
        "--all",
        "--unique",
        "--limit 3",
        "--engine dance",
        "--empty 3",
        "--symmetric mirror",
        "-o a.jsonl",
    ],
)
def test_options_of_other_searches_are_refused(capsys: Captured, option: str) -> None:
    assert run(("solve", "5x5", "I4", "--most", *option.split())) == 2
    assert "--most" in capsys.readouterr().err


@pytest.mark.parametrize("board", ["##??/##..", "?#.##/.#?##/###.?"])
def test_numbers_may_exclude_every_packing(board: str) -> None:
    """Optional cells stay empty, and no number of them leaves a packing."""
    assert tw.best_packing(board, "L3" if board.startswith("##") else "tetrominoes+") is None
