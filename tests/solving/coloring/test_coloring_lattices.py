"""Colorings on every lattice and surface, against a twin that knows cells by their corners."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import ColoringError
from tilewright.model.board import Board
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.model.space.surface import FLAT, SURFACES, Surface
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import (
    cell_colors,
    check_certificate,
    check_coloring,
    color,
    graph,
    judge,
    stacks,
    tally,
)
from tried import examples

SPACES = [
    *((lattice, "flat") for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES)),
    *((SQUARES, name) for name in SURFACES),
    *((lattice, name) for lattice in (TRIANGLES, HEXAGONS) for name in ("cylinder", "torus")),
]


def corners(lattice: Lattice, cell: tuple[int, ...]) -> set[tuple[float, ...]]:
    return {tuple(round(x, 4) + 0.0 for x in point) for point in lattice.outline(cell)}


def images(name: str, shape: tuple[int, ...], cell: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Where else a cell of a board is, as far as that may be beside the board."""
    if name == "flat":
        return [cell]
    (rows, columns), (row, column) = shape, cell
    down = range(-2, 3) if name in ("torus", "klein") else (0,)
    found = []
    for i, j in product(down, range(-2, 3)):
        turned = rows - 1 - row if name in ("moebius", "klein") and j % 2 else row
        found.append((turned + i * rows, column + j * columns))
    return found


def naive_pairs(tiling: Tiling, name: str, strong: bool) -> set[tuple[int, int]]:
    lattice, least = tiling.lattice, 1 if strong else 2 * (tiling.lattice.dimension - 1)
    cells = {cell: int(tiling.labels[cell]) for cell in product(*map(range, tiling.shape))}
    own = {cell: corners(lattice, cell) for cell, tile in cells.items() if tile >= 0}
    pairs = set()
    for other, tile in cells.items():
        for image in images(name, tiling.shape, other):
            there = corners(lattice, image)
            for cell, mine in own.items():
                if tile >= 0 and cells[cell] < tile and len(mine & there) >= least:
                    pairs.add((cells[cell], tile))
    return pairs


@st.composite
def tilings_of(draw: st.DrawFn, lattice: Lattice, name: str) -> Tiling:
    shape = draw(
        st.tuples(*[st.integers(1, 4 if lattice.dimension == 2 else 2)] * lattice.dimension)
    )
    shape = (*shape[:-1], shape[-1] * lattice.kinds)
    size = int(np.prod(shape))
    values = draw(st.lists(st.integers(-2, 5), min_size=size, max_size=size))
    labels = number_tiles(np.array(values).reshape(shape))
    return Tiling(labels, lattice=lattice, surface=Surface.named(name, shape, lattice))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("lattice", "name"), SPACES, ids=str)
@examples(30)
@given(data=st.data())
def test_tiles_touch_where_their_corners_meet(
    lattice: Lattice, name: str, data: st.DataObject
) -> None:
    tiling = data.draw(tilings_of(lattice, name))
    for touch in ("edge", "strong"):
        pairs = naive_pairs(tiling, name, touch == "strong")
        found = graph(tiling, touch)
        assert {tuple(pair) for pair in found.edges().tolist()} == pairs
        answer = color(found)
        assert answer.coloring is not None
        assert all(answer.coloring[one] != answer.coloring[two] for one, two in pairs)
        check_coloring(tiling, answer.coloring, touch)
        if len(tiling):
            check_certificate(tiling, answer.certificate, touch)
        batch = tiling.labels[None]
        judged = judge(batch, touch, lattice=lattice, surface=tiling.surface)
        assert int(judged.colors[0]) == answer.colors or not answer.proven
        if pairs:
            one, two = min(pairs)
            wrong = np.arange(len(tiling))
            wrong[two] = wrong[one]
            with pytest.raises(ColoringError, match="touch and both have the color"):
                check_coloring(tiling, wrong, touch)


@pytest.mark.parametrize("touch", ["edge", "strong"])
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("torus:4x4", "tetrominoes+"),
        ("klein:3x4", "trominoes+"),
        ("tri:2x3", "diamonds+"),
        ("torus:hex:3x3", "trihexes+"),
        ("cube:2x2x3", "tricubes+"),
    ],
)
def test_a_batch_is_judged_as_each_tiling_by_itself(board: str, pieces: str, touch: str) -> None:
    problem = tw.Problem(board, pieces)
    found = list(tw.tilings(problem, limit=60))
    where = {"lattice": problem.board.lattice, "surface": problem.board.surface}
    own = [color(tiling, touch) for tiling in found]
    result = tally(stacks(found), touch, **where)
    assert result.by_colors == Counter(answer.colors for answer in own)
    assert not result.by_crossings
    limited = judge(np.stack([tiling.labels for tiling in found]), touch, colors=3, **where)
    assert (limited.colors != 0).tolist() == [answer.colors <= 3 for answer in own]
    for tiling, colors, coloring in zip(found, limited.colors, limited.coloring, strict=True):
        if colors:
            check_coloring(tiling, coloring[: len(tiling)], touch)


