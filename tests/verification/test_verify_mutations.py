"""Records in which one field was changed: each is refused, or what it says is true."""

from __future__ import annotations

import copy
import itertools
import json
import random
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from cases import Case, Shape, random_case
from naive_problem import NaiveProblem, TooLarge, lying
from tilewright.apps.command import run
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.rectangles import boxes
from tilewright.solving.coloring import ColorCounts, color
from tilewright.solving.proofs import barrier, weighting
from tilewright.solving.search import Search
from trial import Trial

Record = Any
#: Words that a field could have instead.
WORDS = (
    *(
        "free",
        "one-sided",
        "fixed",
        "square",
        "tri",
        "hex",
        "translation",
        "half turn",
        "isohedral",
        "periodic",
    ),
    *(
        "tiles",
        "does not tile",
        "not known",
        "edge",
        "strong",
        "TTTTTT",
        "TCCTCC",
        "TCCTGG",
        "C3C3C3C3C3C3",
    ),
    *(
        "clique",
        "odd cycle",
        "odd wheel",
        "critical",
        "subgraph",
        "exhausted",
        "row mod 2, column mod 2",
    ),
    *("U5", "I3", "L4", "X5", "L3+", "domino+", "4x4", "3x4", "2x2", "##", "###/#", "##/.##"),
)


