"""Rules beyond covering: what they mean, how they are written, and that every answer keeps them."""

import json
import re
from collections import Counter
from typing import Any

import pytest

import naive_rules
import tilewright as tw
from agreement import USUAL, judge
from tilewright.apps.command import run
from tilewright.counting import count_details, weighted_count


def test_counts_that_are_published() -> None:
    """Fault-free tilings by dominoes (R. L. Graham) and by L-trominoes (OEIS A084479)."""
    free = tw.rules.fault_free()
    assert tw.count("5x6", "domino=15", rules=[free]) == 6
    assert tw.count("6x6", "domino=18", rules=[free]) == 0
    across = [tw.rules.fault_free("columns")]
    assert [tw.count(f"5x{n}", "L3+", rules=across) for n in (3, 6)] == [0, 72]
    assert tw.count("5x6", "L3+", rules=[free]) == 8


#: Polyominoes of one to nine cells.
POLYOMINOES = [
    *("monomino+", "domino+", "trominoes+", "tetrominoes+", "pentominoes+", "hexominoes+"),
    *("heptominoes+", "octominoes+", "nonominoes+"),
]


@pytest.mark.parametrize(
    ("rows", "counts"),
    [(1, [1, 1, 3, 4, 7, 14, 23]), (2, [1, 5, 33, 138])],
    ids=["A003242", "A359703"],
)
def test_divisions_without_equal_sizes_side_by_side(rows: int, counts: list[int]) -> None:
    """Carlitz compositions, and fillomino dissections of 2xn by D. E. Knuth."""
    assert [
        tw.count(f"{rows}x{n}", *POLYOMINOES[: rows * n], rules=["apart size"])
        for n in range(1, len(counts) + 1)
    ] == counts


def test_the_fillomino_dissections_of_3x3() -> None:
    problem = tw.Problem("3x3", *POLYOMINOES, rules=["apart size"])
    assert tw.count(problem) == len({str(tiling) for tiling in tw.tilings(problem)}) == 445


def test_pieces_that_are_named_may_not_touch() -> None:
    """Two squares share a side or only a corner, by how far they are from each other."""
    steps: Counter[tuple[int, ...]] = Counter()
    for tiling in tw.tilings("4x4", "dominoes+", "O4=2"):
        one, other = (min(cells) for piece, cells in tiling if piece == "O4")
        steps[tuple(sorted(abs(x - y) for x, y in zip(one, other, strict=True)))] += 1
    assert set(steps) == {(0, 2), (1, 2), (2, 2)}
    problem = tw.Problem("4x4", "dominoes+", "O4=0..2")
    together = [*tw.tilings(problem)]
    for of, touching in (("O4", steps[0, 2] + steps[1, 2]), ("corners O4", steps.total())):
        ruled = problem.but(rules=[f"apart {of}"])
        kept = [tiling for tiling in together if not tiling.faults(ruled)]
        assert tw.count(ruled) == len(kept) == len(together) - touching


def test_a_piece_of_two_parts_crosses_only_lines_between_neighbors() -> None:
    problem = tw.Problem("3x6", "#.#+", "#+", rules=["fault-free columns"])
    assert tw.count(problem) == len(list(tw.tilings(problem))) == 0


#: Rectangles have no rules, and files lose what they cannot store.
ASKED = [name for name in USUAL if name != "rectangles"]


@pytest.mark.parametrize("number", range(100))
def test_every_question_keeps_the_rules(number: int) -> None:
    """On every lattice and surface: all tilings by the twin, filtered; each case meets a quarter of
    all questions.
    """
    case = naive_rules.ruled_case(number)
    assert judge(case, number, tuple(ASKED[number % 4 :: 4])) in ({}, None)


@pytest.mark.parametrize(
    ("rule", "weights", "total"),
    [("no-crossroads", {"L3": 0, "I3": 2}, 6 * 2**8), ("fault-free", {"I3": 0}, 2)],
)
def test_pieces_of_weight_0_leave_the_rules_as_they_are(
    rule: str, weights: dict[str, int], total: int
) -> None:
    assert weighted_count("4x6", "trominoes+", weight=weights, rules=[rule]) == total


