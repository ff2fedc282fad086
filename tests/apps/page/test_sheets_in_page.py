"""The page answers questions about puzzles as the server does: what an ID stands for, how hard it
is, how many tilings there are.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from answering import count, share
from answering import puzzle as sheet_of
from cases import RULES, random_case
from node import FACTS, in_node
from tilewright.apps.page.facts import facts_json
from tilewright.errors import RequestError
from tilewright.formats.request import read_id
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    CALENDARS,
    KINDS,
    LEVELS,
    Puzzle,
    make_puzzle,
    named_puzzles,
    puzzle_id,
)
from tilewright.solving.search import Search, different_tilings

#: Generated puzzles: their long IDs.
KNOWN = Path(__file__).parents[2] / "known" / "short_ids.tsv"
#: Words for boards and pieces as somebody writes them, with the turn.
WRITTEN = (
    ("6x10", "pentominoes", "free"),
    # The page knows alternatives by their rules.
    ("4x4", "T4|O4=1..2 O4|L4=2..3", "free"),
    ("4x7", "tetromino:IILSTTZ", "one-sided"),
    ("5x8", "tetrominoes@one-sided pentomino:FX hexomino:1,2m", "free"),
    ("tri:hexagon3", "hexiamonds=0..1 hexiamond:sphinxm=2", "free"),
    ("tri:triangle5-3,3", "triamond+ hexiamond:2", "one-sided"),
    ("hex:hexagon2,3,4", "tetrahexes+ hex:##/.#=2", "free"),
    ("hex:triangle6", "trihexes+ tetrahexes+", "fixed"),
    ("cube:3x3x3", "soma", "one-sided"),
    ("cube:2x5x6-0,0,0", "pentominoes=0..2 tetracubes+", "one-sided"),
    ("pyramid:4", "kanoodle=0..1 ball:##//#+", "one-sided"),
    ("tetrahedron:4", "triballs+ tetraball:4,9m L3=0..2", "one-sided"),
    ("torus:hex:4x5", "tetrahexes+", "free"),
    ("klein:4x5", "tetrominoes+ L3=2..5", "free"),
    ("aztec:4", "dominoes+ P5=0..2", "fixed"),
    ("tri:star2", "hexiamonds=0..1", "free"),
    ("4x6", "tetrominoes=0..1 L5@half-turn=0..2 L3@free+", "half-turn"),
    ("tri:4x4", "tetriamonds+", "half-turn"),
    ("cube:2x2x4", "tetracubes+", "half-turn"),
    ("8x8-3,3-3,4-4,3-4,4", "F5 f5 Q5=2 hexominoes+ domino", "fixed"),
)
#: Names and IDs that are none.
WRONG = (
    "id:",
    "id:AAAA",
    "id:050A-X2D1-8JGK-2W",
    "id:!",
    "talos:none",
    "calendar:02-30",
    "calendar:13-01",
    "x",
)


def written() -> Iterator[str]:
    """IDs of puzzles of all kinds in words, names of some others, and dates."""
    for number, (board, pieces, turn) in enumerate(WRITTEN):
        problem = Problem(board, *pieces.split(), turn=turn)  # type: ignore[arg-type]
        kind = list(KINDS)[number % len(KINDS)]
        yield puzzle_id(Puzzle.of(problem, kind=kind))
        # A long ID also says what a short one could.
        yield make_puzzle("given", problem.board, tuple(problem.words()), turn=problem.turn).name
    yield from (each.name for each in named_puzzles()[::7])
    yield from (each.name.upper() for each in named_puzzles()[5::40])
    for edition in CALENDARS.values():
        dates = list(edition.puzzles())[::330]
        yield from (each.name for each in dates)
        yield from (
            make_puzzle("weekday", each.board, edition.pieces, placed=()).name for each in dates[:2]
        )
    yield from ("calendar:2-29", "weekday:2024-02-29", "Calendar:10-6", "id:050ax2d18jgk2v")


def drawn(seeds: range) -> Iterator[tuple[str, list[str]]]:
    """IDs of random puzzles, each with the rules that it has."""
    for seed in seeds:
        case = random_case(seed)
        kind = random.Random(seed).choice(["sigil", "given", "hole", "sigil", "given", "dots"])
        rules = [
            f"{case.lattice} {case.surface}",
            *(name for name, holds in RULES.items() if holds(case)),
        ]
        try:
            name = puzzle_id(Puzzle.of(case.problem(), kind=kind))  # type: ignore[arg-type]
        except RequestError:
            continue
        yield name, rules


def described(name: str) -> dict[str, Any] | None:
    """The sheet of the library, without its grade; None if there is none."""
    try:
        found = sheet_of(name, graded=False)
    except RequestError:
        return None
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def near(one: Any, other: Any) -> bool:
    """Whether lists of points are equal, but for the last digit."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other))
    return bool(abs(one - other) < 3e-6)


