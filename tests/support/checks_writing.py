"""What is written and read again, and colorings, against the naive twin."""

from __future__ import annotations

import io
import json
from collections import Counter

import numpy as np

import naive_coloring
import naive_lattice
import naive_moves
import tilewright as tw
from naive_problem import Lying
from tilewright.counting import count_by_piece, count_up_to_symmetry
from tilewright.formats.format import Entry
from tilewright.formats.registry import known_formats, read_entries, rendered
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring import color
from tilewright.solving.search import ExactSearch
from trial import Trial, in_order, tiles

#: On lattices of one's own, where cells have many neighbors, tilings of more tiles are not colored
#: by the naive twin.
COLORED = 9
#: How far apart the centers of cells are at most that have a corner in common.
CORNERS = {"square": 2**0.5, "tri": 2 / 3**0.5, "hex": 1.0, "cube": 3**0.5, "ball": 2**0.5}


def check_json(trial: Trial) -> None:
    """What `to_json` writes is read back to an equal problem."""
    again = Problem.from_json(json.loads(json.dumps(trial.problem.to_json())))
    trial.same(True, again == trial.problem, "solve", call="from_json(to_json())")


def check_texts(trial: Trial) -> None:
    """Boards and tilings are read back as they were written."""
    board = trial.problem.board
    trial.same(board, Board.from_text(board.text() + "\n"), "solve", call="from_text(text())")
    if not board.name.startswith("a board of "):  # no word says this board
        trial.same(board, Board.parse(board.name), "solve", call=f"parse({board.name})")
    for piece in trial.problem.pieces:
        again = tw.Piece.parse(piece.word(), trial.problem.turn, board.lattice)
        trial.same(piece, again, "solve", call=f"parse({piece.word()})")
    for tiling in sorted(trial.twin.seen, key=in_order)[:2]:
        labeled = trial.tiling(tiling)
        again = Tiling.from_json(json.loads(json.dumps(labeled.to_json())))
        trial.same(labeled, again, "solve", call="from_json of a tiling")
        trial.same(
            labeled.piece_names(), again.piece_names(), "solve", call="pieces from_json of a tiling"
        )
        trial.same(tiling, tiles(labeled), "solve", call="tiles of a tiling")
        if board.lattice.dimension == 2 and not board.surface.joined:
            read = Tiling.from_text(labeled.text()).labels
            trial.same(
                labeled.labels.tolist(), read.tolist(), "solve", call="from_text of a tiling"
            )


def check_files(trial: Trial) -> None:
    """Every format that can say a problem is read back to an equal one, or to a cover with as many
    solutions.
    """
    for kind in known_formats():
        if kind.write is None or kind.read is None or not {"problem", "cover"} & set(kind.holds):
            continue
        try:
            kind.check_board(trial.problem.board)
        except tw.RequestError:
            continue
        try:
            data, lost = rendered([Entry(problem=trial.problem)], kind)
        except tw.RequestError:
            continue  # it says so, in one line
        stream = io.BytesIO(data.encode() if isinstance(data, str) else data)
        _, entries = read_entries(stream, format=kind.name)
        (entry,) = entries
        call = f"convert --to {kind.name}"
        if lost:
            continue
        if entry.problem is not None:
            trial.same(
                _meant(trial.problem),
                _meant(entry.problem),
                "convert",
                "--to",
                kind.name,
                call=call,
            )
        elif entry.cover is not None:
            number = ExactSearch(entry.cover).count()
            trial.same(len(trial.twin.tilings), number, "convert", "--to", kind.name, call=call)


def _meant(problem: Problem) -> object:
    """What a problem is, whatever its pieces are called and in whatever order they stand: its
    number of tilings by copies.
    """
    return Counter(count_by_piece(problem).counts.values()), count_up_to_symmetry(problem).value


def check_colors(trial: Trial) -> None:
    """The least number of colors of a tiling, tiles touching along an edge or at a corner."""
    rng = trial.rng("colors")
    seen = sorted(trial.twin.seen, key=in_order)
    for tiling in rng.sample(seen, min(len(seen), 2)):
        if trial.case.lattice in naive_lattice.OWN and len(tiling) > COLORED:
            continue
        labeled = trial.tiling(tiling)
        for touch in ("edge", "strong"):
            wanted = naive_coloring.least_colors(_touching(trial, tiling, touch))
            words = f"{touch}: {sorted(sorted(cells) for _, cells in tiling)}"
            trial.same(wanted, color(labeled, touch).colors, "color", call=words)


def _touching(trial: Trial, tiling: Lying, touch: str) -> list[set[int]]:
    """Which tiles touch, by how far their cells are apart, also over joined sides."""
    space, lattice = trial.twin.space, trial.case.lattice
    cell_lists = sorted((sorted(cells) for _, cells in tiling), key=min)
    owner = {cell: number for number, cells in enumerate(cell_lists) for cell in cells}
    if lattice in naive_lattice.OWN:
        return _touching_own(trial, owner, 1 if touch == "strong" else 2)
    far = CORNERS[lattice] if touch == "strong" else naive_moves.naive.distance(lattice)
    every = [
        (owner[cell], np.array(at) / naive_lattice.FINE)
        for at, cells in space.same.items()
        for cell, _ in cells
        if cell in owner
    ]
    points = np.array([point for _, point in every])
    neighbors: list[set[int]] = [set() for _ in cell_lists]
    for cell, number in owner.items():
        apart = (
            np.linalg.norm(points - naive_moves.center(lattice, cell), axis=1)
            if len(points)
            else np.zeros(0)
        )
        for other in np.flatnonzero(apart < far + 0.01).tolist():
            if every[other][0] != number:
                neighbors[number].add(every[other][0])
    return neighbors


def _touching_own(trial: Trial, owner: dict[naive_moves.Cell, int], least: int) -> list[set[int]]:
    """Which tiles have cells that share so many corners, on a lattice of one's own."""
    space, lattice = trial.twin.space, trial.case.lattice
    neighbors: list[set[int]] = [set() for _ in set(owner.values())]
    for cell, number in owner.items():
        for other in naive_lattice.touching(lattice, cell, least):
            there = space.board_cell(naive_moves.center(lattice, other))
            if there in owner and owner[there] != number:
                neighbors[number].add(owner[there])
    return neighbors