def test_districts_are_counted_by_parts_and_by_placements() -> None:
    """The number of tiles, counted in both kinds of frontier, adds up to the number of tilings."""
    pieces = ("trominoes+", "tetrominoes+", "pentominoes+")
    counts = []
    for tiles in range(3, 6):
        problem = tw.Problem("4x4", *pieces, rules=[tw.rules.tiles(tiles)])
        found = count_details(problem, method="components").value
        assert found == count_details(problem, method="placements").value
        counts.append(found)
    assert sum(counts) == tw.count("4x4", *pieces)
    assert tw.count("4x4", *pieces, rules=["tiles 3..4"]) == sum(counts[:2])


def test_a_piece_may_lie_both_ways_round() -> None:
    """Two ways to lay a domino 1-2 on the same cells are two tilings if a rule reads the digits."""
    problem = tw.Problem("1x2", "1/2", marks_agree={"1": [""], "2": [""]})
    assert tw.count(problem) == 1
    both = list(tw.tilings(problem, rules=["sum 0,0 >= 0"]))
    assert sorted(tiling.marks.tolist() for tiling in both) == [[["1", "2"]], [["2", "1"]]]
    [one] = tw.tilings(problem, rules=["sum 0,0 > 1"])
    assert one.marks.tolist() == [["2", "1"]]
    assert tw.Tiling.from_json(json.loads(json.dumps(one.to_json()))) == one
    assert one.transform("rotate 180").marks.tolist() == [["1", "2"]]


def test_rules_are_values_and_words() -> None:
    rules = [
        tw.rules.tiles(7),
        tw.rules.tiles((5, 7)),
        tw.rules.fault_free(),
        tw.rules.fault_free("columns"),
        tw.rules.no_crossroads(),
        tw.rules.apart(),
        tw.rules.apart("size"),
        tw.rules.apart("same-way", corners=True),
        tw.rules.apart("T4", "P5"),
        tw.rules.apart("a b"),
        tw.rules.apart(corners=True),
        tw.rules.sum([(0, 0), (0, 1)], "<", 5),
        tw.rules.sum([(0, 0), (0, 1)], "=", 5),
        tw.rules.sum([(0, 0), (0, 1)], ">", 5),
        tw.rules.equal([(0, 0), (0, 1)]),
        tw.rules.unequal([(0, 0), (0, 1)]),
        tw.rules.clues({(0, 0): 4, (1, 1): "P5"}),
        tw.rules.clues({(0, 0): 4}, one_each=True),
    ]
    assert len(set(rules)) == len(rules)
    for rule in rules:
        assert tw.rules.parse(rule.word()) == rule
    problem = tw.Problem("5x6", "pentominoes+", rules=[rules[0], rules[2], rules[0]])
    assert problem.rules == (rules[0], rules[2])
    assert tw.Problem.from_json(json.loads(json.dumps(problem.to_json()))) == problem
    assert problem != problem.without_rules() == tw.Problem("5x6", "pentominoes+")
    assert problem == tw.Problem("5x6", "pentominoes+", rules=["fault-free", "tiles 7"])


