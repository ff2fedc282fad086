"""The public functions that take a whole request, and what they return: draw, save, grade,
verify."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright import counting
from tilewright.apps.command import run
from tilewright.errors import RequestError
from tilewright.formats.exactcover import as_exact_cover
from tilewright.model.cover import compile_cover
from tilewright.shapes.rectangles import boxes
from tilewright.solving import search
from tilewright.solving.matching import shuffling_steps
from tilewright.solving.proofs import weighting
from tilewright.solving.theorems import golomb_cell

DOMINOES = tw.Problem("4x4", "dominoes+")


def test_board_and_pieces_may_be_one_string_or_several_words_with_rules() -> None:
    expected = tw.Problem("4x7", "tetromino:IILSTTZ", turn="one-sided")
    assert tw.read("4x7 tetromino:IILSTTZ", turn="one-sided") == expected
    assert tw.read("4x7", "tetromino:IILSTTZ", turn="one-sided") == expected
    assert tw.count("4x7", "tetromino:IILSTTZ", turn="one-sided") == tw.count(expected)
    placed = "L3:0,0-0,1-1,0"
    for call in (
        lambda **rules: tw.solve("3x4 L3+", **rules),
        lambda **rules: tw.nth("3x4 L3+", 0, **rules),
        lambda **rules: tw.sample("3x4", "L3+", number=1, **rules)[0],
        lambda **rules: next(tw.tilings(tw.Problem("3x4", "L3+"), **rules)),
    ):
        tiling = call(placed=[placed])
        assert {tiling.labels[0, 0], tiling.labels[0, 1], tiling.labels[1, 0]} == {0}
    assert tw.solve("5x5", "L3+") is None
    assert tw.solve("5x5", "L3+", empty=1) is not None
    assert tw.explain("5x5", "L3+", empty=1) == []


def test_rules_are_added_to_puzzles_and_problems() -> None:
    assert tw.read("talos:hub-gates-1", turn="free").turn == "free"
    assert tw.count(DOMINOES, empty=(2, 2)) == tw.count(
        tw.Problem("4x4", "dominoes+", empty=(2, 2))
    )


#: Each function of a problem; it gets a request, and its answer is compared with that of the words.
ASKED: dict[str, Callable[..., object]] = {
    "solve": tw.solve,
    "tilings": lambda *request: sum(1 for _ in tw.tilings(*request)),
    "count": tw.count,
    "up to symmetry": lambda *request: tw.count(*request, unique=True),
    "by piece": lambda *request: counting.count_by_piece(*request).counts,
    "weights": lambda *request: counting.weighted_count(*request, weight={"L3": 2}),
    "costs": lambda *request: counting.cheapest(*request, cost={"L3": 2}).cost,
    "heat": lambda *request: counting.heat(*request).right.tolist(),
    "placements": counting.placement_counts,
    "nth": lambda *request: tw.nth(*request, number=1),
    "rank": lambda *request: tw.rank(*request, tiling=tw.nth("3x4 trominoes+", number=1)),
    "sample": lambda *request: tw.sample(*request, number=2, seed=1),
    "explain": tw.explain,
    "weighting": weighting,
    "Search": lambda *request: search.Search(tw.read(*request)).count(),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_function_takes_a_whole_request_and_checks_it_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, path = ASKED[name], tmp_path / "problem.json"
    expected = ask("3x4 trominoes+")
    tw.write("3x4 trominoes+", path)
    checked = []
    monkeypatch.setattr(
        "tilewright.model.problem.problem_faults", lambda problem: checked.append(problem) or []
    )
    callers = set()
    check = tw.Problem.check

    def note(problem: tw.Problem) -> None:
        callers.add(sys._getframe(1).f_globals["__name__"])
        check(problem)

    monkeypatch.setattr(tw.Problem, "check", note)
    for request in (
        ("3x4 trominoes+",),
        ("3x4", "trominoes+"),
        (tw.Board.parse("3x4"), ["I3+", "L3+"]),
        (tw.Problem("3x4", "trominoes+"),),
        (str(path),),
    ):
        checked.clear()
        assert ask(*request) == expected
        assert len(checked) == (2 if name == "rank" else 1)
    # Who reads the request, and who compiles a problem from anywhere.
    assert callers <= {"tilewright.formats.request", "tilewright.model.cover.compile"}


def test_a_file_is_a_request(tmp_path: Path) -> None:
    path = tmp_path / "problem.json"
    assert tw.write("4x4 dominoes+", path) == path
    assert tw.read(path) == tw.read(str(path)) == DOMINOES
    assert tw.count(path) == 36
    board = tmp_path / "board.txt"
    board.write_text("##\n##\n##\n")
    assert tw.count(board, "dominoes+") == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tw.Problem("talos:hub-gates-1"), r"tilewright.read\('talos:hub-gates-1'\)"),
        (lambda: tw.read("6x10 pentominoes --turn fixed"), "'--turn' is a command-line option"),
        (lambda: tw.read(3), "`board` must be"),
        (lambda: tw.write(3, "x.json"), "`problem` must be"),
        (lambda: tw.verify(3), "cannot verify '3'"),
        (lambda: tw.draw(3), "cannot draw '3'"),
        (lambda: tw.draw(DOMINOES, pallete="grays"), "unexpected keyword argument 'pallete'"),
        (lambda: tw.grade("4x4 dominoes+"), "the puzzle has 9 solutions"),
        (lambda: tw.grade("3x3 L3+"), "no solution"),
        (lambda: tw.color("6x10", "pentominose"), "did you mean pentominoes"),
        (lambda: tw.color("3x3 L3+"), "do not tile 3x3"),
        (lambda: tw.count(DOMINOES, max_memory="2X"), "`max_memory` must be an amount of memory"),
        (lambda: tw.count(DOMINOES, progress=3), "`progress` must be callable"),
        (lambda: tw.solve(DOMINOES, threads=0), "`threads` must be at least 1, got 0"),
        (lambda: tw.rectangles("L4", max_width=0), "`max_width` must be at least 1, got 0"),
    ],
)
def test_errors_say_what_would_be_right(call, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RequestError, match=message):
        call()


@pytest.mark.parametrize(
    "value",
    [
        "6x10 pentominoes",
        "8x8",
        "pentominoes",
        "talos:hub-gates-1",
        DOMINOES,
        tw.Board.parse("8x8-3,3"),
        tw.Piece.parse("L3"),
        tw.find_puzzle("talos:hub-gates-1"),
        tw.Session("talos:hub-gates-1").take_hint(),
        [[0, 0], [1, 1]],
        np.array([[0, 0], [1, 1]]),
    ],
    ids=repr,
)
def test_everything_with_a_picture_is_drawn(value: object) -> None:
    picture = tw.draw(value)
    assert picture.svg().startswith("<svg")
    assert "─" in str(picture)
    assert picture._repr_svg_() == picture.svg()


def test_answers_show_and_save_their_pictures(tmp_path: Path) -> None:
    tiling = tw.solve(DOMINOES)
    assert tiling is not None
    for number, answer in enumerate(
        (tiling, tw.color(tiling), tw.plane("Y5"), tw.rectangles("L4"))
    ):
        assert answer._repr_svg_().startswith("<svg"), answer  # type: ignore[union-attr]
        path = answer.save(tmp_path / f"{number}.svg")
        assert path is not None
        assert path.read_text(encoding="utf-8").startswith("<svg")
    assert tiling.save(tmp_path / "x.png", letters=True).read_bytes()[:4] == b"\x89PNG"  # type: ignore[union-attr]
    with pytest.raises(tw.errors.OutputError, match=r"\.doc"):
        tiling.save(tmp_path / "x.doc")


def test_an_answer_without_a_picture_shows_its_text_in_a_notebook() -> None:
    tiling = tw.Tiling.from_text("AAB\nDEB\nDCC")
    assert tw.color(tiling, colors=2)._repr_svg_() is None


def test_results_print_themselves_in_one_line() -> None:
    made = tw.generate("sigil", "4x4")
    assert tw.generate("sigil", "4x4", seed=made.seed).puzzle == made.puzzle
    told: list[tuple[object, str]] = [
        (counting.strip(4, "dominoes+"), "Strip of 4 rows and n columns by domino+"),
        (counting.count_details(DOMINOES), "36 tilings, counted by"),
        (counting.count_up_to_symmetry(DOMINOES), "9 tilings up to symmetry, 36 in total"),
        (counting.tiling_set(DOMINOES), "TilingSet: tilings of 4x4"),
        (counting.count_square(4, "dominoes+"), "4x4: 36 tilings"),
        (tw.plane("Y5"), "Y5: tiles the plane (translation; isohedral number 1): "),
        (tw.rectangles("L4"), "L4: prime rectangles 2x4 3x8, and no others"),
        (made, f"seed {made.seed}"),
        (tw.find_puzzle("talos:hub-gates-1"), "talos:hub-gates-1: Hub Gates (Green) #1"),
        (golomb_cell(4, (0, 0), (1, 1)), "0,1 1,0 1,1: level 1"),
        (tw.tilings(DOMINOES), "Tilings of 4x4: 0 so far"),
    ]
    for value, words in told:
        assert words in str(value)
        assert "\n" not in str(value)
    by_piece = counting.count_by_piece("2x3", "trominoes+")
    assert str(by_piece) == "I3=0 L3=2: 2; I3=2 L3=0: 1"
    assert by_piece._repr_html_().count("<tr>") == 3


def test_answers_are_verified() -> None:
    tiling = tw.solve(DOMINOES)
    assert tw.verify(tiling, DOMINOES)
    assert not tw.verify(tiling, "4x4 trominoes+ monomino=1")
    assert "WRONG" in str(tw.verify(tiling, "5x5 dominoes+"))
    assert tw.verify([tiling, tiling]).claims[1].claim == "tiling 2 consists of the named pieces"
    for answer in (
        tw.plane("Y5"),
        tw.plane("######/#.####"),
        tw.rectangles("L4"),
        boxes("S4", sides=3),
        tw.color("6x10 pentominoes", touch="strong"),
        weighting("8x8-0,0-7,7", "dominoes+"),
        tw.generate("sigil", "4x4", seed=1),
    ):
        found = tw.verify(answer)
        assert not found.wrong, found
        assert found or found.unverified


def test_files_are_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plane, rectangles, tilings = (
        tmp_path / name for name in ("plane.jsonl", "rectangles.jsonl", "all.jsonl")
    )
    assert run(["plane", "Y5", "-q", "-o", str(plane)]) == 0
    assert run(["rectangles", "L4", "-q", "-o", str(rectangles)]) == 0
    assert run(["solve", "4x4", "dominoes+", "--all", "-q", "-o", str(tilings)]) == 0
    capsys.readouterr()
    assert tw.verify(plane).what == "plane"
    assert tw.verify(str(rectangles))
    assert len(tw.verify(tilings, DOMINOES).claims) == 36
    assert len(tw.read_tilings(tilings)) == 36
    record = json.loads(plane.read_text())
    record["verdict"] = "does not tile"
    plane.write_text(json.dumps(record))
    found = tw.verify(plane)
    assert not found
    assert found.wrong[0].line == 1
    assert found.to_json()["wrong"] == 1
    with pytest.raises(tw.TilewrightError, match="nothing to verify"):
        tw.write(DOMINOES, tmp_path / "problem.json")
        tw.verify(tmp_path / "problem.json")
    assert tw.verify(rectangles, timeout=1e-9).stopped


def test_label_arrays_are_verified() -> None:
    rows = [[0, 0, 1], [0, 1, 1]]
    assert tw.verify(rows, "2x3 L3+")
    assert tw.verify(np.array(rows), tw.Problem("2x3", "L3+"))
    assert tw.verify(np.zeros((1, 2, 2), dtype=int), "cube:1x2x2 1x2x2")
    assert tw.verify([[0, 1, 1, 0]], "cylinder:1x4 dominoes+")
    wrong = tw.verify([[0, 0, 1], [0, 1, 0]], "2x3 L3+")
    assert len(wrong.wrong) == 1
    assert not tw.verify(rows)
    with pytest.raises(tw.RequestError, match="got -5 at 0,0"):
        tw.verify([[-5, 0], [0, 0]], "2x2 L3+")
    for value in ([[0, 0], [0]], [1, 2], [["0", "0"]]):
        with pytest.raises(tw.RequestError, match="expected a Tiling"):
            tw.verify(value, "2x2 L3+")


def test_pieces_are_those_of_every_function(tmp_path: Path) -> None:
    (tmp_path / "own.pieces").write_text("L3=2\n##/.##\n")
    found = tw.pieces("L3+ X5=2", np.array([[1, 1, 0], [0, 1, 1]]), str(tmp_path / "own.pieces"))
    assert [(piece.name, piece.least, piece.most) for piece in found] == [
        ("L3", 0, None),
        ("X5", 2, 2),
        ("##/.##", 1, 1),
        ("L3", 2, 2),
        ("##/.##", 1, 1),
    ]
    assert tw.Problem("6x10", tw.pieces("pentominoes")) == tw.read("6x10 pentominoes")
    assert len(tw.pieces("pentominoes", turn="one-sided")) == 18
    assert tw.pieces() == []
    assert len(tw.polyominoes(5)) == len(tw.pieces("pentominoes")) == 12
    with pytest.raises(tw.RequestError, match="did you mean hexominoes"):
        tw.pieces("hexomines")


@pytest.mark.parametrize(
    "problem",
    [
        ("5x6 pentomino:ILPTVW",),
        ((5, 6), "pentomino:ILPTVW"),
        (tw.Board.parse("5x6"), "pentomino:ILPTVW"),
        (tw.Problem("5x6 pentomino:ILPTVW"),),
        (tw.Puzzle.of(tw.Problem("5x6 pentomino:ILPTVW")),),
        (Path("whole.json"),),
    ],
)
def test_placed_pieces_can_be_in_a_file(
    problem: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tw.write("5x6 pentomino:ILPTVW", "whole.json")
    Path("part.txt").write_text("AAA...\nA.....\nA.....\n......\n......\n", encoding="utf-8")
    corner = "V5:0,0-0,1-0,2-1,0-2,0"
    for placed in ("part.txt", Path("part.txt"), ["part.txt"]):
        assert tw.read(*problem, placed=placed).placed_words() == [corner]
        assert tw.count(*problem, placed=placed) == tw.count(*problem, placed=corner) > 0
    both = tw.read(*problem, placed=["part.txt", "I5:4,1-4,2-4,3-4,4-4,5"])
    assert len(both.placed) == 2
    with pytest.raises(RequestError, match=r"none\.txt: cannot read the file"):
        tw.count(*problem, placed="none.txt")


def test_a_problem_can_be_one_string() -> None:
    assert tw.Problem("6x10 pentominoes") == tw.Problem("6x10", "pentominoes")
    assert tw.Problem("4x4 L3+ monomino", turn="fixed").names == ("L3", "monomino")
    assert tw.Problem("torus:4x4 dominoes+").board == tw.Board.parse("torus:4x4")
    # A drawing has spaces for cells that are not there.
    assert tw.Problem("# #\n###").board == tw.Board.parse("#.#/###")
    assert tw.Problem("6x10", "pentominoes").names == tw.Problem("6x10 pentominoes").names
    with pytest.raises(RequestError, match="unknown piece or set 'pentomines'"):
        tw.Problem("6x10 pentomines")
    with pytest.raises(RequestError, match="is not a board"):
        tw.Problem("many pentominoes")


SEEDED: dict[str, Callable[[Any], Any]] = {
    "solve": lambda seed: tw.solve("6x10 pentominoes", seed=seed, engine="dance"),
    "tilings": lambda seed: list(tw.tilings("6x10 pentominoes", seed=seed, limit=3)),
    "Search": lambda seed: next(iter(search.Search(DOMINOES, seed=seed, limit=1))),
    "best_packing": lambda seed: tw.best_packing("7x7", "L4", seed=seed).tiling,
    "sample": lambda seed: tw.sample("8x8 dominoes+", 2, seed=seed),
    "sample by weight": lambda seed: tw.sample("4x4 dominoes+", seed=seed, weight={"domino": 2}),
    "of a set": lambda seed: tw.tiling_set("6x10 pentominoes").sample(2, seed),
    "numbers": lambda seed: list(tw.tiling_set("6x10 pentominoes").numbers(3, seed)),
    "generate": lambda seed: tw.generate("sigil", "4x5", seed=seed).puzzle,
    "golomb": lambda seed: tw.golomb(3, seed=seed),
    "deficient": lambda seed: tw.deficient(5, 8, seed=seed).labels.tolist(),
    "exact_cover": lambda seed: next(search.exact_cover(as_exact_cover(DOMINOES), seed=seed)),
    "frames": lambda seed: len(list(search.search_frames(DOMINOES, seed=seed, limit=2))),
    "shuffling": lambda seed: [*shuffling_steps(3, seed=seed)][-1],
}


@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_is_an_integer_or_a_random_generator(name: str) -> None:
    ask = SEEDED[name]
    first, second = (np.random.default_rng(5) for _ in range(2))
    drawn = ask(first)
    assert drawn == ask(second) == ask(int(np.random.default_rng(5).integers(1 << 32)))
    # One integer is drawn, so the next call draws another one.
    assert first.integers(1000) == second.integers(1000)
    for seed in (-1, 1.5, "one"):
        with pytest.raises(RequestError, match="seed"):
            ask(seed)


def test_an_engine_is_chosen_for_a_problem() -> None:
    chosen = search.choose(DOMINOES)
    assert chosen == search.choose("4x4 dominoes+") == search.choose((4, 4), "dominoes+")
    assert chosen == search.choose(compile_cover(DOMINOES))
    assert search.choose("60x60 dominoes+", one=True)[0] == "matching"
    assert search.choose("4x5", "tetrominoes", turn="fixed", empty=0)[0]
    with pytest.raises(RequestError, match="must be a Board"):
        search.choose(7)  # type: ignore[arg-type]


def test_what_python_offers_for_boards_of_all_lengths_is_there() -> None:
    with pytest.raises(tw.RequestError, match=r"or tilewright\.strip in Python"):
        tw.count("4xN", "dominoes+")
    assert tw.strip(4, "dominoes+").terms(5) == [1, 1, 5, 11, 36]


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda: tw.count("8x8 dominoes+", modulus=1000), "`mod`?"),
        (lambda: tw.count("8x8 dominoes+", tmeout=1), "`timeout`?"),
        (lambda: tw.solve("4x4 dominoes+", checkpoint="x"), "It takes `by_wrap`, `empty`"),
        (lambda: next(tw.tilings(tw.Problem("4x4", "dominoes+"), trun="free")), "`turn`?"),
    ],
)
def test_an_unknown_argument_says_which_is_meant(call: Callable[[], object], advice: str) -> None:
    with pytest.raises(TypeError, match="has no argument") as error:
        call()
    assert advice in str(error.value)


def test_tilings_are_compared_with_what_their_file_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tilings.json"
    assert run(["solve", "6x10", "pentominoes", "--json"]) == 0
    text = capsys.readouterr().out
    file.write_text(text)
    assert run(["verify", str(file)]) == 0
    assert run(["verify", str(file), "6x10", "pentominoes"]) == 0
    assert run(["verify", str(file), "6x10", "P5+"]) == 1
    file.write_text(text.replace('"board": "6x10"', '"board": "5x12"'))
    capsys.readouterr()
    assert run(["verify", str(file)]) == 1
    assert "the board is 5x12, but the tiling is 6x10" in capsys.readouterr().out
    # A name stands for a shape, also without a problem.
    wrong = json.loads(text)["tilings"][0]
    wrong["pieces"] = [
        "X5" if name == "F5" else "F5" if name == "X5" else name for name in wrong["pieces"]
    ]
    file.write_text(json.dumps(wrong))
    assert run(["verify", str(file)]) == 1
    assert "is called X5, but has the shape of F5" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        "4x4 pentomino:PV L3 --empty 3..3",
        "###/#.#/??# domino+ --empty 0..2",
        "#o#/##o #o# ##o",
        "dots:4x6-easy",
        "5x6 pentomino:FILPTV --placed I5:0,0-0,1-0,2-0,3-0,4",
        "4x7 tetromino:IILSTTZ --turn one-sided",
        "torus:1x4 domino=2 --rule by-wrap --all",
        "klein:4x4 tetrominoes=0..2 --all --limit 3",
        "tri:4x9 hexiamonds",
        "solid:soma",
        "weekday:10-06-tue",
    ],
)
def test_what_the_command_solves_holds(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the rules: what a file does not state is not held against its tilings."""
    lines, answer = str(tmp_path / "t.jsonl"), str(tmp_path / "t.json")
    assert run(["solve", *words.split(), "-q", "-o", lines]) in (0, 3)
    capsys.readouterr()
    assert run(["solve", *words.split(), "--json"]) in (0, 3)
    Path(answer).write_text(capsys.readouterr().out)
    assert run(["verify", answer]) == 0, capsys.readouterr().out
    # Names of pieces with marks do not say where the marks are on the board.
    assert run(["verify", lines]) in (0, 3), capsys.readouterr().out
