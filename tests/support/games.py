"""Games that are recorded: what is played, and what the page and the library say of every state.

As a program it plays games at random and writes the record, ``known/games.jsonl``::

    python tests/support/games.py > games.jsonl
    python tests/support/games.py --again > games.jsonl

The second one keeps the games, and only records what is said of them: for sentences or hints that
are meant to change. Each line is a game: the ID of the puzzle, the steps, a checksum of its grade,
and a checksum of each state with all answers about it. The same seed gives the same games.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import sys
import zlib
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

from answering import check, hint, ways
from cases import random_case
from graded import graded_puzzles
from tilewright.apps.page.sheets import describe, grade_sheet
from tilewright.errors import RequestError
from tilewright.formats.request import read_id
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Placement
from tilewright.model.puzzle import Puzzle, named_puzzles
from tilewright.puzzles.deduction import grade
from tilewright.puzzles.play import Hint, Session
from tilewright.puzzles.play.remaining import first_tilings
from waiting import NEVER

KNOWN = Path(__file__).parents[1] / "known" / "games.jsonl"
#: Games, the steps of each, and the most cells and solutions of a puzzle.
GAMES, STEPS, CELLS, SOLUTIONS = 500, 6, 50, 1000
#: The guesses that a grade counts.
GUESSES = 20

Step = dict[str, Any]
Cell = tuple[int, ...]
#: The puzzles of each kind with a name, and dot puzzles, whose outlines are drawn, more often.
NAMED = [
    *named_puzzles(),
    *(puzzle for puzzle in named_puzzles() if puzzle.kind == "dots"),
    *map(read_id, ("calendar:10-06", "calendar:02-29", "weekday:2026-03-14", "id:01NM-XBE")),
]
STROKES = {"toggle": Session.toggle, "note": Session.note, "erase": Session.erase}


def apply_step(game: Session, step: Step) -> Session:
    """The game after a step; raises if it cannot be made."""
    match step:
        case {"do": "load", "saved": saved}:
            return Session.load(saved)
        case {"do": "shorten", "longest": longest}:
            return Session.load(game.save(longest))
        case {"do": "place", "piece": piece, "cells": cells}:
            return game.place(piece, map(tuple, cells), step.get("marks", ()))
        case {"do": "shift", "cell": cell, "cells": cells}:
            return game.shift(tuple(cell), map(tuple, cells))
        case {"do": "lift", "cell": cell}:
            return game.lift(tuple(cell))
        case {"do": "hold", "piece": piece, "orientation": orientation}:
            return game.hold(piece, orientation)
        case {"do": "outline", "cells": cells}:
            return game.outline(map(tuple, cells))
        case {"do": "exclude", "piece": piece, "cells": cells}:
            return game.exclude(piece, map(tuple, cells))
        case {"do": "follow", "hint": hint, "piece": piece, "cells": cells}:
            marks = tuple(step.get("marks", ()))
            return game.follow(Hint(hint, "", Placement(piece, tuple(map(tuple, cells)), marks)))
        case {"do": "undo" | "redo" | "clear" as name}:
            return getattr(game, name)()
    edges = step["edges"]
    return STROKES[step["do"]](
        game,
        [(tuple(edge[: len(edge) // 2]), tuple(edge[len(edge) // 2 :])) for edge in edges],
    )


def seen(game: Session) -> dict[str, Any]:
    """A state as the page's rules tell it."""
    position = game.position
    state = game.state.to_json()
    return {
        "saved": game.save(),
        **{name: state[name] for name in ("placed", "edges", "notes")},
        "solved": game.solved,
        "share": position.share,
        "left": [game.left(piece.name) for piece in game.problem.pieces],
        "tiles": [[tile.word(), game.rules.orientation(tile)] for tile in position.tiles],
        "closed": [
            [region.kind, [list(cell) for cell in region.cells]]
            for region in position.regions
            if region.piece is None
        ],
        "free": [[",".join(map(str, cell)), mark] for cell, mark in position.free.items()],
    }


