"""``tilewright show``: the tilings in a file, by number and by the pieces in them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    SHEET,
    Json,
    TilingPictures,
    check_out,
    note,
    note_unwritten,
    print_json_stream,
    save_sheet,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    Letters,
    Limit,
    OutPath,
    PictureColors,
    ShowPictures,
    Timeout,
    Whole,
    Word,
)
from tilewright.apps.command.reading import is_table, open_table, read_tilings
from tilewright.errors import FormatError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.placement import Placement
from tilewright.model.space.labels import OUTSIDE, number_tiles
from tilewright.model.tiling import Tiling
from tilewright.system.runs.ledger import is_run
from tilewright.system.work.deadline import check_time

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def show(
    file: Word,
    /,
    *numbers: Whole,
    containing: Annotated[tuple[str, ...], Parameter(metavar="PIECE:CELLS")] = (),
    unique: bool = False,
    limit: Limit = None,
    timeout: Timeout = None,
    out: OutPath = None,
    letters: Letters = False,
    inks: PictureColors = PictureColors(),
    options: ShowPictures = ShowPictures(),
) -> int:
    """Show the tilings in a file or a table, or the progress of a run.

    FILE is a file that solve wrote (-o FILE.parquet or FILE.jsonl), any other file
    of tilings, or the folder given to --run or `solve --checkpoint`. NUMBERS select
    tilings; 0 is the first. Exits with 1 if no tiling is selected.

    For a run, shows its progress, even while it is running, and exits with 3 if the run is
    incomplete. With NUMBERS or options that select tilings, shows the tilings that the run has
    found.

    For example:

      tilewright show tiling.txt
      tilewright show tiling.txt 0 -o one.svg
      tilewright show runs/9x10 --json

    Parameters
    ----------
    file
        The file, the folder of a run, or - for standard input.
    numbers
        The numbers of the tilings to show. [default: all]
    containing
        Show only tilings that contain this piece on these cells, such as L3:0,0-1,0-1,1. Repeat the
        option for more pieces.
    unique
        Show only one of several tilings that are rotations or reflections of each other (or shifts,
        if sides are joined).
    limit
        Stop after this many tilings.
    out
        Save a picture of up to 240 tilings (.svg .png .pdf .txt).
    """
    check_out(out, options)
    if is_run(file) and not (numbers or containing or unique or limit is not None or out):
        from tilewright.apps.command.runs import show_run

        return show_run(file, options)
    placements = [Placement.parse(word) for word in containing]
    drawing = TilingPictures(out, options, letters, inks)
    # Reading a large file counts as time, too.
    with CommandWork(options, timeout) as work:
        chosen = _filter(_read_numbered(file, numbers), placements, unique)
        shown = _ShownTilings(chosen, limit, 0 if out is None else SHEET, work)
        if options.json:
            quiet = options.quiet
            values = (
                {**tiling.to_json(), "number": str(number)} for number, tiling in shown if not quiet
            )
            print_json_stream({"file": file}, None if quiet else "tilings", values, shown.tail())
        else:
            for number, tiling in shown:
                if out is None and not options.quiet:
                    if len(numbers) != 1:
                        print(f"{number}:")
                    drawing.print(tiling, _board(tiling))
            if options.quiet:
                print(shown.count)
    if out is not None and shown.sheet:
        save_sheet(
            out,
            shown.sheet,
            lambda tiling, lines: drawing.of(_board(tiling))(tiling, lines),
            shown.count,
            tilings=shown.sheet,
            show=options,
        )
    else:
        note_unwritten(out, work.stopped or "there is no tiling")
    if work.stopped:
        if not options.json:
            note(f"{shown.count:,} found so far; {work.stopped}, so there may be more")
        return work.code
    return 0 if shown.count else 1


class _ShownTilings:
    """Tilings as they are shown: how many, and the first ones for a picture."""

    def __init__(
        self, chosen: Iterator[tuple[int, Tiling]], limit: int | None, room: int, work: CommandWork
    ) -> None:
        self._chosen, self._limit, self._room, self._work = chosen, limit, room, work
        self.sheet: list[Tiling] = []
        self.count = 0

    def __iter__(self) -> Iterator[tuple[int, Tiling]]:
        for number, tiling in self._work.taken(self._chosen):
            self.count += 1
            if len(self.sheet) < self._room:
                self.sheet.append(tiling)
            yield number, tiling
            if self.count == self._limit:
                break

    def tail(self) -> Iterator[Json]:
        """Yield the last keys of the JSON answer."""
        yield {"count": str(self.count), "complete": not self._work.stopped}


def _board(tiling: Tiling) -> Board:
    """Return the board that a tiling covers."""
    return Board(tiling.labels != OUTSIDE, lattice=tiling.lattice, surface=tiling.surface)


def _read_numbered(file: str, numbers: tuple[int, ...]) -> Iterator[tuple[int, Tiling]]:
    """Yield the tilings with these numbers, or all."""
    if is_table(file) and "#" not in file:
        table = open_table(file)
        if numbers:
            return ((number, table[number]) for number in numbers)
        return enumerate(table)
    tilings = read_tilings(file)
    for number in numbers:
        if not 0 <= number < len(tilings):
            raise FormatError(
                f"there is no tiling {number}; the tilings are numbered 0 to {len(tilings) - 1}",
                where=file,
            )
    return ((number, tilings[number]) for number in numbers or range(len(tilings)))


def _filter(
    tilings: Iterable[tuple[int, Tiling]], placements: list[Placement], unique: bool
) -> Iterator[tuple[int, Tiling]]:
    """Yield tilings that contain all wanted placements, one of each set of images if `unique`."""
    seen: set[Tiling] = set()
    for number, tiling in tilings:
        check_time()
        if not all(_has(tiling, placement) for placement in placements):
            continue
        if unique:
            least = tiling.canonical() if not tiling.surface.joined else _least(tiling)
            if least in seen:
                continue
            seen.add(least)
        yield number, tiling


@functools.lru_cache(maxsize=4)
def _moves(board: Board) -> NDArray[np.int32]:
    """Return the images of the cells under each symmetry of joined sides, (symmetries, cells)."""
    import numpy as np

    from tilewright.model.piece import Piece
    from tilewright.model.problem import Problem
    from tilewright.model.space.polyform import Polyform

    cell = Piece(Polyform([(0,) * board.lattice.dimension], board.lattice), most=None)
    alone = Problem(board, cell)
    return np.stack([symmetry.cells for symmetry in compile_cover(alone).cell_symmetries()])


def _least(tiling: Tiling) -> Tiling:
    """Return the least image of a tiling under the symmetries of its board, shifts included."""
    inside = tiling.labels != OUTSIDE
    tiles = tiling.labels[inside]
    images = []
    for cells in _moves(_board(tiling)):
        moved = tiles.copy()
        moved[cells] = tiles
        images.append(number_tiles(moved[None])[0].tolist())
    labels = tiling.labels.copy()
    labels[inside] = min(images)
    return Tiling(labels, lattice=tiling.lattice, surface=tiling.surface)


def _has(tiling: Tiling, placement: Placement) -> bool:
    """Return True if a tile covers exactly these cells, with this piece if tiles have names."""
    shape = tiling.shape
    if any(
        len(cell) != len(shape)
        or not all(0 <= x < size for x, size in zip(cell, shape, strict=True))
        for cell in placement.cells
    ):
        return False
    labels = {int(tiling.labels[cell]) for cell in placement.cells}
    label = labels.pop()
    if labels or label < 0 or int((tiling.labels == label).sum()) != len(placement.cells):
        return False
    names = tiling.piece_names()
    return not names or names[label] == placement.piece
