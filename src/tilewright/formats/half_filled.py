"""Drawings of half-filled boards: letters for the pieces that are already placed, dots for the
rest.

    LLLL..
    L.....

Each row of the board is a line of characters, or of words with spaces between them. Layers of cubes
follow each other. The shape of a piece decides which piece it is; its letter decides only between
pieces that can lie on the same cells.
"""

from __future__ import annotations

from collections import defaultdict

from tilewright.errors import FormatError, quoted
from tilewright.model.piece import find_name
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem, laid_marks
from tilewright.model.space.lattice import Cell, cell_word

#: What stands for a cell that no piece covers yet, and for a place outside the board.
_OPEN = frozenset(".#?")


def read_half_filled(text: str, problem: Problem) -> list[Placement]:
    r"""Return the pieces that are placed in a drawing of the problem's board.

    Raises
    ------
    FormatError
        If the drawing does not have the size of the board, or cells with the same letter are not
        pieces of the problem.

    Examples
    --------
    >>> [placed.word() for placed in read_half_filled("LL..\nL...\n....", Problem("3x4", "L3=4"))]
    ['L3:0,0-0,1-1,0']
    """
    placed = []
    for letter, cells in _read_letters(text, problem).items():
        for group in (
            [cells]
            if _find_owner(problem, letter, cells) is not None
            else map(tuple, map(sorted, problem.board.lattice.parts(cells)))
        ):
            owner = _find_owner(problem, letter, group)
            if owner is None:
                place = cell_word(group[0])
                raise FormatError(
                    f"{quoted(letter)} at {place} covers {len(group)} cells that do not form one "
                    "of the pieces. Write a different letter for each piece, and dots for all "
                    "other cells"
                )
            placed.append(Placement(problem.pieces[owner].name, group))
    return placed


def _read_letters(text: str, problem: Problem) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of each letter."""
    lines = [
        (number, line.rstrip())
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    head = problem.board.text().partition("\n")[0]
    *layers, rows, columns = problem.board.shape
    wanted = rows * (layers[0] if layers else 1)
    if len(lines) == wanted + 1 and lines[0][1] == head:
        lines = lines[1:]  # the name of a lattice or surface
    if len(lines) != wanted:
        raise FormatError(f"the drawing must have {wanted} rows, like the board, got {len(lines)}")
    spaced = all(" " in line.strip() or columns == 1 for _, line in lines)
    cells_of = defaultdict(list)
    for row, (number, line) in enumerate(lines):
        words = line.split() if spaced else list(line.replace(" ", "."))
        if len(words) > columns:
            raise FormatError(
                f"the row has {len(words)} cells, but the board has {columns} columns",
                where=f"line {number}",
            )
        for column, word in enumerate(words):
            if word in _OPEN:
                continue
            if not word.isalnum():
                raise FormatError(
                    f"a cell must be a letter (a placed piece) or a dot, got {quoted(word)}",
                    where=f"line {number}",
                )
            cells_of[word].append((*divmod(row, rows), column) if layers else (row, column))
    return {word: tuple(cells) for word, cells in cells_of.items()}


def _find_owner(problem: Problem, letter: str, cells: tuple[Cell, ...]) -> int | None:
    """Return the piece that lies on these cells: the one of this name, or the first that can."""
    if not all(problem.board.mask[cell] for cell in cells):
        return None
    meant = find_name(letter, problem.names)
    able = [index for index, _ in laid_marks(problem)(cells)]
    return meant if meant in able else next(iter(able), None)