def asked(questions: list[dict[str, Any]]) -> list[Any]:
    """The answers of the page."""
    return in_node("sheets.js", questions)  # type: ignore[no-any-return]


def content(name: str) -> list[object]:
    """What the ID of a puzzle recreates."""
    if not name.startswith("id:"):
        return [name]
    found = read_id(name)
    return [
        found.kind,
        str(found.board),
        found.pieces,
        found.turn,
        found.placed,
        found.empty,
        found.by_wrap,
    ]


def same(own: Any, sheet: dict[str, Any] | None, name: object) -> bool:
    """Compare a sheet with that of the library; return whether there is one."""
    if sheet is None:
        assert "error" in own, (name, own)
        return False
    assert "error" not in own, (name, own)
    assert near(own.pop("seams"), sheet.pop("seams")), name
    # The page packs a long ID in its own way: both recreate the same puzzle.
    assert content(own["id"]) == content(sheet["id"]), name
    for field in {*own, *sheet} - {"id"}:
        assert own[field] == sheet[field], (name, field)
    return True


def check(names: list[str]) -> int:
    """Compare sheets; return how many there are."""
    found = asked([{"sheet": name} for name in names])
    return sum(same(own, described(name), name) for name, own in zip(names, found, strict=True))


def check_made(seeds: range) -> Counter[str]:
    """Compare what is shared, counted and graded; return how many there were of each."""
    bodies, names = [], []
    for seed in seeds:
        case = random_case(seed)
        if case.placed or case.by_wrap:
            continue
        board = "\n".join(case.rows) if case.lattice in ("cube", "ball") else "/".join(case.rows)
        space = "".join(
            f"{word}:" for word in (case.surface, case.lattice) if word not in ("flat", "square")
        )
        body: dict[str, Any] = {
            "board": space[:-1] + "\n" + board if "\n" in board else space + board,
            "pieces": [shape.word() for shape in case.shapes],
            "turn": case.turn,
            "empty": seed % 3 if seed % 5 == 0 else 0,
        }
        bodies.append((body, random.Random(seed).choice(["sigil", "given", "hole", "dots"])))
    answers = asked(
        [
            each
            for body, kind in bodies
            for each in ({"share": {**body, "kind": kind}}, {"count": body})
        ]
    )
    number: Counter[str] = Counter()
    for (body, kind), shared, counted in zip(bodies, answers[::2], answers[1::2], strict=True):
        try:
            made = share(kind, **body)
        except RequestError:
            made = None
        if same(shared, made and json.loads(json.dumps(made)), body):
            number["shared"] += 1
            names.append(shared["id"])
        number["counted"] += check_count(body, counted)
    return number + check_grades(names)


def check_grades(names: list[str]) -> Counter[str]:
    """Compare grades that the page finds in time; return how many there are of each level."""
    number: Counter[str] = Counter()
    for name, own in zip(names, asked([{"graded": name} for name in names]), strict=True):
        if not own.get("finished"):
            continue
        sheet = json.loads(json.dumps(sheet_of(name)))
        for field in ("grade", "level"):
            assert own["sheet"][field] == sheet[field], (name, field)
        number[f"level {sheet['level']}"] += 1
    return number


def check_count(body: dict[str, Any], counted: dict[str, Any]) -> bool:
    """Compare numbers of tilings, if there are not too many for the page."""
    if counted.get("unsupported") or not counted.get("exact", True):
        return False
    try:
        answer = count(**body, seconds=5.0)
    except RequestError:
        assert "error" in counted, (body, counted)
        return False
    assert answer["exact"], body
    assert counted["count"] == answer["count"], body
    # On a large torus there are too many turns to tell them.
    assert counted["different"] in (None, answer["different"]), body
    return True