def paths(value: Record) -> Iterator[tuple[Any, ...]]:
    """The place of each value in a record."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (key,)
            for rest in paths(inner):
                yield (key, *rest)


def other(value: Any, draw: random.Random) -> Any:
    """A plausible other value."""
    if isinstance(value, bool):
        return draw.choice([not value, None, int(value)])
    if isinstance(value, int):
        return draw.choice([value + 1, value - 1, 0, 1, 2 * value + 1, -value, None, True])
    if isinstance(value, str) and value.isdigit():
        return draw.choice([str(int(value) + 1), str(max(0, int(value) - 1)), int(value), None])
    if isinstance(value, str):
        return draw.choice([*WORDS, None])
    if isinstance(value, list):
        place = draw.randrange(len(value) + 1)
        return draw.choice(
            [value[:-1], [*value, *value[:1]], value[::-1], [], value[:place] + value[place + 1 :]]
        )
    if isinstance(value, dict):
        return draw.choice([{}, None, {**value, "more": 1}])
    return draw.choice([0, 1, 2, True, [], "0"])


def changed(record: Record, draw: random.Random) -> tuple[Record, tuple[Any, ...]]:
    """The record with another value somewhere, without a field, or with one more."""
    found = copy.deepcopy(record)
    # Fields at the top are few, and cells many.
    top = draw.choice(list(range(len(found)) if isinstance(found, list) else found))
    choices = [path for path in paths(found) if path[0] == top]
    path = draw.choice(choices[: 1 + draw.randrange(len(choices))])
    inside = found
    for key in path[:-1]:
        inside = inside[key]
    how = draw.randrange(8)
    if how == 0 and isinstance(inside, dict):
        del inside[path[-1]]
    elif how == 1 and isinstance(inside, dict):
        inside["more"] = 1
        path = (*path[:-1], "more")
    else:
        inside[path[-1]] = other(inside[path[-1]], draw)
    return found, path


def answered(words: str, capsys: pytest.CaptureFixture[str]) -> Record:
    run([*shlex.split(words), "--json"])
    return json.loads(capsys.readouterr().out)


# What is true of the plane
# -------------------------------------------------------------------------------------------


@cache
def plane() -> list[tw.Plane]:
    return [
        tw.plane("X5"),
        tw.plane("F5"),
        tw.plane("F5", turn="fixed"),
        tw.plane("tri:#####"),
        tw.plane("hex:##.##/.##"),
        tw.plane("###/#.#/##"),
        tw.plane("##/.##/..#/..##/..#"),
        tw.plane("I3", "L3"),
        tw.plane(".#../####/.#../.#.."),
        tw.plane("#####/#..#/#"),
        tw.plane("##/.##/..#/..##/..#", max_tiles=3),
    ]


def is_tiling(record: Record) -> bool:
    """Whether the placements, repeated by the periods, cover each cell once."""
    kinds = 2 if record.get("lattice") == "tri" else 1
    (a, b), (c, d) = record["period"]
    tiles = record["certificate"]["placements"]
    window = set(itertools.product(range(12), range(12 * kinds)))
    covered = [
        (row + i * a + j * c, column + kinds * (i * b + j * d))
        for tile in tiles
        for row, column in tile
        for i, j in itertools.product(range(-25, 26), repeat=2)
    ]
    covered = [cell for cell in covered if cell in window]
    return len(covered) == len(window) == len(set(covered))


def plane_is_true(record: Record, path: tuple[Any, ...], facts: dict[str, Record] = {}) -> bool:  # noqa: B006
    words = record["cells"] if isinstance(record["cells"], list) else [record["cells"]]
    lattice, turn = record.get("lattice", "square"), record.get("turn", "free")
    key = json.dumps([words, lattice, turn])
    if key not in facts:
        pieces = [Polyform.from_text(word, lattice) for word in words]
        facts[key] = tw.plane(*pieces, turn=turn).to_json()
    fact = facts[key]
    if record["verdict"] == "not known":
        # Only rings without holes are claimed.
        return record["certificate"]["coronas"] == plane()[-1].to_json()["certificate"]["coronas"]
    if record["verdict"] != fact["verdict"]:
        return False
    stated = ("kind", "half_turn", "isohedral_number", "heesch", "heesch_with_holes")
    if any(record.get(name) not in (None, fact[name]) for name in stated):
        return False
    if record["verdict"] == "tiles":
        return is_tiling(record)
    return path[0] != "certificate" or "hole" in record["certificate"] or not len(path) > 2


# What is true of proofs, answers and colorings
# -----------------------------------------------------------------------

PROOFS = [
    ("8x8-0,0-7,7", "domino+", 0),
    ("6x6", "T4+", 0),
    ("10x10", "I4+", 0),
    ("5x5", "Y5+", 0),
    ("cube:6x6x6", "I4=53", 4),
    ("#######/.#.#.#./###.###", "domino+", 0),
]


def proofs() -> list[Record]:
    found = []
    for board, pieces, empty in PROOFS:
        problem = tw.Problem(board, pieces, empty=empty)
        proof = barrier(problem) if board.startswith("#") else weighting(problem)
        kind = "barrier" if board.startswith("#") else proof.kind
        rules = {"empty": [empty, empty]} if empty else {}
        found.append(
            {
                "board": board,
                "pieces": [pieces],
                **rules,
                "tilings": [],
                "complete": True,
                "count": "0",
            }
            | {"reasons": [proof.text()], kind: proof.to_json()}
        )
    return json.loads(json.dumps(found))


def answer_is_true(record: Record, path: tuple[Any, ...]) -> bool:
    empty = record.get("empty")
    problem = tw.Problem(
        record["board"],
        *record["pieces"],
        turn=record.get("turn", "free"),
        placed=record.get("placed", ()),
        empty=tuple(empty) if isinstance(empty, list) else empty,
    )
    listed = {tw.Tiling.from_json(value) for value in record.get("tilings", ())}
    true = set(tw.tilings(problem)) if problem.board.area < 30 else set()
    if not listed <= true:
        return False
    if unique := record.get("unique"):
        class_of = classes(problem, unique)
        found = {class_of[each] for each in listed}
        assert len(found) == len(record["tilings"])
        return not record.get("complete") or found == set(class_of.values())
    return not record.get("complete") or listed == true


def classes(problem: tw.Problem, unique: bool | str) -> dict[tw.Tiling, int]:
    """The class of each tiling by the naive twin. A problem has fewer symmetries than its board if
    pieces may not be turned over, or are placed.
    """
    assert not (problem.rules or problem.marks_agree or problem.board.surface.joined)
    lattice = problem.board.lattice.name
    shapes = [
        Shape(
            each.polyomino.cells,
            each.marks or ("",) * len(each.polyomino.cells),
            each.least,
            each.most,
            each.turn,
        )
        for each in problem.pieces
    ]
    case = Case(
        tuple(row for row in problem.board.text().splitlines() if row != lattice),
        tuple(shapes),
        problem.turn,
        tuple((problem.names.index(each.piece), each.cells) for each in problem.placed),
        (problem.empty_least, problem.empty_most),
        lattice,
    )
    trial = Trial(case)
    if unique == "rotations":
        trial.twin.moves = [each for each in trial.twin.moves if not each.symmetry.mirrored]
    return {trial.tiling(lying(each)): number for each, number in trial.twin.classes.items()}


def random_cases(number: int) -> Iterator[Case]:
    """Random problems without joined sides, rules and marks that agree, with a few tilings."""
    for case in map(random_case, itertools.count()):
        named = {(each.cells, each.marks) for each in case.shapes}
        if case.surface != "flat" or case.rules or case.agree or len(named) < len(case.shapes):
            continue
        try:
            twin = NaiveProblem(case, patience=2000)
            few = twin.is_sound() and 1 < len(twin.tilings) < 40
        except TooLarge:
            continue
        if few and len(twin.moves) > 1:
            yield case
            number -= 1
        if not number:
            return


def coloring_is_true(record: Record, path: tuple[Any, ...]) -> bool:
    drawn = {name: record[name] for name in ("labels", "lattice") if name in record}
    tiling = tw.Tiling.from_json(drawn)
    fewest = color(tiling, record["touch"], outside=record.get("outside") is not None).colors
    if record["lower_bound"] > fewest:
        return False
    if record["coloring"] is None:
        return record["colors"] < fewest or record["certificate"]["kind"] == "exhausted"
    used = max([*record["coloring"], record.get("outside") or 0]) + 1
    numbers = [record["coloring"].count(one) for one in range(record["colors"])]
    return fewest <= used <= record["colors"] and record["numbers"] == numbers


# What is true of rectangles
# ------------------------------------------------------------------------------------------


@cache
def claims() -> list[Record]:
    return [
        list(tw.rectangles("L4").certificate()),
        list(tw.rectangles("X5").certificate()),
        list(tw.rectangles("P5", max_width=4).certificate()),
        list(tw.rectangles("###/#.#/#").certificate()),
        list(boxes("S4", sides=3).certificate()),
    ]


def claims_are_true(record: Record, path: tuple[Any, ...]) -> bool:
    solid = record[0].get("lattice") == "cube"
    piece, turn = record[0]["piece"], record[0]["turn"]

    def fits(*sides: int) -> bool:
        word = "x".join(map(str, sides))
        return (
            tw.solve(tw.Problem(f"cube:{word}" if solid else word, f"{piece}+", turn=turn))
            is not None
        )

    for claim in record:
        kind = claim["claim"]
        if kind in ("width", "bar"):
            section = [claim["width"]] if kind == "width" else claim["section"]
            sums = {0}
            for length in range(1, 9):
                if any(length - one in sums for one in claim["lengths"]):
                    sums.add(length)
                if fits(*section, length) != (length in sums):
                    return False
        elif kind == "none" and fits(*claim["box" if solid else "rectangle"]):
            return False
    told, last = claims()[[one[0]["piece"] for one in claims()].index(piece)][-1], record[-1]
    if turn != "free" or last["claim"] != told["claim"]:
        # What is left is a shorter certificate.
        return turn == "one-sided" or path[-1] == len(record)
    listed = "boxes" if solid else "rectangles"
    same = sorted(map(sorted, last[listed])) == sorted(map(sorted, told[listed]))
    orders = all(last.get(name) in (None, told[name]) for name in ("order", "odd_order"))
    return same and orders and last["complete"] <= told["complete"]


# What is true of the other answers of commands
# -------------------------------------------------------------------------------------------

#: Commands whose JSON is verified, by kind.
COMMANDS = {
    "packing": ["solve 5x5 I4 --most", "solve torus:4x4 L3+ --most", "solve 2x3 L3+ --most"],
    "trominoes": [
        "golomb 2 --hole 0,1",
        "golomb 2 --touch strong",
        "golomb 5x5 --hole 0,1",
        "golomb 5x5 --hole 0,0",
        "golomb 3x5 --hole 1,1",
    ],
    "tally": [
        "color 2x3 L3=2 --all",
        "color 3x3 L3=2 domino+ --all --empty 1",
        "color 3x4 domino+ --all --colors 2",
        "color 3x4 domino+ --all --colors 3",
        "color torus:4x4 O4+ --all --touch strong --unique",
    ],
    "record": [
        "rectangles X5",
        "rectangles L4",
        "rectangles L3 I3 --both --max-width 3",
        "rectangles S4 --boxes --max-width 2",
    ],
    "made": [
        "make dots 4x6 --seed 1",
        "make pips 4x4 --seed 2",
        "make hole 5x5 --seed 1",
    ],
    "figure": ["figure L3 I3"],
    "drawn": ["sample 4x4 domino+ -n 2 --seed 1", "nth torus:hex:4x4 hex:##+ 3"],
}


def says_no_more(record: Record, other: Record) -> bool:
    """Whether everything that a record says is said in another."""
    if isinstance(record, dict) and isinstance(other, dict):
        return record.keys() <= other.keys() and all(
            says_no_more(record[name], other[name]) for name in record
        )
    if isinstance(record, list) and isinstance(other, list):
        return len(record) == len(other) and all(map(says_no_more, record, other))
    # Marks are read as text.
    return record == other or str(record) == str(other)


def is_said(kind: str, record: Record, path: tuple[Any, ...]) -> bool:
    """Whether an answer of the kind says this: no other answer is true. A shorter certificate
    proves the same list.
    """
    if kind == "made":
        known = [each for answer in ANSWERS[kind] for each in answer["puzzles"]]
        return all(any(says_no_more(each, other) for other in known) for each in record["puzzles"])
    return "claims" in path or any(says_no_more(record, each) for each in ANSWERS[kind])


def packing_is_true(record: Record, path: tuple[Any, ...]) -> bool:
    problem = tw.Problem.from_json(record)
    (tiling,) = map(tw.Tiling.from_json, record["tilings"])
    said, best = record.get("most"), tw.best_packing(problem)
    empty = int((tiling.labels == -2).sum())
    return (
        not tiling.faults(problem)
        and best is not None
        and (
            said is None
            or (
                (said["empty"], said["covered"]) == (empty, problem.board.area - empty)
                and said["count"] == len(tiling)
                and said["least_empty"] <= best.empty
                and said["proven"] is (empty <= said["least_empty"])
                and path[-1] not in ("reasons", "excluded", "searched")
            )
        )
    )


#: The answers of each kind of command, as they were.
ANSWERS: dict[str, list[Record]] = {}


def trominoes_are_true(record: Record, path: tuple[Any, ...]) -> bool:
    rows, columns = record["size"]
    hole, labels, colors = record["hole"], record["labels"], record["colors"]
    board = tw.Board.rectangle(rows, columns, holes=[] if hole is None else [hole])
    problem = tw.Problem(board, "L3+")
    if labels is None:
        return tw.count(problem) == 0 and colors is None and path[0] != "reason"
    tiling = tw.Tiling(np.array(labels))
    few = {"edge": 3, "strong": 4, None: 12}[record.get("touch")]
    touching = [
        (labels[row][column], labels[row + down][column + right])
        for row, column in np.ndindex(rows, columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + down < rows and 0 <= column + right < columns
        if down * right == 0 or record.get("touch") == "strong"
    ]
    pairs = [(a, b) for a, b in touching if a != b and min(a, b) >= 0]
    proper = all(colors[a] != colors[b] for a, b in pairs)
    return not tiling.faults(problem) and proper and set(colors) <= set(range(few))


def tally_is_true(record: Record, path: tuple[Any, ...]) -> bool:
    numbers = {name: record.get(name) for name in ("colors", "balanced", "numbers")}
    told = ColorCounts(
        record["touch"],
        numbers["colors"] if numbers["numbers"] is None else None,
        bool(numbers["balanced"]),
        None if numbers["numbers"] is None else tuple(numbers["numbers"]),
        record["outside"],
    )
    stated = {name: value for name, value in record.items() if name != "colors"}
    problem = tw.Problem.from_json(stated)
    for tiling in Search(problem, unique=record["unique"]):
        told.judge(tiling.labels[None], lattice=tiling.lattice, surface=tiling.surface)
    fact = told.to_json(crossings="by_crossings" in record)
    same = all(record[name] == fact[name] for name in fact if name in record)
    return same and record["complete"] is True


KINDS: dict[str, tuple[Callable[..., bool], str]] = {
    "packing": (packing_is_true, ".json"),
    "trominoes": (trominoes_are_true, ".json"),
    "tally": (tally_is_true, ".json"),
    "record": (lambda record, path: is_said("record", record, path), ".json"),
    "made": (lambda record, path: is_said("made", record, path), ".json"),
    "figure": (lambda record, path: is_said("figure", record, path), ".json"),
    "drawn": (answer_is_true, ".json"),
    "plane": (plane_is_true, ".json"),
    "proof": (answer_is_true, ".json"),
    "answer": (answer_is_true, ".json"),
    "unique": (answer_is_true, ".json"),
    "coloring": (coloring_is_true, ".json"),
    "rectangles": (claims_are_true, ".jsonl"),
}


#: Changes of each kind that is slow to verify.
NUMBER = {"record": 30, "rectangles": 40, "plane": 40}


def records(kind: str, capsys: pytest.CaptureFixture[str]) -> list[Record]:
    if kind == "plane":
        return json.loads(json.dumps([answer.to_json() for answer in plane()]))
    if kind == "proof":
        return proofs()
    if kind == "rectangles":
        return json.loads(json.dumps(claims()))
    if kind == "answer":
        words = [
            "2x3 domino+",
            "4x4 L3=5 monomino --placed L3:0,0-0,1-1,0",
            "3x3 domino+ --empty 1..1",
        ]
        return [
            *(answered(f"solve {each} --all", capsys) for each in words),
            answered("solve 4x4 L3+ --all --unique --empty 1", capsys),
            answered("solve 3x4 I3+", capsys),
        ]
    if kind == "unique":
        return [
            answered(
                case.command("solve", "--all", "--unique", *how).removeprefix("tilewright "), capsys
            )
            for case in random_cases(6)
            for how in ((), ("rotations",))
        ]
    if kind in COMMANDS:
        ANSWERS[kind] = [answered(words, capsys) for words in COMMANDS[kind]]
        return ANSWERS[kind]
    words = ["3x4 domino+", "4x4 L4+", "4x4 L4+ --touch strong", "4x4 domino+ --colors 2"]
    return [answered(f"color {each}", capsys) for each in words]


def tried(kind: str, number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Change records of a kind, and return how many changes were accepted."""
    is_true, ending = KINDS[kind]
    listed, draw, accepted = records(kind, capsys), random.Random(kind), 0
    path = tmp_path / f"record{ending}"

    def verified(record: Record) -> tw.Verification | None:
        lines = (
            [json.dumps(claim) for claim in record]
            if kind == "rectangles"
            else [json.dumps(record)]
        )
        path.write_text("\n".join(lines))
        try:
            return tw.verify(path)
        except tw.TilewrightError:
            return None

    for record in listed:
        found = verified(record)
        assert found is not None, record
        assert not found.wrong, found
    for _ in range(number):
        record, place = changed(draw.choice(listed), draw)
        found = verified(record)
        if not found or record in listed:
            continue
        not_checked = {name for claim in found.claims for name in claim.not_checked}
        if not_checked.intersection(place):
            continue
        accepted += 1
        assert is_true(record, place), (place, record)
    return accepted


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_field_is_refused_or_true(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tried(kind, NUMBER.get(kind, 80), tmp_path, capsys) < 30


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_changed_fields_are_refused_or_true(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tried(kind, 2500, tmp_path, capsys)
