"""The page describes puzzles by their IDs as the server does, field by field."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright.web
from cases import RULES, random_case
from tilewright.errors import RequestError
from tilewright.problem import Problem
from tilewright.puzzle import CALENDARS, KIND_OF, Puzzle, make_puzzle, named_puzzles, puzzle_id
from tilewright.wasm import build, missing_tool
from tilewright.web.answers.facts import facts_json
from tilewright.web.answers.work import puzzle as sheet_of
from waiting import NEVER

NODE = shutil.which("node", path=Path(sys.executable).parent) or "node"
SHEETS = Path(__file__).parent / "page" / "sheets.js"
FACTS = Path(tilewright.web.__file__).with_name("static") / "engine" / "facts.json"
#: Words for boards and pieces as somebody writes them, with the turn.
WRITTEN = (
    ("6x10", "pentominoes", "free"),
    ("4x7", "tetromino:IILSTTZ", "one-sided"),
    ("5x8", "tetrominoes@one-sided pentomino:FX hexomino:1,2m", "free"),
    ("tri:hexagon3", "hexiamonds=0..1 hexiamond:sphinxm=2", "free"),
    ("tri:triangle5-3,3", "triamond+ hexiamond:2", "one-sided"),
    ("hex:hexagon2,3,4", "tetrahexes+ hex:##/.#=2", "free"),
    ("hex:triangle6", "trihexes+ tetrahexes+", "fixed"),
    ("cube:3x3x3", "soma", "one-sided"),
    ("cube:2x5x6-0,0,0", "pentominoes=0..2 tetracubes+", "one-sided"),
    ("torus:hex:4x5", "tetrahexes+", "free"),
    ("klein:4x5", "tetrominoes+ L3=2..5", "free"),
    ("aztec:4", "dominoes+ P5=0..2", "fixed"),
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

pytestmark = pytest.mark.skipif(missing_tool() is not None, reason=str(missing_tool()))


def written() -> Iterator[str]:
    """IDs of puzzles of all kinds in words, names of some others, and dates."""
    for number, (board, pieces, turn) in enumerate(WRITTEN):
        problem = Problem(board, *pieces.split(), turn=turn)  # type: ignore[arg-type]
        kind = list(KIND_OF)[number % len(KIND_OF)]
        yield puzzle_id(Puzzle.of(problem, kind=kind))
        # A long ID also says what a short one could.
        yield make_puzzle("given", problem.board, tuple(problem.words()), turn=problem.turn).name
    yield from (each.name for each in named_puzzles()[::7])
    yield from (each.name.upper() for each in named_puzzles()[5::40])
    for edition in CALENDARS.values():
        dates = list(edition.puzzles())[::330]
        yield from (each.name for each in dates)
        yield from (make_puzzle("weekday", each.board, edition.pieces, placed=()).name for each in dates[:2])
    yield from ("calendar:2-29", "weekday:2024-02-29", "Calendar:10-6", "id:050ax2d18jgk2v")


def drawn(seeds: range) -> Iterator[tuple[str, list[str]]]:
    """IDs of random puzzles, each with the rules that it has."""
    for seed in seeds:
        case = random_case(seed)
        kind = random.Random(seed).choice(["sigil", "given", "hole", "sigil", "given", "dots"])
        rules = [f"{case.lattice} {case.surface}", *(name for name, holds in RULES.items() if holds(case))]
        try:
            name = puzzle_id(Puzzle.of(case.problem(), kind=kind))  # type: ignore[arg-type]
        except RequestError:
            continue
        yield name, rules


def described(name: str) -> dict[str, Any] | None:
    """The sheet of the server, without its grade; None if there is none."""
    try:
        found = sheet_of(name, graded=False)
    except RequestError:
        return None
    return json.loads(found.model_dump_json())  # type: ignore[no-any-return]


def near(one: Any, other: Any) -> bool:
    """Whether lists of points are equal, but for the last digit."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(near, one, other))
    return bool(abs(one - other) < 3e-6)


def check(names: list[str]) -> int:
    """Compare sheets; return how many there are."""
    command = [NODE, SHEETS, build(), FACTS]
    done = subprocess.run(
        command, input=json.dumps(names), capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert done.returncode == 0, done.stderr
    number = 0
    for name, own in zip(names, json.loads(done.stdout), strict=True):
        sheet = described(name)
        if sheet is None:
            assert "error" in own, (name, own)
            continue
        assert "error" not in own, (name, own)
        assert near(own.pop("seams"), sheet.pop("seams")), name
        for field in {*own, *sheet}:
            assert own[field] == sheet[field], (name, field)
        number += 1
    return number


def test_facts(request: pytest.FixtureRequest) -> None:
    """What the page knows is what the library knows: ``--update`` writes it."""
    if request.config.getoption("--update"):
        FACTS.write_text(facts_json(), encoding="utf-8")
    assert FACTS.read_text(encoding="utf-8") == facts_json()


def test_sheets() -> None:
    names = [*written(), *(name for name, _ in drawn(range(48)))]
    assert len(names) >= 90
    assert check([*names, *WRONG]) >= 80


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
