"""The page's modules outside a browser: their unit tests, and games that are played by them and by
`Session`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

import tilewright.apps.page
from node import NODE
from random_tilings import random_tiling
from tiles import tiling_of
from tilewright.apps.page.sheets import describe
from tilewright.counting import count
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import make_puzzle
from tilewright.model.space.labels import number_tiles
from tilewright.puzzles.play import Session
from tilewright.solving.matching import flip_distance, flips, highest_tiling, lowest_tiling
from tilewright.solving.search import solve
from tilewright.solving.theorems import golomb_cell, golomb_colors, golomb_window
from waiting import NEVER

PLAYING = Path(__file__).with_name("node") / "playing.js"


def evaluated(function: str, data: Any) -> Any:
    """What a function of JavaScript makes of some data, in Node."""
    code = f"console.log(JSON.stringify(await ({function})({json.dumps(data)})));"
    command = [NODE, "--input-type=module", "--eval", code]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=NEVER, check=False, cwd=PLAYING.parents[2]
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_the_units_of_the_page() -> None:
    """What `node/*.test.js` say of its modules, in Node's own test runner and one process."""
    files = sorted(PLAYING.parent.glob("*.test.js"))
    command = [NODE, "--test", "--test-isolation=none", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_folders_import_in_one_direction() -> None:
    static = Path(tilewright.apps.page.__file__).with_name("static")
    rows = [
        "texts",
        "geometry",
        "parts",
        "server",
        "game",
        "board/look",
        "board/hands",
        "board",
        "engine/words",
        "engine/solving",
        "engine/making",
        "engine/plane",
        "engine",
        "views/elements",
        "views/watch",
        "views/maker",
        "views/player",
        "views/math",
        "views/classroom",
        "views/gallery",
        "views",
    ]
    wrong = []
    for path in static.rglob("*.js"):
        folder = path.parent.relative_to(static).as_posix()
        for name in re.findall(
            r'^import .*?"(\.[^"]+)";', path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            other = (path.parent / name).resolve().parent.relative_to(static).as_posix()
            if rows.index(other) > rows.index(folder):
                wrong.append(f"{path.relative_to(static)} imports {name}")
    assert wrong == []


PAIRS = """async (answers) => {
  const { numbers, Pairs, Shuffling } = await import("#page/geometry/matching.js");
  return answers.map((answer) => {
    const pairs = new Pairs({ kinds: answer["lattice"] ? 2 : 1, rows: answer.rows, columns: answer.columns });
    let grown = answer["tiles"];
    if (answer.growth) {
      const shuffling = new Shuffling(answer.rows / 2, Uint8Array.from(atob(answer.growth), (letter) => letter.charCodeAt(0)));
      shuffling.seek(answer.rows / 2);
      shuffling.lay(pairs);
      grown = pairs.words();
    }
    pairs.read(answer["tiles"]);
    const turnable = [...pairs.corners()].length;
    const turned = pairs.descend(numbers(1));
    return [grown, turnable, turned.length, pairs.words()];
  });
}"""  # noqa: E501


def test_random_tilings_grow_and_are_turned_as_in_the_library() -> None:
    boards = [f"aztec:{order}" for order in (1, 2, 9, 17)]
    boards += ["8x8", "5x6", "tri:hexagon3", "tri:hexagon2,3,4"]
    answers = [random_tiling(board, seed) for board in boards for seed in (0, 1)]
    found = evaluated(PAIRS, answers)
    for answer, (grown, turnable, turned, lowest) in zip(answers, found, strict=True):
        assert grown == answer["tiles"]
        tiling = tiling_of(answer["tiles"], answer["lattice"] is not None)
        assert turnable == len(list(flips(tiling)))
        extremes = [lowest_tiling(tiling), highest_tiling(tiling)]
        distances = {extreme.text(): flip_distance(tiling, extreme) for extreme in extremes}
        assert distances[tiling_of(lowest, answer["lattice"] is not None).text()] == turned


def test_the_number_of_tilings_of_diamonds_and_hexagons() -> None:
    boards = ["aztec:1", "aztec:4", "aztec:6", "tri:hexagon1", "tri:hexagon3", "tri:hexagon2,3,4"]
    boards += ["4x4"]
    counts = """async (boards) => {
      const { tilingsOf } = await import("#page/views/elements/boards.js");
      return boards.map(tilingsOf);
    }"""
    wanted = [
        f"{count(Problem(board, 'diamond+' if board.startswith('tri:') else 'dominoes+')):,}"
        for board in boards
    ]
    assert evaluated(counts, boards) == [*wanted[:-1], ""]


def test_arrow_keys_reach_every_tile_of_a_solution() -> None:
    """On every lattice and surface, from the middle of the board and from where the last piece was
    placed.
    """
    asked = []
    for board, *pieces in (
        ("4x5", "tetrominoes=0..2"),
        ("tri:hexagon2", "tetriamonds=2"),
        ("hex:3x4", "tetrahexes=0..1"),
        ("cube:3x2x2", "tetracubes=0..1"),
        ("cube:3x3x3", "soma"),
        ("torus:4x4", "tetrominoes=0..2"),
        ("cylinder:4x4", "T4=2", "L4=0..2", "S4=0..2"),
        ("torus:tri:2x4", "tetriamonds=0..2"),
        ("klein:4x4", "L4=2", "S4=0..2", "I4=0..2"),
        ("moebius:4x4", "L4=2", "S4=0..2", "I4=0..2"),
    ):
        puzzle = make_puzzle("sigil", Board.parse(board), tuple(pieces))
        session = Session(puzzle)
        tiling = solve(session.problem)
        assert tiling is not None, board
        tiles = []
        for piece, cells in tiling:
            session = session.place(piece, cells)
            tiles.append({"own": session.held(piece).cells, "cells": cells})
        asked.append({"sheet": json.loads(json.dumps(describe(puzzle))), "tiles": tiles})
    found = evaluated(
        """async (asked) => {
          const { Lattice, add } = await import('#page/geometry/lattice.js');
          const { key, keys } = await import('#page/geometry/geometry.js');
          return asked.map(({ sheet, tiles }) => {
            const lattice = new Lattice(sheet.lattice, sheet, false);
            const inside = new Set(lattice.read(sheet.cells).map(([cell]) => key(cell)));
            let last = null;
            return tiles.map(({ own, cells }) => {
              const kept = (move, before) => lattice.kept(own, move, (cell) => inside.has(key(cell)), before);
              const starts = [lattice.moveToMiddle(own), ...(last ? [last] : [])];
              return starts.every((start) => {
                const queue = [kept(start, start)], known = new Set(queue.map(key));
                for (const move of queue) {
                  if (keys(lattice.laid(own, move)) === keys(cells)) {
                    last = move;
                    return true;
                  }
                  for (const name of Object.keys(lattice.data.arrows)) {
                    const next = kept(add(move, lattice.stepOf(name, move)), move);
                    if (!known.has(key(next))) queue.push(next);
                    known.add(key(next));
                  }
                }
                return false;
              });
            });
          });
        }""",  # noqa: E501
        plain(asked),
    )
    assert [all(tiles) for tiles in found] == [True] * len(asked)


def test_the_tilings_and_colors_in_the_browser_are_those_of_the_library() -> None:
    cases = []
    for number, (n, size) in enumerate(
        ((1, 2), (2, 4), (3, 8), (6, 64), (31, 40), (60, 50), (60, 37))
    ):
        top = 0 if size == 1 << n else ((1 << n) * (number + 2) // 11)
        left = 0 if size == 1 << n else ((1 << n) * (number + 1) // 17 + number)
        for hole in ((top + size // 3, left + size // 2), (0, (1 << n) - 1)):
            cases.append((n, hole, top, left, size))
    # Where the tiles of the largest squares are.
    for n, row, column in (
        (60, 1 << 59, 1 << 59),
        (60, 5 << 57, 1 << 57),
        (60, 3 << 58, 7 << 55),
        (33, 9 << 20, 5 << 20),
    ):
        for hole in ((row, column), (row - 1, column - 1), (0, 0), (row + 999, column - 1)):
            cases.append((n, hole, row - 13, column - 18, 30))
    found = evaluated(
        """async (cases) => {
          const { tilesIn } = await import('#page/geometry/golomb.js');
          return cases.map(([n, hole, top, left, size]) => {
            const { tile, three, four } = tilesIn(n, hole.map(BigInt), BigInt(top), BigInt(left), size, size);
            return [...tile].map((number) => (number < 0 ? [-1, -1, -1] : [number, three[number], four[number]]));
          });
        }""",  # noqa: E501
        [
            [n, [str(r) for r in hole], str(top), str(left), size]
            for n, hole, top, left, size in cases
        ],
    )
    for (n, hole, top, left, size), cells in zip(cases, found, strict=True):
        tiles, three, four = np.array(cells).reshape(size, size, 3).transpose(2, 0, 1)
        window = (top, left, size, size)
        assert (number_tiles(tiles.astype(np.int32)) == golomb_window(n, hole, window).labels).all()
        assert (three == golomb_colors(n, hole, window)).all()
        assert (four == golomb_colors(n, hole, window, touch="strong")).all()


def test_the_closed_form_in_the_browser_is_that_of_the_library() -> None:
    side = 1 << 60
    cells = [(7 * number * number + 3, (side // 97) * number + number) for number in range(40)]
    hole = (side // 3, side // 5)
    found = evaluated(
        """async ([cells, hole]) => {
          const { tileAt, cellsOf } = await import('#page/geometry/golomb.js');
          const at = hole.map(BigInt);
          return cells.map(([r, c]) => cellsOf(tileAt(BigInt(r), BigInt(c), at)).map((cell) => cell.map(String)));
        }""",  # noqa: E501
        [[[str(r), str(c)] for r, c in cells], [str(hole[0]), str(hole[1])]],
    )
    for cell, tile in zip(cells, found, strict=True):
        assert {(int(r), int(c)) for r, c in tile} == {
            tuple(map(int, each)) for each in golomb_cell(60, hole, cell).cells
        }