class Player:
    """Somebody who plays at random."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = Session(puzzle)
        rules = self.game.rules
        self.cells = list(rules.marks)
        self.edges = [(one, two) for one in self.cells for two in rules.beside[one] if one < two]
        cover = compile_cover(self.game.problem)
        places = [tuple(cell) for cell in cover.cells.tolist()]
        self.names = list(self.game.problem.names)
        # Half of them know a solution, and play it most of the time.
        known = first_tilings(cover, 1, 1.0).tilings if self.rng.random() < 0.5 else ()
        self.solution = [(name, list(cells)) for tiling in known for name, cells in tiling]
        self.placements = [
            (
                self.names[int(cover.placement_piece[number])],
                [
                    places[item]
                    for item in cover.item[cover.start[number] : cover.start[number + 1]].tolist()
                    if item < len(places)
                ],
            )
            for number in self.rng.sample(range(cover.size), min(cover.size, 400))
        ]

    def step(self) -> Step:
        """What is done next: most of it can be done."""
        rng, game = self.rng, self.game
        taken = game.position.owner
        fitting = [
            placement
            for placement in self.placements
            if not any(cell in taken for cell in placement[1])
        ]
        kinds = (
            ["place"] * 5
            + ["undo"] * 3
            + ["lift", "shift", "hold", "redo", "redo", "follow", "clear"]
        )
        kinds += ["toggle", "note", "erase", "outline", "outline"] * (3 if game.rules.drawn else 1)
        kind = rng.choice(kinds)
        fitting = self.right(taken) if rng.random() < 0.8 else fitting
        piece, cells = rng.choice(
            (fitting if rng.random() < 0.9 else None) or self.placements or [("X", self.cells[:1])]
        )
        if rng.random() < 0.05:
            cells = rng.sample(self.cells, min(len(self.cells), len(cells)))
        if kind in ("undo", "redo", "clear"):
            return {"do": kind if kind != "clear" or rng.random() < 0.3 else "undo"}
        if kind in STROKES:
            some = rng.sample(self.edges, min(len(self.edges), rng.randint(1, 4)))
            edges = [list(one + two if rng.random() < 0.7 else two + one) for one, two in some]
            if rng.random() < 0.05:
                edges.append([*rng.choice(self.cells), *rng.choice(self.cells)])
            return {"do": kind, "edges": edges}
        if kind == "hold":
            return {"do": kind, "piece": rng.choice(self.names), "orientation": rng.randint(0, 8)}
        if kind in ("lift", "shift") or (kind == "follow" and rng.random() < 0.3):
            lifted = rng.choice(list(game.state.placed) or [Placement(piece, tuple(cells))])
            cell = rng.choice([*lifted.cells, rng.choice(self.cells)])
            if kind == "follow":
                return {"do": kind, "hint": "lift", "piece": lifted.piece, "cells": lifted.cells}
            return (
                {"do": "lift", "cell": cell}
                if kind == "lift"
                else {"do": kind, "cell": cell, "cells": cells}
            )
        if kind == "follow":
            return {"do": kind, "hint": "place", "piece": piece, "cells": cells}
        return (
            {"do": "place", "piece": piece, "cells": cells}
            if kind == "place"
            else {"do": kind, "cells": cells}
        )

    def right(self, taken: Container[Cell]) -> list[tuple[str, list[Cell]]]:
        """The placements of the solution that are missing."""
        drawn = {tile.cells for tile in self.game.position.tiles}
        return [
            placement
            for placement in self.solution
            if placement[1][0] not in taken and tuple(sorted(placement[1])) not in drawn
        ]

    def saving(self) -> Step:
        """What is saved, taken up again; half of it is damaged."""
        rng, saved = self.rng, self.game.save()
        if rng.random() < 0.2:
            return {"do": "shorten", "longest": rng.randint(0, 120)}
        if rng.random() < 0.5:
            return {"do": "load", "saved": saved}
        lines = list(saved["moves"])
        damage = rng.choice(
            ["drop", "repeat", "word", "digit", "done", "hand", "kind", "start", "missing"]
        )
        where = rng.randrange(len(lines)) if lines else 0
        if damage == "drop" and lines:
            del lines[where]
        elif damage == "repeat" and lines:
            lines.insert(where, lines[where])
        elif damage == "word" and lines:
            words = ["x", "-0,0", "0,0r", "x0,0d", "0,0|1,1", ":0,0", "I:0,0-", "I3:0,0,0-0,0"]
            lines[where] += " " + rng.choice([*words, "0,0r 0,0r"])
        elif damage == "digit" and lines:
            lines[where] = "".join(
                str(rng.randint(0, 9)) if sign.isdigit() and rng.random() < 0.2 else sign
                for sign in lines[where]
            )
        elif damage == "done":
            saved["done"] = rng.choice([0, len(lines), len(lines) + 1, -1, None])
        elif damage == "hand":
            saved["hand"] = rng.choice(
                [{}, None, {self.names[0]: 0}, {self.names[0]: 48}, {"no such piece": 0}, [1]]
            )
        elif damage == "kind":
            saved[rng.choice(["seconds", "hints", "start", "moves"])] = rng.choice(
                [None, {}, -1, "?"]
            )
        elif damage == "start":
            saved["start"] = rng.choice(lines or ["0,0r"])
        elif damage == "missing":
            del saved[rng.choice(["start", "moves", "done", "hand", "seconds", "hints", "puzzle"])]
        return {
            "do": "load",
            "saved": {
                **saved,
                **({"moves": lines} if isinstance(saved.get("moves"), list) else {}),
            },
        }

    def play(self, number: int) -> Iterator[Step]:
        """Yield some steps, each after it was tried."""
        for _ in range(number):
            step = self.saving() if self.rng.random() < 0.1 else self.step()
            with contextlib.suppress(RequestError):
                self.game = apply_step(self.game, step)
            yield step


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the page gets it."""
    return json.loads(json.dumps(describe(puzzle)))