def test_seven_countries_on_a_torus_need_seven_colors() -> None:
    # Each of the seven hexagons touches all others: P. J. Heawood's map.
    board = Board.from_array(np.ones((1, 7)), lattice="hex", surface=Surface([(1, 2), (0, 7)]))
    tiling = tw.solve(tw.Problem(board, "monohex=7"))
    assert tiling is not None
    answer = tw.color(tiling)
    assert (answer.colors, answer.proven) == (7, True)
    check_certificate(tiling, answer.certificate)


@pytest.mark.parametrize(("lattice", "name"), SPACES, ids=str)
def test_the_outside_is_a_tile_beside_all_that_end_there(lattice: Lattice, name: str) -> None:
    shape = (2, 2 * lattice.kinds) if lattice.dimension == 2 else (1, 2, 2)
    size = int(np.prod(shape))
    tiling = Tiling(
        np.arange(size).reshape(shape), lattice=lattice, surface=Surface.named(name, shape, lattice)
    )
    for touch in ("edge", "strong"):
        found = graph(tiling, touch, outside=True)
        beside = set(found.neighbors(size).tolist())
        if name in ("torus", "klein"):
            assert not beside
        else:
            least = 1 if touch == "strong" else 2 * (lattice.dimension - 1)
            everywhere = {
                image for cell in np.ndindex(shape) for image in images(name, shape, cell)
            }
            around = product(*(range(-4, side + 4) for side in shape))
            off = [corners(lattice, cell) for cell in around if cell not in everywhere]
            expected = {
                tile
                for tile, cell in enumerate(np.ndindex(shape))
                if any(len(corners(lattice, cell) & there) >= least for there in off)
            }
            assert beside == expected
        answer = color(tiling, touch, outside=True)
        assert answer.coloring is not None
        check_coloring(tiling, answer.coloring, touch, outside=answer.outside)
        check_certificate(tiling, answer.certificate, touch, outside=True)


def test_cells_within_a_distance() -> None:
    tiling = Tiling(np.arange(7).reshape(1, 7), lattice="hex")
    assert graph(tiling, 2).neighbors(3).tolist() == [1, 2, 4, 5]
    ring = Tiling(np.arange(7).reshape(1, 7), surface=Surface.named("cylinder", (1, 7), SQUARES))
    assert graph(ring, 3).neighbors(0).tolist() == [1, 2, 3, 4, 5, 6]
    assert color(ring, 2).colors == 4
    assert FLAT.joined is False


def test_cells_of_a_box_as_a_chessboard() -> None:
    colors = cell_colors("cube:2x2x2")
    assert colors.tolist() == [[[0, 1], [1, 0]], [[1, 0], [0, 1]]]
    assert cell_colors("cube:2x1x2", 3, 1, 1, 2).tolist() == [[[0, 1]], [[2, 0]]]
    assert cell_colors("hex:2x3", 3, 1, -1).tolist() == [[0, 2, 1], [1, 0, 2]]


def test_networkx_nodes_have_layers() -> None:
    pytest.importorskip("networkx")
    tiling = tw.solve(tw.Problem("cube:1x2x2", "I2+"))
    assert tiling is not None
    node = graph(tiling).to_networkx().nodes[0]
    assert node["layer"] == 0
    assert node["cells"].count(",") == 4


def test_the_command_colors_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["color", "torus:hex:3x6", "trihexes+", "--all", "--unique", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    problem = tw.Problem("torus:hex:3x6", "trihexes+")
    expected = Counter(color(tiling).colors for tiling in tw.tilings(problem, unique=True))
    assert {int(key): int(value) for key, value in answer["by_colors"].items()} == expected
    assert (answer["lattice"], answer["surface"]) == ("hex", "torus")
    for board, pieces in (
        ("tri:4x9", "hexiamonds"),
        ("cube:3x3x3", "soma"),
        ("klein:4x5", "tetrominoes+"),
    ):
        file = tmp_path / "colored.svg"
        assert run(["color", board, pieces, "--touch", "strong", "-o", str(file)]) == 0
        assert file.read_text().startswith("<svg")
        assert run(["color", board, pieces]) == 0
        assert capsys.readouterr().out


def test_a_run_judges_as_the_plain_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["color", "torus:hex:3x3", "trihexes+", "--all"]
    assert run(words) == 0
    plain = capsys.readouterr().out
    assert run([*words, "--run", str(tmp_path / "run")]) == 0
    assert capsys.readouterr().out == plain