def test_a_puzzle_file_stores_rules(tmp_path) -> None:  # type: ignore[no-untyped-def]
    problem = tw.Problem("4x4", "tetrominoes+", rules=["apart", "clues 0,0=T4"])
    for name in ("puzzle.txt", "puzzle.json"):
        tw.write(problem, tmp_path / name)
        assert tw.read(tmp_path / name) == problem
    assert "\nrule: clues 0,0=T4\n" in (tmp_path / "puzzle.txt").read_text()
    with pytest.raises(tw.RequestError, match="does not support the rule 'apart'"):
        tw.write(problem, tmp_path / "puzzle.dlx")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("tiles", "invalid rule 'tiles'; write 'tiles 7', 'tiles 5..7' or 'tiles 1 T4|P5'"),
        ("sums 0,0 = 3", "unknown rule 'sums 0,0 = 3'"),
        ("sum 0,0 < 0", "invalid rule 'sum 0,0 < 0'"),
        ("clues 0,0=4 0,0=5", "with each cell given once"),
        ("tiles 7..5", "least <= most, got 7 and 5"),
        ("sum 0,0-9,9 = 3", "the cell 9,9 is not on the board"),
        ("equal 0,0", "the rule requires pieces with marks"),
        ("clues 0,0=P5", "the problem has no piece 'P5'"),
        ("apart T4 P5", "apart T4|P5: the problem has no piece 'P5'"),
        ("fault-free layers", "squares support only rows, columns"),
    ],
)
def test_wrong_rules_are_named(rule: str, message: str) -> None:
    with pytest.raises(tw.errors.ProblemError, match=re.escape(message)):
        tw.count("4x4", "tetrominoes+", rules=[rule])


def test_reasons_name_the_rule() -> None:
    def why(board: str, *pieces: str, rule: str) -> list[str]:
        return tw.explain(board, *pieces, rules=[rule])

    assert why("001/110", "double-1", rule="sum 0,0-0,1 = 9") == [
        "the cells 0,0-0,1 add up to 0 to 0, but the rule requires 9"
    ]
    assert why("4x4", "tetrominoes+", rule="clues 0,0=7") == [
        "no piece can cover the cell 0,0 and agree with the clue 0,0=7"
    ]
    (said,) = why("4x4", "tetrominoes+", rule="tiles 9")
    assert said.startswith("9 tiles of at least 4 cells need more")


def test_rules_need_a_place() -> None:
    with pytest.raises(tw.errors.ProblemError, match="flat board of squares"):
        tw.count("torus:4x4", "dominoes+", rules=["no-crossroads"])
    with pytest.raises(tw.errors.ProblemError, match="apart same-way: requires a flat board"):
        tw.count("torus:4x4", "dominoes+", rules=["apart same-way"])
    with pytest.raises(tw.errors.ProblemError, match="flat board of squares, triangles or cubes"):
        tw.count("hex:3x3", "trihexes+", rules=["fault-free"])


@pytest.mark.parametrize(
    ("words", "rules", "number"),
    [
        # A clue says which tile covers its cell, so the cell is not empty.
        (("2x2", "L3+"), {"empty": 1, "rules": ["clues 0,0=3"]}, 3),
        (("2?", "#+"), {"rules": ["clues 0,1=1"], "marks_agree": {"": ["", "2"]}}, 1),
        (("?#?", "#+"), {"rules": ["clues 0,0=1"]}, 2),
        # Where a tile meets itself, three tiles meet, not four.
        (("2x2", "#./.#=1", "#=2"), {"rules": ["no-crossroads"]}, 2),
        (("2x2", "#=4"), {"rules": ["no-crossroads"]}, 0),
    ],
)
def test_a_rule_means_what_its_page_says(
    words: tuple[str, ...], rules: dict[str, Any], number: int
) -> None:
    problem = tw.Problem(*words, **rules)
    for engine in ("scan", "dance", "clauses"):
        found = [*tw.tilings(problem, engine=engine)]  # type: ignore[arg-type]
        assert len(found) == number and all(not tiling.faults(problem) for tiling in found)
    assert tw.count(problem) == len(tw.tiling_set(problem)) == number
    every = tw.tilings(problem.without_rules().with_rules(empty=rules.get("empty")))
    assert sum(not tiling.faults(problem) for tiling in every) == number