def check_watched(name: str, lines: list[dict[str, Any]]) -> None:
    """Follow the events of a search to its end."""
    cover = compile_cover(read_id(name).problem())
    numbers = np.ravel_multi_index(tuple(cover.cells.T), cover.problem.board.shape).tolist()
    placements = {
        (int(cover.placement_piece[i]), *(numbers[item] for item in cover.item[begin:end].tolist()))
        for i, (begin, end) in enumerate(itertools.pairwise(cover.start.tolist()))
    }
    assert lines[0]["puzzle"]["id"] == name
    stack: list[list[int]] = []
    tilings = set()
    for event in (event for line in lines for event in line.get("events", [])):
        depth, *placed = event
        if depth < 0:
            tilings.add(tuple(sorted(map(tuple, stack))))
            continue
        assert depth == len(stack) - (not placed)
        if not placed:
            stack.pop()
            continue
        assert tuple(placed) in placements
        assert not {*placed[1:]} & {cell for other in stack for cell in other[1:]}
        stack.append(placed)
    assert not stack
    assert lines[-1]["end"]["complete"]
    assert len(tilings) == lines[-1]["end"]["found"] == Search(cover).count()


def test_facts(request: pytest.FixtureRequest) -> None:
    """What the page knows is what the library knows: ``--update`` writes it."""
    if request.config.getoption("--update"):
        FACTS.write_text(facts_json(), encoding="utf-8")
    assert FACTS.read_text(encoding="utf-8") == facts_json()


def test_sheets() -> None:
    names = [*written(), *(name for name, _ in drawn(range(24)))]
    assert len(names) >= 66
    assert check([*names, *WRONG]) >= 60


def test_a_sheet_waits_for_the_kernels_only_if_it_needs_them() -> None:
    squares, hexagons = (
        puzzle_id(Puzzle.of(Problem(board, *pieces), kind="sigil"))
        for board, pieces in (("4x5", ["tetrominoes"]), ("hex:2x3", ["trihex:1", "trihex:2"]))
    )
    questions = [{"sheet": squares, "kernels": "never"}, {"sheet": hexagons, "kernels": "late"}]
    described, waited = asked(questions)
    assert described == asked([{"sheet": squares}])[0]
    assert waited == asked([{"sheet": hexagons}])[0]
    assert len(waited["images"]) > 1


def test_different_tilings_of_a_small_torus() -> None:
    """A torus has many turns; all are needed to say how many tilings are different."""
    for board, pieces in (("torus:hex:4x4", "tetrahex:2+"), ("torus:5x5", "Y5+")):
        problem = Problem(board, pieces)
        assert check([puzzle_id(Puzzle.of(problem, kind="sigil"))]) == 1
        (answer,) = asked([{"count": {"board": board, "pieces": [pieces]}}])
        assert answer["different"] == str(different_tilings(compile_cover(problem)).count)


def test_what_somebody_made() -> None:
    number = check_made(range(40))
    assert number["shared"] >= 15, number
    assert number["counted"] >= 15, number
    assert len([name for name in number if name.startswith("level ")]) >= 3, number


def test_grades() -> None:
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    number = check_grades([line.split("\t")[1] for line in lines if line.startswith("id:")])
    assert min(number[f"level {level}"] for level in LEVELS[:3]) >= 2, number


def test_watching_a_search() -> None:
    names = ["talos:hub-gates-2", "talos:tools-3", *(name for name, _ in drawn(range(400, 408)))]
    complete = 0
    for name, lines in zip(names, asked([{"watch": name} for name in names]), strict=True):
        if "error" in lines:
            assert described(name) is None or lines["unsupported"]
        elif lines[-1]["end"]["complete"]:
            check_watched(name, lines)
            complete += 1
    assert complete >= 5


@pytest.mark.slow
def test_many_that_somebody_made() -> None:
    number = check_made(range(4000, 6400))
    assert number["shared"] >= 1000, number
    assert number["counted"] >= 1000, number
    assert min(number[f"level {level}"] for level in ("easy", "medium")) >= 20, number


@pytest.mark.slow
def test_sheets_of_many_puzzles() -> None:
    rules: Counter[str] = Counter()
    number = 0
    for first in range(1000, 3800, 200):
        found = list(drawn(range(first, first + 200)))
        rules.update(rule for _, own in found for rule in own)
        number += check([name for name, _ in found])
    assert number >= 1800, number
    assert min(rules[rule] for rule in RULES) >= 50, rules


@pytest.mark.slow
def test_sheets_of_all_named_puzzles() -> None:
    names = [each.name for each in named_puzzles()]
    for edition in CALENDARS.values():
        names += [each.name for each in list(edition.puzzles())[::3]]
    assert check(names) == len(names)