def puzzles(seeds: Iterable[int]) -> Iterator[tuple[int, Puzzle, dict[str, Any]]]:
    """Puzzles of every kind, lattice and surface that the page can show."""
    for seed in seeds:
        if seed % 3:
            try:
                sheet = shown(Puzzle.of(random_case(seed).problem()))
                yield seed, read_id(sheet["id"]), sheet
            except RequestError:
                pass  # it is unsound, or cannot be shown
        else:
            puzzle = NAMED[(seed * 7) % len(NAMED)]
            yield seed, puzzle, shown(puzzle)


def answers(game: Session) -> dict[str, Any]:
    """What is said of a state: in how many ways it can be finished, what is wrong, and what comes
    next.
    """
    name, state = game.puzzle.name, game.state.to_json()
    return {
        "ways": ways(name, state, NEVER),
        "check": check(name, state, NEVER),
        "hint": hint(name, state, [], NEVER),
    }


def checksum(value: Any) -> str:
    """A checksum of a JSON value, in which 1 and 1.0 are the same."""
    text = json.dumps(_exact(value), sort_keys=True, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x}"


def _exact(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _exact(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def replay(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield each state of a game, and all that is said of it."""
    game = Session(puzzle)
    for step in steps:
        refused = False
        try:
            game = apply_step(game, step)
        except RequestError:
            refused = True
        yield game, {"refused": refused, **seen(game), **answers(game)}


def graded(puzzle: Puzzle) -> dict[str, Any] | None:
    """The grade of a puzzle; None if wraps count separately, as the page does not grade those."""
    problem = puzzle.problem()
    return None if problem.by_wrap else grade_sheet(grade(compile_cover(problem), guesses=GUESSES))


def recorded() -> list[dict[str, Any]]:
    """Return the games of the record."""
    return [json.loads(line) for line in KNOWN.read_text(encoding="utf-8").splitlines()]


def _candidates() -> Iterator[tuple[int, str]]:
    """Yield puzzles of all kinds, lattices and surfaces in turn, each with a seed."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in graded_puzzles():
        puzzle = read_id(row.long)
        board = puzzle.board
        key = puzzle.kind, board.lattice.name, str(board.surface.joined), row.level
        groups.setdefault(key, []).append(puzzle.name)
    rng = random.Random(1)
    for seed in range(100 * GAMES):
        if seed % 3 == 0:
            # Others are unsound, or cannot be shown.
            with contextlib.suppress(RequestError):
                yield seed, describe(Puzzle.of(random_case(seed).problem()))["id"]
        else:
            yield seed, rng.choice(groups[sorted(groups)[seed % len(groups)]])


def _record(seed: int, name: str) -> dict[str, Any] | None:
    """Play a game and record it; None if the puzzle is too large."""
    puzzle = read_id(name)
    cover = compile_cover(puzzle.problem())
    if cover.area > CELLS or cover.size > 1500:
        return None
    answer = first_tilings(cover, SOLUTIONS, 0.3)
    if not answer.complete or len(answer.tilings) >= SOLUTIONS:
        return None
    steps = [*Player(puzzle, seed).play(STEPS)]
    return _line(name, steps)


def _line(name: str, steps: list[Step]) -> dict[str, Any]:
    puzzle = read_id(name)
    states = [checksum(state) for _, state in replay(puzzle, steps)]
    return {"id": name, "steps": steps, "grade": checksum(graded(puzzle)), "states": states}


def _lines(again: bool) -> Iterator[dict[str, Any]]:
    """Yield the record: of the same games, or of new ones."""
    if again:
        yield from (_line(game["id"], game["steps"]) for game in recorded())
    else:
        yield from itertools.islice(filter(None, itertools.starmap(_record, _candidates())), GAMES)


if __name__ == "__main__":
    for line in _lines("--again" in sys.argv):
        print(json.dumps(line, separators=(",", ":")), flush=True)