def test_which_marks_agree_is_said_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["2x3", "01", "23", "22"]
    agree = {mark: [""] for mark in "0123"}
    rules = ["sum 0,0-0,1 = 4"]
    given = ["--rule", rules[0], "--rule", "marks-agree 0=- 1=-", "--rule", "marks-agree 2=- 3=-"]
    expected = tw.count(tw.Problem(*words, marks_agree=agree, rules=rules))
    assert run(["count", *words, *given, "-q"]) == 0
    assert capsys.readouterr().out == f"{expected}\n" and expected > 0
    assert run(["solve", *words, *given, "--json"]) == 0
    problem = tw.Problem.from_json(json.loads(capsys.readouterr().out))
    assert problem == tw.Problem(*words, marks_agree=agree, rules=rules)
    assert run(["count", *words, "--rule", "marks-agree 0"]) == 2
    assert "--rule: marks-agree must be words MARK=MARKS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("board", "pieces", "rules", "number"),
    [
        ("3x3", ["T4|P5@one-sided", "T4|U5@one-sided"], None, None),
        ("4x4", ["T4|O4=4"], ["tiles 4 T4|O4"], 3),
        ("4x4", ["T4|O4+"], [], 3),
        ("4x4", ["T4|O4=2", "L4=2"], ["tiles 2 T4|O4"], 8),
        ("4x4", ["T4|O4=1..2", "O4|L4=2..3"], None, None),
        ("3x4", ["L3|I3=2", "L3=2"], None, None),
        ("4x4", ["T4|T4=4"], [], 2),
    ],
)
def test_alternatives_are_pieces_with_a_rule(
    board: str, pieces: list[str], rules: list[str] | None, number: int | None
) -> None:
    problem = tw.Problem(board, *pieces)
    if rules is not None:
        assert sorted(rule.word() for rule in problem.rules) == sorted(rules)
    assert tw.Problem.from_json(problem.to_json()) == problem
    groups = [each.split("=")[0].removesuffix("+").split("|") for each in pieces]
    every = [f"{word}+" for word in dict.fromkeys(word for group in groups for word in group)]
    # All tilings by these outlines, each of which some choice of pieces has to allow.
    wanted = {
        tiling.text()
        for tiling in tw.tilings(tw.Problem(board, *every))
        if _can_be_shared_out(problem, pieces, tiling.piece_names())
    }
    for engine in ("scan", "dance", "clauses"):
        found = [*tw.tilings(problem, engine=engine)]  # type: ignore[arg-type]
        assert {tiling.text() for tiling in found} == wanted and len(found) == len(wanted)
        assert all(not tiling.faults(problem) for tiling in found)
    assert tw.count(problem) == tw.tiling_set(problem).count == len(wanted) > 0
    assert number in (None, len(wanted))


def _can_be_shared_out(problem: tw.Problem, pieces: list[str], names: list[str]) -> bool:
    """Whether each tile can be a copy of some piece, and each piece has the copies that it needs,
    by trying.
    """
    bounds, outlines = [], []
    for word in pieces:
        base, _, copies = word.partition("=")
        outlines.append({problem.piece_index(each) for each in base.removesuffix("+").split("|")})
        least, _, most = copies.partition("..")
        any_number = (0, len(names)) if base.endswith("+") else (1, 1)
        bounds.append((int(least), int(most or least)) if copies else any_number)

    def share(left: list[str], used: list[int]) -> bool:
        if not left:
            return all(low <= own <= high for own, (low, high) in zip(used, bounds, strict=True))
        index = problem.piece_index(left[0])
        return any(
            share(left[1:], [own + (k == owner) for k, own in enumerate(used)])
            for owner, own_outlines in enumerate(outlines)
            if index in own_outlines and used[owner] < bounds[owner][1]
        )

    return share(names, [0] * len(pieces))


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("tetrominoes|P5", "alternatives must be single pieces"),
        ("T4=2|P5", "alternatives must be single pieces"),
        ("T4|Q4", "Q4"),
        ("T4|hex:##", "the board is made of squares, but the piece"),
    ],
)
def test_what_are_no_alternatives(word: str, message: str) -> None:
    with pytest.raises(tw.errors.RequestError, match=message):
        tw.Problem("4x4", word)


def test_equal_alternatives_have_the_name_of_the_first() -> None:
    assert tw.Problem("4x4", "O4|##/##|L4", "P5").names == ("O4", "L4", "P5")
